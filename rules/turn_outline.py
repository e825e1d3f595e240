"""The outline of a game's turn: its phases and the steps below them, derived from the steps.

A phase begins at each position of the turn that a table can jump to. Below a phase stand the steps that only it leads
to; steps that several phases lead to, or that become due by themselves, are listed apart. So are the steps before the
first turn, and those that are only there for manual adjustments.
"""

from __future__ import annotations

import dis
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from importlib.util import resolve_name
from inspect import unwrap
from types import CodeType, FunctionType
from typing import Any, cast

from rules.engine import Game, Place, Step, at, steps

Named = str | FunctionType
"""Something that a function names: a step, by its name, or another function."""


def leads(start: Callable[..., Any]) -> tuple[str, ...]:
    """Return the steps that a function names, itself or through calls, in the order of the code."""
    seen, found = {start}, dict[str, None]()

    def follow(function: Callable[..., Any]) -> None:
        for thing in _named(function):
            if isinstance(thing, str):
                found[thing] = None
            elif thing not in seen:
                seen.add(thing)
                follow(thing)

    follow(start)
    return tuple(found)


def names(start: Callable[..., Any]) -> tuple[str, ...]:
    """Return the steps that a function names in its own code, not those reached through calls."""
    return tuple(thing for thing in _named(start) if isinstance(thing, str))


@cache
def _named(function: Callable[..., Any]) -> tuple[Named, ...]:
    """Return the game's steps and functions in a function's code, defaults and closure."""
    function = cast(FunctionType, unwrap(function))
    things = [*_loaded(function.__code__, function.__globals__), *_held(function)]
    package = ".".join(function.__module__.split(".")[:2])
    return tuple(dict.fromkeys(named for thing in things for named in _inside(thing, package)))


def _held(function: FunctionType) -> Iterator[Any]:
    """Yield a function's defaults and the values of its closure."""
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
    yield from (cell.cell_contents for cell in function.__closure__ or ())


def _loaded(code: CodeType, names: dict[str, Any]) -> Iterator[Any]:
    """Yield the globals that code loads, that of nested functions included."""
    module = ""
    for line in dis.get_instructions(code):
        match line.opname, line.argval:
            case "LOAD_GLOBAL", name if name in names:
                yield names[name]
            case "LOAD_CONST", CodeType() as inner:
                yield from _loaded(inner, names)
            case "IMPORT_NAME", module:
                pass
            case "IMPORT_FROM", name:
                home = sys.modules.get(
                    module if module.startswith("rules.") else resolve_name(f".{module}", names["__package__"])
                )
                yield getattr(home, name, None)


def _inside(thing: Any, package: str) -> Iterator[Named]:
    """Yield the steps and functions of the game that a value is or contains."""
    match thing:
        case Step(name):
            yield name
        case FunctionType():
            function = unwrap(thing)
            if f"{function.__module__}.".startswith(f"{package}."):
                yield _step(function) or function
        case Mapping():
            yield from _inside(tuple(thing.values()), package)
        case tuple() | list() | set() | frozenset():
            yield from (named for held in thing for named in _inside(held, package))
        case _ if is_dataclass(thing) and not isinstance(thing, type):
            yield from _inside(tuple(getattr(thing, field.name) for field in fields(thing)), package)


def _step(function: FunctionType) -> str:
    """Return the name of the step that a function is; empty if it is none."""
    name = at(function).name
    return name if name in steps and steps[name].run is function else ""


Leads = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Part:
    """A node of the outline: the steps of one rule, and below it the steps that they lead to.

    ``is_question``: a step of it asks somebody. ``position``: the position that the table can jump to.
    """

    rule: str
    steps: tuple[str, ...]
    asks: bool
    place: Place | None = None
    under: tuple[Part, ...] = ()

    def walk(self) -> Iterator[Part]:
        """Yield this node and all below it, parents first."""
        yield self
        for part in self.under:
            yield from part.walk()

    def __contains__(self, step: str) -> bool:
        return any(step in part.steps for part in self.walk())


@dataclass(frozen=True, slots=True)
class Course:
    """The outline of a game: every step once.

    ``phase_before_step`` maps each of the turn's own steps to the phase in which it is still to come.
    """

    phases: tuple[Part, ...]
    between: tuple[Part, ...]
    before: tuple[Part, ...]
    by_hand: tuple[Part, ...]
    ahead: Mapping[str, int | None]

    def walk(self) -> Iterator[Part]:
        """Yield all nodes, parents first."""
        for part in (*self.phases, *self.between, *self.before, *self.by_hand):
            yield from part.walk()

    def phase(self, agenda: Sequence[Step]) -> int | None:
        """Return the phase of an agenda: that of its next step, else that before the steps to come.

        None before the first turn, and where no step of a turn is to come.
        """
        if not agenda:
            return None
        for k, phase in enumerate(self.phases):
            if agenda[0].name in phase:
                return k
        ahead = () if any(agenda[0].name in part for part in self.before) else agenda
        return next((self.ahead[step.name] for step in ahead if step.name in self.ahead), None)


def course(game: Game[Any]) -> Course:
    """Build the outline of a game from its steps."""
    drawing = _Drawing(game)
    phases = drawing.phases([step.name for step in game.turn])
    parts = drawing.turn(phases)
    ahead = drawing.ahead(phases, parts)
    between = drawing.rest(leads(game.settle) + leads(game.remark))
    before = drawing.rest(leads(game.new))
    by_hand = drawing.rest(leads(game.adjust) + leads(game.go))
    ours = tuple(part for part in between if part.rule.startswith("X-"))
    return Course(parts, tuple(part for part in between if part not in ours), before, _merged(ours + by_hand), ahead)


class _Drawing:
    """Builder of an outline: each step is placed once, below the first step that leads to it."""

    def __init__(self, game: Game[Any]) -> None:
        mine = [name for name in steps if name.startswith(f"{game.key}.")]
        self.places = {place.step: place for place in game.places}
        self.far = {name: leads(steps[name].run) for name in mine}
        self.near = {name: names(steps[name].run) for name in mine}
        self.drawn: dict[str, None] = {}

    def phases(self, turn: Sequence[str]) -> list[tuple[str, ...]]:
        """Split the turn's own steps into phases: one begins at each step that is a position."""
        begins = [k for k, name in enumerate(turn) if name in self.places or k == 0]
        return [tuple(turn[first:last]) for first, last in zip(begins, [*begins[1:], None], strict=False)]

    def turn(self, phases: Sequence[tuple[str, ...]]) -> tuple[Part, ...]:
        """Build a node for each phase, with the steps that belong to it alone."""
        spine = {name for names in phases for name in names}
        near, far = ([_reached(names, leads, spine) for names in phases] for leads in (self.near, self.far))
        meant, led = (Counter(name for names in reached for name in names) for reached in (near, far))
        own = [
            {name for name in led_to if (name in closely if meant[name] == 1 else led[name] == 1)}
            for closely, led_to in zip(near, far, strict=True)
        ]
        return tuple(self._phase(names, members) for names, members in zip(phases, own, strict=True))

    def ahead(self, phases: Sequence[tuple[str, ...]], parts: Sequence[Part]) -> dict[str, int | None]:
        """Map each of the turn's steps to the phase before it.

        A step that its own phase comes back to is mapped to that phase.
        """
        ahead: dict[str, int | None] = {}
        spine = [(name, k) for k, names in enumerate(phases) for name in names]
        for (name, k), before in zip(spine, (None, *(k for _, k in spine)), strict=False):
            below = (step for part in parts[k].walk() for step in part.steps if step not in dict(spine))
            ahead[name] = k if any(name in self.near[step] for step in below) else before
        return ahead

    def _phase(self, names: tuple[str, ...], members: Collection[str]) -> Part:
        first, *others = self._forest(names, members)
        return _joined(replace(first, under=()), (*first.under, *others))

    def rest(self, roots: Iterable[str]) -> tuple[Part, ...]:
        """Build the remaining nodes: what the placed steps lead to, then what the roots lead to."""
        led = [name for drawn in self.drawn for name in (*self.near[drawn], *self.far[drawn])]
        members = _reached((*led, *roots), self.far, ()) | {*led, *roots}
        return _merged((*self._forest(led, members), *self._forest(roots, members)))

    def _forest(self, roots: Iterable[str], members: Collection[str]) -> tuple[Part, ...]:
        """Place the members, each below the step that leads to it most closely.

        Steps that are named in a step's own code come before steps that are reached through calls.
        """
        under: dict[str, list[str]] = {}

        def lead(name: str, to: tuple[str, ...]) -> list[str]:
            fresh = [led for led in to if led in members and led not in self.drawn]
            self.drawn.update(dict.fromkeys(fresh))
            under.setdefault(name, []).extend(fresh)
            return fresh

        first = [name for name in dict.fromkeys(roots) if name not in self.drawn]
        level = list(first)
        self.drawn.update(dict.fromkeys(first))
        while level:
            for name in level:
                level += lead(name, self.near[name])  # the level grows while it is walked
            level = [led for name in level for led in lead(name, self.far[name])]
        return tuple(self._part(name, under) for name in first)

    def _part(self, name: str, under: Mapping[str, Sequence[str]]) -> Part:
        step, place = steps[name], self.places.get(name)
        part = Part(place.rule if place else known_by(name), (name,), step.prompt is not None, place)
        return _joined(part, (self._part(led, under) for led in under.get(name, ())))


def _reached(roots: Iterable[str], leads: Leads, without: Collection[str]) -> set[str]:
    """Return all steps that the roots lead to, not through or to the excluded ones."""
    reached, ahead = set[str](), list(roots)
    while ahead:
        found = [name for name in leads[ahead.pop()] if name not in without and name not in reached]
        reached.update(found)
        ahead += found
    return reached


def known_by(name: str) -> str:
    """Return the rule of a step: the first that it carries, or its own name if it carries none."""
    return (*steps[name].ids, name)[0]


def _joined(part: Part, under: Iterable[Part]) -> Part:
    """Return the node with these nodes below it; those with the same rule are merged into it."""
    for below in under:
        if _alike(part, below):
            part = _joined(_both(part, below), below.under)
        else:
            part = replace(part, under=_merged((*part.under, below)))
    return part


def _alike(part: Part, below: Part) -> bool:
    first = below.steps[0]
    mine = {part.rule, *map(known_by, part.steps)}
    return below.place is None and (known_by(first) in mine or part.rule in steps[first].ids)


def _merged(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Merge sibling nodes of the same rule."""
    kept: dict[str, Part] = {}
    for part in parts:
        same = kept.get(part.rule)
        kept[part.rule] = _joined(_both(same, part), part.under) if same else part
    return tuple(kept.values())


def _both(one: Part, other: Part) -> Part:
    return replace(one, steps=one.steps + other.steps, asks=one.asks or other.asks)
