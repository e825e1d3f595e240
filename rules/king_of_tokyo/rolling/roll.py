"""KT-03 … KT-06: the throws of the dice and their changes by effects.

By default only the faces after the last throw are entered; or each throw by itself.
"""

from __future__ import annotations

from rules.engine import (
    Choice,
    Dice,
    Event,
    Lying,
    Prompt,
    Rolled,
    Shown,
    Template,
    Text,
    asks,
    at,
    auto,
    carries,
    then,
)
from rules.engine.record import replace
from rules.king_of_tokyo.effects.triggers import happens
from rules.king_of_tokyo.effects.verbs import Case, may, offered, total, use
from rules.king_of_tokyo.model.dice import BERSERK, DICE, THROWS, TOKYO, said
from rules.king_of_tokyo.model.events import ByThrows, DiceStand, Kept, Stopped, Used
from rules.king_of_tokyo.model.state import Tokyo, set_now

THROWING = Text("Throw")
"""Phase title of the prompts about throws."""


@auto("KT-02", "KT-06")
def roll_dice(s: Tokyo) -> Tokyo:
    """Start the throws of the active monster; only the faces shown in the end count."""
    s = replace(s, phase="roll")
    by_throws = s.ruling("throws", "last") == "each" or may(s, "by_throws", Case(s.active), base=False)
    s = set_now(s, by_throws=s.now.by_throws or by_throws)
    return then(s, *([throw] if dice(s) else []), berserk_die, change_dice)


@carries("KT-04")
def dice(s: Tokyo) -> int:
    """The number of dice that the active monster throws.

    Six, one less for each shrink token, more or fewer by effects.
    """
    base = max(0, DICE + s.now.dice - s.monsters[s.active].shrink)
    return total(s, "dice", Case(s.active), base)


@carries("KT-03")
def throws(s: Tokyo) -> int:
    """The number of throws of the active monster: three, more or fewer by effects."""
    return max(1, total(s, "throws", Case(s.active), THROWS)) + s.now.more


def loose(s: Tokyo) -> tuple[int, ...]:
    """The indexes of the dice that would be thrown now.

    All on the first throw, later those that are not put aside.
    """
    if not s.now.thrown:
        return tuple(range(dice(s)))
    case = Case(s.active)
    free = (k for k in range(len(s.now.faces)) if k not in s.now.kept)
    return tuple(k for k in free if may(s, "may_reroll", replace(case, face=s.now.faces[k])))


def throw_prompt(s: Tokyo) -> Prompt:
    """Ask for the faces after the last throw, or after each throw with dice to put aside."""
    left, free = throws(s) - s.now.thrown, loose(s)
    again = not s.now.by_throws and left > 1
    hole = Template(Rolled(()), (Dice("faces", len(free), 6, TOKYO, again),))
    choices: tuple[Choice, ...]
    if not s.now.by_throws:
        title = Text("{who} throws: what do the dice show in the end?", who=s.seats[s.active])
        shown = Choice(Text("The dice show"), hole, role="usual")
        stop = (_stop(more=True),) if s.now.thrown else ()
        choices = (shown, *stop, Choice(Text("Throw by throw"), Template(ByThrows())))
    elif not s.now.thrown:
        title = Text("{who}'s first throw", who=s.seats[s.active])
        choices = (Choice(Text("The dice show"), hole, role="usual"),)
    else:
        title = Text("Which dice stay? They show {faces}", faces=said(s.now.faces))
        choices = (*_again(hole, len(free), left), *_aside(s), _stop(more=left > 0 and free != ()))
    stake = Text("{n} throw left", "{n} throws left", n=left)
    choices = (*choices, *offered(s, "roll", Case(s.active)))
    return Prompt((s.active,), title, "KT-03", choices, stake, THROWING)


def _again(hole: Template, dice: int, left: int) -> tuple[Choice, ...]:
    if not dice or left < 1:
        return ()
    return (Choice(Text("Throw the other one", "Throw the other {n}", n=dice), hole, role="usual"),)


def _stop(*, more: bool) -> Choice:
    role = "leave" if more else "usual"
    return Choice(Text("They count as they lie"), Template(Stopped()), role=role)  # type: ignore[arg-type]


def _aside(s: Tokyo) -> tuple[Choice, ...]:
    """KT-05: a choice for each die, to put it aside or take it back."""

    return tuple(_lying(k, Lying(face, TOKYO, k in s.now.kept)) for k, face in enumerate(s.now.faces))


def _lying(k: int, die: Lying) -> Choice:
    face: Shown = TOKYO.faces[die.face - 1].name
    label = Text("Take back {face}", face=face) if die.kept else Text("Keep {face}", face=face)
    return Choice(label, Template(Kept(k)), die=die)


@asks("KT-03", "KT-04", "KT-05", "KT-06", prompt=throw_prompt)
def throw(s: Tokyo, event: Event) -> Tokyo:
    """Record the faces of a throw, or a die put aside or taken back, or stop throwing."""
    match event:
        case ByThrows():
            return then(set_now(s, by_throws=True), throw)
        case Kept(die):
            return then(set_now(s, kept=s.now.kept ^ {die}), throw)
        case Used():
            return use(then(s, more_throws if s.now.thrown and s.now.by_throws else throw), event)
        case Rolled(faces):
            return _thrown(s, faces)
    return s


def _thrown(s: Tokyo, faces: tuple[int, ...]) -> Tokyo:
    again, shown = s.now.thrown > 0, dict(enumerate(s.now.faces))
    shown |= dict(zip(loose(s), faces, strict=True))
    s = set_now(s, faces=tuple(shown[k] for k in sorted(shown)), told=faces, thrown=s.now.thrown + 1)
    s = then(s, more_throws) if s.now.by_throws else s
    return happens(s, "rethrown", Case(s.active, n=len(faces))) if again else s


@auto("KT-03")
def more_throws(s: Tokyo) -> Tokyo:
    """Ask for another throw as long as there is one, or an effect would give one."""
    left = s.now.thrown < throws(s) or offered(s, "roll", Case(s.active))
    return then(s, throw) if left else s


# --- the berserk die ---------------------------------------------------------------------------------------------


def berserk_prompt(s: Tokyo) -> Prompt:
    """Ask for the face of the berserk die."""
    shown = Choice(Text("The berserk die shows"), Template(Rolled(()), (Dice("faces", 1, 6, BERSERK),)), role="usual")
    return Prompt((s.active,), Text("And the berserk die?"), "KT-49", (shown,), phase=THROWING)


@auto("KT-49")
def berserk_die(s: Tokyo) -> Tokyo:
    """Ask a berserk monster for one more die."""
    return then(s, throw_berserk) if s.monsters[s.active].berserk else s


@asks("KT-49", prompt=berserk_prompt)
def throw_berserk(s: Tokyo, event: Rolled) -> Tokyo:
    """Record the face of the berserk die."""
    return set_now(s, berserk=event.faces[0])


# --- changing dice before they count -----------------------------------------------------------------------------


@auto("KT-06")
def change_dice(s: Tokyo) -> Tokyo:
    """Run the effects on the final dice, and ask whoever may change one."""
    case = Case(s.active, faces=s.now.faces)
    s = happens(s, "rolled", case) if not s.now.settled else s
    s = set_now(s, settled=True)
    return then(s, dice_stand) if offered(s, "faces", case) else s


def stand_prompt(s: Tokyo) -> Prompt:
    """Ask whether the dice count as they are."""
    stay = Choice(Text("They count as they lie"), Template(DiceStand()), role="usual", seat=s.active)
    title = Text("The dice show {faces}", faces=said(s.now.faces))
    changes = offered(s, "faces", Case(s.active, faces=s.now.faces))
    seats = dict.fromkeys((s.active, *(choice.seat for choice in changes if choice.seat is not None)))
    return Prompt(tuple(seats), title, "KT-06", (stay, *changes), phase=THROWING)


@asks("KT-06", prompt=stand_prompt)
def dice_stand(s: Tokyo, event: Event) -> Tokyo:
    """Let the dice count, or use an effect on them and ask again."""
    return use(then(s, change_dice), event) if isinstance(event, Used) else s


def rethrow_prompt(s: Tokyo, who: int, *places: int) -> Prompt:
    """Ask for the new faces of those dice."""
    title = Text("{who} throws again: {faces}", who=s.seats[who], faces=said(tuple(s.now.faces[k] for k in places)))
    hole = Template(Rolled(()), (Dice("faces", len(places), 6, TOKYO),))
    return Prompt((who,), title, "KT-06", (Choice(Text("The dice show"), hole, role="usual"),), phase=THROWING)


@asks("KT-06", prompt=rethrow_prompt)
def rethrow(s: Tokyo, event: Rolled, who: int, *places: int) -> Tokyo:
    """Record the new faces of dice that an effect has thrown again."""
    for place, face in zip(places, event.faces, strict=True):
        s = show(s, place, face)
    return s


def again(s: Tokyo, who: int, *places: int) -> Tokyo:
    """For effects: throw these dice of the active monster again and ask for their faces."""
    return then(s, at(rethrow, who, *places))


def show(s: Tokyo, place: int, face: int) -> Tokyo:
    """For effects: turn one die to a face."""
    faces = s.now.faces
    return set_now(s, faces=(*faces[:place], face, *faces[place + 1 :]))
