"""State changes with their notes: points, soulstones, crews, hands and decks."""

from __future__ import annotations

from rules.engine import Cards, Change, Choice, Displayable, Prompt, Seats, Subject, Template, Text, carries, note
from rules.engine.changes import note_change, seat_change
from rules.engine.record import replace, update
from rules.malifaux.model.events import Kept, Spent
from rules.malifaux.model.fate_deck import DECK, card_face, held_card, sorted_faces
from rules.malifaux.model.state import Malifaux, Model, Player, Recruit, set_model, set_player

NUMBER_NAMES = {
    "points": Text("victory points"),
    "stones": Text("soulstones"),
    "size": Text("maximum hand"),
    "wounds": Text("wounds left"),
    "turn": Text("turn"),
    "red": Text("red joker"),
    "black": Text("black joker"),
}
"""The label of each number."""
COUNTED_NAMES = {
    "points": Text("victory point", "victory points", n=0),
    "stones": Text("soulstone", "soulstones", n=0),
}
"""The noun for ``n`` of what a player gains."""
DRAW_PHASE, INITIATIVE_PHASE = Text("Draw phase"), Text("Initiative phase")
ACTIVATION_PHASE, CLOSING_PHASE = Text("Activation phase"), Text("Closing phase")

CHEAT = Text("Cheat with a card of the hand")
TOO_MANY_CARDS = Text("Whoever has too many cards discards down to the maximum")
"""What a table with decks of its own is told at the end of the draw phase (MX-07)."""


def gain(s: Malifaux, rule: str, seat: int, what: str, by: int) -> Malifaux:
    """Change a player's points or soulstones, never below 0."""
    before: int = getattr(s.players[seat], what)
    after = max(0, before + by)
    s = update(s, "players", seat, **{what: after})
    return note_change(s, rule, seat_change(s, seat, what, NUMBER_NAMES[what], before, after), COUNTED_NAMES[what])


def table_change(s: Malifaux, what: str, before: int) -> Change:
    """Return the change of one of the table's own numbers."""
    return Change(f"table.{what}", Text("the table"), NUMBER_NAMES[what], before, getattr(s, what))


def model_name(model: Model) -> Displayable:
    """Return the name of a model."""
    return model.name or Text("a model")


def add_models(s: Malifaux, seat: int, recruits: tuple[Recruit, ...]) -> Malifaux:
    """Add models to a crew, each with an id of its own."""
    for one in recruits:
        s = replace(s, numbered=s.numbered + 1)
        model = Model(s.numbered, one.name, one.wounds, one.wounds)
        s = set_player(s, seat, crew=(*s.players[seat].crew, model))
    return s


def remove_condition(s: Malifaux, id: int) -> Malifaux:
    """Remove a condition from the model that has it."""
    for player in s.players:
        for model in player.crew:
            if any(condition.id == id for condition in model.conditions):
                return set_model(s, model.id, conditions=tuple(c for c in model.conditions if c.id != id))
    return s


# --- damage ------------------------------------------------------------------------------------------------------


def damage(s: Malifaux, rule: str, id: int, amount: int, cause: Displayable | None = None) -> Malifaux:
    """Deal a model damage, with a note that changes its wounds; the last wound is its death.

    ``cause`` is the condition that does it, because the open point ``rule`` says so. Damage that the table reports has
    none, and the note of a death says who was acting.
    """
    found = s.find_model(id)
    if found is None or not found[1].wounds:
        return s
    seat, model = found
    who, loss = model_name(model), min(amount, model.wounds)
    left = model.wounds - loss
    change = Change(f"model.{id}.wounds", who, NUMBER_NAMES["wounds"], model.wounds, left)
    s, switch = set_model(s, id, wounds=left), "" if cause is None else rule
    if left:
        return note(s, rule, _wound_text(who, loss, left, cause), change, switch=switch)
    actor = s.find_model(s.acting) if cause is None and s.is_alive(s.acting) else None
    killer = actor[0] if actor and actor[0] != seat else None
    text = _fall_text(who, loss, cause, model_name(actor[1]) if actor else None)
    task = Text("take {model} off the table", model=who)
    return note(s, rule, text, change, switch=switch, kind="kill", subject=who, seat=seat, task=task, killer=killer)


def _wound_text(who: Displayable, loss: int, left: int, cause: Displayable | None) -> Text:
    if cause is not None:
        return Text("{model}: {n} damage by {what}", model=who, n=loss, what=cause)
    return Text("{model}: {n} damage ({left} left)", model=who, n=loss, left=left)


def _fall_text(who: Displayable, loss: int, cause: Displayable | None, actor: Displayable | None) -> Text:
    if cause is not None:
        return Text("{model} falls: {n} damage by {what}", model=who, n=loss, what=cause)
    if actor is not None:
        return Text("{model} falls: {n} damage while {other} acts", model=who, n=loss, other=actor)
    return Text("{model} falls: {n} damage", model=who, n=loss)


# --- cards -------------------------------------------------------------------------------------------------------


def turn_up(s: Malifaux, seat: int, card: str) -> Malifaux:
    """Turn a card face up; with virtual decks it goes on the discard pile, also from a hand.

    So does a card whose suit the camera has seen. One that lies there already says that the deck was shuffled.
    """
    player = s.players[seat]
    s = set_player(s, seat, flip=card)
    if s.follows_decks and card in DECK:
        return set_player(s, seat, discard=(card,) if card in player.discard else (*player.discard, card))
    return _to_discard(s, seat, (card,)) if s.has_virtual_decks and card in {*player.undrawn_cards, *player.hand} else s


def hand_hole(s: Malifaux, seat: int) -> Cards:
    """Return the hole for one card of a hand; which ones a hand at the table holds nobody knows."""
    if s.has_virtual_decks:
        return Cards("cards", sorted_faces(s.players[seat].hand), 1, 1, "hand")
    return held_card(s.suit_order)


def cheat(s: Malifaux, seat: int, card: str) -> Malifaux:
    """Replace the last flip by a card of the hand: both lie on the discard pile.

    One that lay there before says that the deck was shuffled, before the flip.
    """
    flip, known = s.players[seat].flip, s.players[seat].discard
    s = turn_up(s, seat, card)
    was_shuffled = s.follows_decks and card in known and flip in known and flip != card
    return set_player(s, seat, discard=(flip, card)) if was_shuffled else s


def discard_cards(s: Malifaux, rule: str, seat: int, cards: tuple[str, ...]) -> Malifaux:
    """Put cards of a hand on the discard pile, by that rule."""
    n, who = len(cards), s.seats[seat]
    s = _to_discard(s, seat, cards)
    return note(s, rule, Text("{who} discards {n} card", "{who} discards {n} cards", who=who, n=n)) if n else s


def discard_by_hand(s: Malifaux, seat: int, cards: tuple[str, ...]) -> Malifaux:
    """Put cards of a hand on the discard pile because they lie there at the table."""
    n, who = len(cards), s.seats[seat]
    text = Text("By hand: {who} discards {n} card", "By hand: {who} discards {n} cards", who=who, n=n)
    return note(_to_discard(s, seat, cards), "X-06", text)


def _to_discard(s: Malifaux, seat: int, cards: tuple[str, ...]) -> Malifaux:
    player = s.players[seat]
    hand = tuple(card for card in player.hand if card not in cards)
    return set_player(s, seat, hand=hand, discard=(*player.discard, *cards))


def draw_into_hand(s: Malifaux, rule: str, seat: int, cards: tuple[str, ...]) -> Malifaux:
    """Add cards of the deck to a hand, by that rule; the note says only how many."""
    s = set_player(s, seat, hand=(*s.players[seat].hand, *cards))
    text = Text("{who} draws {n} card", "{who} draws {n} cards", who=s.seats[seat], n=len(cards))
    return note(s, rule, text)


def reshuffle(s: Malifaux, seat: int) -> Malifaux:
    """Shuffle the discard pile back into the deck."""
    return set_player(s, seat, discard=())


def shuffle_discards_in(s: Malifaux, seat: int) -> Malifaux:
    """Shuffle the discard pile into a deck that ran out, with a note."""
    s = note(s, "MX-02", Text("{who} shuffles the discard pile into the deck", who=s.seats[seat]))
    return reshuffle(s, seat)


def flip_name(s: Malifaux, seat: int) -> Text:
    """Return the name of the card that a player turned up last."""
    return card_face(s.players[seat].flip).name if s.players[seat].flip else Text("no card")


def drawable_count(player: Player, n: int) -> int:
    """Return how many of the cards wanted the deck can give."""
    return min(n, player.deck_size)


# --- soulstones --------------------------------------------------------------------------------------------------


SUBJECT_NAMES: dict[str, Text] = {
    "discard": Text("discarding before the draw"),
    "stones.MX-05": Text("soulstones for more cards"),
    "stones.MX-10": Text("soulstones for initiative"),
}
"""Names of what a player may be silent about."""


def stones_prompt(s: Malifaux, rule: str, title: Text, may: Text, phase: Text, brings: Text) -> Prompt:
    """Ask the waiting seats in order whether they spend a soulstone; one tap declines for all.

    ``brings`` is what a soulstone gives.
    """
    first = s.waits[0]
    who, seats = s.seats[first], Seats("seats", s.waits, Text("I spend none"), Text("Spend none"), (first,))
    label = Text("Nobody spends one") if len(s.waits) > 1 else Text("{who} keeps theirs", who=who)
    choices = [
        Choice(label, Template(Kept(), (seats,)), role="default", kind="decline"),
        Choice(
            Text("{who} spends 1 ({n} left)", "{who} spends 1 ({n} left)", who=who, n=s.players[first].stones - 1),
            Template(Spent(first)),
            brings,
            seat=first,
        ),
    ]
    if len(s.waits) > 1:
        choices.append(Choice(Text("{who} keeps theirs", who=who), Template(Kept((first,))), seat=first))
    about = tuple(Subject(seat, f"stones.{rule}", SUBJECT_NAMES[f"stones.{rule}"]) for seat in s.waits)
    return Prompt((first,), title, rule, tuple(choices), may, phase, about=about)


@carries("MX-05", "MX-10")
def spend_soulstone(s: Malifaux, rule: str, seat: int) -> Malifaux:
    """Spend one soulstone, at most one a phase."""
    s = replace(s, spent=s.spent | {seat}, waits=tuple(k for k in s.waits if k != seat))
    return gain(s, rule, seat, "stones", -1)


def mark_declined(s: Malifaux, event: Kept) -> Malifaux:
    """Remove the seats that declined from those that are waited for."""
    return replace(s, waits=tuple(seat for seat in s.waits if seat not in event.seats))
