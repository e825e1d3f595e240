"""Corrections by hand: everything that lies on the table can be put right (X-06)."""

from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

import pytest

from rules.boss_monster.hidden.secrecy import conceal, redact
from rules.boss_monster.model.card_catalogue import hero_deck
from rules.boss_monster.model.correction_events import (
    CORRECTIONS,
    BossReplaced,
    CardRegained,
    CardsReturned,
    DeclarationRemoved,
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
from rules.boss_monster.model.decks import count_undrawn
from rules.boss_monster.model.events import (
    Activated,
    Aimed,
    Broke,
    Cast,
    Fell,
    Placed,
    RanOut,
    Revealed,
    Sent,
    Skipped,
    Turned,
    Walked,
)
from rules.boss_monster.model.state import TOWN, set_keep, xp_order
from rules.engine import Adjusted, Refused, WentTo, apply_unchecked, examples
from tests.support.games.boss_monster import BossMonsterTable, handed, plain, seated, table

rule = pytest.mark.rule


def offered(t: BossMonsterTable, kind: type) -> list[Any]:
    """The events of that kind that can be said, with every option."""
    return [event for c in t.remarks if isinstance(c.event, kind) for event in examples(c.template)]


# --- rooms -------------------------------------------------------------------------------------------------------


@rule("X-06")
def test_a_dungeon_is_put_right() -> None:
    """A room that was forgotten, misnamed, laid in the wrong place or used is put right; nothing is set off."""
    t = table().dungeon(0, "dark_altar", "witchs_kitchen").at_phase("build")
    altar, kitchen = t.ids(0)
    added = t.copy().do(RoomAdded(0, 0, "mimic_vault"), RoomAdded(0, altar, "dracolich_lair"))
    assert added.keys(0) == ["mimic_vault", "dracolich_lair", "witchs_kitchen"]
    assert [len(pile) for pile in added.s.keeps[0].piles] == [1, 2, 1]
    assert (added.step, added.who) == (t.step, t.who)
    assert added.ruled == ["X-06"]
    assert t.copy().do(RoomReplaced(kitchen, "haunted_library")).keys(0) == ["dark_altar", "haunted_library"]
    assert t.copy().do(RoomMoved(kitchen, 0)).keys(0) == ["witchs_kitchen", "dark_altar"]
    shown = t.copy().do(RoomDescribed(altar, "ct", 4, "trap", True)).s.room(altar)[2].card
    assert (shown.key, shown.treasure, shown.damage, shown.kind, shown.advanced) == ("", "ct", 4, "trap", True)
    used = t.copy().do(RoomMarked(kitchen))
    assert used.refuses(Activated(kitchen)) == "BM-47"
    assert used.do(RoomMarked(kitchen)).s.room(kitchen)[2].used is False
    assert offered(t, RoomMarked) == [RoomMarked(kitchen)]


@rule("X-06")
def test_a_fifth_room_by_hand_levels_nobody_up_and_a_sixth_is_not_offered() -> None:
    """A correction sets nothing off: a fifth room does not level the boss up, and six never lie side by side."""
    t = table().dungeon(0, *(plain("c"),) * 4).at_phase("build").do(RoomAdded(0, 0, "specters_sanctum"))
    assert (len(t.s.keeps[0].piles), t.s.keeps[0].levelled, t.note_texts) == (
        5,
        False,
        ["By hand: Specter's Sanctum lies in the dungeon of Ana"],
    )
    assert not [event for event in offered(t, RoomAdded) if (event.seat, event.item) == (0, 0)]
    assert t.refuses(RoomAdded(0, 0, "open_grave")) == "BM-13"


@rule("X-06", "BM-24")
def test_a_face_down_room_is_turned_up_or_back_by_hand() -> None:
    """A face-down room is named by hand and not asked about again; one revealed too soon lies face down again."""
    t = table().at_phase("build").do(Placed(0), Skipped())
    assert t.step == "turn_up"
    [down] = t.ids(1)
    named = t.copy().do(RoomReplaced(down, "dark_altar"))
    assert (named.keys(1), named.s.phase) == (["dark_altar"], "start")
    building = table().at_phase("build").do(Placed(0))
    [early] = building.ids(1)
    building.do(RoomReplaced(early, "dark_altar"), RoomHidden(early))
    assert building.s.room(early)[2].down
    assert building.do(Skipped()).step == "turn_up"
    forgotten = table().at_phase("build").do(RoomAdded(0, 0, ""), Skipped(), Skipped())
    assert forgotten.asks == "Ana reveals a room: which is it?"


@rule("X-06", "BM-31")
def test_a_hero_stays_in_his_room_when_the_rooms_are_put_in_order() -> None:
    """A hero on his way keeps his room when the dungeon is corrected, and can be put into another one."""
    t = table().dungeon(0, plain("", 1), "dark_altar", plain("", 2)).hero(0, "m", 8).at_phase("adventure").do(Walked(1))
    hero, (first, altar, last) = t.s.walk.hero, t.ids(0)
    moved = t.copy().do(RoomMoved(altar, 2))
    assert (moved.s.walk.pile, moved.s.walk.room) == (2, altar)
    back = t.copy().do(HeroWalked(hero, 0))
    assert (back.s.walk.room, back.s.keeps[0].entrance[0].taken) == (first, 2)
    assert back.options("pile") == [1, 2]
    assert t.copy().do(HeroWalked(hero, -1)).options("pile") == [0, 1, 2]
    assert last in t.ids(0)


# --- heroes ------------------------------------------------------------------------------------------------------


@rule("X-06", "BM-28")
def test_heroes_are_put_where_they_stand() -> None:
    """A forgotten hero is added, a wrong one replaced or removed, and the order of arrival is put right.

    The numbers of the decks follow, with a note.
    """
    t = table().hero(TOWN, "c", 4).hero(TOWN, "m", 6).hero(0, "f", 8)
    cleric, mage = (hero.id for hero in t.s.town)
    before = t.numbers["heroes.normal"]
    added = t.copy().do(HeroAdded(TOWN, "t.4"), HeroAdded(1, "c.6"))
    assert (added.standing_in(TOWN), added.standing_in(1)) == (["c.4", "m.6", "t.4"], ["c.6"])
    assert added.numbers["heroes.normal"] == before - 2
    assert [c.key for note in added.notes for c in note.changes] == ["heroes.normal"]
    assert t.copy().do(HeroReturned(cleric)).numbers["heroes.normal"] == before + 1
    gone = t.copy().do(HeroRemoved(cleric))
    assert (gone.standing_in(TOWN), gone.numbers["heroes.normal"]) == (["m.6"], before)
    other = t.copy().do(HeroReplaced(cleric, "f.8"))
    assert (other.standing_in(TOWN), other.numbers["heroes.normal"]) == (["f.8", "m.6"], before)
    epic = t.copy().do(HeroReplaced(cleric, "c.11"))
    assert (epic.standing_in(TOWN)[0], epic.s.town[0].worth) == ("c.11", 2)
    assert t.copy().do(HeroOrdered(mage, 0)).standing_in(TOWN) == ["m.6", "c.4"]


@rule("X-06")
def test_a_score_area_is_put_right() -> None:
    """A scored hero is turned over, goes back to the town or an entrance, or leaves the game; the numbers follow."""
    t = table().scored(0, souls=1, wounds=1)
    dead, alive = (x.hero.id for x in t.s.keeps[0].score)
    assert t.copy().do(ScoreTurned(dead)).points[0] == (0, 2)
    assert t.copy().do(ScoreTurned(alive)).points[0] == (2, 0)
    risen = t.copy().do(Sent(dead, 1))
    assert (risen.points[0], risen.standing_in(1)) == ((0, 1), ["c.4"])
    assert {c.key for note in risen.notes for c in note.changes} == {"seat.0.souls"}
    assert t.copy().do(HeroRemoved(alive)).points[0] == (1, 0)
    assert ScoreTurned(dead) in offered(t, ScoreTurned)


# --- players, spells ---------------------------------------------------------------------------------------------


@rule("X-06", "BM-19")
def test_the_facts_of_a_player_are_turned_on_and_off() -> None:
    """Levelled up, double treasure, a closed dungeon, a soul this turn, and having lost are said by hand."""
    t = table(3, machinations="on").dungeon(0, "dark_altar").hero(0)
    for fact in ("levelled", "doubled", "shut", "soul", "out"):
        on = t.copy().do(FactChanged(0, fact))
        assert getattr(on.s.keeps[0], fact) is not getattr(t.s.keeps[0], fact)
        assert on.ruled == ["X-06"]
        assert getattr(on.do(FactChanged(0, fact)).s.keeps[0], fact) is getattr(t.s.keeps[0], fact)
    out = t.copy().do(FactChanged(0, "out"))
    assert (out.s.seats_in_game, out.view.players[0].dead) == ((1, 2), True)
    levelled = t.copy().dungeon(0, *(plain("c"),) * 4).do(FactChanged(0, "levelled"), RoomAdded(0, 0, "dark_altar"))
    assert not any("levels up" in line for line in levelled.builds(levelled.ids(0)[0]).note_texts)


@rule("X-06")
def test_the_last_one_in_the_game_cannot_be_put_out() -> None:
    """Nobody is left without players: the last one in the game is not put out by hand."""
    t = table().do(FactChanged(0, "out"))
    assert [event for event in offered(t, FactChanged) if event.fact == "out"] == [FactChanged(0, "out")]
    assert t.refuses(FactChanged(1, "out")) == "X-06"


@rule("X-06", "BM-04", "BM-22")
def test_a_wrong_boss_and_kobold_strike_are_put_right() -> None:
    """Another boss changes the order of XP at once; whether rooms are built this turn is said by hand."""
    t = table()
    assert xp_order(t.s) == (1, 0)
    assert xp_order(t.do(BossReplaced(0, "draculord")).s) == (0, 1)
    assert not {event.boss for event in offered(t, BossReplaced)} & {"draculord", "gorgona"}
    building = table().at_phase("build").do(FactChanged(-1, "no_building"))
    assert building.s.no_building
    assert building.do(Skipped()).s.phase == "start"


@rule("X-06", "BM-17")
def test_a_spell_that_was_not_played_is_taken_back_wherever_it_stands() -> None:
    """Of the cards that wait each can be taken back, also the one that is asked about."""
    t = table().dungeon(0, "dark_altar").dungeon(1, "open_grave").at_phase("build")
    t.do(Cast(1, "freeze"), Aimed(t.ids(0)[0]), Cast(0, "freeze"), Aimed(t.ids(1)[0]))
    first, second = (d.id for d in t.s.declared)
    assert t.copy().do(DeclarationRemoved(first)).asks.startswith("Ana plays Freeze") == (t.s.declared[1].seat == 0)
    none = t.copy().do(DeclarationRemoved(second), DeclarationRemoved(first))
    assert (none.s.declared, none.step) == ((), "place")
    aiming = table().dungeon(0, "dark_altar").at_phase("build").do(Cast(0, "freeze"))
    assert aiming.do(DeclarationRemoved(aiming.s.declared[0].id)).step == "place"


# --- virtual cards -----------------------------------------------------------------------------------------------


@rule("X-06", "BM-57")
def test_virtual_cards_go_anywhere_by_hand_and_none_is_lost() -> None:
    """A virtual room goes from the hand to a dungeon and back, cards into the deck and out of the discards.

    The companion keeps count: every room and spell is somewhere. Cards put back stay secret.
    """
    t = handed().holds(0, "golem_factory", "freeze").change(replace, discards=("dark_altar", "fear"))
    decks = count_undrawn(t.s, "room"), count_undrawn(t.s, "spell")
    laid = t.copy().do(RoomAdded(0, 0, "", ("golem_factory.1",)))
    assert (laid.keys(0), laid.s.keeps[0].hand) == (["golem_factory"], ("freeze",))
    back = laid.copy().do(RoomReturned(laid.ids(0)[0]))
    assert (back.keys(0), sorted(back.s.keeps[0].hand)) == ([], ["freeze", "golem_factory"])
    assert (count_undrawn(back.s, "room"), count_undrawn(back.s, "spell")) == decks
    regained = t.copy().do(CardRegained(0, "dark_altar"))
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


# --- every fact --------------------------------------------------------------------------------------------------

NO_FACTS = {
    *("seats", "agenda", "asked", "notes", "outcome", "rulings", "numbered"),  # the engine's, settings, numbering
    *("turn", "phase", "active", "unattended"),  # jumps set them; an answer that lasts until the next question
    *("id", "seat", "hero", "waits", "aside", "dealt_again", "refused_bosses"),  # identity; the set-up
    *("mazes", "card.health", "declared.target", "declared.key", "declared.room"),  # of a card that is named anew
}
"""Fields that hold nothing that a table corrects by itself."""


def facts(value: Any, path: str = "") -> dict[str, set[str]]:
    """Every fact below a record, by the name of its field: the values that it has on the table."""
    found: dict[str, set[str]] = {}
    for field in fields(value):
        one = getattr(value, field.name)
        found.setdefault(field.name, set()).add(f"{path} {one!r}")
        for part in one if isinstance(one, tuple) else (one,):
            inside = part if isinstance(part, tuple) else (part,)
            for record in (r for r in inside if is_dataclass(r)):
                for name, values in facts(record, f"{path}.{field.name}").items():
                    found.setdefault(name, set()).update(values)
    return found


@rule("X-06")
@pytest.mark.parametrize("virtual", [False, True])
def test_every_fact_of_the_position_can_be_set_by_hand(virtual: bool) -> None:
    """X-06: "Manual override of any number, always": each field of the position is changed by some correction.

    A new field of the state needs a correction or a line in ``NO_FACTS``.
    """
    t = (handed if virtual else table)(3, machinations="on")
    t.dungeon(0, ("witchs_kitchen", "dark_altar"), "golem_factory").dungeon(1, "open_grave", plain("c"))
    t.hero(TOWN).hero(TOWN, "m", 6).hero(0, "f", 8).hero(0, "f", 4).scored(0, souls=1).scored(1, wounds=1)
    if virtual:
        t.holds(0, "mimic_vault", "dracolich_lair", "freeze").holds(1, "fear").change(
            replace, discards=("dark_altar", "jeopardy")
        )
    at = (t.copy().at_phase("build"), t.copy().at_phase("adventure").do(Walked(0)))
    changed: set[str] = set()
    for place in at:
        if not virtual:
            place.do(Cast(1, "freeze"), Aimed(place.ids(0)[1]))
        before, game = facts(place.s), replace(place.game, remarks=cache(place.game.remarks))  # asked at every event
        by_hand = [c for c in place.remarks if not isinstance(c.event, Cast | Activated)]
        said = [event for c in by_hand for event in examples(c.template)]
        for event in [*said, *(Adjusted(key, 1) for key in place.numbers)]:
            try:
                after = facts(apply_unchecked(game, place.s, event))
            except Refused:
                continue
            changed |= {name for name in before if before[name] != after.get(name)}
    every = set(facts(at[1].s)) - NO_FACTS
    only = {"met", "hand", "discards"} if not virtual else {"declared", "target", "key"}
    assert every - changed - only == set()


def test_every_correction_is_offered_somewhere() -> None:
    """Each event class of a correction is offered by one of the positions above."""
    building = table(2).dungeon(0, "witchs_kitchen", "dark_altar").hero(TOWN).hero(TOWN).scored(0, souls=1)
    building.at_phase("build").do(Cast(1, "freeze"), Aimed(building.ids(0)[0]))
    walking = table().dungeon(0, "dark_altar").hero(0, "m", 8).at_phase("adventure").do(Walked(0))
    virtual = handed().dungeon(0, "dark_altar").holds(0, "freeze").change(replace, discards=("dark_altar",))
    found = {type(c.event) for t in (building, walking, virtual) for c in t.remarks}
    assert set(CORRECTIONS) <= found
    assert Revealed not in found


@rule("X-06")
def test_no_hero_is_replaced_once_every_hero_has_come() -> None:
    """With virtual cards a hero changes places with one of the deck: once all have come, that is not offered."""
    t = handed().hero(TOWN)
    assert any(isinstance(choice.event, HeroReplaced) for choice in t.remarks)
    t.s = replace(t.s, met=tuple(key for epic in (False, True) for key in hero_deck(2, epic, hard=False)))
    assert not any(isinstance(choice.event, HeroReplaced) for choice in t.remarks)


def test_every_number_can_be_set_by_hand() -> None:
    """Each tracker takes an override, with a note, and refuses a value below 0.

    Unknown trackers are refused.
    """
    t = table().dungeon(0, "dark_altar", "open_grave").scored(0, souls=2).hero(0).hero(TOWN)
    for key, value in t.numbers.items():
        after = t.copy().adjust(key, 3)
        assert after.numbers[key] == value + 3
        assert after.notes[-1].change.after == value + 3
        assert t.refuses(Adjusted(key, -value - 1))
    for key in ("seat.9.souls", "seat.0.taken", "hero.99.taken", "room.99.damage", "heroes.fools", "x", ""):
        assert t.refuses(Adjusted(key, 1))


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
