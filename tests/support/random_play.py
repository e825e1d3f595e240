"""Random legal play for the laws; attacks, deaths and souls are weighted upwards.

The source of chance is a parameter: Hypothesis shrinks what it finds, a seed plays long and fast.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Protocol

from hypothesis import strategies as st

from rules.engine import (
    Adjusted,
    CardKind,
    Cards,
    Choice,
    Dice,
    Event,
    Game,
    Number,
    Pick,
    Records,
    Refused,
    Ruled,
    Seats,
    State,
    Template,
    TextLine,
    Tracker,
    WentTo,
    examples,
    prompt,
    remarks,
    start,
)
from rules.four_souls.board.continuous import apply_continuous_effects
from rules.four_souls.board.item_gain import add_item
from rules.four_souls.model.item_catalogue import item_cards
from rules.four_souls.model.state import FourSouls, set_player
from rules.king_of_tokyo.model.card_catalogue import printed_power_cards
from rules.king_of_tokyo.model.state import Held, Tokyo, set_monster
from rules.registry import GAMES

CATALOGUES = {name: cards for game in GAMES.values() for name, cards in game.catalogues.items()}
"""Catalogue cards, which are turned up more often than unknown cards."""
FOUND = {name: card.id for card in item_cards().values() for name in (card.name.es, card.name.en)}
"""Items and loot cards of Four Souls by the names that are suggested."""
NAMES = ("Ana", "Beto", "Cira", "Dani", "Elsa", "Fito")


class Chance(Protocol):
    """A source of random decisions."""

    def choose(self, options: Sequence[Any]) -> Any:
        """One of the options."""

    def number(self, low: int, high: int) -> int:
        """A number between the bounds, both included."""


class Drawn:
    """Decisions by Hypothesis, which shrinks them when a law is broken."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data

    def choose(self, options: Sequence[Any]) -> Any:
        return self.data.draw(st.sampled_from(options))

    def number(self, low: int, high: int) -> int:
        return self.data.draw(st.integers(low, high))


class Seeded:
    """Decisions by a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, options: Sequence[Any]) -> Any:
        return self.random.choice(options)

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)


# --- filling holes -----------------------------------------------------------------------------------------------


def value(chance: Chance, hole: Any) -> Any:
    """A value that the hole admits, often its usual one."""
    match hole:
        case Number(low=low, high=high, default=usual):
            assert low <= high, (
                f"{hole.name}: no number from {low} to {high}, as a number set by hand or a jump may lead to"
            )
            return usual if chance.number(0, 1) else chance.number(max(low, -9), min(high, 9))
        case Pick(options=options):
            return chance.choose(options).value
        case Dice(count=count, sides=sides):
            return tuple(chance.number(1, sides) for _ in range(count))
        case Cards(kind=CardKind(faces=of), most=most):  # of decks of their own, if they are several
            return tuple(chance.choose(list(of)).value for _ in range(most))
        case Cards(faces=of, least=least, most=most):
            return some(chance, [face.value for face in of], chance.number(least, min(most, len(of))))
        case TextLine(max_length=longest, taken=taken, suggestions=known):
            if known and chance.number(0, 3):  # the screens give the card that was found by its name
                cards = [FOUND.get(text, text) for text in known]
                return chance.choose([card for card in cards if card not in taken] or [""])
            usual = [text for text in ("", "Bomba", "Ñ" * longest) if text not in taken]
            return chance.choose(usual or list(hole.examples()))
        case Seats(seats=seats, required_seats=needs):
            return tuple(seat for seat in seats if seat in needs or chance.number(0, 2)) or seats
        case Records(templates=of, catalogue=name, most=1) if name in CATALOGUES and chance.number(0, 3):
            fitting = [card.record for card in CATALOGUES[name] if any(template.admits(card.record) for template in of)]
            return (chance.choose(fitting),) if fitting else (filled(chance, of[0]),)
        case Records(templates=of, least=least, most=most):
            kills = [template for template in of if getattr(template.value, "kind", "") == "kill"]
            of = kills if kills and not chance.number(0, 3) else of
            return tuple(filled(chance, chance.choose(of)) for _ in range(chance.number(least, min(most, 3))))
    raise TypeError(hole)


def some(chance: Chance, cards: list[str], count: int) -> tuple[str, ...]:
    """That many different cards of them."""
    drawn: list[str] = []
    for _ in range(count):
        drawn.append(chance.choose([card for card in cards if card not in drawn]))
    return tuple(drawn)


def filled(chance: Chance, template: Template) -> Any:
    """The template's record with its holes filled; a card with a known name is mostly left to do what it does."""
    values: dict[str, Any] = {}
    for hole in template.holes:
        values[hole.name] = value(chance, hole)
    named = [hole for hole in template.holes if isinstance(hole, TextLine) and values[hole.name] in FOUND.values()]
    for hole in template.holes:
        if named and isinstance(hole, Records) and hole.least == 0 and chance.number(0, 4):
            values[hole.name] = ()
    return replace(template.value, **values)


# --- answering ---------------------------------------------------------------------------------------------------


def usual(state: State, chance: Chance | None = None) -> Event:
    """The first example of the first usual choice, or any card of a catalogue."""
    asked = prompt(state)
    assert asked is not None
    choice = next((c for c in asked.choices if c.role == "default"), asked.choices[0])
    if chance and any(isinstance(hole, Records) and hole.catalogue for hole in choice.template.holes):
        turned_up: Event = filled(chance, choice.template)
        return turned_up
    event: Event = next(examples(choice.template))
    return event


WEIGHTS = {"attack": 4, "default": 6, "exit": 3, "option": 2, "response": 2}
"""Usual answers and attacks drive the match on; others are rarer, however many there are."""


def _drive(choice: Choice) -> str:
    role = "option" if choice.role == "unlikely" else choice.role
    return "attack" if type(choice.event).__name__ == "Attacked" else role


def answer(chance: Chance, state: State) -> Event:
    """An answer to the current prompt."""
    asked = prompt(state)
    assert asked is not None
    present = {_drive(choice): None for choice in asked.choices}
    drive = chance.choose([drive for drive in present for _ in range(WEIGHTS[drive])])
    event: Event = filled(chance, chance.choose([c for c in asked.choices if _drive(c) == drive]).template)
    return event


def by_hand(chance: Chance, game: Game[Any], state: State) -> Event:
    """An override of a tracker, a fact or a step, or a ruling."""
    match chance.number(0, 5):
        case 0:
            return WentTo(chance.choose(game.positions).rule)
        case 1 | 2 if game.switches:
            group = chance.choose(sorted({switch.group for switch in game.switches}))
            switch = chance.choose([switch for switch in game.switches if switch.group == group])
            ruled = Ruled(switch.key, chance.choose([key for key, _ in switch.choices]))
            return ruled if game.refusal_for(state, ruled) is None else _number(chance, game, state)
        case 3 if game.facts(state):
            event: Event = filled(chance, chance.choose(game.facts(state)).template)
            return event
        case _:
            return _number(chance, game, state)


def _number(chance: Chance, game: Game[Any], state: State) -> Event:
    """A correction of a tracker, often to an end.

    Lives and the table's countdowns often go to 0, what wins often goes up.
    """
    numbers = [tracker for tracker in game.trackers(state) if tracker.value < 900]
    bias = chance.choose(("life", "win", "clock", "counter", ""))
    tracker = chance.choose([t for t in numbers if bias == ("clock" if _clock(t) else DRIVES.get(t.icon))] or numbers)
    to_0 = bias == "life" or (bias == "clock" and _clock(tracker))
    by = -tracker.value if to_0 else _toward(tracker) if bias == "win" else chance.number(-min(tracker.value, 9), 9)
    return Adjusted(tracker.key, by)


DRIVES = {"life": "life", "heart": "life", "soul": "win", "points": "win", "counter": "counter"}
"""The kind of a tracker by its icon."""


def _toward(tracker: Tracker) -> int:
    """One step towards winning, or all the way where the maximum is known."""
    return max(1, (tracker.maximum or 0) - tracker.value)


def _clock(tracker: Tracker) -> bool:
    return tracker.seat is None and tracker.icon == "counter"


def move(chance: Chance, game: Game[Any], state: State) -> Event:
    """An automatic answer, an answer, a remark or an override; mostly answers."""
    kind = chance.choose("fffaaaaaaarh")
    phones = frozenset(seat for seat in range(len(state.seats)) if kind == "f" and chance.number(0, 1))
    flowing = game.auto_answer(state, phones) if kind == "f" else None
    if flowing is not None:
        return flowing
    said = remarks(game, state) if kind == "r" else ()
    if said:
        about = chance.choose(list(dict.fromkeys(type(choice.event) for choice in said)))
        event: Event = filled(chance, chance.choose([c for c in said if type(c.event) is about]).template)
        return event
    return by_hand(chance, game, state) if kind == "h" or state.outcome else answer(chance, state)


def sit_down(chance: Chance, game: Game[Any]) -> Any:
    """A new match with random players and random rulings."""
    settled = [switch for switch in game.switches if switch.group in ("mode", "follow", "rules")]
    rulings = tuple((switch.key, chance.choose(switch.choices)[0]) for switch in settled)
    laid = LAID.get(game.key, lambda chance, state: state)
    try:
        return laid(chance, start(game, NAMES[: chance.choose(game.player_counts)], rulings))
    except Refused:  # a mode that is not for that many players
        return laid(chance, start(game, NAMES[: min(game.player_counts)], rulings))


def _often_with_cards(chance: Chance, s: Tokyo) -> Tokyo:
    return s if s.has_variant("costumes") or not chance.number(0, 2) else with_cards(chance, s)


def with_cards(chance: Chance, s: Tokyo) -> Tokyo:
    """Give every monster some cards from the start, as if bought, and energy."""
    for seat in range(len(s.seats)):
        stay = sorted(id for id, card in printed_power_cards().items() if card.is_permanent)
        ids = [chance.choose(stay) for _ in range(chance.number(1, 4))]
        cards = tuple(
            Held(s.numbered + k, id, cost=printed_power_cards()[id].cost, counters=2) for k, id in enumerate(ids, 1)
        )
        s = set_monster(replace(s, numbered=s.numbered + len(ids)), seat, cards=cards, energy=chance.number(0, 12))
    return s


def _often_with_items(chance: Chance, s: FourSouls) -> FourSouls:
    return with_items(chance, s) if chance.number(0, 2) else s


def with_items(chance: Chance, s: FourSouls) -> FourSouls:
    """Give every player some treasures from the start, as if bought, with counters, and ¢ and loot to use them.

    In two of three matches they are of one sort, so that cards meet that few matches would bring together.
    """
    treasures = chance.choose(sorts_of_treasures())
    for seat in range(len(s.seats)):
        for id in dict.fromkeys(chance.choose(treasures) for _ in range(chance.number(2, 6))):
            s = add_item(s, seat, replace(item_cards()[id].owned, counters=4))
        counted = sum(not item.eternal for item in s.players[seat].items)
        s = set_player(s, seat, treasures=counted, cents=chance.number(0, 20), loot=chance.number(1, 9))
    return apply_continuous_effects(s)


PLACES = ("shop", "slot", "flush", "fill", "discarded")
"""Parts of the kinds of effects on slots and the shop."""


@cache
def sorts_of_treasures() -> tuple[tuple[str, ...], ...]:
    """Ids of the treasures that act: all, those that replace damage or gains, and those on slots and the shop."""
    acting = {id: card.does for id, card in sorted(item_cards().items()) if card.kind == "treasure" and not card.lacks}
    replacing = tuple(id for id, does in acting.items() if does.replaces)
    placing = tuple(
        id
        for id, does in acting.items()
        if any(part in effect.kind for way in does.activations for effect in way for part in PLACES)
    )
    return tuple(acting), replacing, placing


LAID = {"king_of_tokyo": _often_with_cards, "four_souls": _often_with_items}
"""Changes of a game's start that random play alone would rarely reach."""
