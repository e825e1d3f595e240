"""Parser for a pasted crew list: a model a line, its name and its wounds."""

from __future__ import annotations

import re
from collections import Counter

from rules.engine import Text
from rules.malifaux.phases.setup import MAX_MODELS, MAX_NAME_LENGTH, MAX_WOUNDS

from .crew_boxes import CrewBox
from .state import Recruit

CREW_LINE = re.compile(
    r"^(?:(\d{1,2})\s*[x×]\s+)?(.*?)[\s,;:|(\t]+(\d{1,3})\)?\s*(?:wd|ht|wounds|heridas)?\.?$", re.IGNORECASE
)
"""A line of a crew list: ``Name, 7``; ``2 x Name: 4``; ``Name (7)``."""


def parse_crew(text: str) -> tuple[Recruit, ...] | Text:
    """Parse a crew list; return the models, or an error text for the first line that is wrong.

    Empty lines are skipped. Several models of one name get a number each.
    """
    found: list[tuple[str, int]] = []
    for n, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        match = CREW_LINE.match(line.strip().lstrip("-*• "))
        if match is None or not match[2].strip():
            return Text("Line {n}: write a name, a comma and the wounds.", n=n)
        name, wounds = match[2].strip(), int(match[3])
        if len(name) > MAX_NAME_LENGTH - 3 or not name.isprintable():
            return Text("Line {n}: that name is too long.", n=n)
        if not 1 <= wounds <= MAX_WOUNDS:
            return Text("Line {n}: wounds are from 1 to {most}.", n=n, most=MAX_WOUNDS)
        found += [(name, wounds)] * int(match[1] or 1)
    if len(found) > MAX_MODELS:
        return Text("A crew has {most} models at most.", most=MAX_MODELS)
    return _numbered_names(found)


def _numbered_names(found: list[tuple[str, int]]) -> tuple[Recruit, ...]:
    times, seen, crew = Counter(name for name, _ in found), Counter[str](), []
    for name, wounds in found:
        seen[name] += 1
        crew.append(Recruit(f"{name} {seen[name]}" if times[name] > 1 else name, wounds))
    return tuple(crew)


def format_crew(models: tuple[Recruit, ...]) -> str:
    """Write a crew as lines that ``parse_crew`` reads."""
    return "\n".join(f"{model.name}, {model.wounds}" for model in models)


def format_box(box: CrewBox) -> str:
    """Write the models of a box as lines that ``parse_crew`` reads, copies by their number."""
    counted = ((f"{count} x " if count > 1 else "", model) for model, count in box.models)
    return "\n".join(f"{times}{model.name}, {model.wounds}" for times, model in counted)
