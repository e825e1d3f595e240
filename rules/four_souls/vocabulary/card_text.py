"""Texts of what known cards do, composed of the texts of their effects."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rules.engine import Displayable, Text
from rules.four_souls.model.effect import Effect
from rules.four_souls.model.item_abilities import KEPT, EffectSequence
from rules.four_souls.model.item_catalogue import ItemCard

from .card_names import TARGET_GROUP_TEXTS, join_texts
from .consequence_text import BRIEF_TEXTS, EFFECT_TEXTS

RELATIVE_TEXTS = {"item": Text("roll"), "owned": Text("this item"), "monster": Text("the monster")}
"""Names of the targets that are known only as the card is used."""


@cache
def card_text(card: ItemCard) -> Text | None:
    """Return what the card does in a few words.

    None for what the table must say itself or nobody tracks.
    """
    does = card.does
    uses = (way for way in does.activations if way != KEPT)
    ways = [*uses, *(effects for _, effects in does.payments), *does.triggered, does.passive]
    parts = [_sequence_text(way) for way in ways if way and way != (Effect("roll"),)]
    by_face: dict[EffectSequence, list[int]] = {}
    for number, effects in does.by_die:
        by_face.setdefault(effects, []).append(number)
    parts += [_face_text(numbers, effects) for effects, numbers in by_face.items() if effects]
    return _listed(parts)


def _listed(parts: Sequence[Text]) -> Text | None:
    if not parts:
        return None
    joined, *rest = parts
    for part in rest:
        joined = Text("{first} / {then}", first=joined, then=part)
    return joined


def _face_text(numbers: Sequence[int], effects: EffectSequence) -> Text:
    first, last = numbers[0], numbers[-1]
    shown = str(first) if first == last else f"{first}–{last}"
    return Text("{numbers}: {effects}", numbers=shown, effects=_sequence_text(effects))


def _sequence_text(effects: EffectSequence) -> Text:
    return Text("{effects}", effects=join_texts([_effect_text(effect) for effect in effects]))


def _effect_text(effect: Effect) -> Text:
    """Describe one effect of a card that is not used yet."""
    by = f"+{effect.amount}" if effect.amount >= 0 else f"−{-effect.amount}"
    if effect.kind in BRIEF_TEXTS and effect.target.kind in ("me", "item"):
        return BRIEF_TEXTS[effect.kind](effect.amount, by)
    return EFFECT_TEXTS[effect.kind](_target_text(effect), effect.amount, by)


def _target_text(effect: Effect) -> Displayable:
    kind = effect.target.kind
    return TARGET_GROUP_TEXTS.get(kind) or RELATIVE_TEXTS.get(kind) or ""
