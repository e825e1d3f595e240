"""The outline of a game's turn: its phases and the steps below them, derived from the steps.

A phase begins at each position of the turn that a table can jump to. Below a phase stand the steps that only it leads
to; steps that several phases lead to, or that become due by themselves, are listed apart. So are the steps before the
first turn, and those that are only there for manual adjustments.
"""

from __future__ import annotations

import dis
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from inspect import unwrap
from types import CodeType, FunctionType
from typing import Any, cast

from rules.engine import Game, Step, TurnPosition, at, steps

StepOrFunction = str | FunctionType
"""Something that a function names: a step, by its name, or another function."""


def reachable_steps(start: Callable[..., Any]) -> tuple[str, ...]:
    """Return the steps that a function names, itself or through calls, in the order of the code."""
    seen, found = {start}, dict[str, None]()

    def follow(function: Callable[..., Any]) -> None:
        for thing in _references(function):
            if isinstance(thing, str):
                found[thing] = None
            elif thing not in seen:
                seen.add(thing)
                follow(thing)

    follow(start)
    return tuple(found)


def directly_named_steps(start: Callable[..., Any]) -> tuple[str, ...]:
    """Return the steps that a function names in its own code, not those reached through calls."""
    return tuple(thing for thing in _references(start) if isinstance(thing, str))


@cache
def _references(function: Callable[..., Any]) -> tuple[StepOrFunction, ...]:
    """Return the game's steps and functions in a function's code, defaults and closure."""
    function = cast(FunctionType, unwrap(function))
    things = [*_loaded_globals(function.__code__, function.__globals__), *_bound_values(function)]
    package = ".".join(function.__module__.split(".")[:2])
    return tuple(dict.fromkeys(named for thing in things for named in _references_in(thing, package)))


def _bound_values(function: FunctionType) -> Iterator[Any]:
    """Yield a function's defaults and the values of its closure."""
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
    yield from (cell.cell_contents for cell in function.__closure__ or ())


def _loaded_globals(code: CodeType, names: dict[str, Any]) -> Iterator[Any]:
    """Yield the globals that code loads, that of nested functions included."""
    for line in dis.get_instructions(code):
        match line.opname, line.argval:
            case "LOAD_GLOBAL", name if name in names:
                yield names[name]
            case "LOAD_CONST", CodeType() as inner:
                yield from _loaded_globals(inner, names)


def _references_in(thing: Any, package: str) -> Iterator[StepOrFunction]:
    """Yield the steps and functions of the game that a value is or contains."""
    match thing:
        case Step(name):
            yield name
        case FunctionType():
            function = unwrap(thing)
            if f"{function.__module__}.".startswith(f"{package}."):
                yield _step_name(function) or function
        case Mapping():
            yield from _references_in(tuple(thing.values()), package)
        case tuple() | list() | set() | frozenset():
            yield from (named for held in thing for named in _references_in(held, package))
        case _ if is_dataclass(thing) and not isinstance(thing, type):
            yield from _references_in(tuple(getattr(thing, field.name) for field in fields(thing)), package)


def _step_name(function: FunctionType) -> str:
    """Return the name of the step that a function is; empty if it is none."""
    name = at(function).name
    return name if name in steps and steps[name].run is function else ""


StepLinks = Mapping[str, tuple[str, ...]]


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

    ``phase_before_step`` maps each of the turn's own steps to the phase in which it is still to come.
    """

    phases: tuple[OutlineNode, ...]
    shared_nodes: tuple[OutlineNode, ...]
    setup_nodes: tuple[OutlineNode, ...]
    override_nodes: tuple[OutlineNode, ...]
    phase_before_step: Mapping[str, int | None]

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
        return next(
            (self.phase_before_step[step.name] for step in upcoming if step.name in self.phase_before_step), None
        )


def build_outline(game: Game[Any]) -> TurnOutline:
    """Build the outline of a game from its steps."""
    builder = _OutlineBuilder(game)
    phases = builder.phases([step.name for step in game.turn_steps])
    nodes = builder.turn_nodes(phases)
    ahead = builder.phases_before_steps(phases, nodes)
    between = builder.remaining_nodes(reachable_steps(game.settle) + reachable_steps(game.remark))
    before = builder.remaining_nodes(reachable_steps(game.new))
    overrides = (game.after_adjustment, game.set_fact, game.after_jump)
    by_hand = builder.remaining_nodes(tuple(name for function in overrides for name in reachable_steps(function)))
    engine_nodes = tuple(node for node in between if node.rule.startswith("X-"))
    return TurnOutline(
        nodes,
        tuple(part for part in between if part not in engine_nodes),
        before,
        _merge_siblings(engine_nodes + by_hand),
        ahead,
    )


class _OutlineBuilder:
    """Builder of an outline: each step is placed once, below the first step that leads to it."""

    def __init__(self, game: Game[Any]) -> None:
        mine = [name for name in steps if name.startswith(f"{game.key}.")]
        self.positions = {place.step: place for place in game.positions}
        self.reachable = {name: reachable_steps(steps[name].run) for name in mine}
        self.direct = {name: directly_named_steps(steps[name].run) for name in mine}
        self.placed: dict[str, None] = {}

    def phases(self, turn: Sequence[str]) -> list[tuple[str, ...]]:
        """Split the turn's own steps into phases: one begins at each step that is a position."""
        begins = [k for k, name in enumerate(turn) if name in self.positions or k == 0]
        return [tuple(turn[first:last]) for first, last in zip(begins, [*begins[1:], None], strict=False)]

    def turn_nodes(self, phases: Sequence[tuple[str, ...]]) -> tuple[OutlineNode, ...]:
        """Build a node for each phase, with the steps that belong to it alone."""
        spine = {name for names in phases for name in names}
        near, far = ([_reached(names, leads, spine) for names in phases] for leads in (self.direct, self.reachable))
        meant, led = (Counter(name for names in reached for name in names) for reached in (near, far))
        own = [
            {name for name in led_to if (name in closely if meant[name] == 1 else led[name] == 1)}
            for closely, led_to in zip(near, far, strict=True)
        ]
        return tuple(self._phase(names, members) for names, members in zip(phases, own, strict=True))

    def phases_before_steps(
        self, phases: Sequence[tuple[str, ...]], nodes: Sequence[OutlineNode]
    ) -> dict[str, int | None]:
        """Map each of the turn's steps to the phase before it.

        A step that its own phase comes back to is mapped to that phase.
        """
        ahead: dict[str, int | None] = {}
        spine = [(name, k) for k, names in enumerate(phases) for name in names]
        for (name, k), before in zip(spine, (None, *(k for _, k in spine)), strict=False):
            below = (step for node in nodes[k].walk() for step in node.steps if step not in dict(spine))
            ahead[name] = k if any(name in self.direct[step] for step in below) else before
        return ahead

    def _phase(self, names: tuple[str, ...], members: Collection[str]) -> OutlineNode:
        first, *others = self._forest(names, members)
        return _with_children(replace(first, children=()), (*first.children, *others))

    def remaining_nodes(self, roots: Iterable[str]) -> tuple[OutlineNode, ...]:
        """Build the remaining nodes: what the placed steps lead to, then what the roots lead to."""
        led = [name for drawn in self.placed for name in (*self.direct[drawn], *self.reachable[drawn])]
        members = _reached((*led, *roots), self.reachable, ()) | {*led, *roots}
        return _merge_siblings((*self._forest(led, members), *self._forest(roots, members)))

    def _forest(self, roots: Iterable[str], members: Collection[str]) -> tuple[OutlineNode, ...]:
        """Place the members, each below the step that leads to it most closely.

        Steps that are named in a step's own code come before steps that are reached through calls.
        """
        under: dict[str, list[str]] = {}

        def lead(name: str, to: tuple[str, ...]) -> list[str]:
            fresh = [led for led in to if led in members and led not in self.placed]
            self.placed.update(dict.fromkeys(fresh))
            under.setdefault(name, []).extend(fresh)
            return fresh

        first = [name for name in dict.fromkeys(roots) if name not in self.placed]
        level = list(first)
        self.placed.update(dict.fromkeys(first))
        while level:
            for name in level:
                level += lead(name, self.direct[name])  # the level grows while it is walked
            level = [led for name in level for led in lead(name, self.reachable[name])]
        return tuple(self._node(name, under) for name in first)

    def _node(self, name: str, under: Mapping[str, Sequence[str]]) -> OutlineNode:
        step, place = steps[name], self.positions.get(name)
        node = OutlineNode(place.rule if place else main_rule(name), (name,), step.prompt is not None, place)
        return _with_children(node, (self._node(led, under) for led in under.get(name, ())))


def _reached(roots: Iterable[str], leads: StepLinks, without: Collection[str]) -> set[str]:
    """Return all steps that the roots lead to, not through or to the excluded ones."""
    reached, ahead = set[str](), list(roots)
    while ahead:
        found = [name for name in leads[ahead.pop()] if name not in without and name not in reached]
        reached.update(found)
        ahead += found
    return reached


def main_rule(name: str) -> str:
    """Return the rule of a step: the first that it carries, or its own name if it carries none."""
    return (*steps[name].rule_ids, name)[0]


def _with_children(node: OutlineNode, under: Iterable[OutlineNode]) -> OutlineNode:
    """Return the node with these nodes below it; those with the same rule are merged into it."""
    for below in under:
        if _is_same_rule(node, below):
            node = _with_children(_merge_nodes(node, below), below.children)
        else:
            node = replace(node, children=_merge_siblings((*node.children, below)))
    return node


def _is_same_rule(node: OutlineNode, below: OutlineNode) -> bool:
    first = below.steps[0]
    mine = {node.rule, *map(main_rule, node.steps)}
    return below.position is None and (main_rule(first) in mine or node.rule in steps[first].rule_ids)


def _merge_siblings(nodes: Iterable[OutlineNode]) -> tuple[OutlineNode, ...]:
    """Merge sibling nodes of the same rule."""
    kept: dict[str, OutlineNode] = {}
    for node in nodes:
        same = kept.get(node.rule)
        kept[node.rule] = _with_children(_merge_nodes(same, node), node.children) if same else node
    return tuple(kept.values())


def _merge_nodes(one: OutlineNode, other: OutlineNode) -> OutlineNode:
    return replace(one, steps=one.steps + other.steps, is_question=one.is_question or other.is_question)
