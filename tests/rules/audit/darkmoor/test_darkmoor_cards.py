"""Darkmoor, audit of the cards (RD-08 … RD-11, RD-13, RD-32): each test from one sentence of the rules text."""

from typing import Any

import pytest

from rules.darkmoor.model.cards import HeroCard, LocationCard, is_incomplete, named_cards
from rules.darkmoor.model.events import (
    Aimed,
    Declined,
    Felled,
    Fled,
    Lined,
    Located,
    Moved,
    Played,
    PlaysMore,
    TurnedUp,
)
from tests.support.games.darkmoor import DarkmoorTable, hero, known, location, minion, seated

IMP = minion("Imp")


@pytest.mark.rule("RD-08")
@pytest.mark.parametrize("kind", ["beast", "humanoid", "undead"])
def test_a_minion_has_a_type_a_peril_and_vp_and_belongs_to_who_played_it(kind: str) -> None:
    """RD-08, L33-39: color of the owner; beast, humanoid or undead; a peril value; a VP value."""
    card = minion("Ghoul", kind=kind, peril=4, vp=3)
    t = seated(first=hero(9)).plays((1, card))
    (played,) = t.s.places[1].horde
    assert (played.seat, played.card) == (0, card)
    t.plays((1, card))
    assert [m.seat for m in t.s.places[1].horde] == [0, 1]


@pytest.mark.rule("RD-08")
@pytest.mark.parametrize("wrong", [{"kind": "dragon"}, {"peril": -1}, {"vp": -1}, {"when": "attacks"}])
def test_a_minion_of_another_type_or_with_a_negative_number_is_refused(wrong: dict[str, Any]) -> None:
    """RD-08, L34-39: "pueden ser de tres tipos"; peril and VP are numbers printed on the card."""
    assert seated().refuses(Played(0, (minion("Ghoul", **wrong),))) == "RD-08"


@pytest.mark.rule("RD-09")
def test_an_immediate_ability_resolves_when_its_minion_is_played_and_only_then() -> None:
    """RD-09, L37, L66: "se resuelven cuando se juega el minion"."""
    t = seated(first=hero(3)).plays((0, minion("Imp", when="played", does="vp", n=2)))
    assert t.s.places[0].horde[0].vp_tokens == 2
    t.plays((0, minion("Rat")))
    assert t.s.places[0].horde[0].vp_tokens == 2
    t.plays((0, minion("Bat")))
    assert t.tokens == [2, 0], "once in its life, though its horde was attacked and it escaped"


@pytest.mark.rule("RD-09")
@pytest.mark.parametrize(
    ("when", "n"), [("attacked", 1), ("elsewhere", 0), ("escapes", 1), ("defeated", 0), ("moved", 0)]
)
def test_an_ongoing_ability_waits_for_its_event(when: str, n: int) -> None:
    """RD-09, L38: ongoing abilities go off "cuando ocurre un evento determinado", not as the minion is played."""
    t = seated(first=hero(3)).plays((0, minion("Imp", when=when, does="vp")))
    assert (t.s.places[0].horde[0].vp_tokens, t.tokens) == (0, [0, 0])
    t.plays((0, minion("Rat")))
    assert (t.s.places[0].horde[0].vp_tokens, t.tokens) == (0, [0, 0])
    t.plays((0, minion("Bat")))
    assert t.haven(0) == ["Imp", "Rat"]
    assert t.tokens == [n, 0], "Ana's own minion fell: no bounty"


@pytest.mark.rule("RD-09")
def test_a_constant_ability_counts_while_its_minion_is_in_the_horde_zone() -> None:
    """RD-09, L38, L67: "mientras el súbdito está en la zona de la horda": from its play until it leaves."""
    t = seated(first=hero(4)).plays((0, minion("Rat")), (0, minion("Chief", when="always", does="peril", on="each")))
    assert t.view.places[0].peril == 1 + 1 + 1
    t.do(Moved(t.id_of("Chief"), 1, -1))
    assert [t.view.places[place].peril for place in (0, 1)] == [1 + 1, 1], "Rat is beside it now"
    t.do(Fled(t.id_of("Chief")))
    assert [t.view.places[place].peril for place in (0, 1)] == [1, 0]


@pytest.mark.rule("RD-10")
def test_a_hero_has_a_type_a_threshold_and_an_ability() -> None:
    """RD-10, L43-46: type, peril threshold, an attack ability or an ongoing one."""
    card = HeroCard("Sir Test", kind="knight", threshold=4, when="attacks", does="vp", on="whole")
    t = seated(first=card)
    assert t.s.hero == card
    t.plays((0, minion("Rat", peril=3)))
    assert (t.s.attacks, t.s.places[0].horde[0].vp_tokens) == (0, 0), "below the threshold: no attack, no ability"
    t.plays((0, minion("Bat", peril=1)))
    assert (t.s.attacks, t.tokens) == (1, [1, 0]), "attack ability: Rat, the only one left, escapes with the token"


@pytest.mark.rule("RD-10")
def test_an_ongoing_ability_of_a_hero_counts_while_the_hero_is_turned_up() -> None:
    """RD-10, L46: "son relevantes mientras se revela el héroe"."""
    t = seated(first=hero(4, when="always", does="peril", on="whole"))
    t.plays((0, minion("Rat")))
    assert t.s.attacks == 0
    t.plays((0, minion("Bat")))
    assert t.s.attacks == 1, "1 + 1 and 1 + 1"
    t.turns_up(hero(3, name="Sir Plain")).plays((1, minion("Cat")))
    assert (t.s.attacks, t.view.places[1].peril) == (0, 1), "the ongoing ability has gone with its hero"


@pytest.mark.rule("RD-10")
@pytest.mark.parametrize("wrong", [{"threshold": 0}, {"when": "played"}, {"when": "scoring"}])
def test_a_hero_without_a_threshold_or_with_another_kind_of_ability_is_refused(wrong: dict[str, Any]) -> None:
    """RD-10, L44-45: a peril threshold; abilities "tienen uno de dos tipos: ataque y continuo"."""
    t = DarkmoorTable("Ana", "Bea").locates(*(location(name) for name in ("Moor", "Fen", "Crag")))
    assert t.refuses(TurnedUp((hero(**{"threshold": 6, **wrong}),))) == "RD-10"


@pytest.mark.rule("RD-11")
def test_a_location_has_vp_and_an_ongoing_or_a_scoring_ability() -> None:
    """RD-11, L50-53: VP value; ongoing abilities count "a lo largo del juego", scoring ones at the end."""
    places = (
        location("Valley", vp=3, when="played", does="vp", on="it"),
        location("Crypt", vp=4, when="scoring", does="least"),
    )
    t = seated(first=hero(9), places=places)
    assert [place.card.vp for place in t.s.places] == [3, 4, 5]
    t.plays((0, minion("Rat")), (1, minion("Bat")))
    assert t.s.places[0].horde[0].vp_tokens == 1, "ongoing"
    assert t.s.places[1].horde[0].vp_tokens == 0
    assert t.s.places[1].control < 0, "nobody controls it before the scoring"


@pytest.mark.rule("RD-11")
@pytest.mark.parametrize("wrong", [{"vp": -1}, {"when": "attacks"}, {"when": "defeated"}])
def test_a_location_with_another_kind_of_ability_is_refused(wrong: dict[str, Any]) -> None:
    """RD-11, L52: "uno de dos tipos: continuas y puntuables"."""
    t = DarkmoorTable("Ana", "Bea")
    assert t.refuses(Located((LocationCard("Bog", **wrong),))) == "RD-11"


@pytest.mark.rule("RD-13")
def test_what_a_card_says_in_words_is_done_by_hand_and_beats_the_rules() -> None:
    """RD-13, L56: "las reglas de la carta siempre anulan las reglas de estas reglas"."""
    card = minion("Oddity", when="played", text="Go to the front of any horde; the last one there falls.")
    t = seated(first=hero(9)).plays((0, minion("Rat")), (0, minion("Bat")), (1, card))
    assert t.asked.rule == "RD-13"
    assert t.refuses(Moved(t.id_of("Oddity"), 3, -1)) == "X-06", "there is no such place"
    t.do(Moved(t.id_of("Oddity"), 0, -1), Moved(t.id_of("Oddity"), 0, 0))
    assert t.horde(0) == ["Oddity", "Rat", "Bat"]
    t.do(Felled(t.id_of("Bat"), False))
    assert t.horde(0) == ["Oddity", "Rat"]
    assert t.tokens == [0, 0]
    t.do(Declined())
    assert (t.who, t.offers(Played)) == ("Bea", True)


def valley() -> DarkmoorTable:
    """The three players of the example before the Valley of Teeth, with Mad Malis turned up."""
    places = (known("locations", "Valley of Teeth", vp=4),)
    return seated(3, known("heroes", "Mad Malis"), places)


FAMILIAR = known("minions", "Intriguing Familiar", peril=1, vp=1)
BEAR = known("minions", "Dire Bear", peril=2, vp=4)
MINOTAUR = known("minions", "Charging Minotaur", peril=2, vp=3)
GRIFFIN = known("minions", "Spotted Griffin", peril=1, vp=2)


@pytest.mark.rule("RD-32")
def test_the_example_of_the_text_is_played_to_its_end() -> None:
    """RD-32, L71-83, L95-106: Familiar, Bear, Minotaur, Griffin; Mad Malis; who falls, who escapes, who is paid."""
    t = valley().plays((0, FAMILIAR))
    assert t.s.places[0].horde[0].vp_tokens == 1, "L72: a beast"
    t.plays((0, BEAR))
    assert (t.horde(0), t.s.active) == (["Intriguing Familiar", "Dire Bear"], 1)
    t.plays((0, MINOTAUR), (0, GRIFFIN))
    assert [m.vp_tokens for m in t.s.places[0].horde] == [1, 1, 1, 1]
    assert t.asks == "Where does Spotted Griffin (Cira) go?"
    assert t.offers(Lined), "L81: anywhere in the horde"
    t.do(Lined(0))
    assert t.asks == "Spotted Griffin (Cira): who goes to the back?"
    assert t.horde(0) == ["Spotted Griffin", "Intriguing Familiar", "Dire Bear", "Charging Minotaur"]
    assert t.s.attacks == 0
    t.aims("Intriguing Familiar")
    assert t.note_texts[t.note_texts.index("Mad Malis attacks Valley of Teeth: peril 6 of 6") :] == [
        "Mad Malis attacks Valley of Teeth: peril 6 of 6",
        "Intriguing Familiar (Ana) is defeated",
        "Its token of 1 VP is lost",
        "Cira: +2 VP in tokens (2)",
        "Charging Minotaur (Bea): Dire Bear (Ana) is defeated",
        "Its token of 1 VP is lost",
        "1 minion closes up to Valley of Teeth: that is no movement",
        "Mad Malis goes back into the box",
        "Spotted Griffin (Cira) escapes to Valley of Teeth",
        "Cira: +1 VP in tokens (3)",
        "Charging Minotaur (Bea) escapes to Valley of Teeth",
        "Bea: +1 VP in tokens (1)",
    ]
    assert t.haven(0) == ["Spotted Griffin", "Charging Minotaur"]
    assert t.tokens == [0, 1, 3], "L96, L106: 2 for Stuart's attack, a token each for the escaped"
    discards = [sorted(card.name for card in player.discard) for player in t.s.players]
    assert discards == [["Dire Bear", "Intriguing Familiar"], [], []]
    assert t.offers(TurnedUp)


@pytest.mark.rule("RD-32")
def test_the_familiar_may_bring_one_more_minion_and_need_not() -> None:
    """RD-32, L73: "le permite a Denice jugar con otro esbirro": one, anywhere, or none."""
    t = valley().plays((1, FAMILIAR))
    assert (t.who, t.offers(Declined)) == ("Ana", True)
    declined = t.copy().do(Declined())
    assert (declined.s.active, declined.s.players[0].hand) == (1, 5)
    t.plays((0, BEAR))
    assert (t.horde(1), t.horde(0)) == (["Intriguing Familiar"], ["Dire Bear"])
    assert (t.s.active, t.s.players[0].hand, t.s.players[0].deck) == (1, 5, 11)


@pytest.mark.rule("RD-32")
def test_the_griffin_takes_any_place_and_must_send_another_to_the_back() -> None:
    """RD-32, L81: it takes any place in the horde and moves another to its back; alone it does neither."""
    alone = valley().plays((1, GRIFFIN))
    assert (alone.horde(1), alone.s.active) == (["Spotted Griffin"], 1)
    t = valley().plays((1, BEAR), (1, MINOTAUR), (1, GRIFFIN))
    assert t.offered(Lined) == [0, 1, 2]
    assert t.refuses(Lined(3)) == "RD-15"
    assert t.refuses(Declined()) == "RD-15"
    t.do(Lined(0))
    assert t.targets == ["Dire Bear", "Charging Minotaur"]
    assert t.refuses(Aimed(t.id_of("Spotted Griffin"))) == "RD-15", "another one, not itself"
    assert t.refuses(Declined()) == "RD-15"
    t.aims("Dire Bear")
    assert t.horde(1) == ["Spotted Griffin", "Charging Minotaur", "Dire Bear"]


@pytest.mark.rule("RD-32")
def test_the_minotaur_defeats_the_adjacent_minion_worth_the_most_vp() -> None:
    """RD-32, L98: "derrotará a un esbirro adyacente con el valor de PV más alto", also its owner's, and no other."""
    t = seated(3, hero(5))
    t.plays((0, minion("Wolf", vp=9, peril=0)), (1, minion("Rat", vp=2, peril=0)), (2, minion("Far", vp=9, peril=0)))
    t.plays((1, MINOTAUR), (0, minion("Owl", vp=5, peril=0)), (2, minion("Elk", vp=3, peril=0)))
    t.plays((1, minion("Bait", peril=3, vp=1)))
    assert t.s.attacks == 1
    assert (t.horde(0), t.horde(2), t.haven(1)) == (["Wolf"], ["Far", "Elk"], ["Rat", "Charging Minotaur"])


@pytest.mark.rule("RD-32")
def test_the_valley_gives_a_token_to_each_beast_played_there_and_to_no_other() -> None:
    """RD-32, L72: "porque es una carta de bestia"; others, and beasts played elsewhere, get none."""
    t = seated(3, hero(50), (known("locations", "Valley of Teeth", vp=4),))
    for kind in ("beast", "humanoid", "undead"):
        t.plays((0, minion(kind, kind=kind)))
    t.plays((1, minion("elsewhere", kind="beast")))
    assert [m.vp_tokens for m in t.s.places[0].horde] == [1, 0, 0]
    assert t.s.places[1].horde[0].vp_tokens == 0


@pytest.mark.rule("RD-32")
def test_the_named_cards_are_there_with_what_the_text_says() -> None:
    """The named cards have the data that the rules text gives; missing numbers are marked.

    Four minions, all beasts; the hero Mad Malis with threshold 6; the location Valley of Teeth.
    """
    minions = {card.name.en: card for card in named_cards("minions")}
    assert list(minions) == ["Intriguing Familiar", "Dire Bear", "Charging Minotaur", "Spotted Griffin"]
    assert {card.record.kind for card in minions.values()} == {"beast"}
    assert all(is_incomplete(card, "minions") for card in minions.values())
    malis, valley = known("heroes", "Mad Malis"), known("locations", "Valley of Teeth")
    assert (malis.threshold, malis.when) == (6, "")
    assert (valley.when, valley.does, valley.whom, valley.n) == ("played", "vp", "beast", 1)
    assert [is_incomplete(card, kind) for kind in ("heroes", "locations") for card in named_cards(kind)] == [
        False,
        True,
    ]
    familiar, minotaur, griffin = (known("minions", list(minions)[k]) for k in (0, 2, 3))
    assert (familiar.when, familiar.does) == ("played", "play")
    assert (minotaur.when, minotaur.does, minotaur.on) == ("attacked", "defeat", "strongest")
    assert (griffin.when, griffin.does, griffin.also, griffin.on) == ("played", "place", "back", "horde")


@pytest.mark.rule("RD-13")
def test_a_card_that_we_do_not_know_is_done_by_the_table() -> None:
    """An unknown ability shows its text; it can be declined or let one more minion be played."""
    t = seated().plays((0, minion("Riddle", when="played", text="Swap two hordes.")))
    assert t.asked.rule == "RD-13"
    assert dict(t.asked.stake.args) == {"text": "Swap two hordes."}
    assert t.copy().do(Declined()).s.active == 1
    more = t.copy().do(PlaysMore())
    assert more.asks == "Ana may play one more minion: where?"
    assert more.copy().plays((0, IMP)).horde(0) == ["Riddle", "Imp"]
    assert more.do(Declined()).s.active == 1
    assert seated().plays((0, minion(when="unsaid"))).step == "as_it_says"


@pytest.mark.rule("RD-18", "RD-09")
def test_peril_that_lasts_counts_as_long_as_it_lies_there() -> None:
    """A permanent ability adds peril to the minions it names, and not to its own card."""
    drum = minion("Drum", when="always", does="peril", on="whole", n=2)
    t = seated(2, hero(7)).plays((0, drum), (0, IMP), (1, IMP))
    assert (t.view.places[0].peril, t.view.places[1].peril) == (4, 1)
    fen = location("Bog", when="always", does="peril", on="whole", whom="beast")
    imp = minion("Imp", kind="undead")
    t = seated(2, hero(7), (fen,)).plays((0, imp), (0, minion("Wolf", kind="beast")), (1, minion("Dog", kind="beast")))
    assert [t.view.places[k].peril for k in (0, 1)] == [3, 1]
