"""Virtual cards of Boss Monster: the hand, and the card choice of a prompt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.theme import Round, Space, Type
from companion.ui.signs.playing_cards import passing
from companion.ui.table.board.table_items import sayings
from companion.ui.table.context.choice_layout import filled
from companion.ui.table.sheets.choice_form import big
from companion.ui.table.sheets.host import Paper
from companion.ui.widgets.controls import bound, caption, keyed, press, use_held
from companion.ui.widgets.page_frame import quiet
from rules.boss_monster.model.card_catalogue import called, printed, rooms
from rules.boss_monster.model.decks import HIDDEN, faces, keys
from rules.boss_monster.model.events import DealtAgain, Dropped, Played, Took
from rules.engine import Cards, Choice, Event, Text

from .heroes import SIGNS

PHASES = {"build": ft.Icons.CONSTRUCTION, "adventure": ft.Icons.DIRECTIONS_RUN}
"""Icon of each phase in which a spell may be played."""
KINDS = {"monster": ft.Icons.PETS, "trap": ft.Icons.WARNING_AMBER}
QUIET = ft.Colors.ON_SURFACE_VARIANT
Send = Callable[[tuple[str, ...]], Any]


# --- a card ------------------------------------------------------------------------------------------------------


def tile(words: Translate, card: str, do: Callable[[], Any] | None, on: bool = False) -> ft.Control:
    """Build a room or spell with its text; without ``on_tap`` it cannot be tapped."""
    name = ft.Text(words(called(card)), size=Type.BODY, weight=ft.FontWeight.W_700, expand=True)
    effect = ft.Text(words(printed()[card].effect), size=Type.SMALL, color=QUIET)
    face = ft.Column([ft.Row([name, *signs(card)], spacing=Space.TIGHT), effect], spacing=Space.HAIR, tight=True)
    edge = ft.BorderSide(3, ft.Colors.PRIMARY) if on else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    advanced = card in rooms() and rooms()[card].advanced
    fill = ft.Colors.PRIMARY_CONTAINER if advanced else ft.Colors.SURFACE_CONTAINER_HIGH
    pad = ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.GAP)
    if do is None:
        border = ft.Border.all(1, ft.Colors.OUTLINE_VARIANT)
        told = ft.Container(face, bgcolor=fill, border=border, border_radius=Round.TILE, padding=pad)
        return ft.Semantics(content=told, label=words(called(card)), exclude_semantics=True)
    label = words(called(card))
    return press(face, label, do, fill=fill, edge=edge, radius=Round.TILE, pad=pad, align=ft.Alignment.CENTER_LEFT)


def signs(card: str) -> list[ft.Control]:
    """Build a room's kind, treasure and damage, or a spell's phases."""
    if card not in rooms():
        return [ft.Icon(PHASES[phase], size=Type.BODY, color=QUIET) for phase in printed()[card].phases]
    room = rooms()[card]
    icons = [ft.Icon(SIGNS[klass], size=Type.BODY) for klass in room.treasure]
    kind = [ft.Icon(KINDS[room.kind], size=Type.BODY, color=QUIET)] if room.kind in KINDS else []
    count = ft.Text(str(room.damage), size=Type.HEAD, weight=ft.FontWeight.W_800)
    return [*kind, *icons, count]


def listed(tiles: Sequence[ft.Control]) -> ft.Control:
    """Build a scrolling list of tiles."""
    return ft.Column(
        list(tiles),
        spacing=Space.NEAR,
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


# --- card choice -------------------------------------------------------------------------------------------------


def choosing(paper: Paper, choice: Choice, say: Callable[[Event], bool]) -> ft.Control:
    """Build the sheet on which cards of a hand are chosen.

    A shared device first asks to be passed to the hand's owner.
    """
    hole = next(hole for hole in choice.does.holes if isinstance(hole, Cards))
    own = paper.drawn.chair.seat is not None and paper.drawn.chair.seat == choice.seat
    whose, words = paper.drawn.seats[choice.seat or 0], paper.words
    send = lambda values: say(filled(choice, **{hole.name: values}))  # noqa: E731
    again = isinstance(choice.event, DealtAgain)
    key = f"{paper.drawn.now.prompt_id} {choice.event!r}"
    return keyed(Choosing, key, words, hole, whose, own, words(choice.label), again, send)


@ft.component
def Choosing(  # noqa: N802 - named like a class
    words: Translate, hole: Cards, whose: str, own: bool, label: str, again: bool, send: Send
) -> ft.Control:
    """Card choice of one prompt.

    One card is one tap, several are marked and sent, a redeal sends the whole hand.
    """
    open_, set_open = use_held(own)
    chosen, choose = use_held(())
    if not open_:
        return passing(words, whose, lambda: set_open(True))
    values = tuple(face.value for face in hole.of)
    if not values:
        return quiet(words(Text("No bad hand: it stays as it is.") if again else Text("No card of this hand fits.")))
    if again:
        tiles = [tile(words, card, None) for card in keys(values)]
        return ft.Column([listed(tiles), big(label, lambda: send(values))], spacing=Space.EDGE, expand=True)
    if hole.most == 1:
        return listed([tile(words, keys((value,))[0], bound(send, (value,))) for value in values])

    def tap(value: str) -> None:
        choose(lambda now: tuple(v for v in now if v != value) if value in now else (*now, value)[-hole.most :])

    tiles = [tile(words, keys((value,))[0], bound(tap, value), value in chosen) for value in values]
    done = big(_counted(words, label, len(chosen), hole.most), lambda: send(chosen) if _enough(hole, chosen) else None)
    return ft.Column([listed(tiles), done], spacing=Space.EDGE, expand=True)


def _enough(hole: Cards, chosen: tuple[str, ...]) -> bool:
    return max(1, hole.least) <= len(chosen)


def _counted(words: Translate, label: str, n: int, most: int) -> str:
    return words(Text("{do}: {n} of {most}", do=label, n=n, most=most))


# --- hand --------------------------------------------------------------------------------------------------------


def hand(paper: Paper, seat: int) -> ft.Control | None:
    """Build a player's hand, hidden from other players; a playable spell is a tap."""
    drawn, words = paper.drawn, paper.words
    line = drawn.lines.get(seat)
    if line is None:
        return None
    own = drawn.chair.seat == seat
    head = paper.head(seat, words(Text("{who}'s cards", who=line.name)))
    if not line.open_ or drawn.chair.seat not in (None, seat):
        secret = words(Text("{who}'s hand is on {who}'s phone.", who=line.name))
        return paper.framed(head, ft.Text(secret, size=Type.BODY, color=QUIET), full=False)
    by_hand = [one for one in drawn.remarks if one.seat == seat and isinstance(one.event, Took | Dropped)]
    said = sayings(words, by_hand, paper.remark) if paper.adjust else []
    body = keyed(Held, f"hand {seat} {drawn.now.seq}", words, drawn, line, own, _plays(paper, seat), said)
    return paper.framed(head, body)


def _plays(paper: Paper, seat: int) -> Callable[[str], Callable[[], Any] | None]:
    """Return what a tap on a card does; None for a card that cannot be played."""
    remark = next((one for one in paper.drawn.remarks if one.seat == seat and isinstance(one.event, Played)), None)
    values = {face.value for hole in remark.does.holes for face in hole.of} if remark else set()  # type: ignore[union-attr]

    def does(value: str) -> Callable[[], Any] | None:
        if remark is None or value not in values:
            return None
        return lambda: paper.close() if paper.say(filled(remark, cards=(value,))) else None

    return does


@ft.component
def Held(  # noqa: N802
    words: Translate,
    drawn: Any,
    line: Any,
    own: bool,
    plays: Callable[[str], Callable[[], Any] | None],
    said: list[ft.Control],
) -> ft.Control:
    """The hand, playable cards first, with the discards below, which anybody may see."""
    open_, set_open = use_held(own)
    if not open_:
        return passing(words, line.name, lambda: set_open(True))
    values = [face.value for face in faces(line.hand)]
    first = sorted(values, key=lambda value: (plays(value) is None, value))
    tiles: list[ft.Control] = [tile(words, keys((value,))[0], plays(value)) for value in first]
    may = any(plays(value) for value in values)
    told = [quiet(words(Text("A tap plays a spell.")))] if may else []
    none = [] if tiles else [quiet(words(Text("No cards in the hand")))]
    return listed([*told, *none, *tiles, *lying(words, drawn.picture), *said])


def lying(words: Translate, view: Any) -> list[ft.Control]:
    """Build the decks' card counts, and the discards by name."""
    left = words(Text("Decks: {rooms} rooms, {spells} spells", rooms=view.rooms, spells=view.spells))
    names = ", ".join(sorted(words(called(card)) for card in view.discards if card not in HIDDEN.values()))
    gone = [caption(words(Text("Discards"))), quiet(names)] if names else []
    return [quiet(left), *gone]
