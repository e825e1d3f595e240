"""Texts of the lookahead: how a game ends, what an answer leads to, and previews at answers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import reduce

from companion.i18n import Translate
from rules.engine import Choice, Dice, Option, Outcome, Pick, Prompt, Shown, Text
from rules.lookahead import End, Moved, Path

from .log import signed
from .state import Now

NONE: frozenset[Moved] = frozenset()
SHORT = 6
"""Longest list of options with previews; for a longer one the lookahead is computed on demand."""


def result(outcome: Outcome, seats: Sequence[str]) -> Text:
    """Describe who has won."""
    who = ", ".join(seats[seat] for seat in outcome.winners)
    if outcome.draw:
        return Text("A draw: {who}", who=who)
    return Text("{who} wins", "{who} win", who=who, n=len(outcome.winners)) if who else Text("Everybody has lost")


def said(end: End, seats: Sequence[str], but: Collection[Moved] = NONE) -> Text | None:
    """Describe what matters in the end of a path: who wins, who dies, whose numbers change.

    ``excluded`` changes are left out. Returns None where nothing is left. Changes that belong to the table and not to
    a player are reported elsewhere.
    """
    moved = [one for one in end.moved if one.who is not None and one not in but]
    parts = [
        *([result(end.outcome, seats)] if end.outcome else []),
        *(Text("{who} falls", who=seats[seat]) for seat in end.out),
        *(_of(who, [one for one in moved if one.who == who]) for who in dict.fromkeys(one.who for one in moved)),
    ]
    return reduce(beside, parts) if parts else None


def beside(first: Text, then: Text) -> Text:
    """Join two texts in one line."""
    return Text("{first}; {then}", first=first, then=then)


def _of(who: Shown | None, moved: Iterable[Moved]) -> Text:
    """Describe all changes of one player."""
    each = (Text("{what} {by}", what=one.what, by=signed(one.by)) for one in moved)
    what = reduce(lambda first, then: Text("{first}, {then}", first=first, then=then), each)
    return Text("{who}: {what}", who=who or "", what=what)


# --- previews at the answers -------------------------------------------------------------------------------------


def lined(now: Now, asked: Prompt, words: Translate) -> Prompt:
    """Add to each answer a preview of what neither it nor the prompt says already.

    What all answers lead to makes no difference, and is left out. A roll has too many outcomes for a line.
    """
    led = {k: now.ahead(choice) for k, choice in enumerate(asked.choices) if _fits(asked, choice)}
    every = [path for paths in led.values() for path in paths]
    alike = frozenset.intersection(*(_moved(path) for path in every)) if every[1:] else NONE
    lines = _Lines(now.state.seats, alike, _spoken(words, asked.title, asked.stake), words)
    choices = (lines.choice(choice, led.get(k, ())) for k, choice in enumerate(asked.choices))
    return replace(asked, choices=tuple(choices))


def _fits(asked: Prompt, choice: Choice) -> bool:
    """Return whether the answer gets a preview.

    It needs few options, not all of which have one already. One seat's pass among several is part of everybody's pass,
    and no answer of its own.
    """
    options = [option for hole in choice.does.holes if isinstance(hole, Pick) for option in hole.options]
    told = len(options) > SHORT or (bool(options) and all(option.stake for option in options))
    throws = any(isinstance(hole, Dice) for hole in choice.does.holes)
    alone = bool(asked.window) and choice.role == "quiet" and choice.seat is not None
    return not (told or throws or alone or choice.role == "respond")


def _moved(path: Path) -> frozenset[Moved]:
    return frozenset(path.sure.moved) if path.sure else NONE


def _spoken(words: Translate, *texts: object) -> str:
    return " ".join(words(text) for text in texts if text is not None)  # type: ignore[arg-type]


class _Lines:
    """Writer of the previews at the answers to one prompt; ``heard`` is the text of the prompt."""

    def __init__(self, seats: Sequence[str], alike: frozenset[Moved], heard: str, words: Translate) -> None:
        self.seats, self.alike, self.heard, self.words = seats, alike, heard, words

    def choice(self, choice: Choice, paths: tuple[Path, ...]) -> Choice:
        """Return the answer, or each of its options, with its preview."""
        if not paths:
            return choice
        options = {path.option: path for path in paths}
        holes = tuple(self._list(hole, options) if isinstance(hole, Pick) else hole for hole in choice.does.holes)
        if holes != choice.does.holes:
            return replace(choice, does=replace(choice.does, holes=holes))
        follows = None if None not in options else self._line(options[None], choice.label, choice.follows)
        return replace(choice, follows=follows or choice.follows)

    def _list(self, pick: Pick, paths: dict[object, Path]) -> Pick:
        return replace(pick, options=tuple(self._option(one, paths.get(one.value)) for one in pick.options))

    def _option(self, option: Option, path: Path | None) -> Option:
        line = self._line(path, option.label, option.stake) if path else None
        return replace(option, stake=line) if line else option

    def _line(self, path: Path, label: object, says: Text | None) -> Text | None:
        """Return the existing text and what the path adds to it; None where that is nothing."""
        if path.sure is None:
            return None
        heard = " ".join((self.heard, _spoken(self.words, label, says)))
        known = {one for one in path.sure.moved if one in self.alike or self._is_said(one, heard)}
        more = said(path.sure, self.seats, known)
        return beside(says, more) if says and more else more

    def _is_said(self, moved: Moved, heard: str) -> bool:
        """Return whether the number is in the text, together with its owner or with what it counts."""
        named = moved.who is not None and self.words(moved.who) in heard
        return re.search(rf"\b{abs(moved.by)}\b", heard) is not None and (named or self.words(moved.what) in heard)
