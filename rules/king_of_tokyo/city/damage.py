"""KT-14, KT-28, KT-29: loss of hearts, elimination, and the last monster left."""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine import Choice, Event, Outcome, Prompt, Step, Template, Text, asks, at, auto, carries, note, then
from rules.engine.effects import Breakdown
from rules.engine.record import replace
from rules.king_of_tokyo.effects.card_names import effect_key_name, effect_name, from_key, hearts_left_text
from rules.king_of_tokyo.effects.registry import NumberBreakdown, TokyoCase, effects, use_effect
from rules.king_of_tokyo.effects.standing import has_no_hearts, is_in_game
from rules.king_of_tokyo.effects.state_changes import change_number, monster_change
from rules.king_of_tokyo.effects.triggers import trigger_moment
from rules.king_of_tokyo.effects.windows import effect_prompt
from rules.king_of_tokyo.model.events import Braced, Used
from rules.king_of_tokyo.model.state import NOBODY, Tokyo, set_monster, set_turn_state
from rules.king_of_tokyo.model.texts import RULEBOOK

from .places import close_bay, leave_tokyo

RESOURCES_OF_ELIMINATED = ("hearts", "points", "energy", "poison", "shrink", "cultists")
"""Resources that leave the game with a monster."""
SMASH_CAUSE = "smash"
"""Cause of a loss of hearts to smash dice; no other cause gives the right to yield (KT-17)."""
CAUSE_TEXTS = {"poison": Text("from poison"), "berserk": Text("from the skull")}
"""What hearts are lost to where no card takes them, by the word of the cause."""


def damage_monsters(s: Tokyo, rule: str, losses: Iterable[tuple[int, int]], by: int, cause: str) -> Tokyo:
    """Make each of these seats lose hearts, then eliminate those at 0.

    ``losses`` are pairs of a seat and its hearts, ``by`` is the seat that causes them (−1: nobody).
    """
    return then(s, *damage_steps(rule, losses, by, cause), fall)


def damage_steps(rule: str, losses: Iterable[tuple[int, int]], by: int, cause: str) -> tuple[Step, ...]:
    """The steps in which these seats lose hearts; ``fall`` is to come after them."""
    return tuple(at(strike, seat, n, by, cause, rule) for seat, n in losses if n > 0)


@auto("KT-11", "KT-17")
def strike(s: Tokyo, seat: int, n: int, by: int, cause: str, rule: str) -> Tokyo:
    """Apply effects to a loss of hearts, then let somebody answer what is left of it."""
    if s.monsters[seat].out:
        return s
    lost = _hearts_lost(s, seat, n, by, cause)
    if not lost.total:
        sparing = effect_name(lost.parts[-1][0])
        return note(s, rule, Text("{who} loses no hearts thanks to {card}", who=s.seats[seat], card=sparing))
    return then(s, at(brace, seat, lost.total, by, _changed_by(cause, lost), rule))


def _hearts_lost(s: Tokyo, seat: int, n: int, by: int, cause: str) -> NumberBreakdown:
    word = cause_word(cause)
    dealt: NumberBreakdown = Breakdown(n)
    if by not in (NOBODY, seat):
        dealt = effects.breakdown(s, "harm", TokyoCase(by, by=seat, cause=word, n=n), n)
    lost = effects.breakdown(s, "lose_hearts", TokyoCase(seat, by=by, cause=word, n=dealt.total), dealt.total)
    return Breakdown(lost.total, (*dealt.parts, *lost.parts))


# --- the cause of a loss -----------------------------------------------------------------------------------------


def caused_by(word: str, key: str) -> str:
    """The cause of a loss of hearts, by a word and the key of the effect that takes them."""
    return f"{word}:{key}"


def cause_word(cause: str) -> str:
    """The word of the cause, by which effects tell it."""
    return cause.partition(":")[0]


def _changed_by(cause: str, lost: NumberBreakdown) -> str:
    """The cause, with the keys of the effects that changed how much is lost."""
    keys = [source.key for source, _ in lost.parts]
    return ":".join((*(cause if ":" in cause or not keys else f"{cause}:").split(":"), *keys))


def _cause_text(cause: str) -> Text | None:
    """What the loss comes from, as the end of the sentence; None for smash dice alone."""
    word, _, keys = cause.partition(":")
    taker, *changers = keys.split(":")
    text = from_key(taker) if taker else CAUSE_TEXTS.get(word)
    for key in changers:
        name = effect_key_name(key)
        text = Text("{first}, with {card}", first=text, card=name) if text else Text("with {card}", card=name)
    return text


@auto("KT-11")
def brace(s: Tokyo, seat: int, n: int, by: int, cause: str, rule: str, *used: str) -> Tokyo:
    """Ask the owner where an effect could spare hearts; otherwise they are lost."""
    if _answers(s, seat, n, by, cause, used):
        return then(s, at(spare, seat, n, by, cause, rule, *used))
    return lose_hearts(s, seat, n, by, cause, rule)


def _answers(s: Tokyo, seat: int, n: int, by: int, cause: str, used: tuple[str, ...]) -> tuple[Choice, ...]:
    """Choices that could spare hearts; each effect can be used once against one loss."""
    answers = effects.offered(s, "loss", TokyoCase(seat, by=by, cause=cause_word(cause), n=n))
    return tuple(choice for choice in answers if _mark(choice.event) not in used)


def _mark(event: Event) -> str:
    return f"{event.key}.{event.item}" if isinstance(event, Used) else ""


def spare_prompt(s: Tokyo, seat: int, n: int, by: int, cause: str, rule: str, *used: str) -> Prompt:
    """Ask whether the hearts are lost as they are."""
    loses = Choice(
        Text("Lose {n} heart", "Lose {n} hearts", n=n),
        Template(Braced()),
        hearts_left_text(s.monsters[seat].hearts - n),
        "default",
        seat,
        kind="decline",
    )
    title = Text("{who} is about to lose {n} heart", "{who} is about to lose {n} hearts", who=s.seats[seat], n=n)
    return effect_prompt((seat,), rule, title, loses, _answers(s, seat, n, by, cause, used), Text("Hearts"))


@asks("KT-11", prompt=spare_prompt)
def spare(s: Tokyo, event: Event, seat: int, n: int, by: int, cause: str, rule: str, *used: str) -> Tokyo:
    """Take the hearts, or use an effect and ask again about those that are left."""
    if isinstance(event, Used):
        return use_effect(then(s, at(brace, seat, n, by, cause, rule, *used, _mark(event))), "loss", event)
    return lose_hearts(s, seat, n, by, cause, rule)


def reduce_loss(s: Tokyo, by: int) -> Tokyo:
    """Reduce the pending loss of hearts, for effects that are used against it."""
    step, rest = s.agenda[0], s.agenda[1:]
    seat, n, *more = step.args
    left = max(0, int(n) - by)
    return replace(s, agenda=(replace(step, args=(seat, left, *more)), *rest) if left else rest)


def lose_hearts(s: Tokyo, seat: int, n: int, by: int, cause: str, rule: str) -> Tokyo:
    """Take the hearts from a monster."""
    before = s.monsters[seat].hearts
    word = cause_word(cause)
    s = change_number(set_monster(s, seat, noted=False), rule, seat, "hearts", -n, _cause_text(cause))
    lost = before - s.monsters[seat].hearts
    if not lost:
        return s
    s = set_turn_state(s, harmed=s.now.harmed | {(by, seat)})
    if word == SMASH_CAUSE:
        s = set_turn_state(s, smashed=(*s.now.smashed, seat))
        s = trigger_moment(s, "claws_hit", TokyoCase(seat, by=by, n=lost))
    s = trigger_moment(s, "lost", TokyoCase(seat, by=by, cause=word, n=lost))
    return last_breath(s, seat) if has_no_hearts(s, seat) and is_in_game(s, seat) else s


# --- at 0 hearts -------------------------------------------------------------------------------------------------


@auto("KT-14", "KT-29")
def fall(s: Tokyo) -> Tokyo:
    """Eliminate all that are at 0 hearts together, unless an effect brings one back."""
    down = tuple(seat for seat in s.seats_in_game_from_active if not is_in_game(s, seat))
    if not down:
        return s
    return then(s, *(at(last_breath, seat) for seat in down), gone)


@auto("KT-14")
def last_breath(s: Tokyo, seat: int) -> Tokyo:
    """Run the effects of a monster that has come to 0 hearts, even if it stays in the game."""
    return trigger_moment(s, "zero", TokyoCase(seat, by=s.active))


@auto("KT-14", "KT-16", "KT-20")
def gone(s: Tokyo) -> Tokyo:
    """Eliminate those still at 0 hearts, close the Bay if too few are left.

    The game ends if at most one monster is left.
    """
    out = tuple(seat for seat in s.seats_in_game_from_active if not is_in_game(s, seat))
    for seat in out:
        s = eliminate(s, seat)
    for seat in out:
        s = trigger_moment(s, "eliminated", TokyoCase(seat, by=s.active))
    s = check_last_monster(close_bay(s)) if out else s
    over = s.monsters[s.active].out and s.phase != "setup" and s.outcome is None
    return end_eliminated_turn(s) if over else s


@carries("KT-14")
def eliminate(s: Tokyo, seat: int) -> Tokyo:
    """Remove a monster from Tokyo and the game, with its cards (KT-A9)."""
    before = s.monsters[seat]
    s = set_monster(leave_tokyo(s, seat), seat, out=True, hearts=0, points=0, energy=0, cards=(), tiles=())
    s = set_monster(s, seat, poison=0, shrink=0, cultists=0, berserk=False, beast=False)
    lost = (monster_change(s, seat, what, getattr(before, what)) for what in RESOURCES_OF_ELIMINATED)
    changes = tuple(change for change in lost if change.before != change.after)
    who = s.seats[seat]
    text, task = Text("{who} is eliminated", who=who), Text("take your monster and your cards off the table")
    s = note(s, "KT-14", text, other_changes=changes, kind="elimination", subject=who, seat=seat, task=task)
    cards = tuple(held.card for held in before.cards)
    if cards:
        s, ruling = RULEBOOK.apply_ruling(s, "KT-A9", "KT-14")
        s = replace(s, discard=(*s.discard, *cards)) if ruling == "discard" else s
    bottom, middle, top = (NOBODY if owner == seat else owner for owner in s.tower)
    return replace(s, tower=(bottom, middle, top))


@carries("KT-01", "KT-29")
def check_last_monster(s: Tokyo) -> Tokyo:
    """End the game with one monster left, which has won, or none: all have lost."""
    if len(s.seats_in_game) > 1:
        return s
    text = (
        Text("{who} is the last one left", who=s.seats[s.seats_in_game[0]])
        if s.seats_in_game
        else Text("Everybody is eliminated")
    )
    rule = "KT-01" if s.seats_in_game else "KT-29"
    return replace(note(s, rule, text, kind="win"), outcome=Outcome(s.seats_in_game, rule))


@carries("KT-28")
def end_eliminated_turn(s: Tokyo) -> Tokyo:
    """End the turn of an eliminated monster: only survivors of the turn can win by points.

    Its blow still strikes everybody it was aimed at, who may then yield; a card that it bought is still replaced.
    """
    return replace(s, agenda=tuple(step for step in s.agenda if step.name in STEPS_AFTER_ELIMINATION))


_BLOW = ("strike", "brace", "spare", "hide_roll", "fall", "last_breath", "gone", "ask_yields", "yield_tokyo")
_SHOP = ("deal", "name_card", "opportunity", "snatch")
STEPS_AFTER_ELIMINATION = tuple(f"king_of_tokyo.{step}" for step in (*_BLOW, *_SHOP, "crown", "pass_turn"))
"""Steps that remain of a turn in which the active monster was eliminated."""
