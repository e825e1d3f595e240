"""A simulated evening of Four Souls: plausible play of four people, and its taps per turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from companion.dice.roll import roll_hole
from companion.library.library import Library
from companion.match.table import Table
from companion.ui.games.four_souls.effect_builder.chips import COINS
from companion.ui.games.four_souls.effect_builder.remembered_effects import template_of
from companion.ui.games.four_souls.effect_builder.selection import tap_target, target_options
from companion.ui.table.model.choice_layout import (
    ChoiceLayout,
    button_options,
    has_inline_dice,
    is_trigger,
    layout_choices,
    sheet_kind,
    shown_response,
)
from rules.engine import Choice, Dice, Event, Number, Pick, Prompt, Records, examples
from rules.four_souls.combat.attack import attackable_monsters
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Attacked, Bought, Passed, Played, Revealed
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.shop import price_of
from rules.registry import GAMES

PEOPLE = ("Ana", "Beto", "Cira", "Dani")
ANSWERS = 0.07
"""Probability that somebody answers an item on the stack: about one window in fifteen.

That is one answer every second or third turn.
"""
LISTED = 4
"""Number of cards that are visible at once in a search."""
EASY = 4
"""The evasion up to which most players attack a monster."""
DEEP = 3
"""Stack size from which nobody answers any more."""


# --- counting taps -----------------------------------------------------------------------------------------------


def taps(prompt: Prompt, event: Event, active: int) -> int:
    """The taps from the open table to that answer, by the table screen's layout."""
    found = layout_choices(prompt, shows_passes=False)
    choice = next(choice for choice in prompt.choices if choice.admits(event))
    if choice.template.holes and any(other.event == event for other in prompt.choices):
        choice = next(other for other in prompt.choices if other.event == event)
    return way(found, choice, active) + holes(choice, event, active)


def way(found: ChoiceLayout, choice: Choice, active: int) -> int:
    """Taps until the choice is open, or answered if it has no holes."""
    if roll_hole(choice) is not None:
        return 0 if has_inline_dice(found) else 1
    if choice in found.triggers:
        return 1 if choice.seat == active else 2  # its owner is chosen on the pad
    if choice.role not in ("response", "unlikely"):
        opens_itself = choice in found.primary and sheet_kind(choice) == "name"
        return 0 if opens_itself or button_options(choice) else 1
    if choice == shown_response(found, active) or choice in found.own_items:
        return 1
    return 3  # answer, seat, choice


def holes(choice: Choice, event: Event, active: int) -> int:
    """Taps that fill the choice's holes."""
    if not choice.template.holes or choice.event == event:
        return 0
    if button_options(choice):
        return 1
    match sheet_kind(choice):
        case "dice":
            return choice.template.required_hole(Dice).count
        case "name":
            return _named(choice, event)
        case "pick":
            return 1
        case "pad":
            return 1 if _is_coin(choice, event, active) else _pad(choice, event, active) + 1
    return len(choice.template.holes) + 1


def _named(choice: Choice, event: Event) -> int:
    """Printed numbers are tapped until few enough cards are listed, then the card."""
    many = choice.template.required_hole(Records)
    printed = GAMES["four_souls"].catalogues[many.catalogue]
    card = next(card for card in printed if card.record == getattr(event, many.name)[0])
    for said in range(1, len(card.numbers)):
        left = [one for one in printed if one.numbers[:said] == card.numbers[:said]]
        if len(left) <= LISTED:
            return said + 1
    return len(card.numbers) + 1


def _is_coin(choice: Choice, event: Event, active: int) -> bool:
    """Whether the card only gives ¢ to who plays it, as much as one of the coins."""
    many = choice.template.required_hole(Records)
    target = Target("seat", active if choice.seat is None else choice.seat)
    return any(getattr(event, many.name) == (Effect("cents", target, n),) for n in COINS)


def _pad(choice: Choice, event: Event, active: int) -> int:
    """A tap for each point of an amount, for another target, and for a grouped effect."""
    many = choice.template.required_hole(Records)
    seat = active if choice.seat is None else choice.seat
    first = next(o.value for o in target_options(many.templates, ()) if (o.value.kind, o.value.id) == ("seat", seat))
    count, chosen = 0, first
    for effect in getattr(event, many.name):
        template = template_of(effect, many.templates)
        assert template is not None
        aimed = tap_target(template, chosen)
        if template.hole(Pick) and (aimed is None or aimed.value != effect.target):
            count, chosen = count + 1, effect.target
        count += abs(effect.amount) if template.hole(Number) else 1
        count += 1 if template.group else 0
    return count


# --- players -----------------------------------------------------------------------------------------------------


@dataclass
class Evening:
    """Simulated play and its cost so far; ``happened`` counts events and rules."""

    library: Library
    chance: Random
    turns: Counter[tuple[int, int]] = field(default_factory=Counter)
    dice: Counter[tuple[int, int]] = field(default_factory=Counter)
    happened: Counter[str] = field(default_factory=Counter)
    games: int = 0

    def play(self, turns: int) -> None:
        """Play match after match until that many turns have been played."""
        while len(self.turns) < turns:
            self.games += 1
            table = self.library.matches.create("four_souls", PEOPLE)
            self._game(table, turns)

    def beside_dice(self) -> list[int]:
        """The taps of each turn without the faces of dice, which a camera may read."""
        return [count - self.dice[turn] for turn, count in self.turns.items()]

    def _game(self, table: Table, turns: int) -> None:
        done: set[str] = set()
        while table.prompt is not None and len(self.turns) <= turns:
            state, asked = table.state, table.prompt
            event = self._answer(state, asked, done)
            turn = (self.games, state.turn)
            if state.turn:
                cost = taps(asked, event, state.active)
                self.dice[turn] += (
                    cost if any(c.admits(event) and roll_hole(c) is not None for c in asked.choices) else 0
                )
                self.turns[turn] += cost
            self._count(table, event)
            if table.state.turn != state.turn:
                done.clear()
        if len(self.turns) > turns:  # one too many, and it may have only begun
            del self.turns[max(self.turns)]

    def _count(self, table: Table, event: Event) -> None:
        before = len(table.log())
        table.answer(table.prompt_id, event)
        self.happened[type(event).__name__] += 1
        for line in table.log()[before:]:
            self.happened.update(note.rule for note in line.notes)

    def _answer(self, s: FourSouls, asked: Prompt, done: set[str]) -> Event:
        priority = any(isinstance(choice.event, Passed) for choice in asked.choices)
        if priority and s.stack.items:
            return self._responds(s, asked) or self._passes(asked)
        if priority and s.phase == "action" and not s.combat:
            return self._acts(s, asked, done)
        return self._passes(asked) if priority else self._usual(asked)

    def _usual(self, asked: Prompt) -> Event:
        """A usual choice: the first, or a random one where a card is turned up."""
        usual = [choice for choice in asked.choices if choice.role == "default"] or list(asked.choices)
        choice = self.chance.choice(usual) if any(isinstance(c.event, Revealed) for c in usual) else usual[0]
        return self._fill(choice)

    def _fill(self, choice: Choice) -> Event:
        values: dict[str, Any] = {}
        for hole in choice.template.holes:
            if isinstance(hole, Dice):
                values[hole.name] = tuple(self.chance.randint(1, hole.sides) for _ in range(hole.count))
            elif isinstance(hole, Records) and hole.catalogue:
                values[hole.name] = (self.chance.choice(GAMES["four_souls"].catalogues[hole.catalogue]).record,)
            else:
                values[hole.name] = self.chance.choice(list(hole.examples()))
        event: Event = replace(choice.event, **values)
        return event

    def _passes(self, asked: Prompt) -> Event:
        """The pass of everybody."""
        return max((c.event for c in asked.choices if isinstance(c.event, Passed)), key=lambda event: len(event.seats))

    def _acts(self, s: FourSouls, asked: Prompt, done: set[str]) -> Event:
        """A loot card, an item, a purchase or an attack in random order, each once; then a pass."""
        ways = {
            "attack": [c for c in asked.choices if isinstance(c.event, Attacked) and c.role == "default"],
            "buy": [c for c in asked.choices if isinstance(c.event, Bought) and _can_pay(s, c.event)],
            "loot": [c for c in asked.choices if _plays(c, s.active, "loot") and s.players[s.active].loot > 0],
            "item": [c for c in asked.choices if _plays(c, s.active, "activated")],
        }
        easy = min((m.evasion for m in attackable_monsters(s)), default=6) <= EASY
        likely = {"attack": 0.85 if easy else 0.25, "buy": 1.0, "loot": 0.7, "item": 0.35}
        for kind in self.chance.sample(sorted(ways), len(ways)):
            if ways[kind] and kind not in done:
                done.add(kind)
                if self.chance.random() < likely[kind]:
                    return self._acted(s, kind, self.chance.choice(ways[kind]))
        if any(c.role == "exit" for c in asked.choices):
            return self._passes(asked)
        return self._fill(ways["attack"][0])  # the attack is mandatory

    def _acted(self, s: FourSouls, kind: str, choice: Choice) -> Event:
        if kind == "attack":
            return Attacked(min(attackable_monsters(s), key=lambda monster: (monster.evasion, monster.life)).id)
        return self._said(s, choice) if isinstance(choice.event, Played) else self._fill(choice)

    def _responds(self, s: FourSouls, asked: Prompt) -> Event | None:
        if len(s.stack.items) >= DEEP or self.chance.random() > ANSWERS:
            return None
        able = [c for c in asked.choices if c.seat is not None and _plays(c, c.seat, "loot", "activated")]
        able = [c for c in able if c.event.kind != "loot" or s.players[c.seat or 0].loot > 0]
        return self._said(s, self.chance.choice(able)) if able else None

    def _said(self, s: FourSouls, choice: Choice) -> Event:
        """The played card with an effect: on the stack's top first, else a gain or damage."""
        many = choice.template.hole(Records)
        if many is None:
            return choice.event
        kinds = {template.value.kind: template for template in many.templates}
        wanted = [kind for kind in ("prevent", "reroll", "modify", "cancel") if kind in kinds] * 2
        kind = self.chance.choice([*wanted, "cents", "cents", "loot", "damage", "heal"])
        template = kinds[kind]
        made = list(examples(template))
        pick = template.hole(Pick)
        if pick is not None and kind in ("cents", "loot", "heal"):
            own = [one for one in made if (one.target.kind, one.target.id) == ("seat", choice.seat)]
            made = own or made  # whoever is dying cannot be healed
        effect: Effect = self.chance.choice([one for one in made if _modest(one)] or made)
        event: Event = replace(choice.event, **{many.name: (effect,)})
        return event


def _plays(choice: Choice, seat: int, *kinds: str) -> bool:
    event = choice.event
    return isinstance(event, Played) and not is_trigger(choice) and choice.seat == seat and event.kind in kinds


def _modest(effect: Effect) -> bool:
    return -2 <= effect.amount <= 3


def percentiles(counts: list[int]) -> Iterator[tuple[str, int]]:
    """The distribution in a few numbers."""
    ordered = sorted(counts)
    for name, share in (("least", 0.0), ("a quarter", 0.25), ("half", 0.5), ("three quarters", 0.75), ("most", 1.0)):
        yield name, ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _can_pay(s: FourSouls, event: Bought) -> bool:
    """Whether the active player has what it costs."""
    return s.can_afford(s.active, price_of(s, s.active, event.place))
