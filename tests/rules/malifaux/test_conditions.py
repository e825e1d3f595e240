"""Known conditions: how they add up, what they do, and when they end (``mx_conditions.csv``)."""

import csv
from typing import NamedTuple

import pytest

from companion.i18n import translator
from rules.engine import Number, TextLine
from rules.malifaux.game import GAME
from rules.malifaux.model.conditions import card_conditions, condition_kinds
from rules.malifaux.model.events import Afflicted, Conditioned, Ended, Finished, Lifted, Lowered
from tests.support.games.malifaux import MalifauxTable
from tests.support.games.table import english
from tests.support.paths import SHARED

rule = pytest.mark.rule
spanish = translator("es")
FACTS = SHARED / "rulebook" / "cards" / "mx_conditions.csv"
CREWS = ({"Rasputina": 12, "Gamin": 5}, {"Seamus": 11, "Belle": 6})


def acting(crews: tuple[dict[str, int], ...] = CREWS, **rulings: str) -> MalifauxTable:
    """The activation phase of turn 1; Ana is First Player."""
    names = ("Ana", "Beto", "Cira")[: len(crews)]
    return MalifauxTable(*names, **rulings).sets_out((), crews).initiative(*"964"[: len(crews)])


def next_turn(t: MalifauxTable) -> MalifauxTable:
    """The activation phase of the next turn."""
    return t.all_activated().no_more_points().initiative("9", "4")


def wounds(t: MalifauxTable, name: str) -> int:
    return t.model(name).wounds


# --- adding up ---------------------------------------------------------------------------------------------------


def test_values_of_the_same_condition_add_up() -> None:
    """ "values add": Burning 1 and Burning 2 are one condition of 3."""
    t = acting().afflicted("Belle", "burning").afflicted("Belle", "burning", 2)
    assert t.suffers("Belle") == ["Burning 3"]
    assert t.note_texts == ["Belle: Burning 3 in all"]
    assert t.ruled == ["MX-A11"]


def test_a_second_one_without_a_value_is_ignored() -> None:
    """General rule: of the same name without a value, the "second one [is] ignored", and the table is told."""
    t = acting().afflicted("Belle", "paralyzed").afflicted("Belle", "paralyzed")
    assert t.suffers("Belle") == ["Paralyzed"]
    assert t.note_texts == ["Belle already has Paralyzed: it does not add up"]


@pytest.mark.parametrize(("first", "then"), [("slow", "fast"), ("fast", "slow")])
def test_slow_and_fast_cancel_out(first: str, then: str) -> None:
    """ "Slow and Fast cancel out": the model has neither."""
    t = acting().afflicted("Belle", first).afflicted("Belle", then)
    assert t.suffers("Belle") == []
    assert t.ruled == ["MX-A11"]
    assert t.afflicted("Belle", then).suffers("Belle") == [then.capitalize()]


def test_adversaries_of_two_groups_are_two_conditions() -> None:
    """ "names group X": another group is another condition, the same one is ignored."""
    t = acting().afflicted("Belle", "adversary", group="Showgirl").afflicted("Belle", "adversary", group="Guild")
    t.afflicted("Belle", "adversary", group="Guild")
    assert t.suffers("Belle") == ["Adversary (Showgirl)", "Adversary (Guild)"]


def test_a_value_is_spent_one_by_one() -> None:
    """Focused: "1 spent per attack duel", "[ends] when spent"."""
    t = acting().afflicted("Belle", "focused", 2)
    t.do(Lowered(t.condition("Belle", "Focused 2")))
    assert t.suffers("Belle") == ["Focused 1"]
    t.do(Lowered(t.condition("Belle", "Focused 1")))
    assert t.suffers("Belle") == []


def test_a_known_condition_can_be_taken_off() -> None:
    """X-06: any of them is removed by hand, whatever its value."""
    t = acting().afflicted("Belle", "poison", 4)
    assert t.do(Lifted(t.condition("Belle", "Poison 4"))).suffers("Belle") == []


def test_only_known_conditions_with_a_possible_value_are_given() -> None:
    """A client can give no other key, no value of 0, and none to a model that is out."""
    t = acting()
    belle = t.model("Belle").id
    assert t.refuses(Afflicted(belle, "sleepy")) == "MX-A11"
    assert t.refuses(Afflicted(belle, "burning", 0)) == "MX-A11"
    assert t.refuses(Afflicted(belle, "blighted")) == "MX-A11"
    t.wounded("Belle", 6)
    assert t.refuses(Afflicted(belle, "burning")) == "MX-12"


# --- the number of actions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "en", "es"),
    [
        ("slow", "Slow: 1 AP less", "Lento: 1 AP menos"),
        ("fast", "Fast: 1 AP more", "Rápido: 1 AP más"),
        ("paralyzed", "Paralyzed: no AP, engages nobody", "Paralizado: sin AP, no traba a nadie"),
    ],
)
def test_the_question_says_what_the_acting_model_has(key: str, en: str, es: str) -> None:
    """ "one less AP", "one more AP", "no AP": said in the question of the model's activation, in both languages."""
    t = acting().afflicted("Rasputina", key).activates("Rasputina")
    assert t.asked.stake is not None
    assert english(t.asked.stake).startswith(f"{en}. ")
    assert spanish(t.asked.stake).startswith(f"{es}. ")


def test_the_question_lists_all_conditions_of_the_model() -> None:
    """Known ones with what they do, those that the table wrote down by name."""
    t = acting().afflicted("Rasputina", "slow").afflicted("Rasputina", "burning", 2)
    t.conditioned("Rasputina", "Chi").activates("Rasputina")
    assert t.asked.stake is not None
    assert english(t.asked.stake) == "Slow: 1 AP less; Burning 2: 2 damage at upkeep; Chi. Then Beto"


# --- their end ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["slow", "fast", "paralyzed"])
def test_those_of_the_activation_end_with_it(key: str) -> None:
    """ "end of its Activation": whether that is said, or the next model is activated."""
    t = acting().afflicted("Rasputina", key).afflicted("Gamin", key).activates("Rasputina")
    assert t.suffers("Rasputina") == [key.capitalize()]
    t.done()
    assert t.suffers("Rasputina") == []
    assert t.note_texts[0] == f"Rasputina: {key.capitalize()} ends"
    t.activates("Belle").activates("Gamin").activates("Seamus")
    assert t.suffers("Gamin") == []


def test_slow_after_the_activation_waits_for_the_next_one() -> None:
    """ "end of its Activation", and no other moment: who has acted is slow in the next turn."""
    t = acting().activates("Rasputina").done().afflicted("Rasputina", "slow")
    next_turn(t)
    assert t.suffers("Rasputina") == ["Slow"]
    assert t.activates("Rasputina").done().suffers("Rasputina") == []


def test_defensive_lasts_until_the_model_acts_again() -> None:
    """ "start of its next Activation": past the upkeep, gone as the model acts."""
    t = acting().activates("Rasputina").afflicted("Rasputina", "defensive", 2).done()
    next_turn(t)
    assert t.suffers("Rasputina") == ["Defensive 2"]
    t.activates("Rasputina")
    assert t.suffers("Rasputina") == []
    assert "Rasputina: Defensive 2 ends" in t.note_texts


# --- damage ------------------------------------------------------------------------------------------------------


def test_burning_does_its_value_at_upkeep_and_ends() -> None:
    """ "damage equal to its value", "[ends in the] Upkeep, after its damage"; the note has the wounds and the rule."""
    t = acting().afflicted("Belle", "burning", 2).all_activated()
    assert wounds(t, "Belle") == 4
    assert t.suffers("Belle") == []
    note = next(note for note in t.notes if note.change)
    assert note.change is not None
    assert (note.change.before, note.change.after, note.rule) == (6, 4, "MX-A11")
    assert [text for text in t.note_texts if "Burning" in text] == [
        "Belle: 2 damage by Burning 2",
        "Belle: Burning 2 ends",
    ]


def test_poison_does_one_at_each_upkeep_and_goes_down_by_one() -> None:
    """ "1 damage each Upkeep", "-1 each Upkeep, remainder carries over"."""
    t = acting().afflicted("Belle", "poison", 3).all_activated()
    assert (wounds(t, "Belle"), t.suffers("Belle")) == (5, ["Poison 2"])
    t.no_more_points().initiative("9", "4").all_activated()
    assert (wounds(t, "Belle"), t.suffers("Belle")) == (4, ["Poison 1"])
    t.no_more_points().initiative("9", "4").all_activated()
    assert (wounds(t, "Belle"), t.suffers("Belle")) == (3, [])
    t.no_more_points().initiative("9", "4").all_activated()
    assert wounds(t, "Belle") == 3


def test_a_model_that_burns_to_death_is_a_death_of_nobody() -> None:
    """The last wound is a kill; the model that acted last has not done it, and damage stops at no wounds."""
    t = acting().wounded("Belle", 5).afflicted("Belle", "burning", 3).afflicted("Belle", "poison", 2)
    t.all_activated()
    assert (wounds(t, "Belle"), t.suffers("Belle")) == (0, [])
    assert [(note.kind, note.subject) for note in t.notes if note.kind] == [("kill", "Belle")]
    t = acting(({"Rasputina": 9}, {"Belle": 1})).activates("Rasputina").done().activates("Belle")
    t.afflicted("Rasputina", "burning", 9).afflicted("Belle", "burning")
    before = t.s
    deaths = [(death.name, death.cause, death.rule) for _, death in GAME.deaths([before, t.done().s])]
    assert deaths == [("Rasputina", None, "MX-A11"), ("Belle", None, "MX-A11")]


def test_a_table_may_do_all_that_by_itself() -> None:
    """MX-A11: on the table's word nothing is hurt, Poison and Slow stay; what ends with the turn does so (L80)."""
    t = acting(MX_A11="table").afflicted("Belle", "burning", 2).afflicted("Belle", "poison", 3)
    t.afflicted("Rasputina", "slow").activates("Rasputina").done()
    assert t.suffers("Rasputina") == ["Slow"]
    t.all_activated()
    assert (wounds(t, "Belle"), t.suffers("Belle")) == (6, ["Poison 3"])


@rule("MX-17")
def test_damage_is_ordered_only_with_an_effect_whose_end_does_something() -> None:
    """L82: the owner orders effects "en el raro caso" that the order may matter: not for damage alone."""
    t = acting().afflicted("Belle", "burning").afflicted("Belle", "poison", 2).all_activated()
    assert t.asked.rule == "MX-18"
    t = acting().afflicted("Belle", "burning", 6).conditioned("Belle", "Regeneration", acts=True)
    t.afflicted("Seamus", "poison", 2).all_activated()
    assert (t.asked.rule, t.who) == ("MX-17", "Beto")
    t.do(Ended(t.condition("Seamus", "Poison 2")))
    assert (wounds(t, "Seamus"), wounds(t, "Belle")) == (10, 6)
    t.do(Ended(t.condition("Belle", "Regeneration")))
    assert wounds(t, "Belle") == 0
    assert t.suffers("Seamus") == ["Poison 1"]
    assert t.asked.rule == "MX-18"


# --- what the table writes down ----------------------------------------------------------------------------------


def test_a_condition_can_be_put_right_by_hand() -> None:
    """X-06: the value of a condition, and whom an Adversary names, are facts of the model's sheet."""
    t = acting().afflicted("Belle", "poison", 3).afflicted("Belle", "adversary", group="Guild")
    belle, poison = t.model("Belle").id, t.condition("Belle", "Poison 3")
    t.sets(f"model.{belle}.condition.{poison}.value", 1)
    t.sets(f"model.{belle}.condition.{t.condition('Belle', 'Adversary (Guild)')}.name", "Showgirl")
    assert t.suffers("Belle") == ["Poison 1", "Adversary (Showgirl)"]
    t.all_activated()
    assert (wounds(t, "Belle"), t.suffers("Belle")) == (5, [])


# --- every row ---------------------------------------------------------------------------------------------------


class Fact(NamedTuple):
    """What the sources say of a condition: name on the screen, what remains after each moment, damage at upkeep."""

    es: str
    en: str
    after_acting: str
    after_upkeep: str
    damage: int = 0


KNOWN = {
    "burning": Fact("Ardiente 3", "Burning 3", "Burning 3", "", 3),
    "poison": Fact("Veneno 3", "Poison 3", "Poison 3", "Poison 2", 1),
    "focused": Fact("Concentrado 3", "Focused 3", "Focused 3", ""),
    "defensive": Fact("Defensivo 3", "Defensive 3", "", "Defensive 3"),
    "fast": Fact("Rápido", "Fast", "", "Fast"),
    "slow": Fact("Lento", "Slow", "", "Slow"),
    "paralyzed": Fact("Paralizado", "Paralyzed", "", "Paralyzed"),
    "reactivate": Fact("Reactivarse", "Reactivate", "Reactivate", ""),
    "adversary": Fact("Adversario", "Adversary", "Adversary", ""),
    "buried": Fact("Enterrada", "Buried", "Buried", "Buried"),
    "horror": Fact("Paralizado", "Paralyzed", "", "Paralyzed"),
}
"""Each condition with a value of 3 where it has one, on a model that acts or waits for the upkeep."""


@pytest.mark.parametrize("key", condition_kinds())
def test_every_condition_does_what_its_row_says(key: str) -> None:
    """Each row: its names, its end with the activation or the upkeep, and its damage."""
    fact = KNOWN[key]
    t = acting().afflicted("Rasputina", key, 1 if key == "adversary" else 3)
    (line,) = next(model.conditions for model in t.view.players[0].crew if model.name == "Rasputina")
    assert (spanish(line.name), english(line.name)) == (fact.es, fact.en)
    acted = t.copy().activates("Rasputina").done()
    assert acted.suffers("Rasputina") == ([fact.after_acting] if fact.after_acting else [])
    t.all_activated()
    assert t.suffers("Rasputina") == ([fact.after_upkeep] if fact.after_upkeep else [])
    assert wounds(t, "Rasputina") == 12 - fact.damage


def test_every_row_of_the_facts_is_a_chip_or_a_card_condition() -> None:
    """Rows that are sure have a chip; what single cards define is suggested in the form, unless it is unsure."""
    if not FACTS.exists():
        pytest.skip("../shared/rulebook is not here")
    with FACTS.open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter=";") if not row["name"].startswith("(")]
    on_cards = [row for row in rows if "(card" in row["name"]]
    own = {
        "Bury (a state, no Condition)": "Buried",
        "Horror duel failed": "Failed horror duel",
        "Adversary (X)": "Adversary",
    }
    chips = {own.get(row["name"], row["name"]): row for row in rows if row not in on_cards}
    kinds = {kind.name.en: kind for kind in condition_kinds().values()}
    assert set(chips) == set(kinds)
    assert all(row["sure"] in ("high", "medium") for row in chips.values())
    assert {name for name, row in chips.items() if row["valued"] == "yes"} == {
        name for name, kind in kinds.items() if kind.valued
    }
    for name, row in chips.items():
        if row["name_es"]:
            assert kinds[name].name.es.startswith(row["name_es"].removesuffix(" (es unverified)"))
    assert [row["name"].partition(" (")[0] for row in on_cards if row["sure"] != "low"] == list(card_conditions())


def test_the_form_suggests_the_conditions_of_cards() -> None:
    """*Other* takes any name; those that several cards define are suggested."""
    t = acting()
    form = next(remark for remark in t.remarks if isinstance(remark.event, Conditioned))
    assert form.template.required_hole(TextLine).suggestions == card_conditions()
    given = next(remark for remark in t.remarks if isinstance(remark.event, Afflicted))
    assert given.template.required_hole(Number).low == 1


@rule("MX-15", "MX-A11")
def test_what_the_last_model_suffers_is_said_once() -> None:
    """The key that ends the phase says the damage of upkeep; its question does not say it again."""
    t = acting(({"Gamin": 5}, {"Belle": 6})).afflicted("Belle", "burning", 2).afflicted("Belle", "slow")
    t.activates("Gamin").done().activates("Belle")
    done = next(choice for choice in t.asked.choices if choice.event == Finished())
    assert done.consequence is not None
    assert english(done.consequence) == "Belle: wounds left −2 by Burning 2"
    assert t.asked.stake is not None
    assert english(t.asked.stake) == "Slow: 1 AP less. It is the last model"
