"""Manual adjustments, jumps to another step, and the mode with numbers only."""

from __future__ import annotations

from rules import stack
from rules.engine import (
    Adjusted,
    Choice,
    Confirmed,
    Dice,
    Event,
    Prompt,
    Rolled,
    Step,
    Template,
    Text,
    TurnPassed,
    WentTo,
    asks,
    at,
    note,
    then,
)
from rules.engine.overrides import (
    OVERRIDE_PHASE,
    adjusted_value,
    confirmation_prompt,
    find_position,
    note_adjustment,
    note_jump,
    parse_key,
    unknown_tracker,
)
from rules.engine.record import replace
from rules.four_souls.board.solo import COUNTDOWN_DIE_NAME, COUNTDOWN_TRACKER, tick_after_round, time_out
from rules.four_souls.board.temporary import clear_forced
from rules.four_souls.model.events import StackKept
from rules.four_souls.model.state import (
    SOULS_TO_WIN,
    FourSouls,
    Monster,
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

TURN_POSITIONS: dict[str, tuple[Step, Text]] = {
    "FS-41": (at(recharge), Text("Start of the turn")),
    "FS-42": (at(start_effects), Text("Start-of-turn effects")),
    "FS-43": (at(loot_1), Text("Loot 1")),
    "FS-44": (at(action_phase), Text("Action phase")),
    "FS-48": (at(end_effects), Text("End phase")),
    "FS-52": (at(pass_turn), Text("The next player's turn")),
}


# --- manual changes of numbers -----------------------------------------------------------------------------------


def adjust(s: FourSouls, event: Adjusted) -> FourSouls:
    """Change a tracker by a difference, within 0 … 999 (X-06).

    Raises ``Refused`` for any other tracker or number.
    """
    if event.key == COUNTDOWN_TRACKER and s.is_solo:
        return _adjust_countdown(s, event)
    kind, number, what = parse_key(event.key)
    match kind:
        case "seat" if number in range(len(s.seats)):
            return _adjust_player(s, event, number, what)
        case "monster":
            return _adjust_monster(s, event, number, what)
        case "owned":
            return _adjust_counters(s, event, number, what)
    raise unknown_tracker()


def _adjust_player(s: FourSouls, event: Adjusted, seat: int, what: str) -> FourSouls:
    player = s.players[seat]
    if what == "souls":
        return _adjust_souls(s, event, seat)
    if what not in ("life", "cents", "loot", "treasures", "attack"):
        raise unknown_tracker()
    before: int = getattr(player, what)
    after = adjusted_value(before, event.by)
    s = note_adjustment(set_player(s, seat, **{what: after}), event, s.seats[seat], NUMBER_NAMES[what], before)
    if what == "life" and after == 0 and player.doom == "none":
        return _ask_death(s, seat)
    return s


def _ask_death(s: FourSouls, seat: int) -> FourSouls:
    if s.depth == "numbers":
        return set_player(s, seat, doom="noted")
    return then(set_player(s, seat, doom="asked"), at(confirm_death, seat))


def _adjust_souls(s: FourSouls, event: Adjusted, seat: int) -> FourSouls:
    before, others = s.players[seat].soul_count, s.team_souls(seat) - s.players[seat].soul_count
    after = adjusted_value(before, event.by)
    souls = _souls_worth(s.players[seat].souls, after)
    s = note_adjustment(set_player(s, seat, souls=souls), event, s.seats[seat], NUMBER_NAMES["souls"], before)
    if before + others < SOULS_TO_WIN <= after + others:
        return then(replace(s, unclaimed=s.unclaimed | s.allies(seat)), at(confirm_win, seat))
    return s


def souls_in_play(s: FourSouls) -> tuple[int, ...]:
    """Return each seat's souls for statistics, without a fourth that was only set by hand."""
    return tuple(
        sum(card.worth for card in player.souls if seat not in s.unclaimed or not _is_set_by_hand(card))
        for seat, player in enumerate(s.players)
    )


def _is_set_by_hand(card: SoulCard) -> bool:
    return not card.name and not card.pile


def _adjust_countdown(s: FourSouls, event: Adjusted) -> FourSouls:
    after = adjusted_value(s.countdown, event.by)
    s = note_adjustment(replace(s, countdown=after), event, COUNTDOWN_DIE_NAME, NUMBER_NAMES["countdown"], s.countdown)
    return s if after else then(s, confirm_time_out)


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


def _adjust_monster(s: FourSouls, event: Adjusted, id: int, what: str) -> FourSouls:
    monster = s.find_monster(id)
    if monster is None or what not in ("life", "evasion", "attack"):
        raise unknown_tracker()
    before: int = s.evasion_of(monster) if what == "evasion" else getattr(monster, what)
    after = adjusted_value(before, event.by)
    last = {"slayer": -1, "face": 0} if what == "life" else {}
    value = _stored_evasion(s, monster, after) if what == "evasion" else after
    s = note_adjustment(
        set_monster(s, id, **{what: value}, **last), event, card_name(monster.card), NUMBER_NAMES[what], before
    )
    if what == "life" and after == 0 and monster.doom == "none":
        doom = "noted" if s.depth == "numbers" else "asked"
        s = set_monster(s, id, doom=doom)
        return s if doom == "noted" else then(s, at(confirm_monster_death, id))
    return s


def _stored_evasion(s: FourSouls, monster: Monster, wanted: int) -> int:
    """Return what to store so that the evasion counts as set by hand, beyond its limits too."""
    changes = s.evasion_changes(monster)
    beyond = (wanted > 6 and changes > 0) or (wanted < 1 and changes < 0)
    return wanted + changes if beyond and s.ruling("FS-A30") != "free" else wanted


def _adjust_counters(s: FourSouls, event: Adjusted, id: int, what: str) -> FourSouls:
    found = s.find_owned_item(id)
    if found is None or what != "counters":
        raise unknown_tracker()
    before = found[1].counters
    after = adjusted_value(before, event.by)
    return note_adjustment(set_owned(s, id, counters=after), event, owned_name(found[1]), NUMBER_NAMES[what], before)


# --- confirmation of deaths and victories ------------------------------------------------------------------------


def death_prompt(s: FourSouls, seat: int) -> Prompt:
    """Ask whether a player at 0 life died in play."""
    return confirmation_prompt(Text("{who} is at 0 life. Did it happen in play?", who=s.seats[seat]), "FS-82")


@asks("FS-82", prompt=death_prompt)
def confirm_death(s: FourSouls, event: Confirmed, seat: int) -> FourSouls:
    """Put the death on the stack if it happened in play; otherwise it was only a number."""
    return set_player(s, seat, doom="none" if event.played else "noted")


def monster_death_prompt(s: FourSouls, id: int) -> Prompt:
    """Ask whether a monster at 0 life died in play."""
    monster = s.find_monster(id)
    name = card_name(monster.card) if monster else Text("the monster")
    return confirmation_prompt(Text("{who} is at 0 life. Did it happen in play?", who=name), "FS-92")


@asks("FS-92", prompt=monster_death_prompt)
def confirm_monster_death(s: FourSouls, event: Confirmed, id: int) -> FourSouls:
    """Put the death on the stack if it happened in play; otherwise it was only a number."""
    return set_monster(s, id, doom="none" if event.played else "noted")


def win_prompt(s: FourSouls, seat: int) -> Prompt:
    """Ask whether a fourth soul set by hand was won in play."""
    return confirmation_prompt(Text("{who} has four souls. Did it happen in play?", who=s.seats[seat]), "FS-109")


@asks("FS-109", prompt=win_prompt)
def confirm_win(s: FourSouls, event: Confirmed, seat: int) -> FourSouls:
    """End the game as won if it happened in play."""
    return replace(s, unclaimed=s.unclaimed - s.allies(seat)) if event.played else s


def time_out_prompt(s: FourSouls) -> Prompt:
    """Ask whether the die of a solo game reached 0 in play."""
    return confirmation_prompt(Text("The die of eight is at 0. Did it happen in play?"), "FS-122")


@asks("FS-122", prompt=time_out_prompt)
def confirm_time_out(s: FourSouls, event: Confirmed) -> FourSouls:
    """End the game as lost if it happened in play."""
    return then(s, time_out) if event.played else s


# --- jumps to another step ---------------------------------------------------------------------------------------


def go_to_step(s: FourSouls, event: WentTo) -> FourSouls:
    """Jump to a step of the turn; end the fight and ask about a stack that is left."""
    step, label = find_position(TURN_POSITIONS, event.rule)
    tail = TURN_STEPS[TURN_STEPS.index(step) :]
    s = note_jump(s, label)
    s = replace(clear_forced(s), agenda=tail, combat=0, ending=False, revealed=None, turn=max(1, s.turn))
    phase: TurnPhase = "start" if s.phase == "setup" else s.phase
    s = replace(s, phase=phase, stack=stack.give_priority(s.stack, s.active))
    s = _withdraw_questions(s)
    return then(s, keep_stack) if s.stack.items or s.waiting else s


def _withdraw_questions(s: FourSouls) -> FourSouls:
    """Mark deaths in question as corrections, because their questions left the agenda."""
    for seat, player in enumerate(s.players):
        if player.doom == "asked":
            s = set_player(s, seat, doom="noted")
    for monster in s.monsters:
        if monster.doom == "asked":
            s = set_monster(s, monster.id, doom="noted")
    return s


def keep_stack_prompt(s: FourSouls) -> Prompt:
    """Ask whether what is on the stack is still there."""
    n = len(s.stack.items) + len(s.waiting)
    title = Text("{n} thing is on the stack. Does it stay?", "{n} things are on the stack. Do they stay?", n=n)
    stays = Choice(Text("It stays"), Template(StackKept(True)), role="usual")
    clear = Choice(Text("Clear the stack"), Template(StackKept(False)))
    return Prompt((s.active,), title, "X-06", (stays, clear), phase=OVERRIDE_PHASE)


@asks("X-06", prompt=keep_stack_prompt)
def keep_stack(s: FourSouls, event: StackKept) -> FourSouls:
    """Resolve the stack before the step that the table went to, or clear it with its deaths."""
    if event.stays:
        return then(s, at(window, "between"))
    for seat, player in enumerate(s.players):
        if player.doom == "dying":
            s = set_player(s, seat, doom="noted")
    for monster in s.monsters:
        if monster.doom == "dying":
            s = set_monster(s, monster.id, doom="noted")
    return note(
        replace(s, stack=stack.Stack(holder=s.active), waiting=()), "X-06", Text("By hand: the stack is cleared")
    )


# --- numbers only ------------------------------------------------------------------------------------------------


def numbers_prompt(s: FourSouls) -> Prompt:
    """Offer the next turn and a die, without any question."""
    following = s.seats[(s.active + 1) % len(s.seats)]
    passes = Choice(Text("{who}'s turn", who=following), Template(TurnPassed()), role="leave")
    die = Choice(Text("Roll a die"), Template(Rolled(()), (Dice("faces"),)))
    return Prompt(
        (s.active,), Text("{who}'s turn", who=s.seats[s.active]), "X-06", (die, passes), phase=Text("Numbers only")
    )


@asks("X-06", prompt=numbers_prompt)
def numbers_only(s: FourSouls, event: Event) -> FourSouls:
    """Start the next turn, or note a die that has no effect."""
    match event:
        case Rolled(faces):
            return then(note(s, "FS-54", Text("The die shows {n}", n=faces[0])), numbers_only)
        case TurnPassed():
            seat = (s.active + 1) % len(s.seats)
            s = replace(s, active=seat, turn=s.turn + 1, phase="action", combat=0, ending=False, waiting=())
            s = replace(s, stack=stack.Stack(holder=seat), agenda=(at(numbers_only), *TURN_STEPS[3:]))
            return tick_after_round(note(s, "FS-52", Text("{who}'s turn", who=s.seats[seat])))
    raise TypeError(event)
