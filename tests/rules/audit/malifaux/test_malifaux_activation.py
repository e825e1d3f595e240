"""Malifaux, audit of the activation phase (MX-12 … MX-15), from the sentences of the rules text."""

import pytest

from rules.malifaux.model.events import Activated, Finished, Joined, Kept, PhaseOver, Scored
from tests.support.games.malifaux import Crew, MalifauxTable, table
from tests.support.games.table import english

TWO_EACH = ({"Alp": 5, "Ash": 4}, {"Bishop": 6, "Belle": 3})


def activating(*crews: Crew, first: bool = True) -> MalifauxTable:
    """A table in the activation phase; Ana has the initiative and is the First Player, or the Second."""
    t = MalifauxTable("Ana", "Beto", "Cira") if len(crews) == 3 else MalifauxTable()
    return t.sets_out((), crews or TWO_EACH).flip(*"975"[: len(t.s.seats)]).goes(first)


def activate(t: MalifauxTable, name: str) -> Activated:
    """The activation of that model."""
    return Activated(t.model(name).id)


def done_times(t: MalifauxTable) -> list[int]:
    """How often each model has been activated this turn, in the order of the crews."""
    return [model.activated for player in t.s.players for model in player.crew]


@pytest.mark.rule("MX-12")
@pytest.mark.parametrize("first", [True, False])
def test_activations_alternate_beginning_with_the_first_player(first: bool) -> None:
    """MX-12, L65, L69: from the First Player on, one model each, in turn, until all have acted."""
    t = activating(first=first)
    asked = []
    for name in ("Alp", "Bishop", "Ash", "Belle") if first else ("Bishop", "Alp", "Belle", "Ash"):
        asked.append(t.who)
        t.activates(name)
        assert (t.asked.rule, t.s.phase) == ("MX-13", "activation")
        t.done()
    assert asked == (["Ana", "Beto"] * 2 if first else ["Beto", "Ana"] * 2)
    assert done_times(t) == [1, 1, 1, 1]
    assert t.s.phase == "closing"


@pytest.mark.rule("MX-12", "MX-13")
def test_only_an_own_model_is_chosen_and_once_a_turn() -> None:
    """MX-12, MX-13, L65, L67: "una de las miniaturas de su Banda"; it "sólo puede Activarse una vez por Turno"."""
    t = activating()
    assert {event.model for event in t.events if isinstance(event, Activated)} == {
        t.model("Alp").id,
        t.model("Ash").id,
    }
    assert t.refuses(activate(t, "Bishop")) == "MX-12"
    t.activates("Alp").done()
    assert t.refuses(activate(t, "Ash")) == "MX-12", "it is Beto's turn"
    t.activates("Belle").done()
    assert [event.model for event in t.events if isinstance(event, Activated)] == [t.model("Ash").id]
    assert t.refuses(activate(t, "Alp")) == "MX-13"
    assert done_times(t) == [1, 0, 0, 1]


@pytest.mark.rule("MX-12")
def test_a_player_with_a_model_left_must_activate_one() -> None:
    """MX-12, L67: "debe elegir y Activar una miniatura": there is no passing."""
    t = activating()
    assert t.refuses(Kept((0,))) == "MX-12"
    assert t.refuses(Finished()) in ("MX-12", "MX-13")
    assert t.refuses(Scored(0)) == "MX-18"
    assert {type(event) for event in t.events} == {Activated, PhaseOver}
    assert done_times(t) == [0, 0, 0, 0]


@pytest.mark.rule("MX-12")
def test_the_next_activation_waits_until_this_one_is_complete() -> None:
    """MX-12, L69: once the activation is completed, it passes on; nobody interrupts it alone."""
    t = activating().activates("Alp")
    assert (t.asked.rule, t.who) == ("MX-13", "Ana")
    assert t.refuses(activate(t, "Ash")) == "MX-12"
    bishop = t.model("Bishop").id
    assert [t.refuses(Activated(bishop, by)) for by in ((), (1,), (0,))] == ["MX-12"] * 3
    t.copy().done().activates("Bishop")
    t.do(Activated(bishop, (0, 1)))
    assert (done_times(t), t.s.acting, t.who) == ([1, 0, 1, 0], bishop, "Beto"), "both say that it is over"


@pytest.mark.rule("MX-13")
def test_each_turn_makes_all_models_ready_again() -> None:
    """MX-13, L67: "este Turno": the next one begins anew for all that are left."""
    t = activating()
    for name in ("Alp", "Bishop", "Ash", "Belle"):
        t.activates(name).done()
    t.no_more_points().flip("9", "5").goes()
    assert (t.s.turn, t.who, done_times(t)) == (2, "Ana", [0, 0, 0, 0])
    t.activates("Alp")
    assert done_times(t) == [1, 0, 0, 0]


@pytest.mark.rule("MX-13")
@pytest.mark.parametrize("name", ["Reactivate", "Reactivar", "reactivarse"])
def test_reactivate_allows_a_second_activation_and_no_third(name: str) -> None:
    """MX-13, L67: once a turn "a menos que cuente con la Condición Reactivarse"."""
    t = activating().conditioned("Alp", name).activates("Alp").done()
    assert [condition.name for condition in t.model("Alp").conditions] == [name], "the first one does not use it up"
    t.activates("Bishop").done().activates("Alp")
    assert (done_times(t), t.model("Alp").conditions) == ([2, 0, 1, 0], ())
    t.done().activates("Belle").done()
    assert t.refuses(activate(t, "Alp")) == "MX-13"
    assert (t.who, t.s.phase) == ("Ana", "activation")


@pytest.mark.rule("MX-13")
def test_reactivate_after_the_activation_makes_the_model_ready_again() -> None:
    """MX-13, L67: also where it gets the condition after it has acted."""
    t = activating().activates("Alp").done().activates("Bishop").done().activates("Ash").done()
    t.conditioned("Alp", "Reactivate").activates("Belle").done()
    assert (t.s.phase, t.who) == ("activation", "Ana"), "one model of hers may still act"
    t.activates("Alp").done()
    assert (t.s.phase, done_times(t)) == ("closing", [2, 1, 1, 1])


@pytest.mark.rule("MX-13")
def test_another_rule_gives_one_more_activation_also_after_reactivate() -> None:
    """MX-13, L67: "u otra regla especial": each grants one more, whatever was used before."""
    t = activating().conditioned("Alp", "Reactivate").activates("Alp").done().activates("Bishop").done()
    t.activates("Alp").done().activates("Belle").done()
    assert t.refuses(activate(t, "Alp")) == "MX-13"
    t.readied("Alp")
    t.activates("Alp").done()
    assert (done_times(t), t.who) == ([3, 0, 1, 1], "Ana")
    assert t.refuses(activate(t, "Alp")) == "MX-13"


@pytest.mark.rule("MX-13")
def test_another_rule_gives_one_more_activation_and_lasts_for_the_turn() -> None:
    """MX-13, L67: one more this turn; a model that has not acted twice is ready once in the next."""
    t = activating().activates("Alp").done().activates("Bishop").done()
    t.readied("Alp").activates("Alp").done()
    assert done_times(t) == [2, 0, 1, 0]
    t.activates("Belle").done()
    assert t.refuses(activate(t, "Alp")) == "MX-13"
    t.readied("Alp").activates("Ash").done()
    t.all_activated().no_more_points().flip("9", "5").goes()
    t.activates("Alp").done().activates("Bishop").done()
    assert t.refuses(activate(t, "Alp")) == "MX-13"


@pytest.mark.rule("MX-14")
def test_a_place_is_also_lost_by_losing_the_last_model() -> None:
    """MX-14, L71: a model that is out cannot be activated."""
    t = activating().activates("Alp").done().wounded("Bishop", 6).wounded("Belle", 3)
    assert (t.who, t.asked.rule) == ("Ana", "MX-12")
    assert "MX-14" in t.ruled
    assert t.refuses(activate(t, "Bishop")) == "MX-12"
    t.activates("Ash").done()
    assert t.s.phase == "closing"


@pytest.mark.rule("MX-14", "MX-A8")
@pytest.mark.parametrize(
    ("crews", "models", "players"),
    [
        (({"Alp": 5, "Ash": 4, "Axe": 3}, {"Bishop": 6}), "Alp Bishop Ash Axe", "Ana Beto Ana Ana"),
        (
            ({"Alp": 5, "Ash": 4}, {"Bishop": 6}, {"Cook": 3, "Crow": 2}),
            "Alp Bishop Cook Ash Crow",
            "Ana Beto Cira Ana Cira",
        ),
    ],
)
def test_who_has_no_models_left_loses_the_place_and_the_others_go_on(
    crews: tuple[Crew, ...], models: str, players: str
) -> None:
    """MX-14, L71: without models left to activate, one loses "su lugar en el Orden de Activación"."""
    t = activating(*crews)
    asked = []
    for name in models.split():
        asked.append(t.who)
        t.activates(name).done()
    assert " ".join(asked) == players
    assert (set(done_times(t)), t.s.phase) == ({1}, "closing")


@pytest.mark.rule("MX-14", "MX-15")
def test_a_model_that_comes_into_play_has_to_be_activated_as_well() -> None:
    """MX-14, MX-15, L71, L73: whoever has a model to activate has a place; all models are activated."""
    t = activating({"Alp": 5, "Ash": 4}, {"Bishop": 6}).activates("Alp").done().activates("Bishop").done()
    t.activates("Ash").do(Joined(1, "Belle", 3)).done()
    assert (t.s.phase, t.who) == ("activation", "Beto")
    t.activates("Belle").done()
    assert (t.s.phase, done_times(t)) == ("closing", [1, 1, 1, 1])


@pytest.mark.rule("MX-15")
def test_the_phase_ends_by_itself_with_the_last_activation_and_not_before() -> None:
    """MX-15, L73: it ends once all players have activated all their models."""
    t = activating()
    for name in ("Alp", "Bishop", "Ash"):
        t.activates(name)
        assert t.refuses(PhaseOver()) == "MX-15", "an activation is going on"
        t.done()
        assert t.s.phase == "activation"
    t.activates("Belle")
    assert t.s.phase == "activation"
    t.done()
    assert (t.s.phase, t.asked.rule) == ("closing", "MX-18")
    assert "MX-15" in t.ruled


@pytest.mark.rule("MX-15")
def test_ending_the_phase_with_models_left_is_an_override_that_is_asked_about_and_marked() -> None:
    """MX-15, L73, X-06: by the text it ends with the last model; a table that ends it early says so twice."""
    t = activating().activates("Alp").done()
    choice = next(choice for choice in t.asked.choices if choice.event == PhaseOver())
    assert choice.confirm is not None
    assert (choice.role, english(choice.confirm)) == ("exit", "3 models have not acted. End the phase?")
    t.all_activated()
    assert (t.s.phase, "MX-15" in t.ruled) == ("closing", False)
    assert ("X-06", "The phase ends; 3 models have not acted") in list(zip(t.ruled, t.note_texts, strict=True))
    assert done_times(t) == [1, 0, 0, 0]


@pytest.mark.rule("MX-15", "MX-12")
def test_where_no_crew_is_followed_the_table_says_when_all_have_acted() -> None:
    """MX-15, L73: crews are free entry: without them the table knows, and it is no override."""
    t = table().flip("9", "5").goes()
    choice = next(choice for choice in t.asked.choices if choice.event == PhaseOver())
    assert (choice.role, choice.confirm) == ("default", None)
    t.all_activated()
    assert (t.s.phase, "MX-15" in t.ruled, "X-06" in t.ruled) == ("closing", True, False)


@pytest.mark.rule("MX-15", "MX-14")
def test_a_crew_that_is_not_followed_acts_before_the_last_model_is_done() -> None:
    """MX-15, L73: "todos los jugadores": nobody knows how many models are left; the table ends the phase."""
    t = activating({"Alp": 5}, {}).activates("Alp")
    assert (t.s.phase, t.asked.rule) == ("activation", "MX-13")
    assert t.asked.stake is not None
    assert english(t.asked.stake) == "The last model on the list; whoever has no list acts first"
    t.done()
    assert (t.s.phase, "MX-15" in t.ruled) == ("closing", True)
    t = activating({"Alp": 5}, {"Bishop": 6}).activates("Alp").done().activates("Bishop")
    assert t.asked.stake is not None
    assert english(t.asked.stake) == "It is the last model"


@pytest.mark.rule("MX-12", "MX-15")
def test_a_crew_without_a_list_has_its_turns_between_those_of_a_list() -> None:
    """MX-12, L69: "y entonces vuelve": Ana, First Player without a list, acts before each of Beto's models."""
    t = activating({}, {"Alp": 5, "Bishop": 6})
    assert (t.who, t.asked.stake and english(t.asked.stake)) == (
        "Beto",
        "Before that Ana, without a list, may activate",
    )
    t.activates("Alp")
    assert t.asked.stake is not None
    assert english(t.asked.stake) == "Then Ana and Beto"
    t.done()
    assert t.asked.stake is not None
    assert english(t.asked.stake) == "Before that Ana, without a list, may activate"
    t.activates("Bishop").done()
    assert "Every model on a list has been activated" in [english(note.text) for note in t.s.notes]


@pytest.mark.rule("MX-12")
def test_a_first_player_with_a_list_acts_before_a_crew_without_one() -> None:
    """MX-12, L65: the First Player begins: nobody without a list goes before the first model."""
    t = activating({"Alp": 5, "Bishop": 6}, {})
    assert (t.who, t.asked.stake) == ("Ana", None)
    t.activates("Alp").done()
    assert t.asked.stake is not None
    assert english(t.asked.stake) == "Before that Beto, without a list, may activate"
    t = activating({"Alp": 5, "Bishop": 6}, {"Gamin": 4}).activates("Alp").done().activates("Gamin").done()
    assert (t.who, t.asked.stake) == ("Ana", None)
