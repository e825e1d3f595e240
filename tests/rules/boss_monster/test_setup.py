"""Boss Monster before the first turn, and its card data."""

import pytest

from rules.boss_monster.model.card_catalogue import card_copies, card_texts, hero_deck, room_cards
from rules.boss_monster.model.events import Arrived, Chose, DealtAgain, Handed, NamedHero, Placed, Revealed, Skipped
from rules.boss_monster.model.state import set_keep, xp_order
from rules.engine import Refused
from tests.support.games.boss_monster import NAMES, BossMonsterTable, seated, table


@pytest.mark.rule("BM-01")
@pytest.mark.parametrize("seats", [NAMES[:1], (*NAMES, "Elsa")])
def test_two_to_four_play(seats: tuple[str, ...]) -> None:
    """Two to four players may play; one and five are refused."""
    with pytest.raises(Refused) as refused:
        BossMonsterTable(*seats)
    assert refused.value.rule == "BM-01"


@pytest.mark.rule("BM-02")
def test_the_box_is_whole() -> None:
    """BM L50: "75 cartas de Habitaciones"; eight bosses, 31 spells, 41 heroes.

    Each card has its effect in both languages, and a way in which it is resolved.
    """
    counted = {file: (len(card_copies(file)), card_copies(file).total()) for file in ("bosses", "rooms", "spells")}
    assert counted == {"bosses": (8, 8), "rooms": (31, 75), "spells": (16, 31)}
    assert len(hero_deck(4, False)) + len(hero_deck(4, True)) == 41
    assert all(card.effect.es and card.effect.en and card.automation for card in card_texts().values())


@pytest.mark.rule("BM-03", "BM-62")
@pytest.mark.parametrize(("players", "normal", "epic", "hard"), [(2, 13, 8, 9), (3, 17, 12, 13), (4, 25, 16, 17)])
def test_the_hero_decks_follow_the_players(players: int, normal: int, epic: int, hard: int) -> None:
    """The sizes of the hero decks follow the number of players.

    The hard mode has fewer normal heroes, and none with 4 health.
    """
    t = BossMonsterTable(*NAMES[:players])
    assert (t.s.normal, t.s.epic) == (normal, epic)
    t = BossMonsterTable(*NAMES[:players], hard="on")
    assert (t.s.normal, t.s.epic) == (hard, epic)
    t.do(*(Chose(k, boss) for k, boss in zip(range(players), printed_bosses(), strict=False)), Handed())
    t.do(*(Skipped(),) * players)
    assert not any(kind.endswith(".4") for kind in t.options("kind"))


def printed_bosses() -> tuple[str, ...]:
    return ("robobo", "gorgona", "seducia", "draculord")


@pytest.mark.rule("BM-04", "BM-05")
def test_the_most_xp_goes_first() -> None:
    """The order of play is that of XP, and each boss can be chosen once."""
    t = BossMonsterTable(*NAMES[:3]).do(Chose(0, "robobo"))
    assert "robobo" not in t.options("boss")
    t.do(Chose(1, "draculord"), Chose(2, "seducia"))
    assert xp_order(t.s) == (1, 2, 0)
    assert t.s.active == 1
    assert "The order by XP: Bea, Cira, Ana" in t.told
    assert any("left of the boss" in line for line in t.told)


@pytest.mark.rule("BM-06", "BM-07")
def test_a_secret_discard_is_one_tap() -> None:
    """The secret discard takes one answer and names no card.

    A bad hand may be shuffled back repeatedly, or once with BM-A22 set to once.
    """
    for ruling, times in (("again", 2), ("once", 1)):
        t = BossMonsterTable(*NAMES[:2], BM_A22=ruling)
        t.do(Chose(0, "robobo"), Chose(1, "gorgona"), DealtAgain(0))
        again = [event for event in t.events if isinstance(event, DealtAgain)]
        assert len(again) == times
    t.do(Handed())
    assert t.step == "place"
    assert t.told[0] == "The hands are ready"


@pytest.mark.rule("BM-08")
def test_the_first_room_is_laid_before_the_first_turn() -> None:
    """First rooms are laid face down, revealed and resolved before the first turn, by XP."""
    t = seated()
    assert t.asks.startswith("Bea")
    t.do(Placed(0), Placed(0))
    assert t.s.turn == 0
    assert [room.down for _, _, room in t.s.rooms()] == [True, True]
    t.do(Revealed("dark_laboratory"), Revealed("specters_sanctum"))
    assert t.keys(0) == ["specters_sanctum"]
    lines = t.told
    assert lines.index("Bea, Dark Laboratory: When built: draw two spells and discard one") < lines.index(
        "Ana, Specter's Sanctum: When built: an opponent discards a random spell"
    )
    assert (t.s.turn, t.step) == (1, "reveal_hero")


@pytest.mark.rule("BM-60")
def test_i_choose_you_deals_two() -> None:
    """The switch "choose" deals two bosses, and the prompt says that one is kept."""
    t = BossMonsterTable(*NAMES[:2], choose="on")
    assert "keeps one" in t.asks
    assert t.asked.rule == "BM-60"
    assert t.do(Chose(0, "robobo")).told == ["Ana is Robobo: 400 XP"]


@pytest.mark.rule("BM-20", "BM-63")
def test_a_turn_starts_with_one_hero_a_player() -> None:
    """A turn starts with one hero for each player; then come a draw and the build phase.

    With nothing built the next turn starts.
    """
    t = table()
    assert (t.s.phase, t.s.turn) == ("start", 1)
    assert t.remarks
    assert not [c for c in t.remarks if "plays a spell" in c.label.key]
    t.do(Arrived("m.8"), NamedHero("nick_the_masher"))
    assert [hero.card.health for hero in t.s.town] == [8, 4]
    assert "Everybody draws one room" in t.told
    assert (t.s.phase, t.s.normal) == ("build", 11)
    t.do(Skipped(), Skipped())
    assert (t.s.phase, t.s.turn) == ("start", 2)


@pytest.mark.rule("BM-12", "BM-20")
def test_epic_heroes_come_once_the_normal_deck_is_empty() -> None:
    """Epic heroes come when the normal deck is empty, even in the same turn (BM-A17).

    Other heroes may still be in town, unless BM-A17 is set to lured.
    """
    from dataclasses import replace

    t = table().hero(-1).change(replace, normal=1).at_phase("arrive")
    t.do(Arrived("c.4"))
    assert t.asks == "Hero 2 of 2 comes to town, an epic one: who?"
    t.do(Arrived("c.13"))
    assert (t.s.normal, t.s.epic) == (0, 7)
    assert t.s.town[-1].worth == 2
    waiting = table(BM_A17="lured").hero(-1).change(replace, normal=0).at_phase("arrive")
    assert waiting.s.phase == "build"


@pytest.mark.rule("BM-20", "BM-36")
def test_the_switch_that_decides_how_many_heroes_come_is_named() -> None:
    """BM L355, L502 and L119 disagree on how many come, and from when epic ones do: the log says what decided."""
    from dataclasses import replace

    plain = table(3).at_phase("arrive")
    assert not plain.decided & {"BM-A5", "BM-A17"}
    assert "BM-A5" in table(3).change(set_keep, 0, out=True).at_phase("arrive").decided
    assert "BM-A17" in table().change(replace, normal=1).at_phase("arrive").decided


@pytest.mark.rule("BM-44", "BM-57", "BM-65")
def test_hidden_cards_are_never_asked_for() -> None:
    """With the table's own cards, effects on hands are noted and not asked about.

    The text says who chooses a discard, or that it is random.
    """
    t = table().dungeon(0, "specters_sanctum")
    t.builds(*t.ids(0))
    assert "Ana, Specter's Sanctum: When built: an opponent discards a random spell" in t.told
    assert t.step == "reveal_hero"
    t = table().dungeon(0, "haunted_library").at_phase("draw_rooms")
    assert any("Haunted Library" in line for line in t.told)


def test_the_table_of_effects_is_told(say) -> None:
    """Each room, spell and boss is automatic, asks, or is left to the table.

    The three lists are printed.
    """
    for how in ("automatic", "asked", "table"):
        say(
            f"boss_monster {how}: "
            + ", ".join(card.name.en for card in card_texts().values() if card.automation == how)
        )
    assert set(room_cards()) <= set(card_texts())
