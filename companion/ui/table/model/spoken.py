"""The position in words: who is next, everybody's numbers, and what the game adds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING

from companion.match.log import counted_text
from companion.match.preview_text import outcome_text
from companion.ui.design.look import translate
from rules.engine import Displayable, Text, Tracker

if TYPE_CHECKING:
    from companion.ui.table.model.context import TableContext
    from companion.ui.table.model.game_model import GameModel


def spoken_position(context: TableContext, game_model: GameModel) -> tuple[str, ...]:
    """Return the position in sentences, as this device may see it, the most urgent first."""
    texts = [*_next_texts(context), *_player_texts(context, game_model), *game_model.spoken(context)]
    return (_sentence(context.title), *(_sentence(translate(text)) for text in texts))


def spoken_outlook(context: TableContext, game_model: GameModel) -> str:
    """Return who is next and everybody's numbers, for the long announcement of a result."""
    texts = [*_next_texts(context), *_player_texts(context, game_model)]
    return " ".join(_sentence(translate(text)) for text in texts)


def _sentence(text: str) -> str:
    """Return the text as a sentence, so that a voice pauses after it."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!", "…", ":")) else f"{text}."


def _next_texts(context: TableContext) -> list[Text]:
    outcome, prompt = context.table_state.state.outcome, context.table_state.prompt
    if outcome is not None or prompt is None:
        return [outcome_text(outcome, context.seats)] if outcome is not None else []
    seats, active = context.seats, context.active_seat
    turn = [Text("{who}'s turn", who=seats[active])] if active in range(len(seats)) else []
    who = ", ".join(seats[seat] for seat in prompt.seats)
    decides = Text("{who} decides", who=who) if len(prompt.seats) == 1 else Text("{who} decide", who=who)
    if len(prompt.seats) == len(seats) > 1:
        decides = Text("The whole table")
    return [*turn, decides, prompt.title]


def _player_texts(context: TableContext, game_model: GameModel) -> list[Text]:
    icons = game_model.player_row.tracker_icons
    shown = [t for t in context.table_state.trackers if t.seat is not None and (not icons or t.icon in icons)]
    ranks = {icon: rank for rank, icon in enumerate(icons)}
    texts = []
    for seat, name in enumerate(context.seats):
        numbers = sorted((t for t in shown if t.seat == seat), key=lambda t: ranks.get(t.icon, 0))
        place = game_model.spoken_place(context, seat)
        said = [*map(_number_text, numbers), *([place] if place else [])]
        if said:
            texts.append(Text("{who}: {what}", who=name, what=join_with_commas(said)))
    return texts


def _number_text(tracker: Tracker) -> Text:
    if tracker.maximum is not None and tracker.value <= tracker.maximum:
        return Text("{what} {n} of {most}", what=tracker.label, n=tracker.value, most=tracker.maximum)
    return counted_text(tracker.label, tracker.value, tracker.icon)


def join_with_commas(texts: Sequence[Displayable]) -> Displayable:
    """Return the texts in one line."""
    return reduce(lambda first, then: Text("{first}, {then}", first=first, then=then), texts)
