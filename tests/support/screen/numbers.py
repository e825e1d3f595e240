"""A table on which only numbers are kept: what is tapped there, and the numbers of its tiles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from companion.i18n import Translate, translator
from rules.engine import Text, Tracker
from tests.support.ui import browser as driving

from .cut_text import cut_texts
from .frame import framed
from .look import Look, saved
from .rows import edges_of, is_in_sight
from .turns import TURNS, Stage
from .unlabelled import unlabelled_nodes
from .watch import Watch, options

HEADER_MARGINS = range(4, 9)
"""Possible points between the edge of a player's card and the name in it, which can be tapped."""


def numbers_only(stage: Stage, game: str) -> None:
    """Numbers up and down, and the next turn; then with the letters of the second half."""
    match = stage.opening(game)
    stage.settle(match, "depth", "numbers")
    table, words = saved(stage.server.data, match), translator(stage.lang)
    first, second = (next(t for t in table.trackers if t.seat == seat) for seat in (0, 1))

    def key(sign: str, tracker: Tracker) -> str:
        what = Text("{who}, {what}", who=table.state.seats[tracker.seat or 0], what=tracker.label)
        return words(Text("More: {what}", what=what) if sign == "+" else Text("Less: {what}", what=what))

    for half in (0, 1):
        with stage.watch(match, half) as turn:
            turn.tap(key("+", first), key("+", first), key("-", first), key("+", second))
            prompt = saved(stage.server.data, match).prompt
            turn.tap(words(next(choice.label for choice in prompt.choices if choice.role == "default")))


@dataclass(frozen=True)
class NumbersStage(Stage):
    """A stage whose phones are looked at as a table of numbers."""

    @contextmanager
    def watch(self, match: str, half: int) -> Iterator[Watch]:
        """A phone at that match, with the letters of that half; every player has tiles that are seen."""
        look = {"locale": f"{self.lang}-GB", "color_scheme": "dark" if self.is_dark else "light"}
        path = f"/t/{match}"
        with driving.phone(self.chromium, self.server, path, **options(self.sizes[half]), **look) as phone:
            watch = NumbersWatch(phone, self.server, match, self.lang, looks_small=True, is_thorough=self.is_thorough)
            yield watch.check()
            assert watch.seen == set(range(len(saved(self.server.data, match).state.seats)))


class NumbersWatch(Watch):
    """A phone at a table of numbers: every tap is followed by a look."""

    def faults(self, look: Look) -> Iterator[str]:
        """A sentence for everything that is wrong on that screen."""
        table = saved(self.server.data, self.match)
        self.seen |= {tracker.seat for tracker, _ in tile_boxes(look, table, self.lang)}
        yield from cut_texts(look)
        yield from wrong_number_tiles(look, table, self.lang)
        yield from unlabelled_nodes(look)
        if not all(is_in_sight(box) for _, box in tile_boxes(look, table, self.lang)):
            high = self.high()
            hidden = (box["name"] for _, box in tile_boxes(high, table, self.lang) if not is_in_sight(box))
            yield from (f"numbers: {name!r} is nowhere in sight" for name in hidden)
            yield from wrong_number_tiles(high, table, self.lang)


def tile_boxes(look: Look, table: Any, lang: str = "es") -> Iterator[tuple[Any, dict[str, Any]]]:
    """Each tracker of a player with the box of its number, which can be tapped to type it."""
    words = translator(lang)
    for tracker in table.trackers:
        if tracker.seat is None:
            continue
        name = re.escape(f"{table.state.seats[tracker.seat]}, {words(tracker.label)}, ")
        for box in look.boxes:
            if box["tappable"] and re.search(rf": {name}\d+$", box["name"]):
                yield tracker, box


def wrong_number_tiles(look: Look, table: Any, lang: str = "es") -> Iterator[str]:
    """A sentence for every tile that says or paints another number than the saved one, and for a wrong frame.

    What is scrolled away, or partly, is only heard.
    """
    for tracker, box in tile_boxes(look, table, lang):
        said = box["name"].rpartition(" ")[2]
        if said != str(tracker.value):
            yield f"numbers: {box['name']!r} is spoken, saved is {tracker.value}"
        if not is_in_sight(box):
            continue
        painted = [one.text for one in look.inside(edges_of(box)) if re.fullmatch(r"\d+(/\d+)?", one.text)]
        full = {str(tracker.value), f"{tracker.value}/{tracker.maximum}"}
        if len(painted) != 1 or painted[0] not in full:
            yield f"numbers: {box['name']!r} paints {painted}, not {tracker.value}"
    yield from _wrong_card_frames(look, table, translator(lang))


def _wrong_card_frames(look: Look, table: Any, words: Translate) -> Iterator[str]:
    """A sentence for every player's card whose frame is not that of the turn."""
    active = {line.seat for line in table.game.view(table.state).players if line.active}
    for seat, name in enumerate(table.state.seats):
        for box in look.boxes:
            if box["tappable"] and box["name"] == words(Text("{who}: all numbers", who=name)):
                found = [framed(look, {**box, "top": box["top"] - margin}) for margin in HEADER_MARGINS]
                if any(found) != (seat in active):
                    yield f"frame: the card of {name} has {found}"


NUMBERS: dict[str, Callable[[Stage], None]] = {
    f"numbers_{game}": lambda stage, game=game: numbers_only(  # type: ignore[misc]
        NumbersStage(stage.chromium, stage.server, stage.sizes, stage.lang, stage.is_dark, stage.is_thorough), game
    )
    for game in TURNS
}
"""The tables of numbers by name."""
