"""The board of Four Souls as it is drawn: the top of the stack, the monsters, the shop."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.match.latest import Tone
from companion.ui.design.boxes import CENTER, STRETCH, column_of, row_of
from companion.ui.design.look import animation_ms, current_preferences, scaled_height
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text, sized_text
from companion.ui.design.text_fit import BROAD_LETTER_WIDTH, fit_lines, line_count
from companion.ui.design.theme import GAIN_COLOR, LOSS_COLOR, seat_color
from companion.ui.redraw import memoized
from companion.ui.signs.dice_faces import PIPS, die_face
from companion.ui.signs.legend import sign_icon
from companion.ui.table.scene import OnOpenSheet
from companion.ui.widgets.controls import Action, Surface, bind, caption, keyed_component, pressable, seat_badge
from companion.ui.widgets.numbers import ChangingNumber, change_pill

from .board_layout import LEAST_TEXT, SIGN_SHARE, BoardLayout, TileLook, row_gap
from .board_model import (
    DeckTile,
    FourSoulsBoard,
    MonsterSheet,
    MonsterTextSheet,
    MonsterTile,
    OrderCard,
    StackPart,
    StackSheet,
    TopCard,
    TreasureSheet,
    TreasureTile,
)
from .signs import DEATH_SIGN, TRACKER_SIGNS

FRAME_WIDTH, CARD_EDGE = 3, 2
"""Widths in points of the frame of what a tap answers with and of the monster of the fight, and of a card's edge."""
LEAST_DIE, MOST_DIE, DIE_SHARE = 36, 116, 0.3
"""Sizes of the die on the top card in points, and the largest as a share of the card's width."""
STRIPE_WIDTH, BADGE_SIZE = 6, 20
"""Width of the stripe in the owner's color, and size of the owner's circle, in points."""
STRIP_LINES = 2
"""Lines of a monster's name beside its numbers."""
LOW_HEIGHT, ROOMY_HEIGHT = 76, 104
"""Heights of a card at text scale 1 from which its word is large, and from which it has all its lines."""
WORD_SIZES = ((260, FontSize.DISPLAY), (LOW_HEIGHT, FontSize.HERO), (0, FontSize.TITLE))
"""Sizes of the word, each from a height of the card at text scale 1."""
WORD_COLORS: dict[Tone, str] = {"good": GAIN_COLOR, "bad": LOSS_COLOR, "neutral": ft.Colors.ON_SURFACE}
LINE_HEIGHT = 1.15
"""Height of a line of text, as a share of its font size."""


def build_board(board: FourSoulsBoard, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the board from above: what is put in order, stack or deck, monsters, shop."""
    parts: list[ft.Control] = [OrderView(card, board.layout) for card in board.ordered]
    if board.stack is not None:
        parts.append(StackView(board.stack, board.layout, bind(open_sheet, StackSheet())))
    if board.deck is not None:
        parts.append(DeckView(board.deck, board.layout, bind(open_sheet, MonsterSheet(-1))))
    if board.monsters:
        parts.append(_monsters(board, open_sheet))
    if board.treasures:
        parts.append(_shop(board, open_sheet))
    return parts


# --- the stack ----------------------------------------------------------------------------------------------------


@memoized
def StackView(stack: StackPart, layout: BoardLayout, on_open: Action) -> ft.Control:  # noqa: N802
    """Build the top card of the stack with the edges of the next ones below it.

    A tap on what lies below the top card opens the whole stack.
    """
    more = stack.more if not stack.edges else 0
    moving = ft.AnimatedSwitcher(
        ft.Container(_top(stack, layout, has_more=bool(more)), key=stack.top.key),
        duration=animation_ms(),
        reverse_duration=animation_ms(),
    )
    # a card that fades out may stay readable for screen readers: the label is always that of the top card
    landing: ft.Control = ft.Semantics(content=moving, label=stack.top.spoken, exclude_semantics=True)
    if more:
        key = ft.Container(_more_key(more, stack.spoken_under, on_open), right=Space.TIGHT, top=0, bottom=0)
        landing = ft.Stack([landing, key])
    under = [_edges(stack, layout, on_open)] if stack.edges else []
    return column_of([landing, *under], 0, STRETCH)


def _top(stack: StackPart, layout: BoardLayout, *, has_more: bool) -> ft.Control:
    top, height = stack.top, layout.stack_height
    die_size = min(MOST_DIE, DIE_SHARE * layout.width, max(LEAST_DIE, height - 4 * Space.GAP))
    die = [die_face(top.face, die_size)] if top.face in PIPS else []
    free = layout.width - STRIPE_WIDTH - 2 * Space.EDGE - (die_size + Space.ROOM if die else 0)
    free -= MIN_TAP_SIZE if has_more else 0
    lines = column_of(_top_lines(stack, free, height), Space.HAIR, STRETCH, expand=True)
    return _card(row_of([*die, lines], Space.ROOM), height, seat_color(top.seat), has_more=has_more)


def _card(content: ft.Control, height: float, stripe: str, *, has_more: bool = False) -> ft.Control:
    """Build a card of that height, with a stripe at its left."""
    right = MIN_TAP_SIZE if has_more else Space.EDGE
    padding = ft.Padding.only(left=Space.EDGE + STRIPE_WIDTH, right=right)
    inner = ft.Container(content, padding=padding, height=height - 2 * CARD_EDGE, alignment=ft.Alignment.CENTER_LEFT)
    line = ft.Container(width=STRIPE_WIDTH, bgcolor=stripe, left=0, top=0, bottom=0)
    return ft.Container(
        ft.Stack([inner, line]),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(CARD_EDGE, ft.Colors.OUTLINE_VARIANT),
        border_radius=Radius.TILE,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _top_lines(stack: StackPart, free: float, height: float) -> list[ft.Control]:
    """Build whose card it is, the word, and what follows; a low card leaves out the first."""
    top, room = stack.top, height / current_preferences().scale
    large = next(size for least, size in WORD_SIZES if room >= least)
    is_roomy = room >= ROOMY_HEIGHT
    who = [_who(stack, free)] if is_roomy else []
    left = room - 2 * Space.TIGHT - (FontSize.BODY * LINE_HEIGHT + Space.HAIR if is_roomy else 0)
    word, follows = _fitted(top, large, free, left, most=2 if is_roomy else 1)
    ink = ft.Colors.ERROR if top.is_deadly else ft.Colors.ON_SURFACE
    lines = [*who, _bold(top.word, word, WORD_COLORS[top.tone])]
    if follows is not None:
        skull = [sign_icon(DEATH_SIGN, scaled_height(follows.size))] if top.is_deadly else []
        lines.append(row_of([*skull, _bold(top.consequence, follows, ink, expand=True)], Space.TIGHT))
    return lines


@dataclass(frozen=True)
class _Fitted:
    """Font size of a text, and how many lines it may have."""

    size: float
    lines: int


def _fitted(top: TopCard, large: float, free: float, height: float, most: int) -> tuple[_Fitted, _Fitted | None]:
    """Return how the word and what follows are written, as large as they fit.

    The height is that at text scale 1. What follows gives way first, then the word.
    """
    most_word, small = 1 if top.tone != "neutral" else most, min(large, FontSize.TITLE)
    follows_size = FontSize.TITLE if large == FontSize.DISPLAY else FontSize.BODY
    tried = [(large, most_word, most), (large, most_word, 1), (small, most_word, most), (small, most_word, 1)]
    for size, word_lines, follows_lines in [*tried, (small, 1, 1)]:
        word, high = _written(top.word, size, free, word_lines)
        if not top.consequence:
            follows = None
        else:
            sign = scaled_height(follows_size) + Space.TIGHT if top.is_deadly else 0
            follows, below = _written(top.consequence, follows_size, free - sign, follows_lines)
            high += below + Space.HAIR
        if high <= height:
            break
    return word, follows


def _written(words: str, large: float, free: float, most: int) -> tuple[_Fitted, float]:
    """Return size and lines of a text, and its height at text scale 1."""
    size = max(LEAST_TEXT, fit_lines(words, large, free, most))
    return _Fitted(size, most), min(most, line_count(words, size, free)) * size * LINE_HEIGHT


def _bold(words: str, fitted: _Fitted, ink: str, *, expand: bool | None = None) -> ft.Control:
    return sized_text(
        words,
        fitted.size,
        700,
        ink,
        max_lines=fitted.lines,
        overflow=ft.TextOverflow.ELLIPSIS,
        style=ft.TextStyle(height=LINE_HEIGHT),
        expand=expand,
    )


def _who(stack: StackPart, free: float) -> ft.Control:
    top = stack.top
    badge = [] if top.tone != "neutral" else [seat_badge(top.seat, stack.seats[top.seat], BADGE_SIZE)]
    room = free - (BADGE_SIZE + Space.NEAR if badge else 0)
    fits = fit_lines(top.who, FontSize.BODY, room, 1) >= LEAST_TEXT
    words = top.who if fits else top.brief_who
    size = max(LEAST_TEXT, fit_lines(words, FontSize.BODY, room, 1))
    text = sized_text(words, size, color=MUTED, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS, expand=True)
    return row_of([*badge, text], Space.NEAR)


def _edges(stack: StackPart, layout: BoardLayout, on_open: Action) -> ft.Control:
    edges = [
        _edge(stack, seat, title, layout.edge_height, depth, stack.more if depth == len(stack.edges) else 0)
        for depth, (seat, title) in enumerate(stack.edges, start=1)
    ]
    return pressable(column_of(edges, 0, STRETCH), stack.spoken_under, on_open, Surface(pad=0))


def _edge(stack: StackPart, seat: int, title: str, height: float, depth: int, more: int) -> ft.Control:
    line = ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    text = label_text(title, 600, MUTED, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS, expand=True)
    count = [body_text(f"+{more}", 700)] if more else []
    return ft.Container(
        row_of([seat_badge(seat, stack.seats[seat], BADGE_SIZE), text, *count], Space.GAP),
        height=height,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH if depth == 1 else ft.Colors.SURFACE_CONTAINER,
        border=ft.Border(left=line, right=line, bottom=line),
        border_radius=ft.BorderRadius.only(bottom_left=Radius.TILE, bottom_right=Radius.TILE),
        margin=ft.Margin.symmetric(horizontal=Space.GAP * depth),
        padding=ft.Padding.symmetric(horizontal=Space.EDGE),
        alignment=ft.Alignment.CENTER_LEFT,
    )


def _more_key(more: int, spoken: str, on_open: Action) -> ft.Control:
    return pressable(
        body_text(f"+{more}", 700), spoken, on_open, Surface(pad=0), width=MIN_TAP_SIZE, height=MIN_TAP_SIZE
    )


@memoized
def OrderView(card: OrderCard, layout: BoardLayout) -> ft.Control:  # noqa: N802
    """Build one of the things that happen at once: what it is, and below it what it does."""
    height = layout.order_height
    free = layout.width - STRIPE_WIDTH - 2 * Space.EDGE
    room = height / current_preferences().scale
    size = FontSize.TITLE if room >= LOW_HEIGHT else FontSize.BODY
    shown = [(card.title, FontSize.BODY, 400, MUTED), (card.does, size, 700, ft.Colors.ON_SURFACE)]
    if not card.does:
        shown = [(card.title, size, 700, ft.Colors.ON_SURFACE)]
    most = 2 if room >= ROOMY_HEIGHT else 1
    lines = [
        sized_text(
            words,
            max(LEAST_TEXT, fit_lines(words, large, free, most)),
            weight,
            ink,
            max_lines=most,
            overflow=ft.TextOverflow.ELLIPSIS,
            style=ft.TextStyle(height=LINE_HEIGHT),
        )
        for words, large, weight, ink in shown
    ]
    face = _card(column_of(lines, Space.HAIR, STRETCH), height, seat_color(card.seat))
    return ft.Semantics(content=face, label=card.spoken, exclude_semantics=True)


@memoized
def DeckView(deck: DeckTile, layout: BoardLayout, on_tap: Action) -> ft.Control:  # noqa: N802
    """Build the monster deck that must be attacked."""
    height = layout.stack_height
    size = next(size for least, size in WORD_SIZES if height / current_preferences().scale >= least)
    free = layout.width - LEAST_DIE - 4 * Space.EDGE
    word = sized_text(deck.word, fit_lines(deck.word, size, free, 1), 700, style=ft.TextStyle(height=LINE_HEIGHT))
    name = [body_text(deck.name, color=MUTED)] if height / current_preferences().scale >= ROOMY_HEIGHT else []
    back = ft.Container(
        sign_icon(DEATH_SIGN, FontSize.ICON, ft.Colors.ON_INVERSE_SURFACE),
        width=0.72 * (height - 2 * Space.EDGE),
        height=height - 2 * Space.EDGE,
        bgcolor=ft.Colors.INVERSE_SURFACE,
        border_radius=Radius.TILE,
        alignment=ft.Alignment.CENTER,
    )
    lines = column_of([*name, word, body_text(deck.note)], Space.HAIR, expand=True)
    surface = _surface(is_framed=deck.is_asked, pad=ft.Padding.symmetric(horizontal=Space.EDGE))
    return pressable(row_of([back, lines], Space.ROOM), deck.spoken, on_tap, surface, height=height, grows=False)


# --- monsters -----------------------------------------------------------------------------------------------------


def _monsters(board: FourSoulsBoard, open_sheet: OnOpenSheet) -> ft.Control:
    layout, across = board.layout, board.layout.monsters_across
    tiles: list[ft.Control] = [MonsterCard(monster, layout, open_sheet) for monster in board.monsters]
    tiles += [ft.Container(expand=True) for _ in range(-len(tiles) % across)]  # an odd place stays empty
    lines = [row_of(tiles[k : k + across], Space.GAP) for k in range(0, len(tiles), across)]
    return column_of(
        [*_caption(board.monsters_caption, layout.width), column_of(lines, row_gap(layout.look), STRETCH)],
        Space.TIGHT,
        STRETCH,
    )


def _caption(words: str, width: float) -> list[ft.Control]:
    return [caption(words, no_wrap=True, width=width)] if words else []


@memoized
def MonsterCard(monster: MonsterTile, layout: BoardLayout, open_sheet: OnOpenSheet) -> ft.Control:  # noqa: N802
    """Build a monster; one that a tap attacks has a frame, and a long press opens its text."""
    is_strip = layout.look == "strip"
    pad: ft.PaddingValue = ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.GAP)
    if is_strip:
        pad = ft.Padding.symmetric(horizontal=Space.GAP)
    return pressable(
        _strip(monster, layout) if is_strip else _monster_face(monster, layout),
        monster.spoken,
        bind(open_sheet, MonsterSheet(monster.id)),
        _surface(is_framed=monster.is_asked or monster.is_fought, pad=pad, is_middle=is_strip),
        on_long_press=bind(open_sheet, MonsterTextSheet(monster.id)),
        height=layout.monster_height,
        grows=False,
        expand=True,
    )


def _surface(*, is_framed: bool, pad: ft.PaddingValue, is_middle: bool = True) -> Surface:
    return Surface(
        fill=ft.Colors.SURFACE_CONTAINER,
        edge=ft.BorderSide(FRAME_WIDTH, ft.Colors.PRIMARY) if is_framed else None,
        radius=Radius.TILE,
        pad=pad,
        align=ft.Alignment.CENTER_LEFT if is_middle else ft.Alignment.TOP_LEFT,
    )


def _monster_face(monster: MonsterTile, layout: BoardLayout) -> ft.Control:
    free, size = layout.monster_width - 2 * Space.EDGE, layout.number_size
    is_wide = layout.look == "wide"
    between = ft.MainAxisAlignment.START if is_wide else ft.MainAxisAlignment.SPACE_BETWEEN
    pair = [_life(monster, size), _roll(monster, size)]
    numbers = row_of(pair, 2 * Space.AIR if is_wide else Space.TIGHT, alignment=between)
    lines: list[ft.Control] = [_name(monster, FontSize.TITLE, free), numbers, _reward(monster, free)]
    if layout.look in ("wide", "text") and monster.text:
        lines += _effect(monster.text, free, 3 if is_wide else 2)
    return column_of(lines, Space.HAIR, STRETCH)


def _strip(monster: MonsterTile, layout: BoardLayout) -> ft.Control:
    """Build a monster as a line: the name beside life and roll, or above if it is narrow."""
    free, size = layout.monster_width - 2 * Space.GAP, layout.number_size
    parts = [_life(monster, size, has_full=False), body_text("·", 700), _roll(monster, size, has_die=False)]
    numbers = row_of(parts, Space.TIGHT, tight=True)
    beside = free - 4.5 * size * current_preferences().scale
    if beside >= 3 * FontSize.BODY * current_preferences().scale:
        name = _name(monster, FontSize.BODY, beside, STRIP_LINES)
        return row_of([ft.Container(name, expand=True), numbers], Space.TIGHT)
    return column_of([_name(monster, LEAST_TEXT, free), numbers], 0)


def _name(monster: MonsterTile, size: float, free: float, lines: int = 1) -> ft.Control:
    fitting = max(LEAST_TEXT / current_preferences().scale, fit_lines(monster.name, size, free, lines))
    return sized_text(
        monster.name,
        fitting,
        700,
        no_wrap=lines == 1,
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS,
        style=ft.TextStyle(height=LINE_HEIGHT),
    )


def _life(monster: MonsterTile, size: float, *, has_full: bool = True) -> ft.Control:
    sign = change_pill(monster.change, 1, size * SIGN_SHARE) if monster.change else _sign("life", size)
    full = f"/{monster.full}" if has_full else ""
    number = keyed_component(
        ChangingNumber, f"{monster.id} life", monster.life, "", full, round(size), ft.Colors.ON_SURFACE
    )
    return row_of([sign, number], Space.TIGHT, CENTER, tight=True)


def _roll(monster: MonsterTile, size: float, *, has_die: bool = True) -> ft.Control:
    number = sized_text(f"{monster.evasion}+", size, 700)
    if not has_die:
        return number
    is_face = monster.evasion in PIPS
    die = die_face(monster.evasion, SIGN_SHARE * size) if is_face else _sign("evasion", size)
    return row_of([die, number], Space.TIGHT, CENTER, tight=True)


def _sign(kind: str, size: float) -> ft.Control:
    return sign_icon(TRACKER_SIGNS[kind], SIGN_SHARE * size)


def _reward(monster: MonsterTile, free: float) -> ft.Control:
    attack = row_of([_sign("attack", FontSize.ICON), body_text(f"{monster.attack}", 700)], Space.HAIR, tight=True)
    beside = free - scaled_height(2 * FontSize.BODY) - Space.GAP
    return row_of([attack, ft.Container(_words(monster.reward, beside, 1), expand=True)], Space.GAP)


def _effect(text: str, free: float, most: int) -> list[ft.Control]:
    fits = fit_lines(text, FontSize.BODY, free, most) >= LEAST_TEXT / current_preferences().scale
    return [_words(text, free, most)] if fits else []


def _words(words: str, free: float, most: int) -> ft.Control:
    size = max(LEAST_TEXT / current_preferences().scale, fit_lines(words, FontSize.BODY, free, most))
    return sized_text(
        words,
        size,
        color=MUTED,
        max_lines=most,
        overflow=ft.TextOverflow.ELLIPSIS,
        style=ft.TextStyle(height=LINE_HEIGHT),
    )


# --- the shop -----------------------------------------------------------------------------------------------------


def _shop(board: FourSoulsBoard, open_sheet: OnOpenSheet) -> ft.Control:
    layout, count = board.layout, len(board.treasures)
    width = (layout.width - (count - 1) * Space.GAP) / count
    cards: list[ft.Control] = [
        TreasureCard(
            treasure, width, layout.treasure_height, layout.look, bind(open_sheet, TreasureSheet(treasure.number))
        )
        for treasure in board.treasures
    ]
    return column_of(
        [*_caption(board.shop_caption, board.layout.width), row_of(cards, Space.GAP)], Space.TIGHT, STRETCH
    )


@memoized
def TreasureCard(  # noqa: N802
    treasure: TreasureTile, width: float, height: float, look: TileLook, on_tap: Action
) -> ft.Control:
    """Build a treasure with its price, framed where a tap buys it."""
    free, name_lines = width - 2 * Space.GAP, 1 if look == "strip" else 2
    size = max(LEAST_TEXT, fit_lines(treasure.name, FontSize.BODY, free, name_lines))
    name = sized_text(
        treasure.name,
        size,
        700,
        max_lines=name_lines,
        overflow=ft.TextOverflow.ELLIPSIS,
        style=ft.TextStyle(height=LINE_HEIGHT),
    )
    price = body_text(treasure.price, 700) if look == "strip" else sized_text(treasure.price, FontSize.TITLE, 700)
    price_size = FontSize.BODY if look == "strip" else FontSize.TITLE
    letters = len(treasure.price) * BROAD_LETTER_WIDTH * price_size * current_preferences().scale
    beside = free - letters - SIGN_SHARE * FontSize.TITLE - 3 * Space.TIGHT
    missing_size = fit_lines(treasure.missing, FontSize.SMALL, beside, 1)
    missing = [sized_text(treasure.missing, missing_size, color=MUTED, no_wrap=True)] if treasure.missing else []
    cost = row_of([_sign("cents", FontSize.TITLE), price, *missing], Space.TIGHT)
    lines = column_of([name, cost], Space.HAIR, STRETCH, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
    surface = _surface(
        is_framed=treasure.is_asked, pad=ft.Padding.symmetric(horizontal=Space.GAP, vertical=Space.TIGHT)
    )
    return pressable(lines, treasure.spoken, on_tap, surface, height=height, grows=False, expand=True)
