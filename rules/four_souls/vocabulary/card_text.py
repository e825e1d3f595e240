"""Texts of what known cards do, composed of the texts of their effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from rules.card_grammar import Cost
from rules.engine import Text
from rules.engine.record import replace
from rules.engine.text import signed
from rules.four_souls.model.effect import EFFECT_KINDS, TARGET_KINDS, Effect, Target
from rules.four_souls.model.item_abilities import ItemAbilities
from rules.four_souls.model.item_catalogue import ItemCard, item_cards
from rules.four_souls.model.item_effects import KEPT, EffectSequence
from rules.four_souls.model.looks import Look
from rules.four_souls.model.replacement import Replacement
from rules.four_souls.model.triggered_abilities import TriggeredAbility

from .card_names import cost_text, join_texts
from .consequence_text import counted_text, look_text
from .measures import with_conditions

MIN_LISTED = 2
"""Number of abilities from which they stand side by side."""


@cache
def card_text(card: ItemCard) -> Text | None:
    """Return what the card does in a few words.

    Its own text, else one composed of its looks and effects.

    It asks to check the card where the sources do not agree. None for an item that says nothing about itself.
    """
    if card.text is not None:
        return Text("{effect}", effect=card.text)
    text = _composed_text(card)
    return text if card.is_sure or text is None else Text("{effect}; check the card", effect=text)


def _composed_text(card: ItemCard) -> Text | None:
    does = card.does
    uses = (way for way in does.activations if way != KEPT)
    paid = [_paid_text(paid.cost, paid.effects) for paid in does.payments if paid.effects]
    triggered = [_at_moment(trigger, _sequence_text(way)) for trigger in does.triggers for way in _told(trigger.ways)]
    passive = map(_sequence_text, _told((does.passive,)))
    parts = [*map(_sequence_text, _told(uses)), *paid, *triggered, *passive]
    looks = tuple(dict.fromkeys(_look_part(does, look) for look in card.looks if not look.faces))
    is_one_use = not does.triggers and not any(look.is_alternative for look in card.looks)
    if looks and len(parts) < MIN_LISTED and is_one_use:
        parts = [Text("{effects}", effects=join_texts([*looks, *parts]))]  # one after the other
    else:
        parts = [*looks, *parts]
    by_face: dict[EffectSequence, list[int]] = {}
    for number, effects in does.by_die:
        by_face.setdefault(effects, []).append(number)
    parts += [_face_text(numbers, effects) for effects, numbers in by_face.items() if effects]
    rolled = (look for look in card.looks if look.faces)
    parts += [Text("{numbers}: {effects}", numbers=_shown(look.faces), effects=look_text(look)) for look in rolled]
    return _listed([*parts, *map(_replacement_text, card.does.replaces)])


def _look_part(does: ItemAbilities, look: Look) -> Text:
    text = look_text(look)
    return _at_moment(does.triggers[0], text) if look.use == "triggered" and len(does.triggers) == 1 else text


MOMENT_TEXTS: dict[tuple[str, str], Text] = {
    ("start", "mine"): Text("as your turn starts"),
    ("loot_step", "mine"): Text("before your turn's loot card"),
    ("end", "mine"): Text("as your turn ends"),
    ("hurt", "mine"): Text("when you take damage"),
    ("deals", "mine"): Text("when you deal damage"),
    ("attack", "mine"): Text("when you attack"),
    ("activation", "mine"): Text("when you activate an item"),
    ("monster_death", "mine"): Text("when you kill a monster"),
    ("monster_death", "any"): Text("when a monster dies"),
    ("death", "mine"): Text("when you die"),
    ("death", "others"): Text("when another player dies"),
    ("death", "any"): Text("when a player dies"),
    ("penalty", "mine"): Text("once you have paid for your death"),
}
"""Texts of the moments at which cards go off by themselves, by the moment and whose it is."""


def _at_moment(trigger: TriggeredAbility, does: Text) -> Text:
    when = MOMENT_TEXTS.get((trigger.when, trigger.whose))
    if trigger.when in ("rolled", "roll") and trigger.faces and not trigger.is_repeated:
        mine, n = trigger.whose == "mine", _shown(trigger.faces)
        when = Text("when you roll a {n}", n=n) if mine else Text("when anybody rolls a {n}", n=n)
    elif trigger.faces:
        when = None
    if when is None:
        return does
    if trigger.once == "turn":
        return Text("{when}, once a turn: {does}", when=when, does=does)
    return Text("{when}: {does}", when=when, does=does)


def _replacement_text(one: Replacement) -> Text:
    text, by = REPLACEMENT_TEXTS[one.event, one.change](one), LIMIT_TEXTS.get(one.limit)
    return Text("{does} ({limit})", does=text, limit=by) if by else text


LIMIT_TEXTS = {
    "not combat": Text("not in fights"),
    "not in the loot step": Text("not as the turn begins"),
    "not your turn": Text("not in one's own turn"),
}
"""Texts of the limits of replacements."""
REPLACEMENT_TEXTS: dict[tuple[str, str], Callable[[Replacement], Text]] = {
    ("damage", "more"): lambda one: Text("{n} more of each damage", n=one.amount),
    ("damage", "cap"): lambda one: Text("at most {n} of each damage", n=one.amount),
    ("damage", "counters"): lambda one: Text("its counters prevent 1 damage each"),
    ("damage", "prevent"): lambda one: _immunity_text(one),
    ("damage", "roll"): lambda one: Text("{n} damage less with {faces}", n=one.amount, faces=_shown(one.faces)),
    ("cents", "more"): lambda one: Text("{n}¢ more of each gain", n=one.amount),
    ("cents", "instead"): lambda one: Text("counters on it instead of ¢"),
    ("loot", "more"): lambda one: Text("{n} loot card more each time", "{n} loot cards more each time", n=one.amount),
    ("destroyed", "instead"): lambda one: Text("gets a counter instead of being destroyed, once"),
    ("lost_cents", "prevent"): lambda one: Text("loses no ¢ by effects or by dying"),
    ("lost_loot", "prevent"): lambda one: Text("loses no loot by effects or by dying"),
    ("treasures", "more"): lambda one: Text("{n} item more each time", "{n} items more each time", n=one.amount),
}
"""Text of each replacement, by what it replaces and how."""


def _immunity_text(one: Replacement) -> Text:
    if one.faces:
        return Text("no combat damage of a {n}", n=_shown(one.faces))
    return Text("takes no damage")


def known_card_text(name: str) -> Text | None:
    """Return what the card with that id does; None for a name that is none."""
    card = item_cards().get(name)
    return card_text(card) if card else None


def _listed(parts: Sequence[Text]) -> Text | None:
    if not parts:
        return None
    joined, *rest = parts
    for part in rest:
        joined = Text("{first} / {then}", first=joined, then=part)
    return joined


def _told(ways: Iterable[EffectSequence]) -> Iterator[EffectSequence]:
    """Yield the ways with effects, but for those whose effects the numbers of a die decide."""
    yield from (way for way in ways if any(effect.kind != "roll" for effect in way))


def _paid_text(cost: Cost, effects: EffectSequence) -> Text:
    return Text("{price}: {effects}", price=cost_text(cost), effects=_sequence_text(effects))


def _face_text(numbers: Sequence[int], effects: EffectSequence) -> Text:
    return Text("{numbers}: {effects}", numbers=_shown(numbers), effects=_sequence_text(effects))


def _shown(numbers: Sequence[int]) -> str:
    """Return numbers of a die as they are shown: one, from one to another, or one by one."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) != last - first + 1:
        return ", ".join(map(str, numbers))
    return str(first) if first == last else f"{first}–{last}"


def _sequence_text(effects: EffectSequence) -> Text:
    return Text("{effects}", effects=join_texts(with_conditions(effects, _effect_text)))


def _effect_text(effect: Effect) -> Text:
    if effect.count:
        return counted_text(
            effect, _target_text(effect if effect.to == Target() else replace(effect, target=effect.to))
        )
    kind, by = EFFECT_KINDS[effect.kind], signed(effect.amount)
    if kind.brief and effect.target.kind in ("me", "item"):
        return kind.brief(effect.amount, by)
    return kind.text(_target_text(effect), effect.amount, by)


def _target_text(effect: Effect) -> Text:
    return TARGET_KINDS[effect.target.kind].text
