"""Base class of the five games' tables for scenarios."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any, ClassVar, Generic, Self, TypeVar

from companion.i18n import translator
from rules.engine import (
    Adjusted,
    Choice,
    Confirmed,
    Event,
    FactSet,
    Game,
    Note,
    Outcome,
    Prompt,
    Refused,
    Ruled,
    State,
    TurnPassed,
    WentTo,
    advance,
    apply,
    prompt,
    remarks,
    start,
)
from rules.engine.record import replace

S = TypeVar("S", bound=State)
english = translator("en")


def switch_key(keyword: str) -> str:
    """The key of a switch from a keyword: ``FS_A6`` is FS-A6, ``stop__trigger`` is stop.trigger."""
    return re.sub(r"^([A-Z]+)_(A\d+)$", r"\1-\2", keyword.replace("__", "."))


class GameTable(Generic[S]):
    """One match of a game: state, readings, and verbs that change it in place and return it.

    Rulings are keywords, as ``switch_key`` reads them. ``copy`` branches: an independent table at the same state.
    ``notes`` are those of the latest event.
    """

    game: ClassVar[Game[Any]]

    def __init__(self, *names: str, **rulings: str) -> None:
        settled = tuple((switch_key(keyword), choice) for keyword, choice in rulings.items())
        self._set(start(self.game, names, settled))

    def _set(self, state: S) -> Self:
        self.s = state
        self.notes: list[Note] = [*state.notes]
        return self

    def copy(self) -> Self:
        """An independent table at the same state."""
        return copy.copy(self)

    # --- events --------------------------------------------------------------------------------------------------

    def do(self, *events: Event) -> Self:
        """Apply the events, one after the other."""
        for event in events:
            self._apply(event)
        return self

    def _apply(self, event: Event) -> None:
        self._set(apply(self.game, self.s, event))

    def refusal(self, event: Event) -> tuple[str, str]:
        """The rule that forbids the event, which must be refused and change nothing, and the reason in English."""
        before = repr(self.s)
        try:
            apply(self.game, self.s, event)
        except Refused as refused:
            assert repr(self.s) == before
            return refused.rule, english(refused.reason)
        raise AssertionError(f"{event} was accepted")

    def refuses(self, event: Event) -> str:
        """The rule that forbids the event."""
        return self.refusal(event)[0]

    def usual(self) -> Self:
        """Give the usual answer without holes."""
        return self.do(next(c.event for c in self.asked.choices if c.role == "default" and not c.template.holes))

    def adjust(self, key: str, by: int) -> Self:
        """Correct the tracker with that key."""
        return self.do(Adjusted(key, by))

    def sets(self, key: str, value: str | int) -> Self:
        """Set the fact with that key by hand."""
        return self.do(FactSet(key, value))

    def by_hand(self, name: str, what: str, by: int) -> Self:
        """Correct one of a player's trackers (or of what else the game's ``tracker`` names)."""
        return self.adjust(f"{self.tracker(name)}.{what}", by)

    def tracker(self, name: str) -> str:
        """Prefix of that player's tracker keys."""
        return f"seat.{self.seat(name)}"

    def goes_to(self, rule: str) -> Self:
        """Jump to the step of that rule."""
        return self.do(WentTo(rule))

    def settles_on(self, switch: str, choice: str) -> Self:
        """Change a ruling during the match."""
        return self.do(Ruled(switch, choice))

    def in_play(self, yes: bool) -> Self:
        """Answer whether a correction counts as something that happened in play."""
        return self.do(Confirmed(yes))

    def passes_turn(self) -> Self:
        return self.do(TurnPassed())

    # --- the state laid out ----------------------------------------------------------------------------------------

    def change(self, function: Callable[..., S], *args: Any, **fields: Any) -> Self:
        """Set the state to ``function(state, *args, **fields)`` without running any step."""
        return self._set(function(self.s, *args, **fields))

    def runs(self, **fields: Any) -> Self:
        """Replace those fields of the state, then run the automatic steps up to the next prompt."""
        return self._set(advance(self.game.settle, replace(self.s, **fields)))

    # --- the prompt ----------------------------------------------------------------------------------------------

    @property
    def asked(self) -> Prompt:
        """The prompt; there must be one."""
        found = prompt(self.s)
        assert found is not None, "the game has ended"
        return found

    @property
    def asks(self) -> str:
        """The title of the prompt, in English; empty once the match is over."""
        return english(self.asked.title) if self.outcome is None else ""

    @property
    def step(self) -> str:
        """The name of the step that asks."""
        return self.s.agenda[0].name.partition(".")[2]

    @property
    def who(self) -> str:
        """The seat that is asked; the first, where several are."""
        return self.s.seats[self.asked.seats[0]]

    @property
    def events(self) -> list[Event]:
        """The events of the offered choices, in their order."""
        return [choice.event for choice in self.asked.choices]

    def offers(self, kind: type[Event]) -> bool:
        """Whether an answer of that kind is offered."""
        return any(isinstance(event, kind) for event in self.events)

    @property
    def remarks(self) -> tuple[Choice, ...]:
        """The remarks."""
        return tuple(remarks(self.game, self.s))

    # --- what happened ---------------------------------------------------------------------------------------------

    @property
    def note_texts(self) -> list[str]:
        """The notes of the latest event, in English."""
        return [english(note.text) for note in self.notes]

    @property
    def note_keys(self) -> list[str]:
        """The keys of those notes' texts, without arguments."""
        return [note.text.key for note in self.notes]

    @property
    def ruled(self) -> list[str]:
        """The rules of those notes."""
        return [note.rule for note in self.notes]

    @property
    def decided(self) -> set[str]:
        """The switches of those notes."""
        return {note.switch for note in self.notes if note.switch}

    @property
    def outcome(self) -> Outcome | None:
        return self.s.outcome

    @property
    def winners(self) -> tuple[str, ...] | None:
        """The winners; None while the match goes on."""
        return None if self.outcome is None else tuple(self.s.seats[seat] for seat in self.outcome.winners)

    # --- readings ------------------------------------------------------------------------------------------------

    def seat(self, name: str) -> int:
        return self.s.seats.index(name)

    @property
    def view(self) -> Any:
        """The view that the screens draw."""
        return self.game.view(self.s)

    @property
    def numbers(self) -> dict[str, int]:
        """The value of every tracker by its key."""
        return {tracker.key: tracker.value for tracker in self.game.trackers(self.s)}
