"""Reader of a pasted crew list: models with their wounds, stones, and what is neither."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Literal

from companion.situation.pasted_text import MAX_TEXT_LENGTH, ListItem, list_items
from rules.engine import Text
from rules.malifaux.model.crew_boxes import CrewBox, crew_boxes, factions
from rules.malifaux.model.state import Recruit
from rules.malifaux.phases.setup import MAX_MODELS, MAX_NAME_LENGTH, MAX_STONES, MAX_WOUNDS

MAX_PARTS = 150
"""Maximum number of parts of a list that are read."""
LineKind = Literal["model", "upgrade", "stones", "heading", "unknown"]
UNIT = r"(?:wd|wds|ht|wounds?|heridas?)"
WOUNDS = re.compile(rf"(\d{{1,3}})[ ]*{UNIT}?\.?", re.IGNORECASE)
NAMED_WOUNDS = re.compile(rf"(\d{{1,3}})[ ]*{UNIT}\.?|{UNIT}[ :.]*(\d{{1,3}})", re.IGNORECASE)
WOUNDS_BEHIND = re.compile(rf"(.*?)(?:[ ]*:[ ]*(\d{{1,3}})[ ]*{UNIT}?|[ ]+(\d{{1,3}})[ ]*{UNIT})\.?", re.IGNORECASE)
STONES = re.compile(
    r"(\d{1,2})[ ]*(?:ss[ ]*)?(?:pool|cache|reserva|soulstones?|piedras?)(?:[ ](?:pool|cache|de[ ]almas?))?"
    r"|(?:(?:soulstone[ ]|ss[ ])?(?:pool|cache)|reserva|soulstones?|piedras?(?:[ ]de[ ]almas?)?)[ :]*(\d{1,2})"
    r"(?:[ ]*ss)?",
    re.IGNORECASE,
)
COST = re.compile(r"\d{1,3}(?:/\d{1,3})?[ ]*(?:ss|pts?|points?|puntos?)?\.?", re.IGNORECASE)
LABEL = re.compile(
    r"^(?:leader|l[ií]der|master|maestro|henchman|totem|t[óo]tem|enforcer|minion)s?[ ]*:[ ]*", re.IGNORECASE
)
HEADING = re.compile(
    r"\b(?:crew|list|lista|banda|total|faction|facci[óo]n|encounter|encuentro|strategy|estrategia|schemes?|planes|hires?"
    r"|models?|miniaturas|leader|l[ií]der|master|maestro|henchm[ae]n|totems?|enforcers?|minions?|pool|cache)\b|:$",
    re.IGNORECASE,
)
UPGRADE = re.compile(r"\b(?:upgrades?|mejoras?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CrewLine:
    """What a part of a list was read as.

    ``name``, ``count`` and ``wounds`` are those of a model, without wounds where nobody knows them; ``upgrades`` stand
    beside it. ``count`` is also the number of stones. ``text`` is what was written.
    """

    kind: LineKind
    text: str
    name: str = ""
    count: int = 1
    wounds: int | None = None
    upgrades: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CrewList:
    """A list as it was read: line by line, and its soulstones, None where it names none.

    ``is_cut``: it is longer than what is read of a list.
    """

    lines: tuple[CrewLine, ...]
    stones: int | None = None
    is_cut: bool = False

    @property
    def unknown_names(self) -> tuple[str, ...]:
        """The names of which nobody knows whether they are models, and how many wounds they have."""
        return tuple(dict.fromkeys(line.name for line in self.lines if line.kind == "unknown" and line.name))

    def recruits(self, wounds: Mapping[str, int]) -> tuple[Recruit, ...] | Text:
        """Return the models, each of several alike with a number, or why they are no crew.

        ``wounds`` are those of unknown names; who has none is no model.
        """
        if self.is_cut:
            return Text("That list is too long for a crew.")
        found: list[tuple[str, int]] = []
        for line in self.lines:
            full = line.wounds if line.kind == "model" else wounds.get(line.name, 0)
            if line.kind in ("model", "unknown") and line.name and full:
                found += [(line.name, full)] * line.count
        if len(found) > MAX_MODELS:
            return Text("A crew has {most} models at most.", most=MAX_MODELS)
        return _numbered(found)


def read_crew(text: str) -> CrewList:
    """Read a pasted list. What it cannot understand is ``unknown``, never a model."""
    items = tuple(islice(list_items(text), MAX_PARTS + 1))
    lines = tuple(_crew_lines(_attach_wounds(items[:MAX_PARTS])))
    stones = next((line.count for line in lines if line.kind == "stones"), None)
    is_cut = len(text) > MAX_TEXT_LENGTH or len(items) > MAX_PARTS
    return CrewList(lines, None if stones is None else min(stones, MAX_STONES), is_cut)


def _numbered(found: list[tuple[str, int]]) -> tuple[Recruit, ...]:
    times, seen = Counter(name for name, _ in found), Counter[str]()
    crew = []
    for name, wounds in found:
        seen[name] += 1
        crew.append(Recruit(f"{name} {seen[name]}" if times[name] > 1 else name, wounds))
    return tuple(crew)


# --- a part of a list --------------------------------------------------------------------------------------------


def _attach_wounds(items: Iterable[ListItem]) -> Iterator[tuple[ListItem, int | None]]:
    """Yield the parts with the wounds that stand behind them, such as ``Death Marshal, 6``."""
    held: ListItem | None = None
    for item in items:
        found = WOUNDS.fullmatch(item.text)
        if held is not None and found and held.line == item.line:
            yield held, int(found[1])
            held = None
            continue
        if held is not None:
            yield held, None
        held = item
    if held is not None:
        yield held, None


def _crew_lines(items: Iterable[tuple[ListItem, int | None]]) -> Iterator[CrewLine]:
    for item, typed in items:
        yield _crew_line(item, typed)
        for aside in item.asides:
            if stones := _stones(aside):
                yield CrewLine("stones", aside, count=stones)


def _crew_line(item: ListItem, typed: int | None) -> CrewLine:
    """Return what a part is; ``typed`` are the wounds behind it.

    A number in brackets or behind a dash is a cost, as list builders write it, unless it says that it is of wounds.
    """
    name = LABEL.sub("", item.name)
    if stones := _stones(item.text):
        return CrewLine("stones", item.text, count=stones)
    if item.is_added or UPGRADE.search(name):
        return CrewLine("upgrade", item.text, name)
    if found := WOUNDS_BEHIND.fullmatch(name):
        name, typed = found[1], int(found[2] or found[3])
    beside = (NAMED_WOUNDS.fullmatch(aside) for aside in item.asides)
    wounds = next((int(found[1] or found[2]) for found in beside if found), typed)
    box, is_lawful = _known(name), wounds is not None and 1 <= wounds <= MAX_WOUNDS and item.count > 0
    if box is not None and (is_lawful or (wounds is None and item.count)):
        return CrewLine("model", item.text, box.name, item.count, wounds or box.wounds, _upgrades(item.asides))
    if (not name or COST.fullmatch(item.text) or _is_heading(name)) and typed is None:
        return CrewLine("heading", item.text)
    if is_lawful and _is_name(name) and not _is_heading(name):
        return CrewLine("model", item.text, name, item.count, wounds, _upgrades(item.asides))
    return CrewLine("unknown", item.text, name if _is_name(name) else "", item.count)


def _upgrades(asides: Iterable[str]) -> tuple[str, ...]:
    """Return what is beside a model and no number of it."""
    numbers = (COST, NAMED_WOUNDS, STONES)
    return tuple(aside for aside in asides if not any(number.fullmatch(aside) for number in numbers))


def _stones(text: str) -> int:
    found = STONES.fullmatch(text.strip())
    return int(found[1] or found[2]) if found else 0


def _is_name(name: str) -> bool:
    return bool(name) and len(name) <= MAX_NAME_LENGTH - 3 and name.isprintable()


def _is_heading(name: str) -> bool:
    called = {_key(word) for faction in factions().values() for word in (faction.es, faction.en)}
    return _key(name) in called or HEADING.search(name) is not None


# --- the models that boxes know ----------------------------------------------------------------------------------


@cache
def _models() -> Mapping[str, Recruit]:
    return {_key(model.name): model for box in crew_boxes() for model, _ in box.models}


def _known(name: str) -> Recruit | None:
    """Return the model of that name, also of several."""
    key = _key(name)
    candidates = (key, key.removesuffix("s"), f"{key.removesuffix('ies')}y", f"the{key}", key.removeprefix("the"))
    return next((_models()[one] for one in candidates if one in _models()), None)


def _key(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


# --- writing -----------------------------------------------------------------------------------------------------


def format_crew(models: tuple[Recruit, ...]) -> str:
    """Write a crew as lines that ``read_crew`` reads."""
    return "\n".join(f"{model.name}, {model.wounds}" for model in models)


def format_box(box: CrewBox) -> str:
    """Write the models of a box as lines that ``read_crew`` reads, copies by their number."""
    counted = ((f"{count} x " if count > 1 else "", model) for model, count in box.models)
    return "\n".join(f"{times}{model.name}, {model.wounds}" for times, model in counted)
