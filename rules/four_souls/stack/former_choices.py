"""Choices of earlier versions of the rules, which replayed logs may hold."""

from __future__ import annotations

from collections.abc import Iterator

from rules import stack
from rules.engine import Choice, Option, Pick, Template, Text, at
from rules.engine.record import replace
from rules.four_souls.board.purchase import purchase_choices
from rules.four_souls.model.catalogue import characters
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Chose, Ordered, Told
from rules.four_souls.model.state import FourSouls
from rules.four_souls.triggers.card_question import tell
from rules.four_souls.vocabulary.card_names import item_name
from rules.four_souls.vocabulary.effect_templates import make_effects_hole

from .play_options import loot_choice, play_choices, trigger_choice
from .priority import next_waiting_items, order_together, priority

CHOOSE_CHARACTERS = "four_souls.choose_characters"
"""Step that asks for the characters, in the package above."""


def former_choices(s: FourSouls) -> tuple[Choice, ...]:
    """Return the choices that earlier versions offered and these rules do not."""
    if s.agenda[0].name == CHOOSE_CHARACTERS:
        every = tuple(Option(id, character.name) for id, character in characters().items())
        return tuple(
            Choice(Text("{who}", who=who), Template(Chose(seat, ""), (Pick("character", every),)), seat=seat)
            for seat, who in enumerate(s.seats)
            if not s.players[seat].character
        )
    if s.agenda[0].name == at(tell).name:
        hole = make_effects_hole(s)
        return Choice(Text("Say what it does"), Template(Told(()), (hole,))), Choice(
            Text("Nothing"), Template(Told(()))
        )
    if s.agenda[0].name == at(order_together).name:
        return tuple(Choice(item_name(s, item), Template(Ordered((item.id,)))) for item in next_waiting_items(s))
    return tuple(_plays(s)) if s.agenda[0].name == at(priority).name else ()


def _plays(s: FourSouls) -> Iterator[Choice]:
    """Yield the plays and purchases of before.

    Loot cards did not leave the hand; everybody could play before whoever has priority, and a forced attack could wait;
    any soul could be named as the stolen one.
    """
    hole = make_effects_hole(s)
    with_souls = tuple(Option(Target("seat", k), who) for k, who in enumerate(s.seats) if s.players[k].souls)
    theft = Template(Effect("steal_soul"), (Pick("target", with_souls),))
    effects_hole = replace(hole, templates=(*hole.templates, theft)) if with_souls else hole
    yield from purchase_choices(s)
    for seat in stack.seats_to_pass(s.stack, len(s.seats)):
        yield loot_choice(s, seat, effects_hole, from_hand=False)
        yield from play_choices(s, seat, effects_hole)
    for seat in range(len(s.seats)):
        yield trigger_choice(s, seat, effects_hole)
