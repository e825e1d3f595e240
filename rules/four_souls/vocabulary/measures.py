"""Numbers that the table works out, conditions on them, what items add (FS-14, FS-103)."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from rules.card_grammar import Condition
from rules.engine import Displayable, Text, carries
from rules.engine.record import replace
from rules.four_souls.model.cards_beside import cards_beside, rooms_in_play
from rules.four_souls.model.catalogue import OTHER_SIDE, find_character
from rules.four_souls.model.effect import EFFECT_KINDS, Effect, Target
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import abilities_of_item, passive_effects
from rules.four_souls.model.item_effects import POINTS, open_points, split_point
from rules.four_souls.model.state import FourSouls

from .card_names import join_texts

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}


Measure = Callable[[FourSouls, int, int], int | None]
"""Number seen from a seat and the item in play of that id; None for what the table does not count."""


def measure(s: FourSouls, seat: int, source: int, word: str) -> int | None:
    """Return the number of that word, seen from a seat and its item.

    None for what the table does not count, or has not read from the card yet.
    """
    return s.reading(*split_point(word)) if word.startswith(POINTS) else MEASURES[word](s, seat, source)


def _number(what: str, counted: str) -> Measure:
    return lambda s, seat, source: getattr(s.players[seat], what) if s.is_counted(counted) else None


def _counters(s: FourSouls, seat: int, source: int) -> int:
    found = s.find_owned_item(source)
    return found[1].counters if found else 0


MEASURES: dict[str, Measure] = {
    "hand": _number("loot", "loot"),
    "cents": _number("cents", "cents"),
    "counters": _counters,
    "souls": lambda s, seat, source: s.players[seat].soul_count,
    "items": lambda s, seat, source: s.players[seat].item_count,
    "most_souls": lambda s, seat, source: max(player.soul_count for player in s.players),
    "fewest_souls": lambda s, seat, source: min(player.soul_count for player in s.players),
    "most_items": lambda s, seat, source: max(player.item_count for player in s.players),
    "players": lambda s, seat, source: len(s.players),
    "bought": lambda s, seat, source: sum(boost.what == "bought" for boost in s.boosts),
    "my_turn": lambda s, seat, source: int(s.active == seat),
    "other_side": lambda s, seat, source: int(find_character(s.players[seat].character).set_key == OTHER_SIDE),
    "yes": lambda s, seat, source: 1,
}
"""Measure of each word; ``yes`` is what a plain fact such as ``my_turn`` is compared with."""


def count_of(s: FourSouls, seat: int, source: int, effect: Effect, target: Target) -> int:
    """Return the amount of an effect on one target, with what its word counts now (FS-34)."""
    if not effect.count:
        return effect.amount
    if effect.count.startswith(POINTS):
        return effect.amount * (measure(s, seat, source, effect.count) or 0)
    words, _, per = effect.count.partition("/")
    parts = re.findall(r"([+-]?)([a-z_]+)", words)
    counted = sum((-1 if sign == "-" else 1) * _part(s, seat, source, effect, target, word) for sign, word in parts)
    counted = counted // int(per) if per else counted
    return effect.amount * (max(0, counted) if EFFECT_KINDS[effect.kind].is_never_negative else counted)


def _part(s: FourSouls, seat: int, source: int, effect: Effect, target: Target, word: str) -> int:
    own, theirs = (_number_of(s, effect.kind, one) for one in (Target("seat", seat), target))
    match word:
        case "all" | "as_many_as_they_have":
            return theirs
        case "their_hand":
            return s.players[target.id].loot
        case "up_to_theirs":
            return max(0, theirs - own)
        case "monster_slots":
            return len(s.slots)
        case "most_souls":
            return max(player.soul_count for player in s.players)
        case "mine":
            return s.players[seat].soul_count
    return measure(s, seat, source, word) or 0


def _number_of(s: FourSouls, kind: str, target: Target) -> int:
    """Return the number that such an effect changes, or the counters of an item; 0 for none."""
    if target.kind == "owned":
        return _counters(s, 0, target.id)
    what, monster = EFFECT_KINDS[kind].number, s.find_monster(target.id) if target.kind == "monster" else None
    if monster:
        return s.evasion_of(monster) if what == "evasion" else getattr(monster, what, 0)
    return getattr(s.players[target.id], what, 0) if target.kind == "seat" else 0


@carries("FS-34")
def limited_change(s: FourSouls, effect: Effect, target: Target, by: int) -> int:
    """Return by how much an effect can change a number of its target within its limits."""
    if not effect.within:
        return by
    least, most = effect.within
    before = _number_of(s, effect.kind, target)
    return max(least, min(most, before + by)) - before


# --- conditions --------------------------------------------------------------------------------------------------


@carries("FS-14", "FS-103")
def trigger_holds(s: FourSouls, seat: int, item: Owned, ability: int) -> bool:
    """Return whether all conditions on a triggered ability of a player's item hold."""
    triggers = abilities_of_item(item).triggers
    return ability >= len(triggers) or conditions_hold(s, seat, triggers[ability].conditions, item.id)


@carries("FS-14")
def conditions_hold(
    s: FourSouls, seat: int, conditions: tuple[Condition, ...], source: int = 0, *, is_uncounted_met: bool = True
) -> bool:
    """Return whether all conditions on a player and the item ``source`` hold.

    ``is_uncounted_met``: whether one on what the table does not count is taken to hold.
    """
    return all(_holds(s, seat, condition, source, is_uncounted_met) for condition in conditions)


def _holds(s: FourSouls, seat: int, condition: Condition, source: int, is_uncounted_met: bool) -> bool:
    value = condition.number if condition.value.isdigit() else measure(s, seat, source, condition.value or "yes")
    number = measure(s, seat, source, condition.measure)
    if number is None or value is None:
        return is_uncounted_met
    return COMPARISONS[condition.comparison](number, value)


# --- what the table has read from a card ------------------------------------------------------------------------


@carries("FS-34")
def as_read(s: FourSouls, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Return the effects with the numbers and the text that the table has read from their card.

    What it has not read yet stays open.
    """
    for effect in effects:  # hardly any has a word or a condition, and all rules ask it
        if effect.count.startswith(POINTS) or (effect.only_if and any(open_points(effect.only_if))):
            break
    else:
        return effects
    return tuple(read for effect in effects for read in _as_read(s, effect))


def _as_read(s: FourSouls, effect: Effect) -> Iterator[Effect]:
    read = tuple(one for one in effect.only_if if all(is_read(s, word) for word in open_points((one,))))
    decided = tuple(one for one in read if one.measure.startswith(POINTS))
    if not conditions_hold(s, 0, decided):
        return
    left = tuple(one for one in effect.only_if if one not in decided)
    if effect.count.startswith(POINTS) and is_read(s, effect.count):
        effect = replace(effect, amount=count_of(s, 0, 0, effect, effect.target), count="")
    yield replace(effect, only_if=left)


def is_read(s: FourSouls, word: str) -> bool:
    """Return whether the table has read that point from its card."""
    return measure(s, 0, 0, word) is not None


# --- what items in play add -----------------------------------------------------------------------------------------


@carries("FS-14", "FS-103")
def passives_now(s: FourSouls, seat: int, item: Owned) -> Iterator[Effect]:
    """Yield what an item of that seat does to numbers now, with each amount worked out.

    A condition on what the table does not count does not hold: nothing is added that nobody can check.
    """
    for effect in passive_effects(item):
        if _counts_now(s, seat, item, effect):
            yield replace(effect, amount=count_of(s, seat, item.id, effect, Target("seat", seat)), count="")


def _counts_now(s: FourSouls, seat: int, item: Owned, effect: Effect) -> bool:
    return not effect.only_if or conditions_hold(s, seat, effect.only_if, item.id, is_uncounted_met=False)


FOR_ALL = ("monsters", "everyone")
"""Targets of what a card does as long as it lies there that are not the player who has it."""


def passive_total(s: FourSouls, seat: int, what: str) -> int:
    """Return what items, curses and rooms add to that number of a player now, not of monsters."""
    total = 0
    for item, effect in _passives_on_player(s, seat):
        if effect.kind == what and _counts_now(s, seat, item, effect):
            total += count_of(s, seat, item.id, effect, Target("seat", seat))
    return total


@carries("FS-21", "FS-105")
def _passives_on_player(s: FourSouls, seat: int) -> Iterator[tuple[Owned, Effect]]:
    """Yield what items and curses of a player, and the rooms, do to that player's numbers."""
    for item in (*s.players[seat].items, *cards_beside(s, seat)):
        yield from ((item, effect) for effect in passive_effects(item) if effect.target.kind not in FOR_ALL)
    for room in rooms_in_play(s):
        yield from ((room, effect) for effect in passive_effects(room) if effect.target.kind == "everyone")


# --- the first roll of a turn ------------------------------------------------------------------------------------


@carries("FS-14", "FS-55")
def first_attack(s: FourSouls, seat: int) -> int:
    """Return what is added to the attack until the turn's first attack roll has counted."""
    is_open = not s.first_attack_roll or s.is_first_attack_rolling
    is_turn = seat == s.active and s.phase == "action"
    return passive_total(s, seat, "first_attack") if is_turn and is_open else 0


@carries("FS-14", "FS-54", "FS-55")
def added_to_first_roll(s: FourSouls, seat: int, *, is_attack: bool) -> int:
    """Return what items add to a roll as a player's first of the turn, or first attack roll."""
    added = 0 if seat in s.rolled else passive_total(s, seat, "first_rolls")
    return added + (passive_total(s, seat, "first_attack_rolls") if is_attack and not s.first_attack_roll else 0)


# --- texts -------------------------------------------------------------------------------------------------------

COMPARED: dict[str, Callable[[Displayable, Displayable], Text]] = {
    ">=": lambda what, n: Text("{n} or more {what}", n=n, what=what),
    "<=": lambda what, n: Text("{n} or fewer {what}", n=n, what=what),
    "<": lambda what, n: Text("fewer than {n} {what}", n=n, what=what),
    ">": lambda what, n: Text("more than {n} {what}", n=n, what=what),
    "=": lambda what, n: Text("exactly {n} {what}", n=n, what=what),
}
MEASURE_NAMES: dict[str, Text] = {
    "hand": Text("loot cards in hand"),
    "cents": Text("¢"),
    "counters": Text("counters on it"),
    "souls": Text("souls"),
    "items": Text("items"),
    "most_souls": Text("the most souls of a player"),
    "fewest_souls": Text("the fewest souls of a player"),
    "most_items": Text("the most items of a player"),
    "players": Text("players"),
    "bought": Text("purchases in the shop this turn"),
}
COUNT_NAMES: dict[str, Text] = {
    **MEASURE_NAMES,
    "dealt": Text("damage was dealt"),
    "all": Text("there are"),
    "as_many_as_they_have": Text("they have"),
    "their_hand": Text("loot cards in that player's hand"),
    "up_to_theirs": Text("that player has more"),
    "monster_slots": Text("monster slots"),
    "most_souls": Text("the most souls of a player"),
    "mine": Text("one's own souls"),
    "n": Text("one likes"),
    "found": Text("are found"),
    "takers": Text("players who take it"),
    "bid": Text("was offered"),
}
"""Names of the words that count an amount."""


def count_text(count: str) -> Displayable:
    """Describe what an amount counts, such as ``monster_slots+hand``."""
    if count.startswith(POINTS):
        return Text("its card says")
    words, _, per = count.partition("/")
    if per:
        return Text("one for every {n}: {count}", n=per, count=count_text(words))
    (_, first), *more = re.findall(r"([+-]?)([a-z_]+)", words)
    text: Displayable = COUNT_NAMES[first]
    for sign, word in more:
        added, taken = Text("{first} and {then}", first=text, then=COUNT_NAMES[word]), COUNT_NAMES[word]
        text = added if sign == "+" else Text("{first}, less {then}", first=text, then=taken)
    return text


FACTS: dict[str, Text] = {"my_turn": Text("on one's own turn"), "other_side": Text("with the character turned over")}
"""Texts of the conditions that are plain facts."""


def condition_text(conditions: tuple[Condition, ...]) -> Displayable:
    """Describe conditions in a few words."""
    return join_texts([_condition(condition) for condition in conditions])


def _condition(condition: Condition) -> Text:
    fact = FACTS.get(condition.measure)
    if fact:
        return fact
    if condition.measure.startswith(POINTS):
        return Text("if its card says so")
    value: Displayable = MEASURE_NAMES.get(condition.value, Text("{n}", n=condition.value))
    if condition.value.startswith(POINTS):
        value = Text("the number on its card")
    compared = COMPARED[condition.comparison](MEASURE_NAMES[condition.measure], value)
    return Text("with {condition}", condition=compared)


def with_conditions(effects: Sequence[Effect], describe: Callable[[Effect], Text]) -> list[Text]:
    """Describe effects in order, each group of them after its condition."""
    texts: list[Text] = []
    for (conditions, otherwise), group in groupby(effects, key=lambda effect: (effect.only_if, effect.otherwise)):
        described = [describe(effect) for effect in group]
        if not conditions:
            texts += described
        elif otherwise:
            texts.append(Text("otherwise: {effects}", effects=join_texts(described)))
        else:
            what = condition_text(conditions)
            texts.append(Text("{condition}: {effects}", condition=what, effects=join_texts(described)))
    return texts
