"""Crew form: saved crews, boxes by faction, pasted lines, soulstones and schemes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

import flet as ft

from companion.access.permissions import Access
from companion.i18n import Translate
from companion.storage.matches import StorageError
from companion.ui.design.theme import FontSize, Radius, Space
from companion.ui.state import use_optional, use_ref
from companion.ui.table.context.choice_layout import fill_holes
from companion.ui.table.sheets.choice_form import NumberStepper, submit_button
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import bind, caption, input_border, pressable
from companion.ui.widgets.page_frame import hint_text, warning
from companion.ui.widgets.text_field import TextInput
from rules.engine import Choice, Event, Number, Refused, Text, TextLine
from rules.malifaux.model.crew import format_box, format_crew, parse_crew
from rules.malifaux.model.crew_boxes import crew_boxes, factions

CREWS_KIND = "crews"
"""Kind under which the table's card memory saves crews."""
STRETCH = ft.CrossAxisAlignment.STRETCH


@ft.component
def CrewForm(  # noqa: N802 - Flet's components are named like classes
    translate: Translate, choice: Choice, access: Access, answer: Callable[[Event], object]
) -> ft.Control:
    """Form of one crew, a model per line; a saved crew is one tap, a box two.

    Unreadable lines are reported, and no typed text is lost.
    """
    stones = choice.template.required_hole(Number)
    schemes = choice.template.required_hole(TextLine)
    # typing is faster than redrawing, so the refs hold the latest values
    lines, stone_count, scheme_text = use_ref(""), use_ref(stones.default), use_ref("")
    field_version, set_field_version = ft.use_state(0)
    problem, set_problem = use_optional(Text)
    shown_stones, set_shown_stones = ft.use_state(stones.default)
    faction, set_faction = ft.use_state("")

    def set_stones(value: int) -> None:
        stone_count.set(value)
        set_shown_stones(value)

    def load_crew(saved: str) -> None:
        lines.set(saved)
        set_field_version(field_version + 1)
        set_problem(None)

    def submit() -> None:
        crew = parse_crew(lines.current)
        if isinstance(crew, Text):
            set_problem(crew)
            return
        scheme_line = scheme_text.current.strip()[: schemes.max_length]
        event = fill_holes(choice, models=crew, stones=stone_count.current, schemes=scheme_line)
        if answer(event) is not False and crew:
            save_crew(access, crew[0].name, format_crew(crew))

    parts = [
        ft.Container(height=2),
        *([warning(translate(problem))] if problem else []),
        *saved_crew_buttons(translate, saved_crews(access), load_crew),
        *box_buttons(translate, faction, set_faction, load_crew),
        _models_field(translate, lines.current, lines.set, f"crew {field_version}"),
        hint_text(translate(Text("For instance: Rasputina, 12"))),
        NumberStepper(translate, translate(stones.label or stones.name), stones, shown_stones, set_stones),
        _schemes_field(translate, schemes, scheme_text.set),
    ]
    return sheet_body(parts, [submit_button(translate(Text("This is the crew")), submit)], stretches=True)


def _models_field(translate: Translate, lines: str, on_change: Callable[[str], object], key: str) -> ft.Control:
    """Build the field with one model per line; a new ``key`` resets it."""
    label = translate(Text("A model a line: name, wounds"))
    field: ft.Control = TextInput(
        label, lines, on_change, multiline=True, min_lines=5, max_lines=9, border=input_border(), key=key
    )
    return field


def _schemes_field(translate: Translate, hole: TextLine, on_change: Callable[[str], object]) -> ft.Control:
    """Build the optional field for schemes."""
    label = translate(hole.label or hole.name)
    field: ft.Control = TextInput(
        label, "", on_change, max_length=hole.max_length, counter=ft.Container(), border=input_border()
    )
    return field


# --- saved crews -------------------------------------------------------------------------------------------------


def saved_crews(access: Access) -> Mapping[str, str]:
    """Return the crews of earlier matches, by their first model."""
    with suppress(StorageError):  # without saved crews the player pastes the crew again
        return {name: lines for name, lines in access.cards("malifaux", CREWS_KIND).items() if isinstance(lines, str)}
    return {}


def save_crew(access: Access, name: str, lines: str) -> None:
    """Save a crew for the next match."""
    with suppress(StorageError, Refused):  # the match already has the crew, so a failed save does no harm
        access.save_card("malifaux", CREWS_KIND, name, lines)


def saved_crew_buttons(
    translate: Translate, known: Mapping[str, str], on_crew: Callable[[str], None]
) -> list[ft.Control]:
    """Build a button for each saved crew."""
    if not known:
        return []
    chips = [
        _crew_button(name, translate(Text("{crew}'s crew", crew=name)), bind(on_crew, lines))
        for name, lines in known.items()
    ]
    return [caption(translate(Text("Crews of earlier games"))), _chip_row(chips)]


def box_buttons(
    translate: Translate, chosen: str, on_faction: Callable[[str], None], on_crew: Callable[[str], None]
) -> list[ft.Control]:
    """Build a button for each faction, and for each box of the ``chosen`` one."""
    faction_chips = [
        _faction_button(translate(name), bind(on_faction, "" if key == chosen else key), is_chosen=key == chosen)
        for key, name in factions().items()
    ]
    boxes = [box for box in crew_boxes() if chosen in box.factions]
    box_chips = [
        _crew_button(box.name, translate(Text("{crew}'s box", crew=box.name)), bind(on_crew, format_box(box)))
        for box in boxes
    ]
    rows = [_chip_row(faction_chips), *([_chip_row(box_chips)] if box_chips else [])]
    return [caption(translate(Text("Boxes by faction"))), *rows]


def _chip_row(chips: list[ft.Control]) -> ft.Control:
    return ft.Row(chips, wrap=True, spacing=Space.NEAR, run_spacing=Space.NEAR)


def _faction_button(name: str, on_tap: Callable[[], None], *, is_chosen: bool) -> ft.Control:
    edge = ft.BorderSide(2, ft.Colors.PRIMARY) if is_chosen else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    fill = ft.Colors.PRIMARY_CONTAINER if is_chosen else ft.Colors.TRANSPARENT
    pad = ft.Padding.symmetric(horizontal=Space.EDGE)
    face = ft.Text(name, size=FontSize.BODY)
    return pressable(
        face, name, on_tap, edge=edge, fill=fill, radius=Radius.PILL, height=44, pad=pad, is_chosen=is_chosen
    )


def _crew_button(name: str, spoken: str, on_tap: Callable[[], None]) -> ft.Control:
    face = ft.Row(
        [ft.Icon(ft.Icons.GROUPS, size=FontSize.BODY, color=ft.Colors.PRIMARY), ft.Text(name, size=FontSize.BODY)],
        tight=True,
        spacing=Space.NEAR,
    )
    edge, pad = ft.BorderSide(1, ft.Colors.PRIMARY), ft.Padding.symmetric(horizontal=Space.EDGE)
    return pressable(face, spoken, on_tap, edge=edge, radius=Radius.PILL, height=44, pad=pad)
