"""Remarks, available at any moment: conditions, models, cards of a virtual fate deck."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Cards, Choice, Event, Line, Number, Option, Pick, Template, Text, carries, note
from rules.engine.record import replace
from rules.malifaux.model.events import Cheated, Conditioned, Joined, Lifted, Readied, Took, Turned
from rules.malifaux.model.fate_deck import faces
from rules.malifaux.model.state import Condition, Malifaux, Model, Recruit, set_model
from rules.malifaux.phases.initiative import card_up, refilled
from rules.malifaux.phases.setup import LARGEST, LETTERS, TOUGHEST

from .state_changes import draw_into_hand, join, named, turn_up

SAID: tuple[type[Event], ...] = (Conditioned, Lifted, Readied, Joined, Turned, Took, Cheated)
LONGEST = 9
"""Maximum number of closing phases that a condition may last."""


def remarks(s: Malifaux) -> tuple[Choice, ...]:
    """Return the remarks of each player: the cards, then the crew."""
    seats = range(len(s.seats)) if s.turn else ()
    return tuple(choice for seat in seats for choice in (*_cards(s, seat), *_crew(s, seat)))


def _cards(s: Malifaux, seat: int) -> Iterator[Choice]:
    """Yield the remarks about cards: a flip, a card for the hand, cheating with one of the hand."""
    if not s.virtual:
        return
    player = s.players[seat]
    if player.deck or player.discard:
        yield Choice(Text("Flip a card"), Template(Turned(seat), (_top(s, seat),)), seat=seat)
        yield Choice(Text("Draw a card"), Template(Took(seat), (_top(s, seat),)), seat=seat)
    if player.flip and player.hand:
        hand = Cards("cards", faces(player.hand), 1, 1, "hand")
        yield Choice(Text("Cheat with a card of the hand"), Template(Cheated(seat), (hand,)), seat=seat)


def _top(s: Malifaux, seat: int) -> Cards:
    """Return the hole for a card of the deck, or of the discard pile if the deck is empty."""
    player = s.players[seat]
    return card_up(s, seat) if player.deck else Cards("cards", faces(player.discard), 1, 1, "deck")


def _crew(s: Malifaux, seat: int) -> Iterator[Choice]:
    crew = s.players[seat].crew
    alive = tuple(Option(model.id, named(model)) for model in crew if model.wounds)
    if len(crew) < LARGEST:
        holes = (Line("name", LETTERS, (), Text("Name")), Number("wounds", 1, TOUGHEST, 5, Text("wounds")))
        yield Choice(Text("A model comes into play"), Template(Joined(seat), holes), seat=seat)
    if not alive:
        return
    yield Choice(Text("A condition"), Template(Conditioned(alive[0].value), _condition(s, alive)), seat=seat)
    on = tuple(Option(c.id, _on(model, c)) for model in crew for c in model.conditions)
    if on:
        yield Choice(Text("A condition is lifted"), Template(Lifted(on[0].value), (Pick("condition", on),)), seat=seat)
    again = tuple(Option(m.id, named(m)) for m in crew if m.wounds and not m.ready and m.activated < LONGEST)
    if again:
        yield Choice(Text("Reactivate"), Template(Readied(again[0].value), (Pick("model", again),)), seat=seat)


def _on(model: Model, condition: Condition) -> Text:
    return Text("{model}: {what}", model=named(model), what=condition.name or Text("an effect"))


def _condition(s: Malifaux, alive: tuple[Option, ...]) -> tuple[Pick | Line | Number, ...]:
    models = (model for player in s.players for model in player.crew)
    known = tuple(dict.fromkeys(c.name for model in models for c in model.conditions if c.name))
    acts = (Option(False, Text("nothing")), Option(True, Text("something")))
    return (
        Pick("model", alive, Text("On which model?")),
        Line("name", LETTERS, known, Text("Condition")),
        Number("turns", 0, LONGEST, 1, Text("closing phases it lasts (0: stays)")),
        Pick("acts", acts, Text("Its end does")),
    )


# --- applying a remark -------------------------------------------------------------------------------------------


def remark(s: Malifaux, event: Event) -> Malifaux:
    """Apply a remark; none of them answers the question."""
    match event:
        case Conditioned(model, name, turns, acts):
            return _put_on(s, model, name, turns, acts)
        case Lifted(condition):
            return _lift(s, condition)
        case Readied(model):
            return ready_again(s, model)
        case Joined(seat, name, wounds):
            return join(s, seat, (Recruit(name, wounds),))
        case Turned(seat, (card,)):
            return turn_up(refilled(s, seat), seat, card)
        case Took(seat, cards):
            return take(refilled(s, seat), seat, cards)
        case Cheated(seat, (card,)):
            return turn_up(s, seat, card)
    return s


@carries("MX-08")
def take(s: Malifaux, seat: int, cards: tuple[str, ...]) -> Malifaux:
    """Draw a card outside the draw phase, where a hand may exceed the maximum."""
    return draw_into_hand(s, seat, cards)


@carries("MX-13")
def ready_again(s: Malifaux, id: int) -> Malifaux:
    """Let a model be activated once more this turn, by Reactivate or another rule."""
    found = s.model(id)
    if found is None:
        return s
    s = set_model(s, id, again=found[1].again + 1)
    return note(s, "MX-13", Text("{model} may be activated once more", model=named(found[1])))


def _put_on(s: Malifaux, id: int, name: str, turns: int, acts: bool) -> Malifaux:
    found = s.model(id)
    if found is None:
        return s
    s = replace(s, numbered=s.numbered + 1)
    condition = Condition(s.numbered, name.strip(), turns, acts)
    return set_model(s, id, conditions=(*found[1].conditions, condition))


def _lift(s: Malifaux, id: int) -> Malifaux:
    for player in s.players:
        for model in player.crew:
            if any(c.id == id for c in model.conditions):
                return set_model(s, model.id, conditions=tuple(c for c in model.conditions if c.id != id))
    return s
