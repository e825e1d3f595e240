"""The example of the rules text, played from its first card to its last token."""

import pytest

from rules.darkmoor.model.events import Aimed, Lined, Played
from tests.support.games.darkmoor import hero, known, minion, seated

rule = pytest.mark.rule

FAMILIAR = known("minions", "Intriguing Familiar", peril=1, vp=1)
BEAR = known("minions", "Dire Bear", peril=2, vp=4)
MINOTAUR = known("minions", "Charging Minotaur", peril=2, vp=2)
GRIFFIN = known("minions", "Spotted Griffin", peril=1, vp=3)
VALLEY = known("locations", "Valley of Teeth", vp=5)
MALIS = known("heroes", "Mad Malis")
DENICE, JUSTIN, STUART = range(3)


def played_at_the_valley():
    """Denice's Familiar and Bear and Justin's Minotaur are played.

    The text gives no numbers but the threshold and the sums.
    """
    t = seated(3, MALIS, (VALLEY,))
    t.plays((0, FAMILIAR))
    assert t.step == "play"
    assert t.asks == "Ana may play one more minion: where?"
    t.plays((0, BEAR))
    assert [m.vp_tokens for m in t.s.places[0].horde] == [1, 1]
    assert t.s.active == JUSTIN
    return t.plays((0, MINOTAUR))


@rule("RD-14", "RD-15", "RD-32")
def test_the_example_up_to_the_attack() -> None:
    """Each beast gets a token as it is played, and the Familiar allows one more minion."""
    t = played_at_the_valley()
    assert t.horde(0) == ["Intriguing Familiar", "Dire Bear", "Charging Minotaur"]
    assert [m.vp_tokens for m in t.s.places[0].horde] == [1, 1, 1]
    assert t.s.active == STUART
    assert [player.hand for player in t.s.players] == [5, 5, 5]
    assert [player.deck for player in t.s.players] == [11, 12, 13]
    t.plays((0, GRIFFIN))
    assert t.asks == "Spotted Griffin (Cira): which place?"
    t.do(Lined(0))
    assert t.asks == "Spotted Griffin (Cira): which minion?"
    assert t.horde(0) == ["Spotted Griffin", "Intriguing Familiar", "Dire Bear", "Charging Minotaur"]
    assert [m.vp_tokens for m in t.s.places[0].horde] == [1, 1, 1, 1]


@rule("RD-18", "RD-23", "RD-25")
def test_the_example_to_the_last_token() -> None:
    """Mad Malis attacks at peril 6: two minions are defeated and two escape with a token."""
    t = played_at_the_valley().do(Played(0, (GRIFFIN,)), Lined(0))
    t.do(Aimed(t.id_of("Intriguing Familiar")))
    assert "Mad Malis attacks Valley of Teeth: peril 6 of 6" in t.told
    assert t.told[t.told.index("Mad Malis attacks Valley of Teeth: peril 6 of 6") :] == [
        "Mad Malis attacks Valley of Teeth: peril 6 of 6",
        "Intriguing Familiar (Ana) is defeated",
        "1 VP in tokens: discarded with it",
        "Cira: +2 VP in tokens (2)",
        "Charging Minotaur (Bea): its ability",
        "Dire Bear (Ana) is defeated",
        "1 VP in tokens: discarded with it",
        "1 minion closes up to Valley of Teeth: that is no movement",
        "Mad Malis goes back into the box",
        "Spotted Griffin (Cira) escapes to Valley of Teeth",
        "Cira: +1 VP in tokens (3)",
        "Charging Minotaur (Bea) escapes to Valley of Teeth",
        "Bea: +1 VP in tokens (1)",
    ]
    assert t.tokens == [0, 1, 3]
    assert t.horde(0) == []
    assert t.haven(0) == ["Spotted Griffin", "Charging Minotaur"]
    assert [card.name for card in t.s.players[DENICE].discard] == ["Intriguing Familiar", "Dire Bear"]
    assert t.s.hero is None
    assert t.step == "reveal"
    t.turns_up(hero(name="Sir Next"))
    assert t.s.active == DENICE
    assert [player.hand for player in t.s.players] == [5, 5, 5]


@rule("RD-16", "RD-21")
def test_the_bear_is_the_strongest_also_beside_the_other_hordes() -> None:
    """The Minotaur defeats the most valuable adjacent minion, also in the next horde."""
    t = seated(3, MALIS, (VALLEY,))
    t.do(Played(1, (minion("Ogre", vp=9),)), Played(1, (minion("Imp", vp=1),)), Played(1, (minion("Ghost", vp=8),)))
    t.do(Played(0, (minion("Rat"),)), Played(0, (BEAR,)))
    assert t.horde(1) == ["Ogre", "Imp", "Ghost"]
    t.plays((0, MINOTAUR))
    t.plays((0, minion("Bat", peril=1)))
    assert t.horde(1) == ["Ogre", "Imp"]  # only the Ghost was adjacent to the Minotaur
    assert t.haven(0) == ["Rat", "Dire Bear", "Charging Minotaur"]
