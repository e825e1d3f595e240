"""Facts that may be set by hand (X-06), such as models, conditions and agreements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.engine import Displayable, Fact, FactSet, Number, Template, Text, TextLine
from rules.engine.overrides import pick_fact
from rules.engine.record import replace
from rules.malifaux.conditions import MAX_VALUE, condition_name
from rules.malifaux.model.fate_deck import CARD_VALUES, DECK, card_face, sorted_faces
from rules.malifaux.model.state import (
    HIDDEN_SCHEMES,
    Condition,
    Malifaux,
    Model,
    Player,
    seats_from,
    set_model,
    set_player,
)
from rules.malifaux.phases.setup import MAX_MODELS, MAX_NAME_LENGTH, MAX_SCHEMES_LENGTH, MAX_STONES, MAX_WOUNDS
from rules.malifaux.remarks import MAX_CONDITION_TURNS

REMOVED = -1
"""In place of a seat: the model is in no crew."""
READY, DONE = "ready", "done"
ACTIVATIONS = {READY: Text("not yet"), DONE: Text("has acted")}
LIMITS = {
    "turns": (Text("last turn (0: open)"), 99),
    "points": (Text("most victory points (0: open)"), 99),
    "pool": (Text("most soulstones (0: open)"), MAX_STONES),
}
"""What the table agreed on as numbers, and how much it may be."""


def facts(s: Malifaux) -> tuple[Fact, ...]:
    """Return every fact that may be set by hand."""
    return (*_of_table(s), *_of_players(s), *_of_models(s))


def _number(key: str, label: Displayable, now: int, low: int, high: int, seat: int | None = None) -> Fact:
    name = label if isinstance(label, Text) else None
    return Fact(label, now, Template(FactSet(key, now), (Number("value", low, high, now, name),)), seat)


def _line(key: str, label: Text, now: str, seat: int | None = None) -> Fact:
    line = TextLine("value", MAX_NAME_LENGTH, (), label)
    return Fact(label, now, Template(FactSet(key, now[:MAX_NAME_LENGTH]), (line,)), seat)


def _schemes(player: Player, seat: int) -> Fact:
    """Return the schemes as a fact that shows nothing of them."""
    label, shown = Text("Schemes, for your eyes only"), HIDDEN_SCHEMES if player.schemes else ""
    line = TextLine("value", MAX_SCHEMES_LENGTH, (), label)
    return Fact(label, shown, Template(FactSet(f"seat.{seat}.schemes"), (line,)), seat, is_secret=True)


# --- the table and the players -----------------------------------------------------------------------------------


def _of_table(s: Malifaux) -> Iterator[Fact]:
    yield pick_fact("table.first", Text("First Player"), s.first_player, enumerate(s.seats))
    yield _line("table.strategy", Text("Strategy"), s.limits.strategy)
    for what, (label, high) in LIMITS.items():
        yield _number(f"table.{what}", label, getattr(s.limits, what), 0, high)


def _of_players(s: Malifaux) -> Iterator[Fact]:
    for seat, player in enumerate(s.players):
        yield _schemes(player, seat)
        cards = sorted_faces(DECK) if s.has_virtual_decks else map(card_face, CARD_VALUES)
        flips = dict([("", Text("no card")), *((face.value, face.name) for face in cards)])
        if player.flip:
            flips.setdefault(player.flip, card_face(player.flip).name)
        yield pick_fact(f"seat.{seat}.flip", Text("last flip"), player.flip, flips.items(), seat)


# --- models ------------------------------------------------------------------------------------------------------


def _of_models(s: Malifaux) -> Iterator[Fact]:
    for seat, player in enumerate(s.players):
        for model in player.crew:
            yield from _of_model(s, seat, model)
            for condition in model.conditions:
                yield from _of_condition(model, condition, seat)


def _of_model(s: Malifaux, seat: int, model: Model) -> Iterator[Fact]:
    key = f"model.{model.id}"
    yield _line(f"{key}.name", Text("Name"), model.name, seat)
    yield _number(f"{key}.full", Text("all its wounds"), model.full, 1, MAX_WOUNDS, seat)
    is_done = DONE if model.activated and not model.is_ready else READY
    yield pick_fact(f"{key}.activation", Text("activation"), is_done, ACTIVATIONS.items(), seat)
    crews = ((k, name) for k, name in enumerate(s.seats) if k == seat or len(s.players[k].crew) < MAX_MODELS)
    yield pick_fact(f"{key}.crew", Text("crew"), seat, (*crews, (REMOVED, Text("in no crew"))), seat)


def _of_condition(model: Model, condition: Condition, seat: int) -> Iterator[Fact]:
    key, name = f"model.{model.id}.condition.{condition.id}", condition_name(condition)
    if condition.kind is not None:
        if condition.kind.named:
            yield _line(f"{key}.name", Text("{what}: of whom?", what=condition.kind.name), condition.name, seat)
        if condition.kind.valued:
            label = Text("{what}: its value", what=condition.kind.name)
            yield _number(f"{key}.value", label, condition.value, 1, MAX_VALUE, seat)
        return
    yield _line(f"{key}.name", Text("Condition"), condition.name, seat)
    yield _number(
        f"{key}.turns",
        Text("{what}: closing phases it lasts (0: stays)", what=name),
        condition.turns,
        0,
        max(MAX_CONDITION_TURNS, condition.turns),
        seat,
    )
    acts = (("no", Text("nothing")), ("yes", Text("something")))
    now = "yes" if condition.acts else "no"
    yield pick_fact(f"{key}.acts", Text("{what}: its end does", what=name), now, acts, seat)


# --- setting a fact ----------------------------------------------------------------------------------------------


def set_fact(s: Malifaux, event: FactSet) -> Malifaux:
    """Set a fact by hand; nothing follows from it, since it corrects what the app believed."""
    value: Any = event.value
    match event.key.split("."):
        case "table", "first":
            return replace(s, order=seats_from(s, value))
        case "table", what:
            return replace(s, limits=replace(s.limits, **{what: value.strip() if what == "strategy" else value}))
        case "seat", seat, what:
            return set_player(s, int(seat), **{what: value})
        case "model", id, "condition", number, what:
            return _set_condition(s, int(id), int(number), what, value)
        case "model", id, what:
            return _set_of_model(s, int(id), what, value)
    return s


def _set_of_model(s: Malifaux, id: int, what: str, value: Any) -> Malifaux:
    match what:
        case "activation" if value == READY:
            return set_model(s, id, activated=0, again=0)
        case "activation":
            return _mark_done(s, id)
        case "crew":
            return _move(s, id, value)
    return set_model(s, id, **{what: value})


def _mark_done(s: Malifaux, id: int) -> Malifaux:
    """Mark a model as activated as often as it may be; Reactivate is used up."""
    found = s.find_model(id)
    if found is None:
        return s
    left = tuple(condition for condition in found[1].conditions if not condition.is_reactivate)
    return set_model(s, id, activated=found[1].again + 1, conditions=left)


def _move(s: Malifaux, id: int, to: int) -> Malifaux:
    found = s.find_model(id)
    if found is None or found[0] == to:
        return s
    seat, model = found
    s = set_player(s, seat, crew=tuple(one for one in s.players[seat].crew if one.id != id))
    return s if to == REMOVED else set_player(s, to, crew=(*s.players[to].crew, model))


def _set_condition(s: Malifaux, id: int, number: int, what: str, value: Any) -> Malifaux:
    found = s.find_model(id)
    if found is None:
        return s
    fresh = {what: value == "yes" if what == "acts" else value}
    conditions = (replace(c, **fresh) if c.id == number else c for c in found[1].conditions)
    return set_model(s, id, conditions=tuple(conditions))
