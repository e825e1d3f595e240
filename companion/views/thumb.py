"""The thumb's zone: the likely tap at the bottom, leaving above it at the right, the rest quiet and folded."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence

import flet as ft

from companion.words import Translate
from rules.engine import Cards, Choice, Lying, Text

from .beside import Beside
from .cards import CardPad
from .doing import GUARD
from .faces import Faces, die
from .habits import swift, tall
from .hand import Hand, act
from .parts import Do, abreast, below, bound, lines, made, press, quiet, room, rows, sentence
from .places import Places, asks_card, filled, options, throw
from .respond import responses
from .theme import THUMB, Round, Space, Type, seat_colour

INLINE = 2
"""So many dice with pips are typed where they are asked for; more of them, on their sheet."""
TALL, LOW, PAD, EDGES = 64, 52, Space.EDGE, Space.NEAR
"""Points of a large button's least height, of that on its side, and of the room around what is written on it."""
MANY = 4
"""More large buttons than so many stand three abreast on a phone that lies on its side."""
PEEKS = 0.5
"""How much of a row of them shows that there are more."""
DIE = 56
"""Points of a die that lies there, where there is room."""
PUT_BACK = 0.75
"""How visible a die is that is going to be thrown again."""
PALE = 0.4
"""How visible a question's answers are at first."""


@ft.component
def Thumb(  # noqa: N802
    words: Translate, found: Places, seats: tuple[str, ...], own: int, hand: Hand, beside: Beside
) -> ft.Control:
    """All that can be answered now; ``own`` is the seat whose loot card needs no detour."""
    folded, set_folded = ft.use_state(True)
    chosen, set_chosen = ft.use_state(-1)
    if found.alone:  # who answers is no question
        chosen = next(iter(found.responds))

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
    unfolded = [] if folded else responses(words, found, seats, chosen, set_chosen, hand)
    second = _second(words, found, own, folded, fold, hand, beside)
    bottom = ft.Container(_usual(words, found, hand, beside), key="usual")
    at_hand = _at_hand(words, found, hand) if folded else []
    zone = ft.Column(
        [*unfolded, *at_hand, *_lying(words, found, hand, beside.width), *second, bottom], spacing=Space.GAP, tight=True
    )
    # what is new comes up slowly: as long as it is pale it does not listen
    shows = ft.Animation(round(1000 * GUARD), ft.AnimationCurve.EASE_IN) if swift() else None
    return ft.Container(zone, opacity=1 if listens else PALE, animate_opacity=shows)


# --- the likely tap ----------------------------------------------------------------------------------------------


def _usual(words: Translate, found: Places, hand: Hand, beside: Beside) -> ft.Control:
    """Always the bottom of the screen; when nothing is usual, the place stays free."""
    if inline(found) and found.dice is not None:
        return _dice(words, found.dice, hand)
    turned_up = next((choice for choice in found.usual if asks_card(choice)), None)
    if turned_up is not None:
        return _card(words, turned_up, hand, beside.width)
    taps = [tap for choice in found.usual for tap in _taps(words, choice, hand)]
    if found.dice is not None and not taps:
        taps = [(words(found.dice.label), "", bound(hand.dice_sheet, found.dice), found.dice.seat)]
    if not taps:
        return _nothing(beside.hint or _unless(words, found))
    return _large(taps, beside)


def _nothing(hint: str) -> ft.Control:
    """Where no answer is usual."""
    said = ft.Text(hint, size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, text_align=ft.TextAlign.CENTER)
    return ft.Container(said, height=tall(TALL), alignment=ft.Alignment.CENTER)


def _unless(words: Translate, found: Places) -> str:
    """What follows if nobody does anything."""
    after = next((choice.follows for choice in found.leave if choice.follows), None)
    return words(
        Text("If nobody does anything more: {what}", what=after) if after else Text("No hurry: nobody is waiting")
    )


def inline(found: Places) -> bool:
    """Whether the faces stand where the usual answer does: those of a game's own dice always, for they are tapped."""
    if found.dice is None or found.usual:
        return False
    dice = throw(found.dice)
    return dice.kind is not None or (dice.count <= INLINE and dice.sides == 6)


Tap = tuple[str, str, Do, int | None]
"""A large button: its label, its consequence, what a tap does, whose colour."""


def _taps(words: Translate, choice: Choice, hand: Hand) -> list[Tap]:
    """A choice as large buttons."""
    follows = _leads(words, choice)
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
    return [(words(choice.label), follows, act(choice, hand), choice.seat)]


def _large(taps: Sequence[Tap], beside: Beside) -> ft.Control:
    """As many abreast as can be read, all of one height; where they would take the screen, they are pushed along."""
    across = 1 if len(taps) == 1 else abreast(3 if beside.short and len(taps) > MANY else 2)
    width = (beside.width - Space.GAP * (across - 1)) / across - 2 * PAD
    least = LOW if beside.short else TALL
    height = max(least, *(_height(label, follows, width) for label, follows, *_ in taps))
    large = rows([_big(*tap, width, height) for tap in taps], across)
    most = int(beside.most / (tall(height) + Space.GAP)) + PEEKS
    if math.ceil(len(taps) / across) <= most:
        return large
    return ft.Container(ft.Column([large], scroll=ft.ScrollMode.AUTO), height=most * (tall(height) + Space.GAP))


def _sizes(label: str, follows: str, width: float) -> tuple[int, int]:
    """Of a label and of what follows from it: the larger ones where they fit."""
    size = Type.HEAD if lines(label, Type.HEAD, width) <= (1 if follows else 2) else Type.BODY
    return size, Type.SMALL if lines(follows, Type.SMALL, width) <= 1 else Type.FINE


def _height(label: str, follows: str, width: float) -> int:
    """Points that hold all of it."""
    size, small = _sizes(label, follows, width)
    written = lines(label, size, width) * size * 1.1 + lines(follows, small, width) * small * 1.2
    return math.ceil(written) + 2 * EDGES


def _big(label: str, follows: str, do: Do, seat: int | None, width: float, height: int) -> ft.Control:
    size, small = _sizes(label, follows, width)
    said = [_said(label, size, ft.FontWeight.W_700), *([_said(follows, small)] if follows else [])]
    face = ft.Column(said, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
    spoken = f"{label}, {follows}" if follows else label
    pad = ft.Padding.symmetric(horizontal=PAD, vertical=EDGES)
    return press(face, spoken, do, fill=ft.Colors.PRIMARY, radius=Round.PILL, height=height, expand=True, pad=pad)


def _said(text: str, size: int, weight: ft.FontWeight | None = None) -> ft.Control:
    style = ft.TextStyle(height=1.1 if weight else 1.15)
    ink, middle = ft.Colors.ON_PRIMARY, ft.TextAlign.CENTER
    return ft.Text(text, size=size, weight=weight, color=ink, text_align=middle, style=style)


def _dice(words: Translate, choice: Choice, hand: Hand) -> ft.Control:
    dice = throw(choice)
    return made(Faces, words, dice, lambda faces: hand.answer(filled(choice, **{dice.name: faces})))


def _card(words: Translate, choice: Choice, hand: Hand, width: float) -> ft.Control:
    hole = next(hole for hole in choice.does.holes if isinstance(hole, Cards))
    return made(CardPad, words, hole, lambda cards: hand.answer(filled(choice, **{hole.name: cards})), width)


# --- the row above it --------------------------------------------------------------------------------------------


def _second(
    words: Translate, found: Places, own: int, folded: bool, fold: Do, hand: Hand, beside: Beside
) -> list[ft.Control]:
    """Quiet choices, and beside the last of them the way out of the phase."""
    more = [_more(words, found, own, folded, fold)] if _folds(found, own) else []
    tight = bool(found.leave and (beside.small or found.dice))
    others = [*_quiet(words, found, own, hand, tight), *beside.buttons]
    triggers = _triggers(words, found, own, hand)
    if not found.leave:
        return _lines([*more, *triggers, *others], beside.small)
    large = abreast(2) == 1  # so large letters want the whole width
    fills = large or (tight and len(others) == 1)  # else beside pictures only
    leave = [_leave(words, choice, hand, fills) for choice in found.leave]
    if large:
        return [*_lines([*more, *triggers, *others], beside.small), ft.Row([*leave], spacing=Space.GAP)]
    if more:
        return [*_lines(others), ft.Row([*more, *triggers, *beside.small, *leave], spacing=Space.GAP)]
    last = others[-1:] or [ft.Container(expand=True)]
    return [*_lines(others[:-1]), ft.Row([*last, *beside.small, *leave], spacing=Space.GAP)]


def _folds(found: Places, own: int) -> bool:
    """Whether there is more to be unfolded than what lies at hand anyway."""
    return bool(found.responds) and not (found.alone and len(found.responds[own]) == 1)


def _triggers(words: Translate, found: Places, own: int, hand: Hand) -> list[ft.Control]:
    """Always at hand; beside the way out only its picture has room."""
    mine = next((choice for choice in found.triggers if choice.seat == own), next(iter(found.triggers), None))
    if mine is None:
        return []
    if not found.leave:
        return [_choice(words, mine, hand, ft.Icons.BOLT)]
    face = ft.Icon(ft.Icons.BOLT, size=Type.TITLE, color=ft.Colors.ON_SURFACE_VARIANT)
    fill = ft.Colors.SURFACE_CONTAINER_HIGH
    return [press(face, words(mine.label), bound(hand.open, mine), fill=fill, pad=0, width=56, height=48)]


def _lines(controls: Sequence[ft.Control], small: Sequence[ft.Control] = ()) -> list[ft.Control]:
    """Two a row; the small ones stand beside the last."""
    lines = [list(controls[k : k + 2]) for k in range(0, len(controls), 2)]
    if small:
        lines = [*lines[:-1], [*(lines[-1] if lines else []), *small]]
    return [ft.Row(line, spacing=Space.GAP) for line in lines]


def _more(words: Translate, found: Places, own: int, folded: bool, fold: Do) -> ft.Control:
    """Opens and closes the row of players, or what the only one of them may do."""
    label = words(Text("More") if found.leave or found.alone else Text("Somebody answers"))
    return quiet(label, fold, ft.Icons.EXPAND_LESS if folded else ft.Icons.EXPAND_MORE, expand=True)


def _quiet(words: Translate, found: Places, own: int, hand: Hand, tight: bool) -> list[ft.Control]:
    shown: list[ft.Control] = []
    if found.dice is not None and (inline(found) or found.usual):
        shown.append(_dice_aside(words, found, found.dice, hand, tight))
    if (found.leave or found.alone) and found.responds.get(own):
        shown.append(_choice(words, found.responds[own][0], hand, ft.Icons.STYLE))
    return [*shown, *(_choice(words, choice, hand) for choice in found.quiet if choice.die is None)]


def _choice(words: Translate, choice: Choice, hand: Hand, icon: ft.IconData | None = None) -> ft.Control:
    return quiet(words(choice.label), act(choice, hand), icon, leads=_leads(words, choice), expand=True)


def _leads(words: Translate, choice: Choice) -> str:
    return sentence(words(choice.follows)) if choice.follows else ""


def _lying(words: Translate, found: Places, hand: Hand, width: float) -> list[ft.Control]:
    """The dice as they lie, each to be tapped; those that were put aside are framed."""
    dice = [(choice, choice.die) for choice in found.quiet if choice.die is not None]
    size = max(THUMB, min(DIE, width / max(1, len(dice)) - 4))
    tiles = [_tile(words, choice, lying, hand, size) for choice, lying in dice]
    return (
        [ft.Row(tiles, spacing=Space.TIGHT, run_spacing=Space.TIGHT, alignment=ft.MainAxisAlignment.CENTER, wrap=True)]
        if tiles
        else []
    )


def _tile(words: Translate, choice: Choice, lying: Lying, hand: Hand, size: float) -> ft.Control:
    edge = ft.BorderSide(3, ft.Colors.PRIMARY) if lying.kept else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    face = ft.Container(die(lying.face, size - 12, lying.kind), opacity=PUT_BACK if lying.kept is False else 1)
    return press(
        face,
        words(choice.label),
        act(choice, hand),
        edge=edge,
        radius=Round.TILE,
        pad=Space.HAIR,
        width=size,
        height=size,
        grows=False,
    )


def _dice_aside(words: Translate, found: Places, choice: Choice, hand: Hand, tight: bool) -> ft.Control:
    """Photo, file and a virtual roll are one tap further; where it is ``tight``, its picture says so."""
    label = words(Text("Photo, or another way") if inline(found) else choice.label)
    icon = ft.Icons.PHOTO_CAMERA if inline(found) else ft.Icons.CASINO
    if tight:
        face = ft.Icon(icon, size=Type.TITLE, color=ft.Colors.ON_SURFACE_VARIANT)
        fill = ft.Colors.SURFACE_CONTAINER_HIGH
        return press(face, label, bound(hand.dice_sheet, choice), fill=fill, pad=0, width=56, height=48)
    return quiet(label, bound(hand.dice_sheet, choice), icon, expand=True)


def _leave(words: Translate, choice: Choice, hand: Hand, fills: bool) -> ft.Control:
    """Leaving looks different, stands elsewhere, and says where it leads; where it ``fills`` its row, in two lines."""
    label = ft.Text(
        words(choice.label),
        size=Type.BODY,
        weight=ft.FontWeight.W_600,
        color=ft.Colors.SECONDARY,
        style=ft.TextStyle(height=1.1),
        expand=fills,
        expand_loose=True,
    )
    leads = room(words(choice.label), _leads(words, choice))
    face = ft.Row(
        [below(label, leads, ft.Colors.SECONDARY), ft.Icon(ft.Icons.LOGOUT, size=Type.LEAD, color=ft.Colors.SECONDARY)],
        tight=True,
        spacing=Space.NEAR,
    )
    edge = ft.BorderSide(1.5, ft.Colors.SECONDARY)
    spoken = f"{words(choice.label)}, {leads}" if leads else words(choice.label)
    pad, answer = ft.Padding.symmetric(horizontal=Space.EDGE), bound(hand.answer, choice.event)
    return press(face, spoken, answer, edge=edge, pad=pad, height=48, expand=fills)


def _at_hand(words: Translate, found: Places, hand: Hand) -> list[ft.Control]:
    """The items of the seat that decides, one tap each, in a row to be pushed along."""
    if not found.at_hand:
        return []
    return [
        ft.Row(
            [_held(words, choice, hand) for choice in found.at_hand], spacing=Space.NEAR, scroll=ft.ScrollMode.HIDDEN
        )
    ]


def _held(words: Translate, choice: Choice, hand: Hand) -> ft.Control:
    label = words(choice.label)
    text = ft.Text(label, size=Type.BODY, weight=ft.FontWeight.W_600, no_wrap=True)
    face = ft.Row(
        [ft.Icon(ft.Icons.STAY_CURRENT_PORTRAIT, size=Type.BODY, color=ft.Colors.PRIMARY), text],
        spacing=Space.NEAR,
        tight=True,
    )
    edge = ft.BorderSide(1, seat_colour(choice.seat))
    pad = ft.Padding.symmetric(horizontal=Space.EDGE)
    return press(face, label, act(choice, hand), edge=edge, radius=Round.TILE, height=THUMB, pad=pad)
