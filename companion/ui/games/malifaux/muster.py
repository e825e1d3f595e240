"""Crew form: saved crews, boxes by faction, a pasted list, soulstones and schemes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import flet as ft

from companion.base.value_types import JsonValue
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text
from companion.ui.page_life import OF_QUESTION, use_draft
from companion.ui.state import use_optional, use_ref
from companion.ui.table.model.choice_layout import fill_holes
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.card_picker.faces import card_chip, chip_row
from companion.ui.widgets.card_picker.memory import CardMemory
from companion.ui.widgets.controls import bind, caption, input_border
from companion.ui.widgets.hole_controls import NumberStepper, choice_chip, submit_button
from companion.ui.widgets.page_frame import hint_text, warning
from companion.ui.widgets.text_field import TextInput
from rules.engine import Choice, Event, Number, Text, TextLine
from rules.malifaux.model.crew_boxes import crew_boxes, factions
from rules.malifaux.phases.setup import MAX_WOUNDS

from .crew_list import CrewLine, CrewList, LineKind, format_box, format_crew, read_crew

CREWS_KIND = "crews"
"""Kind under which the table's card memory saves crews."""
MAX_ASKED = 12
"""Maximum number of names whose wounds are asked for one by one; those of more are written in the list."""
HINT_TEXT = Text("A list as it is: “2x Ice Gamin”, “Death Marshal [6]”. Of models that no box here has: “Seamus, 11”.")
LEFT_OUT_TEXT = Text("No models without wounds: {names}. Give them, or tap again to go on without.", names="")
LINE_SIGNS: Mapping[LineKind, tuple[ft.IconData, str]] = {
    "model": (ft.Icons.CHECK, ft.Colors.ON_SURFACE),
    "stones": (ft.Icons.CHECK, ft.Colors.ON_SURFACE),
    "upgrade": (ft.Icons.REMOVE, MUTED),
    "heading": (ft.Icons.REMOVE, MUTED),
    "unknown": (ft.Icons.HELP_OUTLINE, ft.Colors.ERROR),
}
"""Icon and color of each way in which a line was read."""


@ft.component
def CrewForm(  # noqa: N802 - Flet's components are named like classes
    choice: Choice, memory: CardMemory, answer: Callable[[Event], object]
) -> ft.Control:
    """Form of one crew; a saved crew is one tap, a box two, a list is pasted.

    How each line of the list was read stands below it before it is taken, and no typed text is lost.
    """
    stones = choice.template.required_hole(Number)
    schemes = choice.template.required_hole(TextLine)
    # typing is faster than redrawing, so the drafts hold the latest values
    key = (OF_QUESTION, "crew", choice.seat)
    lines, scheme_text = use_draft((*key, "models"), str), use_draft((*key, "schemes"), str)
    stone_count = use_draft((*key, "stones"), lambda: stones.default)
    wounds, left_out = use_draft((*key, "wounds"), dict[str, int]), use_ref(tuple[str, ...]())
    shown_lines, set_shown_lines = ft.use_state(lines.current)
    field_version, set_field_version = ft.use_state(0)
    problem, set_problem = use_optional(Text)
    shown_stones, set_shown_stones = ft.use_state(stone_count.current)
    faction, set_faction = ft.use_state("")
    _, set_wounds_version = ft.use_state(0)
    crew_list = read_crew(shown_lines)

    def set_stones(value: int) -> None:
        stone_count.set(value)
        set_shown_stones(value)

    def read_lines(text: str) -> None:
        lines.set(text)
        set_shown_lines(text)
        set_problem(None)
        pool = read_crew(text).stones
        if pool is not None and pool != crew_list.stones:  # what somebody has set since stays
            set_stones(pool)

    def load_crew(saved: str) -> None:
        read_lines(saved)
        set_field_version(field_version + 1)

    def set_wounds(name: str, value: int) -> None:
        wounds.current[name] = value
        set_wounds_version(sum(wounds.current.values()))

    def submit() -> None:
        crew = read_crew(lines.current)
        models = crew.recruits(wounds.current)
        without = tuple(name for name in crew.unknown_names if not wounds.current.get(name))
        if isinstance(models, Text):
            set_problem(models)
        elif without not in ((), left_out.current):
            left_out.set(without)
            set_problem(LEFT_OUT_TEXT.with_args(names=", ".join(without)))
        elif lines.current != shown_lines:
            set_shown_lines(lines.current)
        else:
            scheme_line = scheme_text.current.strip()[: schemes.max_length]
            event = fill_holes(choice, models=models, stones=stone_count.current, schemes=scheme_line)
            if answer(event) is not False and models:
                memory.save(models[0].name, format_crew(models))

    parts = [
        ft.Container(height=2),
        *([warning(translate(problem))] if problem else []),
        *saved_crew_buttons(memory.cards(), load_crew),
        *box_buttons(faction, set_faction, load_crew),
        _models_field(lines.current, read_lines, f"crew {field_version}"),
        *_read_lines(crew_list),
        *_wound_steppers(crew_list, wounds.current, set_wounds),
        hint_text(translate(HINT_TEXT)),
        NumberStepper(translate(stones.label or stones.name), stones, shown_stones, set_stones),
        _schemes_field(schemes, scheme_text.current, scheme_text.set),
    ]
    return sheet_body(parts, [submit_button(translate(Text("This is the crew")), submit)], stretches=True)


def _read_lines(crew: CrewList) -> list[ft.Control]:
    """Build how each line of the list was read: pale if it is no model, marked if unknown."""
    rows = [_read_line(line) for line in crew.lines]
    return [caption(translate(Text("Read as"))), column_of(rows, Space.HAIR, tight=False)] if rows else []


def _read_line(line: CrewLine) -> ft.Control:
    icon, color = LINE_SIGNS[line.kind]
    words = body_text(translate(describe_line(line)), color=color, expand=True)
    return row_of([ft.Icon(icon, size=FontSize.SUBTITLE, color=color), words], Space.NEAR)


def describe_line(line: CrewLine) -> Text:
    """Return in words how a line of a list was read."""
    match line.kind:
        case "model":
            name = f"{line.count} × {line.name}" if line.count > 1 else line.name
            return Text("{who}: wounds {n}", who=name, n=line.wounds or 0)
        case "stones":
            return Text("{n} soulstone", "{n} soulstones", n=line.count)
        case "upgrade":
            return Text("{what}: an upgrade, no model", what=line.name or line.text)
        case "heading":
            return Text("{what}: no model", what=line.text)
    if line.name:
        return Text("{what}: unknown. A model? How many wounds?", what=line.text)
    return Text("{what}: not understood, no model", what=line.text)


def _wound_steppers(
    crew: CrewList, wounds: Mapping[str, int], set_wounds: Callable[[str, int], None]
) -> list[ft.Control]:
    """Build a number for each name whose wounds nobody knows; 0 is no model."""
    return [
        NumberStepper(
            translate(Text("{who}: wounds", who=name)),
            Number("wounds", 0, MAX_WOUNDS, 0),
            wounds.get(name, 0),
            partial(set_wounds, name),
        )
        for name in crew.unknown_names[:MAX_ASKED]
    ]


def _models_field(lines: str, on_change: Callable[[str], object], key: str) -> ft.Control:
    """Build the field with one model per line; a new ``key`` resets it."""
    label = translate(Text("A model a line: name, wounds"))
    field: ft.Control = TextInput(
        label, lines, on_change, multiline=True, min_lines=5, max_lines=9, border=input_border(), key=key
    )
    return field


def _schemes_field(hole: TextLine, text: str, on_change: Callable[[str], object]) -> ft.Control:
    label = translate(hole.label or hole.name)
    field: ft.Control = TextInput(
        label, text, on_change, max_length=hole.max_length, counter=ft.Container(), border=input_border()
    )
    return field


# --- saved crews -------------------------------------------------------------------------------------------------


def saved_crew_buttons(known: Mapping[str, JsonValue], on_crew: Callable[[str], None]) -> list[ft.Control]:
    """Build a button for each crew of an earlier match, by its first model."""
    crews = [(name, lines) for name, lines in known.items() if isinstance(lines, str)]
    chips = [_crew_chip(name, Text("{crew}'s crew", crew=name), bind(on_crew, lines)) for name, lines in crews]
    return [caption(translate(Text("Crews of earlier games"))), chip_row(chips)] if chips else []


def box_buttons(chosen: str, on_faction: Callable[[str], None], on_crew: Callable[[str], None]) -> list[ft.Control]:
    """Build a button for each faction, and for each box of the ``chosen`` one."""
    pad = ft.Padding.symmetric(horizontal=Space.EDGE)
    faction_chips = [
        choice_chip(
            translate(name), bind(on_faction, "" if key == chosen else key), key == chosen, radius=Radius.PILL, pad=pad
        )
        for key, name in factions().items()
    ]
    box_chips = [
        _crew_chip(box.name, Text("{crew}'s box", crew=box.name), bind(on_crew, format_box(box)))
        for box in crew_boxes()
        if chosen in box.factions
    ]
    rows = [chip_row(faction_chips), *([chip_row(box_chips)] if box_chips else [])]
    return [caption(translate(Text("Boxes by faction"))), *rows]


def _crew_chip(name: str, spoken: Text, on_tap: Callable[[], None]) -> ft.Control:
    return card_chip(name, translate(spoken), ft.Icons.GROUPS, on_tap)
