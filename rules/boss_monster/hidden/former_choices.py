"""Choices of earlier versions of the rules, which replayed logs may hold."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boss_monster.effects.choices import choose
from rules.boss_monster.effects.registry import effects
from rules.boss_monster.effects.spells import declare_choices
from rules.boss_monster.model.card_catalogue import former_card_copies
from rules.boss_monster.model.decks import card_faces
from rules.boss_monster.model.events import NamedHero, Skipped
from rules.boss_monster.model.state import BossMonster
from rules.boss_monster.phases.arrive import keys_of_heroes_there
from rules.engine import Cards, Choice, Template, Text, at, prompt
from rules.engine.record import replace

DECLINABLE = {f"boss_monster.{step}" for step in ("choose_salvage", "either", "fetch", "pick_shown")}
"""Steps at which what a card makes a player do could be declined."""


def former_choices(s: BossMonster) -> tuple[Choice, ...]:
    """Return what was offered once: other draws, declarations, names said twice, refusals."""
    asked = prompt(s)
    if asked is None:
        return ()
    step = s.agenda[0]
    was_declinable = step.name in DECLINABLE or (
        step.name == at(choose).name and effects.use["chosen"][str(step.args[0])].was_optional
    )
    declines = (Choice(Text("Nothing"), Template(Skipped())),) if was_declinable else ()
    return (*_draws(asked.choices), *declines, *_declarations(s), *_names(s))


def _names(s: BossMonster) -> Iterator[Choice]:
    """Names of heroes who lie at the table already."""
    for key in keys_of_heroes_there(s):
        yield Choice(Text("By name"), Template(NamedHero(key)))


def _declarations(s: BossMonster) -> tuple[Choice, ...]:
    """Spells before the first turn and between two reveals, and abilities that wait already."""
    if s.phase != "build" and not s.declared:
        return ()
    return declare_choices(replace(s, turn=max(1, s.turn), agenda=(), declared=()))


def _draws(choices: tuple[Choice, ...]) -> Iterator[Choice]:
    faces = card_faces(tuple(former_card_copies("rooms").elements()))
    for choice in choices:
        holes = choice.template.holes
        if any(isinstance(hole, Cards) and hole.source == "deck" for hole in holes):
            wider = tuple(
                replace(hole, faces=(*hole.faces, *faces)) if isinstance(hole, Cards) else hole for hole in holes
            )
            yield replace(choice, template=replace(choice.template, holes=wider))
