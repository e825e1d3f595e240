"""Facts and moves by hand: everything that lies on the table can be put right (X-06)."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from rules.boss_monster.hidden.secrecy import conceal, redact
from rules.boss_monster.model.card_catalogue import hero_deck
from rules.boss_monster.model.decks import count_undrawn
from rules.boss_monster.model.events import (
    Activated,
    Aimed,
    Broke,
    CardsReturned,
    Cast,
    Fell,
    Placed,
    RanOut,
    RoomAdded,
    RoomDescribed,
    Sent,
    Skipped,
    Turned,
    Walked,
)
from rules.boss_monster.model.state import GONE, HERO_DECK, TOWN, set_keep, xp_order
from rules.engine import Adjusted, Event, FactSet, Refused, WentTo, apply_unchecked, examples
from tests.support.games.boss_monster import BossMonsterTable, handed, plain, seated, table

rule = pytest.mark.rule
NO_SUCH_FACT = "X-06"


def other(key: str) -> FactSet:
    """What turns a fact on or off, or over."""
    return FactSet(key, "other")


def values(t: BossMonsterTable, key: str) -> list[Any]:
    """The values that a fact may be given; empty for one that is not on the table."""
    found = (fact for fact in t.game.facts(t.s) if fact.key == key)
    return [event.value for fact in found for event in examples(fact.template)]


def laid() -> BossMonsterTable:
    """A table in the build phase: rooms 1 and 2, heroes 3 and 4 in town and 5 at Ana's entrance, 6 and 7 scored."""
    t = table(3, machinations="on").dungeon(0, "dark_altar", "witchs_kitchen")
    return t.hero(TOWN).hero(TOWN, "m", 6).hero(0, "f", 8).scored(0, souls=1, wounds=1).at_phase("build")


def rooms(t: BossMonsterTable) -> list[str]:
    return t.keys(0)


def in_town(t: BossMonsterTable) -> list[str]:
    return t.standing_in(TOWN)


def points(t: BossMonsterTable) -> tuple[int, int]:
    return t.points[0]


def deck(t: BossMonsterTable) -> int:
    return t.numbers["heroes.normal"] - laid().numbers["heroes.normal"]


def flag(name: str) -> Callable[[BossMonsterTable], bool]:
    return lambda t: bool(getattr(t.s.keeps[0], name))


SET: list[tuple[Event, Callable[[BossMonsterTable], Any], Any]] = [
    (RoomAdded(0, 0, "mimic_vault"), rooms, ["mimic_vault", "dark_altar", "witchs_kitchen"]),
    (RoomAdded(0, 1, "dracolich_lair"), rooms, ["dracolich_lair", "witchs_kitchen"]),
    (FactSet("room.2.card", "haunted_library"), rooms, ["dark_altar", "haunted_library"]),
    (FactSet("room.2.card", ""), lambda t: t.s.room(2)[2].down, True),
    (FactSet("room.2.place", 0), rooms, ["witchs_kitchen", "dark_altar"]),
    (RoomDescribed(1, "ct", 4, "trap", True), lambda t: t.s.room(1)[2].card.treasure, "ct"),
    (other("room.2.used"), lambda t: t.s.room(2)[2].used, True),
    (FactSet("seat.-1.hero", "t.4"), in_town, ["c.4", "m.6", "t.4"]),
    (FactSet("seat.-1.hero", "t.4"), deck, -1),
    (FactSet("seat.1.hero", "c.6"), lambda t: t.standing_in(1), ["c.6"]),
    (FactSet("hero.3.card", "f.8"), in_town, ["f.8", "m.6"]),
    (FactSet("hero.3.card", "f.8"), deck, 0),
    (FactSet("hero.3.card", "c.11"), lambda t: t.s.town[0].worth, 2),
    (FactSet("hero.4.place", 0), in_town, ["m.6", "c.4"]),
    (Sent(3, GONE), in_town, ["m.6"]),
    (Sent(3, GONE), deck, 0),
    (Sent(3, HERO_DECK), deck, 1),
    (other("scored.6.side"), points, (0, 2)),
    (other("scored.7.side"), points, (2, 0)),
    (Sent(7, GONE), points, (1, 0)),
    (Sent(6, 1), lambda t: (points(t), t.standing_in(1)), ((0, 1), ["c.4"])),
    (FactSet("seat.0.boss", "draculord"), lambda t: xp_order(t.s)[0], 0),
    (other("seat.-1.no_building"), lambda t: t.s.no_building, True),
    *((other(f"seat.0.{name}"), flag(name), True) for name in ("levelled", "doubled", "shut", "soul", "out")),
    (other("seat.0.out"), lambda t: (t.s.seats_in_game, t.view.players[0].dead), ((1, 2), True)),
]


@rule("X-06", "BM-04", "BM-28")
@pytest.mark.parametrize(("event", "read", "expected"), SET)
def test_what_lies_on_the_table_is_put_right(event: Event, read: Any, expected: Any) -> None:
    """A room, a hero, a score area, a boss or a fact of a player is put right, with a note; nothing is set off."""
    t = laid()
    after = t.copy().do(event)
    assert read(t) != expected or expected == 0
    assert read(after) == expected
    assert after.ruled[:1] == ["X-06"]
    assert (after.step, after.who) == (t.step, t.who)


@rule("X-06", "BM-19")
def test_the_numbers_that_follow_are_noted() -> None:
    """The numbers of the decks and of the score areas change with what was put right, with a note."""
    for event, key in ((FactSet("seat.-1.hero", "t.4"), "heroes.normal"), (Sent(6, 1), "seat.0.souls")):
        assert [c.key for note in laid().do(event).notes for c in note.changes] == [key]
    assert not {"gorgona", "robobo"} & set(values(laid(), "seat.2.boss"))
    once = laid().do(other("room.2.used"))
    assert once.refuses(Activated(2)) == "BM-47"
    twice = once.do(other("room.2.used"))
    assert twice.s.room(2)[2].used is False
    assert not values(twice, "room.1.used")


@rule("X-06")
def test_a_fifth_room_by_hand_levels_nobody_up_and_a_sixth_is_not_offered() -> None:
    """A correction sets nothing off: a fifth room does not level the boss up, and six never lie side by side."""
    t = table().dungeon(0, *(plain("c"),) * 4).at_phase("build").do(RoomAdded(0, 0, "specters_sanctum"))
    assert (len(t.s.keeps[0].piles), t.s.keeps[0].levelled, t.note_texts) == (
        5,
        False,
        ["By hand: Specter's Sanctum lies in the dungeon of Ana"],
    )
    assert t.refuses(RoomAdded(0, 0, "open_grave")) == "BM-13"
    levelled = table().dungeon(0, *(plain("c"),) * 4).do(other("seat.0.levelled"), RoomAdded(0, 0, "dark_altar"))
    assert not any("levels up" in line for line in levelled.builds(levelled.ids(0)[0]).note_texts)


@rule("X-06", "BM-24")
def test_a_face_down_room_is_turned_up_or_back_by_hand() -> None:
    """A face-down room is named by hand and not asked about again; one revealed too soon lies face down again."""
    t = table().at_phase("build").do(Placed(0), Skipped())
    assert t.step == "turn_up"
    [down] = t.ids(1)
    named = t.copy().do(FactSet(f"room.{down}.card", "dark_altar"))
    assert (named.keys(1), named.s.phase) == (["dark_altar"], "start")
    building = table().at_phase("build").do(Placed(0))
    early = f"room.{building.ids(1)[0]}.card"
    assert building.do(FactSet(early, "dark_altar"), FactSet(early, "")).s.room(building.ids(1)[0])[2].down
    assert building.do(Skipped()).step == "turn_up"
    forgotten = table().at_phase("build").do(RoomAdded(0, 0, ""), Skipped(), Skipped())
    assert forgotten.asks == "Ana reveals a room: which is it?"


@rule("X-06", "BM-31")
def test_a_hero_stays_in_his_room_when_the_rooms_are_put_in_order() -> None:
    """A hero on his way keeps his room when the dungeon is corrected, and can be put into another one."""
    t = table().dungeon(0, plain("", 1), "dark_altar", plain("", 2)).hero(0, "m", 8).at_phase("adventure").do(Walked(1))
    hero, (first, altar, _) = t.s.walk.hero, t.ids(0)
    moved = t.copy().do(FactSet(f"room.{altar}.place", 2))
    assert (moved.s.walk.pile, moved.s.walk.room) == (2, altar)
    back = t.copy().do(FactSet(f"hero.{hero}.room", 0))
    assert (back.s.walk.room, back.s.keeps[0].entrance[0].taken) == (first, 2)
    assert back.options("pile") == [1, 2]
    assert t.copy().do(FactSet(f"hero.{hero}.room", -1)).options("pile") == [0, 1, 2]


@rule("X-06")
def test_what_is_not_on_the_table_cannot_be_set() -> None:
    """The last one in the game is not put out, no hero comes twice, and a fact that is not there is refused."""
    t = table().do(other("seat.0.out"))
    assert t.refuses(other("seat.1.out")) == NO_SUCH_FACT
    assert not t.copy().do(other("seat.0.out")).s.keeps[0].out
    for event in (other("seat.1.soul"), FactSet("room.99.card", "dark_altar"), FactSet("x", 1), FactSet("seat.1.boss")):
        assert t.refuses(event) == NO_SUCH_FACT
    virtual = handed().hero(TOWN)
    key = f"hero.{virtual.s.town[0].id}.card"
    assert values(virtual, key)
    virtual.s = replace(virtual.s, met=tuple(k for epic in (False, True) for k in hero_deck(2, epic, hard=False)))
    assert not values(virtual, key)


@rule("X-06", "BM-17", "BM-22")
def test_a_spell_that_was_not_played_is_taken_back_wherever_it_stands() -> None:
    """Of the cards that wait each can be taken back, also the one that is asked about; and Kobold Strike."""
    t = table().dungeon(0, "dark_altar").dungeon(1, "open_grave").at_phase("build")
    t.do(Cast(1, "freeze"), Aimed(t.ids(0)[0]), Cast(0, "freeze"), Aimed(t.ids(1)[0]))
    first, second = (other(f"declared.{d.id}.unplayed") for d in t.s.declared)
    assert t.copy().do(first).asks.startswith("Ana plays Freeze") == (t.s.declared[1].seat == 0)
    none = t.copy().do(second, first)
    assert (none.s.declared, none.step) == ((), "place")
    aiming = table().dungeon(0, "dark_altar").at_phase("build").do(Cast(0, "freeze"))
    assert aiming.do(other(f"declared.{aiming.s.declared[0].id}.unplayed")).step == "place"
    assert table().at_phase("build").do(other("seat.-1.no_building"), Skipped()).s.phase == "start"


# --- virtual cards -----------------------------------------------------------------------------------------------


@rule("X-06", "BM-57")
def test_virtual_cards_go_anywhere_by_hand_and_none_is_lost() -> None:
    """A virtual room goes from the hand to a dungeon and back, cards into the deck and out of the discards.

    The companion keeps count: every room and spell is somewhere. Cards put back stay secret.
    """
    t = handed().holds(0, "golem_factory", "freeze").change(replace, discards=("dark_altar", "fear"))
    decks = count_undrawn(t.s, "room"), count_undrawn(t.s, "spell")
    there = t.copy().do(RoomAdded(0, 0, "", ("golem_factory.1",)))
    assert (there.keys(0), there.s.keeps[0].hand) == (["golem_factory"], ("freeze",))
    back = there.copy().do(FactSet(f"room.{there.ids(0)[0]}.place", "hand"))
    assert (back.keys(0), sorted(back.s.keeps[0].hand)) == ([], ["freeze", "golem_factory"])
    assert (count_undrawn(back.s, "room"), count_undrawn(back.s, "spell")) == decks
    regained = t.copy().do(FactSet("seat.0.card", "dark_altar"))
    assert (regained.s.discards, regained.s.keeps[0].hand[-1]) == (("fear",), "dark_altar")
    returned = t.copy().do(CardsReturned(0, ("freeze.1",)))
    assert (returned.s.keeps[0].hand, count_undrawn(returned.s, "spell")) == (("golem_factory",), decks[1] + 1)
    assert redact(t.s, CardsReturned(0, ("freeze.1",))).seat == 0
    assert not any("Freeze" in line for line in returned.note_texts)
    shuffled = t.copy().do(RanOut("rooms"))
    assert (shuffled.s.discards, count_undrawn(shuffled.s, "room")) == (("fear",), decks[0] + 1)
    others = conceal(t.s, frozenset((1,)))
    seen = [c for c in t.game.remarks(others) if isinstance(c.event, CardsReturned) and c.seat == 0]
    assert all("freeze" not in face.value for c in seen for face in c.template.holes[0].faces)
    assert "freeze" not in str([fact for fact in t.game.facts(others) if fact.seat == 0])


# --- every fact --------------------------------------------------------------------------------------------------

NO_FACTS = {
    *("seats", "agenda", "asked", "notes", "outcome", "rulings", "numbered"),  # the engine's, settings, numbering
    *("turn", "phase", "active", "unattended"),  # jumps set them; an answer that lasts until the next question
    *("id", "seat", "hero", "waits", "aside", "dealt_again", "refused_bosses"),  # identity; the set-up
    *("mazes", "card.health", "declared.target", "declared.key", "declared.room"),  # of a card that is named anew
}
"""Fields that hold nothing that a table corrects by itself."""


def held(value: Any, path: str = "") -> dict[str, set[str]]:
    """Every field below a record, by its name: the values that it has on the table."""
    found: dict[str, set[str]] = {}
    for field in fields(value):
        one = getattr(value, field.name)
        found.setdefault(field.name, set()).add(f"{path} {one!r}")
        for part in one if isinstance(one, tuple) else (one,):
            inside = part if isinstance(part, tuple) else (part,)
            for record in (r for r in inside if is_dataclass(r)):
                for name, those in held(record, f"{path}.{field.name}").items():
                    found.setdefault(name, set()).update(those)
    return found


@rule("X-06")
@pytest.mark.parametrize("virtual", [False, True])
def test_every_fact_of_the_position_can_be_set_by_hand(virtual: bool) -> None:
    """X-06: "Manual override of any number, always": each field of the position is changed by some correction.

    A new field of the state needs a correction or a line in ``NO_FACTS``.
    """
    t = (handed if virtual else table)(2, machinations="on")
    t.dungeon(0, ("witchs_kitchen", "dark_altar"), "golem_factory").dungeon(1, "open_grave", plain("c"))
    t.hero(TOWN).hero(TOWN, "m", 6).hero(0, "f", 8).hero(0, "f", 4).scored(0, souls=1)
    if virtual:
        t.holds(0, "dracolich_lair", "freeze").change(replace, discards=("dark_altar", "jeopardy"))
    at = (t.copy().at_phase("build"), t.copy().at_phase("adventure").do(Walked(0)))
    changed: set[str] = set()
    for place in at:
        if not virtual:
            place.do(Cast(1, "freeze"), Aimed(place.ids(0)[1]))
        before = held(place.s)
        templates = [choice.template for choice in place.remarks if not isinstance(choice.event, Cast | Activated)]
        templates += [fact.template for fact in place.game.facts(place.s)]
        every = [[*examples(template)] for template in templates]
        said = [event for events in every for event in (*events[:2], events[-1])]
        for event in [*said, *(Adjusted(key, 1) for key in place.numbers)]:
            try:
                after = held(apply_unchecked(place.game, place.s, event))
            except Refused:
                continue
            changed |= {name for name in before if before[name] != after.get(name)}
    names = set(held(at[1].s)) - NO_FACTS
    only = {"met", "hand", "discards"} if not virtual else {"declared", "target", "key"}
    assert names - changed - only == set()


def test_the_table_can_be_at_any_phase() -> None:
    """A jump goes to any phase and ends a walk; an unknown step is refused."""
    t = table().dungeon(0, "dark_altar").hero(0)
    for rule, phase in (("BM-20", "start"), ("BM-21", "build"), ("BM-30", "adventure"), ("BM-35", "start")):
        assert t.copy().goes_to(rule).s.phase == phase
    down = table().at_phase("build").do(Placed(0)).goes_to("BM-24")
    assert down.step == "turn_up"
    assert t.refuses(WentTo("BM-99"))
    early = BossMonsterTable("Ana", "Bea").goes_to("BM-26")
    assert early.s.turn == 2


def test_cards_can_be_moved_by_hand() -> None:
    """Rooms and heroes may be moved by hand without setting off abilities.

    A room is removed or turned; a hero goes to town or to a score.
    """
    t = table().dungeon(0, "golem_factory", "dark_altar").hero(0, "m", 8)
    _, altar = t.ids(0)
    t.at_phase("adventure").do(Walked(0))
    assert t.copy().do(Broke(altar)).keys(0) == ["golem_factory"]
    assert t.copy().do(Turned(altar)).s.room(altar)[2].exhausted
    assert not t.copy().do(Turned(altar), Turned(altar)).s.room(altar)[2].exhausted
    sent = t.copy().do(Sent(t.s.walk.hero, TOWN))
    assert (sent.standing_in(TOWN), sent.s.phase) == (["m.8"], "start")
    fell = t.copy().do(Fell(t.s.walk.hero, 1, False))
    assert fell.points == [(0, 0), (1, 0)]
    assert t.refuses(Broke(99))
    back = (
        table().at_phase("build").do(Placed(0), Skipped()).do(Broke(table().at_phase("build").do(Placed(0)).ids(1)[0]))
    )
    assert back.s.phase == "start"


def test_the_picture_shows_what_lies_there() -> None:
    """The view shows dungeons from the entrance, treasure, heroes' destinations and scores."""
    t = seated().dungeon(1, ("golem_factory", "dark_altar"), "open_grave").hero(TOWN, "c", 6).scored(1, wounds=1)
    seen = t.view
    ana, bea = seen.players
    assert [(r.treasure, r.damage, r.under) for r in bea.rooms] == [("f", 2, 1), ("c", 2, 0)]
    assert (bea.lures, bea.xp, bea.wounds, bea.active) == ((1, 1, 0, 1), 500, 1, True)
    assert (ana.rooms, ana.dead) == ((), False)
    assert seen.town[0].goes_to == 1
    assert [x.wounds for x in bea.score] == [True]
    assert not t.change(set_keep, 0, out=True).s.keeps[1].out
