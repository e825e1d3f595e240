"""Remarks, available at any moment: conditions, models, cards of a virtual fate deck."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Cards, Choice, Event, Number, Option, Pick, Template, Text, TextLine, at, carries, note
from rules.engine.record import replace
from rules.malifaux.model.conditions import ConditionKind, card_conditions, condition_kinds
from rules.malifaux.model.events import (
    Afflicted,
    Cheated,
    Conditioned,
    Damaged,
    Joined,
    Lifted,
    Lowered,
    PutAway,
    Readied,
    Recovered,
    Returned,
    Took,
    Turned,
)
from rules.malifaux.model.fate_deck import sorted_faces, table_cards
from rules.malifaux.model.state import RULEBOOK, Condition, Malifaux, Model, Player, Recruit, set_model, set_player
from rules.malifaux.phases.activation import end_if_fallen
from rules.malifaux.phases.closing import decide
from rules.malifaux.phases.initiative import choose, compare, flip_hole, refill_deck
from rules.malifaux.phases.setup import MAX_MODELS, MAX_NAME_LENGTH, MAX_WOUNDS

from .conditions import afflict, condition_name, lower
from .state_changes import (
    CHEAT,
    add_models,
    cheat,
    damage,
    discard_by_hand,
    draw_into_hand,
    hand_hole,
    model_name,
    remove_condition,
    reshuffle,
    turn_up,
)

REMARK_EVENTS: tuple[type[Event], ...] = (
    Damaged,
    Conditioned,
    Afflicted,
    Lowered,
    Lifted,
    Readied,
    Joined,
    Turned,
    Took,
    Cheated,
    PutAway,
    Recovered,
    Returned,
)
MAX_CONDITION_TURNS = 9
"""Maximum number of closing phases that a condition may last."""
MAX_GIVEN_VALUE = 9
"""Largest value of a condition that is given at once."""
MAX_DAMAGE = 20
"""Most damage that is told at once."""
DAMAGE_RULE = "MX-12"
"""The rule of damage: the rules text leaves what models do in their activations to the book."""


def remarks(s: Malifaux) -> tuple[Choice, ...]:
    """Return the remarks of each player: the cards, then the crew."""
    seats = range(len(s.seats)) if s.turn else ()
    return tuple(choice for seat in seats for choice in (*_card_remarks(s, seat), *_crew_remarks(s, seat)))


def _card_remarks(s: Malifaux, seat: int) -> Iterator[Choice]:
    player, is_compared = s.players[seat], flips_are_compared(s)
    if s.follows_decks and not is_compared:
        yield Choice(Text("Note a flip"), Template(Turned(seat), (table_cards(s.suit_order),)), seat=seat)
        yield from cheat_remarks(s, seat)
    if not s.has_virtual_decks:
        return
    yield from () if is_compared else flip_remarks(s, seat)
    if player.deck_size or (player.discard and s.ruling("MX-A10") == "shuffle"):
        yield draw_remark(s, seat)
    yield from () if is_compared else cheat_remarks(s, seat)
    yield from _pile_remarks(player, seat)


def flips_are_compared(s: Malifaux) -> bool:
    """Whether the last flips decide what comes next; only the question asked changes them.

    They do in the initiative phase (MX-10) and while the flip for another turn may be changed (MX-A3).
    """
    return any(step.name in COMPARING_STEPS for step in s.agenda)


COMPARING_STEPS = tuple(at(step).name for step in (compare, choose, decide))
"""The steps that go by the last flips."""


def draw_remark(s: Malifaux, seat: int) -> Choice:
    """Return the remark of a card that is drawn outside the draw phase."""
    return Choice(Text("Draw a card"), Template(Took(seat), (flip_hole(s, seat),)), seat=seat)


def flip_remarks(s: Malifaux, seat: int) -> Iterator[Choice]:
    """Yield the remark of a flip for something that is not followed."""
    if s.players[seat].deck_size or s.players[seat].discard:
        yield Choice(Text("Flip a card"), Template(Turned(seat), (flip_hole(s, seat),)), seat=seat)


def cheat_remarks(s: Malifaux, seat: int) -> Iterator[Choice]:
    """Yield the remark of a card of the hand in place of the last flip."""
    player = s.players[seat]
    if player.flip and (player.hand or not s.has_virtual_decks):
        yield Choice(CHEAT, Template(Cheated(seat), (hand_hole(s, seat),)), seat=seat)


def _pile_remarks(player: Player, seat: int) -> Iterator[Choice]:
    if player.hand:
        hand = Cards("cards", sorted_faces(player.hand), 1, len(player.hand), "hand")
        yield Choice(Text("By hand: discard cards"), Template(PutAway(seat), (hand,)), seat=seat)
    if player.discard:
        discards = Cards("cards", sorted_faces(player.discard), 1, len(player.discard))
        yield Choice(Text("By hand: discards into the hand"), Template(Recovered(seat), (discards,)), seat=seat)
        yield Choice(Text("By hand: discards into the deck"), Template(Returned(seat), (discards,)), seat=seat)


def _crew_remarks(s: Malifaux, seat: int) -> Iterator[Choice]:
    crew = s.players[seat].crew
    alive = tuple(Option(model.id, model_name(model)) for model in crew if model.wounds)
    if len(crew) < MAX_MODELS:
        holes = (
            TextLine("name", MAX_NAME_LENGTH, (), Text("Name")),
            Number("wounds", 1, MAX_WOUNDS, 5, Text("wounds left")),
        )
        yield Choice(Text("Add a model"), Template(Joined(seat), holes), seat=seat)
    if not alive:
        return
    amount = Number("amount", 1, MAX_DAMAGE, 1, Text("how much damage"))
    target = Pick("model", alive, Text("Which model?"))
    yield Choice(Text("A model suffers damage"), Template(Damaged(alive[0].value), (target, amount)), seat=seat)
    yield from _condition_remarks(s, seat, alive)
    again = tuple(
        Option(m.id, model_name(m)) for m in crew if m.wounds and not m.is_ready and m.activated < MAX_CONDITION_TURNS
    )
    if again:
        yield Choice(Text("Reactivate"), Template(Readied(again[0].value), (Pick("model", again),)), seat=seat)


def _condition_remarks(s: Malifaux, seat: int, alive: tuple[Option, ...]) -> Iterator[Choice]:
    first, target = alive[0].value, Pick("model", alive, Text("On which model?"))
    plain = tuple(kind for kind in condition_kinds().values() if not kind.named)
    value = Number("value", 1, MAX_GIVEN_VALUE, 1, Text("its value, if it has one"))
    given = Afflicted(first, plain[0].key)
    yield Choice(Text("Add a condition"), Template(given, (target, _kind_pick(plain), value)), seat=seat)
    for kind in condition_kinds().values():
        if kind.named:
            word = TextLine("group", MAX_NAME_LENGTH, (), Text("Of whom?"))
            yield Choice(
                Text("{what}", what=kind.name), Template(Afflicted(first, kind.key), (target, word)), seat=seat
            )
    yield Choice(Text("Add another condition"), Template(Conditioned(first), _condition_holes(s, alive)), seat=seat)
    on = [(model, condition) for model in s.players[seat].crew if model.wounds for condition in model.conditions]
    for event, label, conditions in (
        (Lowered, Text("Lower a condition by 1"), [one for one in on if one[1].value]),
        (Lifted, Text("Lift a condition"), on),
    ):
        options = tuple(Option(condition.id, _condition_label(model, condition)) for model, condition in conditions)
        if options:
            yield Choice(label, Template(event(options[0].value), (Pick("condition", options),)), seat=seat)


def _kind_pick(kinds: tuple[ConditionKind, ...]) -> Pick:
    options = tuple(Option(kind.key, kind.name) for kind in kinds)
    return Pick("condition", options, Text("Condition"), is_ordered=True)


def _condition_label(model: Model, condition: Condition) -> Text:
    return Text("{model}: {what}", model=model_name(model), what=condition_name(condition))


def _condition_holes(s: Malifaux, alive: tuple[Option, ...]) -> tuple[Pick | TextLine | Number, ...]:
    models = (model for player in s.players for model in player.crew)
    written = (c.name for model in models for c in model.conditions if c.name and c.kind is None)
    known = tuple(dict.fromkeys((*written, *card_conditions())))
    acts = (Option(False, Text("nothing")), Option(True, Text("something")))
    return (
        Pick("model", alive, Text("On which model?")),
        TextLine("name", MAX_NAME_LENGTH, known, Text("Condition")),
        Number("turns", 0, MAX_CONDITION_TURNS, 1, Text("closing phases it lasts (0: stays)")),
        Pick("acts", acts, Text("Its end does")),
    )


# --- applying a remark -------------------------------------------------------------------------------------------


def remark(s: Malifaux, event: Event) -> Malifaux:
    """Apply a remark; none of them answers the question."""
    match event:
        case Damaged(model, amount):
            return end_if_fallen(damage(s, DAMAGE_RULE, model, amount))
        case Conditioned(model, name, turns, acts):
            return _add_condition(s, model, name, turns, acts)
        case Afflicted(model, condition, value, group):
            return afflict(s, model, condition, value, group)
        case Lowered(condition):
            return lower(s, condition)
        case Lifted(condition):
            return remove_condition(s, condition)
        case Readied(model):
            return reactivate(s, model)
        case Joined(seat, name, wounds):
            return add_models(s, seat, (Recruit(name, wounds),))
        case Turned(seat, (card,)):
            return turn_up(refill_deck(s, seat), seat, card)
        case Took(seat, cards):
            return take_card(s, seat, cards)
        case Cheated(seat, (card,)):
            return cheat(s, seat, card)
        case PutAway(seat, cards):
            return discard_by_hand(s, seat, cards)
        case Recovered(seat, cards):
            return _take_from_discards(s, seat, cards, to_hand=True)
        case Returned(seat, cards):
            return _take_from_discards(s, seat, cards, to_hand=False)
    return s


def _take_from_discards(s: Malifaux, seat: int, cards: tuple[str, ...], *, to_hand: bool) -> Malifaux:
    player, n, who = s.players[seat], len(cards), s.seats[seat]
    left = tuple(card for card in player.discard if card not in cards)
    s = set_player(s, seat, discard=left, hand=(*player.hand, *cards) if to_hand else player.hand)
    into_hand = Text(
        "By hand: {who}, {n} discard into the hand", "By hand: {who}, {n} discards into the hand", who=who, n=n
    )
    into_deck = Text(
        "By hand: {who}, {n} discard into the deck", "By hand: {who}, {n} discards into the deck", who=who, n=n
    )
    return note(s, "X-06", into_hand if to_hand else into_deck)


@carries("MX-08")
def take_card(s: Malifaux, seat: int, cards: tuple[str, ...]) -> Malifaux:
    """Draw a card outside the draw phase, where a hand may exceed the maximum.

    An empty deck is reshuffled for it, or there is nothing to draw (MX-A10).
    """
    if s.has_virtual_decks and not s.players[seat].deck_size:
        s = reshuffle(RULEBOOK.note_ruling(s, "MX-A10", "MX-08"), seat)
    return draw_into_hand(s, "MX-08", seat, cards)


@carries("MX-13")
def reactivate(s: Malifaux, id: int) -> Malifaux:
    """Let a model be activated once more this turn, by Reactivate or another rule."""
    found = s.find_model(id)
    if found is None:
        return s
    s = set_model(s, id, again=found[1].again + 1)
    return note(s, "MX-13", Text("{model} may be activated once more", model=model_name(found[1])))


def _add_condition(s: Malifaux, id: int, name: str, turns: int, acts: bool) -> Malifaux:
    found = s.find_model(id)
    if found is None:
        return s
    s = replace(s, numbered=s.numbered + 1)
    condition = Condition(s.numbered, name.strip(), turns, acts)
    return set_model(s, id, conditions=(*found[1].conditions, condition))
