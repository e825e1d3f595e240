"""The view of a table of Malifaux for the screen, and its trackers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.engine import Face, Shown, Text, Tracker
from rules.malifaux.model.fate_deck import BLACK, RED, face, faces
from rules.malifaux.model.state import Malifaux, Model, Phase, Player
from rules.malifaux.phases.closing import BEGINS, threshold
from rules.malifaux.phases.initiative import odds

from .state_changes import WHAT, named


@dataclass(frozen=True, slots=True)
class ModelLine:
    """A model of a crew: ``ready`` to be activated, ``acting`` now, ``done`` this turn."""

    id: int
    name: Shown
    wounds: int
    full: int
    ready: bool
    acting: bool
    done: bool
    conditions: tuple[tuple[Shown, int], ...]

    @property
    def out(self) -> bool:
        """Whether the model has no wound left."""
        return self.wounds == 0


@dataclass(frozen=True, slots=True)
class PlayerLine:
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
    hand: tuple[Face, ...]
    size: int
    flip: Face | None
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
    players: tuple[PlayerLine, ...]
    virtual: bool
    needs: int
    percent: int
    strategy: str


def view(s: Malifaux) -> MalifauxView:
    """Return the view of a state."""
    ends = s.turn >= BEGINS and s.phase != "end"
    needs = threshold(s.turn) if ends else 0
    percent = round(100 * odds(s, s.first, needs)) if ends else 0
    phase = None if s.phase in ("setup", "end") else s.phase
    players = tuple(_player(s, seat, player) for seat, player in enumerate(s.players))
    return MalifauxView(s.turn, phase, players, s.virtual, needs, percent, s.limits.strategy)


def _player(s: Malifaux, seat: int, p: Player) -> PlayerLine:
    active = s.phase == "activation" and seat == s.active
    crew = tuple(_model(s, model) for model in p.crew)
    cards = (p.deck, len(p.discard), faces(p.hand), p.size, face(p.flip) if p.flip else None)
    first = s.turn > 0 and seat == s.first
    return PlayerLine(seat, s.seats[seat], active, False, first, p.points, p.stones, crew, *cards, p.schemes)


def _model(s: Malifaux, m: Model) -> ModelLine:
    done = m.activated > 0 and not m.ready
    on = tuple((c.name or Text("an effect"), c.turns) for c in m.conditions)
    return ModelLine(m.id, named(m), m.wounds, m.full, m.ready, m.id == s.acting, done, on)


def trackers(s: Malifaux) -> tuple[Tracker, ...]:
    """Return every number that may be adjusted."""
    return (*_of_players(s), *_of_models(s), *_of_table(s))


def _of_players(s: Malifaux) -> Iterator[Tracker]:
    for seat, player in enumerate(s.players):
        yield Tracker(f"seat.{seat}.points", WHAT["points"], player.points, seat, icon="points")
        yield Tracker(f"seat.{seat}.stones", WHAT["stones"], player.stones, seat, icon="soulstone")
        yield Tracker(f"seat.{seat}.size", WHAT["size"], player.size, seat, icon="hand")


def _of_models(s: Malifaux) -> Iterator[Tracker]:
    for player in s.players:
        for model in player.crew:
            key = f"model.{model.id}.wounds"
            yield Tracker(key, WHAT["wounds"], model.wounds, None, model.full, "wounds")


def _of_table(s: Malifaux) -> Iterator[Tracker]:
    for what, value in (("turn", s.turn), (RED, s.red), (BLACK, s.black)):
        yield Tracker(f"table.{what}", WHAT[what], value)
