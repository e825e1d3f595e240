"""Layout of a prompt's choices on the screen: primary, leaving, secondary, responses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, get_args

from companion.dice.roll import find_put_aside_choice, find_roll_choice, roll_hole
from rules.engine import Cards, Choice, Dice, Event, Hole, Option, Pick, Prompt, Records, Seats, Text
from rules.engine.kinds import ChoiceRole

MAX_OPTION_BUTTONS = 6
"""Maximum number of options of a single pick that are buttons of their own."""
QUIET_ACROSS = 2
"""Number of quiet answers side by side."""
MAX_INLINE_DICE = 2
"""Maximum number of dice with pips that are typed inline; more are typed on the dice sheet."""


@dataclass(frozen=True)
class NextRoll:
    """The roll that the usual answer leads to; its faces are given together with that one.

    ``label`` is what the usual answer says.
    """

    answer: Event
    label: Text
    question: Text
    dice: Choice


@dataclass(frozen=True)
class ChoiceLayout:
    """Choices of a prompt by position on the screen; responses by seat, deciding seat first.

    ``own_items`` are the named items of the deciding seat. ``has_single_responder`` means that only this device's seat
    can respond. ``next_roll`` is that to which the usual answer leads. ``put_aside`` takes only some of the ``dice``;
    the others are rolled again. ``pictured`` are those given on the board.
    """

    primary: tuple[Choice, ...] = ()
    leave: tuple[Choice, ...] = ()
    secondary: tuple[Choice, ...] = ()
    dice: Choice | None = None
    triggers: tuple[Choice, ...] = ()
    responses_by_seat: Mapping[int, tuple[Choice, ...]] = field(default_factory=dict)
    own_items: tuple[Choice, ...] = ()
    has_single_responder: bool = False
    next_roll: NextRoll | None = None
    put_aside: Choice | None = None
    pictured: tuple[Choice, ...] = ()

    @property
    def usual_leave(self) -> Choice | None:
        """The only way to go on, which stands where the usual answer stands elsewhere.

        None if there is another.
        """
        has_other = self.primary or self.dice is not None or len(self.leave) != 1
        return None if has_other else self.leave[0]

    @property
    def leave_beside(self) -> tuple[Choice, ...]:
        """The answers that leave the phase and stand beside the others."""
        return () if self.usual_leave is not None else self.leave


def layout_choices(prompt: Prompt, shows_passes: bool, own_seat: int | None = None) -> ChoiceLayout:
    """Sort the choices; single passes are shown only if the table stops at every window.

    ``own_seat`` is the seat whose items are shown: the device's, else the deciding one.
    """
    dice, put_aside = find_roll_choice(prompt), find_put_aside_choice(prompt)
    has_own_place = [c for c in (dice, put_aside) if c is not None and not asks_card(c)]  # a card is tapped as well
    buttons = (c for c in prompt.choices if c not in has_own_place and not is_typed(c))
    rest = [c for c in buttons if shows_passes or not is_single_pass(c)]
    by_role = {role: tuple(c for c in rest if c.role == role) for role in get_args(ChoiceRole)}
    triggers = tuple(c for c in by_role["response"] if is_trigger(c))
    by_seat = _by_seat((*by_role["response"], *by_role["unlikely"]))
    own_items = tuple(
        c
        for c in by_seat.get(prompt.seats[0] if own_seat is None else own_seat, ())
        if item_id_of(c) and c.role == "response"
    )
    has_single_responder = list(by_seat) == [own_seat]
    return ChoiceLayout(
        by_role["default"],
        by_role["exit"],
        by_role["option"],
        dice,
        triggers,
        by_seat,
        own_items,
        has_single_responder,
        put_aside=put_aside,
    )


def _by_seat(choices: tuple[Choice, ...]) -> Mapping[int, tuple[Choice, ...]]:
    seats: dict[int, tuple[Choice, ...]] = {}
    for choice in choices:
        if choice.seat is not None and not is_trigger(choice):
            seats[choice.seat] = (*seats.get(choice.seat, ()), choice)
    return seats


def shares_row(layout: ChoiceLayout, own_seat: int) -> bool:
    """Return whether on a low page the fold of responses, and triggers, are icons.

    They are where quiet answers fill their row, unless all stand in one or leaving the phase has one of its own.
    """
    choices = quiet_count(layout, own_seat)
    folds = bool(layout.responses_by_seat) + bool(layout.triggers)
    return not layout.leave_beside and choices > 0 and folds > 0 and choices + folds > QUIET_ACROSS


def quiet_count(layout: ChoiceLayout, own_seat: int) -> int:
    """Return how many quiet answers there are besides the folds."""
    has_response = shown_response(layout, own_seat) is not None
    return sum(choice.die is None for choice in layout.secondary) + has_response + has_dice_key(layout)


def has_dice_key(layout: ChoiceLayout) -> bool:
    """Return whether a key opens the sheet of a roll that can be told in another way as well."""
    return layout.dice is not None and (has_inline_dice(layout) or bool(layout.primary))


def shown_response(layout: ChoiceLayout, own_seat: int) -> Choice | None:
    """Return the response of the own seat that is a button of its own, if there is one."""
    first = next(iter(layout.responses_by_seat.get(own_seat, ())), None)
    shows = bool(layout.leave or layout.has_single_responder)
    return first if shows and first is not None and first.role == "response" else None


def asks_card(choice: Choice) -> bool:
    """Return whether the choice waits only for the one card that was turned up at the table."""
    match choice.template.holes:
        case (Cards(source="table", most=1),):
            return True
    return False


def is_trigger(choice: Choice) -> bool:
    """Return whether the choice is a trigger, which nobody plays."""
    return getattr(choice.event, "kind", "") == "triggered"


def item_id_of(choice: Choice) -> int:
    """Return the id of the item in play that the choice is about; 0 for none."""
    return int(getattr(choice.event, "item", 0))


def is_single_pass(choice: Choice) -> bool:
    """Return whether it is one seat's pass, where everybody's pass is one tap."""
    return choice.kind == "pass"


def is_typed(choice: Choice) -> bool:
    """Return whether it is an answer with a typed name.

    It stands on the sheet of the listed ones.
    """
    return choice.kind == "typed"


def has_inline_dice(layout: ChoiceLayout) -> bool:
    """Return whether the dice pad replaces the primary answer.

    Dice with custom faces are always typed inline.
    """
    if layout.dice is None or layout.primary:
        return False
    return is_inline(layout.dice)


def is_inline(dice_choice: Choice) -> bool:
    """Return whether the dice that the choice waits for are typed on a pad among the answers."""
    dice = dice_choice.template.hole(Dice)
    return dice is not None and (dice.kind is not None or (dice.count <= MAX_INLINE_DICE and dice.sides == 6))


def button_options(choice: Choice) -> tuple[Option, ...]:
    """Return the options that are buttons: those of its only hole, if they are few."""
    holes = choice.template.holes
    if len(holes) == 1 and isinstance(holes[0], Pick) and len(holes[0].options) <= MAX_OPTION_BUTTONS:
        return holes[0].options
    return ()


def option_label(choice: Choice, option: Option) -> Text:
    """Return the label of the choice with that option.

    The option stands in the label's hole ``what`` if it has one, else behind it.
    """
    if any(hole == "what" for hole, _ in choice.label.args):
        return choice.label.with_args(what=option.label)
    return Text("{do} {what}", do=choice.label, what=option.label)


def sheet_kind(choice: Choice) -> str:
    """Return the kind of sheet that fills the holes: name, pad, pick, dice, cards, form.

    A choice without holes has none (""), or one that asks for a confirmation: confirm.
    """
    holes = [hole for hole in choice.template.holes if not _fills_itself(hole)]
    many = choice.template.hole(Records)
    if many is not None:
        return "name" if many.catalogue else "pad"
    if roll_hole(choice) is not None:
        return "dice"
    if len(holes) == 1 and isinstance(holes[0], Pick | Cards):
        return "pick" if isinstance(holes[0], Pick) else "cards"
    return "form" if holes else "confirm" if choice.confirm else ""


def _fills_itself(hole: Hole) -> bool:
    """Return whether the hole is filled without a tap: seats, and cards from a deck."""
    return isinstance(hole, Seats) or (isinstance(hole, Cards) and hole.source == "deck")


def fill_holes(choice: Choice, **values: Any) -> Event:
    """Return the choice's event with its holes filled."""
    event: Event = replace(choice.event, **values)
    return event
