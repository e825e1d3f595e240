"""Catalogue of items, loot and other cards with known names, read from their data files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from typing import cast

from rules.card_data import CardRow, reading
from rules.card_grammar import UNKNOWN, UNKNOWN_FACE, Ability, If, parse_abilities
from rules.engine import Name
from rules.engine.record import once_per_object

from .catalogue import BASE_SET, MonsterCard, characters, read_effect, read_rows
from .effect import TARGET_KINDS, Effect, Target, TargetKind
from .item import DestructionResult, Owned
from .item_abilities import ItemAbilities, Rivalry, compile_item, marks_of
from .item_effects import KEPT, NEEDS_THREE_PLAYERS, TEXT, EffectSequence, conditions_with_points, with_points
from .looks import Look, looks_of
from .moment import MomentKind
from .replacement import Replacement
from .triggered_abilities import TriggeredAbility

FILES = {
    "items.csv": "starting",
    "loot.csv": "loot",
    "treasures.csv": "treasure",
    "events.csv": "event",
    "curses.csv": "curse",
    "rooms.csv": "room",
}
"""Data files, and the kind of their cards."""
PLAYED_KINDS = ("loot", "event", "curse")
"""Kinds of cards that are played or turned up, and go on the stack."""
TURNED_UP_KINDS = ("event", "curse")
"""Kinds of cards of the monster deck that are no monsters."""
CURSED: tuple[EffectSequence, ...] = ((Effect("curse", Target("chosen")),),)
"""What every curse does as it is turned up (FS-21): the active player says who bears it."""
KNOWN_BY_NAME = ("butter-bean", "lost-soul", "holy-chest")
"""Ids of the cards that a typed name means too."""
NO_ABILITIES = ItemAbilities()
GUPPY_TAG = "guppy"
"""Tag of the items that belong to Guppy."""


@dataclass(frozen=True)
class ItemCard:
    """A card of the data files.

    ``set_key``: the box in which it comes first; ``lacks``: words of its notation that the rules do not know, so that
    the table says what it does; ``is_for_three``: only for three players or more; ``looks``: what it lets somebody look
    at; ``text``: what it does in our words, where that is not composed of its effects; ``is_sure``: whether the sources
    agree, so that nobody needs to check the card.
    """

    id: str
    kind: str
    name: Name
    owned: Owned
    does: ItemAbilities = NO_ABILITIES
    set_key: str = BASE_SET
    lacks: tuple[str, ...] = ()
    is_for_three: bool = False
    looks: tuple[Look, ...] = ()
    text: Name | None = None
    is_sure: bool = True

    @property
    def is_item(self) -> bool:
        """Whether it can lie in play as an item.

        All but events and the loot cards that leave at once.
        """
        return self.kind in ("starting", "treasure") or self.does.activations == (KEPT,)


@cache
def item_cards() -> dict[str, ItemCard]:
    """Return every card of the data files, by id."""
    return {card.id: card for file, kind in FILES.items() for row in read_rows(file) for card in [_card(row, kind)]}


def _card(row: CardRow, kind: str) -> ItemCard:
    lacks, tags = tuple(row["lacks"].split()), row.get("tags", "").split()
    with reading(row.file, row.card, "does"):
        abilities = parse_abilities(row["does"]) if row["does"] else ()
        does, looks = _does(row["id"], kind, abilities, lacks), looks_of(abilities)
        does = _with_points(does, row["id"]) if has_open_points(row["does"]) else does
    return ItemCard(
        row["id"],
        kind,
        Name(row["es"], row["en"]),
        _owned(row, abilities, tags),
        does,
        row["set"] or BASE_SET,
        lacks,
        "3p" in tags or _is_for_three(abilities),
        looks,
        _text(row, lacks),
        row["sure"] != "n",
    )


def _is_for_three(abilities: tuple[Ability, ...]) -> bool:
    """Return whether a card does nothing with fewer than three players."""
    steps = [step for ability in abilities if ability.head is None for way in ability.ways for step in way]
    return bool(steps) and all(isinstance(step, If) and step.conditions == NEEDS_THREE_PLAYERS for step in steps)


def _does(id: str, kind: str, abilities: tuple[Ability, ...], lacks: tuple[str, ...]) -> ItemAbilities:
    does = _untracked(abilities) if lacks else compile_item(abilities)
    does = _with_card_id(does, id) if does.lasting else does
    does = _with_die_targets(does, id) if does.by_die else does
    does = replace(does, bodies=tuple(replace(body, id=id) for body in does.bodies)) if does.bodies else does
    return replace(does, activations=CURSED) if kind == "curse" else does


def _with_card_id(does: ItemAbilities, id: str) -> ItemAbilities:
    """Return the abilities with the card's id in each effect that lasts until the turn ends."""
    return _with_effects(does, "lasting", lambda effect: replace(effect, card=id))


def _with_effects(does: ItemAbilities, kind: str, change: Callable[[Effect], Effect]) -> ItemAbilities:
    def changed(way: EffectSequence) -> EffectSequence:
        return tuple(change(effect) if effect.kind == kind else effect for effect in way)

    payments = tuple(replace(payment, effects=changed(payment.effects)) for payment in does.payments)
    triggers = tuple(replace(trigger, ways=tuple(map(changed, trigger.ways))) for trigger in does.triggers)
    return replace(does, activations=tuple(map(changed, does.activations)), payments=payments, triggers=triggers)


# --- what no source says -----------------------------------------------------------------------------------------


def has_open_points(text: str) -> bool:
    """Return whether a card in the notation has something that the table reads from it once."""
    return UNKNOWN in text or f"{TEXT}=" in text


def _with_points(does: ItemAbilities, id: str) -> ItemAbilities:
    """Return the abilities with the card's id in what no source states."""
    payments = (
        replace(one, effects=with_points(id, one.effects), only_if=conditions_with_points(id, one.only_if))
        for one in does.payments
    )
    triggers = (
        replace(
            one,
            ways=tuple(with_points(id, way) for way in one.ways),
            conditions=conditions_with_points(id, one.conditions),
        )
        for one in does.triggers
    )
    return replace(
        does,
        activations=tuple(with_points(id, way) for way in does.activations),
        payments=tuple(payments),
        triggers=tuple(triggers),
        by_die=tuple((face, with_points(id, way)) for face, way in does.by_die),
    )


# --- targets of dice ---------------------------------------------------------------------------------------------


def die_targets(by_die: tuple[tuple[int, EffectSequence], ...]) -> tuple[Target, ...]:
    """Return what the numbers of a card's die aim at, each once (FS-26)."""
    targets = (effect.target for _, effects in by_die for effect in effects)
    return tuple(dict.fromkeys(target for target in targets if _is_chosen_first(TARGET_KINDS[target.kind])))


def is_die_open(by_die: tuple[tuple[int, EffectSequence], ...], face: int) -> bool:
    """Return whether no source says what that number of a card's die does."""
    numbers = {number for number, _ in by_die}
    return UNKNOWN_FACE in numbers and face not in numbers


def outcomes_of_die(by_die: tuple[tuple[int, EffectSequence], ...]) -> tuple[EffectSequence, ...]:
    """Return what the numbers of a card's die do besides nothing, each once."""
    return tuple(dict.fromkeys(effects for _, effects in by_die if effects))


def _is_chosen_first(kind: TargetKind) -> bool:
    return kind.choices is not None and not kind.is_dependent


def _with_die_targets(does: ItemAbilities, id: str) -> ItemAbilities:
    """Return the abilities with a die that asks for its targets as it is played."""
    aims = die_targets(does.by_die)
    if not aims:
        return does
    target, to = (*aims, Target())[:2]
    return _with_effects(does, "roll", lambda effect: replace(effect, target=target, to=to, card=id))


@cache
def is_die_aimed(card: str) -> bool:
    """Return whether a card's die does nothing without a target.

    That is so if every number that does something aims at what is chosen before it.
    """
    by_die = item_cards()[card].does.by_die
    aims = (*die_targets(by_die), Target("item_of"))
    return all(any(effect.target in aims for effect in way) for _, way in by_die if way)


def _text(row: CardRow, lacks: tuple[str, ...]) -> Name | None:
    """Return what the card does where that is written by hand.

    Its own text, or that of the character who has it.
    """
    own = read_effect(row) or card_texts().get(row["id"])
    return own or (starting_texts().get(row["id"]) if lacks else None)


@cache
def starting_texts() -> dict[str, Name]:
    """Return the texts of the characters, by the id of the starting item."""
    return {character.item: character.effect for character in characters().values()}


@cache
def card_texts() -> dict[str, Name]:
    """Return the texts of the cards that are written by hand, by id."""
    return {row["id"]: Name(row["es"], row["en"]) for row in read_rows("card_texts.csv")}


def _untracked(abilities: tuple[Ability, ...]) -> ItemAbilities:
    """Return what is known of a card whose effects the table says: whether it stays in play."""
    return ItemAbilities((KEPT,)) if any(ability.is_trinket for ability in abilities) else NO_ABILITIES


def _owned(row: CardRow, abilities: tuple[Ability, ...], tags: list[str]) -> Owned:
    marks = marks_of(abilities)
    return Owned(
        0,
        row["en"],
        card=row["id"],
        activated=marks.activated,
        cost=marks.cost,
        pays=marks.pays,
        eternal="eternal" in tags,
        guppy=GUPPY_TAG in tags,
        souls=row.number("souls", 0) if "souls" in row else 0,
        ends=cast(DestructionResult, row.get("ends") or "discard"),
        when=marks.when,
        whose=marks.whose,
        faces=marks.faces,
        once=marks.once,
    )


@lru_cache(maxsize=4096)
def abilities_of_item(item: Owned) -> ItemAbilities:
    """Return what an item in play does: by its card, or by what the table has said of it."""
    does = _own_abilities(item)
    if item.card in item_cards() and does.triggers and not is_marked_by_hand(item):
        return does
    return replace(does, triggers=_stated_triggers(item, does.triggers))


def is_marked_by_hand(item: Owned) -> bool:
    """Return whether the table has said itself when the item acts."""
    card = item_cards().get(item.card) if item.card else None
    return card is None or _moment_marks(item) != _moment_marks(card.owned)


def _moment_marks(item: Owned) -> tuple[object, ...]:
    return item.when, item.whose, item.faces, item.once


def _stated_triggers(item: Owned, known: tuple[TriggeredAbility, ...]) -> tuple[TriggeredAbility, ...]:
    """Return the trigger that the table has said.

    Its effects are those of the card, else the latest ones.
    """
    if not item.when:
        return ()
    stated = TriggeredAbility(item.when, item.whose, item.faces, item.once)
    if not known:
        return (replace(stated, ways=(item.did,) if item.did else ()),)
    first = known[0]
    return (replace(stated, conditions=first.conditions, ways=first.ways, is_automatic=first.is_automatic),)


def is_trigger_spent(item: Owned, ability: int) -> bool:
    """Return whether the one use of a triggered ability this turn or game is spent.

    Where the table has said the limit, any use of the item spends it.
    """
    once = abilities_of_item(item).triggers[ability].once
    return bool(once) and (item.used if is_marked_by_hand(item) else ability in item.spent)


def passive_effects(item: Owned) -> EffectSequence:
    """Return what an item does to numbers as long as it is in play.

    By its card, or by what the table has said of it.
    """
    if item.card:
        return _own_abilities(item).passive
    is_used = item.activated or item.cost >= 0 or bool(item.when)
    return () if is_used else item.did


def bodies_of_item(item: Owned) -> tuple[MonsterCard, ...]:
    """Return the numbers with which an item can be attacked; only cards have any."""
    return _own_abilities(item).bodies if item.card else ()


def rivalries_of(item: Owned) -> tuple[Rivalry, ...]:
    """Return how an item or room lets players be attacked."""
    return _own_abilities(item).rivals if item.card else ()


def _own_abilities(item: Owned) -> ItemAbilities:
    """Return what an item does by its card, and by those of items with gold.

    Whatever the table has said of it.
    """
    if not item.gilded:
        return _card_abilities(item.card)
    return _joined_abilities((item.card, *item.gilded))


@cache
def _joined_abilities(cards: tuple[str, ...]) -> ItemAbilities:
    """Return the abilities of several cards on one item, which does not come into play any more."""
    found = [_card_abilities(card) for card in cards]
    joined = {
        field.name: tuple(one for does in found for one in getattr(does, field.name)) for field in fields(found[0])
    }
    return ItemAbilities(**{**joined, "activations": tuple(way for way in joined["activations"] if way != KEPT)})


def _card_abilities(card: str) -> ItemAbilities:
    """Return what a card does, whatever the table has said of it."""
    found = item_cards().get(card)
    return found.does if found else NO_ABILITIES


def passive_sum(item: Owned, what: str) -> int:
    """Return what an item in play adds to that number of its owner, not of monsters.

    Attack, health, or rolls of an attack.
    """
    effects = (effect for effect in passive_effects(item) if effect.target.kind != "monsters")
    return sum(effect.amount for effect in effects if effect.kind == what)


def replacements_of(item: Owned) -> tuple[Replacement, ...]:
    """Return what an item in play changes in damage, gains and losses before they happen."""
    return _own_abilities(item).replaces if item.card else ()


# --- what items do, by what is asked ---------------------------------------------------------------------------------

NumberedAbility = tuple[Owned, int, TriggeredAbility]
"""A triggered ability of an item, with the item and the ability's number."""


@dataclass(frozen=True, slots=True)
class ItemIndex:
    """What items do, found once for each tuple of them.

    It is asked after every step, and hardly any step changes what somebody has.

    ``triggers``: their triggered abilities by the moment of each; ``entering``: those that have just come into play;
    ``has_gold``: whether gold lies on one of them, or one copies by it; ``has_passives``: whether one adds to numbers;
    ``bodies``: the numbers of those that can be attacked, by id; ``rivalries``: how they let players be attacked;
    ``counted``: how many of them are not eternal; ``is_quiet``: whether none comes in, has gold or can be attacked.
    """

    triggers: Mapping[MomentKind, tuple[NumberedAbility, ...]]
    entering: tuple[Owned, ...]
    has_gold: bool
    has_passives: bool
    bodies: Mapping[int, MonsterCard]
    rivalries: tuple[Rivalry, ...]
    counted: int
    is_quiet: bool


@once_per_object
def index_items(items: tuple[Owned, ...]) -> ItemIndex:
    """Return what those items do."""
    triggers: dict[MomentKind, tuple[NumberedAbility, ...]] = {}
    for o in items:
        for k, ability in enumerate(abilities_of_item(o).triggers):
            triggers[ability.when] = (*triggers.get(ability.when, ()), (o, k, ability))
    entering, has_gold = tuple([o for o in items if o.is_entering]), any(o.gold or o.gilded for o in items)
    bodies = {o.id: body for o in items for body in bodies_of_item(o)}
    return ItemIndex(
        triggers,
        entering,
        has_gold,
        has_passives=any(map(passive_effects, items)),
        bodies=bodies,
        rivalries=tuple([rivalry for o in items for rivalry in rivalries_of(o)]),
        counted=sum([not o.eternal for o in items]),
        is_quiet=not (entering or has_gold or bodies),
    )


# --- cards by name ---------------------------------------------------------------------------------------------------


@cache
def item_names() -> dict[str, Name]:
    """Return the names in both languages, by id."""
    return {card.id: card.name for card in item_cards().values()}


@cache
def _items_by_name() -> dict[str, ItemCard]:
    cards = (card for card in item_cards().values() if card.is_item)
    return {text.casefold(): card for card in cards for text in (card.id, card.name.en, card.name.es)}


@cache
def _played_by_name() -> dict[str, ItemCard]:
    cards = (card for card in item_cards().values() if card.kind in PLAYED_KINDS)
    return {text.casefold(): card for card in cards for text in (card.name.en, card.name.es)}


def find_item(name: str) -> ItemCard | None:
    """Return the item with that id or name, in either language; None if there is none."""
    return _items_by_name().get(name.strip().casefold())


def find_played(name: str) -> ItemCard | None:
    """Return the loot card, event or curse that a play means, by its id; None if there is none.

    A typed name means nothing but the name, as what the card does was said with it, but for ``KNOWN_BY_NAME``.
    """
    card = item_cards().get(name) or find_played_name(name)
    known = card is not None and card.kind in PLAYED_KINDS and (card.id == name or card.id in KNOWN_BY_NAME)
    return card if known else None


def names_of_played(card: ItemCard) -> tuple[str, ...]:
    """Return the names by which a play means that card; see ``find_played``."""
    typed = (card.name.en, card.name.es) if card.id in KNOWN_BY_NAME else ()
    return (card.id, *typed, *(name.lower() for name in typed))


def find_played_name(name: str) -> ItemCard | None:
    """Return the loot card, event or curse with that name, in either language.

    None if there is none.
    """
    return _played_by_name().get(name.strip().casefold())


def find_card(name: str) -> ItemCard | None:
    """Return the card with that id or name, in either language; None if there is none."""
    return find_item(name) or find_played(name) or find_played_name(name) or find_room(name)


def is_stated_by_players(name: str) -> bool:
    """Return whether the players state what a played or turned-up card does.

    The rules cannot read its effects. No curse is one: whatever it does, the active player says who bears it.
    """
    card = find_played(name)
    return card is not None and not card.is_item and card.kind != "curse" and bool(card.lacks)


@cache
def _rooms_by_name() -> dict[str, ItemCard]:
    cards = (card for card in item_cards().values() if card.kind == "room")
    return {text.casefold(): card for card in cards for text in (card.id, card.name.en, card.name.es)}


def find_room(name: str) -> ItemCard | None:
    """Return the room with that name, in either language; None if there is none."""
    return _rooms_by_name().get(name.strip().casefold())


def make_item(name: str) -> Owned:
    """Return an item with that name, with the data of a known card."""
    card = find_item(name)
    return card.owned if card else Owned(0, name)


def cards_of(kind: str, sets: frozenset[str], seat_count: int) -> Iterator[ItemCard]:
    """Yield the cards of that kind in those sets that so many players use."""
    for card in item_cards().values():
        if card.kind == kind and card.set_key in sets and (seat_count > 2 or not card.is_for_three):
            yield card


@cache
def names_of(kind: str, sets: frozenset[str], seat_count: int) -> tuple[str, ...]:
    """Return the names of those cards, in both languages."""
    names = (card.name for card in cards_of(kind, sets, seat_count))
    return tuple(dict.fromkeys(text for name in names for text in (name.es, name.en)))
