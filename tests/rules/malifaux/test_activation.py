"""MX-12 … MX-15: alternating activations of models."""

import pytest

from rules.malifaux.model.events import Activated, Joined, Lifted
from tests.support.games.malifaux import MalifauxTable
from tests.support.games.table import english

rule = pytest.mark.rule
ANA, BETO = {"Rasputina": 10, "Gamin": 4, "Acolyte": 6}, {"Seamus": 11, "Belle": 6}


def acting(*crews: dict[str, int], names: tuple[str, ...] = ("Ana", "Beto")) -> MalifauxTable:
    """The activation phase of turn 1; the first seat is First Player."""
    return MalifauxTable(*names).sets_out((), crews).initiative(*"9642"[: len(names)])


@rule("MX-12")
def test_they_alternate_from_the_first_player_on() -> None:
    """Players activate one model each in turn, from the First Player on."""
    t = acting(ANA, BETO)
    assert t.who == "Ana"
    assert t.refuses(Activated(t.model("Seamus").id))
    order = []
    for name in ("Gamin", "Belle", "Rasputina", "Seamus", "Acolyte"):
        order.append(t.who)
        t.activates(name).done()
    assert order == ["Ana", "Beto", "Ana", "Beto", "Ana"]


@rule("MX-12")
def test_the_next_players_tap_ends_an_activation_as_well() -> None:
    """Activating the next player's model ends the activation before it."""
    t = acting(ANA, BETO).activates("Gamin")
    assert t.s.acting == t.model("Gamin").id
    t.activates("Belle")
    assert t.s.acting == t.model("Belle").id
    assert [m.name for player in t.s.players for m in player.crew if m.activated] == ["Gamin", "Belle"]
    assert t.refuses(Activated(t.model("Rasputina").id))


@rule("MX-13")
def test_a_model_acts_once_a_turn() -> None:
    """A model is activated once a turn, is shown as done, and is ready in the next turn."""
    t = acting(ANA, BETO).activates("Gamin").done().activates("Belle").done()
    assert t.refuses(Activated(t.model("Gamin").id))
    shown = {model.name: model.done for line in t.view.players for model in line.crew}
    assert shown["Gamin"]
    assert not shown["Rasputina"]
    t.all_activated().no_more_points()
    assert all(model.is_ready for player in t.s.players for model in player.crew)


@rule("MX-13")
def test_reactivate_lets_a_model_act_once_more() -> None:
    """Reactivate allows one more activation of a model in the same turn."""
    t = acting({"Gamin": 4}, {"Belle": 6, "Seamus": 11}).activates("Gamin").done().readied("Gamin")
    t.activates("Belle").done()
    assert t.who == "Ana"
    t.activates("Gamin").done()
    assert t.who == "Beto"
    assert t.model("Gamin").activated == 2
    t.activates("Seamus").done()
    assert t.asked.rule == "MX-18"
    t.no_more_points()
    assert t.model("Gamin").again == 0


@rule("MX-14")
def test_a_player_without_models_loses_their_place() -> None:
    """A player without ready models is passed over, with a note."""
    t = acting(ANA, {"Belle": 6}).activates("Gamin").done().activates("Belle").done()
    t.activates("Rasputina").done()
    assert t.who == "Ana"
    assert "MX-14" in t.ruled
    t = acting(ANA, {"Belle": 6}).wounded("Belle", 6).activates("Gamin").done()
    assert t.who == "Ana"


@rule("MX-14")
def test_three_players_go_round() -> None:
    """Three players alternate in seat order; those without ready models are passed over."""
    t = acting({"A": 1, "AA": 1}, {"B": 1}, {"C": 1, "CC": 1}, names=("Ana", "Beto", "Cira"))
    order = []
    for name in ("A", "B", "C", "AA", "CC"):
        order.append(t.who)
        t.activates(name).done()
    assert order == ["Ana", "Beto", "Cira", "Ana", "Cira"]
    assert t.asked.rule == "MX-18"


@rule("MX-15")
def test_the_phase_ends_when_all_have_acted() -> None:
    """The phase ends after the last model, including models that joined during it."""
    t = acting({"Gamin": 4}, {"Belle": 6}).activates("Gamin").done().activates("Belle")
    t.do(Joined(0, "Golem", 9)).done()
    assert (t.asked.rule, t.who) == ("MX-12", "Ana")
    t.activates("Golem").done()
    assert "MX-15" in t.ruled
    assert t.asked.rule == "MX-18"


@rule("MX-15")
def test_crews_that_are_not_followed_are_one_tap() -> None:
    """With crews not followed, one answer ends the phase; with crews it can end early."""
    t = acting()
    assert t.asked.title.key == "{who} begins: activate one model each in turn"
    assert t.all_activated().asked.rule == "MX-18"
    assert "MX-15" in t.ruled
    t = acting(ANA, BETO).all_activated()
    assert t.asked.rule == "MX-18"
    t = acting(ANA, {})
    assert t.activates("Gamin").done().who == "Ana"


def test_a_model_without_wounds_is_out() -> None:
    """A model at 0 wounds cannot be activated; healed, it can."""
    t = acting({"Gamin": 4}, BETO)
    t.wounded("Gamin", 4)
    assert t.who == "Beto"
    t.activates("Belle").wounded("Gamin", -2).done()
    assert t.who == "Ana"
    assert t.model("Gamin").wounds == 2


def test_a_condition_that_is_lifted_is_gone() -> None:
    """A lifted condition is gone, whatever its duration."""
    t = acting(ANA, BETO).conditioned("Seamus", "Burning", 3)
    (condition,) = t.model("Seamus").conditions
    assert t.do(Lifted(condition.id)).model("Seamus").conditions == ()


# --- Reactivate, and an early end --------------------------------------------------------------------------------


@rule("MX-13")
@pytest.mark.parametrize("name", ["Reactivarse", " reactivate", "Reactivar"])
def test_the_condition_reactivate_lets_a_model_act_once_more(name: str) -> None:
    """MX L67: once a turn "a menos que cuente con la Condición Reactivarse"; acting again uses it up."""
    t = acting({"Gamin": 4}, {"Belle": 6, "Seamus": 11}).activates("Gamin").done().conditioned("Gamin", name)
    t.activates("Belle").done()
    assert t.who == "Ana"
    t.activates("Gamin")
    assert t.model("Gamin").conditions == ()
    assert f"Gamin: {name.strip()} ends" in t.told
    t.done()
    assert t.who == "Beto"
    assert t.activates("Seamus").done().asked.rule == "MX-18"


@rule("MX-13")
def test_reactivate_without_a_second_activation_ends_with_the_turn() -> None:
    """MX L80: effects end in the closing phase; a model that has it acts the first time as any other."""
    t = acting({"Gamin": 4}, {"Belle": 6}).conditioned("Gamin", "Reactivate").activates("Gamin")
    assert [condition.name for condition in t.model("Gamin").conditions] == ["Reactivate"]
    t.done().activates("Belle").done()
    assert t.who == "Ana"
    assert t.all_activated().model("Gamin").conditions == ()


@rule("MX-15")
def test_an_early_end_of_the_phase_is_confirmed_and_noted() -> None:
    """MX L73: it ends "una vez que todos los jugadores han Activado": anything else is by hand."""
    t = acting(ANA, BETO)
    over = next(choice for choice in t.asked.choices if choice.role == "exit")
    assert over.confirm is not None
    assert english(over.confirm) == "5 models have not acted. End the phase?"
    t.activates("Gamin").done().all_activated()
    assert ("X-06", "The phase ends; 4 models have not acted") in list(zip(t.ruled, t.told, strict=True))
