"""Boss Monster, audit of spells and priority (BM-16, 17, 23, 47, 51, 59, 67, A7): each test from one sentence."""

import pytest

from rules.boss_monster.effects.registry import effects
from rules.boss_monster.model.card_catalogue import card_texts, spells_of_phase
from rules.boss_monster.model.events import (
    Activated,
    Aimed,
    Arrived,
    Cast,
    Countered,
    Drew,
    Placed,
    Played,
    Revealed,
    Skipped,
    Stood,
    TakenBack,
    Walked,
)
from rules.boss_monster.model.state import TOWN
from tests.support.games.boss_monster import BossMonsterTable, handed, plain, table


def building(players: int = 2, **rulings: str) -> BossMonsterTable:
    """Everybody has two trap rooms with treasure; the player with the most XP lays a room."""
    t = table(players, **rulings).at_phase("build")
    for seat in range(players):
        t.dungeon(seat, "dark_altar", "bottomless_pit")
    return t


def in_dungeon(seat: int, *rooms: str, health: int = 20, players: int = 2, **rulings: str) -> BossMonsterTable:
    """A hero before the first of those rooms of that seat."""
    t = building(players, **rulings)
    return t.dungeon(seat, *(rooms or ("golem_factory", "dark_altar"))).hero(seat, "c", health).at_phase("adventure")


def waiting(t: BossMonsterTable) -> list[tuple[str, int]]:
    """What waits to be resolved, next first: card and seat."""
    return [(d.key, d.seat) for d in t.s.declared]


def exhausted(t: BossMonsterTable, seat: int) -> list[bool]:
    return [pile[0].exhausted for pile in t.s.keeps[seat].piles]


@pytest.mark.rule("BM-16")
@pytest.mark.parametrize("spell", [key for key, text in card_texts().items() if text.phases])
def test_a_spell_is_played_only_in_the_phases_of_its_symbols(spell: str) -> None:
    """BM-16, L174, L180: mace in the build phase, axe in the adventure phase, both in either."""
    phases = card_texts()[spell].phases
    assert (spell in spells_of_phase("build"), spell in spells_of_phase("adventure")) == (
        "build" in phases,
        "adventure" in phases,
    )
    build = building()
    adventure = in_dungeon(1).scored(0, souls=3)
    if "build" not in phases:
        assert build.refuses(Cast(0, spell)) == "BM-16"
    if "adventure" not in phases:
        assert adventure.refuses(Cast(0, spell)) == "BM-16"


@pytest.mark.rule("BM-16")
def test_any_number_of_spells_is_played_and_each_goes_to_the_discards() -> None:
    """BM-16, L174, L176: "cualquier número"; "déjala en la pila de descartes"."""
    t = handed()
    seat = t.asked.seats[0]
    t.dungeon(0, "golem_factory", "dark_altar").dungeon(1, "golem_factory", "dark_altar")
    t.holds(seat, "freeze", "freeze", "freeze")
    for k in range(3):
        t.do(Played(seat, ("freeze.1",)), Aimed((t.ids(0) + t.ids(1))[k]))
        while t.s.declared:
            t.usual()
        assert t.s.discards == ("freeze",) * (k + 1)
    assert t.s.keeps[seat].hand == ()
    assert exhausted(t, 0) + exhausted(t, 1) == [True, True, True, False]
    assert t.refuses(Played(seat, ("freeze.1",))) in ("BM-16", "BM-57")


@pytest.mark.rule("BM-16")
def test_a_spell_is_drawn_only_where_a_card_says_so() -> None:
    """BM-16, L172: "sólo puedes robar nuevas cartas de Hechizo cuando una carta te indique"."""
    t = handed().dungeon(0, "golem_factory").dungeon(1, "golem_factory")
    before = t.view.spells
    while t.s.turn == 1:
        assert not [choice for choice in t.answers if isinstance(choice.event, Drew)]
        (t.do(Skipped()) if t.step == "place" else t.usual()).deals()
    assert t.s.turn == 2
    assert t.view.spells == before
    assert not any(card_texts()[card].phases for keep in t.s.keeps for card in keep.hand)


@pytest.mark.rule("BM-17", "BM-23", "BM-51")
def test_what_the_active_player_answers_resolves_first() -> None:
    """BM-17, BM-23, L182: another plays a spell; the active player's any number resolve before it.

    BM-51, L601: "una vez que el objetivo ... ha sido declarado, ese objetivo no puede ser cambiado".
    """
    t = building()
    t.do(Cast(0, "freeze"), Aimed(t.ids(1)[0]))
    assert t.refuses(Aimed(t.ids(1)[1])) == "BM-51"
    assert t.refuses(TakenBack()) in ("BM-51", "BM-16", "BM-67")
    assert t.s.active == 1
    t.do(Cast(1, "freeze"), Aimed(t.ids(0)[0]))
    assert waiting(t) == [("freeze", 1), ("freeze", 0)]
    assert t.asks == "Bea plays Freeze: does anybody cancel it?"
    t.do(Cast(1, "freeze"), Aimed(t.ids(0)[1]), Stood())
    while waiting(t)[0][1] == 1:
        assert exhausted(t, 1) == [False, False]
        t.do(Stood())
    assert exhausted(t, 0) == [True, True], "both of Bea's before Ana's"
    assert waiting(t) == [("freeze", 0)]
    t.do(Stood())
    assert exhausted(t, 1) == [True, False]


@pytest.mark.rule("BM-17")
def test_the_active_player_is_who_lays_a_room_or_whose_heroes_are_processed() -> None:
    """BM-17, L182: while laying a room, or while heroes are processed in one's dungeon."""
    t = building().hero(0, "c", 20).hero(1, "c", 20)
    assert (t.who, t.s.active) == ("Bea", 1)
    t.do(Skipped())
    assert (t.who, t.s.active) == ("Ana", 0)
    t.at_phase("adventure")
    assert (t.who, t.s.active) == ("Bea", 1)
    t.usual()
    assert (t.who, t.s.active) == ("Ana", 0)


@pytest.mark.rule("BM-17", "BM-47", "BM-51")
def test_an_ability_of_the_active_player_resolves_before_the_spell_it_answers() -> None:
    """BM-17, L182: "cualquier número de Hechizos o capacidades".

    BM-51, L601: a spell is cancelled too where its target is destroyed by an effect of higher priority.
    """
    t = building().dungeon(1, "jackpot_stash", "golem_factory")
    stash = t.ids(1)[0]
    t.do(Cast(0, "freeze"), Aimed(stash), Activated(stash))
    while t.s.declared:
        t.usual()
    assert t.keys(1) == ["golem_factory"]
    assert t.s.keeps[1].doubled, "it was used before it could be exhausted"
    assert any("Freeze" in told and "no effect" in told for told in t.note_texts)
    assert exhausted(t, 1) == [False]


@pytest.mark.rule("BM-23", "BM-59")
def test_after_the_active_player_the_others_resolve_by_xp() -> None:
    """BM-23, BM-59, L377, L635: the active player's first, the others' in the order of XP."""
    t = building(4)
    assert t.s.active == 3
    t.do(Skipped(), Skipped())
    assert t.who == "Bea"
    for seat, target in ((0, 3), (2, 3), (3, 0), (1, 0)):
        t.do(Cast(seat, "freeze"))
        while t.step == "aim":
            t.do(Aimed(next(id for id in t.ids(target) if id in t.options("target"))))
    assert waiting(t) == [("freeze", 1), ("freeze", 3), ("freeze", 2), ("freeze", 0)]


@pytest.mark.rule("BM-23")
def test_mace_spells_and_abilities_are_used_while_rooms_are_laid() -> None:
    """BM-23, L377: during the build phase, by everybody; and they may be left."""
    t = building().dungeon(0, "jackpot_stash", "golem_factory")
    t.copy().do(Cast(0, "freeze"))
    t.copy().do(Cast(1, "freeze"))
    t.do(Activated(t.ids(0)[0]))
    assert t.s.keeps[0].doubled
    t.do(Skipped())
    assert t.who == "Ana", "nothing had to be played"


@pytest.mark.rule("BM-A7")
@pytest.mark.parametrize(("ruling", "first"), [("priority", 1), ("last", 0)])
def test_the_order_of_spells_is_priority_or_the_last_one_first(ruling: str, first: int) -> None:
    """BM-A7, L182, L377: the active player's first whenever it was played, or the last one played first."""
    t = building(BM_A7=ruling)
    t.do(Cast(1, "freeze"), Aimed(t.ids(0)[0]), Cast(0, "freeze"), Aimed(t.ids(1)[0]))
    assert waiting(t)[0] == ("freeze", first)
    t.do(Stood())
    assert (exhausted(t, 0)[0], exhausted(t, 1)[0]) == (first == 1, first == 0)


@pytest.mark.rule("BM-A7")
def test_of_two_others_the_most_xp_or_the_last_played_resolves_first() -> None:
    """BM-A7, L377: with three players, Ana is active."""
    for ruling, order in (("priority", [2, 1]), ("last", [1, 2])):
        t = building(3, BM_A7=ruling).do(Skipped(), Skipped())
        assert t.s.active == 0
        t.do(Cast(2, "freeze"), Aimed(t.ids(0)[0]), Cast(1, "freeze"), Aimed(t.ids(0)[1]))
        assert [seat for _, seat in waiting(t)] == order


@pytest.mark.rule("BM-51")
def test_a_spell_that_can_be_about_nothing_is_not_played() -> None:
    """BM-51, L601: without any target there is nothing to declare; an exhausted room is none for Freeze."""
    t = table().at_phase("build")
    assert t.refuses(Cast(0, "freeze")) == "BM-51"
    t = building().dungeon(0, "golem_factory").dungeon(1)
    t.casts(1, "freeze", t.ids(0)[0])
    assert t.refuses(Cast(1, "freeze")) == "BM-51"


@pytest.mark.rule("BM-67")
def test_whoever_is_not_active_may_cancel_a_spell_as_it_is_declared() -> None:
    """BM-67, L601: "también permite interrumpir un Hechizo ya declarado ... incluso si no eres el jugador activo"."""
    t = building(3)
    t.do(Cast(2, "freeze"), Aimed(t.ids(0)[0]))
    assert t.s.active == 2
    assert {event.seat for event in t.events if isinstance(event, Countered)} == {0, 1}
    assert t.offers(Stood), "nobody has to"
    t.do(Countered(1))
    while t.s.declared:
        t.usual()
    assert not any(exhausted(t, 0))


@pytest.mark.rule("BM-67")
def test_a_cancellation_is_a_spell_that_may_be_cancelled_itself() -> None:
    """BM-67, L601: a Counterspell is a spell; cancelled, it leaves the first spell as it was."""
    t = building(3)
    t.do(Cast(2, "freeze"), Aimed(t.ids(0)[0]), Countered(1), Countered(2))
    while t.s.declared:
        t.usual()
    assert exhausted(t, 0) == [True, False]


@pytest.mark.rule("BM-67", "BM-51")
def test_only_a_spell_is_cancelled_and_only_while_it_waits() -> None:
    """BM-67, BM-51, L601: what cancels needs a declared spell; an ability is none."""
    t = building()
    assert t.refuses(Cast(0, "counterspell")) in ("BM-51", "BM-67")
    t = building().dungeon(1, "the_crushinator", "dark_altar", "golem_factory")
    t.do(Activated(t.ids(1)[0]), Aimed(t.ids(1)[1]))
    assert t.refuses(Countered(0)) in ("BM-67", "BM-51", "BM-21")
    assert t.keys(1) == ["the_crushinator", "golem_factory"]


@pytest.mark.rule("BM-67", "BM-47")
def test_a_room_that_cancels_does_it_for_its_owner_against_an_opponent_once_a_turn() -> None:
    """BM-67, L601: an ability may cancel too: the eye, once a turn, an opponent's spell, awake and visible."""
    t = building(3).dungeon(1, "all_seeing_eye", "golem_factory")
    eye = t.ids(1)[0]
    t.do(Cast(2, "freeze"), Aimed(t.ids(0)[0]))
    assert t.refuses(Countered(0, eye)) in ("BM-67", "BM-47"), "not hers"
    t.do(Countered(1, eye))
    while t.s.declared:
        t.usual()
    assert not any(exhausted(t, 0))
    t.do(Cast(2, "freeze"), Aimed(t.ids(0)[0]))
    assert t.refuses(Countered(1, eye)) in ("BM-67", "BM-47")
    t.do(Stood()).do(Cast(1, "freeze"), Aimed(t.ids(0)[1]))
    assert t.refuses(Countered(1, eye)) in ("BM-67", "BM-47"), "not her own spell"


@pytest.mark.rule("BM-67", "BM-48")
def test_an_exhausted_or_covered_eye_cancels_nothing() -> None:
    """BM-67, BM-48, L545, L595: an exhausted room has no ability, nor has a covered one."""
    t = building().dungeon(1, "all_seeing_eye", ("golem_factory", "all_seeing_eye"))
    eye, hidden = t.ids(1)[0], t.s.keeps[1].piles[1][1].id
    t.casts(0, "freeze", eye).do(Cast(0, "freeze"), Aimed(t.ids(1)[1]))
    assert t.refuses(Countered(1, eye)) in ("BM-67", "BM-48", "BM-47")
    assert t.refuses(Countered(1, hidden)) in ("BM-67", "BM-46", "BM-47")


@pytest.mark.rule("BM-23", "BM-24")
def test_a_spell_is_still_played_after_the_last_room_was_laid() -> None:
    """BM-23, L377-379: the build phase ends with the reveal; until then its spells are played."""
    t = table().do(Arrived("c.4"), Arrived("f.4"), Placed(0), Placed(0))
    assert t.step == "turn_up"
    t.do(Cast(0, "kobold_strike"), Stood())
    assert [keep.piles for keep in t.s.keeps] == [(), ()], "face-down rooms are back in the hands"
    assert t.s.phase == "adventure" or t.step in ("reveal_hero", "walk")


@pytest.mark.rule("BM-23")
def test_nobody_lays_a_room_after_a_kobold_strike() -> None:
    """BM-23, L174: a spell of the build phase: nothing is built this turn; next turn it is again."""
    t = building().do(Placed(0), Cast(0, "kobold_strike"), Stood())
    assert [len(keep.piles) for keep in t.s.keeps] == [2, 2]
    assert not t.offers(Placed)
    t.at_phase("end_turn").at_phase("build")
    assert t.offers(Placed)


@pytest.mark.rule("BM-16")
def test_an_axe_spell_acts_on_its_target_for_the_turn() -> None:
    """BM-16, L178: the card's text: +3 for a trap room this turn, in whichever dungeon."""
    t = in_dungeon(1).do(Walked(0))
    t.casts(0, "annihilator", t.ids(1)[1])
    t.usual()
    assert t.points[1] == (0, 1)
    assert [pile[0].bonus for pile in t.s.keeps[1].piles] == [0, 0], "until the end of the turn"
    t = building().dungeon(1, plain("c", 1, "trap")).hero(1, "c", 4).at_phase("adventure")
    t.casts(0, "annihilator", t.ids(1)[0]).usual()
    assert t.points[1] == (1, 0), "1 and 3 of 4"


@pytest.mark.rule("BM-16")
def test_a_revealed_room_may_be_the_target_of_a_spell_in_the_adventure() -> None:
    """BM-16, L180: a card with both symbols is played in either phase."""
    t = table().do(Arrived("c.4"), Arrived("t.4"), Placed(0), Skipped(), Revealed("dark_altar"))
    assert t.s.phase == "adventure"
    t.casts(0, "freeze", t.ids(1)[0])
    assert exhausted(t, 1) == [True]


def walked(to: int = 0, owner: int = 0, **rulings: str) -> BossMonsterTable:
    """A 13-health mage with 2 damage in the first of three rooms; the other seat has one room."""
    t = (
        table(**rulings)
        .dungeon(owner, plain("", 2, "trap"), "golem_factory", "dark_altar")
        .dungeon(1 - owner, "open_grave")
    )
    return t.hero(owner, "m", 13, epic=True).at_phase("adventure").do(Walked(to))


@pytest.mark.rule("BM-16")
def test_a_soul_is_harvested_and_a_spell_played_draws() -> None:
    """Soul Harvest removes a dead hero; Liger's Den reacts to its player's first spell a turn."""
    t = walked().dungeon(0, "ligers_den").scored(0, souls=2)
    t.casts(0, "soul_harvest", t.s.keeps[0].score[0].hero.id)
    assert t.points[0] == (1, 0)
    den = walked().dungeon(0, "ligers_den").do(Cast(0, "jeopardy"))
    assert any("Liger's Den" in line for line in den.note_texts)
    assert not any("Liger's Den" in line for line in den.do(Stood(), Cast(0, "jeopardy")).note_texts)


@pytest.mark.rule("BM-31")
def test_spells_that_move_a_hero() -> None:
    """Teleportation restarts the walk, Fear sends to town, Zombie Attack revives a dead hero.

    A revived hero has two more health.
    """
    t = walked(to=1)
    t.casts(0, "teleportation", t.s.walk.hero)
    assert t.copy().do(Walked(0)).s.keeps[0].entrance[0].taken == 6
    gone = t.copy().casts(1, "fear", t.s.walk.hero)
    assert (gone.standing_in(TOWN), gone.s.walk) == (["m.13"], None)
    t = table().dungeon(0, "open_grave").scored(1, souls=1).at_phase("build")
    t.casts(0, "zombie_attack", t.s.keeps[1].score[0].hero.id)
    assert (t.points[1], t.s.keeps[1].entrance[0].health) == ((0, 0), 6)


@pytest.mark.rule("BM-16")
@pytest.mark.parametrize(
    ("spell", "room", "taken"), [("annihilator", 0, 5), ("giant_size", 1, 2), ("exhaustion", None, 5), ("freeze", 0, 2)]
)
def test_spells_that_hurt(spell: str, room: int | None, taken: int) -> None:
    """Damage of Annihilator, Giant Size, Exhaustion and Freeze, at once and after the walk."""
    t = walked()
    t.casts(0, spell, t.s.walk.hero if room is None else t.ids(0)[room])
    assert t.s.keeps[0].entrance[0].taken == taken
    end = t.copy().do(Walked(2))
    assert end.s.keeps[0].entrance[0].taken == taken + 3 + (3 if spell == "giant_size" else 0)


def test_every_effect_is_somebodys() -> None:
    """Each spell except Jeopardy has a power, and each power belongs to a card."""
    spells = {key for key, card in card_texts().items() if card.phases}
    assert spells - set(effects.use["declared"]) == {"jeopardy"}
    assert set(effects.use["declared"]) - spells <= set(card_texts())
