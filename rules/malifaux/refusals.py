"""Why an answer of Malifaux is refused: the rule behind it."""

from __future__ import annotations

from rules.engine import Event, Refused, Text, prompt
from rules.malifaux.model.events import (
    Activated,
    Afflicted,
    Agreed,
    Cheated,
    Chose,
    Conditioned,
    Damaged,
    Deployed,
    Discarded,
    Drew,
    Ended,
    Finished,
    Flipped,
    FlippedTogether,
    Joined,
    Judged,
    Kept,
    Lifted,
    Lowered,
    Mustered,
    PhaseOver,
    PointsDone,
    PutAway,
    Readied,
    Recovered,
    Replaced,
    Returned,
    Scored,
    Spent,
    Stopped,
    Took,
    Turned,
    TurnOver,
    Valued,
)
from rules.malifaux.model.state import Malifaux
from rules.malifaux.phases.closing import FIRST_END_FLIP_TURN

from .conditions import CONDITION_RULE
from .remarks import DAMAGE_RULE, MAX_DAMAGE, flips_are_compared
from .state_changes import model_name


def refusal_for(s: Malifaux, event: Event) -> Refused | None:
    """Return the rule against an answer, where it is more specific than that of the question."""
    asked = s.agenda[0].name.partition(".")[2] if s.agenda else ""
    match event:
        case Spent(seat):
            return _soulstone(s, asked, seat)
        case Kept():
            return Refused(*_declined(s, asked))
        case Flipped(seat) | Valued(seat):
            return _flip(s, asked, event, seat)
        case FlippedTogether(seats):
            return _flip(s, asked, event, seats[0] if seats else -1)
        case Discarded() | Drew() | Replaced():
            return _cards(s, asked, event)
        case Activated(model):
            return _activation(s, model)
        case Turned() | Took() | Cheated() | PutAway() | Recovered() | Returned():
            return _piles(s, event)
        case Damaged(model) | Conditioned(model) | Afflicted(model) | Readied(model):
            return _remark(s, event, model)
    return _of_setup(s, event) or _of_phases(s, event)


# --- soulstones --------------------------------------------------------------------------------------------------


def _soulstone(s: Malifaux, asked: str, seat: int) -> Refused:
    rule = {"draw": "MX-05", "closing": "MX-A3"}.get(s.phase, "MX-10")
    if seat in s.spent and rule != "MX-A3":
        if rule == "MX-05":
            return Refused(rule, Text("After drawing, one soulstone is all that may be spent."))
        return Refused(rule, Text("In an initiative phase each player flips again for one soulstone."))
    if asked not in ("more_cards", "reflip", "end_change"):
        return Refused(rule, Text("No soulstone can be spent now."))
    if seat in range(len(s.seats)) and not s.players[seat].stones:
        return Refused(rule, Text("{who} has no soulstone.", who=s.seats[seat]))
    if asked == "more_cards":
        return Refused("MX-06", Text("Last turn's First Player says it first, then the others in order."))
    return Refused(rule, Text("The lowest card decides first.") if rule == "MX-10" else NOT_YOURS)


NOT_YOURS = Text("Only the First Player decides about this flip.")


def _declined(s: Malifaux, asked: str) -> tuple[str, Text]:
    """Find what those players cannot decline: not their turn, or what is asked is no offer."""
    question = prompt(s)
    rule = question.rule if question else "MX-05"
    return {"more_cards": "MX-06", "end_change": "MX-A3"}.get(asked, rule), NOT_ASKED


NOT_ASKED = Text("Those players are not asked, or not yet.")


# --- cards -------------------------------------------------------------------------------------------------------


def _flip(s: Malifaux, asked: str, event: Event, seat: int) -> Refused:
    if asked in ("flip", "end_flip", "last_flip"):
        rule = "MX-09" if asked == "flip" else "MX-19"
        if seat != s.agenda[0].args[0] if asked == "flip" else seat != s.first_player:
            return Refused(rule, Text("Another player's flip is asked for."))
        if isinstance(event, Valued):
            return Refused("MX-A7", Text("The decks in the app flip one card here."))
        return Refused(rule, Text("That card is not in the deck."))
    if s.phase == "closing":
        if s.turn < FIRST_END_FLIP_TURN:
            return Refused("MX-19", Text("The first flip for another turn is at the end of turn 5."))
        if asked == "end_change":
            return Refused("MX-A3", Text("That flip is not made again."))
        return Refused("MX-19", Text("The flip for another turn comes after the points."))
    if s.phase == "end":
        return Refused("MX-19", Text("The game has ended."))
    if asked in ("reflip", "choose"):
        return Refused("MX-10", Text("Only a soulstone or a tie lets a player flip again."))
    return Refused("MX-09", Text("The flip is made in the initiative phase."))


def _cards(s: Malifaux, asked: str, event: Discarded | Drew | Replaced) -> Refused:
    match event:
        case Replaced():
            return Refused("MX-A3", Text("The flip for another turn is not cheated like that."))
        case Drew() if asked == "deal" and s.agenda[0].args[2:] == ("MX-05",):
            return Refused("MX-05", Text("One draws as many cards as the soulstone gives."))
        case Drew() if asked == "deal":
            return Refused("MX-04", Text("One draws from the deck, up to the maximum hand."))
        case Drew():
            return Refused("MX-04", Text("One draws up to the maximum in the draw phase."))
        case _ if asked == "discard" and s.agenda[0].args[0] == "down":
            return Refused("MX-07", Text("As many cards as are too many are discarded, from the own hand."))
        case _ if asked == "discard":
            return Refused("MX-03", Text("Only cards of the own hand are discarded."))
        case _ if s.turn == 1:
            return Refused("MX-03", Text("In turn 1 there is no hand to discard from."))
    return Refused("MX-03", Text("Cards are discarded in the draw phase."))


def _piles(s: Malifaux, event: Event) -> Refused:
    is_seen = s.follows_decks and isinstance(event, Turned | Cheated)
    if not s.has_virtual_decks and not is_seen:
        return Refused("MX-02", Text("The fate decks lie on the table, not in the app."))
    match event:
        case Turned() | Cheated() if flips_are_compared(s):
            if s.phase == "initiative":
                return Refused("MX-10", Text("Only a soulstone or a tie lets a player flip again."))
            return Refused("MX-A3", Text("The flip for another turn is not changed like that."))
        case Cheated():
            return Refused("MX-09", Text("There is no flip to cheat, or no such card in the hand."))
        case Turned() | Took():
            return Refused("MX-A10", Text("There is no such card in the deck."))
    return Refused("MX-02", Text("Those cards do not lie there."))


# --- models ------------------------------------------------------------------------------------------------------


def _activation(s: Malifaux, id: int) -> Refused:
    found = s.find_model(id)
    if found is None:
        return Refused("MX-12", Text("There is no such model."))
    seat, model = found
    if s.phase != "activation":
        return Refused("MX-12", Text("Models are activated in the activation phase."))
    if not model.wounds:
        return Refused("MX-12", Text("{model} is out.", model=model_name(model)))
    if not model.is_ready:
        return Refused("MX-13", Text("{model} has been activated this turn.", model=model_name(model)))
    return Refused("MX-12", Text("It is not for {who} to activate a model now.", who=s.seats[seat]))


def _remark(s: Malifaux, event: Event, id: int) -> Refused:
    found = s.find_model(id)
    if found is None:
        return Refused("MX-12", Text("There is no such model."))
    if not found[1].wounds:
        return Refused("MX-12", Text("{model} is out.", model=model_name(found[1])))
    if isinstance(event, Damaged):
        return Refused(DAMAGE_RULE, Text("Damage is from 1 to {most}.", most=MAX_DAMAGE))
    if isinstance(event, Readied):
        return Refused("MX-13", Text("{model} may still be activated.", model=model_name(found[1])))
    if isinstance(event, Afflicted):
        return Refused(CONDITION_RULE, Text("There is no such condition, or not with that value."))
    return Refused("MX-16", Text("A condition lasts from 0 to 9 closing phases."))


# --- everything else ---------------------------------------------------------------------------------------------


def _of_setup(s: Malifaux, event: Event) -> Refused | None:
    match event:
        case Mustered(_, _, stones) if s.limits.pool and stones > s.limits.pool:
            n = s.limits.pool
            text = Text(
                "The table agreed on {n} soulstone at most.", "The table agreed on {n} soulstones at most.", n=n
            )
            return Refused("MX-A6", text)
        case Mustered():
            return Refused("MX-12", Text("That crew has been set out."))
        case Deployed():
            return Refused("MX-06", Text("Who deployed first is settled before turn 1."))
        case Agreed():
            return Refused("MX-18", Text("That is agreed on before the game."))
        case Joined():
            return Refused("MX-12", Text("That model cannot come into play."))
    return None


def _of_phases(s: Malifaux, event: Event) -> Refused | None:
    match event:
        case Finished():
            return Refused("MX-13", Text("No model is activated now."))
        case PhaseOver():
            return Refused("MX-15", Text("The phase ends when all models have been activated."))
        case Chose():
            return Refused("MX-11", Text("The highest card chooses, after the soulstones."))
        case Ended() | Lowered() | Lifted():
            return Refused("MX-17", Text("That effect does not end now."))
        case Scored(seat) if s.limits.points and _points(s, seat) >= s.limits.points:
            n = s.limits.points
            text = Text("The table agreed on {n} point at most.", "The table agreed on {n} points at most.", n=n)
            return Refused("MX-A6", text)
        case Scored() | PointsDone():
            return Refused("MX-18", Text("Points are gained in the closing phase and at the end of the game."))
        case Stopped():
            return Refused("MX-19", Text("The game ends at the flip for another turn."))
        case Judged():
            return Refused("MX-A4", Text("Only a game that ends level is judged, for one of the leaders."))
        case TurnOver():
            return Refused("MX-01", Text("A turn goes through its four phases."))
    return None


def _points(s: Malifaux, seat: int) -> int:
    return s.players[seat].points if seat in range(len(s.seats)) else 0
