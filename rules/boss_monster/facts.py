"""Facts that may be set by hand (X-06), such as rooms, heroes and what is on or off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from rules.boss_monster.model.card_catalogue import (
    boss_cards,
    card_name,
    card_texts,
    hero_card_name,
    hero_deck,
    hero_kind_key,
    hero_kind_name,
    hero_kinds,
    room_card_name,
    room_cards,
)
from rules.boss_monster.model.decks import add_to_hand, without_cards
from rules.boss_monster.model.dungeon import remove_room
from rules.boss_monster.model.state import (
    NUMBER_NAMES,
    TOWN,
    UNKNOWN_ROOM,
    BossMonster,
    Hero,
    Room,
    Scored,
    add_hero,
    allocate_id,
    attach_changes,
    distinct_room_name,
    hero_name,
    note_score_changes,
    room_name,
    set_hero,
    set_keep,
    set_room,
)
from rules.boss_monster.phases.arrive import hero_of_key, remove_from_hero_deck
from rules.engine import Change, Displayable, Fact, FactSet, Option, Pick, Template, Text
from rules.engine.record import replace, update

OTHER = "other"
"""Value of a fact that is one of two: the one that it is not now."""
HAND = "hand"
"""Place of a room that goes back to the hand of its player."""
REVEALING_STEPS = ("boss_monster.turn_up", "boss_monster.show")
"""Steps that turn up one room."""
DECLARING_STEPS = ("boss_monster.aim", "boss_monster.stands")
"""Steps about one declared card."""
BUILDING_STEPS = ("boss_monster.your_build", "boss_monster.place")
"""Steps in which one player builds."""
NO_YES = (Text("no"), Text("yes"))
FLAGS = {
    "levelled": (Text("The boss has levelled up"), NO_YES),
    "doubled": (Text("The treasure counts double"), NO_YES),
    "shut": (Text("Heroes may enter this turn"), NO_YES[::-1]),
    "soul": (Text("A soul was won this turn"), NO_YES),
    "out": (Text("Has lost"), NO_YES),
    "no_building": (Text("Rooms may be built this turn"), NO_YES[::-1]),
}
"""By field of a player, or of the table: what it is called, and its values where it is off and on."""


def facts(s: BossMonster) -> tuple[Fact, ...]:
    """Return every fact that may be set by hand."""
    players = (fact for seat in range(len(s.seats)) for fact in _of_player(s, seat))
    rooms = (fact for seat, pile, room in s.rooms() for fact in _of_room(s, seat, pile, room))
    heroes = (fact for seat, hero in s.heroes() for fact in _of_hero(s, seat, hero))
    return (*_of_table(s), *players, *rooms, *heroes)


def _fact(
    key: str, label: Text, value: Displayable, options: Iterable[Option], seat: int, is_ordered: bool = False
) -> Iterator[Fact]:
    """Yield a fact, of a seat or of the table (−1), if there are options."""
    hole = Pick("value", tuple(options), is_ordered=is_ordered)
    if hole.options:
        yield Fact(label, value, Template(FactSet(key), (hole,)), None if seat == TOWN else seat)


def _either(key: str, label: Text, values: tuple[Text, Text], is_on: bool, seat: int) -> Iterator[Fact]:
    """Yield a fact with two values: what it is called off, and on."""
    return _fact(key, label, values[is_on], (Option(OTHER, values[not is_on]),), seat)


def _flag(s: BossMonster, seat: int, name: str) -> Iterator[Fact]:
    label, values = FLAGS[name]
    return _either(f"seat.{seat}.{name}", label, values, getattr(s if seat == TOWN else s.keeps[seat], name), seat)


# --- the table and the players -----------------------------------------------------------------------------------


def _of_table(s: BossMonster) -> Iterator[Fact]:
    """Yield what belongs to no player: heroes in town, declared cards, Kobold Strike."""
    yield from _fact(f"seat.{TOWN}.hero", Text("A hero is in town"), "", _hero_options(s), TOWN)
    if s.phase == "build":
        yield from _flag(s, TOWN, "no_building")
    for d in s.declared:
        label = Text("{card} ({who}) was not played", card=card_name(d.key), who=s.seats[d.seat])
        yield from _either(f"declared.{d.id}.unplayed", label, NO_YES, False, TOWN)


def _of_player(s: BossMonster, seat: int) -> Iterator[Fact]:
    """Yield a player's boss, what is on or off, the score area, one more hero, one more card."""
    keep, key = s.keeps[seat], f"seat.{seat}"
    if keep.out or len(s.seats_in_game) > 1:
        yield from _flag(s, seat, "out")
    if keep.out:
        return
    names = ("levelled", "doubled", "shut", *(("soul",) if s.ruling("machinations", "off") == "on" else ()))
    for name in names:
        yield from _flag(s, seat, name)
    if keep.boss:
        free = boss_cards().keys() - {other.boss for k, other in enumerate(s.keeps) if k != seat}
        bosses = (Option(boss, card_name(boss)) for boss in boss_cards() if boss in free)
        yield from _fact(f"{key}.boss", Text("Another boss"), card_name(keep.boss), bosses, seat)
    yield from _fact(f"{key}.hero", Text("A hero is at the entrance"), "", _hero_options(s), seat)
    for scored in keep.score:
        label, values = Text("{name}", name=hero_name(scored.hero)), (NUMBER_NAMES["souls"], NUMBER_NAMES["wounds"])
        yield from _either(f"scored.{scored.hero.id}.side", label, values, scored.wounds, seat)
    lying = (Option(card, card_name(card)) for card in sorted(set(s.discards)))
    yield from _fact(f"{key}.card", Text("Takes a discarded card"), "", lying, seat)


# --- rooms and heroes --------------------------------------------------------------------------------------------


def _of_room(s: BossMonster, seat: int, pile: int, room: Room) -> Iterator[Fact]:
    key, is_building = f"room.{room.id}", s.phase == "build" and not room.down
    if room.card.key and card_texts()[room.card.key].is_once_per_turn:
        label = Text("{room} has been used", room=distinct_room_name(s, room.id))
        yield from _either(f"{key}.used", label, NO_YES, room.used, seat)
    down = (Option("", Text("a face-down room")),) if is_building else ()
    others = () if s.has_virtual_cards else room_options()
    yield from _fact(f"{key}.card", Text("It is another room"), room_name(room), (*down, *others), seat)
    count = len(s.keeps[seat].piles)
    places = [Option(k, Text("Room {n} of {most}", n=k + 1, most=count)) for k in range(count)]
    now, back = places[pile].label, Option(HAND, Text("Back to the hand"))
    options = (*(places if count > 1 else ()), *((back,) if s.has_virtual_cards else ()))
    yield from _fact(f"{key}.place", Text("Another place in its dungeon"), now, options, seat, is_ordered=True)


@cache
def room_options() -> tuple[Option, ...]:
    """Return every room as an option."""
    return tuple(Option(key, room_card_name(card)) for key, card in room_cards().items())


def _of_hero(s: BossMonster, seat: int, hero: Hero) -> Iterator[Fact]:
    key = f"hero.{hero.id}"
    yield from _fact(f"{key}.card", Text("He is another hero"), hero_name(hero), _hero_options(s), seat)
    beside = s.town if seat == TOWN else s.keeps[seat].entrance
    if len(beside) > 1:
        rows = [Option(k, Text("Place {n}", n=k + 1)) for k in range(len(beside))]
        now = rows[beside.index(hero)].label
        yield from _fact(f"{key}.place", Text("Another place in the row"), now, rows, seat, is_ordered=True)
    if s.walk is not None and s.walk.hero == hero.id:
        piles = s.keeps[seat].piles
        rooms = [Option(k, distinct_room_name(s, pile[0].id)) for k, pile in enumerate(piles)]
        options = (Option(-1, Text("the entrance")), *rooms)
        now = next(option.label for option in options if option.value == s.walk.pile)
        yield from _fact(f"{key}.room", Text("He stands in"), now, options, seat, is_ordered=True)


def _hero_options(s: BossMonster) -> tuple[Option, ...]:
    """Heroes of the decks, by class and health and by name; if virtual, those still to come."""
    return _options_of_heroes(len(s.seats), s.is_hard_mode, frozenset(s.met), s.has_virtual_cards)


@cache
def _options_of_heroes(players: int, hard: bool, met: frozenset[str], virtual: bool) -> tuple[Option, ...]:
    kinds = [kind for epic in (False, True) for kind in hero_kinds(players, epic, hard)]
    named = {key: card for epic in (False, True) for key, card in hero_deck(players, epic, hard).items()}
    names = (Option(key, hero_card_name(c), hero_kind_name(c)) for key, c in named.items() if key not in met)
    return (*(() if virtual else (Option(hero_kind_key(kind), hero_kind_name(kind)) for kind in kinds)), *names)


# --- setting a fact ----------------------------------------------------------------------------------------------


def set_fact(s: BossMonster, event: FactSet) -> BossMonster:
    """Set a fact by hand; the numbers that follow are noted with it."""
    kind, number, what = event.key.split(".")
    id, value = int(number), event.value
    match kind, what:
        case "room", _:
            after = realigned(_set_of_room(s, id, what, value))
        case "hero", _:
            after = _set_of_hero(s, id, what, value)
        case "seat", _:
            after = _set_of_player(s, id, what, str(value))
        case "scored", _:
            after = _turned(s, id)
        case _:
            after = _without_declaration(s, id)
    return note_changes(s, after)


def note_changes(before: BossMonster, s: BossMonster) -> BossMonster:
    """Attach changes of hero decks, souls and wounds since ``before`` to the last log note."""
    decks = tuple(
        Change(f"heroes.{deck}", Text("the table"), NUMBER_NAMES[deck], was, now)
        for deck in ("normal", "epic")
        if (was := getattr(before, deck)) != (now := getattr(s, deck))
    )
    return note_score_changes(before, attach_changes(s, decks))


def _set_of_player(s: BossMonster, seat: int, what: str, value: str) -> BossMonster:
    match what:
        case "boss":
            return set_keep(s, seat, boss=value)
        case "card":
            return add_to_hand(replace(s, discards=without_cards(s.discards, (value,))), seat, (value,))
        case "hero":
            card = hero_of_key(s, value)
            s, id = allocate_id(remove_from_hero_deck(s, card))
            return add_hero(s, Hero(id, card), seat)
        case "no_building":
            return replace(s, no_building=not s.no_building)
        case "out" if not s.keeps[seat].out:
            return _put_out(s, seat)
    return update(s, "keeps", seat, **{what: not getattr(s.keeps[seat], what)})


def _put_out(s: BossMonster, seat: int) -> BossMonster:
    """Put a player out, who then has no heroes at the entrance and builds nothing."""
    walk = None if s.walk and s.walk.seat == seat else s.walk
    return without_steps(replace(set_keep(s, seat, out=True, entrance=()), walk=walk), BUILDING_STEPS, seat)


def _set_of_room(s: BossMonster, id: int, what: str, value: Any) -> BossMonster:
    found = s.room(id)
    if found is None:
        return s
    seat, pile, room = found
    match what, value:
        case "used", _:
            return set_room(s, id, used=not room.used)
        case "card", "":
            return set_room(s, id, card=room.card if s.has_virtual_cards else UNKNOWN_ROOM, down=True, exhausted=False)
        case "card", _:
            return without_steps(set_room(s, id, card=room_cards()[value], down=False, used=False), REVEALING_STEPS, id)
        case _ if value == HAND:
            s = without_steps(remove_room(s, id), REVEALING_STEPS, id)
            return add_to_hand(s, seat, (room.card.key,)) if room.card.key else s
    piles = list(s.keeps[seat].piles)
    piles.insert(value, piles.pop(pile))
    return set_keep(s, seat, piles=tuple(piles))


def realigned(s: BossMonster) -> BossMonster:
    """Let the hero on his way stay in his room, wherever it lies now."""
    found = s.room(s.walk.room) if s.walk and s.walk.room > 0 else None
    return replace(s, walk=replace(s.walk, pile=found[1])) if found and s.walk else s


def without_steps(s: BossMonster, names: tuple[str, ...], number: int) -> BossMonster:
    """Drop the steps of those names that are about that room, card or player."""
    kept = tuple(step for step in s.agenda if step.name not in names or step.args[:1] != (number,))
    return replace(s, agenda=kept)


def _set_of_hero(s: BossMonster, id: int, what: str, value: Any) -> BossMonster:
    found = s.hero(id)
    if found is None:
        return s
    seat, hero = found
    match what:
        case "card":  # with virtual cards the two change places with the deck
            card = hero_of_key(s, value)
            return set_hero(remove_from_hero_deck(into_hero_deck(s, hero), card), id, card=card)
        case "room" if s.walk:
            room = s.keeps[s.walk.seat].piles[value][0].id if value >= 0 else 0
            return replace(s, walk=replace(s.walk, pile=value, room=room))
    rest = [other for other in (s.town if seat == TOWN else s.keeps[seat].entrance) if other.id != id]
    rest.insert(value, hero)
    return replace(s, town=tuple(rest)) if seat == TOWN else set_keep(s, seat, entrance=tuple(rest))


def into_hero_deck(s: BossMonster, hero: Hero) -> BossMonster:
    """Count a hero in his deck again."""
    s = replace(s, epic=s.epic + 1) if hero.card.epic else replace(s, normal=s.normal + 1)
    return replace(s, met=tuple(key for key in s.met if key != hero.card.key))


def _turned(s: BossMonster, id: int) -> BossMonster:
    """Turn a scored hero over: a wound is a soul, a soul a wound."""
    found = s.scored_hero(id)
    if found is None:
        return s
    score = (Scored(x.hero, not x.wounds) if x.hero.id == id else x for x in s.keeps[found[0]].score)
    return set_keep(s, found[0], score=tuple(score))


def _without_declaration(s: BossMonster, id: int) -> BossMonster:
    """Take back a declared card; a virtual spell goes back to its hand."""
    found = next((d for d in s.declared if d.id == id), None)
    if found is None:
        return s
    s = replace(s, declared=tuple(d for d in s.declared if d.id != id))
    s = without_steps(s, DECLARING_STEPS, id)
    return add_to_hand(s, found.seat, (found.key,)) if s.has_virtual_cards and not found.room else s
