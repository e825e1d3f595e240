"""Texts of the lookahead: how a game ends, what an answer leads to, and previews at answers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import reduce

from companion.i18n import Translate
from rules.engine import Choice, Dice, Displayable, Option, Outcome, Pick, Prompt, Text
from rules.lookahead import Consequence, Forecast, TrackerChange

from .log import format_signed
from .table_state import TableState

NO_CHANGES: frozenset[TrackerChange] = frozenset()
MAX_PREVIEWED_OPTIONS = 6
"""Longest list of options with previews; for a longer one the lookahead is computed on demand."""


def outcome_text(outcome: Outcome, seats: Sequence[str]) -> Text:
    """Describe who has won."""
    who = ", ".join(seats[seat] for seat in outcome.winners)
    if outcome.draw:
        return Text("A draw: {who}", who=who)
    return Text("{who} wins", "{who} win", who=who, n=len(outcome.winners)) if who else Text("Everybody has lost")


def describe_end(
    end: Consequence, seats: Sequence[str], excluded: Collection[TrackerChange] = NO_CHANGES
) -> Text | None:
    """Describe what matters in the end of a path: who wins, who dies, whose numbers change.

    ``excluded`` changes are left out. Returns None where nothing is left. Changes that belong to the table and not to
    a player are reported elsewhere.
    """
    moved = [one for one in end.changes if one.owner is not None and one not in excluded]
    parts = [
        *([outcome_text(end.outcome, seats)] if end.outcome else []),
        *(Text("{who} falls", who=seats[seat]) for seat in end.eliminated_seats),
        *(_of(who, [one for one in moved if one.owner == who]) for who in dict.fromkeys(one.owner for one in moved)),
    ]
    return reduce(join_texts, parts) if parts else None


def join_texts(first: Text, then: Text) -> Text:
    """Join two texts in one line."""
    return Text("{first}; {then}", first=first, then=then)


def _of(who: Displayable | None, moved: Iterable[TrackerChange]) -> Text:
    """Describe all changes of one player."""
    each = (Text("{what} {by}", what=one.label, by=format_signed(one.by)) for one in moved)
    what = reduce(lambda first, then: Text("{first}, {then}", first=first, then=then), each)
    return Text("{who}: {what}", who=who or "", what=what)


# --- previews at the answers -------------------------------------------------------------------------------------


def annotate(table_state: TableState, prompt: Prompt, translate: Translate) -> Prompt:
    """Add to each answer a preview of what neither it nor the prompt says already.

    What all answers lead to makes no difference, and is left out. A roll has too many outcomes for a line.
    """
    paths_by_choice = {
        k: table_state.lookahead(choice) for k, choice in enumerate(prompt.choices) if _can_annotate(prompt, choice)
    }
    every = [path for paths in paths_by_choice.values() for path in paths]
    common = frozenset.intersection(*(_moved(path) for path in every)) if every[1:] else NO_CHANGES
    lines = _Annotator(
        table_state.state.seats, common, _join_translated(translate, prompt.title, prompt.stake), translate
    )
    choices = (lines.choice(choice, paths_by_choice.get(k, ())) for k, choice in enumerate(prompt.choices))
    return replace(prompt, choices=tuple(choices))


def _can_annotate(prompt: Prompt, choice: Choice) -> bool:
    """Return whether the answer gets a preview.

    It needs few options, not all of which have one already. One seat's pass among several is part of everybody's pass,
    and no answer of its own.
    """
    options = [option for hole in choice.template.holes if isinstance(hole, Pick) for option in hole.options]
    told = len(options) > MAX_PREVIEWED_OPTIONS or (bool(options) and all(option.stake for option in options))
    throws = any(isinstance(hole, Dice) for hole in choice.template.holes)
    alone = bool(prompt.window) and choice.role == "quiet" and choice.seat is not None
    return not (told or throws or alone or choice.role == "respond")


def _moved(path: Forecast) -> frozenset[TrackerChange]:
    return frozenset(path.only_consequence.changes) if path.only_consequence else NO_CHANGES


def _join_translated(translate: Translate, *texts: object) -> str:
    return " ".join(translate(text) for text in texts if text is not None)  # type: ignore[arg-type]


class _Annotator:
    """Writer of the previews at the answers to one prompt; ``heard`` is the text of the prompt."""

    def __init__(self, seats: Sequence[str], alike: frozenset[TrackerChange], heard: str, translate: Translate) -> None:
        self.seats, self.common, self.heard, self.translate = seats, alike, heard, translate

    def choice(self, choice: Choice, paths: tuple[Forecast, ...]) -> Choice:
        """Return the answer, or each of its options, with its preview."""
        if not paths:
            return choice
        options = {path.option: path for path in paths}
        holes = tuple(self._list(hole, options) if isinstance(hole, Pick) else hole for hole in choice.template.holes)
        if holes != choice.template.holes:
            return replace(choice, template=replace(choice.template, holes=holes))
        follows = None if None not in options else self._line(options[None], choice.label, choice.consequence)
        return replace(choice, consequence=follows or choice.consequence)

    def _list(self, pick: Pick, paths: dict[object, Forecast]) -> Pick:
        return replace(pick, options=tuple(self._option(one, paths.get(one.value)) for one in pick.options))

    def _option(self, option: Option, path: Forecast | None) -> Option:
        line = self._line(path, option.label, option.stake) if path else None
        return replace(option, stake=line) if line else option

    def _line(self, path: Forecast, label: object, says: Text | None) -> Text | None:
        """Return the existing text and what the path adds to it; None where that is nothing."""
        if path.only_consequence is None:
            return None
        heard = " ".join((self.heard, _join_translated(self.translate, label, says)))
        known = {one for one in path.only_consequence.changes if one in self.common or self._is_said(one, heard)}
        more = describe_end(path.only_consequence, self.seats, known)
        return join_texts(says, more) if says and more else more

    def _is_said(self, moved: TrackerChange, heard: str) -> bool:
        """Return whether the number is in the text, together with its owner or with what it counts."""
        named = moved.owner is not None and self.translate(moved.owner) in heard
        return re.search(rf"\b{abs(moved.by)}\b", heard) is not None and (named or self.translate(moved.label) in heard)
