"""The registry of active effects: order, bounds, whose cases an effect is about, and that it is filled openly."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Container
from dataclasses import dataclass
from typing import Literal

import pytest

from rules.engine import Choice, Confirmed, State, Template, Text
from rules.engine.effects import EffectRegistry, Whose
from tests.support.paths import ROOT


@dataclass(frozen=True)
class Effect:
    key: str
    seat: int


@dataclass(frozen=True)
class Case:
    seat: int


Registry = EffectRegistry[State, Effect, Case, Literal["speed"], Literal["dawn"], Literal["meal"], str]


def in_force(s: State, among: Container[str]) -> tuple[Effect, ...]:
    """Two boots of seat 0, a curse on everybody, and a rival's charm, in that order."""
    every = (Effect("boots", 0), Effect("boots", 0), Effect("curse", -1), Effect("charm", 1))
    return tuple(effect for effect in every if effect.key in among)


def registry(*modules: Registry) -> Registry:
    found = Registry(in_force)
    found.include(*modules)
    return found


TABLE = State(seats=("Ana", "Beto"), agenda=())


def test_a_quantity_is_changed_in_order_and_never_falls_below_zero() -> None:
    """Each effect sees what those before it left, and the breakdown names the difference that it made."""
    module = Registry()
    module.increase("speed", -2, "boots")
    module.modifier("speed", "curse")(lambda s, source, case, n: n + 5)
    found = registry(module).breakdown(TABLE, "speed", Case(0), 3)
    assert found.total == 5
    assert [(source.key, by) for source, by in found.parts] == [("boots", -2), ("boots", -1), ("curse", 5)]
    assert registry(module).number(TABLE, "speed", Case(1), 3) == 8


def test_what_is_forbidden_is_not_allowed_to_the_owner_alone() -> None:
    module = Registry()
    module.forbid("speed", "boots")
    assert [registry(module).allows(TABLE, "speed", Case(seat)) for seat in (0, 1)] == [False, True]
    assert not registry(module).allows(TABLE, "speed", Case(1), base=False)


def test_an_effect_is_about_the_cases_it_says() -> None:
    """Its owner's by default, those of others, or any; one without an owner is about everybody's."""
    module = Registry()
    keys: dict[Whose, str] = {"mine": "boots", "others": "charm", "any": "curse"}
    for whose, key in keys.items():
        module.handler("dawn", key, whose=whose)(lambda s, source, case: s)
    acting = {seat: [source.key for source, _ in registry(module).acting(TABLE, "dawn", Case(seat))] for seat in (0, 1)}
    assert acting == {0: ["boots", "boots", "curse", "charm"], 1: ["curse"]}


def test_choices_are_offered_by_effects_in_force() -> None:
    module = Registry()

    @module.offer("meal", "boots", "absent")
    def eat(s: State, source: Effect, case: Case) -> tuple[Choice, ...]:
        return (Choice(Text("Eat"), Template(Confirmed(True)), seat=source.seat),)

    assert [choice.seat for choice in registry(module).offered(TABLE, "meal", Case(0))] == [0, 0]
    assert registry(module).offered(TABLE, "meal", Case(1)) == ()
    assert registry(module).keys() == {"boots", "absent"}


def test_two_effects_of_one_card_on_the_same_slot_are_refused() -> None:
    """A second function would silently replace the first, in one module and across two."""
    module, other = Registry(), Registry()
    for one in (module, other):
        one.use("meal", "boots")("eaten")
    with pytest.raises(ValueError, match="boots"):
        registry(module, other)
    with pytest.raises(ValueError, match="boots"):
        module.use("meal", "boots")("thrown away")


@pytest.mark.parametrize("game", ["king_of_tokyo", "boss_monster"])
def test_cards_are_in_force_by_being_included_not_by_being_imported(game: str) -> None:
    """A module of cards fills its own registry; the game's has its cards once ``game.py`` includes them."""
    cards = {"king_of_tokyo": "cards", "boss_monster": "powers"}[game]
    code = (
        f"import rules.{game}.{cards} as cards\n"
        f"from rules.{game}.effects.registry import effects\n"
        "assert not effects.keys() and all(module.keys() for module in cards.EFFECTS)\n"
        f"import rules.{game}.game\n"
        "assert effects.keys() >= {key for module in cards.EFFECTS for key in module.keys()}\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
