"""Choices made as a card takes effect: targets, swapped rooms, fetched heroes and rooms."""

from __future__ import annotations

from rules.boss_monster.model.card_catalogue import card_name, card_texts, room_cards
from rules.boss_monster.model.decks import (
    ROOM,
    add_to_hand,
    card_faces,
    card_keys,
    discards_of_kind,
    undrawn_cards,
    without_cards,
)
from rules.boss_monster.model.dungeon import swap_piles
from rules.boss_monster.model.events import Aimed, Arrived, NamedHero, Searched, Skipped, Swapped
from rules.boss_monster.model.state import (
    BossMonster,
    Declared,
    Hero,
    add_hero,
    allocate_id,
    card_task,
    distinct_room_name,
    hero_name,
    hero_subject,
    remove_hero,
)
from rules.boss_monster.phases.arrive import hero_choices, hero_of_event, remove_from_hero_deck
from rules.boss_monster.phases.build import one_more
from rules.engine import (
    Cards,
    Choice,
    Displayable,
    Event,
    Option,
    Pick,
    Prompt,
    Subject,
    Template,
    Text,
    asks,
    at,
    carries,
    note,
    then,
)
from rules.engine.record import replace

from .registry import DungeonCase, DungeonEffect, effects
from .spells import target_options

CARD_PHASE = Text("Effect of a card")


def push_choice(s: BossMonster, key: str, seat: int) -> BossMonster:
    """Push the choice of an effect's target, if there is any target."""
    found = effects.use["chosen"][key].find_targets(s, Declared(0, seat, key))
    return then(s, at(choose, key, seat)) if found else s


def ask_target(s: BossMonster, source: DungeonEffect, case: DungeonCase) -> BossMonster:
    """Handle a moment by asking for a target of the effect."""
    return push_choice(s, source.key, source.seat)


def choose_prompt(s: BossMonster, key: str, seat: int) -> Prompt:
    """Ask for the target of a card's effect."""
    power, use = effects.use["chosen"][key], Declared(0, seat, key)
    found = target_options(s, use, power.find_targets(s, use))
    pick = Choice(
        Text("{what}", what=Text("The target")),
        Template(Aimed(0), (Pick("target", found),)),
        role="default",
        seat=seat,
    )
    no = Choice(Text("Nothing"), Template(Skipped()), seat=seat, kind="decline")
    title = Text("{card}: {question}", card=card_name(key), question=power.question)
    choices = (*((pick,) if found else ()), *((no,) if power.is_optional or not found else ()))
    about = (Subject(seat, key, card_name(key)),) if power.is_optional else ()
    stake = Text("{text}", text=card_texts()[key].effect)
    return Prompt((seat,), title, "BM-24", choices, stake, phase=CARD_PHASE, about=about)


@asks("BM-24", "BM-65", prompt=choose_prompt)
def choose(s: BossMonster, event: Event, key: str, seat: int) -> BossMonster:
    """Apply the effect to the chosen target."""
    if not isinstance(event, Aimed):
        return s
    return effects.use["chosen"][key].effect(s, Declared(0, seat, key, target=event.target))


# --- swapping two rooms ------------------------------------------------------------------------------------------


def swap_rooms_prompt(s: BossMonster, seat: int) -> Prompt:
    """Ask which two rooms of one dungeon swap places."""
    dungeons = tuple(choice for owner in s.seats_in_game for choice in _pairs(s, seat, owner))
    no = Choice(Text("Nothing"), Template(Skipped()), seat=seat)
    title = Text("{who} may swap two rooms of one dungeon", who=s.seats[seat])
    return Prompt((seat,), title, "BM-43", (*dungeons, no), phase=CARD_PHASE)


def _pairs(s: BossMonster, seat: int, owner: int) -> tuple[Choice, ...]:
    rooms = tuple(Option(pile[0].id, distinct_room_name(s, pile[0].id)) for pile in s.keeps[owner].piles)
    if len(rooms) < 2:
        return ()
    holes = (
        Pick("room", rooms, Text("room"), is_ordered=True),
        Pick("other", rooms[::-1], Text("with"), is_ordered=True),
    )
    label = Text("In the dungeon of {who}", who=s.seats[owner])
    first = Swapped(rooms[0].value, rooms[-1].value)  # a different template for each dungeon
    return (Choice(label, Template(first, holes), role="default", seat=seat),)


@asks("BM-43", prompt=swap_rooms_prompt)
def swap_rooms(s: BossMonster, event: Event, seat: int) -> BossMonster:
    """Swap two rooms, each with the rooms beneath it."""
    return swap_piles(s, event.room, event.other) if isinstance(event, Swapped) else s


# --- fetching a hero ---------------------------------------------------------------------------------------------


def fetch_prompt(s: BossMonster, seat: int) -> Prompt:
    """Ask which hero of the town or of the decks comes to the entrance; one must."""
    town = tuple(Option(hero.id, hero_name(hero)) for hero in s.town)
    of_town = Choice(
        Text("From town: {what}", what=Text("a hero")),
        Template(Aimed(0), (Pick("target", town),)),
        role="default",
        seat=seat,
    )
    normal, epic = (hero_choices(s, kind) if left else () for kind, left in ((False, s.normal), (True, s.epic)))
    decks = tuple(
        replace(choice, role="option", seat=seat, label=label)
        for choices, label in ((normal, Text("From the normal deck")), (epic, Text("From the epic deck")))
        for choice in (choices[-1:] if s.has_virtual_cards else choices[:1])
    )
    no = Choice(Text("Nobody"), Template(Skipped()), seat=seat)
    title = Text("{who} fetches a hero to the entrance: who?", who=s.seats[seat])
    found = (*((of_town,) if town else ()), *decks)
    return Prompt((seat,), title, "BM-50", found or (no,), phase=CARD_PHASE)


@asks("BM-50", prompt=fetch_prompt)
def fetch(s: BossMonster, event: Event, seat: int) -> BossMonster:
    """Move the hero to the entrance; a deck that was searched is shuffled."""
    if isinstance(event, Aimed):
        return move_hero(s, event.target, seat)
    if not isinstance(event, Arrived | NamedHero):
        return s
    card = hero_of_event(s, event)
    s, id = allocate_id(remove_from_hero_deck(s, card))
    return note_shuffled(note_at_entrance(add_hero(s, Hero(id, card), seat), Hero(id, card), seat, "BM-50"), seat)


def note_at_entrance(s: BossMonster, hero: Hero, seat: int, rule: str, *, rises: bool = False) -> BossMonster:
    """Log that a hero goes to an entrance, or ``rises`` there, and who puts the card there."""
    values: dict[str, Displayable] = {"hero": hero_name(hero), "who": s.seats[seat]}
    text = Text("{hero} goes to the entrance of {who}", **values)
    if rises:
        text = Text("{hero} rises at the entrance of {who}", **values)
    task = card_task(s, Text("put {hero} at your entrance", hero=values["hero"]))
    return note(s, rule, text, subject=hero_subject(hero), seat=seat, task=task)


@carries("BM-50")
def note_shuffled(s: BossMonster, seat: int) -> BossMonster:
    """Log that whoever has searched a deck shuffles it."""
    task = card_task(s, Text("shuffle the deck"))
    return note(s, "BM-50", Text("{who} shuffles the deck", who=s.seats[seat]), seat=seat, task=task)


def move_hero(s: BossMonster, id: int, seat: int, extra_health: int = 0) -> BossMonster:
    """Move a hero to the entrance of a seat, or to town (−1).

    ``extra_health`` is added to his health beyond the printed value.
    """
    found = s.hero(id)
    if found is None:
        return s
    hero = replace(found[1], mazes=(), more=found[1].more + extra_health)
    s = add_hero(remove_hero(s, id), hero, seat)
    if seat >= 0:
        return note_at_entrance(s, hero, seat, "BM-28")
    text, task = (
        Text("{hero} goes back to town", hero=hero_name(hero)),
        Text("put {hero} in town", hero=hero_name(hero)),
    )
    owner = found[0] if found[0] >= 0 else None
    return note(s, "BM-29", text, kind="moved", subject=hero_subject(hero), seat=owner, task=card_task(s, task))


# --- fetching a room ---------------------------------------------------------------------------------------------


def search_prompt(s: BossMonster, seat: int, kind: str) -> Prompt:
    """Ask which advanced room of a kind is fetched.

    The player who searches sees what the deck still holds.
    """
    found = {card for card in (*undrawn_cards(s, ROOM), *discards_of_kind(s, ROOM)) if _sought(card, kind)}
    does = Template(Searched(seat), (Cards("cards", card_faces(found), 0, 1, "hand"),))
    usual = Choice(Text("{who} searches", who=s.seats[seat]), does, role="default", seat=seat)
    none = Choice(Text("No room"), Template(Skipped()), seat=seat)
    title = Text("{who} searches the rooms: which is fetched?", who=s.seats[seat])
    return Prompt((seat,), title, "BM-50", (usual, none), phase=CARD_PHASE)


def _sought(card: str, kind: str) -> bool:
    return room_cards()[card].advanced and room_cards()[card].kind == kind


@asks("BM-50", prompt=search_prompt)
def search(s: BossMonster, event: Event, seat: int, kind: str) -> BossMonster:
    """Put the room that was found into the hand; the deck has no order to shuffle."""
    for card in card_keys(event.cards) if isinstance(event, Searched) else ():
        lying = card in s.discards and card not in undrawn_cards(s, ROOM)
        s = add_to_hand(replace(s, discards=without_cards(s.discards, (card,))) if lying else s, seat, (card,))
        s = then(s, at(one_more, seat, kind))
    return s
