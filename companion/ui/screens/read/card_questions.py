"""Page of the known questions about a card: answers, rules, moments to try them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import flet as ft

from companion.decoding.fair_queue import QueueFullError
from companion.decoding.in_turn import FILE_SECONDS, IMPORTING, PageWatch, run_in_turn
from companion.decoding.pool import TaskFailedError, WorkerDiedError
from companion.exchange.rejection import UNREADABLE_TEXT, ImportRejected
from companion.match.table import Table
from companion.storage.matches import StorageError
from companion.ui.design.boxes import STRETCH, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import body_text, heading_text, name_text
from companion.ui.files.match_files import ShowError, only_import_of
from companion.ui.hooks import use_observable
from companion.ui.session.open_table import open_table
from companion.ui.session.phone import Phone
from companion.ui.state import use_loaded, use_optional
from companion.ui.table.sheets.why import rule_lines, switch_row
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import Action, bind, caption, secondary_button
from rules.engine import CardQuestion, Game, Refused, State, Text

QUESTIONS_TITLE = Text("Known questions")
NONE_KNOWN_TEXT = Text("Nobody has asked anything about this card that is known here.")
TRY_TEXT = Text("Play this moment")


@ft.component
def CardQuestionsPage(phone: Phone, match_id: str, card: str) -> ft.View:  # noqa: N802 - named like a class
    """The questions about the card of that id in the match's game."""
    table = use_loaded([match_id], open_table, phone, match_id)
    problem, show_error = use_optional(Text)
    head = page_frame.page_header(QUESTIONS_TITLE, lambda: phone.go(f"/t/{match_id}"))
    body: list[ft.Control] = [ft.ProgressBar()]
    if isinstance(table, Table):
        body = [CardQuestions(phone, table, card, show_error)]
    if isinstance(table, Text):
        body = [page_frame.warning(translate(table))]
    notice = [page_frame.warning(translate(problem))] if problem else []
    return page_frame.page_view(f"/t/{match_id}/card/{card}", head, [*notice, *body])


@ft.component
def CardQuestions(phone: Phone, table: Table, card: str, show_error: ShowError) -> ft.Control:  # noqa: N802
    """The questions, with the settings of this table; only the host may open another one."""
    use_observable(table)
    questions = table.game.card_questions(card)
    if not questions:
        return page_frame.hint_text(translate(NONE_KNOWN_TEXT))
    may_open = phone.role_at(table.match.id).is_host
    page = ft.context.page

    def play(question: CardQuestion) -> None:
        page.run_task(open_moment, phone, page, question, show_error)

    def away(part: str, key: str) -> None:
        phone.go(f"/t/{table.match.id}/{part}/{key}")

    panels = [question_panel(question, bind(play, question) if may_open else None) for question in questions]
    rulings = dict(table.state.rulings)
    return column_of([*panels, *rules_in_force(table.game, questions, rulings, away)], Space.EDGE, STRETCH, tight=False)


def question_panel(question: CardQuestion, on_play: Action | None) -> ft.Control:
    """Build a question with its cards, its answer, and the button that opens its moment."""
    cards = " · ".join(map(translate, question.names))
    play = [secondary_button(translate(TRY_TEXT), on_play, ft.Icons.PLAY_ARROW, expand=True)] if on_play else []
    return page_frame.panel(
        caption(cards),
        heading_text(translate(question.question), 600),
        name_text(translate(question.answer)),
        *([row_of(play)] if play else []),
    )


def rules_in_force(
    game: Game[State],
    questions: Sequence[CardQuestion],
    rulings: Mapping[str, str],
    on_away: Callable[[str, str], None],
) -> list[ft.Control]:
    """Build the rules that answer the questions, each once, and the settings that decide."""
    rules = dict.fromkeys(rule for question in questions for rule in question.rules)
    lines = [line for rule in rules for line in rule_lines(game, rule, lambda rule: on_away("rules", rule))]
    switches = dict.fromkeys(question.switch for question in questions if question.switch)
    decided = [switch_row(game, key, rulings, lambda key: on_away("settings", key)) for key in switches]
    return [
        body_text(translate(Text("The rules behind it")), 600),
        *lines,
        *(row for row in decided if row is not None),
    ]


async def open_moment(phone: Phone, page: ft.Page, question: CardQuestion, show_error: ShowError) -> None:
    """Put the question's moment on the shelf as a match of its own, and go there."""
    watch = PageWatch(page)
    try:
        phone.require_host()
        with only_import_of(watch.requester):
            data = question.situation.encode()
            match = await run_in_turn(IMPORTING, watch, FILE_SECONDS, phone.library.exchange.import_match, data)
    except (QueueFullError, ImportRejected, Refused, StorageError) as trouble:
        show_error(trouble.reason)
    except (WorkerDiedError, TaskFailedError):
        show_error(UNREADABLE_TEXT)
    else:
        phone.go(f"/t/{match.id}")
