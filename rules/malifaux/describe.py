"""Descriptions of events, and secrets."""

from __future__ import annotations

from functools import reduce

from rules.engine import Displayable, Event, FactSet, Redaction, Text, join_names
from rules.engine.record import replace
from rules.malifaux.model.conditions import condition_kinds
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
from rules.malifaux.model.fate_deck import UNKNOWN_CARD, card_face
from rules.malifaux.model.state import HIDDEN_SCHEMES, Malifaux

from .conditions import condition_name, value_name
from .phases.initiative import seats_with_highest_flip
from .state_changes import model_name


def describe(s: Malifaux, event: Event) -> Text:
    """Describe an event in one sentence; ``s`` is the state before it."""
    seat = getattr(event, "seat", -1)
    return _sentence(s, event, s.seats[seat] if seat >= 0 else "")


def _sentence(s: Malifaux, event: Event, who: str) -> Text:
    match event:
        case Agreed(strategy):
            return Text("Agreed: {what}", what=strategy) if strategy else Text("The settings are agreed")
        case Mustered(_, models):
            return Text("{who}: a crew of {n}", who=who, n=len(models))
        case Deployed():
            return Text("{who} deployed first", who=who)
        case Kept(seats):
            return _declined(s, seats)
        case Spent():
            return Text("{who} spends a soulstone", who=who)
        case Discarded(_, cards) | PutAway(_, cards):
            return Text("{who} discards {what}", who=who, what=_card_list(cards))
        case Drew(_, cards) | Took(_, cards):
            return _draws(who, cards)
        case Flipped(_, cards) | Turned(_, cards):
            return Text("{who} flips {card}", who=who, card=_card_list(cards))
        case FlippedTogether(seats, cards):
            return _flips(s, seats, cards)
        case Valued(_, value):
            return Text("{who}'s flip is worth {n}", who=who, n=value)
        case Cheated(_, cards) | Replaced(_, cards):
            return Text("{who} cheats with {card}", who=who, card=_card_list(cards))
        case Recovered(_, cards):
            return Text("{who} takes back {what}", who=who, what=_card_list(cards))
        case Returned(_, cards):
            return Text("{who} puts {what} back into the deck", who=who, what=_card_list(cards))
        case Chose(first):
            chosen = Text("First Player") if first else Text("Second Player")
            return Text("{who} chooses: {what}", who=s.seats[seats_with_highest_flip(s)[0]], what=chosen)
        case Scored():
            return Text("{who} +1", who=who)
        case Judged(seat):
            return Text("{who} wins", "{who} win", who=who, n=1) if seat >= 0 else Text("It is a draw")
        case Joined(_, name, wounds):
            model = name or Text("a model")
            return Text(
                "{who}: {model} comes into play, {n} wound left",
                "{who}: {model} comes into play, {n} wounds left",
                who=who,
                model=model,
                n=wounds,
            )
    return _about_models(s, event)


def _declined(s: Malifaux, seats: tuple[int, ...]) -> Text:
    asked = s.agenda[0].name.partition(".")[2] if s.agenda else ""
    who = None if set(seats) == set(s.waits) and len(seats) > 1 else join_names([s.seats[seat] for seat in seats])
    if asked == "end_change":
        return Text("The flip stays")
    if asked == "discard":
        return Text("{who}: no discard", who=who) if who else Text("Nobody discards")
    return Text("{who}: no soulstone", who=who) if who else Text("Nobody spends a soulstone")


def _flips(s: Malifaux, seats: tuple[int, ...], cards: tuple[str, ...]) -> Text:
    pairs = zip(seats, cards, strict=True)
    lines = [Text("{who} flips {card}", who=s.seats[seat], card=card_face(card).name) for seat, card in pairs]
    return reduce(lambda first, then: Text("{first}, {then}", first=first, then=then), lines)


def _draws(who: str, cards: tuple[str, ...]) -> Text:
    """Describe a draw by its number of cards only, as shared screens show the log too."""
    return Text("{who} draws {n} card", "{who} draws {n} cards", who=who, n=len(cards))


def _about_models(s: Malifaux, event: Event) -> Text:
    match event:
        case Activated(model):
            found = s.find_model(model)
            return Text("{who} activates {model}", who=s.seats[found[0]] if found else "", model=_name(s, model))
        case Finished():
            return Text("{model} is done", model=_name(s, s.acting))
        case PhaseOver():
            left = any(player.ready_models for player in s.players)
            return Text("The activation phase ends") if left else Text("All have activated")
        case PointsDone():
            return Text("the points are counted")
        case Stopped():
            return Text("The game ends here")
        case TurnOver():
            return Text("turn {n} begins", n=s.turn + 1)
        case Damaged(model, amount):
            return Text("{model}: {n} damage", model=_name(s, model), n=amount)
        case Conditioned(model, name):
            return Text("{model}: {what}", model=_name(s, model), what=name or Text("an effect"))
        case Afflicted(model, key, value, group):
            return Text("{model}: {what}", model=_name(s, model), what=_given(key, value, group))
        case Lowered(condition):
            return Text("{what}: 1 less", what=_effect(s, condition))
        case Ended(condition) | Lifted(condition):
            return Text("{what} ends", what=_effect(s, condition))
        case Readied(model):
            return Text("{model} may be activated once more", model=_name(s, model))
    return Text("{what}", what=type(event).__name__)


def _name(s: Malifaux, id: int) -> Displayable:
    found = s.find_model(id)
    return model_name(found[1]) if found else Text("a model")


def _effect(s: Malifaux, id: int) -> Displayable:
    effects = (c for player in s.players for model in player.crew for c in model.conditions)
    return next((condition_name(c) for c in effects if c.id == id), Text("an effect"))


def _given(key: str, value: int, group: str) -> Displayable:
    kind = condition_kinds().get(key)
    if kind is None:
        return Text("an effect")
    return Text("{what} +{n}", what=kind.name, n=value) if kind.valued else value_name(kind, value, group)


def _card_list(cards: tuple[str, ...]) -> Text:
    if not cards:
        return Text("no card")
    text = card_face(cards[0]).name
    for card in cards[1:]:
        text = Text("{first}, {then}", first=text, then=card_face(card).name)
    return text


# --- secrets -----------------------------------------------------------------------------------------------------


def conceal(s: Malifaux, seats: frozenset[int]) -> Malifaux:
    """Blank the hands and the schemes of all other seats."""
    players = tuple(
        player
        if seat in seats
        else replace(player, hand=(UNKNOWN_CARD,) * len(player.hand), schemes=HIDDEN_SCHEMES if player.schemes else "")
        for seat, player in enumerate(s.players)
    )
    return s if players == s.players else replace(s, players=players)


def redact(s: Malifaux, event: Event) -> Redaction | None:
    """Return whose secret an event is: drawn cards and schemes are their player's."""
    match event:
        case Drew(seat, cards) | Took(seat, cards):
            return Redaction(seat, _draws(s.seats[seat], cards))
        case FactSet(key) if key.endswith(".schemes"):
            seat = int(key.split(".")[1])
            return Redaction(seat, Text("{who}: other schemes", who=s.seats[seat]))
        case Mustered(seat, models, _, schemes) if schemes:
            return Redaction(seat, Text("{who}: a crew of {n}", who=s.seats[seat], n=len(models)))
    return None
