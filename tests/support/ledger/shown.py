"""What the product shows of physical things: trackers, and piles that only the view has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.engine import Game


def shown_numbers(game: Game[Any], state: Any) -> dict[str, int]:
    """Every number that the product shows, by place and thing."""
    found = {tracker.key: tracker.value for tracker in game.trackers(state)}
    return {**found, **PILES[game.key](game.view(state))}


def numbers(key: str, state: Any) -> dict[str, list[int]]:
    """The numbers by which the log calls objects on the table, by kind."""
    if key == "four_souls":
        return {"monster": [monster.id for monster in state.monsters]}
    if key == "boss_monster":
        return {"hero": [hero.id for _, hero in state.heroes()], "room": [room.id for _, _, room in state.rooms()]}
    if key == "king_of_tokyo":
        return {"held": [card.id for monster in state.monsters for card in monster.cards]}
    if key == "malifaux":
        models = [model for player in state.players for model in player.crew]
        on = [condition.id for model in models for condition in model.conditions]
        # when the upkeep is, not what it does: 1 while an order is asked for, 2 once it is over
        waits = any(step.name.endswith((".which_ends", ".end_effects")) for step in state.agenda)
        upkeep = [1 if waits else 2] if state.phase == "closing" else []
        return {"model": [model.id for model in models], "condition": on, "upkeep": upkeep}
    if key == "darkmoor":
        return {"minion": [minion.id for place in state.places for minion in place.horde]}
    return {}


def _stack(view: Any) -> dict[str, int]:
    return {"stack.depth": len(view.stack)}


def _tokyo(view: Any) -> dict[str, int]:
    cards = {f"seat.{player.seat}.cards": len(player.cards) for player in view.players}
    return {**cards, **{f"seat.{player.seat}.levels": len(player.levels) for player in view.players if view.tower}}


def _boss(view: Any) -> dict[str, int]:
    if not view.virtual:
        return {}
    hands = {f"seat.{player.seat}.hand": len(player.hand) for player in view.players}
    return {**hands, "deck.rooms": view.rooms, "deck.spells": view.spells, "discard.cards": len(view.discards)}


def _malifaux(view: Any) -> dict[str, int]:
    if not view.has_virtual_decks:
        return {}
    counted = ((player, pile, getattr(player, pile)) for player in view.players for pile in ("deck", "discard", "hand"))
    return {f"seat.{p.seat}.{pile}": count if isinstance(count, int) else len(count) for p, pile, count in counted}


def _darkmoor(view: Any) -> dict[str, int]:
    hordes = {f"horde.{place.number}.minions": len(place.horde) for place in view.places}
    havens = {f"haven.{place.number}.minions": len(place.haven) for place in view.places}
    return {**hordes, **havens, **{f"seat.{player.seat}.discard": player.discard for player in view.players}}


PILES: dict[str, Callable[[Any], dict[str, int]]] = {
    "four_souls": _stack,
    "king_of_tokyo": _tokyo,
    "malifaux": _malifaux,
    "boss_monster": _boss,
    "darkmoor": _darkmoor,
}
"""Piles of each game that are no trackers."""
