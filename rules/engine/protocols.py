"""The interface of a game's view for the generic code, checked when a ``Game`` is made.

What the generic code reads of a state has a default in ``State``, so a game declares only what it uses.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from inspect import get_annotations, unwrap
from types import NoneType, SimpleNamespace, UnionType
from typing import Any, Protocol, Union, get_args, get_origin, get_type_hints

from .state import State


class PlayerView(Protocol):
    """One player in a game's view. A scene may read more of it."""

    @property
    def seat(self) -> int:
        """The player's index in ``State.seats``."""
        ...

    @property
    def active(self) -> bool:
        """Whether it is this player's turn."""
        ...

    @property
    def dead(self) -> bool:
        """Whether the player is dead or eliminated at the moment; False in games without either."""
        ...


class GameView(Protocol):
    """The view that ``Game.view`` returns. A scene may read more of it."""

    @property
    def players(self) -> Sequence[PlayerView]:
        """The players that have something to show, at most one for each seat."""
        ...


def player_views(view: GameView | None) -> Sequence[PlayerView]:
    """Return the players of a view; none for a game without a view."""
    return view.players if view is not None else ()


# --- the check ---------------------------------------------------------------------------------------------------


def check_game(key: str, state_type: Any, view: Callable[..., Any]) -> None:
    """Check a game's state class and the declared return type of its view.

    Raises ``TypeError`` with one sentence that names the game, the class and what is missing.
    """
    if not (
        isinstance(state_type, type) and issubclass(state_type, State) and "__dataclass_fields__" in vars(state_type)
    ):
        raise TypeError(f"Game {key!r}: its state {_name(state_type)} must be a frozen dataclass that inherits State.")
    for view_type in _view_types(key, view):
        _require(key, f"{_name(view_type)}, which its view returns,", view_type, GameView)
        for player in _player_types(key, view_type):
            _require(key, f"{_name(player)}, a player of {_name(view_type)},", player, PlayerView)


def _view_types(key: str, view: Callable[..., Any]) -> Iterator[type]:
    """Yield the classes that a view may return, None left out."""
    function = unwrap(view)
    declared = getattr(function, "__annotations__", {})
    if "return" not in declared:
        raise TypeError(f"Game {key!r}: its view {_name(function)} must declare what it returns, as in '-> GameView'.")
    for found in _members(_resolved(key, declared["return"], function.__module__)):
        if not _is_class(found):
            raise TypeError(f"Game {key!r}: its view must declare a class as what it returns, not {_name(found)}.")
        if found is not NoneType:
            yield found


def _player_types(key: str, view_type: type) -> Iterator[type]:
    annotation, module = _annotation(view_type, "players")
    items = [item for item in get_args(_resolved(key, annotation, module)) if item is not ...]
    found = [member for item in items for member in _members(item)]
    if not found or not all(map(_is_class, found)):
        name = f"{_name(view_type)}.players"
        raise TypeError(f"Game {key!r}: {name} must declare its players' class, as in 'tuple[PlayerView, ...]'.")
    yield from found


def _require(key: str, what: str, found: type, protocol: type) -> None:
    """Raise ``TypeError`` unless the class has every property of the protocol."""
    wanted = [name for name, member in vars(protocol).items() if isinstance(member, property)]
    missing = [name for name in wanted if not _declares(found, name)]
    if missing:
        raise TypeError(f"Game {key!r}: {what} lacks {', '.join(missing)} (see {_name(protocol)}).")


def _declares(found: type, name: str) -> bool:
    return any(name in vars(base) or name in get_annotations(base) for base in found.__mro__)


def _annotation(found: type, name: str) -> tuple[Any, str]:
    """Return the annotation of a field or property and the module of that; Any without one."""
    for base in found.__mro__:
        member = vars(base).get(name)
        if isinstance(member, property):
            return getattr(member.fget, "__annotations__", {}).get("return", Any), base.__module__
        if name in get_annotations(base):
            return get_annotations(base)[name], base.__module__
    return Any, found.__module__


def _resolved(key: str, annotation: Any, module: str) -> Any:
    try:
        return get_type_hints(SimpleNamespace(__annotations__={"it": annotation}), vars(sys.modules[module]))["it"]
    except NameError as error:
        raise TypeError(f"Game {key!r}: the type {annotation!r} is not known in {module}: {error}.") from error


def _is_class(hint: Any) -> bool:
    """Return whether the hint is a class with attributes to check; ``Any`` is a class to Python."""
    return isinstance(hint, type) and hint is not Any


def _members(hint: Any) -> tuple[Any, ...]:
    """Return the alternatives of a union; the type itself where it is none."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _name(thing: Any) -> str:
    return getattr(thing, "__name__", None) or repr(thing)
