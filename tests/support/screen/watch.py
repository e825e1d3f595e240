"""A phone on which a turn is played, and which is looked at after every tap."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

from companion.i18n import translator
from companion.ui.games.boss_monster.board_model import short_name
from rules.boss_monster.view import BossMonsterView
from tests.support.ui.browser import HUMAN, OFTEN, PATIENCE, Phone, Server
from tests.support.ui.layout import Wire, habits

from .cut_text import cut_texts, gained, visible
from .english import in_english
from .frame import wrong_frames
from .look import PAINTED, Look, look_at, saved
from .rows import rows_of, whole_rows, wrong_numbers
from .tiles import tiles_of, wrong_tiles
from .unlabelled import unlabelled_nodes

GRACE = 30.0
"""Seconds that a screen has to come to rest without a fault; long, because a busy machine is slow."""
SIZE = {"width": 390, "height": 844}
SMALL_WIDTH = 320
"""Width of a small phone, in points."""
DIGIT = re.compile(r"\d")
SHOWN = 400
"""Letters of the screen that are shown with what is wrong on it."""
TALL = 2400
"""Height at which no row is scrolled away, in points."""
SIGNATURE = """() => {
    const drawn = document.querySelector('flt-semantics-host flt-semantics')?.getBoundingClientRect();
    return [[drawn?.right, drawn?.bottom], painted.signature()];
}"""
"""How wide and high the page is drawn, and all painted texts as one."""
STEP, STEPS = 200, 6
"""Points of a turn of the wheel, and turns that reach the end of everything."""


class Watch:
    """A phone at a match: every tap is followed by a look with every observer.

    One that ``looks_small`` is looked at for cut texts as a small phone too. Other widths are tried where a text is
    new, whatever its digits are, and after every tap on one that ``is_thorough``.
    """

    def __init__(
        self,
        phone: Phone,
        server: Server,
        match: str,
        lang: str = "es",
        *,
        looks_small: bool = False,
        is_thorough: bool = False,
        size: dict[str, int] | None = None,
    ) -> None:
        self.phone = phone
        self.size = size or SIZE
        self.lang = lang
        self.match = match
        self.server = server
        self.looks_small = looks_small
        self.is_thorough = is_thorough
        self._compared: set[str] = set()
        """The texts, with each digit as 0, that were whole at every width."""
        self.looks = 0
        self.seen: set[int] = set()
        """The seats whose row was seen whole."""
        self.tiles = 0
        """How often the numbers of a tile were compared."""
        self._scanned: object = None
        self._wire = Wire(phone.page, server)

    def tap(self, *names: str, sees: str = "") -> Watch:
        """Tap one after the other, and look after each; after the last one, that text is awaited first.

        All are written in Spanish. A name that begins with ``^`` or ends with ``$`` is a pattern.
        """
        for k, name in enumerate(map(self._said, names), 1):
            before = self.phone.text
            self.phone.tap(re.compile(name) if name[0] == "^" or name[-1] == "$" else name)
            if k == len(names) and sees:
                self.sees(sees)
            else:
                _until(lambda before=before: self.phone.text != before)
            self.check()
        return self

    def bring(self, name: str) -> Watch:
        """Scroll until this can be tapped: a long list is built as far as it is seen."""
        target, _ = re.compile(self._said(name)), self._settled(self.size["width"])
        for _ in range(STEPS):
            if self.phone.can_tap(target):
                break
            self._scroll(STEP)
        return self

    def sees(self, text: str) -> Watch:
        """Wait until this can be read."""
        self.phone.sees(self._said(text))
        return self

    def _said(self, text: str) -> str:
        return in_english(text) if self.lang == "en" else text

    def check(self) -> Watch:
        """Look until nothing is wrong; a screen on which something stays wrong fails."""
        end, narrow = time.monotonic() + GRACE, self._settled(self.size["width"])
        while found := list(self.faults(narrow)):
            assert time.monotonic() < end, "\n".join((*found, f"read there: {self.phone.text[:SHOWN]!r}"))
            self.phone.page.wait_for_timeout(HUMAN)
            narrow = look_at(self.phone.page)
        while (texts := self._new_texts(narrow)) and (found := list(self._cut_at_other_widths(narrow))):
            assert time.monotonic() < end, "\n".join(found)
            narrow = self._settled(self.size["width"])
        self._compared |= texts
        self._narrow_again()
        self.looks += 1
        return self

    def _narrow_again(self) -> None:
        """Give the page its own size; a tap before it is drawn would miss what has moved."""
        page, end = self.phone.page, time.monotonic() + PATIENCE / 1000
        page.set_viewport_size(self.size)  # type: ignore[arg-type]
        while page.evaluate(SIGNATURE)[0] != list(self.size.values()):
            assert time.monotonic() < end, "the page does not come back to its own size"
            page.wait_for_timeout(OFTEN)

    def _new_texts(self, look: Look) -> set[str]:
        """The texts that were not compared with other widths yet; all of them where every look is."""
        texts = {DIGIT.sub("0", text) for text in visible(look.texts)}
        return texts if self.is_thorough else texts - self._compared

    def _cut_at_other_widths(self, narrow: Look) -> Iterator[str]:
        """A sentence for every text that gains letters at double width, and for what is cut on a small screen."""
        wide, short = self._settled(2 * self.size["width"]), short_names(saved(self.server.data, self.match), self.lang)
        yield from gained(narrow, wide, short)
        if self.looks_small:
            small = self._settled(SMALL_WIDTH)
            found = *cut_texts(small), *gained(small, wide, short)
            yield from (f"{SMALL_WIDTH} points wide: {fault}" for fault in found)

    def _settled(self, width: int, height: int = 0) -> Look:
        """A look at the page in that size, once it is drawn for it and nothing more comes from the server."""
        height = height or self.size["height"]
        page, end = self.phone.page, time.monotonic() + PATIENCE / 1000
        page.set_viewport_size({"width": width, "height": height})
        before, now = None, page.evaluate(SIGNATURE)
        while not (before == now and self._wire.quiet and now[0] == [width, height]):
            assert time.monotonic() < end, f"the page does not come to rest {width} points wide, {height} high"
            page.wait_for_timeout(OFTEN)
            before, now = now, page.evaluate(SIGNATURE)
        return look_at(page)

    def reads(self, words: str) -> Watch:
        """Require a painted text with these words, which the looks so far have found uncut."""
        said = self._said(words)
        assert any(said in one.text for one in look_at(self.phone.page).texts), f"not painted: {said}"
        return self

    def faults(self, look: Look) -> Iterator[str]:
        """A sentence for everything that is wrong on that screen."""
        table = saved(self.server.data, self.match)
        yield from faults(look, table, self.lang)
        self.seen |= whole_rows(look, table.state.seats).keys()
        self.tiles += sum(1 for _ in tiles_of(look, table, self.lang))
        news = repr([(one.key, one.value) for one in table.trackers]), table.state.turn, table.prompt_id
        if news != self._scanned:
            yield from self._lower_rows(look, table)
            self._scanned = news

    def _lower_rows(self, look: Look, table: Any) -> Iterator[str]:
        """What is wrong on rows that are scrolled out of sight, on a screen as high as everything."""
        seats = table.state.seats
        if rows_of(look, seats).keys() == whole_rows(look, seats).keys():
            return
        high = self.high()
        yield from (*wrong_frames(high, table), *wrong_numbers(high, table, self.lang))
        self.seen |= whole_rows(high, seats).keys()

    def high(self) -> Look:
        """A look at the page as high as everything on it; ``check`` gives it its own size again."""
        return self._settled(self.size["width"], TALL)

    def _scroll(self, by: int) -> None:
        self.phone.page.mouse.move(self.size["width"] / 2, self.size["height"] * 0.7)
        self.phone.page.mouse.wheel(0, by)
        self.phone.page.wait_for_timeout(HUMAN)


def faults(look: Look, table: Any, lang: str = "es") -> Iterator[str]:
    """What any of the observers has to say about that look at that table."""
    seats = table.state.seats
    if len(rows_of(look, seats)) < len(seats) and not look.has_sheet:
        yield f"rows: only {sorted(rows_of(look, seats))} of {len(seats)}"
    yield from cut_texts(look)
    yield from wrong_frames(look, table)
    yield from wrong_numbers(look, table, lang)
    yield from wrong_tiles(look, table, lang)
    yield from unlabelled_nodes(look)


def short_names(table: Any, lang: str) -> set[str]:
    """The names of rooms and bosses as a narrow dungeon shows them; its tiles say the whole ones."""
    view, words = table.game.view(table.state), translator(lang)
    if not isinstance(view, BossMonsterView):
        return set()
    names = [name for player in view.players for name in (player.boss, *(room.name for room in player.rooms)) if name]
    return {short_name(words(name)) for name in names}


def options(scale: int, *, moves: bool = False, size: dict[str, int] | None = None) -> dict[str, Any]:
    """The options of a phone that is looked at, with letters of that size in per cent; without motion by default."""
    scripts = PAINTED, habits(scale, moves=moves)
    return {"viewport": size or SIZE, "device_scale_factor": 1, "scripts": scripts, "draws_few": not moves}


def _until(done: Callable[[], bool]) -> None:
    """Wait until that is so, for a while: not every tap changes a text."""
    end = time.monotonic() + 0.6
    while not done() and time.monotonic() < end:
        time.sleep(OFTEN / 1000)
