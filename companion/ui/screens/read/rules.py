"""Rules page: search, chapters, the rules at the match's position, and the turn diagram."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import flet as ft

from companion.match.table import Table
from companion.ui.design.boxes import START, STRETCH, column_of, row_of
from companion.ui.design.look import scaled_height, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text, name_text
from companion.ui.design.text_fit import columns_at_scale, fit_font_size
from companion.ui.hooks import use_observable
from companion.ui.screens.read.rule_search import RuleSearch
from companion.ui.screens.read.turn_diagram import HERE_LABEL, TurnDiagram
from companion.ui.session.open_table import open_table
from companion.ui.session.phone import Phone
from companion.ui.state import use_loaded, use_optional
from companion.ui.table.sheets.why import rule_badge, rule_text
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import Action, Surface, bind, button_grid, input_border, pressable, secondary_button
from companion.ui.widgets.text_field import TextInput
from rules.engine import Game, State, Text
from rules.rulebook import Chapter, chapters
from rules.turn_outline import build_outline

RULES_TEXT = Text("Rules")
BADGE_WIDTH = 92
"""Points of a rule's badge together with the position icon."""
MAX_RESULTS = 25
"""Most rules shown for a search."""
MAX_CURRENT_RULES = 3
"""Most rules of the match's position that are shown at once."""
TRANSPARENT = ft.Colors.TRANSPARENT


@ft.component
def RulesPage(  # noqa: N802 - Flet's components are named like classes
    phone: Phone, route: str, parent: str, game_key: str = "", match_id: str = "", target: str = ""
) -> ft.View:
    """A game's rules, alone or at the table of that ``match_id``.

    ``target`` is a rule id, or "turn" for the turn diagram.
    """
    table_or_error = use_loaded([match_id], _load_table, phone, match_id)
    query, set_query = ft.use_state("")
    shows_diagram, set_shows_diagram = ft.use_state(target == "turn")

    table = table_or_error if isinstance(table_or_error, Table) else None
    problem = table_or_error if isinstance(table_or_error, Text) else None
    use_observable(table or phone.library)
    game = table.game if table else phone.library.games.get(game_key)
    head = page_frame.page_header(_title(game), bind(phone.go, parent))
    if game is None:
        return page_frame.page_view(route, head, page_frame.waiting_body(problem))
    search_field = TextInput(
        translate(Text("Look up a rule")), "", set_query, prefix_icon=ft.Icons.SEARCH, border=input_border(), dense=True
    )
    tabs = [_tabs(shows_diagram, set_shows_diagram)] if game.turn_steps else []
    pad = ft.Padding.only(left=Space.PAGE, right=Space.PAGE, bottom=Space.EDGE)
    search_area = ft.Container(_column([search_field, *tabs]), padding=pad)
    top = column_of([head, search_area], 0, STRETCH, tight=False)
    return page_frame.page_view(route, top, [RuleBrowser(phone, game, table, query, shows_diagram, target)])


def _load_table(phone: Phone, match_id: str) -> Table | Text | None:
    return open_table(phone, match_id) if match_id else None


def _title(game: Game[State] | None) -> Text:
    return Text("Rules: {game}", game=game.title) if game else RULES_TEXT


def _tabs(shows_diagram: bool, on_choose: Callable[[bool], None]) -> ft.Control:
    tabs = ((False, ft.Icons.MENU_BOOK, RULES_TEXT), (True, ft.Icons.ACCOUNT_TREE_OUTLINED, Text("The turn")))
    return button_grid(
        [
            secondary_button(
                translate(label),
                bind(on_choose, which),
                icon,
                fill=ft.Colors.PRIMARY_CONTAINER if which == shows_diagram else ft.Colors.SURFACE_CONTAINER,
                expand=True,
                is_chosen=which == shows_diagram,
            )
            for which, icon, label in tabs
        ],
        columns_at_scale(2),
    )


@ft.component
def RuleBrowser(  # noqa: N802
    phone: Phone, game: Game[State], table: Table | None, query: str, shows_diagram: bool, target: str
) -> ft.Control:
    """Search results; else the turn diagram, or the current rules and all chapters."""
    search = ft.use_memo(lambda: RuleSearch(game.rulebook), [game.key])
    outline = ft.use_memo(lambda: build_outline(game), [game.key])
    unfolded_chapters, set_unfolded_chapters = use_optional(frozenset[int])
    selected_step, select_step = ft.use_state("")
    table_state = table.table_state_for(phone.role_at(table.match.id)) if table else None
    current_rules = table_state.rule_ids if table_state else ()
    if query.strip():
        results = [_rule(phone, game, table, id, id in current_rules) for id in search.search(query)[:MAX_RESULTS]]
        return _column(results or [page_frame.hint_text(translate(Text("No rule says anything like that.")))])
    if shows_diagram:
        agenda = table_state.state.agenda if table_state and table_state.prompt else ()
        return _column(TurnDiagram(game, outline, agenda, selected_step, select_step).build())
    target_rules = (target,) if target in game.rulebook else ()
    book = chapters(game.rulebook)
    start_rules = target_rules or current_rules[:1]
    open_chapters = (
        frozenset(k for k, one in enumerate(book) if start_rules and start_rules[0] in one.rules)
        if unfolded_chapters is None
        else unfolded_chapters
    )
    top_rules = [
        _rule(phone, game, table, id, id in current_rules) for id in (target_rules or current_rules[:MAX_CURRENT_RULES])
    ]
    title = [page_frame.section_heading(translate(Text("Where the game is")))] if top_rules and not target_rules else []
    folds = [
        _chapter(
            phone, game, table, one, current_rules, k in open_chapters, bind(set_unfolded_chapters, open_chapters ^ {k})
        )
        for k, one in enumerate(book)
    ]
    return _column(
        [*title, *top_rules, *([page_frame.section_heading(translate(Text("All rules")))] if top_rules else []), *folds]
    )


def _column(controls: list[ft.Control]) -> ft.Control:
    return column_of(controls, Space.GAP, STRETCH, tight=False)


def _chapter(
    phone: Phone,
    game: Game[State],
    table: Table | None,
    chapter: Chapter,
    current_rules: tuple[str, ...],
    is_open: bool,
    on_fold: Action,
) -> ft.Control:
    title, is_current = translate(chapter.title), any(id in current_rules for id in chapter.rules)
    name = name_text(title, 600, expand=True)
    place = [ft.Icon(ft.Icons.PLACE, size=FontSize.HEADING, color=ft.Colors.PRIMARY)] if is_current else []
    count = label_text(str(len(chapter.rules)), color=MUTED)
    sign = ft.Icon(ft.Icons.EXPAND_LESS if is_open else ft.Icons.EXPAND_MORE, color=MUTED)
    labels = [
        title,
        translate(Text("{n} rule", "{n} rules", n=len(chapter.rules))),
        *([translate(HERE_LABEL)] if is_current else []),
    ]
    row = pressable(
        row_of([name, *place, count, sign], Space.GAP),
        ". ".join(labels),
        on_fold,
        Surface(
            fill=ft.Colors.SURFACE_CONTAINER, pad=ft.Padding.only(left=Space.ROOM, right=Space.EDGE), radius=Radius.PILL
        ),
        height=56,
    )
    inside = [_rule(phone, game, table, id, id in current_rules) for id in chapter.rules] if is_open else []
    return _column([row, *inside])


def _rule(phone: Phone, game: Game[State], table: Table | None, rule_id: str, is_current: bool) -> ft.Control:
    title, sentence = rule_text(game, rule_id)
    free_width = page_frame.page_width() - 2 * Space.PAGE - Space.EDGE - scaled_height(BADGE_WIDTH)
    name = ft.Text(
        translate(title),
        size=fit_font_size(translate(title), FontSize.SUBTITLE, free_width),
        weight=ft.FontWeight.W_600,
        expand=True,
    )
    place = (
        [ft.Icon(ft.Icons.PLACE, size=FontSize.HEADING, color=ft.Colors.PRIMARY, semantics_label=translate(HERE_LABEL))]
        if is_current
        else []
    )
    lines: list[ft.Control] = [
        row_of([name, *place, rule_badge(rule_id)], Space.GAP, START),
        body_text(translate(sentence)),
        *_rulings(phone, game, table, rule_id),
    ]
    edge = ft.BorderSide(4, ft.Colors.PRIMARY if is_current else TRANSPARENT)
    return ft.Container(
        column_of(lines, Space.NEAR, tight=False),
        border=ft.Border(left=edge),
        padding=ft.Padding.only(left=Space.EDGE, right=Space.TIGHT, top=Space.TIGHT, bottom=Space.TIGHT),
    )


def _rulings(phone: Phone, game: Game[State], table: Table | None, rule_id: str) -> list[ft.Control]:
    """Build the ways to play an open point, and the button that changes the table's choice.

    Marked is the choice of this table or, without a table, the usual one.
    """
    switch = next((switch for switch in game.switches if switch.key == rule_id), None)
    if switch is None:
        return []
    chosen_by_switch: Mapping[str, str] = dict(table.state.rulings) if table else {}
    chosen = chosen_by_switch.get(rule_id, switch.choices[0][0])
    rulings = [_ruling(translate(said), key == chosen, table is not None) for key, said in switch.choices]
    if table is None:
        return [*rulings]
    change = bind(phone.go, f"/t/{table.match.id}/settings/{rule_id}")
    return [*rulings, row_of([ft.TextButton(translate(Text("Change")), on_click=lambda event: change(), height=48)])]


def _ruling(label: str, is_chosen: bool, is_table_choice: bool) -> ft.Control:
    mark = translate(Text("as this table plays it") if is_table_choice else Text("as is usual"))
    sign = ft.Icon(
        ft.Icons.RADIO_BUTTON_CHECKED if is_chosen else ft.Icons.RADIO_BUTTON_UNCHECKED,
        size=FontSize.SUBTITLE,
        color=ft.Colors.PRIMARY if is_chosen else ft.Colors.OUTLINE,
    )
    text = body_text(f"{label} ({mark})" if is_chosen else label, expand=True)
    return row_of([sign, text], Space.GAP, START)
