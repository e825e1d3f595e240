"""Boss Monster before the first turn, and the cards."""

import pytest

from rules.boss_monster.cards import copies, deck, printed, rooms
from rules.boss_monster.event import Arrived, Chose, DealtAgain, Handed, NamedHero, Placed, Revealed, Skipped
from rules.boss_monster.game import GAME
from rules.boss_monster.state import order
from rules.engine import Refused, prompt, start
from tests.support.games.boss_monster import NAMES, at_phase, do, keys, offers, seated, table
from tests.support.transcript import asked, step, told


@pytest.mark.rule("BM-01")
@pytest.mark.parametrize("seats", [NAMES[:1], (*NAMES, "Elsa")])
def test_two_to_four_play(seats: tuple[str, ...]) -> None:
    """One is too few, five are too many."""
    with pytest.raises(Refused) as refused:
        start(GAME, seats)
    assert refused.value.rule == "BM-01"


@pytest.mark.rule("BM-02")
def test_the_box_is_whole() -> None:
    """Eight bosses, thirty rooms in 76 copies, sixteen spells in 31, forty-one heroes; each card has its effect."""
    counted = {file: (len(copies(file)), copies(file).total()) for file in ("bosses", "rooms", "spells")}
    assert counted == {"bosses": (8, 8), "rooms": (30, 76), "spells": (16, 31)}
    assert len(deck(4, False)) + len(deck(4, True)) == 41
    assert all(card.effect.es and card.effect.en and card.acts for card in printed().values())


@pytest.mark.rule("BM-03", "BM-62")
@pytest.mark.parametrize(("players", "normal", "epic", "hard"), [(2, 13, 8, 9), (3, 17, 12, 13), (4, 25, 16, 17)])
def test_the_hero_decks_follow_the_players(players: int, normal: int, epic: int, hard: int) -> None:
    """So many heroes as the rules say; in hard mode fewer normal ones, none of them with 4 health."""
    s = start(GAME, NAMES[:players])
    assert (s.normal, s.epic) == (normal, epic)
    s = start(GAME, NAMES[:players], (("hard", "on"),))
    assert (s.normal, s.epic) == (hard, epic)
    s = do(s, *(Chose(k, boss) for k, boss in zip(range(players), printed_bosses(), strict=False)), Handed())
    s = do(s, *(Skipped(),) * players)
    assert not any(kind.endswith(".4") for kind in offers(s, "kind"))


def printed_bosses() -> tuple[str, ...]:
    return ("robobo", "gorgona", "seducia", "draculord")


@pytest.mark.rule("BM-04", "BM-05")
def test_the_most_xp_goes_first() -> None:
    """The order is that of XP, whoever sits where; and no boss is there twice."""
    s = do(start(GAME, NAMES[:3]), Chose(0, "robobo"))
    assert "robobo" not in offers(s, "boss")
    s = do(s, Chose(1, "draculord"), Chose(2, "seducia"))
    assert order(s) == (1, 2, 0)
    assert s.active == 1
    assert "The order by XP: Bea, Cira, Ana" in told(s)
    assert any("left of the boss" in line for line in told(s))


@pytest.mark.rule("BM-06", "BM-07")
def test_a_secret_discard_is_one_tap() -> None:
    """Nobody is asked for a card; a bad hand may be shuffled back, again and again unless the table says once."""
    for ruling, times in (("again", 2), ("once", 1)):
        s = start(GAME, NAMES[:2], (("BM-A22", ruling),))
        s = do(s, Chose(0, "robobo"), Chose(1, "gorgona"), DealtAgain(0))
        again = [choice.event for choice in prompt(s).choices if isinstance(choice.event, DealtAgain)]  # type: ignore[union-attr]
        assert len(again) == times
    s = do(s, Handed())
    assert step(s) == "place"
    assert told(s)[0] == "The hands are ready"


@pytest.mark.rule("BM-08")
def test_the_first_room_is_laid_before_the_first_turn() -> None:
    """Face down by XP, then revealed, then what building does, by XP; nobody must."""
    s = seated()
    assert asked(s).startswith("Bea")
    s = do(s, Placed(0), Placed(0))
    assert s.turn == 0
    assert [room.down for _, _, room in s.rooms()] == [True, True]
    s = do(s, Revealed("dark_laboratory"), Revealed("specters_sanctum"))
    assert keys(s, 0) == ["specters_sanctum"]
    lines = told(s)
    assert lines.index("Bea, Dark Laboratory: When built: draw two spells and discard one") < lines.index(
        "Ana, Specter's Sanctum: When built: an opponent discards a random spell"
    )
    assert (s.turn, step(s)) == (1, "reveal_hero")


@pytest.mark.rule("BM-60")
def test_i_choose_you_deals_two() -> None:
    """As a switch: the question says that one of two is kept."""
    s = start(GAME, NAMES[:2], (("choose", "on"),))
    assert "keeps one" in asked(s)
    assert prompt(s).rule == "BM-60"  # type: ignore[union-attr]
    assert told(do(s, Chose(0, "robobo"))) == ["Ana is Robobo: 400 XP"]


@pytest.mark.rule("BM-20", "BM-63")
def test_a_turn_starts_with_one_hero_a_player() -> None:
    """Then everybody draws a room, and rooms are laid: five phases follow one another."""
    s = table()
    assert (s.phase, s.turn) == ("start", 1)
    assert GAME.remarks(s)
    assert not [c for c in GAME.remarks(s) if "plays a spell" in c.label.key]
    s = do(s, Arrived("m.8"), NamedHero("nick_the_masher"))
    assert [hero.card.health for hero in s.town] == [8, 4]
    assert "Everybody draws one room" in told(s)
    assert (s.phase, s.normal) == ("build", 11)
    s = do(s, Skipped(), Skipped())
    assert (s.phase, s.turn) == ("start", 2)


@pytest.mark.rule("BM-12", "BM-20")
def test_epic_heroes_come_once_the_normal_deck_is_empty() -> None:
    """The last normal hero and the first epic one come in one turn, even with others stuck in town (BM-A17)."""
    from dataclasses import replace

    from tests.support.games.boss_monster import hero

    s = at_phase(replace(hero(table(), -1), normal=1), "arrive")
    s = do(s, Arrived("c.4"))
    assert asked(s) == "An epic hero comes to town: who?"
    s = do(s, Arrived("c.13"))
    assert (s.normal, s.epic) == (0, 7)
    assert s.town[-1].worth == 2
    waiting = at_phase(replace(hero(table(A17="lured"), -1), normal=0), "arrive")
    assert waiting.phase == "build"


@pytest.mark.rule("BM-44", "BM-57", "BM-65")
def test_hidden_cards_are_never_asked_for() -> None:
    """What hidden cards do is told, not asked: whoever discards chooses, at random somebody else does."""
    from tests.support.games.boss_monster import builds, dungeon, ids

    s = dungeon(table(), 0, "specters_sanctum")
    s = builds(s, *ids(s, 0))
    assert "Ana, Specter's Sanctum: When built: an opponent discards a random spell" in told(s)
    assert step(s) == "reveal_hero"
    s = at_phase(dungeon(table(), 0, "haunted_library"), "draw_rooms")
    assert any("Haunted Library" in line for line in told(s))


def test_the_table_of_effects_is_told(say) -> None:
    """Every room, spell and boss acts by itself, asks somebody, or is done by the table with hidden cards."""
    for how in ("automatic", "asked", "table"):
        say(f"boss_monster {how}: " + ", ".join(card.name.en for card in printed().values() if card.acts == how))
    assert set(rooms()) <= set(printed())
