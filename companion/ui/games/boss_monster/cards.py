"""Virtual cards of Boss Monster: the hand, and the card choice of a prompt."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.ui.design.boxes import column_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, heading_text
from companion.ui.signs.legend import sign_icon
from companion.ui.signs.playing_cards import pass_phone_notice
from companion.ui.table.model.choice_layout import fill_holes
from companion.ui.table.model.context import TableContext
from companion.ui.table.sheets.host import SheetHost
from companion.ui.table.zones.middle import remark_buttons
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.card_picker.faces import text_face
from companion.ui.widgets.controls import Surface, bind, caption, keyed_component, pressable
from companion.ui.widgets.hole_controls import submit_button
from companion.ui.widgets.page_frame import hint_text
from rules.boss_monster.model.card_catalogue import card_name, card_texts, room_cards
from rules.boss_monster.model.decks import HIDDEN_CARDS, card_faces, card_keys
from rules.boss_monster.model.events import DealtAgain, Dropped, Played, Took
from rules.boss_monster.view import BossMonsterPlayerLine, BossMonsterView
from rules.engine import Cards, Choice, Event, Text

from .signs import ADVANCED_SIGN, CLASS_SIGNS, PHASE_SIGNS, ROOM_SIGNS

OnCards = Callable[[tuple[str, ...]], object]


# --- a card ------------------------------------------------------------------------------------------------------


def card_tile(card: str, on_tap: Callable[[], object] | None, is_selected: bool = False) -> ft.Control:
    """Build a room or spell with its text; without ``on_tap`` it cannot be tapped."""
    face = text_face(card_name(card), card_icons(card), [card_texts()[card].effect])
    edge = ft.BorderSide(3, ft.Colors.PRIMARY) if is_selected else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    advanced = card in room_cards() and room_cards()[card].advanced
    fill = ft.Colors.PRIMARY_CONTAINER if advanced else ft.Colors.SURFACE_CONTAINER_HIGH
    pad = ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.GAP)
    if on_tap is None:
        border = ft.Border.all(1, ft.Colors.OUTLINE_VARIANT)
        container = ft.Container(face, bgcolor=fill, border=border, border_radius=Radius.TILE, padding=pad)
        return ft.Semantics(content=container, label=translate(card_name(card)), exclude_semantics=True)
    label = translate(card_name(card))
    return pressable(
        face,
        label,
        on_tap,
        Surface(fill=fill, edge=edge, radius=Radius.TILE, pad=pad, align=ft.Alignment.CENTER_LEFT),
        is_chosen=is_selected or None,
    )


def card_icons(card: str) -> list[ft.Control]:
    """Build a room's kind, treasure and damage, or a spell's phases."""
    if card not in room_cards():
        return [sign_icon(PHASE_SIGNS[phase], FontSize.BODY) for phase in card_texts()[card].phases]
    room = room_cards()[card]
    signs = [
        *([ADVANCED_SIGN] if room.advanced else []),
        *([ROOM_SIGNS[room.kind]] if room.kind in ROOM_SIGNS else []),
        *(CLASS_SIGNS[klass] for klass in room.treasure),
    ]
    count = heading_text(str(room.damage), 800)
    return [*(sign_icon(sign, FontSize.BODY) for sign in signs), count]


def scrolling_list(tiles: Sequence[ft.Control]) -> ft.Control:
    """Build a scrolling list of tiles."""
    return sheet_body(tiles, spacing=Space.NEAR, stretches=True)


# --- card choice -------------------------------------------------------------------------------------------------


def card_choice_sheet(sheets: SheetHost, choice: Choice, submit: Callable[[Event], bool]) -> ft.Control:
    """Build the sheet on which cards of a hand are chosen.

    A shared device first asks to be passed to the hand's owner.
    """
    hole = choice.template.required_hole(Cards)
    is_own = sheets.context.role.seat is not None and sheets.context.role.seat == choice.seat
    owner = sheets.context.seats[choice.seat or 0]
    send = lambda values: submit(fill_holes(choice, **{hole.name: values}))  # noqa: E731
    is_redeal = isinstance(choice.event, DealtAgain)
    key = f"{sheets.context.table_state.prompt_id} {choice.event!r}"
    return keyed_component(CardChoice, key, hole, owner, is_own, translate(choice.label), is_redeal, send)


@ft.component
def CardChoice(  # noqa: N802 - named like a class
    hole: Cards, owner: str, is_own: bool, label: str, is_redeal: bool, send: OnCards
) -> ft.Control:
    """Card choice of one prompt.

    One card is one tap, several are marked and sent, a redeal sends the whole hand.
    """
    is_open, set_is_open = ft.use_state(is_own)
    chosen, set_chosen = ft.use_state(())
    if not is_open:
        return pass_phone_notice(owner, lambda: set_is_open(True))
    values = tuple(face.value for face in hole.faces)
    if not values:
        return hint_text(
            translate(Text("No bad hand: it stays as it is.") if is_redeal else Text("No card of this hand fits."))
        )
    if is_redeal:
        tiles = [card_tile(card, None) for card in card_keys(values)]
        return column_of(
            [scrolling_list(tiles), submit_button(label, lambda: send(values))], Space.EDGE, tight=False, expand=True
        )
    if hole.most == 1:
        return scrolling_list([card_tile(card_keys((value,))[0], bind(send, (value,))) for value in values])

    def toggle(value: str) -> None:
        set_chosen(lambda now: tuple(v for v in now if v != value) if value in now else (*now, value)[-hole.most :])

    tiles = [card_tile(card_keys((value,))[0], bind(toggle, value), value in chosen) for value in values]
    send_button = submit_button(
        _count_label(label, len(chosen), hole.most), lambda: send(chosen) if _is_enough(hole, chosen) else None
    )
    return column_of([scrolling_list(tiles), send_button], Space.EDGE, tight=False, expand=True)


def _is_enough(hole: Cards, chosen: tuple[str, ...]) -> bool:
    return max(1, hole.least) <= len(chosen)


def _count_label(label: str, n: int, most: int) -> str:
    return translate(Text("{do}: {n} of {most}", do=label, n=n, most=most))


# --- hand --------------------------------------------------------------------------------------------------------


def hand_sheet(sheets: SheetHost, seat: int) -> ft.Control | None:
    """Build a player's hand, hidden from other players; a playable spell is a tap."""
    context = sheets.context
    line = context.lines_as(BossMonsterPlayerLine).get(seat)
    if line is None:
        return None
    is_own = context.role.seat == seat
    head = sheets.build_heading(seat, translate(Text("{who}'s cards", who=line.name)))
    if not line.open_ or context.role.seat not in (None, seat):
        secret = translate(Text("{who}'s hand is on {who}'s phone.", who=line.name))
        return sheets.build_sheet(head, body_text(secret, color=MUTED))
    manual_remarks = [one for one in context.remarks if one.seat == seat and isinstance(one.event, Took | Dropped)]
    remark_controls = remark_buttons(manual_remarks, sheets.intents.remark) if sheets.intents.may_set else []
    body = keyed_component(
        VirtualHand,
        f"hand {seat} {context.table_state.seq}",
        context,
        line,
        is_own,
        _play_action(sheets, seat),
        remark_controls,
    )
    return sheets.build_sheet(head, body)


def _play_action(sheets: SheetHost, seat: int) -> Callable[[str], Callable[[], object] | None]:
    """Return what a tap on a card does; None for a card that cannot be played."""
    remark = next((one for one in sheets.context.remarks if one.seat == seat and isinstance(one.event, Played)), None)
    hole = remark.template.hole(Cards) if remark else None
    values = {face.value for face in hole.faces} if hole else set()

    def does(value: str) -> Callable[[], object] | None:
        if remark is None or value not in values:
            return None
        return lambda: sheets.close() if sheets.intents.say(fill_holes(remark, cards=(value,))) else None

    return does


@ft.component
def VirtualHand(  # noqa: N802
    context: TableContext,
    line: BossMonsterPlayerLine,
    is_own: bool,
    play_action: Callable[[str], Callable[[], object] | None],
    remark_controls: list[ft.Control],
) -> ft.Control:
    """The hand, playable cards first, with the discards below, which anybody may see."""
    is_open, set_is_open = ft.use_state(is_own)
    if not is_open:
        return pass_phone_notice(line.name, lambda: set_is_open(True))
    values = [face.value for face in card_faces(line.hand)]
    first = sorted(values, key=lambda value: (play_action(value) is None, value))
    tiles: list[ft.Control] = [card_tile(card_keys((value,))[0], play_action(value)) for value in first]
    can_play = any(play_action(value) for value in values)
    play_hint = [hint_text(translate(Text("A tap plays a spell.")))] if can_play else []
    empty_note = [] if tiles else [hint_text(translate(Text("No cards in the hand")))]
    return scrolling_list(
        [*play_hint, *empty_note, *tiles, *deck_summary(context.view_as(BossMonsterView)), *remark_controls]
    )


def deck_summary(game_view: BossMonsterView) -> list[ft.Control]:
    """Build the decks' card counts, and the discards by name."""
    left = translate(Text("Decks: {rooms} rooms, {spells} spells", rooms=game_view.rooms, spells=game_view.spells))
    names = ", ".join(
        sorted(translate(card_name(card)) for card in game_view.discards if card not in HIDDEN_CARDS.values())
    )
    discards = [caption(translate(Text("Discards"))), hint_text(names)] if names else []
    return [hint_text(left), *discards]
