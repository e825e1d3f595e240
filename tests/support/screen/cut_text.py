"""Texts of which a person cannot read every letter."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from .look import Edges, Line, Look, Written

SLACK = 1.5
"""Tolerance in points: a clip is rounded to whole pixels, and letters overhang."""
LEADING = 0.25
"""Share of a line's height above and below it that no letter needs."""
UNDO = ("Deshacer: ", "Undo: ")
"""How the line of the bar begins that says what would be undone: one line, whole in its name and in the history."""
MAXIMUM = re.compile(r"\d+(/\d+)?")
"""A number that has its maximum only where there is room for it."""
COUNT = re.compile(r" \(\d[^)]*\)")
"""How many there are after a change, which the banner says only where there is room for it."""


def cut_texts(look: Look) -> Iterator[str]:
    """A sentence for every text that ends in an ellipsis, is cut by an edge or breaks in a word, and for cut icons."""
    read = [one for one in look.texts if one.text.strip() and not one.is_icon and one.lines]
    users = Counter(number for one in read for number, _ in one.edges)
    for one in read:
        own = [edges for number, edges in one.edges if users[number] == 1]
        if one.exceeds and not one.text.startswith(UNDO):
            yield f"cut short: {one.text!r} shows {' / '.join(line.text for line in one.lines)!r}"
        elif any(past(line.box, edges) for edges in own for line in one.lines) or _leaves(one, look):
            yield f"cut by an edge: {one.text!r} at {_round(one.box)}"
        yield from (f"broken word: {line.text!r} of {one.text!r}" for line in one.lines if _breaks_a_word(line))
    icons = (one for one in look.texts if one.is_icon and one.lines)
    yield from (f"icon cut by an edge at {_round(one.box)}" for one in icons if _leaves(one, look))


def gained(narrow: Look, wide: Look, short: Collection[str] = ()) -> Iterator[str]:
    """A sentence for every text that has more letters on a screen twice as wide: the narrow one has cut it.

    Names that are ``short`` where there is little room are no fault.
    """
    shown, wider = visible(narrow.texts), visible(wide.texts)
    for text in sorted(shown - wider):
        if text.startswith(UNDO) or text in short:
            continue
        if any(longer.startswith(f"{text} · ") for longer in wider):  # a part that weighs less was left out
            continue
        if any(COUNT.sub("", longer) == text for longer in wider):  # the count after a change was left out, whole
            continue
        longer = next(
            (one for one in sorted(wider - shown) if len(one) > len(text) > 1 and one.startswith(text.rstrip("…"))), ""
        )
        if longer and text.rstrip("…") not in wider and not MAXIMUM.fullmatch(longer):
            yield f"gains letters: {text!r} is {longer!r} at double width"


def visible(texts: Iterable[Written]) -> set[str]:
    """The letters of each text that can be read, without line breaks."""
    return {
        " ".join(" ".join(line.text for line in one.lines).split()) for one in texts if one.lines and not one.is_icon
    } - {""}


def past(box: Edges, edges: Edges) -> bool:
    """Whether letters of a line lie beyond these edges, which no other text has: they are no area that scrolls."""
    spare = LEADING * (box[3] - box[1])
    sideways = max(edges[0] - box[0], box[2] - edges[2])
    return max(sideways, edges[1] - box[1] - spare, box[3] - spare - edges[3]) > SLACK


def _leaves(one: Written, look: Look) -> bool:
    """Whether an edge or the screen's own cuts it at the side, where nothing scrolls sideways.

    What a sheet covers has no semantics, which would say what scrolls.
    """
    (left, top, right, bottom), clip = one.box, one.clip
    if look.has_sheet or not clip[1] < (top + bottom) / 2 < clip[3]:
        return False
    rows = [box for box in look.boxes if box["pushes"] and box["top"] <= (top + bottom) / 2 <= box["bottom"]]
    return not rows and (left < max(0, clip[0]) - SLACK or right > min(look.size[0], clip[2]) + SLACK)


def _breaks_a_word(line: Line) -> bool:
    return not line.hard and line.last.isalpha() and line.next.isalpha()


def _round(box: Edges) -> tuple[int, ...]:
    return tuple(round(side) for side in box)
