"""KT-55: which monster each player plays, chosen before the first turn if the table wants to."""

from __future__ import annotations

import pytest

from rules.engine import Adjusted
from rules.king_of_tokyo.model.events import Began, Chose, Declined, MonstersWanted
from tests.support.games.king_of_tokyo import KingOfTokyoTable


def choosing() -> KingOfTokyoTable:
    """Three players who choose their monsters."""
    return KingOfTokyoTable("Ana", "Beto", "Cira", begins=None).do(MonstersWanted())


def figures(t: KingOfTokyoTable) -> list[str]:
    """The monster of each player."""
    return [monster.figure for monster in t.s.monsters]


@pytest.mark.rule("KT-55")
def test_everybody_chooses_a_monster_of_their_own_and_then_somebody_begins() -> None:
    """KT L80: in any order; what somebody has nobody else gets; then the game begins as without it."""
    t = choosing().do(Chose(1, "gigazaur"))
    assert "Beto is Gigazaur" in t.note_texts
    assert t.refuses(Chose(0, "gigazaur"))
    assert t.refuses(Chose(1, "the_king"))
    t.do(Chose(0, "the_king")).do(Chose(2, "Bob"))
    assert figures(t) == ["the_king", "gigazaur", "Bob"]
    assert t.asks == "Who begins?"
    assert t.do(Began(2)).s.active == 2


@pytest.mark.rule("KT-55")
def test_a_table_may_begin_without_choosing_or_with_some_chosen() -> None:
    """Nobody is asked who did not want to be, and whoever has no monster of a name plays all the same."""
    assert KingOfTokyoTable("Ana", "Beto", begins=None).do(Began(0)).s.monsters[0].figure == ""
    t = choosing().do(Chose(0, "kraken")).do(Declined())
    assert (t.asks, figures(t)) == ("Who begins?", ["kraken", "", ""])
    assert t.refuses(MonstersWanted())


@pytest.mark.rule("KT-14", "X-06")
def test_a_monster_stays_the_same_when_it_is_out_and_can_be_set_by_hand() -> None:
    """Which monster it is is no resource: it is neither lost nor changed by play; only by hand."""
    t = choosing().do(Chose(0, "kraken")).do(Chose(1, "anubis")).do(Chose(2, "cthulhu")).do(Began(0))
    t.do(Adjusted("seat.1.hearts", -8)).throws("ssss11")
    t = t if t.monster("Beto").out else t.throws("ssss11")
    assert figures(t)[1] == "anubis"
    assert figures(t.sets("seat.0.figure", "pandakai"))[0] == "pandakai"
