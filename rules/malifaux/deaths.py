"""Models that went out of play, and by whose model."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Death
from rules.malifaux.model.state import Malifaux

from .conditions import CONDITION_RULE
from .state_changes import model_name


def deaths(before: Malifaux, after: Malifaux) -> Iterator[Death]:
    """Yield the models that lost their last wound between two states.

    The killer is an opponent's model that was acting then; the damage of a condition has none.
    """
    rules = {note.change.key: note.rule for note in after.notes if note.change}
    for seat, player in enumerate(before.players):
        for model in player.crew:
            found = after.find_model(model.id)
            if model.wounds and found and not found[1].wounds:
                rule = rules.get(f"model.{model.id}.wounds", "X-02")
                killer = before.find_model(before.acting) if rule != CONDITION_RULE else None
                enemy = killer if killer and killer[0] != seat else None
                by = (model_name(enemy[1]), enemy[0]) if enemy else (None, None)
                yield Death(model_name(model), rule, seat, *by)
