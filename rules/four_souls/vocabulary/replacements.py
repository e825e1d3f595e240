"""Replacements that apply to damage or to a gain now.

They say what becomes of its amount (FS-14, FS-37).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Literal

from rules.engine import Text, carries
from rules.engine.record import replace
from rules.engine.text import signed
from rules.four_souls.model.effect import EFFECT_KINDS, Effect, Target
from rules.four_souls.model.item_catalogue import replacements_of
from rules.four_souls.model.replacement import LOSSES, Replacement
from rules.four_souls.model.state import Boost, FourSouls

from .monster_triggers import find_trait

Origin = Literal["shield", "roll", "item", "turn"]
"""A shield, the roll of a monster's card, an item in play, or an effect until the turn ends."""
MAX_PERMUTED = 4
"""Number of replacements up to which every order is tried."""


@dataclass(frozen=True, slots=True)
class Applicable:
    """A replacement that applies to an event now.

    ``source``: id of the item, or place among ``boosts``. ``stock``: how many shields or counters are left.
    """

    origin: Origin
    source: int
    replacement: Replacement
    stock: int = 0

    @property
    def key(self) -> str:
        """Name by which an event remembers that it has been replaced so."""
        return f"{self.origin}.{self.source}"

    @property
    def is_rolled(self) -> bool:
        """Whether a die decides."""
        return self.replacement.change == "roll"


def apply_to(one: Applicable, amount: int) -> tuple[int, int]:
    """Return the amount after a replacement without a die, and how much of its stock is used."""
    by = one.replacement.amount
    match one.replacement.change:
        case "more":
            return amount + by, 0
        case "times":
            return amount * by, 0
        case "cap":
            return min(amount, by), 0
        case "prevent":
            return max(0, amount - by) if by else 0, 0
        case "counters":
            used = min(amount, one.stock)
            return amount - used, used
        case "instead":
            return 0, -amount
    return amount, 0


@carries("FS-37")
def is_order_relevant(amount: int, found: tuple[Applicable, ...]) -> bool:
    """Return whether the order of the replacements matters.

    For the amount, or for what is left of them.

    What prevents all of it is no question: nobody would put it last.
    """
    if len(found) < 2 or _prevents_all(found[0]):
        return False
    if len(found) > MAX_PERMUTED or any(one.is_rolled for one in found):
        return True
    return len({_outcome(amount, order) for order in permutations(found)}) > 1


def _prevents_all(one: Applicable) -> bool:
    return one.origin == "item" and (one.replacement.change, one.replacement.amount) == ("prevent", 0)


def _outcome(amount: int, order: tuple[Applicable, ...]) -> tuple[int, frozenset[tuple[str, int]]]:
    """Return the amount after all of them, and what each has used.

    Its stock, or itself where it acts once.
    """
    uses = set()
    for one in order:
        if not amount:
            break
        amount, used = apply_to(one, amount)
        uses.add((one.key, used if one.replacement.change in ("counters", "instead") else one.origin == "turn"))
    return amount, frozenset(uses)


def foreseen_amount(amount: int, found: tuple[Applicable, ...]) -> int | None:
    """Return what the amount will be as far as no die decides.

    None where somebody chooses the order.
    """
    certain = tuple(one for one in found if not one.is_rolled)
    return None if is_order_relevant(amount, certain) else _outcome(amount, certain)[0]


def foreseen_effect(s: FourSouls, effect: Effect) -> Effect:
    """Return an effect on one player or monster with its amount after all replacements."""
    target = effect.target
    if effect.kind == "damage" and target.kind in ("seat", "monster"):
        found = damage_replacements(s, target, is_combat=False)
    elif (gained := EFFECT_KINDS[effect.kind].gains) and target.kind == "seat" and effect.amount > 0:
        found = gain_replacements(s, target.id, gained)
    else:
        return effect
    amount = foreseen_amount(effect.amount, found)
    if found and found[0].replacement.change == "instead" and not found[1:]:
        return Effect("counter", Target("owned", found[0].source), effect.amount)
    return effect if amount is None else replace(effect, amount=amount)


# --- damage ------------------------------------------------------------------------------------------------------


@carries("FS-14", "FS-50")
def damage_replacements(
    s: FourSouls, target: Target, *, is_combat: bool, face: int = 0, done: tuple[str, ...] = ()
) -> tuple[Applicable, ...]:
    """Return what replaces damage to a player or monster, each once.

    Its ``done`` ones are left out.

    ``face``: number of the attack roll that led to combat damage.
    """
    found = (*_by_body(s, target), *_by_boosts(s, target))
    if target.kind == "seat":
        limits = _damage_limits(s, target.id, is_combat=is_combat)
        found += tuple(_by_items(s, target.id, "damage", limits, face))
    open_ones = (one for one in found if one.key not in done)
    return tuple(sorted(open_ones, key=lambda one: not _prevents_all(one)))


def _by_body(s: FourSouls, target: Target) -> Iterator[Applicable]:
    monster = s.find_monster(target.id) if target.kind == "monster" else None
    body = s.players[target.id] if target.kind == "seat" else monster
    if body and body.shield:
        yield Applicable("shield", 0, Replacement("damage", "counters"), body.shield)
    guarded = find_trait(monster.card, "guarded") if monster else None
    if guarded:
        yield Applicable("roll", 0, Replacement("damage", "roll", faces=guarded.numbers))


def _by_boosts(s: FourSouls, target: Target) -> Iterator[Applicable]:
    for k, boost in enumerate(s.boosts):
        replacement = boost_replacement(boost)
        if replacement and replacement.event == "damage" and boost.target == target:
            yield Applicable("turn", k, replacement)


def boost_replacement(boost: Boost) -> Replacement | None:
    """Return the replacement that an effect until the turn ends makes, if it makes one."""
    kind = EFFECT_KINDS.get(boost.what)  # none for a forced attack
    return kind.lasting.replacement(boost.by) if kind and kind.lasting and kind.lasting.replacement else None


def lasting_text(boost: Boost) -> Text:
    """Return the text of an effect until the turn ends: what it waits for, or what it changes."""
    kind = EFFECT_KINDS.get(boost.what)
    if kind and kind.lasting and kind.lasting.text:
        return kind.lasting.text(boost)
    return Text("{by} {what} this turn", by=signed(boost.by), what=(kind and kind.counted) or "")


def _damage_limits(s: FourSouls, seat: int, *, is_combat: bool) -> frozenset[str]:
    fight = "combat" if is_combat else "not combat"
    return frozenset({"", fight, *(["not your turn"] if seat != s.active else [])})


def _by_items(s: FourSouls, seat: int, event: str, limits: frozenset[str], face: int = 0) -> Iterator[Applicable]:
    for item in s.players[seat].items:
        for one in replacements_of(item):
            is_empty = one.change == "counters" and not item.counters
            is_other_face = one.limit == "combat" and face not in one.faces
            if one.event == event and one.limit in limits and not (is_empty or is_other_face):
                yield Applicable("item", item.id, one, item.counters)


# --- gains -------------------------------------------------------------------------------------------------------


@carries("FS-14", "FS-50")
def gain_replacements(
    s: FourSouls, seat: int, what: str, *, is_loot_step: bool = False, done: tuple[str, ...] = ()
) -> tuple[Applicable, ...]:
    """Return what replaces a player's gain of ¢, loot or treasures, each once.

    Its ``done`` ones are left out.
    """
    by_boosts = ((k, boost, boost_replacement(boost)) for k, boost in enumerate(s.boosts))
    of_turn = (
        Applicable("turn", k, replacement)
        for k, boost, replacement in by_boosts
        if replacement and replacement.event == what and boost.target == Target("seat", seat)
    )
    limits = frozenset({""} if is_loot_step else {"", "not in the loot step"})
    found = (*of_turn, *_by_items(s, seat, what, limits))
    return tuple(one for one in found if one.key not in done)


def loss_preventions(s: FourSouls, seat: int, what: str) -> Iterator[Applicable]:
    """Yield the items that keep a player from losing ¢ or loot."""
    yield from _by_items(s, seat, LOSSES[what], frozenset({""}))
