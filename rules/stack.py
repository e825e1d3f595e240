"""A stack of effects and the passing of priority, for the games that have them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Generic, Protocol, TypeVar

from rules.engine.record import replace


class Stackable(Protocol):
    """Anything with an id that does not change while it is on the stack."""

    @property
    def id(self) -> int:
        """The number by which targets, cancels and modifiers refer to the item."""


I = TypeVar("I", bound=Stackable)  # noqa: E741


@dataclass(frozen=True)
class Stack(Generic[I]):
    """The items that wait to resolve, the top last.

    ``holder`` is the seat that has priority, ``passed`` the seats that have passed in succession.
    """

    items: tuple[I, ...] = ()
    holder: int = 0
    passed: frozenset[int] = frozenset()

    @property
    def top(self) -> I | None:
        """The item that resolves next."""
        return self.items[-1] if self.items else None


def push(stack: Stack[I], item: I, holder: int) -> Stack[I]:
    """Add an item on top; ``holder`` receives priority and nobody has passed."""
    return Stack((*stack.items, item), holder)


def remove(stack: Stack[I], id: int) -> Stack[I]:
    """Remove the item of that id; the passes are kept."""
    return replace(stack, items=tuple(item for item in stack.items if item.id != id))


def filter_items(stack: Stack[I], wanted: Callable[[I], bool]) -> Stack[I]:
    """Keep only the items for which ``wanted`` is true; the passes are kept."""
    return replace(stack, items=tuple(item for item in stack.items if wanted(item)))


def replace_item(stack: Stack[I], item: I) -> Stack[I]:
    """Replace the item that has the same id."""
    return replace(stack, items=tuple(item if old.id == item.id else old for old in stack.items))


def give_priority(stack: Stack[I], holder: int) -> Stack[I]:
    """Give priority to a seat, with nobody having passed."""
    if stack.holder == holder and not stack.passed:
        return stack
    return replace(stack, holder=holder, passed=frozenset())


def seats_to_pass(stack: Stack[I], seats: int) -> tuple[int, ...]:
    """Return the seats that have not passed yet, in turn order from the holder."""
    return _seats_left(stack.holder, stack.passed, seats)


@cache
def _seats_left(holder: int, passed: frozenset[int], seats: int) -> tuple[int, ...]:
    order = [(holder + k) % seats for k in range(seats)]
    return tuple([seat for seat in order if seat not in passed])


def pass_priority(stack: Stack[I], passing: tuple[int, ...], seats: int) -> Stack[I]:
    """Let those seats pass; priority goes to the next seat that has not passed."""
    passed = stack.passed.union(passing)
    holder = next(iter(_seats_left(stack.holder, passed, seats)), stack.holder)
    is_same = holder == stack.holder and len(passed) == len(stack.passed)
    return stack if is_same else replace(stack, passed=passed, holder=holder)
