"""Choices of earlier versions of the rules, which replayed logs may hold."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boss_monster.model.card_catalogue import former_card_copies
from rules.boss_monster.model.decks import card_faces
from rules.boss_monster.model.state import BossMonster
from rules.engine import Cards, Choice, prompt
from rules.engine.record import replace


def former_choices(s: BossMonster) -> tuple[Choice, ...]:
    """Return the draws of rooms from a deck that held other copies."""
    asked = prompt(s)
    return tuple(_draws(asked.choices)) if asked is not None else ()


def _draws(choices: tuple[Choice, ...]) -> Iterator[Choice]:
    faces = card_faces(tuple(former_card_copies("rooms").elements()))
    for choice in choices:
        holes = choice.template.holes
        if any(isinstance(hole, Cards) and hole.source == "deck" for hole in holes):
            wider = tuple(
                replace(hole, faces=(*hole.faces, *faces)) if isinstance(hole, Cards) else hole for hole in holes
            )
            yield replace(choice, template=replace(choice.template, holes=wider))
