"""MX-16 … MX-20: the closing phase, with upkeep, victory points and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from rules.engine import (
    Choice,
    Displayable,
    Event,
    Outcome,
    Prompt,
    Template,
    Text,
    asks,
    at,
    auto,
    carries,
    note,
    then,
)
from rules.engine.record import replace
from rules.malifaux.conditions import acts_by_itself, condition_name, fade, suffer
from rules.malifaux.model.events import Ended, Judged, Kept, PointsDone, Replaced, Scored, Spent, Stopped
from rules.malifaux.model.state import RULEBOOK, Condition, Malifaux, Model, set_model
from rules.malifaux.state_changes import (
    CHEAT,
    CLOSING_PHASE,
    cheat,
    flip_name,
    gain,
    hand_hole,
    model_name,
    remove_condition,
    spend_soulstone,
)

from .initiative import apply_flip, flip_choices, flip_odds, flip_value, refill_deck

FIRST_END_FLIP_TURN = 5
"""The first turn at whose end a card is flipped for another turn."""
FIRST_END_FLIP_VALUE = 10
"""Value that the first such flip needs for another turn; each later turn needs one more."""
ALL_SEATS = -1
"""In place of a seat: the effects of all players together."""

# --- upkeep ------------------------------------------------------------------------------------------------------


@auto("MX-16", "MX-17")
def upkeep(s: Malifaux) -> Malifaux:
    """End the effects that are due, by player in turn order, or as ruled (MX-A9)."""
    s = replace(s, phase="closing", acting=0)
    owners = [seat for seat in s.order if any(effect.acts for _, effect in effects_ending_now(s, seat))]
    if len(owners) > 2:
        s = RULEBOOK.note_ruling(s, "MX-A9", "MX-17")
        if s.ruling("MX-A9") == "table":
            return then(s, at(end_effects, ALL_SEATS), at(pass_time))
    return then(s, *(at(end_effects, seat) for seat in s.order), at(pass_time))


def effects_ending_now(s: Malifaux, seat: int) -> list[tuple[Model, Condition]]:
    """Return a player's effects that end or do damage now; for ``ALL_SEATS`` of all players."""
    seats = s.order if seat == ALL_SEATS else (seat,)
    models = (model for k in seats for model in s.players[k].crew if model.wounds)
    due = ((model, effect) for model in models for effect in model.conditions if effect.turns == 1)
    return [(model, effect) for model, effect in due if acts_by_itself(s) or not (effect.kind and effect.kind.fades)]


def damage_at_upkeep(s: Malifaux) -> Text | None:
    """Say which conditions take wounds at upkeep, model by model.

    None where none does, or where their order is asked for.
    """
    lines: list[Text] = []
    for seat in s.order if acts_by_itself(s) else ():
        due = effects_ending_now(s, seat)
        if len(due) > 1 and any(effect.acts for _, effect in due):
            return None
        for model in dict.fromkeys(model for model, _ in due):
            lines += _damage_lines(model, [effect for one, effect in due if one == model])
    return reduce(lambda first, then: Text("{first}; {then}", first=first, then=then), lines) if lines else None


def _damage_lines(model: Model, effects: Sequence[Condition]) -> Iterator[Text]:
    causes, left = list[Displayable](), model.wounds
    for effect in effects:
        loss = min(left, effect.kind.damage_of(effect.value)) if effect.kind else 0
        causes += [condition_name(effect)] if loss else []
        left -= loss
    if causes:
        what = reduce(lambda first, then: Text("{first}, {then}", first=first, then=then), causes)
        yield Text("{model}: wounds left −{n} by {what}", model=model_name(model), n=model.wounds - left, what=what)


@auto("MX-16", "MX-17")
def end_effects(s: Malifaux, seat: int) -> Malifaux:
    """End the effects one by one; their owner chooses the order where it may matter."""
    over = effects_ending_now(s, seat)
    if len(over) > 1 and any(effect.acts for _, effect in over):
        return then(s, at(which_ends, seat), at(end_effects, seat))
    for _, effect in over:
        s = end_condition(s, effect.id)
    return s


@carries("MX-16")
def end_condition(s: Malifaux, id: int) -> Malifaux:
    """End an effect after its damage, unless it fades; with a note if its end does something.

    The effects of a model that is out do nothing more, nor do those of one that falls by their damage.
    """
    alive = (model for player in s.players for model in player.crew if model.wounds)
    found = next(((model, effect) for model in alive for effect in model.conditions if effect.id == id), None)
    if found is None:
        return s
    model, effect = found
    s = suffer(s, model.id, effect)
    return (fade(s, model.id, effect) or _end_effect(s, model, effect)) if s.is_alive(model.id) else s


def _end_effect(s: Malifaux, model: Model, effect: Condition) -> Malifaux:
    s = remove_condition(s, effect.id)
    s = note(s, "MX-16", Text("{model}: {what} ends", model=model_name(model), what=condition_name(effect)))
    return note(s, "MX-17", Text("Do what its end says")) if effect.acts else s


def which_ends_prompt(s: Malifaux, seat: int) -> Prompt:
    """Ask which effect ends next."""
    who = s.first_player if seat == ALL_SEATS else seat
    choices = tuple(
        Choice(
            Text("{model}: {what}", model=model_name(model), what=condition_name(effect)),
            Template(Ended(effect.id)),
            role="default",
            seat=who,
        )
        for model, effect in effects_ending_now(s, seat)
    )
    return Prompt((who,), Text("Which ends first?"), "MX-17", choices, phase=CLOSING_PHASE)


@asks("MX-17", prompt=which_ends_prompt)
def which_ends(s: Malifaux, event: Ended, seat: int) -> Malifaux:
    """End that effect; the rest are asked about again."""
    return end_condition(s, event.condition)


@auto("MX-16")
def pass_time(s: Malifaux) -> Malifaux:
    """Reduce the remaining turns of the other effects by one.

    Those of a model that is out end here, without a word.
    """
    for player in s.players:
        for model in player.crew:
            lasting = (c for c in model.conditions if model.wounds or c.turns != 1)
            left = tuple(replace(c, turns=c.turns - 1) if c.turns > 1 else c for c in lasting)
            s = set_model(s, model.id, conditions=left)
    return s


# --- victory points ----------------------------------------------------------------------------------------------


def score_prompt(s: Malifaux) -> Prompt:
    """Ask for the points of strategies and schemes at the end of a turn."""
    return _points_prompt(s, "MX-18", Text("Points for the strategy and the schemes?"))


@asks("MX-18", prompt=score_prompt)
def score(s: Malifaux, event: Event) -> Malifaux:
    """Add a victory point, and ask again until nobody gains more."""
    match event:
        case Scored(seat):
            return then(gain(s, "MX-18", seat, "points", 1), score)
        case PointsDone():
            return s
    raise TypeError(event)


def _points_prompt(s: Malifaux, rule: str, title: Text) -> Prompt:
    most = s.limits.points
    below = [seat for seat, player in enumerate(s.players) if not most or player.points < most]
    more = (Choice(Text("{who} +1", who=s.seats[seat]), Template(Scored(seat)), seat=seat) for seat in below)
    done = Choice(Text("Nothing more"), Template(PointsDone()), _after_points(s), role="default")
    stake = Text("{what}", what=s.limits.strategy) if s.limits.strategy else None
    return Prompt(s.order, title, rule, (*more, done), stake, CLOSING_PHASE)


def _after_points(s: Malifaux) -> Text | None:
    """Say that the flip for another turn comes after the points.

    Whatever else follows is found by the lookahead.
    """
    is_flipped = s.phase != "end" and s.turn >= FIRST_END_FLIP_TURN and not _is_agreed_last_turn(s)
    return Text("then the final flip") if is_flipped else None


# --- another turn ------------------------------------------------------------------------------------------------


def end_flip_threshold(turn: int) -> int:
    """Return the value that the flip at the end of that turn needs for another one.

    10 in turn 5, one more each turn later (MX-A2).
    """
    return FIRST_END_FLIP_VALUE + turn - FIRST_END_FLIP_TURN


def _is_agreed_last_turn(s: Malifaux) -> bool:
    return 0 < s.limits.turns <= s.turn


@auto("MX-19")
def check_end(s: Malifaux) -> Malifaux:
    """Flip for another turn from turn 5 on; an agreed last turn ends the game instead (MX-A6)."""
    if _is_agreed_last_turn(s):
        return end_encounter(note(s, "MX-19", Text("Turn {n} was agreed to be the last", n=s.turn)))
    if s.turn < FIRST_END_FLIP_TURN:
        return s
    return then(refill_deck(s, s.first_player), end_flip)


def end_flip_stake(s: Malifaux) -> Text:
    """Describe the value that the flip needs, and its probability."""
    least = end_flip_threshold(s.turn)
    share = flip_odds(s, s.first_player, least)
    percent = round(100 * share)
    if s.knows_discards:
        return Text("{n} or more: another turn. {p} %, by the cards nobody has seen", n=least, p=percent)
    return Text("{n} or more: another turn. {p} % with a full deck", n=least, p=percent)


def end_flip_prompt(s: Malifaux) -> Prompt:
    """Ask for the First Player's card."""
    seat = s.first_player
    sure = Text("By the rules only the flip ends the game. End it here?")
    stop = Choice(Text("End the game here"), Template(Stopped()), role="exit", confirm=sure)
    title = Text("{who} flips: does the game go on?", who=s.seats[seat])
    choices = (*flip_choices(s, seat, automatic=False), stop)
    return Prompt((seat,), title, "MX-19", choices, end_flip_stake(s), CLOSING_PHASE)


@asks("MX-19", prompt=end_flip_prompt)
def end_flip(s: Malifaux, event: Event) -> Malifaux:
    """Apply the flip; where the table rules so it may still be changed (MX-A3)."""
    if isinstance(event, Stopped):
        return end_encounter(note(s, "X-06", Text("The table ends the game here")))
    s = RULEBOOK.note_ruling(apply_flip(s, event, s.first_player), "MX-A3", "MX-19")
    return then(s, decide) if s.ruling("MX-A3") == "no" else then(s, end_change, decide)


def end_change_prompt(s: Malifaux) -> Prompt:
    """Ask whether the First Player changes the flip."""
    seat = s.first_player
    player, who = s.players[seat], s.seats[seat]
    decline = Choice(Text("It stays"), Template(Kept((seat,))), role="default", seat=seat)
    stone = Choice(Text("A soulstone to flip again"), Template(Spent(seat)), seat=seat)
    cheat = Choice(CHEAT, Template(Replaced(seat), (hand_hole(s, seat),)), seat=seat)
    choices = (
        decline,
        *((stone,) if player.stones else ()),
        *((cheat,) if player.hand or not s.has_virtual_decks else ()),
    )
    title = Text("{who} has flipped {card}: does it stay?", who=who, card=flip_name(s, seat))
    return Prompt((seat,), title, "MX-19", choices, end_flip_stake(s), CLOSING_PHASE)


@asks("MX-19", prompt=end_change_prompt)
def end_change(s: Malifaux, event: Event) -> Malifaux:
    """Replace the flip by a card of the hand, or flip again for a soulstone; once."""
    match event:
        case Replaced(seat, (card,)):
            return cheat(s, seat, card)
        case Spent(seat):
            return then(refill_deck(spend_soulstone(s, "MX-19", seat), seat), last_flip)
    return s


def last_flip_prompt(s: Malifaux) -> Prompt:
    """Ask for the card that the soulstone paid for."""
    title = Text("{who} flips again", who=s.seats[s.first_player])
    return Prompt(
        (s.first_player,),
        title,
        "MX-19",
        flip_choices(s, s.first_player, automatic=False),
        end_flip_stake(s),
        CLOSING_PHASE,
    )


@asks("MX-19", prompt=last_flip_prompt)
def last_flip(s: Malifaux, event: Event) -> Malifaux:
    """Apply that flip; it cannot be changed."""
    return apply_flip(s, event, s.first_player)


@auto("MX-19")
def decide(s: Malifaux) -> Malifaux:
    """Go on with another turn if the flip is high enough; end the encounter otherwise."""
    least, seat = end_flip_threshold(s.turn), s.first_player
    goes_on, card = flip_value(s, seat) >= least, flip_name(s, seat)
    text = Text("{n} was needed: another turn", n=least) if goes_on else Text("{n} was needed: the game ends", n=least)
    s = note(s, "MX-19", text, kind="final_flip", subject=card, seat=seat)
    return s if goes_on else end_encounter(s)


# --- the end -----------------------------------------------------------------------------------------------------


@carries("MX-20")
def end_encounter(s: Malifaux) -> Malifaux:
    """End the encounter: only the final scoring and the winner remain."""
    return replace(s, phase="end", agenda=(at(end_score), at(win)))


def end_score_prompt(s: Malifaux) -> Prompt:
    """Ask for the points of strategies and schemes at the end of the game."""
    return _points_prompt(s, "MX-20", Text("The game is over. Points that are gained at its end?"))


@asks("MX-20", prompt=end_score_prompt)
def end_score(s: Malifaux, event: Event) -> Malifaux:
    """Add a victory point, and ask again until nobody gains more."""
    match event:
        case Scored(seat):
            return then(gain(s, "MX-20", seat, "points", 1), end_score)
        case PointsDone():
            return s
    raise TypeError(event)


def leaders(s: Malifaux) -> tuple[int, ...]:
    """Return the seats with the most points."""
    most = max(player.points for player in s.players)
    return tuple(seat for seat, player in enumerate(s.players) if player.points == most)


@auto("MX-20")
def win(s: Malifaux) -> Malifaux:
    """Let the player with the most points win; a tie is a draw or judged by the table (MX-A4)."""
    best = leaders(s)
    for seat, player in enumerate(s.players):
        text = Text("{who}: {n} victory point", "{who}: {n} victory points", who=s.seats[seat], n=player.points)
        s = note(s, "MX-20", text, kind="win" if best == (seat,) else "")
    if len(best) == 1:
        return replace(s, outcome=Outcome(best, "MX-20"))
    s = RULEBOOK.note_ruling(s, "MX-A4", "MX-20")
    if s.ruling("MX-A4") == "table":
        return then(s, judge)
    return replace(s, outcome=Outcome(best, "MX-20", draw=True))


def judge_prompt(s: Malifaux) -> Prompt:
    """Ask who of the tied players has won."""
    seats = (Choice(Text("{who}", who=s.seats[k]), Template(Judged(k)), role="default", seat=k) for k in leaders(s))
    draw = Choice(Text("It is a draw"), Template(Judged(-1)))
    return Prompt(s.order, Text("Level on points: who wins?"), "MX-20", (*seats, draw), phase=CLOSING_PHASE)


@asks("MX-20", prompt=judge_prompt)
def judge(s: Malifaux, event: Judged) -> Malifaux:
    """Set the outcome that the table names."""
    if event.seat < 0:
        return replace(s, outcome=Outcome(leaders(s), "MX-20", draw=True))
    return replace(s, outcome=Outcome((event.seat,), "MX-20"))
