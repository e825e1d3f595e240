"""The outline of a game's turn, phases and the steps below them, as ``Game.outline`` says.

A game declares up to four texts: ``phases`` of a turn, ``shared`` steps that can come at any point of it, ``setup``
before the first turn, and ``overrides``, which come only after something was set by hand. A line is a node: its steps,
without the game's key. Indented lines stand below the node above them. Each step stands once, below what mostly leads
to it. ``repeated`` names the turn's own steps that their phase comes back to, with an argument.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import pairwise
from typing import Any

from rules.engine import Game, Step, TurnPosition, steps

INDENT = " " * 4


@dataclass(frozen=True, slots=True)
class OutlineNode:
    """A node of the outline: the steps of one rule, and below it the steps that they lead to.

    ``is_question``: a step of it asks somebody. ``position``: the position that the table can jump to.
    """

    rule: str
    steps: tuple[str, ...]
    is_question: bool
    position: TurnPosition | None = None
    children: tuple[OutlineNode, ...] = ()

    def walk(self) -> Iterator[OutlineNode]:
        """Yield this node and all below it, parents first."""
        yield self
        for node in self.children:
            yield from node.walk()

    def __contains__(self, step: str) -> bool:
        return any(step in node.steps for node in self.walk())


@dataclass(frozen=True, slots=True)
class TurnOutline:
    """The outline of a game: every step once.

    ``phase_before_step`` maps each of the turn's own steps to the phase in which it is still to come;
    ``phase_of_repeated`` maps those that their phase comes back to, with an argument, to that phase.
    """

    phases: tuple[OutlineNode, ...]
    shared_nodes: tuple[OutlineNode, ...]
    setup_nodes: tuple[OutlineNode, ...]
    override_nodes: tuple[OutlineNode, ...]
    phase_before_step: Mapping[str, int | None]
    phase_of_repeated: Mapping[str, int]

    def walk(self) -> Iterator[OutlineNode]:
        """Yield all nodes, parents first."""
        for node in (*self.phases, *self.shared_nodes, *self.setup_nodes, *self.override_nodes):
            yield from node.walk()

    def current_phase(self, agenda: Sequence[Step]) -> int | None:
        """Return the phase of an agenda: that of its next step, else that before the steps to come.

        None before the first turn, and where no step of a turn is to come.
        """
        if not agenda:
            return None
        for k, phase in enumerate(self.phases):
            if agenda[0].name in phase:
                return k
        upcoming = () if any(agenda[0].name in node for node in self.setup_nodes) else agenda
        step = next((step for step in upcoming if step.name in self.phase_before_step), None)
        if step is None:
            return None
        before = self.phase_before_step[step.name]
        return self.phase_of_repeated.get(step.name, before) if step.args else before


def load_outline(game: str) -> Mapping[str, str]:
    """Load the outline of a game that comes with Sobremesa, by its key."""
    declared: dict[str, dict[str, str]] = tomllib.loads(files("rules").joinpath("turn_outline.toml").read_text("utf-8"))
    return declared[game]


def build_outline(game: Game[Any]) -> TurnOutline:
    """Build the outline that a game declares; without a declaration it is the steps of the turn."""
    turn = [step.name.removeprefix(f"{game.key}.") for step in game.turn_steps]
    declared = {"phases": "\n".join(turn), **game.outline}
    phases, shared, setup, overrides = (
        _parse_nodes(game, declared.get(part, "").splitlines()) for part in ("phases", "shared", "setup", "overrides")
    )
    phase_of = {step.name: k for step in game.turn_steps for k, phase in enumerate(phases) if step.name in phase}
    before = dict(zip(phase_of, (None, *phase_of.values()), strict=False))
    repeated = {name: phase_of[name] for name in (f"{game.key}.{one}" for one in declared.get("repeated", "").split())}
    return TurnOutline(phases, shared, setup, overrides, before, repeated)


def _parse_nodes(game: Game[Any], lines: Sequence[str]) -> tuple[OutlineNode, ...]:
    begins = [k for k, line in enumerate(lines) if not line.startswith(INDENT)]
    return tuple(_parse_node(game, *lines[first:last]) for first, last in pairwise([*begins, len(lines)]))


def _parse_node(game: Game[Any], line: str, *below: str) -> OutlineNode:
    """Parse a node; its rule is that of its position, else the first of its first step."""
    names = tuple(f"{game.key}.{name}" for name in line.split())
    position = next((place for place in game.positions if place.step == names[0]), None)
    rule = position.rule if position else (*steps[names[0]].rule_ids, names[0])[0]
    is_question = any(steps[name].prompt for name in names)
    children = _parse_nodes(game, [line.removeprefix(INDENT) for line in below])
    return OutlineNode(rule, names, is_question, position, children)
