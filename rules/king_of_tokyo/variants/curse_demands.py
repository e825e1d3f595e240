"""KT-47: questions of the ankh and the snake: which die, which card, what goes to whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules.engine import Choice, Displayable, Event, Prompt, RolledDie, Template, Text, asks, at, auto, then
from rules.engine.record import replace
from rules.king_of_tokyo.city.cards_in_play import discard_card
from rules.king_of_tokyo.city.damage import caused_by, damage_monsters
from rules.king_of_tokyo.effects.card_names import from_key, held_name
from rules.king_of_tokyo.effects.state_changes import NUMBER_NAMES, gain, lose
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from rules.king_of_tokyo.model.events import Declined, Used
from rules.king_of_tokyo.model.state import NOBODY, CoreResource, Tokyo, set_turn_state
from rules.king_of_tokyo.rolling.roll import reroll_dice

from .scarab import give_scarab, other_scarab_holder

FATE_RULE, CURSE_CAUSE, PHASE = "KT-47", "curse", Text("Die of fate")
"""Rule of these effects, cause of their losses, and phase title of their prompts."""
RESOURCES = ("hearts", "points", "energy")
"""The resources that a curse can move."""


def change_by_curse(s: Tokyo, seat: int, what: str, by: int) -> Tokyo:
    """Change a resource of a monster because of the curse."""
    kind: CoreResource = what  # type: ignore[assignment]
    if by >= 0:
        return gain(s, FATE_RULE, seat, kind, by, CURSE_CAUSE, from_curse(s))
    return (
        damage_by_curse(s, FATE_RULE, ((seat, -by),))
        if what == "hearts"
        else lose(s, FATE_RULE, seat, kind, -by, from_curse(s))
    )


def from_curse(s: Tokyo) -> Text:
    """The origin of a change that the curse makes."""
    return from_key(_curse_key(s))


def damage_by_curse(s: Tokyo, rule: str, losses: Iterable[tuple[int, int]]) -> Tokyo:
    """Make each of these seats lose hearts to the curse."""
    return damage_monsters(s, rule, losses, NOBODY, caused_by(CURSE_CAUSE, _curse_key(s)))


def _curse_key(s: Tokyo) -> str:
    return f"curse.{s.curse}"


def remove_die(s: Tokyo, die: int) -> Tokyo:
    """Take one die away."""
    return set_turn_state(s, faces=(*s.now.faces[:die], *s.now.faces[die + 1 :]), kept=frozenset())


def _left(s: Tokyo) -> int:
    return s.opponents_of(s.active)[0] if s.opponents_of(s.active) else NOBODY


def _used(s: Tokyo, seat: int, **on: int) -> Used:
    return Used(seat, _curse_key(s), **on)


def _each_die(s: Tokyo, label: Callable[[Displayable], Text], seat: int, **on: int) -> tuple[Choice, ...]:
    first = {face: die for die, face in reversed(list(enumerate(s.now.faces)))}
    return tuple(
        Choice(
            label(TOKYO_DIE.faces[face - 1].name),
            Template(_used(s, seat, die=die, **on)),
            die=RolledDie(face, TOKYO_DIE),
        )
        for face, die in sorted(first.items())
    )


def _faces(s: Tokyo, seat: int) -> tuple[Choice, ...]:
    return tuple(
        Choice(Text("{face}", face=side.name), Template(_used(s, seat, face=k)), die=RolledDie(k, TOKYO_DIE))
        for k, side in enumerate(TOKYO_DIE.faces, 1)
    )


def _dice_away(s: Tokyo, seat: int) -> tuple[Choice, ...]:
    return _each_die(s, lambda face: Text("Take away {face}", face=face), seat)


def _dice_again(s: Tokyo, seat: int) -> tuple[Choice, ...]:
    return _each_die(s, lambda face: Text("Reroll {face}", face=face), seat, n=1)


def _dice_mended(s: Tokyo, seat: int) -> tuple[Choice, ...]:
    both = (*_dice_again(s, seat), *_dice_away(s, seat))
    return tuple(replace(choice, die=None) for choice in both)  # the same die would be drawn twice: labels differ


def _cards(s: Tokyo, seat: int) -> tuple[Choice, ...]:
    cards = s.monsters[seat].cards
    return tuple(Choice(Text("{card}", card=held_name(card)), Template(_used(s, seat, item=card.id))) for card in cards)


def _things(s: Tokyo, seat: int) -> tuple[Choice, ...]:
    have = (k for k, what in enumerate(RESOURCES) if getattr(s.monsters[seat], what))
    return tuple(
        Choice(Text("1 of {what}", what=NUMBER_NAMES[RESOURCES[k]]), Template(_used(s, seat, n=k))) for k in have
    )


def _monsters(s: Tokyo, seat: int) -> tuple[Choice, ...]:
    return tuple(
        Choice(Text("{who}", who=s.seats[k]), Template(_used(s, seat, other=k)), seat=k) for k in s.seats_in_game
    )


def _add_die(s: Tokyo, event: Used) -> Tokyo:
    return set_turn_state(s, faces=(*s.now.faces, event.face))


def _mend(s: Tokyo, event: Used) -> Tokyo:
    return reroll_dice(s, s.active, event.die) if event.n else remove_die(s, event.die)


def _discard(s: Tokyo, event: Used) -> Tokyo:
    return discard_card(s, event.item)


def _give(to: Callable[[Tokyo], int]) -> Callable[[Tokyo, Used], Tokyo]:
    def give(s: Tokyo, event: Used) -> Tokyo:
        what, taker = RESOURCES[event.n], to(s)
        if taker == NOBODY:
            return s
        return change_by_curse(change_by_curse(s, event.seat, what, -1), taker, what, 1)

    return give


def _give_scarab(s: Tokyo, event: Used) -> Tokyo:
    return give_scarab(s, FATE_RULE, event.other)


@dataclass(frozen=True)
class CurseDemand:
    """A question of a curse.

    ``seat_of`` gives the seat that is asked, ``choices`` its choices, ``apply`` what follows; with ``is_optional`` it
    may choose nothing.
    """

    seat_of: Callable[[Tokyo], int]
    title: Text
    choices: Callable[[Tokyo, int], tuple[Choice, ...]]
    apply: Callable[[Tokyo, Used], Tokyo]
    is_optional: bool = False


def _active(s: Tokyo) -> int:
    return s.active


DEMANDS: dict[str, CurseDemand] = {
    "extra_die": CurseDemand(_active, Text("One more die: which face?"), _faces, _add_die),
    "discard_die": CurseDemand(_active, Text("Which die is taken away?"), _dice_away, _mend),
    "discard_card": CurseDemand(_active, Text("Which card is discarded?"), _cards, _discard),
    "give": CurseDemand(_active, Text("What goes to whoever has the scarab?"), _things, _give(other_scarab_holder)),
    "pay_tribute": CurseDemand(other_scarab_holder, Text("What goes to the active monster?"), _things, _give(_active)),
    "give_scarab": CurseDemand(_active, Text("Who gets the golden scarab?"), _monsters, _give_scarab),
    "mend_dice": CurseDemand(_active, Text("Reroll a die or take it away?"), _dice_mended, _mend, is_optional=True),
    "left_rerolls": CurseDemand(_left, Text("Which die is rerolled?"), _dice_again, _mend),
    "confuse": CurseDemand(other_scarab_holder, Text("Is a die rerolled?"), _dice_again, _mend, is_optional=True),
}
"""The questions that curses ask, by the words of the data file."""


def put_demand(s: Tokyo, word: str, times: int) -> Tokyo:
    """Ask the question up to ``times`` times, if it has a seat to ask and choices."""
    demand = DEMANDS[word]
    seat = demand.seat_of(s)
    nobody_to_give = word == "give" and other_scarab_holder(s) == NOBODY
    if seat == NOBODY or times < 1 or nobody_to_give or not demand.choices(s, seat):
        return s
    return then(s, at(ask, word, seat, times))


def ask_prompt(s: Tokyo, word: str, seat: int, times: int) -> Prompt:
    """Ask the question of the curse."""
    demand = DEMANDS[word]
    nothing = (Choice(Text("Nothing"), Template(Declined()), role="default"),) if demand.is_optional else ()
    return Prompt((seat,), demand.title, FATE_RULE, (*nothing, *demand.choices(s, seat)), phase=PHASE)


@asks("KT-47", prompt=ask_prompt)
def ask(s: Tokyo, event: Event, word: str, seat: int, times: int) -> Tokyo:
    """Apply the choice, then ask again if the question may be answered more than once."""
    if not isinstance(event, Used):
        return s
    return DEMANDS[word].apply(then(s, at(ask_again, word, times - 1)), event)


@auto("KT-47")
def ask_again(s: Tokyo, word: str, times: int) -> Tokyo:
    """Ask the question once more."""
    return put_demand(s, word, times)
