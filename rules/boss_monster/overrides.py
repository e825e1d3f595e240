"""Manual adjustments, jumps to another step, and remarks of Boss Monster.

They are always available, and marked as such in the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from rules.boss_monster.effects.choices import move_hero
from rules.boss_monster.effects.spells import declare, declare_choices, play_spell, target_name
from rules.boss_monster.hidden.hands import discard_aside
from rules.boss_monster.model.card_catalogue import (
    CLASS_ICONS,
    CLASSES,
    COUNTED_TREASURES,
    MAX_UNNAMED_DAMAGE,
    RoomCard,
    possible_treasures,
    room_cards,
    treasure_name,
)
from rules.boss_monster.model.decks import (
    ROOM,
    SPELL,
    add_to_discards,
    add_to_hand,
    card_faces,
    card_keys,
    count_undrawn,
    discards_of_kind,
    hand_cards,
    refill_deck,
    remove_from_hand,
    shuffle_discards,
    undrawn_cards,
)
from rules.boss_monster.model.dungeon import has_free_end, lay_room, lure, remove_room
from rules.boss_monster.model.events import (
    MANUAL_EVENTS,
    Activated,
    Broke,
    CardsReturned,
    Cast,
    Dropped,
    Fell,
    Played,
    RanOut,
    RoomAdded,
    RoomDescribed,
    Sent,
    Took,
    Turned,
)
from rules.boss_monster.model.state import (
    GONE,
    HERO_DECK,
    NUMBER_NAMES,
    SOULS_TO_WIN,
    TOWN,
    UNKNOWN_ROOM,
    WOUNDS_TO_LOSE,
    BossMonster,
    Declared,
    Hero,
    Keep,
    Room,
    Scored,
    add_hero,
    hero_name,
    note_score_changes,
    remove_hero,
    room_name,
    set_hero,
    set_keep,
    set_room,
)
from rules.boss_monster.phases.adventure import adventure
from rules.boss_monster.phases.bait import bait
from rules.boss_monster.phases.build import build, reveal
from rules.boss_monster.phases.end_of_turn import end_turn
from rules.boss_monster.phases.scoring import remove_from_score
from rules.boss_monster.phases.turn import TURN_STEPS
from rules.engine import (
    Cards,
    Choice,
    Event,
    Option,
    Pick,
    Template,
    Text,
    TrackerGroup,
    TrackerKind,
    TurnPosition,
    at,
    carries,
    note,
    steps_from,
)
from rules.engine.overrides import TrackerEntry
from rules.engine.record import replace

from .describe import describe_manual
from .facts import REVEALING_STEPS, into_hero_deck, note_changes, realigned, room_options, without_steps

DECK_NUMBERS: tuple[TrackerKind[BossMonster, Any], ...] = (
    TrackerKind("normal", "deck", counted=Text("{n} normal hero in the deck", "{n} normal heroes in the deck", n=0)),
    TrackerKind("epic", "deck", counted=Text("{n} epic hero in the deck", "{n} epic heroes in the deck", n=0)),
)
REMARK_EVENTS: tuple[type[Event], ...] = (Cast, Played, Activated, RanOut, *MANUAL_EVENTS)
TRACKERS: tuple[TrackerGroup[BossMonster, Any], ...] = (
    TrackerGroup[BossMonster, Keep](
        "seat",
        NUMBER_NAMES,
        (
            TrackerKind(
                "souls",
                "soul",
                lambda s, it: SOULS_TO_WIN,
                write=lambda s, it, n: _beyond_score(it, n),
                counted=Text("{n} soul", "{n} souls", n=0),
            ),
            TrackerKind(
                "wounds",
                "wounds",
                lambda s, it: WOUNDS_TO_LOSE,
                worth=-1,
                write=lambda s, it, n: _beyond_score(it, n),
                counted=Text("{n} wound", "{n} wounds", n=0),
            ),
            *(
                TrackerKind[BossMonster, Keep](
                    name,
                    CLASS_ICONS[name],
                    read=lambda s, it: lure(s, it.number, it.kind.name),
                    write=lambda s, it, n: _beyond_treasure(it, n - it.value(s)),
                    counted=COUNTED_TREASURES[name],
                )
                for name in CLASSES
            ),
        ),
        lambda s: ((seat, seat, keep) for seat, keep in enumerate(s.keeps)),
        set_keep,
    ),
    TrackerGroup[BossMonster, Hero](
        "hero",
        NUMBER_NAMES,
        (
            TrackerKind("taken", "attack", lambda s, it: it.record.health, worth=-1, counted=Text("{n} damage", n=0)),
            TrackerKind(
                "health",
                "life",
                write=lambda s, it, n: {"more": n - it.record.card.health},
                counted=Text("{n} health", n=0),
            ),
        ),
        lambda s: ((None, hero.id, hero) for _, hero in s.heroes()),
        set_hero,
        lambda s, it: hero_name(it.record),
    ),
    TrackerGroup[BossMonster, Room](
        "room",
        NUMBER_NAMES,
        (
            TrackerKind(
                "damage",
                "attack",
                read=lambda s, it: max(0, it.record.card.damage + it.record.bonus),
                write=lambda s, it, n: {"bonus": n - it.record.card.damage},
                counted=Text("{n} damage", n=0),
            ),
        ),
        lambda s: ((None, room.id, room) for _, _, room in s.rooms() if not room.down),
        set_room,
        lambda s, it: room_name(it.record),
    ),
    TrackerGroup("heroes", NUMBER_NAMES, DECK_NUMBERS),
)
"""Every number that may be set by hand (X-06); a room's damage without the effects of other rooms."""
POSITIONS = (
    TurnPosition("BM-20", Text("Start of the turn"), TURN_STEPS),
    TurnPosition("BM-21", Text("Build phase"), steps_from(TURN_STEPS, build)),
    TurnPosition("BM-24", Text("Rooms are revealed"), (at(reveal), *steps_from(TURN_STEPS, bait))),
    TurnPosition("BM-26", Text("Bait phase"), steps_from(TURN_STEPS, bait)),
    TurnPosition("BM-30", Text("Adventure phase"), steps_from(TURN_STEPS, adventure)),
    TurnPosition("BM-35", Text("End of the turn"), steps_from(TURN_STEPS, end_turn)),
)

# --- numbers and jumps -------------------------------------------------------------------------------------------


def _beyond_score(it: TrackerEntry[BossMonster, Keep], n: int) -> dict[str, Any]:
    """The souls or wounds that a player has beyond the heroes in the score area."""
    name, keep = it.kind.name, it.record
    return {f"{name}_more": n - getattr(keep, name) + getattr(keep, f"{name}_more")}


def _beyond_treasure(it: TrackerEntry[BossMonster, Keep], by: int) -> dict[str, Any]:
    """The treasure of a class that a dungeon has beyond its rooms'."""
    pairs = zip(CLASSES, it.record.lure_more, strict=True)
    return {"lure_more": tuple(more + by if name == it.kind.name else more for name, more in pairs)}


def clear_table(s: BossMonster, position: TurnPosition) -> BossMonster:
    """Discard what was declared after a jump to a step; a walking hero returns to the entrance."""
    s = add_to_discards(discard_aside(s), *(d.key for d in s.declared if not d.room))
    return replace(s, turn=max(1, s.turn), walk=None, declared=())


# --- cards -------------------------------------------------------------------------------------------------------


def remarks(s: BossMonster) -> tuple[Choice, ...]:
    """Choices available beside the prompt: spells, abilities, and manual card moves."""
    return (
        *declare_choices(s),
        *(choice for seat, _, room in s.rooms() for choice in _of_room(s, seat, room)),
        *(choice for _, hero in s.heroes() for choice in _of_hero(s, hero)),
        *(choice for seat in s.seats_in_game for choice in _of_player(s, seat)),
        *(_of_hands(s) if s.has_virtual_cards else _of_decks()),
    )


def _of_decks() -> Iterator[Choice]:
    yield Choice(Text("The room deck has run out"), Template(RanOut("rooms")))
    yield Choice(Text("The spell deck has run out"), Template(RanOut("spells")))


def _of_hands(s: BossMonster) -> Iterator[Choice]:
    """Manual draws, discards, returns and reshuffles of virtual cards."""
    decks = {
        kind: Cards("cards", card_faces(undrawn_cards(s, kind)), 1, 1, "deck")
        for kind in (ROOM, SPELL)
        if count_undrawn(s, kind)
    }
    labels = {ROOM: Text("Draws a room"), SPELL: Text("Draws a spell")}
    if discards_of_kind(s, ROOM):
        yield Choice(Text("Shuffle the discarded rooms"), Template(RanOut("rooms")))
    if discards_of_kind(s, SPELL):
        yield Choice(Text("Shuffle the discarded spells"), Template(RanOut("spells")))
    for seat in s.seats_in_game:
        for kind, deck in decks.items():
            yield Choice(labels[kind], Template(Took(seat, kind), (deck,)), seat=seat)
        cards = hand_cards(s, seat)
        if cards:
            hole = Cards("cards", card_faces(cards), 1, len(cards), "hand")
            yield Choice(Text("Discards cards"), Template(Dropped(seat), (hole,)), seat=seat)
            yield Choice(Text("Cards go back into the deck"), Template(CardsReturned(seat), (hole,)), seat=seat)


def _of_room(s: BossMonster, seat: int, room: Room) -> Iterator[Choice]:
    yield Choice(Text("It is destroyed"), Template(Broke(room.id)))
    if not room.down:
        label = Text("It is straightened") if room.exhausted else Text("It is exhausted")
        yield Choice(label, Template(Turned(room.id)))
    if not s.has_virtual_cards:
        card = room.card
        damage = min(card.damage, MAX_UNNAMED_DAMAGE)
        shown = RoomDescribed(room.id, card.treasure, damage, card.kind, card.advanced)
        yield Choice(Text("What it shows"), Template(shown, _looks()))
    yield from _adding(s, seat, room.id, Text("A room lies on it"))


@cache
def _looks() -> tuple[Pick, ...]:
    kinds = {"": Text("neither"), "monster": Text("monster"), "trap": Text("trap")}
    return (
        Pick("treasure", tuple(Option(t, treasure_name(t)) for t in possible_treasures()), Text("treasure")),
        Pick("damage", tuple(Option(n, n) for n in range(MAX_UNNAMED_DAMAGE + 1)), Text("damage")),
        Pick("kind", tuple(Option(key, label) for key, label in kinds.items()), Text("monster or trap")),
        Pick("advanced", (Option(False, Text("normal")), Option(True, Text("advanced"))), Text("normal or advanced")),
    )


def _adding(s: BossMonster, seat: int, base: int, label: Text) -> Iterator[Choice]:
    if s.has_virtual_cards:
        cards = hand_cards(s, seat, ROOM)
        hole = Cards("cards", card_faces(cards), 1, 1, "hand")
        yield from [Choice(label, Template(RoomAdded(seat, base), (hole,)), seat=seat)] if cards else []
        return
    down = (Option("", Text("a face-down room")),) if s.phase == "build" else ()
    yield Choice(label, Template(RoomAdded(seat, base), (Pick("room", (*down, *room_options())),)), seat=seat)


def _of_player(s: BossMonster, seat: int) -> Iterator[Choice]:
    """Manual moves at the entrance and of scored heroes, who have no sheet of their own."""
    if has_free_end(s, seat):
        yield from _adding(s, seat, 0, Text("A room lies at the entrance"))
    lying = (Option(x.hero.id, target_name(s, Declared(0, seat, ""), x.hero.id)) for x in s.keeps[seat].score)
    hero, none = Pick("item", tuple(lying), Text("hero")), -1 - seat  # a different template for each player
    if hero.options:
        sent = Template(Sent(none, TOWN), (hero, Pick("seat", _places(s), Text("where to"))))
        yield Choice(Text("A scored hero goes to"), sent, seat=seat)


def _places(s: BossMonster) -> tuple[Option, ...]:
    """Places to which a hero is moved by hand."""
    away = (Option(HERO_DECK, Text("Back into his deck")), Option(GONE, Text("He leaves the game")))
    return (Option(TOWN, Text("town")), *(Option(seat, s.seats[seat]) for seat in s.seats_in_game), *away)


def _of_hero(s: BossMonster, hero: Hero) -> Iterator[Choice]:
    seats = tuple(Option(seat, s.seats[seat]) for seat in s.seats_in_game)
    yield Choice(Text("He goes to…"), Template(Sent(hero.id, 0), (Pick("seat", _places(s)),)))
    yield Choice(Text("He is dead: a soul for…"), Template(Fell(hero.id, 0, False), (Pick("seat", seats),)))
    yield Choice(Text("He survived: a wound for…"), Template(Fell(hero.id, 0, True), (Pick("seat", seats),)))


def remark(s: BossMonster, event: Event) -> BossMonster:
    """Apply a remark: declare it, or move a card without triggering anything.

    Raises ``TypeError`` for any other event.
    """
    match event:
        case Cast() | Activated():
            return declare(s, event)
        case Played():
            return play_spell(s, event)
        case Took(seat, kind, cards):
            return refill_deck(add_to_hand(s, seat, card_keys(cards)), kind)
        case Dropped(seat, cards):
            return add_to_discards(remove_from_hand(s, seat, card_keys(cards)), *card_keys(cards))
        case CardsReturned(seat, cards):
            return remove_from_hand(_noted(s, event), seat, card_keys(cards))
        case RoomAdded() | RoomDescribed() | Broke() | Turned():
            return _with_room(s, event)
        case Sent(id, seat):
            return _sent(s, event, id, seat)
        case Fell(id, seat, wounds):
            return _fallen(s, id, seat, wounds)
        case RanOut(deck):
            return reshuffle_discards(s, deck)
    raise TypeError(event)


def _noted(s: BossMonster, event: Event) -> BossMonster:
    return note(s, "X-06", describe_manual(s, event))


def _with_room(s: BossMonster, event: Event) -> BossMonster:
    match event:
        case RoomAdded(seat, base, key, cards):
            keys = (*card_keys(cards), *((key,) if key else ()))
            s = remove_from_hand(_noted(s, event), seat, card_keys(cards))
            return realigned(lay_room(s, seat, base, room_cards()[keys[0]] if keys else UNKNOWN_ROOM, not keys)[0])
        case RoomDescribed(id, treasure, damage, kind, advanced):
            card = RoomCard("", treasure, damage, kind, advanced)
            return without_steps(set_room(_noted(s, event), id, card=card, down=False, used=False), REVEALING_STEPS, id)
    id = getattr(event, "item", 0)
    found = s.room(id)
    if found is None:
        return s
    seat, _, room = found
    if isinstance(event, Turned):
        return set_room(s, id, exhausted=not room.exhausted)
    text = Text("{room} of {who} is destroyed", room=room_name(room), who=s.seats[seat])
    s = without_steps(add_to_discards(remove_room(s, id), room.card.key), REVEALING_STEPS, id)
    return note(s, "X-06", text)


def _sent(s: BossMonster, event: Event, id: int, seat: int) -> BossMonster:
    """Move a hero by hand, as ``move_hero`` does where he stays at the table."""
    standing, scored = s.hero(id), s.scored_hero(id)
    hero = standing[1] if standing else scored[1].hero if scored else None
    if hero is None or (standing and seat >= TOWN):
        return move_hero(s, id, seat)
    before, s = s, remove_from_score(remove_hero(_noted(s, event), id), id)
    s = into_hero_deck(s, hero) if seat == HERO_DECK else s if seat == GONE else add_hero(s, hero, seat)
    return note_changes(before, s)


def _fallen(s: BossMonster, id: int, seat: int, wounds: bool) -> BossMonster:
    found = s.hero(id)
    if found is None:
        return s
    hero = replace(found[1], taken=0, more=0, mazes=())
    before, s = s, remove_from_score(remove_hero(s, id), id)
    s = set_keep(s, seat, score=(*s.keeps[seat].score, Scored(hero, wounds)))
    s = note(s, "X-06", Text("By hand: {hero} lies with {who}", hero=hero_name(hero), who=s.seats[seat]))
    return note_score_changes(before, s)


@carries("BM-41")
def reshuffle_discards(s: BossMonster, deck: str) -> BossMonster:
    """Reshuffle the discards of a kind into its deck at once (BM-A20)."""
    if s.has_virtual_cards:
        return shuffle_discards(s, ROOM if deck == "rooms" else SPELL, "X-06")
    text = Text("Shuffle the discarded spells: they are the deck")
    if deck == "rooms":
        text = Text("Shuffle the discarded rooms: they are the deck")
    if s.ruling("BM-A20") == "both":
        text = Text("Shuffle all discards, rooms and spells apart: both are decks again")
    return note(s, "BM-41", text, switch="BM-A20", task=text)
