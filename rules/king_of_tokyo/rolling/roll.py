"""KT-03 … KT-06: the throws of the dice and their changes by effects.

By default only the faces after the last throw are entered; or each throw by itself, of which the faces that are put
aside are enough where nothing looks at the others.
"""

from __future__ import annotations

from rules.engine import (
    Choice,
    Dice,
    Displayable,
    Event,
    Prompt,
    Rolled,
    RolledDie,
    Template,
    Text,
    asks,
    at,
    auto,
    carries,
    then,
)
from rules.engine.record import replace
from rules.king_of_tokyo.effects.registry import TokyoCase, active_effects, effects, use_effect
from rules.king_of_tokyo.effects.triggers import trigger_moment
from rules.king_of_tokyo.effects.windows import effect_prompt
from rules.king_of_tokyo.model.dice import BERSERK_DIE, DICE_PER_THROW, THROWS_PER_TURN, TOKYO_DIE, describe_roll
from rules.king_of_tokyo.model.events import ByThrows, DiceStand, Kept, PutAside, Stopped, Used
from rules.king_of_tokyo.model.state import NOBODY, Tokyo, set_turn_state

THROW_PHASE = Text("Roll")
"""Phase title of the prompts about throws."""


@auto("KT-02", "KT-06")
def roll_dice(s: Tokyo) -> Tokyo:
    """Start the throws of the active monster; only the faces shown in the end count."""
    s = replace(s, phase="roll")
    by_throws = s.ruling("throws", "last") == "each" or effects.allows(s, "by_throws", TokyoCase(s.active), base=False)
    s = set_turn_state(s, by_throws=s.now.by_throws or by_throws)
    return then(s, *([throw] if dice_to_throw(s) else []), berserk_die, change_dice)


@carries("KT-04")
def dice_to_throw(s: Tokyo) -> int:
    """The number of dice that the active monster throws.

    Six, one less for each shrink token, more or fewer by effects.
    """
    base = max(0, DICE_PER_THROW + s.now.dice - s.monsters[s.active].shrink)
    return effects.number(s, "dice", TokyoCase(s.active), base)


@carries("KT-03")
def throws_in_turn(s: Tokyo) -> int:
    """The number of throws of the active monster: three, more or fewer by effects."""
    return max(1, effects.number(s, "throws", TokyoCase(s.active), THROWS_PER_TURN)) + s.now.more


def loose_dice(s: Tokyo) -> tuple[int, ...]:
    """The indexes of the dice that would be thrown now.

    All on the first throw, later those that are not put aside.
    """
    if not s.now.thrown or s.is_partly_told:
        return tuple(range(dice_to_throw(s) - len(s.now.aside)))
    case = TokyoCase(s.active)
    free = (k for k in range(len(s.now.faces)) if k not in s.now.kept)
    return tuple(k for k in free if effects.allows(s, "may_reroll", replace(case, face=s.now.faces[k])))


@carries("KT-04", "KT-05")
def may_tell_only_kept(s: Tokyo) -> bool:
    """Whether the dice that are thrown again need not be told.

    There must be a throw left, and no effect that looks at them.
    """
    if not s.now.by_throws or throws_in_turn(s) - s.now.thrown < 2:
        return False
    looking = (*active_effects(s, effects.offer["roll"]), *active_effects(s, effects.modifier["may_reroll"]))
    return all(source.seat not in (s.active, NOBODY) for source in looking)


def throw_prompt(s: Tokyo) -> Prompt:
    """Ask for the faces after the last throw, or after each throw with dice to put aside."""
    who, left, free = s.seats[s.active], throws_in_turn(s) - s.now.thrown, loose_dice(s)
    is_last_only = not s.now.by_throws and left > 1
    may_reroll = is_last_only or (s.now.only_kept and left > 1)
    each_throw = ByThrows() if may_reroll else None
    hole = Template(Rolled(()), (Dice("faces", len(free), 6, TOKYO_DIE, may_reroll, each_throw),))
    choices: tuple[Choice, ...]
    if not s.now.by_throws:
        title = Text("{who} rolls. Final result?", who=who)
        shown = Choice(Text("The dice show"), hole, role="default")
        stop = (_stop_choice(more=True),) if s.now.thrown else ()
        choices = (shown, *stop, Choice(Text("Roll by roll"), Template(ByThrows())))
    elif not s.now.thrown:
        title = Text("{who}'s first roll", who=who)
        choices = (Choice(Text("The dice show"), hole, role="default"), *_put_aside_choice(s, len(free)))
    elif s.is_partly_told:
        title = Text("{who} rerolls {n} die", "{who} rerolls {n} dice", who=who, n=len(free))
        shown = Choice(Text("The dice show"), hole, role="default") if free else _stop_choice(more=False)
        whole = (Choice(Text("Tell the whole roll"), Template(ByThrows())),) if may_reroll else ()
        choices = (shown, *_put_aside_choice(s, len(free)), *_keep_choices(s), *whole)
    else:
        title = Text("Which dice do you keep? They show {faces}", faces=describe_roll(s.now.faces))
        choices = (
            *_rethrow_choice(hole, len(free), left),
            *_keep_choices(s),
            _stop_choice(more=left > 0 and free != ()),
        )
    stake = Text("{n} roll left", "{n} rolls left", n=left)
    stake = stake if s.now.by_throws else Text("up to {n} roll", "up to {n} rolls", n=left)
    choices = (*choices, *effects.offered(s, "roll", TokyoCase(s.active)))
    return Prompt((s.active,), title, "KT-03", choices, stake, THROW_PHASE)


def _rethrow_choice(hole: Template, dice: int, left: int) -> tuple[Choice, ...]:
    if not dice or left < 1:
        return ()
    return (Choice(Text("Roll the other one", "Roll the other {n}", n=dice), hole, role="default"),)


def _put_aside_choice(s: Tokyo, dice: int) -> tuple[Choice, ...]:
    if not dice or not may_tell_only_kept(s):
        return ()
    hole = Dice("faces", dice - 1, 6, TOKYO_DIE, may_reroll=True, is_partial=True)
    return (Choice(Text("Keep these, reroll the others"), Template(PutAside(()), (hole,))),)


def _stop_choice(*, more: bool) -> Choice:
    return Choice(Text("Stop here"), Template(Stopped()), role="exit" if more else "default")


def _keep_choices(s: Tokyo) -> tuple[Choice, ...]:
    """KT-05: a choice for each die, to put it aside or take it back."""
    dice = s.now.aside if s.is_partly_told else s.now.faces
    return tuple(
        _keep_choice(k, RolledDie(face, TOKYO_DIE, s.is_partly_told or k in s.now.kept)) for k, face in enumerate(dice)
    )


def _keep_choice(k: int, die: RolledDie) -> Choice:
    face: Displayable = TOKYO_DIE.faces[die.face - 1].name
    label = Text("Take back {face}", face=face) if die.is_kept else Text("Keep {face}", face=face)
    return Choice(label, Template(Kept(k)), die=die)


@asks("KT-03", "KT-04", "KT-05", "KT-06", prompt=throw_prompt)
def throw(s: Tokyo, event: Event) -> Tokyo:
    """Record the faces of a throw, or a die put aside or taken back, or stop throwing."""
    match event:
        case ByThrows():
            return then(set_turn_state(s, by_throws=True, only_kept=False), throw)
        case Kept(die) if s.is_partly_told:
            return then(set_turn_state(s, aside=(*s.now.aside[:die], *s.now.aside[die + 1 :])), throw)
        case Kept(die):
            return then(set_turn_state(s, kept=s.now.kept ^ {die}), throw)
        case PutAside(faces):
            return _put_aside(s, faces)
        case Stopped() if s.is_partly_told:
            return _complete_aside(s, ())
        case Used():
            return use_effect(then(s, more_throws if s.now.thrown and s.now.by_throws else throw), "roll", event)
        case Rolled(faces):
            return _record_throw(s, faces)
    return s


def _put_aside(s: Tokyo, faces: tuple[int, ...]) -> Tokyo:
    thrown, is_rethrow = len(loose_dice(s)), s.now.thrown > 0
    s = set_turn_state(s, aside=(*s.now.aside, *faces), only_kept=True, thrown=s.now.thrown + 1)
    s = then(s, throw)
    return trigger_moment(s, "rethrown", TokyoCase(s.active, n=thrown)) if is_rethrow else s


def _complete_aside(s: Tokyo, faces: tuple[int, ...]) -> Tokyo:
    """Let the dice put aside and these stand, as all of them are told."""
    dice = (*s.now.aside, *faces)
    return set_turn_state(s, faces=dice, kept=frozenset(range(len(s.now.aside))), aside=(), only_kept=False)


def _record_throw(s: Tokyo, faces: tuple[int, ...]) -> Tokyo:
    if s.is_partly_told:
        is_final = s.now.only_kept
        s = set_turn_state(_complete_aside(s, faces), told=faces, thrown=s.now.thrown + 1)
        s = s if is_final else then(s, more_throws)
        return trigger_moment(s, "rethrown", TokyoCase(s.active, n=len(faces)))
    is_rethrow, face_by_die = s.now.thrown > 0, dict(enumerate(s.now.faces))
    face_by_die |= dict(zip(loose_dice(s), faces, strict=True))
    s = set_turn_state(s, faces=tuple(face_by_die[k] for k in sorted(face_by_die)), told=faces, thrown=s.now.thrown + 1)
    s = then(s, more_throws) if s.now.by_throws else s
    return trigger_moment(s, "rethrown", TokyoCase(s.active, n=len(faces))) if is_rethrow else s


@auto("KT-03")
def more_throws(s: Tokyo) -> Tokyo:
    """Ask for another throw as long as there is one, or an effect would give one."""
    left = s.now.thrown < throws_in_turn(s) or effects.offered(s, "roll", TokyoCase(s.active))
    return then(s, throw) if left else s


# --- the berserk die ---------------------------------------------------------------------------------------------


def berserk_prompt(s: Tokyo) -> Prompt:
    """Ask for the face of the berserk die."""
    shown = Choice(
        Text("The berserk die shows"), Template(Rolled(()), (Dice("faces", 1, 6, BERSERK_DIE),)), role="default"
    )
    return Prompt((s.active,), Text("And the berserk die?"), "KT-49", (shown,), phase=THROW_PHASE)


@auto("KT-49")
def berserk_die(s: Tokyo) -> Tokyo:
    """Ask a berserk monster for one more die."""
    return then(s, throw_berserk) if s.monsters[s.active].berserk else s


@asks("KT-49", prompt=berserk_prompt)
def throw_berserk(s: Tokyo, event: Rolled) -> Tokyo:
    """Record the face of the berserk die."""
    return set_turn_state(s, berserk=event.faces[0])


# --- changing dice before they count -----------------------------------------------------------------------------


@auto("KT-06")
def change_dice(s: Tokyo) -> Tokyo:
    """Run the effects on the final dice, and ask whoever may change one."""
    case = TokyoCase(s.active, faces=s.now.faces)
    s = trigger_moment(s, "rolled", case) if not s.now.settled else s
    s = set_turn_state(s, settled=True)
    return then(s, dice_stand) if effects.offered(s, "faces", case) else s


def stand_prompt(s: Tokyo) -> Prompt:
    """Ask whether the dice count as they are."""
    stay = Choice(Text("Keep these dice"), Template(DiceStand()), None, "default", s.active, kind="decline")
    title = Text("The dice show {faces}", faces=describe_roll(s.now.faces))
    changes = effects.offered(s, "faces", TokyoCase(s.active, faces=s.now.faces))
    seats = dict.fromkeys((s.active, *(choice.seat for choice in changes if choice.seat is not None)))
    return effect_prompt(tuple(seats), "KT-06", title, stay, changes, THROW_PHASE)


@asks("KT-06", prompt=stand_prompt)
def dice_stand(s: Tokyo, event: Event) -> Tokyo:
    """Let the dice count, or use an effect on them and ask again."""
    return use_effect(then(s, change_dice), "faces", event) if isinstance(event, Used) else s


def rethrow_prompt(s: Tokyo, seat: int, *dice_indexes: int) -> Prompt:
    """Ask for the new faces of those dice."""
    title = Text(
        "{who} rerolls: {faces}",
        who=s.seats[seat],
        faces=describe_roll(tuple(s.now.faces[k] for k in dice_indexes)),
    )
    hole = Template(Rolled(()), (Dice("faces", len(dice_indexes), 6, TOKYO_DIE),))
    return Prompt((seat,), title, "KT-06", (Choice(Text("The dice show"), hole, role="default"),), phase=THROW_PHASE)


@asks("KT-06", prompt=rethrow_prompt)
def rethrow(s: Tokyo, event: Rolled, seat: int, *dice_indexes: int) -> Tokyo:
    """Record the new faces of dice that an effect has thrown again."""
    for index, face in zip(dice_indexes, event.faces, strict=True):
        s = set_face(s, index, face)
    return s


def reroll_dice(s: Tokyo, seat: int, *dice_indexes: int) -> Tokyo:
    """For effects: throw these dice of the active monster again and ask for their faces."""
    return then(s, at(rethrow, seat, *dice_indexes))


def set_face(s: Tokyo, index: int, face: int) -> Tokyo:
    """For effects: turn one die to a face."""
    faces = s.now.faces
    return set_turn_state(s, faces=(*faces[:index], face, *faces[index + 1 :]))
