"""Choices to correct what lies on the table: rooms, heroes, scores, facts and cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.boss_monster.effects.spells import target_name
from rules.boss_monster.model.card_catalogue import (
    MAX_UNNAMED_DAMAGE,
    boss_cards,
    card_name,
    card_texts,
    hero_card_name,
    hero_deck,
    hero_kind_key,
    hero_kind_name,
    hero_kinds,
    possible_treasures,
    room_card_name,
    room_cards,
    treasure_name,
)
from rules.boss_monster.model.correction_events import (
    BossReplaced,
    CardRegained,
    CardsReturned,
    DeclarationRemoved,
    Fact,
    FactChanged,
    HeroAdded,
    HeroOrdered,
    HeroRemoved,
    HeroReplaced,
    HeroReturned,
    HeroWalked,
    RoomAdded,
    RoomDescribed,
    RoomHidden,
    RoomMarked,
    RoomMoved,
    RoomReplaced,
    RoomReturned,
    ScoreTurned,
)
from rules.boss_monster.model.decks import (
    ROOM,
    card_faces,
    hand_cards,
)
from rules.boss_monster.model.dungeon import has_free_end
from rules.boss_monster.model.events import Sent
from rules.boss_monster.model.state import (
    TOWN,
    BossMonster,
    Declared,
    Hero,
    Room,
    distinct_room_name,
)
from rules.engine import Cards, Choice, Option, Pick, Template, Text

from .correction_texts import FACT_TEXTS, fact_of


def room_corrections(s: BossMonster, seat: int, pile: int, room: Room) -> Iterator[Choice]:
    """Corrections of a visible room."""
    if room.card.key and card_texts()[room.card.key].is_once_per_turn:
        label = Text("It may be used again") if room.used else Text("It has been used")
        yield Choice(label, Template(RoomMarked(room.id)))
    if not s.has_virtual_cards:
        yield Choice(Text("It is another room"), Template(RoomReplaced(room.id, ""), (Pick("room", _room_options()),)))
        yield Choice(Text("What it shows"), Template(_described(room), _looks()))
    else:
        yield Choice(Text("Back to the hand"), Template(RoomReturned(room.id)))
    if s.phase == "build" and not room.down:
        yield Choice(Text("It lies face down"), Template(RoomHidden(room.id)))
    count = len(s.keeps[seat].piles)
    if count > 1:
        places = tuple(Option(k, Text("Room {n} of {most}", n=k + 1, most=count)) for k in range(count) if k != pile)
        hole = Pick("pile", places, is_ordered=True)
        yield Choice(Text("Another place in its dungeon"), Template(RoomMoved(room.id, 0), (hole,)))
    yield from _adding(s, seat, room.id, Text("A room lies on it"))


def _described(room: Room) -> RoomDescribed:
    card = room.card
    return RoomDescribed(room.id, card.treasure, min(card.damage, MAX_UNNAMED_DAMAGE), card.kind, card.advanced)


@cache
def _looks() -> tuple[Pick, ...]:
    """Holes for what a room without a name shows."""
    kinds = {"": Text("neither"), "monster": Text("monster"), "trap": Text("trap")}
    return (
        Pick("treasure", tuple(Option(t, treasure_name(t)) for t in possible_treasures()), Text("treasure")),
        Pick("damage", tuple(Option(n, n) for n in range(MAX_UNNAMED_DAMAGE + 1)), Text("damage")),
        Pick("kind", tuple(Option(key, label) for key, label in kinds.items()), Text("monster or trap")),
        Pick("advanced", (Option(False, Text("normal")), Option(True, Text("advanced"))), Text("normal or advanced")),
    )


@cache
def _room_options() -> tuple[Option, ...]:
    return tuple(Option(key, room_card_name(card)) for key, card in room_cards().items())


def _adding(s: BossMonster, seat: int, base: int, label: Text) -> Iterator[Choice]:
    """Choice of a room that lies there: any, or with virtual cards one of the hand."""
    if s.has_virtual_cards:
        cards = hand_cards(s, seat, ROOM)
        hole = Cards("cards", card_faces(cards), 1, 1, "hand")
        yield from [Choice(label, Template(RoomAdded(seat, base), (hole,)), seat=seat)] if cards else []
        return
    down = (Option("", Text("a face-down room")),) if s.phase == "build" else ()
    yield Choice(label, Template(RoomAdded(seat, base), (Pick("room", (*down, *_room_options())),)), seat=seat)


def hero_corrections(s: BossMonster, seat: int, hero: Hero) -> Iterator[Choice]:
    """Corrections of a hero in town or in a dungeon."""
    options = hero_options(s)
    if options:
        yield Choice(Text("He is another hero"), Template(HeroReplaced(hero.id, ""), (Pick("hero", options),)))
    beside = s.town if seat == TOWN else s.keeps[seat].entrance
    if len(beside) > 1:
        rows = tuple(Option(k, Text("Place {n}", n=k + 1)) for k, other in enumerate(beside) if other.id != hero.id)
        hole = Pick("row", rows, is_ordered=True)
        yield Choice(Text("Another place in the row"), Template(HeroOrdered(hero.id, 0), (hole,)))
    if s.walk is not None and s.walk.hero == hero.id:
        piles = s.keeps[seat].piles
        rooms = (Option(k, distinct_room_name(s, pile[0].id)) for k, pile in enumerate(piles))
        hole = Pick("pile", (Option(-1, Text("the entrance")), *rooms), is_ordered=True)
        yield Choice(Text("He stands in…"), Template(HeroWalked(hero.id, -1), (hole,)))
    yield Choice(Text("Back into his deck"), Template(HeroReturned(hero.id)))
    yield Choice(Text("He leaves the game"), Template(HeroRemoved(hero.id)))


def hero_options(s: BossMonster) -> tuple[Option, ...]:
    """Heroes of the decks, by class and health and by name; if virtual, those still to come."""
    return _hero_options(len(s.seats), s.is_hard_mode, frozenset(s.met), s.has_virtual_cards)


@cache
def _hero_options(players: int, hard: bool, met: frozenset[str], virtual: bool) -> tuple[Option, ...]:
    kinds = [kind for epic in (False, True) for kind in hero_kinds(players, epic, hard)]
    named = {key: card for epic in (False, True) for key, card in hero_deck(players, epic, hard).items()}
    names = (Option(key, hero_card_name(c), hero_kind_name(c)) for key, c in named.items() if key not in met)
    return (*(() if virtual else (Option(hero_kind_key(kind), hero_kind_name(kind)) for kind in kinds)), *names)


def table_corrections(s: BossMonster) -> Iterator[Choice]:
    """Corrections that belong to no player: heroes in town, declared cards, Kobold Strike."""
    yield from _adding_hero(s, TOWN, Text("A hero is in town"))
    if s.phase == "build":
        yield _fact_choice(s, TOWN, "no_building")
    for d in s.declared:
        label = Text("{card} ({who}) was not played", card=card_name(d.key), who=s.seats[d.seat])
        yield Choice(label, Template(DeclarationRemoved(d.id)))


def _adding_hero(s: BossMonster, seat: int, label: Text) -> Iterator[Choice]:
    options, owner = hero_options(s), None if seat == TOWN else seat
    if options:
        yield Choice(label, Template(HeroAdded(seat, ""), (Pick("hero", options),)), seat=owner)


def player_corrections(s: BossMonster, seat: int) -> Iterator[Choice]:
    """Corrections of a player: boss, facts, dungeon, entrance, score area, virtual hand."""
    keep = s.keeps[seat]
    yield from _boss_corrections(s, seat)
    if keep.out:
        return
    if has_free_end(s, seat):
        yield from _adding(s, seat, 0, Text("A room lies at the entrance"))
    yield from _adding_hero(s, seat, Text("A hero is at the entrance"))
    yield from _score_corrections(s, seat)
    if s.has_virtual_cards:
        yield from _hand_corrections(s, seat)


def _boss_corrections(s: BossMonster, seat: int) -> Iterator[Choice]:
    keep = s.keeps[seat]
    facts: tuple[Fact, ...] = ("levelled", "doubled", "shut")
    if s.ruling("machinations", "off") == "on":
        facts = (*facts, "soul")
    if keep.out or len(s.seats_in_game) > 1:
        facts = (*facts, "out")
    yield from (_fact_choice(s, seat, fact) for fact in (("out",) if keep.out else facts))
    free = tuple(Option(key, card_name(key)) for key in boss_cards() if key not in {k.boss for k in s.keeps})
    if keep.boss and not keep.out:
        yield Choice(Text("Another boss"), Template(BossReplaced(seat, ""), (Pick("boss", free),)), seat=seat)


def _fact_choice(s: BossMonster, seat: int, fact: Fact) -> Choice:
    label = FACT_TEXTS[fact][fact_of(s, seat, fact)]
    return Choice(label, Template(FactChanged(seat, fact)), seat=None if seat == TOWN else seat)


def _score_corrections(s: BossMonster, seat: int) -> Iterator[Choice]:
    """Corrections of the heroes in a score area, who have no sheet of their own."""
    nobody = Declared(0, seat, "")
    lying = tuple(Option(x.hero.id, target_name(s, nobody, x.hero.id)) for x in s.keeps[seat].score)
    if not lying:
        return
    hero, none = Pick("item", lying, Text("hero")), -1 - seat  # a different template for each player
    places = (Option(TOWN, Text("town")), *(Option(other, s.seats[other]) for other in s.seats_in_game))
    yield Choice(Text("A scored hero is turned over"), Template(ScoreTurned(none), (hero,)), seat=seat)
    back = Template(Sent(none, TOWN), (hero, Pick("seat", places, Text("where to"))))
    yield Choice(Text("A scored hero goes to"), back, seat=seat)
    yield Choice(Text("A scored hero leaves the game"), Template(HeroRemoved(none), (hero,)), seat=seat)


def _hand_corrections(s: BossMonster, seat: int) -> Iterator[Choice]:
    cards = s.keeps[seat].hand
    if cards:
        hole = Cards("cards", card_faces(cards), 1, len(cards), "hand")
        yield Choice(Text("Cards go back into the deck"), Template(CardsReturned(seat), (hole,)), seat=seat)
    lying = tuple(Option(card, card_name(card)) for card in sorted(set(s.discards)))
    if lying:
        does = Template(CardRegained(seat, ""), (Pick("card", lying),))
        yield Choice(Text("Takes a discarded card"), does, seat=seat)
