"""Crew form: pasted lines, saved crews, soulstones and schemes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import flet as ft

from companion.access.permissions import Access
from companion.i18n import Translate
from companion.storage.matches import StorageTrouble
from companion.ui.design.theme import Round, Space, Type
from companion.ui.table.context.choice_layout import filled
from companion.ui.table.sheets.choice_form import Stepper, big
from companion.ui.widgets.controls import bound, caption, made, outline, press, use_held
from companion.ui.widgets.page_frame import quiet, warning
from companion.ui.widgets.text_field import Field
from rules.engine import Choice, Event, Line, Number, Refused, Text
from rules.malifaux.model.crew import read, written

KIND = "crews"
"""Kind under which the table's card memory saves crews."""
STRETCH = ft.CrossAxisAlignment.STRETCH


@ft.component
def Muster(  # noqa: N802 - Flet's components are named like classes
    words: Translate, choice: Choice, access: Access, answer: Callable[[Event], Any]
) -> ft.Control:
    """Form of one crew, a model per line; a saved crew is one tap.

    Unreadable lines are reported, and no typed text is lost.
    """
    stones = next(hole for hole in choice.does.holes if isinstance(hole, Number))
    schemes = next(hole for hole in choice.does.holes if isinstance(hole, Line))
    # typing is faster than redrawing, so the ref holds the latest values
    latest: Any = ft.use_ref(lambda: {"crew": "", "stones": stones.usual, "schemes": ""})
    begun, begin = use_held(0)
    trouble, tell = use_held(None)
    drawn_stones, draw_stones = use_held(stones.usual)

    def put(what: str) -> Callable[[Any], None]:
        return lambda value: latest.current.update({what: value})

    def step(value: int) -> None:
        put("stones")(value)
        draw_stones(value)

    def take(lines: str) -> None:
        put("crew")(lines)
        begin(begun + 1)
        tell(None)

    def done() -> None:
        crew = read(latest.current["crew"])
        if isinstance(crew, Text):
            tell(crew)
            return
        now = latest.current
        event = filled(choice, models=crew, stones=now["stones"], schemes=now["schemes"].strip()[: schemes.longest])
        if answer(event) is not False and crew:
            remember(access, crew[0].name, written(crew))

    parts = [
        ft.Container(height=2),
        *([warning(words(trouble))] if trouble else []),
        *kept(words, crews(access), take),
        _models(words, latest.current["crew"], put("crew"), f"crew {begun}"),
        quiet(words(Text("For instance: Rasputina, 10"))),
        made(Stepper, words, words(stones.label or stones.name), stones, drawn_stones, step),
        _schemes(words, schemes, put("schemes")),
    ]
    column = ft.Column(parts, spacing=Space.EDGE, scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=STRETCH)
    return ft.Column([column, big(words(Text("This is the crew")), done)], spacing=Space.EDGE, expand=True)


def _models(words: Translate, lines: str, put: Callable[[str], Any], key: str) -> ft.Control:
    """Build the field with one model per line; a new ``key`` resets it."""
    label = words(Text("A model a line: name, wounds"))
    field: ft.Control = Field(label, lines, put, multiline=True, min_lines=5, max_lines=9, border=outline(), key=key)
    return field


def _schemes(words: Translate, hole: Line, put: Callable[[str], Any]) -> ft.Control:
    """Build the optional field for schemes."""
    label = words(hole.label or hole.name)
    field: ft.Control = Field(label, "", put, max_length=hole.longest, counter=ft.Container(), border=outline())
    return field


# --- saved crews -------------------------------------------------------------------------------------------------


def crews(access: Access) -> Mapping[str, str]:
    """Return the crews of earlier matches, by their first model."""
    with suppress(StorageTrouble):  # without saved crews the player pastes the crew again
        return {name: lines for name, lines in access.cards("malifaux", KIND).items() if isinstance(lines, str)}
    return {}


def remember(access: Access, name: str, lines: str) -> None:
    """Save a crew for the next match."""
    with suppress(StorageTrouble, Refused):  # the match already has the crew, so a failed save does no harm
        access.remember("malifaux", KIND, name, lines)


def kept(words: Translate, known: Mapping[str, str], take: Callable[[str], None]) -> list[ft.Control]:
    """Build a button for each saved crew."""
    if not known:
        return []
    chips = [_crew(words, name, bound(take, lines)) for name, lines in known.items()]
    row = ft.Row(chips, wrap=True, spacing=Space.NEAR, run_spacing=Space.NEAR)
    return [caption(words(Text("Crews of earlier games"))), row]


def _crew(words: Translate, name: str, do: Callable[[], None]) -> ft.Control:
    face = ft.Row(
        [ft.Icon(ft.Icons.GROUPS, size=Type.BODY, color=ft.Colors.PRIMARY), ft.Text(name, size=Type.BODY)],
        tight=True,
        spacing=Space.NEAR,
    )
    edge, pad = ft.BorderSide(1, ft.Colors.PRIMARY), ft.Padding.symmetric(horizontal=Space.EDGE)
    return press(face, words(Text("{crew}'s crew", crew=name)), do, edge=edge, radius=Round.PILL, height=44, pad=pad)
