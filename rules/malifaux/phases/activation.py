"""MX-12 … MX-15: the activation phase, in which the players activate their models in turns."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Choice, Event, Prompt, Seats, Template, Text, asks, at, auto, carries, join_names, note, then
from rules.engine.record import replace
from rules.malifaux.conditions import condition_name, end_with_activation, list_effects
from rules.malifaux.model.events import Activated, Finished, PhaseOver
from rules.malifaux.model.state import Malifaux, Model, seats_from, set_model
from rules.malifaux.state_changes import ACTIVATION_PHASE, model_name, remove_condition

from .closing import damage_at_upkeep

MAX_LARGE_BUTTONS = 6
"""Up to so many models are shown as large buttons."""


@auto("MX-12")
def activation(s: Malifaux) -> Malifaux:
    """Begin the phase with the First Player.

    A table that follows no crews only says when the phase is over.
    """
    s = replace(s, phase="activation")
    if not any(player.crew for player in s.players):
        return then(s, all_activate)
    return then(s, at(next_up, s.first_player))


@auto("MX-12", "MX-14", "MX-15")
def next_up(s: Malifaux, seat: int) -> Malifaux:
    """Ask the next player with a model to activate; without one the phase ends."""
    s = replace(s, acting=0)
    able = next_seat_to_activate(s, seat)
    for skipped in _skipped_seats(s, seat, able):
        text = Text("{who} has no model left to activate", who=s.seats[skipped])
        s = note(s, "MX-14", text) if s.players[skipped].crew and able >= 0 else s
    if able < 0:
        listed = all(player.crew for player in s.players)
        over = Text("Every model has been activated") if listed else Text("Every model on a list has been activated")
        return note(s, "MX-15", over)
    return then(replace(s, active=able), at(pick, able))


def next_seat_to_activate(s: Malifaux, seat: int) -> int:
    """Return that seat, or the next in order, with a model to activate; −1 if there is none."""
    return next((k for k in seats_from(s, seat) if s.players[k].ready_models), -1)


def _skipped_seats(s: Malifaux, seat: int, able: int) -> Iterator[int]:
    for k in seats_from(s, seat):
        if k == able:
            return
        yield k


# --- a model -----------------------------------------------------------------------------------------------------


def pick_prompt(s: Malifaux, seat: int) -> Prompt:
    """Ask which model is activated."""
    ready = s.players[seat].ready_models
    choices = tuple(
        Choice(
            Text("{model}", model=model_name(model)),
            Template(Activated(model.id)),
            Text("{n} wound left", "{n} wounds left", n=model.wounds) if len(ready) <= MAX_LARGE_BUTTONS else None,
            "default" if len(ready) <= MAX_LARGE_BUTTONS else "option",
            seat,
        )
        for model in ready
    )
    over = Choice(
        Text("End of the phase"), Template(PhaseOver()), damage_at_upkeep(s), role="exit", confirm=_early_end(s)
    )
    title, stake = Text("{who} activates a model", who=s.seats[seat]), None
    if unlisted := _unlisted_before(s, seat):
        who = join_names([s.seats[k] for k in unlisted])
        stake = Text(
            "Before that {who}, without a list, may activate",
            "Before that {who}, without lists, may activate",
            who=who,
            n=len(unlisted),
        )
    return Prompt((seat,), title, "MX-12", (*choices, over), stake, ACTIVATION_PHASE)


def _unlisted_before(s: Malifaux, seat: int) -> tuple[int, ...]:
    """Return who without a list may activate before that seat's next model (MX-12)."""
    has_begun = any(model.activated for player in s.players for model in player.crew)
    order = seats_from(s, seat)[1:] if has_begun else seats_from(s, s.first_player)
    before = order[: order.index(seat)] if seat in order else order
    listed = [k for k in before if s.players[k].ready_models]
    after_listed = before[before.index(listed[-1]) + 1 :] if listed else before
    return tuple(k for k in after_listed if not s.players[k].crew)


def _early_end(s: Malifaux) -> Text:
    n = sum(len(player.ready_models) for player in s.players)
    return Text("{n} model has not acted. End the phase?", "{n} models have not acted. End the phase?", n=n)


@asks("MX-12", "MX-13", prompt=pick_prompt)
def pick(s: Malifaux, event: Event, seat: int) -> Malifaux:
    """Activate the model, or end the phase although models are left, as the table wants it."""
    match event:
        case Activated(model):
            return activate(s, model)
        case PhaseOver():
            n = sum(len(player.ready_models) for player in s.players)
            text = Text("The phase ends; {n} model has not acted", "The phase ends; {n} models have not acted", n=n)
            return note(replace(s, acting=0), "X-06", text)
    raise TypeError(event)


@carries("MX-13")
def activate(s: Malifaux, id: int) -> Malifaux:
    """Activate a model, once a turn or as often as its rules allow; that uses up Reactivate."""
    found = s.find_model(id)
    if found is None:
        return s
    seat, model = found
    s = set_model(s, id, activated=model.activated + 1)
    if model.activated > model.again and model.reactivate is not None:
        s = set_model(remove_condition(s, model.reactivate.id), id, again=model.again + 1)
        what = condition_name(model.reactivate)
        s = note(s, "MX-13", Text("{model}: {what} ends", model=model_name(model), what=what))
    s = end_with_activation(s, id, "next_activation")
    return then(replace(s, acting=id, active=seat), at(act, seat, id))


def act_prompt(s: Malifaux, seat: int, id: int) -> Prompt:
    """Ask for the end of the activation; the next player's tap on a model of theirs ends it too.

    A model that was put out by hand is not named: it acts no more.
    """
    found = s.find_model(id) if s.is_alive(id) else None
    following = next_seat_to_activate(s, seats_from(s, seat)[1])
    done = Text("{model} is done", model=model_name(found[1])) if found else Text("Continue")
    upkeep = None if following >= 0 else damage_at_upkeep(s)
    choices = [Choice(done, Template(Finished()), upkeep, role="default", seat=seat)]
    choices += (
        _next_model_choice(model, seat, following)
        for model in (s.players[following].ready_models if following >= 0 else ())
    )
    title = Text("{model} acts", model=model_name(found[1])) if found else Text("The activation is over")
    then_text = _followed_by(s, following) if following >= 0 else _last_model(s)
    shown = found[1].conditions if found else ()
    effects = list_effects(one for one in shown if not (upkeep and one.kind and one.kind.damage_of(one.value)))
    stake = Text("{what}. {then}", what=effects, then=then_text) if effects else then_text
    return Prompt((seat,), title, "MX-13", tuple(choices), stake, ACTIVATION_PHASE)


def _followed_by(s: Malifaux, following: int) -> Text:
    """Say who is next, those without a list before the next on a list."""
    unlisted = _unlisted_before(s, following)
    return Text("Then {who}", who=join_names([s.seats[seat] for seat in (*unlisted, following)]))


def _last_model(s: Malifaux) -> Text:
    """Say that the phase ends here; those whose crew is not followed act before that."""
    if all(player.crew for player in s.players):
        return Text("It is the last model")
    return Text("The last model on the list; whoever has no list acts first")


def _next_model_choice(model: Model, seat: int, following: int) -> Choice:
    """Return the choice that ends the activation with that of the next model.

    A model of another player is offered only to a phone that speaks for both.
    """
    label, both = Text("Then {model}", model=model_name(model)), tuple(sorted({seat, following}))
    if seat == following:
        return Choice(label, Template(Activated(model.id)), seat=seat)
    return Choice(label, Template(Activated(model.id), (Seats("by", both, label, label, both),)))


@asks("MX-13", "MX-14", prompt=act_prompt)
def act(s: Malifaux, event: Event, seat: int, id: int) -> Malifaux:
    """End the activation, and go on with the next player or model."""
    s = end_with_activation(s, id, "activation")
    match event:
        case Finished():
            return then(s, at(next_up, seats_from(s, seat)[1]))
        case Activated(model):
            return activate(s, model)
    raise TypeError(event)


def end_if_fallen(s: Malifaux) -> Malifaux:
    """End the activation of a model that suffered its last wound; the next player follows."""
    step = s.agenda[0]
    if step.name != at(act).name or s.is_alive(int(step.args[1])):
        return s
    return then(replace(s, agenda=s.agenda[1:]), at(next_up, seats_from(s, int(step.args[0]))[1]))


# --- crews that are not followed ---------------------------------------------------------------------------------


def all_activate_prompt(s: Malifaux) -> Prompt:
    """Ask whether all models have been activated."""
    over = Choice(Text("All have activated"), Template(PhaseOver()), role="default")
    title = Text("{who} begins: activate one model each in turn", who=s.seats[s.first_player])
    return Prompt(s.order, title, "MX-12", (over,), phase=ACTIVATION_PHASE)


@asks("MX-12", "MX-15", prompt=all_activate_prompt)
def all_activate(s: Malifaux, event: PhaseOver) -> Malifaux:
    """End the phase."""
    return note(s, "MX-15", Text("Every model has been activated"))
