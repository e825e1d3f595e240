"""Damage and deaths: who falls and by what, and that a model without wounds offers nothing any more (MX L67)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from companion.i18n import translator
from companion.match.latest import latest_results
from companion.match.log import make_log_line
from companion.stats.match_stats import OVERRIDE_EVENTS
from companion.storage.records import Entry
from rules.engine import Adjusted, Note, apply, prompt, remarks
from rules.malifaux.game import GAME
from rules.malifaux.model.events import Activated, Afflicted, Damaged, Finished, Lifted, Lowered, PhaseOver, Readied
from rules.malifaux.model.state import Malifaux
from rules.malifaux.remarks import MAX_DAMAGE
from tests.support.games.malifaux import MalifauxTable
from tests.support.games.table import english
from tests.support.random_play import Seeded, move

ES = translator("es")
CREWS = ({"Rasputina": 12, "Gólem": 10}, {"The Judge": 7, "Belle": 6})


def fighting(**rulings: str) -> MalifauxTable:
    """Two crews in the activation phase; Ana is First Player, and Rasputina acts."""
    return MalifauxTable(**rulings).sets_out(crews=CREWS).initiative("9", "4").activates("Rasputina")


def hurt(t: MalifauxTable, name: str, amount: int) -> MalifauxTable:
    return t.do(Damaged(t.model(name).id, amount))


def spanish(t: MalifauxTable) -> list[str]:
    return [ES(note.text) for note in t.notes]


# --- damage ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MX-12")
def test_damage_is_an_event_of_its_own_and_no_correction() -> None:
    """MX L65: 3 damage to The Judge, 7 wounds on his card, leave 4; statistics count no correction."""
    t = hurt(fighting(), "The Judge", 3)
    assert (t.model("The Judge").wounds, spanish(t)) == (4, ["The Judge: 3 de daño (vida 4)"])
    [note] = t.notes
    assert note.change is not None
    assert (note.change.before, note.change.after, note.kind) == (7, 4, "")
    assert not issubclass(Damaged, OVERRIDE_EVENTS)
    assert t.step == "act"


@pytest.mark.rule("MX-12")
@pytest.mark.parametrize("amount", [7, 9, MAX_DAMAGE])
def test_a_death_says_who_fell_and_by_what(amount: int) -> None:
    """MX L65: more damage than wounds takes those that are left; the note is a kill by whoever acts."""
    t = hurt(fighting(), "The Judge", amount)
    assert spanish(t) == ["Cae The Judge: 7 de daño mientras actúa Rasputina"]
    [note] = t.notes
    assert (note.kind, note.subject, note.seat, note.killer) == ("kill", "The Judge", 1, 0)
    assert note.task is not None
    assert ES(note.task) == "retira a The Judge de la mesa"


@pytest.mark.rule("MX-12")
def test_a_death_in_the_own_activation_names_nobody_else() -> None:
    """A model that falls as it acts itself is nobody's kill; a master is told like any other model."""
    t = hurt(fighting(), "Rasputina", 12)
    assert spanish(t)[0] == "Cae Rasputina: 12 de daño"
    assert (t.notes[0].kind, t.notes[0].killer) == ("kill", None)


@pytest.mark.rule("MX-12")
def test_a_death_leads_the_results_of_the_answer() -> None:
    """The play finding: "A mano: vida 2 › 0" told no death."""
    t = fighting()
    before = t.s
    hurt(t, "The Judge", 7)
    line = make_log_line(GAME, before, Entry(1, 0.0, "host", 1, None, Damaged(t.model("The Judge").id, 7)), t.s)
    told = latest_results(GAME, [line], t.s.seats)
    assert [(ES(one.text), one.weight) for one in told] == [("Cae The Judge: 7 de daño mientras actúa Rasputina", 2)]


@pytest.mark.rule("MX-12")
def test_statistics_count_a_kill_for_the_enemy_who_acts() -> None:
    """A model that an enemy kills is that enemy's; one that a condition kills is nobody's."""
    t = fighting().afflicted("Belle", "burning", 6)
    before = t.s
    [(_, death)] = GAME.deaths((before, hurt(t, "The Judge", 7).s))
    assert (death.name, death.seat, death.cause, death.killer_seat) == ("The Judge", 1, "Rasputina", 0)
    before = t.s
    [(_, death)] = GAME.deaths((before, t.done().do(PhaseOver()).s))
    assert (death.name, death.seat, death.cause, death.killer_seat) == ("Belle", 1, None, None)


@pytest.mark.rule("X-06")
def test_a_death_by_hand_is_told_too() -> None:
    """X-06: a correction to 0 says that the model falls, besides the number."""
    t = fighting().wounded("The Judge", 7)
    assert spanish(t) == ["A mano: The Judge, vida 7 → 0", "Cae The Judge"]
    assert [note.kind for note in t.notes] == ["", "kill"]


@pytest.mark.rule("MX-12")
def test_damage_is_refused_for_the_dead_and_beyond_its_bounds() -> None:
    """Only a model with wounds suffers damage, and 1 to 20 of it."""
    t = fighting()
    judge = t.model("The Judge").id
    assert t.refuses(Damaged(judge, 0)) == t.refuses(Damaged(judge, MAX_DAMAGE + 1)) == "MX-12"
    assert t.refuses(Damaged(99, 1)) == "MX-12"
    hurt(t, "The Judge", 7)
    assert t.refuses(Damaged(judge, 1)) == "MX-12"


# --- the dead do nothing -----------------------------------------------------------------------------------------


@pytest.mark.rule("MX-12", "MX-13")
def test_a_model_that_falls_as_it_acts_acts_no_more() -> None:
    """MX L69: its activation is completed, and the next player's models follow; the screen said "Actúa The Judge"."""
    t = fighting().activates("The Judge")
    assert t.asks == "The Judge acts"
    assert (hurt(t, "The Judge", 7).asks, t.s.acting) == ("Ana activates a model", 0)


@pytest.mark.rule("X-06")
def test_a_correction_ends_nothing_and_names_no_dead() -> None:
    """X-06: nothing follows from a number by hand; put back to 1 wound, the model still acts."""
    t = fighting().activates("The Judge").wounded("The Judge", 7)
    assert [t.asks, *(ES(one.label) for one in t.asked.choices)] == [
        "The activation is over",
        "Seguir",
        "Después, Gólem",
    ]
    assert t.copy().wounded("The Judge", -1).asks == "The Judge acts"
    assert t.copy().done().asks == "Ana activates a model"
    assert t.activates("Gólem").asks == "Gólem acts"  # as logs of 1.0 go on


@pytest.mark.rule("MX-15")
def test_the_phase_ends_with_the_last_model_even_if_it_falls() -> None:
    """MX L73: without a model left to activate the phase is over."""
    t = fighting().activates("The Judge").activates("Gólem").activates("Belle")
    hurt(t, "Belle", 6)
    assert t.s.phase == "closing"
    assert "Every model has been activated" in [english(note.text) for note in t.notes]


@pytest.mark.rule("MX-13")
def test_a_model_that_is_taken_away_acts_no_more() -> None:
    """X-06: put into no crew by hand, the acting model is asked about no longer."""
    t = fighting()
    t.sets(f"model.{t.model('Rasputina').id}.crew", -1)
    assert t.asks == "The activation is over"
    assert t.done().asks == "Beto activates a model"


@pytest.mark.rule("MX-16")
def test_the_conditions_of_the_dead_end_without_a_word() -> None:
    """MX L80: "termina Veneno 1" of the dead led the results; they do no damage, end unsaid and do not come back."""
    t = fighting().afflicted("The Judge", "poison", 1)
    judge = t.model("The Judge").id
    [poison] = t.model("The Judge").conditions
    hurt(t, "The Judge", 7)
    for event in (Lowered(poison.id), Lifted(poison.id), Readied(judge), Afflicted(judge, "slow"), Activated(judge)):
        assert t.refuses(event)
    t.activates("Gólem").do(PhaseOver()) if t.step == "pick" else t.done().do(PhaseOver())
    assert not any("Judge" in told for told in spanish(t))
    assert t.wounded("The Judge", -1).model("The Judge").conditions == ()


@pytest.mark.rule("MX-A11", "MX-16")
def test_the_first_condition_that_kills_is_the_last_that_is_told() -> None:
    """MX L80, MX-A11: Burning kills, so that Poison neither does damage nor ends; the death names Burning."""
    t = fighting().afflicted("Belle", "burning", 6).afflicted("Belle", "poison", 2)
    t.done().do(PhaseOver())
    about_belle = [told for told in spanish(t) if "Belle" in told]
    assert about_belle == ["Cae Belle: 6 de daño por Ardiente 6"]
    [kill] = [note for note in t.notes if note.kind]
    assert (kill.kind, kill.rule, kill.seat, kill.killer) == ("kill", "MX-A11", 1, None)


@pytest.mark.rule("MX-17")
def test_an_effect_of_the_dead_is_not_put_in_order() -> None:
    """MX L82: of two effects whose end does something, that of a dead model is not asked about."""
    t = fighting().conditioned("Gólem", "Frío", acts=True).conditioned("Rasputina", "Hielo", acts=True)
    hurt(t, "Gólem", 10).done().do(PhaseOver())
    assert t.asked.rule == "MX-18"
    assert spanish(t)[-2:] == ["Rasputina: termina Hielo", "Haced lo que diga al terminar"]


@pytest.mark.rule("MX-A11", "MX-16")
def test_the_last_button_of_the_phase_names_the_condition() -> None:
    """The screen said "Wendigo ha terminado / Gólem: vida −1"; it is Burning: 1 damage in the upkeep that follows."""
    t = fighting().afflicted("Gólem", "burning", 1).afflicted("Gólem", "poison", 2)
    done = next(choice for choice in t.asked.choices if isinstance(choice.event, Finished))
    assert done.consequence is None
    t.activates("The Judge").activates("Gólem").activates("Belle")
    done = next(choice for choice in t.asked.choices if isinstance(choice.event, Finished))
    assert done.consequence is not None
    assert ES(done.consequence) == "Gólem: vida −2 por Ardiente 1, Veneno 2"
    assert t.done().model("Gólem").wounds == 8


# --- law ---------------------------------------------------------------------------------------------------------


def named(s: Malifaux) -> Counter[str]:
    """How many models have each name."""
    return Counter(model.name for player in s.players for model in player.crew)


def dead(s: Malifaux) -> set[str]:
    """The names of the models without wounds, of which there is one only."""
    names = named(s)
    fallen = (model.name for player in s.players for model in player.crew if not model.wounds)
    return {name for name in fallen if name in LEGION and names[name] == 1}


LEGION = {f"Zz{crew}{k}zZ" for crew in "ab" for k in range(4)}
"""Names that nothing else on the table contains."""


def later_notes(s: Malifaux, fallen: set[str]) -> Iterator[tuple[str, Note]]:
    """Yield each note about a dead model behind its death, but for what is set by hand."""
    known = set(fallen)
    for note in s.notes:
        if note.rule != "X-06":
            yield from ((name, note) for name in known if name in repr(note))
        known |= {str(note.subject)} if note.kind == "kill" else set()


def legions(seed: int) -> tuple[Seeded, Malifaux]:
    """A match with two crews of four in the first turn."""
    chance = Seeded(seed)
    crews = tuple({name: chance.number(1, 5) for name in sorted(LEGION) if name[2] == crew} for crew in "ab")
    t = MalifauxTable(deck=chance.choose(("physical", "virtual"))).sets_out((2, 2), crews)
    return chance, t.s


def blow(chance: Seeded, s: Malifaux) -> Any:
    """A random move, often damage or a condition that does some."""
    alive = {model.id: model.wounds for player in s.players for model in player.crew if model.wounds}
    if chance.number(0, 3) or not alive or not s.turn:
        return move(chance, GAME, s)
    target = s.acting if s.acting in alive and chance.number(0, 2) else chance.choose(sorted(alive))
    hurts = (
        Damaged(target, chance.number(1, 5)),
        Afflicted(target, "burning", 2),
        Afflicted(target, "poison", 1),
        Afflicted(target, "slow"),
        Adjusted(f"model.{target}.wounds", -alive[target]),
    )
    return chance.choose(hurts)


@pytest.mark.rule("MX-12", "MX-13", "MX-16")
def test_no_dead_model_is_in_any_question_answer_task_or_note_after_its_death() -> None:
    """Over random play: what has no wounds is neither asked about nor offered, and nothing is told of it."""
    seen = Counter[str]()
    for seed in range(16):
        chance, s = legions(seed)
        for _ in range(70):
            if s.outcome is not None:
                break
            fallen, actor = dead(s), s.acting
            event = blow(chance, s)
            s = apply(GAME, s, event)
            fallen &= dead(s)
            assert list(later_notes(s, fallen)) == [], event
            offered = repr((prompt(s), remarks(GAME, s)))
            assert [name for name in dead(s) if name in offered] == [], (event, s.agenda[:2])
            seen.update(note.rule for note in s.notes if note.kind == "kill")
            seen["acting"] += bool(actor) and not s.is_alive(actor)
    assert all(seen[kind] > 3 for kind in ("MX-12", "MX-A11", "X-06", "acting")), seen
