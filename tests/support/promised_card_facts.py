"""What clauses say of cards: how they lie, what waits on the stack, what they leave of energy and counters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

Check = Callable[[re.Match[str], Any, str], bool]
"""Whether the clause held: its match, what happened (``happenings.Happening``), the button's label."""


def stands_on_stack(said: re.Match[str], happening: Any, label: str) -> bool:
    """What the answer puts on the stack, or aims there, says the same there, unless it leads to a question before."""
    if not hasattr(happening.before, "stack"):
        return True  # what is printed on a card of another game
    before, after = happening.before.stack.top, happening.at_first.stack.top
    if after is None or after == before or (before is not None and _has_left(before, happening.at_first)):
        return True  # its player is asked for something before, or it has happened
    texts = [happening.shown(card.does).lower() for card in happening.game.view(happening.at_first).stack if card.does]
    return not texts or any(said[0].lower() in text for text in texts)


def _has_left(item: Any, state: Any) -> bool:
    return item.id not in {one.id for one in state.stack.items}


def turns_something(said: re.Match[str], happening: Any, label: str) -> bool:
    """One card more lies sideways by the answer itself, or is gone with its use."""
    return _upright(happening.at_first) < _upright(happening.before)


def turns_character(said: re.Match[str], happening: Any, label: str) -> bool:
    """One character more lies sideways by the answer itself."""
    return _characters(happening.at_first) == _characters(happening.before) - 1


def leaves_character(said: re.Match[str], happening: Any, label: str) -> bool:
    """Every character lies as before by the answer itself."""
    return _characters(happening.at_first) == _characters(happening.before)


def _characters(state: Any) -> int:
    return sum(player.ready for player in state.players)


def _upright(state: Any) -> int:
    return _characters(state) + sum(item.ready for player in state.players for item in player.items)


def is_paid(said: re.Match[str], happening: Any, label: str) -> bool:
    """The answer itself lowers a number: cents, cards, counters; or a card pays by turning or going."""
    before, after = (_resources(state) for state in (happening.before, happening.at_first))
    is_uncounted = any(re.search(price, label) and not happening.counts(what) for price, what in PRICES.items())
    return any(after.get(key, 0) < n for key, n in before.items()) or bool(FREE.search(label)) or is_uncounted


PRICES = {r", \d+¢": "¢", r", \d+ cartas? de botín": "cartas de botín"}
"""Prices that a table may leave uncounted, and what they are counted in."""
FREE = re.compile(r", (0\D*|gratis)$")
"""The end of an answer that costs nothing."""


def _resources(state: Any) -> dict[object, int]:
    found: dict[object, int] = {}
    for seat, player in enumerate(state.players):
        found |= {(seat, what): getattr(player, what) for what in ("life", "cents", "loot", "treasures", "ready")}
        found[seat, "souls"] = len(player.souls)
        found |= {(item.id, what): n for item in player.items for what, n in _of_item(item)}
    return found


def _of_item(item: Any) -> Iterator[tuple[str, int]]:
    yield from (("ready", item.ready), ("counters", item.counters), ("lies", 1))


def turn_ends(said: re.Match[str], happening: Any, label: str) -> bool:
    """The turn is at its end, or it is another, on the way to the next stop."""
    before, trail = happening.before, happening.trail[1 : happening.stop + 1]
    return any(state.phase == "end" or state.turn != before.turn for state in trail)


def uses_turn_play(said: re.Match[str], happening: Any, label: str) -> bool:
    """The turn has one loot play less."""
    return bool(happening.at_first.loot_plays == happening.before.loot_plays - 1)


def uses_given_play(said: re.Match[str], happening: Any, label: str) -> bool:
    """Somebody has one loot play less of those that a character gave."""
    return _given(happening.at_first) == _given(happening.before) - 1


def uses_no_play(said: re.Match[str], happening: Any, label: str) -> bool:
    """Neither a loot play nor a character is used."""
    before, after = happening.before, happening.at_first
    is_same = _given(after) == _given(before) and after.loot_plays == before.loot_plays
    return bool(is_same and leaves_character(said, happening, label))


def _given(state: Any) -> int:
    return sum(player.plays for player in state.players)


def covers(said: re.Match[str], happening: Any, label: str) -> bool:
    """One monster more lies under another."""
    return _covered(happening.at_first) == _covered(happening.before) + 1


def lies_in_slot(said: re.Match[str], happening: Any, label: str) -> bool:
    """A monster of that name lies in a slot, so that another can be put over it."""
    monsters = happening.game.view(happening.before).monsters
    return said["who"] in [happening.shown(monster.name) for monster in monsters]


def covers_none(said: re.Match[str], happening: Any, label: str) -> bool:
    """No monster more lies under another."""
    return _covered(happening.at_first) <= _covered(happening.before)


def _covered(state: Any) -> int:
    return sum(map(len, state.covered))


def needs(said: re.Match[str], happening: Any, label: str) -> bool:
    """A monster has that evasion, or one that no die reaches; unless something is added to the roll."""
    attacker = happening.before.players[happening.before.active]
    if attacker.rolls or any(item.does for item in attacker.items):
        return True
    trackers = happening.game.trackers(happening.before)
    evasions = [t.value for t in trackers if t.key.endswith(".evasion")]
    return int(said["n"]) in (max(1, n) for n in evasions) if said["n"] else max(evasions, default=0) > FACES


FACES = 6


def is_forced(said: re.Match[str], happening: Any, label: str) -> bool:
    """An attack that must be made is open, and it is not kept for later."""
    return bool(happening.before.forced)


def energy_left(said: re.Match[str], happening: Any, label: str) -> bool:
    """Somebody has that much energy straight after the answer."""
    return int(said["n"]) in [monster.energy for monster in happening.at_first.monsters]


def energy_gained(said: re.Match[str], happening: Any, label: str) -> bool:
    """Somebody's energy rises by that much."""
    return any(int(said["n"]) in happening.noted(who, "energía") for who in happening.before.seats)


def has_counters(said: re.Match[str], happening: Any, label: str) -> bool:
    """A card in front of somebody holds that many before the answer."""
    return int(said["n"]) in [held.counters for monster in happening.before.monsters for held in monster.cards]


def has_energy(said: re.Match[str], happening: Any, label: str) -> bool:
    """Somebody, or a card in front of them, has that much energy before the answer."""
    monsters = happening.before.monsters
    held = [held.counters for monster in monsters for held in monster.cards]
    return int(said["n"]) in (*(monster.energy for monster in monsters), *held)


def begins_horde(said: re.Match[str], happening: Any, label: str) -> bool:
    """Nobody stands at the location of that name."""
    places = happening.game.view(happening.before).places
    return any(happening.shown(place.name) == label and not place.horde for place in places)


def stands_nearest(said: re.Match[str], happening: Any, label: str) -> bool:
    """A minion of that name stands at the location of that name."""
    places = happening.game.view(happening.before).places
    hordes = [place.horde for place in places if happening.shown(place.name) == label]
    return any(happening.shown(minion.name) == said["who"] for horde in hordes for minion in horde)
