"""What a model of the screen says and a phone does not draw."""

from __future__ import annotations

from collections.abc import Iterator

import flet as ft

from companion.ui.design.sizes import FontSize
from companion.ui.design.theme import seat_color
from companion.ui.table.model.choice_layout import ChoiceLayout, asks_card, has_inline_dice
from companion.ui.table.model.outcome import BRACKETS, OutcomeModel
from companion.ui.table.model.question import QuestionModel
from companion.ui.table.model.screen_model import ScreenModel
from companion.ui.table.model.seats import SeatModel
from tests.support.ui.headless import Phone, _walk

Part = tuple[str, str, bool]
"""A part of the model by its kind, what it says, and whether that is drawn."""


def frame_of(phone: Phone, name: str) -> ft.BorderSide | None:
    """The border around the tile of the player with that name."""
    side: ft.BorderSide = phone.find(name).style.side[ft.ControlState.DEFAULT]
    return None if side.style == ft.BorderStyle.NONE else side


def parts(phone: Phone, model: ScreenModel) -> Iterator[Part]:
    """Yield every part of the model, from the bar to the answers."""
    names, texts = phone.names(), phone.texts()
    yield "title", model.title, model.title in texts
    if model.undo is not None:
        yield "undo", model.undo, f"Undo: {model.undo}" in texts
    for player in model.seats:
        yield from _row(phone, player)
    for seat, chips in model.chips.items():
        drawn = [chip for chip in chips if chip.spoken in names]
        rest = f": {len(chips) - len(drawn)} more"
        yield "chips", f"{seat}: {chips}", len(drawn) == len(chips) or any(name.endswith(rest) for name in names)
    if model.question is not None:
        yield from _question(model.question, names, texts)
        sizes = [c.size for c in phone.controls() if isinstance(c, ft.Text) and c.value == model.question.title]
        yield "prominence", model.question.title, min(sizes, default=0) >= FontSize.BODY
    yield from _answers(phone, model, names)
    for action in model.side.actions:
        yield action.kind, action.label, action.label in names
    if model.side.hint:
        yield "hint", model.side.hint, model.side.hint in texts


def _row(phone: Phone, player: SeatModel) -> Iterator[Part]:
    row = phone.find(player.spoken)
    inside = list(_walk(row, set()))
    texts = [str(c.value) + "".join(s.text or "" for s in c.spans or ()) for c in inside if isinstance(c, ft.Text)]
    tips = {getattr(c.tooltip, "message", c.tooltip) for c in inside if getattr(c, "tooltip", None)}
    yield "player", player.label, player.label in texts
    for number in player.numbers:
        yield "number", number.label, any(text.startswith(f"{number.tracker.value}") for text in texts)
        if number.change:
            sign = "+" if number.change > 0 else "−"
            yield "change", number.label, f"{sign}{abs(number.change)}" in texts
    for mark in player.marks:
        yield mark.kind, mark.name, mark.name in (player.spoken if mark.kind != "game" else tips | {mark.name})
    if player.note.words:
        yield "note", player.note.words, player.note.words in texts
    for number in player.note.numbers:
        yield "note", number.label, f"{number.tracker.value}" in texts
    frame = frame_of(phone, player.spoken)
    color = None if frame is None else frame.color
    asked = ft.Colors.ON_SURFACE if player.is_asked else None
    yield "leads", player.name, color == (seat_color(player.seat) if player.leads else asked)


def _question(question: QuestionModel, names: list[str], texts: list[str]) -> Iterator[Part]:
    for kind in ("title", "decides", "stake", "shared", "thinking", "passed"):
        text = getattr(question, kind)
        if text:
            yield f"question's {kind}", text, text in texts or text.upper() in texts  # a caption has capitals
    for timely in question.timely:
        yield "timely", timely.words, timely.words in names
    if question.hands.tasks:
        yield "hands", question.hands.label, question.hands.label in names
    yield from _outcome(question.outcome, names, texts)


def _outcome(outcome: OutcomeModel, names: list[str], texts: list[str]) -> Iterator[Part]:
    for k, result in enumerate(outcome.results[: outcome.most]):
        text = f"{result.verdict.upper()} {result.brief}" if result.verdict and k == 0 else result.text
        yield "verdict" if result.verdict else "result", text, text in texts or BRACKETS.sub("", text) in texts
    if outcome.more:
        yield "more results", outcome.more, outcome.more in names


def _answers(phone: Phone, model: ScreenModel, names: list[str]) -> Iterator[Part]:
    layout, every = model.layout, model.answers
    usual = [
        f"{one.label}, {one.consequence}" if one.consequence else one.label for one in every if one.place == "primary"
    ]
    if not (has_inline_dice(layout) or any(map(asks_card, layout.primary))):
        leaves = [one for one in every if one.place == "leave"] if layout.usual_leave is not None else []
        at_the_bottom = usual or _roll(layout) or [f"{one.label}, {one.consequence}".rstrip(", ") for one in leaves]
        yield "usual answers", f"{at_the_bottom}", phone.names("usual") == at_the_bottom
        large = [name for name, b in phone.buttons() if b.style is not None and b.style.bgcolor == ft.Colors.PRIMARY]
        yield "large", f"{large}", large == (usual or _roll(layout))
    for one in every:
        if one.place in ("leave", "secondary", "board"):
            said = (f"{one.label}, ", f"{one.label}. ")
            yield one.place, one.label, any(name == one.label or name.startswith(said) for name in names)
    triggers = [one.label for one in every if one.place == "trigger"]
    if triggers:
        yield "trigger", f"{triggers}", any(label in names for label in triggers)


def _roll(layout: ChoiceLayout) -> list[str]:
    return [] if layout.dice is None else [f"{layout.dice.label.key}"]


async def on_sheet(phone: Phone, model: ScreenModel) -> list[Part]:
    """Open the sheet of the players who may respond, and return these and each one's responses."""
    by_seat, found = model.layout.responses_by_seat, list[Part]()
    if not by_seat or model.layout.has_single_responder:
        return found
    await phone.tap("More" if "More" in phone.names() else "Somebody responds")
    who = {player.seat: player.name for player in model.seats}
    has_one = len(by_seat) == 1  # whose responses are there at once
    order = [name for name in phone.names() if name in [f"{one} responds" for one in who.values()]]
    found.append(("responders", f"{order}", order == [f"{who[seat]} responds" for seat in by_seat if not has_one]))
    for seat in by_seat:
        if not has_one:
            await phone.tap(f"{who[seat]} responds")
        names = phone.names()
        for one in model.answers:
            if one.place == "response" and one.seat == seat:
                found.append(("response", one.label, f"{who[seat]}: {one.label}" in names))
    return found


def undrawn(found: list[Part]) -> list[str]:
    """Return what the model says and the phone does not draw."""
    return [f"{kind}: {text}" for kind, text, is_drawn in found if not is_drawn]
