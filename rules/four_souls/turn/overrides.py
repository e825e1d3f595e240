"""Manual adjustments, jumps to another step, and the mode with numbers only."""

from __future__ import annotations

from typing import Any

from rules import stack
from rules.engine import (
    Change,
    Choice,
    Confirmed,
    Dice,
    Event,
    HandMove,
    Prompt,
    Rolled,
    Template,
    Text,
    TrackerGroup,
    TrackerKind,
    TurnPassed,
    TurnPosition,
    asks,
    at,
    note,
    steps_from,
    then,
)
from rules.engine.numbers_only import turn_prompt
from rules.engine.overrides import OVERRIDE_PHASE, confirmation_prompt
from rules.engine.record import replace
from rules.four_souls.board.solo import COUNTDOWN_DIE_NAME, tick_after_round, time_out
from rules.four_souls.board.temporary import clear_forced
from rules.four_souls.model.events import StackKept
from rules.four_souls.model.item import Owned
from rules.four_souls.model.state import (
    SOULS_TO_WIN,
    START_COUNTDOWN,
    DeathStatus,
    FourSouls,
    Monster,
    Player,
    SoulCard,
    TurnPhase,
    set_monster,
    set_owned,
    set_player,
)
from rules.four_souls.stack.priority import window
from rules.four_souls.vocabulary.card_names import card_name, owned_name
from rules.four_souls.vocabulary.state_changes import NUMBER_NAMES

from .turn import TURN_STEPS, action_phase, end_effects, loot_1, pass_turn, recharge, start_effects

TRACKERS: tuple[TrackerGroup[FourSouls, Any], ...] = (
    TrackerGroup[FourSouls, Player](
        "seat",
        NUMBER_NAMES,
        (
            TrackerKind("life", "life", lambda s, it: it.record.full, counted=Text("{n} life", n=0)),
            TrackerKind("cents", "cents", shown=lambda s, it: s.is_counted("cents"), counted=Text("{n}¢", n=0)),
            TrackerKind(
                "souls",
                "soul",
                read=lambda s, it: it.record.soul_count,
                write=lambda s, it, n: {"souls": _souls_worth(it.record.souls, n)},
                counted=Text("{n} soul", "{n} souls", n=0),
            ),
            TrackerKind(
                "loot",
                "loot",
                shown=lambda s, it: s.is_counted("loot"),
                counted=Text("{n} loot card", "{n} loot cards", n=0),
            ),
            TrackerKind("treasures", counted=Text("{n} item", "{n} items", n=0)),
            TrackerKind("attack", "attack", counted=Text("{n} attack strength", n=0)),
        ),
        lambda s: ((seat, seat, player) for seat, player in enumerate(s.players)),
        set_player,
    ),
    TrackerGroup[FourSouls, Owned](
        "owned",
        NUMBER_NAMES,
        (
            TrackerKind(
                "counters",
                shown=lambda s, it: it.record.counters > 0 or it.record.pays == "counters",
                title=lambda o: Text("counters on {item}", item=owned_name(o)),
            ),
        ),
        lambda s: ((seat, o.id, o) for seat, player in enumerate(s.players) for o in player.items),
        set_owned,
        lambda s, it: owned_name(it.record),
    ),
    TrackerGroup[FourSouls, Monster](
        "monster",
        NUMBER_NAMES,
        (
            TrackerKind(
                "life",
                "life",
                lambda s, it: s.full_life(it.record),
                write=lambda s, it, n: {"life": n, "slayer": -1, "face": 0},
                counted=Text("{n} life", n=0),
            ),
            TrackerKind(
                "evasion",
                "evasion",
                read=lambda s, it: s.evasion_of(it.record),
                write=lambda s, it, n: {"evasion": _stored_evasion(s, it.record, n)},
                counted=Text("{n} evasion", n=0),
            ),
            TrackerKind("attack", "attack", counted=Text("{n} attack strength", n=0)),
        ),
        lambda s: ((None, m.id, m) for m in s.fighters),
        set_monster,
        lambda s, it: card_name(it.record.card),
    ),
    TrackerGroup[FourSouls, FourSouls](
        "table",
        NUMBER_NAMES,
        (TrackerKind("countdown", maximum=lambda s, it: START_COUNTDOWN),),
        lambda s: ((None, 0, s),) if s.is_solo else (),
        owner=lambda s, it: COUNTDOWN_DIE_NAME,
    ),
)
"""Every number that may be set by hand (X-06)."""
HAND_MOVES = {
    "seat.cents": HandMove(
        Text("take {n} ¢", n=0), Text("pay {n} ¢", n=0), Text("give {n} ¢ to {who}", n=0, who=""), is_alike=True
    ),
    "seat.loot": HandMove(
        Text("draw {n} loot card", "draw {n} loot cards", n=0),
        Text("discard {n} loot card", "discard {n} loot cards", n=0),
        Text("give {n} loot card to {who}", "give {n} loot cards to {who}", n=0, who=""),
    ),
    "seat.treasures": HandMove(
        Text("take {n} treasure", "take {n} treasures", n=0),
        Text("destroy {n} item", "destroy {n} items", n=0),
        Text("give {n} item to {who}", "give {n} items to {who}", n=0, who=""),
    ),
    "seat.souls": HandMove(
        Text("take {n} soul", "take {n} souls", n=0),
        Text("discard {n} soul", "discard {n} souls", n=0),
        Text("give {n} soul to {who}", "give {n} souls to {who}", n=0, who=""),
    ),
    "owned.counters": HandMove(
        Text("put {n} counter on {owner}", "put {n} counters on {owner}", n=0, owner=""),
        Text("take {n} counter off {owner}", "take {n} counters off {owner}", n=0, owner=""),
        is_alike=True,
    ),
}
"""What is moved for each number, by the key of its tracker; life and attack are numbers alone."""
SELF_DONE_RULES = frozenset({"FS-13", "FS-15", "FS-17", "FS-99", "FS-111", "FS-112", "FS-114"})
"""Whoever pays for an effect, plays loot or trades with another player does it while saying so.

A trinket stays where it was played: no treasure is taken for it. A character's own soul is printed on its card, and
an item that becomes a soul only changes its place, which is a task.
"""


POSITIONS = (
    TurnPosition("FS-41", Text("Start of the turn"), steps_from(TURN_STEPS, recharge)),
    TurnPosition("FS-42", Text("Start-of-turn effects"), steps_from(TURN_STEPS, start_effects)),
    TurnPosition("FS-43", Text("Loot 1"), steps_from(TURN_STEPS, loot_1)),
    TurnPosition("FS-44", Text("Action phase"), steps_from(TURN_STEPS, action_phase)),
    TurnPosition("FS-48", Text("End phase"), steps_from(TURN_STEPS, end_effects)),
    TurnPosition("FS-52", Text("The next player's turn"), steps_from(TURN_STEPS, pass_turn)),
)


# --- manual changes of numbers -----------------------------------------------------------------------------------


def ask_consequences(s: FourSouls, change: Change) -> FourSouls:
    """Ask whether a death, a victory or a defeat by a number set by hand happened in play."""
    match change.key.split("."):
        case "table", "countdown" if not change.after:
            return then(s, confirm_time_out)
        case "seat", seat, "souls":
            return _ask_win(s, int(seat), change)
        case "seat", seat, "life" if not change.after and s.players[int(seat)].doom == "none":
            return _ask_death(s, int(seat))
        case "monster", id, "life" if not change.after:
            return _ask_monster_death(s, int(id))
    return s


def _ask_death(s: FourSouls, seat: int) -> FourSouls:
    if s.depth == "numbers":
        return set_player(s, seat, doom="noted")
    return then(set_player(s, seat, doom="asked"), at(confirm_death, seat))


def _ask_win(s: FourSouls, seat: int, change: Change) -> FourSouls:
    others = s.team_souls(seat) - change.after
    if change.before + others < SOULS_TO_WIN <= change.after + others:
        return then(replace(s, unclaimed=s.unclaimed | s.allies(seat)), at(confirm_win, seat))
    return s


def _ask_monster_death(s: FourSouls, id: int) -> FourSouls:
    monster = s.find_monster(id)
    if monster is None or monster.doom != "none":
        return s
    if s.depth == "numbers":
        return set_monster(s, id, doom="noted")
    return then(set_monster(s, id, doom="asked"), at(confirm_monster_death, id))


def souls_in_play(s: FourSouls) -> tuple[int, ...]:
    """Return each seat's souls for statistics, without a fourth that was only set by hand."""
    return tuple(
        sum(card.worth for card in player.souls if seat not in s.unclaimed or not _is_set_by_hand(card))
        for seat, player in enumerate(s.players)
    )


def _is_set_by_hand(card: SoulCard) -> bool:
    return not card.name and not card.pile


def _souls_worth(cards: tuple[SoulCard, ...], worth: int) -> tuple[SoulCard, ...]:
    """Return the cards that fit into that worth, the latest leaving first.

    An unnamed card makes up the rest.
    """
    remaining: list[SoulCard] = []
    for card in cards:
        if sum(k.worth for k in remaining) + card.worth <= worth:
            remaining.append(card)
    rest = worth - sum(card.worth for card in remaining)
    return (*remaining, SoulCard("", rest)) if rest else tuple(remaining)


def _stored_evasion(s: FourSouls, monster: Monster, wanted: int) -> int:
    """Return what to store so that the evasion counts as set by hand, beyond its limits too."""
    changes = s.evasion_changes(monster)
    beyond = (wanted > 6 and changes > 0) or (wanted < 1 and changes < 0)
    return wanted + changes if beyond and s.ruling("FS-A30") != "free" else wanted


# --- confirmation of deaths and victories ------------------------------------------------------------------------


def death_prompt(s: FourSouls, seat: int) -> Prompt:
    """Ask whether a player at 0 life died in play."""
    return confirmation_prompt(s.every_seat, Text("{who} is at 0 life. A real death?", who=s.seats[seat]), "FS-82")


@asks("FS-82", prompt=death_prompt)
def confirm_death(s: FourSouls, event: Confirmed, seat: int) -> FourSouls:
    """Put the death on the stack if it happened in play; otherwise it was only a number."""
    return set_player(s, seat, doom="none" if event.played else "noted")


def monster_death_prompt(s: FourSouls, id: int) -> Prompt:
    """Ask whether a monster at 0 life died in play."""
    monster = s.find_monster(id)
    name = card_name(monster.card) if monster else Text("the monster")
    return confirmation_prompt(s.every_seat, Text("{who} is at 0 life. A real death?", who=name), "FS-92")


@asks("FS-92", prompt=monster_death_prompt)
def confirm_monster_death(s: FourSouls, event: Confirmed, id: int) -> FourSouls:
    """Put the death on the stack if it happened in play; otherwise it was only a number."""
    return set_monster(s, id, doom="none" if event.played else "noted")


def win_prompt(s: FourSouls, seat: int) -> Prompt:
    """Ask whether a fourth soul set by hand was won in play."""
    return confirmation_prompt(s.every_seat, Text("{who} has four souls. Really won?", who=s.seats[seat]), "FS-109")


@asks("FS-109", prompt=win_prompt)
def confirm_win(s: FourSouls, event: Confirmed, seat: int) -> FourSouls:
    """End the game as won if it happened in play."""
    return replace(s, unclaimed=s.unclaimed - s.allies(seat)) if event.played else s


def time_out_prompt(s: FourSouls) -> Prompt:
    """Ask whether the die of a solo game reached 0 in play."""
    return confirmation_prompt(s.every_seat, Text("The die of eight is at 0. Did it really run out?"), "FS-122")


@asks("FS-122", prompt=time_out_prompt)
def confirm_time_out(s: FourSouls, event: Confirmed) -> FourSouls:
    """End the game as lost if it happened in play."""
    return then(s, time_out) if event.played else s


# --- jumps to another step ---------------------------------------------------------------------------------------


def end_fight(s: FourSouls, position: TurnPosition) -> FourSouls:
    """End the fight after a jump to a step of the turn, and ask about a stack that is left."""
    s = replace(clear_forced(s), combat=0, ending=False, revealed=None, turn=max(1, s.turn))
    phase: TurnPhase = "start" if s.phase == "setup" else s.phase
    s = replace(s, phase=phase, stack=stack.give_priority(s.stack, s.active))
    s = _note_deaths(s, "asked")  # their questions left the agenda
    return then(s, keep_stack) if s.stack.items or s.waiting else s


def _note_deaths(s: FourSouls, doom: DeathStatus) -> FourSouls:
    """Make deaths at that point corrections: they have no consequences any more."""
    for seat, player in enumerate(s.players):
        if player.doom == doom:
            s = set_player(s, seat, doom="noted")
    for monster in s.fighters:
        if monster.doom == doom:
            s = set_monster(s, monster.id, doom="noted")
    return s


def keep_stack_prompt(s: FourSouls) -> Prompt:
    """Ask whether what is on the stack is still there."""
    n = len(s.stack.items) + len(s.waiting)
    title = Text("{n} thing is on the stack. Does it stay?", "{n} things are on the stack. Do they stay?", n=n)
    stays = Choice(Text("It stays"), Template(StackKept(True)), role="default")
    clear = Choice(Text("Clear the stack"), Template(StackKept(False)))
    return Prompt((s.active,), title, "X-06", (stays, clear), phase=OVERRIDE_PHASE)


@asks("X-06", prompt=keep_stack_prompt)
def keep_stack(s: FourSouls, event: StackKept) -> FourSouls:
    """Resolve the stack before the step that the table went to, or clear it with its deaths."""
    if event.stays:
        return then(s, at(window, "between"))
    s = _note_deaths(s, "dying")
    return note(
        replace(s, stack=stack.Stack(holder=s.active), waiting=()), "X-06", Text("By hand: the stack is cleared")
    )


# --- numbers only ------------------------------------------------------------------------------------------------


def roll_or_pass_prompt(s: FourSouls) -> Prompt:
    """Ask only for a die or the next turn."""
    die = Choice(Text("Roll a die"), Template(Rolled(()), (Dice("faces"),)))
    return turn_prompt(s, (s.active + 1) % len(s.seats), die)


@asks("X-06", prompt=roll_or_pass_prompt)
def numbers_only(s: FourSouls, event: Event) -> FourSouls:
    """Start the next turn, or note a die that has no effect."""
    match event:
        case Rolled(faces):
            return then(note(s, "FS-54", Text("The die shows {n}", n=faces[0])), numbers_only)
        case TurnPassed():
            seat = (s.active + 1) % len(s.seats)
            s = replace(s, active=seat, turn=s.turn + 1, phase="action", combat=0, ending=False, waiting=())
            s = replace(s, stack=stack.Stack(holder=seat), agenda=(at(numbers_only), *TURN_STEPS[3:]))
            return tick_after_round(note(s, "FS-52", Text("{who}'s turn", who=s.seats[seat]), kind="restated"))
    raise TypeError(event)
