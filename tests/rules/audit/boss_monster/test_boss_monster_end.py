"""Boss Monster, audit of the end (BM-09-11, 36-42, 61, 63, A3, A4, A9, A13, A18, A19, A21): each from one sentence."""

from dataclasses import replace

import pytest

from rules.boss_monster.model.card_catalogue import card_texts
from rules.boss_monster.model.decks import ROOM, cards_in_box
from rules.boss_monster.model.events import (
    Activated,
    Arrived,
    Cast,
    Drew,
    Fell,
    Laid,
    Placed,
    Played,
    RanOut,
    Skipped,
)
from rules.boss_monster.model.state import TOWN, set_keep
from tests.support.games.boss_monster import BossMonsterTable, handed, plain, table


def ended(*scores: tuple[int, int], **rulings: str) -> BossMonsterTable:
    """The end of a turn at which the players have those souls and wounds; XP rises with the seat."""
    t = table(len(scores), **rulings)
    for seat, (souls, wounds) in enumerate(scores):
        t.scored(seat, souls=souls, wounds=wounds)
    return t.at_phase("end_turn")


@pytest.mark.rule("BM-09", "BM-38", "BM-A13")
@pytest.mark.parametrize(("souls", "wins"), [(9, False), (10, True), (11, True), (15, True)])
def test_ten_souls_or_more_at_the_end_of_a_turn_win(souls: int, wins: bool) -> None:
    """BM-09, BM-38, BM-A13, L61, L509: "10 Almas (y menos de 5 Heridas)"; the eleventh does not spoil it."""
    t = ended((souls, 4), (0, 0))
    assert t.winners == (("Ana",) if wins else None)
    if wins:
        assert t.outcome is not None
        assert t.outcome.rule == "BM-38"


@pytest.mark.rule("BM-10", "BM-37", "BM-A19")
@pytest.mark.parametrize(("wounds", "loses"), [(4, False), (5, True), (6, True)])
def test_five_wounds_or_more_at_the_end_of_a_turn_lose(wounds: int, loses: bool) -> None:
    """BM-10, BM-37, L63, L508: "con 5 o más Heridas" one loses "independientemente del número de Almas"."""
    for souls in (0, 9, 20):
        t = ended((souls, wounds), (0, 0))
        if loses:
            assert t.s.keeps[0].out
            assert t.winners == ("Bea",)
        elif souls < 10:
            assert (t.s.keeps[0].out, t.winners) == (False, None)
        else:
            assert t.winners == ("Ana",)


@pytest.mark.rule("BM-11", "BM-A21", "BM-36")
def test_nobody_wins_or_loses_before_all_have_acted() -> None:
    """BM-11, BM-A21, L65, L506, L659: with ten souls, or five wounds, the turn goes on to its end."""
    t = table(3).scored(2, souls=9).scored(1, wounds=4).scored(0, souls=9)
    t.dungeon(2, plain("", 9)).dungeon(1, plain("", 1)).dungeon(0, plain("", 9))
    for seat in range(3):
        t.hero(seat, "c", 9)
    t.at_phase("adventure").usual()
    assert (t.points[2], t.outcome, t.who) == ((10, 0), None, "Bea")
    t.usual()
    assert (t.points[1], t.s.keeps[1].out, t.outcome) == ((0, 5), False, None)
    assert [c for c in t.remarks if isinstance(c.event, Cast) and c.seat == 1], "Bea still acts this turn"
    t.usual()
    assert t.points[0] == (10, 0)
    assert t.winners == ("Ana",), "both have ten: fewest XP"


@pytest.mark.rule("BM-36")
def test_the_cards_of_whoever_lost_leave_the_game() -> None:
    """BM-36, L502: "esas cartas no van a la pila de descartes, y ningún efecto puede interactuar con esas cartas"."""
    t = handed(3).dungeon(1, "golem_factory", "jackpot_stash").dungeon(0, "dark_altar", "jackpot_stash")
    t.holds(1, "freeze", "dracolich_lair").hero(1, "c", 30).scored(1, souls=3, wounds=5)
    decks = t.view.rooms, t.view.spells
    theirs = t.ids(1)
    t.at_phase("end_turn").deals()
    assert (t.s.keeps[1].out, t.outcome, t.s.discards) == (True, None, ())
    assert (t.view.rooms, t.view.spells) == (decks[0] - 2, decks[1]), "their cards are in no deck; two drew"
    t.holds(0, "freeze").holds(2, "freeze")
    t.do(Played(t.asked.seats[0], ("freeze.1",)))
    assert not set(theirs) & set(t.options("target"))
    assert t.refuses(Activated(theirs[1])) in ("BM-36", "BM-47")
    assert t.refuses(Played(1, ("freeze.1",))) in ("BM-36", "BM-16")
    assert len(t.s.keeps[1].hand) == 2


@pytest.mark.rule("BM-36", "BM-26")
def test_whoever_lost_neither_builds_nor_lures_nor_draws() -> None:
    """BM-36, L502: out of the game: heroes go to the others, the order by XP leaves the seat out."""
    t = ended((0, 0), (0, 5), (0, 0)).dungeon(1, plain("cccc", 1)).dungeon(0, plain("c", 1))
    t.do(Arrived("c.6"), Arrived("f.6"), Arrived("x.2"))
    order = []
    while t.step == "place":
        order.append(t.who)
        t.do(Skipped())
    assert order == ["Cira", "Ana"]
    assert "c.6" in t.standing_in(0)


@pytest.mark.rule("BM-39")
def test_of_two_who_win_together_souls_less_wounds_decide() -> None:
    """BM-39, L510: "resta su total de Heridas de su total de Almas. El jugador con el resultado ... más alto gana"."""
    assert ended((10, 0), (12, 1)).winners == ("Bea",)
    assert ended((12, 3), (10, 0)).winners == ("Bea",)
    assert ended((12, 1), (10, 0)).winners == ("Ana",)
    assert ended((10, 0), (9, 0), (12, 4)).winners == ("Ana",), "Bea met neither condition"


@pytest.mark.rule("BM-39", "BM-A4")
def test_where_all_lose_souls_less_wounds_decide() -> None:
    """BM-39, BM-A4, L510: two or more who reached the condition of losing compare too."""
    assert ended((3, 5), (6, 5)).winners == ("Bea",)
    assert ended((8, 6), (9, 9)).winners == ("Ana",)


@pytest.mark.rule("BM-40", "BM-A3")
@pytest.mark.parametrize(("ruling", "winner"), [("lowest", "Ana"), ("highest", "Bea")])
def test_still_level_the_fewest_xp_win(ruling: str, winner: str) -> None:
    """BM-40, BM-A3, L511: "gana el jugador con el valor en PX más bajo", or by another source the highest."""
    for scores in (((10, 1), (10, 1)), ((12, 3), (10, 1)), ((5, 5), (5, 5))):
        t = ended(*scores, BM_A3=ruling)
        assert t.winners == (winner,)
        assert t.outcome is not None
        assert t.outcome.rule == "BM-40"
    assert ended((10, 0), (11, 1), (0, 0), BM_A3=ruling).winners == (winner,)


@pytest.mark.rule("BM-A4")
@pytest.mark.parametrize(("ruling", "winner"), [("first", "Bea"), ("compare", "Ana")])
def test_sixteen_souls_with_five_wounds_lose_first_or_are_compared(ruling: str, winner: str) -> None:
    """BM-A4, L508, L510: five wounds lose whatever the souls; or all who met a condition compare."""
    assert ended((16, 5), (10, 0), BM_A4=ruling).winners == (winner,)
    assert ended((16, 5), (10, 0), (0, 0), BM_A4=ruling).winners == (winner,)


@pytest.mark.rule("BM-A4")
@pytest.mark.parametrize("ruling", ["first", "compare"])
def test_who_met_neither_condition_does_not_compare(ruling: str) -> None:
    """BM-A4, L510: 9 and 0 is neither; with one loser and no winner the game goes on."""
    assert ended((10, 4), (9, 0), BM_A4=ruling).winners == ("Ana",)
    t = ended((9, 5), (9, 0), (3, 0), BM_A4=ruling)
    assert (t.winners, t.s.seats_in_game) == (None, (1, 2))


@pytest.mark.rule("BM-A9", "BM-A4")
@pytest.mark.parametrize("ruling", ["first", "compare"])
def test_whoever_is_out_goes_first_and_those_with_ten_souls_compare(ruling: str) -> None:
    """BM-A9, L506-511: several with ten souls and one eliminated."""
    assert ended((10, 2), (11, 1), (2, 5), (0, 0), BM_A4=ruling).winners == ("Bea",)
    assert ended((10, 1), (10, 1), (2, 5), BM_A4=ruling).winners == ("Ana",)


@pytest.mark.rule("BM-A9")
def test_one_who_was_out_before_never_compares() -> None:
    """BM-A9, L502: eliminated in an earlier turn with sixteen souls."""
    t = ended((16, 5), (0, 0), (0, 0), BM_A4="compare")
    assert t.winners is None
    t.scored(1, souls=10).at_phase("end_turn")
    assert t.winners == ("Bea",)


@pytest.mark.rule("BM-41", "BM-A20")
@pytest.mark.parametrize("ruling", ["one", "both"])
def test_an_empty_deck_is_made_anew_from_the_discards_at_once(ruling: str) -> None:
    """BM-41, BM-A20, L523: split the discards, shuffle, go on; the kind that ran out, or both."""
    t = handed(BM_A20=ruling)
    box = tuple(cards_in_box(ROOM).elements())
    t.change(replace, discards=(*box[:73], "freeze", "freeze")).dungeon(1, *box[73:])
    spells = t.view.spells
    assert t.view.rooms == 0
    t.at_phase("arrive").deals()
    assert [len(keep.hand) for keep in t.s.keeps] == [1, 1], "both have drawn"
    assert (t.view.rooms, t.view.spells) == (71, spells if ruling == "one" else spells + 2)
    assert sorted(t.s.discards) == (["freeze", "freeze"] if ruling == "one" else [])


@pytest.mark.rule("BM-41")
def test_a_deck_that_runs_out_in_the_middle_of_a_draw_is_made_anew_and_the_draw_goes_on() -> None:
    """BM-41, L523: "ningún efecto puede interrumpir este proceso": one card left, two are drawn by XP."""
    t = handed()
    box = tuple(cards_in_box(ROOM).elements())
    t.change(replace, discards=box[:72]).dungeon(1, *box[72:74])
    assert t.view.rooms == 1
    first = t.asked.seats[0]
    t.at_phase("arrive").deals()
    assert t.s.keeps[first].hand == (box[74],)
    assert (t.view.rooms, t.s.discards) == (71, ())
    assert [len(keep.hand) for keep in t.s.keeps] == [1, 1]


@pytest.mark.rule("BM-42", "BM-A18")
def test_without_heroes_the_turn_is_finished_and_all_compare() -> None:
    """BM-42, BM-A18, L523: "si el mazo de Héroe se agota, la partida termina"; the last ones are still fought."""
    t = table(3).scored(0, souls=4, wounds=1).scored(1, souls=6, wounds=4).scored(2, wounds=1)
    t.change(replace, normal=0, epic=2).dungeon(2, plain("c", 20)).at_phase("arrive")
    t.do(Arrived("c.11"), Arrived("c.13"))
    assert (t.step, t.outcome) == ("place", None), "no third hero is asked for"
    t.do(*(Skipped(),) * 3)
    assert t.step == "walk"
    t.usual().usual()
    assert t.points == [(4, 1), (6, 4), (4, 1)]
    assert t.winners == ("Ana",), "3, 2 and 3: Ana has fewer XP than Cira"


@pytest.mark.rule("BM-A18", "BM-42")
def test_the_game_may_end_as_the_last_hero_is_revealed() -> None:
    """BM-A18, L523: at once, where the table reads it so."""
    t = table(BM_A18="once").scored(0, souls=2).scored(1, souls=3).change(replace, normal=0, epic=2).at_phase("arrive")
    t.do(Arrived("c.11"))
    assert t.outcome is None
    t.do(Arrived("m.13"))
    assert t.winners == ("Bea",)
    assert t.standing_in(TOWN) == ["c.11", "m.13"]


@pytest.mark.rule("BM-42")
def test_the_game_goes_on_while_epic_heroes_are_left() -> None:
    """BM-42, L523: both decks must be empty; an empty normal deck alone ends nothing."""
    t = table().change(replace, normal=0, epic=1).at_phase("end_turn")
    assert t.outcome is None
    assert table().change(replace, normal=1, epic=0).at_phase("end_turn").outcome is None


@pytest.mark.rule("BM-42", "BM-37")
def test_without_heroes_five_wounds_still_lose() -> None:
    """BM-42, BM-37, L508, L523: the tie-breaks of the end of the game, of which five wounds are the first."""
    t = table().scored(0, souls=9, wounds=5).scored(1, souls=1).change(replace, normal=0, epic=1).at_phase("arrive")
    t.do(Arrived("f.11"), Skipped(), Skipped())
    while t.outcome is None:
        t.usual()
    assert t.winners == ("Bea",)


@pytest.mark.rule("BM-A19")
@pytest.mark.parametrize(("ruling", "winner"), [("wins", ("Bea",)), ("on", None)])
def test_the_only_one_left_wins_or_plays_on(ruling: str, winner: tuple[str, ...] | None) -> None:
    """BM-A19, L502, L508: the text says only who loses."""
    t = ended((3, 5), (0, 4), (9, 5), BM_A19=ruling)
    assert t.winners == winner
    if winner is None:
        assert (t.s.seats_in_game, t.s.turn) == ((1,), 2)
        assert t.copy().scored(1, souls=10).at_phase("end_turn").winners == ("Bea",)


@pytest.mark.rule("BM-A19", "BM-37", "BM-A4")
@pytest.mark.parametrize("ruling", ["first", "compare"])
def test_the_only_one_left_who_plays_on_may_still_lose(ruling: str) -> None:
    """BM-A19, BM-37, L508, L510: five wounds lose; only "dos o más jugadores" are compared, so nobody wins."""
    t = ended((3, 5), (0, 4), (9, 5), BM_A19="on", BM_A4=ruling).scored(1, souls=12, wounds=1).at_phase("end_turn")
    assert t.winners == ()


@pytest.mark.rule("BM-61")
def test_whoever_won_no_soul_may_draw_a_room_or_a_spell() -> None:
    """BM-61, L551: "puede robar una carta del mazo de Habitaciones o del mazo de Hechizos"."""
    for kind in ("room", "spell"):
        t = handed(machinations="on").at_phase("end_turn")
        assert t.who == "Ana"
        assert {event.kind for event in t.events if isinstance(event, Drew)} == {"room", "spell"}
        assert t.refuses(Laid(0, 0, ())) in ("BM-35", "BM-61", "BM-21")
        t.acts(Drew(0, kind))
        assert [bool(card_texts()[card].phases) for card in t.s.keeps[0].hand] == [kind == "spell"]
        assert t.who == "Bea", "each of them, by XP"
        t.do(Skipped())
        assert t.s.keeps[1].hand == ()


@pytest.mark.rule("BM-61")
def test_whoever_won_a_soul_draws_nothing_and_without_the_variant_nobody() -> None:
    """BM-61, L551: only a player who "no ha ganado un Alma en ese turno"; it counts anew each turn."""
    t = handed(machinations="on").dungeon(0, plain("", 9)).hero(0, "c", 4).at_phase("adventure").usual()
    assert (t.points[0], t.step, t.who) == ((1, 0), "either", "Bea")
    t.do(Skipped()).deals()
    assert t.s.turn == 2
    t.at_phase("end_turn")
    assert (t.step, t.who) == ("either", "Ana")
    without = handed().at_phase("end_turn")
    assert without.s.turn == 2


@pytest.mark.rule("BM-61")
def test_a_wound_is_no_soul_and_the_table_is_told_who_may_draw() -> None:
    """BM-61, L551: at a table with its own cards."""
    t = table(machinations="on").dungeon(0, plain("", 1)).hero(0, "c", 4).hero(1, "c", 4).dungeon(1, plain("", 9))
    t.at_phase("adventure").usual().usual()
    assert t.points == [(0, 1), (1, 0)]
    assert [told for told in t.note_texts if "may draw" in told] == [
        "Ana may draw a room or a spell: no soul this turn"
    ]


@pytest.mark.rule("BM-63")
def test_a_turn_has_five_phases_in_this_order() -> None:
    """BM-63, L351-494, L663-677: start, build, bait, adventure, end."""
    t = table(machinations="on").dungeon(1, plain("c", 1)).hero(TOWN, "x", 2)
    phases = [t.s.phase]
    t.do(Arrived("c.4"), Arrived("f.4"))
    phases.append(t.s.phase)
    t.do(Skipped(), Skipped())
    phases.append(t.s.phase)
    t.usual()
    while t.s.turn == 1:
        phases.append(t.s.phase)
        t.usual()
    assert list(dict.fromkeys(phases)) == ["start", "build", "bait", "adventure"]
    assert (t.s.turn, t.s.phase) == (2, "start")
    of_cards = handed(machinations="on").at_phase("end_turn")
    assert of_cards.s.phase == "end"
    assert [step.rule for step in t.game.positions] == ["BM-20", "BM-21", "BM-24", "BM-26", "BM-30", "BM-35"]


@pytest.mark.rule("BM-63")
def test_no_phase_is_skipped_ahead() -> None:
    """BM-63, L663: nobody builds in the start, nor reveals heroes in the build phase."""
    t = table()
    assert t.refuses(Placed(0)) in ("BM-20", "BM-21")
    t.do(Arrived("c.4"), Arrived("f.4"))
    assert t.refuses(Arrived("c.6")) in ("BM-20", "BM-21")


@pytest.mark.rule("BM-38", "BM-66")
def test_a_hero_who_fell_by_hand_counts_at_the_end_of_the_turn_as_any_other() -> None:
    """BM-38, L509: what the table puts right counts for the end as well, and not before it."""
    t = table().scored(0, souls=9).hero(0, "c", 9).dungeon(0, plain("", 1)).hero(1, "c", 9).at_phase("adventure")
    t.do(Fell(t.s.keeps[0].entrance[0].id, 0, False))
    assert (t.points[0], t.outcome) == ((10, 0), None)
    while t.outcome is None:
        t.usual()
    assert t.winners == ("Ana",)


@pytest.mark.rule("BM-59")
def test_nobody_shares_a_boss_so_xp_always_decides() -> None:
    """BM-59, L635-637: the most XP after the active player; the bosses all have different XP."""
    t = table(4)
    assert len({keep.xp for keep in t.s.keeps}) == 4
    t.change(set_keep, 0, boss="draculord").at_phase("build")
    assert t.who == "Ana"


@pytest.mark.rule("BM-41")
def test_a_deck_that_runs_out_is_made_anew() -> None:
    """BM-41, BM-A20, L523: the remark that a deck ran out says which discards are shuffled; nothing is interrupted."""
    for deck, ruling, line in (
        ("rooms", "one", "Shuffle the discarded rooms: they are the deck"),
        ("spells", "one", "Shuffle the discarded spells: they are the deck"),
        ("rooms", "both", "Shuffle all discards, rooms and spells apart: both are decks again"),
    ):
        t = table(BM_A20=ruling)
        after = t.copy().do(RanOut(deck))
        assert (after.ruled, after.note_texts) == (["BM-41"], [line])
        assert after.step == t.step
