"""The players' rows: what they say, what is painted on them, and what the match has saved."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from companion.i18n import Translate, translator
from companion.ui.table.model.seats import NUMBERS_IN_LINE
from rules.darkmoor.view import DarkmoorPlayerLine
from rules.engine import Text

from .look import Look

NUMBER = re.compile(r"\d+(/\d+)?")
FEWEST = 2
"""Numbers that every game's row has at least."""


def rows_of(look: Look, seats: Sequence[str]) -> dict[int, dict[str, Any]]:
    """The row of each seat that is not covered by a sheet."""
    found = {}
    for seat, name in enumerate(seats):
        rows = [box for box in look.boxes if box["tappable"] and box["name"].startswith(f"{name}, ")]
        rows = [box for box in rows if re.search(r"\d", box["name"])]
        if rows:
            found[seat] = rows[0]
    return found


def whole_rows(look: Look, seats: Sequence[str]) -> dict[int, dict[str, Any]]:
    """The rows of which no part is scrolled away: a row at the edge is lower than the others."""
    rows = rows_of(look, seats)
    height = max((box["bottom"] - box["top"] for box in rows.values()), default=0)
    return {seat: box for seat, box in rows.items() if _is_whole(box, height)}


def _is_whole(box: dict[str, Any], height: float) -> bool:
    _, top, _, bottom = box["seen"]
    return is_in_sight(box) and bool(bottom - top >= height - 1)


def is_in_sight(box: dict[str, Any]) -> bool:
    """Whether no part of a node is scrolled away above or below."""
    _, top, _, bottom = box["seen"]
    return bool(top <= box["top"] + 1 and bottom >= box["bottom"] - 1)


def wrong_numbers(look: Look, table: Any, lang: str = "es") -> Iterator[str]:
    """A sentence for every number of a row that is not its tracker's value, as it is spoken or as it is painted."""
    words, in_sight = translator(lang), whole_rows(look, table.state.seats)
    for seat, box in rows_of(look, table.state.seats).items():
        name = table.state.seats[seat]
        of_label = {words(one.label): one for one in table.trackers if one.seat == seat}
        said = [part.rpartition(" ") for part in box["name"].removeprefix(f"{name}, ").split(", ")]
        shown = [(of_label.get(label), label, number) for label, _, number in said if number.isdigit()]
        if len(shown) < FEWEST:
            yield f"numbers: the row of {name} only says {box['name']!r}"
        counted = _counted(table, seat, words)
        for tracker, label, number in shown:
            saved = tracker.value if tracker else counted.get(label)
            if saved != int(number):
                yield f"numbers: {name} has {label} {number}, saved is {saved}"
        if seat not in in_sight:
            continue
        painted = [one.text for one in look.inside(edges_of(box)) if NUMBER.fullmatch(one.text)]
        wanted = [number for _, _, number in shown]
        if _is_line(look, box, {name, words(Text("You"))}):
            wanted = wanted[:NUMBERS_IN_LINE]
        if [one.split("/")[0] for one in painted] != wanted:
            yield f"numbers: the row of {name} says {wanted}, but shows {painted}"
        full = {f"{one.value}/{one.maximum}" for one, _, _ in shown if one is not None}
        yield from (f"numbers: {name} has {one}" for one in painted if "/" in one and one not in full)


def _counted(table: Any, seat: int, words: Translate) -> dict[str, int]:
    """The numbers of a row that the game counts, and no tracker holds."""
    lines = [line for line in table.game.view(table.state).players if line.seat == seat]
    totals = Text("VP if it ended now"), Text("VP in all")
    return {words(one): line.score.total for line in lines if isinstance(line, DarkmoorPlayerLine) for one in totals}


def _is_line(look: Look, box: dict[str, Any], names: set[str]) -> bool:
    """Whether a row is one line, which only paints the first numbers, and no name."""
    return not any(one.text in names for one in look.inside(edges_of(box)))


def edges_of(box: dict[str, Any]) -> tuple[float, float, float, float]:
    return box["left"], box["top"], box["right"], box["bottom"]
