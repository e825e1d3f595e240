"""The view of a table of Malifaux for the screen."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine import CardFace, Displayable, Text
from rules.malifaux.model.fate_deck import card_face, sorted_faces
from rules.malifaux.model.state import Condition, Malifaux, Model, Phase, Player
from rules.malifaux.phases.closing import FIRST_END_FLIP_TURN, end_flip_threshold
from rules.malifaux.phases.initiative import flip_odds

from .conditions import condition_duration, condition_name, value_name
from .state_changes import model_name


@dataclass(frozen=True, slots=True)
class ConditionLine:
    """A condition on a model, its name with its value; ``effect`` is None where it is not known.

    ``short_name`` is without the word beside it, ``value`` is 0 for one without a value.
    """

    id: int
    name: Displayable
    short_name: Displayable
    value: int
    duration: Text
    effect: Displayable | None


@dataclass(frozen=True, slots=True)
class ModelLine:
    """A model of a crew: ``ready`` to be activated, ``acting`` now, ``done`` this turn."""

    id: int
    name: Displayable
    wounds: int
    full: int
    ready: bool
    acting: bool
    done: bool
    conditions: tuple[ConditionLine, ...]

    @property
    def is_out(self) -> bool:
        """Whether the model has no wound left."""
        return self.wounds == 0


@dataclass(frozen=True, slots=True)
class MalifauxPlayerLine:
    """A player of the view.

    ``deck`` and ``discard`` are numbers of cards, ``hand`` is what this phone may see of it, ``flip`` is the last card
    turned up.
    """

    seat: int
    name: str
    active: bool
    dead: bool
    first: bool
    points: int
    stones: int
    crew: tuple[ModelLine, ...]
    deck: int
    discard: int
    hand: tuple[CardFace, ...]
    size: int
    flip: CardFace | None
    schemes: str


@dataclass(frozen=True, slots=True)
class MalifauxView:
    """The view of the table.

    ``phase`` is None before the first turn and after the last; ``has_virtual_decks``: the fate decks are virtual.
    ``end_flip_threshold`` is what this turn's flip for the end needs, 0 while there is none; ``end_flip_percent`` how
    likely that is.
    """

    turn: int
    phase: Phase | None
    players: tuple[MalifauxPlayerLine, ...]
    has_virtual_decks: bool
    end_flip_threshold: int
    end_flip_percent: int
    strategy: str


def view(s: Malifaux) -> MalifauxView:
    """Return the view of a state."""
    ends = s.turn >= FIRST_END_FLIP_TURN and s.phase != "end"
    needs = end_flip_threshold(s.turn) if ends else 0
    percent = round(100 * flip_odds(s, s.first_player, needs)) if ends else 0
    phase = None if s.phase in ("setup", "end") else s.phase
    players = tuple(_player(s, seat, player) for seat, player in enumerate(s.players))
    return MalifauxView(s.turn, phase, players, s.has_virtual_decks, needs, percent, s.limits.strategy)


def _player(s: Malifaux, seat: int, p: Player) -> MalifauxPlayerLine:
    active = s.phase == "activation" and seat == s.active
    crew = tuple(_model(s, model) for model in p.crew)
    cards = (p.deck_size, len(p.discard), sorted_faces(p.hand), p.size, card_face(p.flip) if p.flip else None)
    first = s.turn > 0 and seat == s.first_player
    return MalifauxPlayerLine(seat, s.seats[seat], active, False, first, p.points, p.stones, crew, *cards, p.schemes)


def _model(s: Malifaux, m: Model) -> ModelLine:
    done = m.activated > 0 and not m.is_ready
    on = tuple(map(_condition, m.conditions))
    return ModelLine(m.id, model_name(m), m.wounds, m.full, m.is_ready, m.id == s.acting, done, on)


def _condition(c: Condition) -> ConditionLine:
    name, effect = condition_name(c), c.kind.effect_of(c.value) if c.kind else None
    short_name = value_name(c.kind, c.value) if c.kind else name
    return ConditionLine(c.id, name, short_name, c.value, condition_duration(c), effect)
