"""Corrections of everything that lies on the table; nothing follows from them (X-06)."""

from __future__ import annotations

from rules.boss_monster.effects.choices import move_hero
from rules.boss_monster.model.card_catalogue import RoomCard, room_cards
from rules.boss_monster.model.correction_events import (
    HERO_CORRECTIONS,
    ROOM_CORRECTIONS,
    BossReplaced,
    CardRegained,
    CardsReturned,
    DeclarationRemoved,
    Fact,
    FactChanged,
    HeroAdded,
    HeroOrdered,
    HeroReplaced,
    HeroReturned,
    HeroWalked,
    RoomAdded,
    RoomDescribed,
    RoomHidden,
    RoomMoved,
    RoomReplaced,
    RoomReturned,
    ScoreTurned,
)
from rules.boss_monster.model.decks import add_to_hand, card_keys, remove_from_hand, without_cards
from rules.boss_monster.model.dungeon import lay_room, remove_room
from rules.boss_monster.model.state import (
    NUMBER_NAMES,
    TOWN,
    UNKNOWN_ROOM,
    BossMonster,
    Hero,
    Scored,
    add_hero,
    allocate_id,
    hero_name,
    note_score_changes,
    remove_hero,
    set_hero,
    set_keep,
    set_room,
)
from rules.boss_monster.phases.arrive import hero_of_key, remove_from_hero_deck
from rules.boss_monster.phases.scoring import remove_from_score
from rules.engine import Change, Event, Text, note
from rules.engine.record import replace, update

from .correction_texts import describe_correction, fact_of

REVEALING_STEPS = ("boss_monster.turn_up", "boss_monster.show")
"""Steps that turn up one room."""
DECLARING_STEPS = ("boss_monster.aim", "boss_monster.stands")
"""Steps about one declared card."""
BUILDING_STEPS = ("boss_monster.your_build", "boss_monster.place")
"""Steps in which one player builds."""


def correct(s: BossMonster, event: Event) -> BossMonster:
    """Apply a correction and note it, with the numbers that changed."""
    before, s = s, _corrected(s, event)
    decks = tuple(
        Change(f"heroes.{deck}", Text("the table"), NUMBER_NAMES[deck], was, now)
        for deck in ("normal", "epic")
        if (was := getattr(before, deck)) != (now := getattr(s, deck))
    )
    return note_score_changes(before, note(s, "X-06", describe_correction(before, event), other_changes=decks))


def _corrected(s: BossMonster, event: Event) -> BossMonster:
    match event:
        case _ if isinstance(event, ROOM_CORRECTIONS):
            return _realigned(_with_room(s, event))
        case _ if isinstance(event, HERO_CORRECTIONS):
            return _with_hero(s, event)
        case ScoreTurned(id):
            return _turned(s, id)
        case FactChanged(seat, fact):
            return _with_fact(s, seat, fact)
        case BossReplaced(seat, boss):
            return set_keep(s, seat, boss=boss)
        case DeclarationRemoved(id):
            return _without_declaration(s, id)
        case CardRegained(seat, card):
            return add_to_hand(replace(s, discards=without_cards(s.discards, (card,))), seat, (card,))
        case CardsReturned(seat, cards):
            return remove_from_hand(s, seat, card_keys(cards))
    raise TypeError(event)


def _with_room(s: BossMonster, event: Event) -> BossMonster:
    match event:
        case RoomAdded(seat, base, key, cards):
            keys = (*card_keys(cards), *((key,) if key else ()))
            s = remove_from_hand(s, seat, card_keys(cards))
            card = room_cards()[keys[0]] if keys else UNKNOWN_ROOM
            return lay_room(s, seat, base, card, down=not keys)[0]
        case RoomReplaced(id, key):
            return _without_steps(set_room(s, id, card=room_cards()[key], down=False, used=False), REVEALING_STEPS, id)
        case RoomDescribed(id, treasure, damage, kind, advanced):
            card = RoomCard("", treasure, damage, kind, advanced)
            return _without_steps(set_room(s, id, card=card, down=False, used=False), REVEALING_STEPS, id)
        case RoomMoved(id, pile):
            return _moved(s, id, pile)
        case RoomHidden(id):
            found = s.room(id)
            card = found[2].card if found and s.has_virtual_cards else UNKNOWN_ROOM
            return set_room(s, id, card=card, down=True, exhausted=False)
        case RoomReturned(id):
            return _returned(s, id)
    found = s.room(getattr(event, "item", 0))
    return set_room(s, found[2].id, used=not found[2].used) if found else s


def _moved(s: BossMonster, id: int, pile: int) -> BossMonster:
    found = s.room(id)
    if found is None:
        return s
    seat, k, _ = found
    piles = list(s.keeps[seat].piles)
    piles.insert(pile, piles.pop(k))
    return set_keep(s, seat, piles=tuple(piles))


def _returned(s: BossMonster, id: int) -> BossMonster:
    found = s.room(id)
    if found is None:
        return s
    seat, _, room = found
    s = _without_steps(remove_room(s, id), REVEALING_STEPS, id)
    return add_to_hand(s, seat, (room.card.key,)) if room.card.key else s


def _realigned(s: BossMonster) -> BossMonster:
    """Let the hero on his way stay in his room, wherever it lies now."""
    found = s.room(s.walk.room) if s.walk and s.walk.room > 0 else None
    return replace(s, walk=replace(s.walk, pile=found[1])) if found and s.walk else s


def _without_steps(s: BossMonster, names: tuple[str, ...], number: int) -> BossMonster:
    """Drop the steps of those names that are about that room, card or player."""
    kept = tuple(step for step in s.agenda if step.name not in names or step.args[:1] != (number,))
    return replace(s, agenda=kept)


def _with_hero(s: BossMonster, event: Event) -> BossMonster:
    match event:
        case HeroAdded(seat, key):
            card = hero_of_key(s, key)
            s, id = allocate_id(remove_from_hero_deck(s, card))
            return add_hero(s, Hero(id, card), seat)
        case HeroReplaced(id, key):
            return _replaced(s, id, key)
        case HeroReturned(id):
            found = s.hero(id)
            return _back_in_deck(remove_hero(s, id), found[1]) if found else s
        case HeroOrdered(id, row):
            return _ordered(s, id, row)
        case HeroWalked(id, pile):
            return _walked_to(s, id, pile)
    id = getattr(event, "item", 0)
    return remove_from_score(remove_hero(s, id), id)


def _replaced(s: BossMonster, id: int, key: str) -> BossMonster:
    """Make a hero another one; with virtual cards the two change places with the deck."""
    found, card = s.hero(id), hero_of_key(s, key)
    if found is None:
        return s
    s = remove_from_hero_deck(_back_in_deck(s, found[1]), card)
    return set_hero(s, id, card=card)


def _back_in_deck(s: BossMonster, hero: Hero) -> BossMonster:
    s = replace(s, epic=s.epic + 1) if hero.card.epic else replace(s, normal=s.normal + 1)
    return replace(s, met=tuple(key for key in s.met if key != hero.card.key))


def _ordered(s: BossMonster, id: int, row: int) -> BossMonster:
    found = s.hero(id)
    if found is None:
        return s
    seat, hero = found
    rest = [other for other in (s.town if seat == TOWN else s.keeps[seat].entrance) if other.id != id]
    rest.insert(row, hero)
    return replace(s, town=tuple(rest)) if seat == TOWN else set_keep(s, seat, entrance=tuple(rest))


def _walked_to(s: BossMonster, id: int, pile: int) -> BossMonster:
    if s.walk is None or s.walk.hero != id:
        return s
    room = s.keeps[s.walk.seat].piles[pile][0].id if pile >= 0 else 0
    return replace(s, walk=replace(s.walk, pile=pile, room=room))


def send_scored_hero(s: BossMonster, id: int, seat: int) -> BossMonster:
    """Move a hero out of a score area to town (−1) or a seat; others as ``move_hero`` does."""
    found = s.scored_hero(id)
    if found is None:
        return move_hero(s, id, seat)
    before, hero = s, found[1].hero
    s = add_hero(remove_from_score(s, id), hero, seat)
    where = s.seats[seat] if seat >= 0 else Text("town")
    return note_score_changes(
        before, note(s, "X-06", Text("By hand: {hero} to {where}", hero=hero_name(hero), where=where))
    )


def _turned(s: BossMonster, id: int) -> BossMonster:
    found = s.scored_hero(id)
    if found is None:
        return s
    seat = found[0]
    score = tuple(Scored(x.hero, not x.wounds) if x.hero.id == id else x for x in s.keeps[seat].score)
    return set_keep(s, seat, score=score)


def _with_fact(s: BossMonster, seat: int, fact: Fact) -> BossMonster:
    """Turn a fact on or off; whoever is out has no heroes at the entrance and builds nothing."""
    on = not fact_of(s, seat, fact)
    if seat < 0:
        return replace(s, no_building=on)
    s = update(s, "keeps", seat, **{fact: on})
    if fact != "out" or not on:
        return s
    walk = None if s.walk and s.walk.seat == seat else s.walk
    s = replace(set_keep(s, seat, entrance=()), walk=walk)
    return _without_steps(s, BUILDING_STEPS, seat)


def _without_declaration(s: BossMonster, id: int) -> BossMonster:
    """Take back a declared card; a virtual spell goes back to its hand."""
    found = next((d for d in s.declared if d.id == id), None)
    if found is None:
        return s
    s = replace(s, declared=tuple(d for d in s.declared if d.id != id))
    s = _without_steps(s, DECLARING_STEPS, id)
    return add_to_hand(s, found.seat, (found.key,)) if s.has_virtual_cards and not found.room else s
