"""The state of a Malifaux encounter: crews, cards, and the progress of the turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.engine import State
from rules.engine.record import ANY_FIELDS, id_updater, index_updater
from rules.rulebook import Rulebook

from .conditions import ConditionKind, condition_kinds
from .fate_deck import BLACK_JOKER, DECK, RED_JOKER, SUIT_ORDERS, card_number

RULEBOOK = Rulebook("malifaux")
DEFAULT_HAND_SIZE = 6
"""Maximum hand size unless something alters it, in cards."""
HIDDEN_SCHEMES = "…"
"""Replacement for concealed schemes."""
REACTIVATE_NAMES = frozenset(("reactivate", "reactivar", "reactivarse"))
"""Names by which tables write the condition that allows one more activation (MX-13)."""
Phase = Literal["setup", "draw", "initiative", "activation", "closing", "end"]


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition or another effect on a model.

    ``turns``: closing phases until it ends, or until its damage, 0 for one that stays. ``acts``: its end does
    something, so that the order may matter. ``key`` and ``value`` are those of a known condition, whose ``name`` is
    only the word that the table wrote beside it.
    """

    id: int
    name: str
    turns: int
    acts: bool
    key: str = ""
    value: int = 0

    @property
    def kind(self) -> ConditionKind | None:
        """The known condition that it is; None for one that the table wrote down."""
        return condition_kinds().get(self.key)

    @property
    def is_reactivate(self) -> bool:
        """Whether it is the condition that allows one more activation this turn."""
        if self.kind is not None:
            return self.kind.again
        return self.name.strip().casefold() in REACTIVATE_NAMES


@dataclass(frozen=True, slots=True)
class Model:
    """A model of a crew.

    ``wounds`` are those left; at 0 it is out. ``again``: activations beyond one this turn.
    """

    id: int
    name: str
    wounds: int
    full: int
    activated: int = 0
    again: int = 0
    conditions: tuple[Condition, ...] = ()

    @property
    def is_ready(self) -> bool:
        """Whether the model may be activated this turn."""
        return self.wounds > 0 and (self.activated <= self.again or self.reactivate is not None)

    @property
    def reactivate(self) -> Condition | None:
        """The condition by which the model may be activated once more, if it has it."""
        return next((condition for condition in self.conditions if condition.is_reactivate), None)


@dataclass(frozen=True, slots=True)
class Recruit:
    """A line of a crew list: a model and its wounds."""

    name: str
    wounds: int


@dataclass(frozen=True, slots=True)
class Player:
    """A player's side of the table.

    ``flip`` is the last card turned up, ``hand`` and ``discard`` are those of a virtual deck; of one that the camera
    follows, ``discard`` is what it has seen. ``schemes`` is what the
    player wrote down, visible to that player only.
    """

    crew: tuple[Model, ...] = ()
    stones: int = 0
    points: int = 0
    size: int = DEFAULT_HAND_SIZE
    hand: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    flip: str = ""
    schemes: str = ""

    @property
    def undrawn_cards(self) -> tuple[str, ...]:
        """The cards of the deck that may still be drawn, in no order."""
        drawn_cards = {*self.hand, *self.discard}
        return tuple(card for card in DECK if card not in drawn_cards)

    @property
    def deck_size(self) -> int:
        """Number of cards left in the deck."""
        return len(DECK) - len(self.hand) - len(self.discard)

    @property
    def ready_models(self) -> tuple[Model, ...]:
        """The models that may still be activated this turn."""
        return tuple(model for model in self.crew if model.is_ready)


@dataclass(frozen=True, slots=True)
class Limits:
    """What the table agreed on before the game; 0 or empty: not agreed."""

    strategy: str = ""
    turns: int = 0
    points: int = 0
    pool: int = 0


@dataclass(frozen=True, kw_only=True)
class Malifaux(State):
    """The state of a table of Malifaux.

    ``order`` is that of the players this turn, the First Player in front. ``waits`` are the seats that have not
    answered yet where each is asked; ``spent`` those that used a soulstone in this phase; ``acting`` the model that is
    activated now, 0 for none.
    """

    players: tuple[Player, ...]
    turn: int = 0
    phase: Phase = "setup"
    order: tuple[int, ...] = ()
    active: int = 0
    acting: int = 0
    waits: tuple[int, ...] = ()
    spent: frozenset[int] = frozenset()
    limits: Limits = Limits()
    red: int = 14
    black: int = 0
    numbered: int = 0

    @property
    def first_player(self) -> int:
        """The seat of the First Player; before the first initiative, whoever deployed first."""
        return self.order[0]

    @property
    def has_virtual_decks(self) -> bool:
        """Whether the fate decks are virtual."""
        return self.ruling("deck", "physical") == "virtual"

    @property
    def follows_decks(self) -> bool:
        """Whether the camera follows what is flipped of the table's own decks."""
        return self.ruling("deck", "physical") == "seen"

    @property
    def knows_discards(self) -> bool:
        """Whether the app knows the discard piles: decks are virtual, or the camera follows them."""
        return self.has_virtual_decks or self.follows_decks

    @property
    def suit_order(self) -> str:
        """The letters of the suits for which ordinary ones stand in turn; empty where none counts."""
        return self.ruling("suits", SUIT_ORDERS[0][0]) if self.follows_decks else ""

    @property
    def asks_agreements(self) -> bool:
        """Whether strategy, limits and jokers are asked for before the first turn."""
        return self.ruling("agreements", "off") == "on"

    default_choice = staticmethod(RULEBOOK.default_choice)

    def card_value(self, card: str) -> int:
        """Return the value of a card; a joker has the value that the table agreed on (MX-A1)."""
        return (
            {RED_JOKER: self.red, BLACK_JOKER: self.black}[card]
            if card in (RED_JOKER, BLACK_JOKER)
            else card_number(card)
        )

    def is_alive(self, id: int) -> bool:
        """Return whether a model is in a crew and has a wound left."""
        found = self.find_model(id)
        return found is not None and found[1].wounds > 0

    def find_model(self, id: int) -> tuple[int, Model] | None:
        """Return the seat and the model of that id, None if there is no such model."""
        found = ((seat, m) for seat, player in enumerate(self.players) for m in player.crew if m.id == id)
        return next(found, None)


def seats_from(s: Malifaux, seat: int) -> tuple[int, ...]:
    """Return all seats in declared order, starting with that seat."""
    seats = tuple(range(len(s.seats)))
    return seats[seat:] + seats[:seat]


set_player = index_updater(Malifaux, "players", Player)
set_model = id_updater(Malifaux, ANY_FIELDS, "players.crew")
