"""The interface of a game for the generic code, checked when a ``Game`` is made.

What the generic code reads of a state has a default in ``State``, so a game declares only what it uses.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from inspect import get_annotations, signature, unwrap
from types import NoneType, SimpleNamespace, UnionType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from .event import Event
from .prompt import Prompt
from .state import State

if TYPE_CHECKING:
    from .game import Game
    from .overrides import TrackerGroup

S = TypeVar("S", bound=State)
R = TypeVar("R")
ARGUMENTS = {
    "new": "seats rulings", "describe": "state event", "settle": "state", "refusal_for": "state event",
    "after_adjustment": "state change", "after_jump": "state position", "facts": "state", "set_fact": "state event",
    "remarks": "state", "remark": "state event", "auto_answer": "state phones", "auto_answer_switch": "state event",
    "endangered": "state", "stopping_seats": "state", "subject_name": "key", "conceal": "state seats",
    "redact": "state event", "view": "state", "odds": "state", "moves": "before after", "deaths": "states",
}  # fmt: skip
"""What each function of a ``Game`` is given, in this order."""


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


def check_game(game: Game[S]) -> None:
    """Check all that can be known of a game before it is played.

    Raises ``TypeError`` with one sentence that names the game and what is missing or wrong.
    """
    check_view(game.key, game.state_type, game.view)
    for found in (*_wrong_basics(game), *_wrong_functions(game), *_wrong_switches(game), *_wrong_numbers(game)):
        raise TypeError(f"Game {game.key!r}: {found}.")


def check_question(game: Game[S], step: str, asked: Prompt | None) -> None:
    """Check the first question of a match.

    Raises ``TypeError`` where it lacks what every screen shows.
    """
    if asked is not None and asked.phase is None:
        raise TypeError(
            f"Game {game.key!r}: the question of the step {step} must say its phase, as in "
            "Prompt(…, phase=Text('The roll'))."
        )


def _wrong_basics(game: Game[S]) -> Iterator[str]:
    """Yield what is wrong with the key, the number of players or the events."""
    if not game.key.isidentifier() or game.key != game.key.lower():
        yield "its key must be the name of its package, such as 'king_of_tokyo'"
    if not game.player_counts or min(game.player_counts) < 1:
        yield f"player_counts must name numbers of players, as range(2, 5) does, not {game.player_counts}"
    for event in game.event_types:
        if not (isinstance(event, type) and issubclass(event, Event) and "__dataclass_fields__" in vars(event)):
            yield f"its event {_name(event)} must be a frozen dataclass that inherits Event"


def _wrong_functions(game: Game[S]) -> Iterator[str]:
    """Yield each function that cannot be called with what it will be given."""
    for name, arguments in ARGUMENTS.items():
        if not _takes(getattr(game, name), *arguments.split()):
            yield f"its {name} must take ({arguments.replace(' ', ', ')}), in this order"


def _wrong_switches(game: Game[S]) -> Iterator[str]:
    """Yield each switch that nobody could set, or whose usual choice the state does not know."""
    yield from (f"its switch {key!r} is there twice" for key in _repeated(switch.key for switch in game.switches))
    for switch in game.switches:
        choices = [key for key, _ in switch.choices]
        if len(choices) < 2 or _repeated(choices):
            yield f"its switch {switch.key!r} needs two choices or more, each with a key of its own"
    known = {switch.key for switch in game.switches}
    for point, entry in game.rulebook.items():
        if "choices" not in entry:
            continue
        if point not in known:
            yield f"the open point {point!r} of its rulebook has no switch: give it Rulebook.switches()"
        if _usual_choice(game.state_type, point) != entry["default"]:
            yield (
                f"its state {_name(game.state_type)} does not know the default of {point!r}: it needs "
                "default_choice = staticmethod(RULEBOOK.default_choice), so that ruling finds it"
            )


def _usual_choice(state_type: type[State], point: str) -> str:
    try:
        return state_type.default_choice(point)
    except KeyError:
        return ""


def _wrong_numbers(game: Game[S]) -> Iterator[str]:
    """Yield each number that could not be named, read or set by hand."""
    own = {field.name for field in fields(game.state_type)}
    for group in game.tracker_groups:
        names = [kind.name for kind in group.kinds]
        yield from (
            f"its number {name!r} of {group.prefix!r} has no label" for name in names if name not in group.labels
        )
        yield from _wrong_update(group)
        plain = [kind.name for kind in group.kinds if not (kind.read and kind.write)]
        if group.update is None and group.records is None and not own.issuperset(plain):
            missing = ", ".join(sorted({*plain} - own))
            yield f"its state has no field {missing}: such a number needs read and write in its TrackerKind, or update"


def _wrong_update(group: TrackerGroup[S, R]) -> Iterator[str]:
    """Yield each number that the group's update function does not take by its name."""
    for kind in group.kinds:
        if group.update and kind.write is None and not _takes(group.update, "state", "number", **{kind.name: 0}):
            update = _name(group.update)
            yield (
                f"the function {update}, which sets numbers of {group.prefix!r}, must take {kind.name} by this name, "
                f"as in {update}(state, number, {kind.name})"
            )


def _takes(function: Callable[..., R], *given: str, **named: int) -> bool:
    """Return whether a function can be called with such arguments."""
    try:
        signature(function).bind(*given, **named)
    except TypeError:
        return False
    return True


def _repeated(keys: Iterable[str]) -> list[str]:
    return [key for key, count in Counter(keys).items() if count > 1]


def check_view(key: str, state_type: Any, view: Callable[..., Any]) -> None:
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
