"""A stack and the passing of priority, for the games that have them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from rules.engine.record import replace


class Stackable(Protocol):
    """Anything with an id that stays its own while it waits."""

    @property
    def id(self) -> int:
        """The number by which targets, cancels and modifiers name it."""


I = TypeVar("I", bound=Stackable)  # noqa: E741


@dataclass(frozen=True)
class Stack(Generic[I]):
    """What waits to resolve, the top last; who holds priority; which seats have passed in succession."""

    items: tuple[I, ...] = ()
    holder: int = 0
    passed: frozenset[int] = frozenset()

    @property
    def top(self) -> I | None:
        """What resolves next."""
        return self.items[-1] if self.items else None


def put(stack: Stack[I], item: I, holder: int) -> Stack[I]:
    """Add on top; ``holder`` receives priority and nobody has passed."""
    return Stack((*stack.items, item), holder)


def drop(stack: Stack[I], id: int) -> Stack[I]:
    """The stack without that item; the passes are kept."""
    return replace(stack, items=tuple(item for item in stack.items if item.id != id))


def keep(stack: Stack[I], wanted: Callable[[I], bool]) -> Stack[I]:
    """The stack with only the items wanted; the passes are kept."""
    return replace(stack, items=tuple(item for item in stack.items if wanted(item)))


def change(stack: Stack[I], item: I) -> Stack[I]:
    """The same stack with the item of that id replaced."""
    return replace(stack, items=tuple(item if old.id == item.id else old for old in stack.items))


def give(stack: Stack[I], holder: int) -> Stack[I]:
    """Priority to that seat, with nobody having passed."""
    return replace(stack, holder=holder, passed=frozenset())


def to_pass(stack: Stack[I], seats: int) -> tuple[int, ...]:
    """The seats that have not passed yet, in turn order from the holder."""
    order = ((stack.holder + k) % seats for k in range(seats))
    return tuple(seat for seat in order if seat not in stack.passed)


def pass_priority(stack: Stack[I], passing: tuple[int, ...], seats: int) -> Stack[I]:
    """Those seats pass in succession; priority goes to the next seat that has not passed."""
    after = replace(stack, passed=stack.passed | set(passing))
    waiting = to_pass(after, seats)
    return replace(after, holder=waiting[0]) if waiting else after
