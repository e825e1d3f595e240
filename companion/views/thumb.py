"""The thumb's zone: the likely tap at the bottom, leaving above it at the right, the rest quiet and folded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.words import Translate
from rules.engine import Choice, Event, Shown, Text

from .doing import GUARD
from .faces import Faces
from .habits import here, swift, tall
from .parts import Do, badge, bound, press, quiet, rows, sentence
from .places import Places, filled, options, sheet_of, throw
from .theme import GAP, ROUND, seat_colour

INLINE = 2
"""So many dice are typed where they are asked for; more of them, on their sheet."""
TALL = 64
CROWDED = 16
"""Letters from which a label and what follows from it are written smaller, for two of them may stand in a row."""
KINDS = 5
"""So many things that a player may do are in sight; more of them scroll."""
PALE = 0.4
"""How visible a question's answers are at first."""


@dataclass(frozen=True)
class Hand:
    """What a thumb can do: answer at once, open a sheet that fills a choice, roll."""

    answer: Callable[[Event], Any]
    open: Callable[[Choice], Any]
    dice_sheet: Callable[[Choice], Any]
    ready: Callable[[], bool] = lambda: True
    """Whether a tap is meant for what stands there now."""


@ft.component
def Thumb(words: Translate, found: Places, seats: tuple[str, ...], own: int, hand: Hand) -> ft.Control:  # noqa: N802
    """All that can be answered now; ``own`` is the seat whose loot card needs no detour."""
    folded, set_folded = ft.use_state(True)
    chosen, set_chosen = ft.use_state(-1)

    listens, listen = ft.use_state(False)

    def fold() -> None:
        if hand.ready():
            set_folded(not folded)
            set_chosen(-1)

    async def wait() -> None:
        if not swift():
            await asyncio.sleep(GUARD)
        listen(True)

    ft.use_effect(wait, [])
    unfolded = [] if folded else _responses(words, found, seats, chosen, set_chosen, hand)
    second = _second(words, found, own, folded, fold, hand)
    bottom = ft.Container(_usual(words, found, hand), key="usual")
    at_hand = _at_hand(words, found, hand) if folded else []
    zone = ft.Column([*unfolded, *at_hand, *second, bottom], spacing=GAP, tight=True)
    # what is new comes up slowly: as long as it is pale it does not listen
    shows = ft.Animation(round(1000 * GUARD), ft.AnimationCurve.EASE_IN) if swift() else None
    return ft.Container(zone, opacity=1 if listens else PALE, animate_opacity=shows)


# --- the likely tap ----------------------------------------------------------------------------------------------


def _usual(words: Translate, found: Places, hand: Hand) -> ft.Control:
    """Always the bottom of the screen; when nothing is usual, the place stays free."""
    if inline(found) and found.dice is not None:
        return _dice(words, found.dice, hand)
    taps = [tap for choice in found.usual for tap in _taps(words, choice, hand)]
    if found.dice is not None and not taps:
        taps = [(words(found.dice.label), "", bound(hand.dice_sheet, found.dice), found.dice.seat)]
    if not taps:
        return _nothing(words, found)
    if len(taps) == 1:
        return ft.Row([_big(*taps[0])])
    return rows([_big(*tap) for tap in taps], 2)


def _nothing(words: Translate, found: Places) -> ft.Control:
    """Where no answer is usual: what follows if nobody does anything."""
    after = next((choice.follows for choice in found.leave if choice.follows), None)
    said = Text("If nobody does anything more: {what}", what=after) if after else Text("No hurry: nobody is waiting")
    hint = ft.Text(words(said), size=14, color=ft.Colors.ON_SURFACE_VARIANT, text_align=ft.TextAlign.CENTER)
    return ft.Container(hint, height=tall(TALL), alignment=ft.Alignment.CENTER)


def inline(found: Places) -> bool:
    """Whether the faces stand where the usual answer does."""
    dice = found.dice
    return dice is not None and throw(dice).count <= INLINE and throw(dice).sides == 6 and not found.usual


def _taps(words: Translate, choice: Choice, hand: Hand) -> list[tuple[str, str, Do, int | None]]:
    """A choice as big buttons: label, consequence, what a tap does, whose colour."""
    follows = sentence(words(choice.follows)) if choice.follows else ""
    few = options(choice)
    if few:
        name = choice.does.holes[0].name
        return [
            (
                words(Text("{do} {what}", do=choice.label, what=option.label)),
                sentence(words(option.stake)) if option.stake else follows if len(few) == 1 else "",
                bound(hand.answer, filled(choice, **{name: option.value})),
                None,
            )
            for option in few
        ]
    return [(words(choice.label), follows, _act(choice, hand), choice.seat)]


def _big(label: str, follows: str, do: Do, seat: int | None) -> ft.Control:
    crowded = bool(follows) and len(label) > CROWDED
    text: list[ft.Control] = [
        ft.Text(
            label,
            size=15 if crowded else 19,
            style=ft.TextStyle(height=1.1),
            weight=ft.FontWeight.W_700,
            color=ft.Colors.ON_PRIMARY,
            text_align=ft.TextAlign.CENTER,
            max_lines=2,
            overflow=ft.TextOverflow.ELLIPSIS,
        )
    ]
    if follows:
        text.append(
            ft.Text(
                follows,
                size=13,
                color=ft.Colors.ON_PRIMARY,
                text_align=ft.TextAlign.CENTER,
                max_lines=1,
                overflow=ft.TextOverflow.ELLIPSIS,
            )
        )
    face = ft.Column(text, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
    spoken = f"{label}, {follows}" if follows else label
    pad = ft.Padding.symmetric(horizontal=12, vertical=6)
    return press(face, spoken, do, fill=ft.Colors.PRIMARY, radius=ROUND + 4, height=TALL, expand=True, pad=pad)


def _dice(words: Translate, choice: Choice, hand: Hand) -> ft.Control:
    count = throw(choice).count
    return Faces(words, count, lambda faces: hand.answer(filled(choice, **{throw(choice).name: faces})))


# --- the row above it --------------------------------------------------------------------------------------------


def _second(words: Translate, found: Places, own: int, folded: bool, fold: Do, hand: Hand) -> list[ft.Control]:
    """Quiet choices, and beside the last of them the way out of the phase."""
    more = [_more(words, found, folded, fold)] if found.responds else []
    others = _quiet(words, found, own, hand)
    triggers = _triggers(words, found, own, hand)
    if not found.leave:
        return _lines([*more, *triggers, *others])
    leave = [_leave(words, choice, hand) for choice in found.leave]
    if more:
        return [*_lines(others), ft.Row([*more, *triggers, *leave], spacing=GAP)]
    return [*_lines(others[:-1]), ft.Row([*(others[-1:] or [ft.Container(expand=True)]), *leave], spacing=GAP)]


def _triggers(words: Translate, found: Places, own: int, hand: Hand) -> list[ft.Control]:
    """Always at hand; beside the way out only its picture has room."""
    mine = next((choice for choice in found.triggers if choice.seat == own), next(iter(found.triggers), None))
    if mine is None:
        return []
    if not found.leave:
        return [_choice(words, mine, hand, ft.Icons.BOLT)]
    face = ft.Icon(ft.Icons.BOLT, size=22, color=ft.Colors.ON_SURFACE_VARIANT)
    fill = ft.Colors.SURFACE_CONTAINER_HIGH
    return [press(face, words(mine.label), bound(hand.open, mine), fill=fill, pad=0, width=56, height=48)]


def _lines(controls: list[ft.Control]) -> list[ft.Control]:
    return [ft.Row(controls[k : k + 2], spacing=GAP) for k in range(0, len(controls), 2)]


def _more(words: Translate, found: Places, folded: bool, fold: Do) -> ft.Control:
    """Opens and closes the row of players."""
    label = words(Text("More") if found.leave else Text("Somebody answers"))
    return quiet(label, fold, ft.Icons.EXPAND_LESS if folded else ft.Icons.EXPAND_MORE, expand=True)


def _quiet(words: Translate, found: Places, own: int, hand: Hand) -> list[ft.Control]:
    shown: list[ft.Control] = []
    if found.dice is not None and (inline(found) or found.usual):
        shown.append(_dice_aside(words, found, found.dice, hand))
    if found.leave and found.responds.get(own):
        shown.append(_choice(words, found.responds[own][0], hand, ft.Icons.STYLE))
    return [*shown, *(_choice(words, choice, hand) for choice in found.quiet)]


def _choice(words: Translate, choice: Choice, hand: Hand, icon: ft.IconData | None = None) -> ft.Control:
    return quiet(words(choice.label), _act(choice, hand), icon, expand=True)


def _dice_aside(words: Translate, found: Places, choice: Choice, hand: Hand) -> ft.Control:
    """Photo, file and a virtual roll are one tap further."""
    label = words(Text("Photo, or another way") if inline(found) else choice.label)
    icon = ft.Icons.PHOTO_CAMERA if inline(found) else ft.Icons.CASINO
    return quiet(label, bound(hand.dice_sheet, choice), icon, expand=True)


def _leave(words: Translate, choice: Choice, hand: Hand) -> ft.Control:
    """Leaving looks different, stands elsewhere, and says where it leads."""
    label = ft.Text(words(choice.label), size=16, weight=ft.FontWeight.W_600, color=ft.Colors.SECONDARY)
    face = ft.Row(
        [label, ft.Icon(ft.Icons.LOGOUT, size=18, color=ft.Colors.SECONDARY)],
        tight=True,
        spacing=6,
    )
    edge = ft.BorderSide(1.5, ft.Colors.SECONDARY)
    pad = ft.Padding.symmetric(horizontal=14)
    return press(face, words(choice.label), lambda: hand.answer(choice.event), edge=edge, pad=pad, height=48)


def _at_hand(words: Translate, found: Places, hand: Hand) -> list[ft.Control]:
    """The items of the seat that decides, one tap each, in a row to be pushed along."""
    if not found.at_hand:
        return []
    return [ft.Row([_held(words, choice, hand) for choice in found.at_hand], spacing=6, scroll=ft.ScrollMode.HIDDEN)]


def _held(words: Translate, choice: Choice, hand: Hand) -> ft.Control:
    label = words(choice.label)
    text = ft.Text(label, size=15, weight=ft.FontWeight.W_600, no_wrap=True)
    face = ft.Row(
        [ft.Icon(ft.Icons.STAY_CURRENT_PORTRAIT, size=16, color=ft.Colors.PRIMARY), text], spacing=6, tight=True
    )
    edge = ft.BorderSide(1, seat_colour(choice.seat))
    pad = ft.Padding.symmetric(horizontal=12)
    return press(face, label, _act(choice, hand), edge=edge, radius=14, height=42, pad=pad)


def _act(choice: Choice, hand: Hand) -> Do:
    """Answer at once, or fill its holes first."""
    return bound(hand.open, choice) if sheet_of(choice) else bound(hand.answer, choice.event)


# --- who answers -------------------------------------------------------------------------------------------------


def _responses(
    words: Translate, found: Places, seats: tuple[str, ...], chosen: int, choose: Callable[[int], Any], hand: Hand
) -> list[ft.Control]:
    """The row of players, the one who decides first; a player opens what that player may do."""
    people = [_person(words, seat, seats[seat], seat == chosen, choose) for seat in found.responds]
    row = ft.Row(people, spacing=GAP)
    kinds = found.responds.get(chosen, ())
    if not kinds:
        return [row]
    built = [_kind(words, choice, seats[chosen], hand) for choice in kinds]
    many = len(built) > KINDS
    height = tall(KINDS * 54 - 20) if many else None  # the last of them peeks out: there are more
    return [
        ft.Column(built, spacing=6, tight=not many, scroll=ft.ScrollMode.AUTO if many else None, height=height),
        row,
    ]


def _person(words: Translate, seat: int, name: str, chosen: bool, choose: Callable[[int], Any]) -> ft.Control:
    text = ft.Text(name, size=16, weight=ft.FontWeight.W_600, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS)
    face = ft.Row([badge(seat, name, 26), text], tight=True, spacing=6)
    edge = ft.BorderSide(2, seat_colour(seat)) if chosen else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    spoken = words(Text("{who} answers", who=name))
    return press(face, spoken, lambda: choose(seat), edge=edge, height=52, expand=True, pad=4)


def _kind(words: Translate, choice: Choice, who: str, hand: Hand) -> ft.Control:
    label = ft.Text(words(choice.label), size=16, weight=ft.FontWeight.W_600)
    follows: list[Shown] = [choice.follows] if choice.follows else []
    small = [ft.Text(words(text), size=13, color=ft.Colors.ON_SURFACE_VARIANT, expand=True) for text in follows]
    large = here().scale > 1  # what follows stands below
    below = ft.Column([ft.Row([label]), *(ft.Row([one]) for one in small)], spacing=0, tight=True)
    face = below if large else ft.Row([label, *small], spacing=12)
    pad = ft.Padding.symmetric(horizontal=16, vertical=10 if large else 0)
    place: dict[str, Any] = {} if large else {"height": 48}
    return press(
        face,
        f"{who}: {words(choice.label)}",
        _act(choice, hand),
        fill=ft.Colors.SURFACE_CONTAINER_HIGH,
        pad=pad,
        align=ft.Alignment.CENTER_LEFT,
        **place,
    )
