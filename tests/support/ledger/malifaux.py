"""The ledger of Malifaux: cards, soulstones, points, wounds, the turn (seed ``malifaux.txt``)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .base import AstrayError, Ledger, MatchOverError, Script, astray, name

DECK, SIZE, EXTRA, FIRST_END, ENOUGH = 54, 6, 2, 5, 10
"""A fate deck, a full hand, what a soulstone draws; the first turn that may be the last, and what it needs (L90)."""
CREWS = ("Conditioned", "Lifted", "Readied", "Activated", "Finished", "Chose", "Ended", "Kept")
"""What happens to models and at the table without moving a thing."""
HURTS = ("burning", "poison")
"""Conditions that do damage at upkeep (``mx_conditions.csv``)."""


@dataclass
class Affliction:
    """A condition that does damage: its model, its value, and the number by which the log calls it."""

    model: int
    key: str
    value: int
    number: int = 0
    is_done: bool = False
    """Whether it has done its damage in this upkeep."""


@dataclass(frozen=True)
class Limits:
    """What holds where nothing was agreed on (MX-A1, MX-A6)."""

    turns: int = 0
    points: int = 0
    pool: int = 0
    red: int = 14
    black: int = 0


class MalifauxLedger(Ledger):
    """What must lie where in an encounter, with the default of every open point."""

    shown = ("points", "stones", "wounds", "turn", "deck", "hand", "discard")
    adjustable = ("stones", "points", "wounds")

    def __init__(self, seats: int, rulings: Any, dropped: str = "") -> None:
        self.virtual = rulings.get("deck") == "virtual"
        self.limits: Any = None if rulings.get("agreements") == "on" else Limits()
        self.full, self.fewer = True, False
        self.unnamed: list[str] = []
        self.models: set[int] = set()
        self.afflictions: list[Affliction] = []
        self.conditions: set[int] = set()
        self.in_upkeep = self.is_upkeep_over = False
        super().__init__(seats, rulings, dropped)

    # --- beside the question ---------------------------------------------------------------------------------------

    def aside(self, event: Any) -> bool:
        """What may happen at any moment: a model comes, a card is turned, drawn or cheated with."""
        match name(event):
            case "Joined":
                self.muster([event])
            case "Turned":
                self.flip(event)
            case "Took":
                self.cards(event, "deck", "hand", "L41")
                self.full = False
            case "Cheated":
                self.cards(event, "hand", "discard", "L56")
                self.fewer = True
            case "PutAway":
                self.cards(event, "hand", "discard", "X-06")
                self.fewer = True
            case "Recovered":
                self.cards(event, "discard", "hand", "X-06")
                self.full = False
            case "Returned":
                self.cards(event, "discard", "deck", "X-06")
            case "FactSet":
                self.set(*event.key.split("."), event.value)
            case "Damaged":
                here = f"model.{event.model}"
                self.move("wounds", min(event.amount, self.lies(here, "wounds")), here, "box", "L65")
            case "Afflicted":
                self.afflict(event)
            case "Lowered":
                for one in self.numbered(event.condition):
                    one.value -= 1
                self.forget()
            case "Lifted":
                self.forget(*self.numbered(event.condition))
            case "Conditioned" | "Readied":
                pass
            case _:
                return False
        return True

    def sets(self, event: Any) -> bool:
        """Every fact: most of them move nothing."""
        return True

    def set(self, kind: str, *rest: Any) -> None:
        """A fact is set by hand: an agreed limit, or a model that is in no crew any more."""
        if self.limits and kind == "table" and rest[0] in ("turns", "points", "pool", "red", "black"):
            self.limits = replace(self.limits, **{rest[0]: rest[1]})
        elif kind == "model" and rest[1:] == ("crew", -1):
            self.leave(f"model.{rest[0]}")
            self.forget(*(one for one in self.afflictions if one.model == int(rest[0])))
        elif kind == "model" and rest[1] == "condition" and rest[3] == "value":
            for one in self.numbered(int(rest[2])):
                one.value = rest[4]

    def muster(self, models: Any) -> None:
        """Models come into play with their wounds; the log has not numbered them yet."""
        for model in models:
            place = f"model.new{len(self.unnamed)}"
            self.unnamed.append(place)
            self.put(place, "wounds", model.wounds, "book")

    def names(self, kind: str, ids: list[int]) -> None:
        """Learn the numbers of models and conditions, given in the order in which they came, and when the upkeep is."""
        if kind == "condition":
            self.learn(set(ids))
        if kind == "upkeep":
            self.upkeep(*ids)
        if kind != "model":
            return
        for place, id in zip(self.unnamed, sorted(set(ids) - self.models), strict=False):
            self.accounts[f"model.{id}", "wounds"] = self.accounts.pop((place, "wounds"))
        self.models |= set(ids)
        self.unnamed = []

    # --- conditions ------------------------------------------------------------------------------------------------

    def numbered(self, number: int) -> list[Affliction]:
        """The condition with that number, if it does damage."""
        return [one for one in self.afflictions if one.number == number]

    def forget(self, *gone: Affliction) -> None:
        """Take off those conditions, and those without a value left."""
        self.afflictions = [one for one in self.afflictions if one not in gone and one.value > 0]

    def afflict(self, event: Any) -> None:
        """A model gets a condition; the values of one that does damage add up."""
        if event.condition not in HURTS:
            return
        for one in self.afflictions:
            if (one.model, one.key) == (event.model, event.condition):
                one.value += event.value
                return
        self.afflictions.append(Affliction(event.model, event.condition, event.value))

    def learn(self, ids: set[int]) -> None:
        """The condition that has just come has the number that is new."""
        fresh = ids - self.conditions
        for one in self.afflictions:
            if not one.number and fresh:
                one.number = max(fresh)
        self.conditions |= ids

    def upkeep(self, stage: int = 0) -> None:
        """At upkeep Burning does its value and ends; Poison does 1, and 1 less of it is left.

        ``stage`` is 1 while an order is asked for, 2 once the upkeep is over, 0 in other phases.
        """
        self.in_upkeep = stage == 1
        if stage == 2 and not self.is_upkeep_over:
            for one in self.afflictions:
                self.suffer(one)
            self.forget()
            for one in self.afflictions:
                one.is_done = False
        self.is_upkeep_over = stage == 2

    def suffer(self, one: Affliction) -> None:
        """One condition does its damage, unless its model is out; then it has no value left."""
        if one.is_done:
            return
        one.is_done = True
        left = self.lies(f"model.{one.model}", "wounds")
        damage = one.value if one.key == "burning" else 1
        self.move("wounds", min(damage, left), f"model.{one.model}", "box", "MX-A11")
        one.value = one.value - 1 if one.key == "poison" and left > damage else 0

    def skips(self, key: str) -> bool:
        """Whether a number is not compared: wounds within an upkeep of which the order is asked for."""
        return self.in_upkeep and key.endswith(".wounds")

    # --- cards -----------------------------------------------------------------------------------------------------

    def cards(self, event: Any, source: str, target: str, rule: str) -> None:
        """Cards go from one pile of their player to another; an empty deck is shuffled anew (MX-A10)."""
        if not self.virtual:
            return
        here = f"seat.{event.seat}"
        for _ in event.cards:
            if source == "deck" and self.pile(event.seat, "deck") == 0:
                self.shuffle(event.seat)
            self.move("cards", 1, f"{here}.{source}", f"{here}.{target}", rule)

    def flip(self, event: Any) -> None:
        """The top card of the deck is turned up, and lies on the discards (L52)."""
        self.cards(event, "deck", "discard", "L52")

    def pile(self, seat: int, which: str) -> int:
        """Number of cards in a pile of a player."""
        return self.lies(f"seat.{seat}.{which}", "cards")

    def shuffle(self, seat: int) -> None:
        """The discards go back into the deck (L27)."""
        self.move("cards", self.pile(seat, "discard"), f"seat.{seat}.discard", f"seat.{seat}.deck", "L27")

    def expected(self) -> dict[str, int]:
        """What must lie where; the piles are numbers of their players."""
        must = {key: n for key, n in super().expected().items() if not key.endswith(".cards")}
        if self.virtual:
            piles = ("deck", "hand", "discard")
            must |= {f"seat.{seat}.{pile}": self.pile(seat, pile) for seat in range(self.seats) for pile in piles}
        return must

    def adopt(self, key: str, value: int) -> None:
        """Book what the product shows; piles are places here."""
        is_pile = key.rpartition(".")[2] in ("deck", "hand", "discard")
        super().adopt(f"{key}.cards" if is_pile else key, value)

    # --- the encounter ---------------------------------------------------------------------------------------------

    def play(self) -> Script:
        """Agreements and crews, then turn after turn."""
        self.put("table", "turn", 0, "L6")
        for seat in range(self.seats):
            for thing in ("points", "stones"):
                self.put(f"seat.{seat}", thing, 0, "opening")
            if self.virtual:
                self.put(f"seat.{seat}.deck", "cards", DECK, "L27")
        mustered: set[int] = set()
        while len(mustered) < self.seats or not self.limits:
            event = yield
            match name(event):
                case "Agreed":
                    self.limits = event
                case "Mustered":
                    mustered.add(event.seat)
                    here = f"seat.{event.seat}"
                    self.move("stones", event.stones - self.lies(here, "stones"), "box", here, "MX-A6")
                    self.muster(event.models)
                case _:
                    raise astray(event, "agreements and crews")
        if sum(self.lies(f"seat.{seat}", "stones") > 0 for seat in range(self.seats)) > 1:  # L37
            event = yield
            if name(event) != "Deployed":
                raise astray(event, "who deployed first")
        while True:
            self.begin_turn()
            self.move("turn", 1, "box", "table", "L6")
            yield from self.turn(self.lies("table", "turn"))

    def turn(self, turn: int) -> Script:
        """Draw, initiative, activation, closing (L12 to L18)."""
        for seat in range(self.seats) if self.virtual else ():
            self.shuffle(seat)
        self.full, self.fewer = True, False
        event = yield from self.draw()
        while name(event) not in ("PointsDone", "Stopped"):
            match name(event):
                case "Flipped":
                    self.flip(event)
                case "FlippedTogether":
                    pass  # of the table's own decks, which are not in the app
                case "Spent":
                    self.move("stones", 1, f"seat.{event.seat}", "box", "L56")
                case "Scored":
                    self.move("points", 1, "box", f"seat.{event.seat}", "L86")
                case "Ended":
                    for one in self.numbered(event.condition):
                        self.suffer(one)
                    self.forget()
                case "Valued" | "PhaseOver":
                    pass
                case other if other not in CREWS:
                    raise astray(event, "initiative, activation or points")
            event = yield
        yield from self.closing(turn, stopped=name(event) == "Stopped")

    def draw(self) -> Script:
        """Discard, draw to the full hand, two for a soulstone, discard down to it (L31 to L41).

        Returns the first event of the next phase, before which every hand is full and none is more.
        """
        while True:
            event = yield
            self.full = self.full or name(event) in ("Kept", "Discarded", "Drew", "Spent")
            match name(event):
                case "Kept":
                    pass
                case "Discarded":
                    self.cards(event, "hand", "discard", "L31")
                case "Drew":
                    self.cards(event, "deck", "hand", "L35")
                case "Spent":
                    self.move("stones", 1, f"seat.{event.seat}", "box", "L37")
                case _:
                    hands = [self.pile(seat, "hand") for seat in range(self.seats)]
                    if self.virtual and self.full and max(hands) > SIZE:
                        raise AstrayError("a hand of no more than six at the end of the phase (L41)")
                    if self.virtual and not self.fewer and min(hands) < SIZE:
                        raise AstrayError("a hand of six before the initiative (L35)")
                    return event

    def closing(self, turn: int, stopped: bool) -> Script:
        """The end of the encounter, from the fifth turn on by a flip (L90); then points for the end (L92)."""
        over = stopped or (self.limits.turns and turn >= self.limits.turns)
        if not over and turn >= FIRST_END:
            event = yield
            if name(event) not in ("Flipped", "Valued", "Stopped"):
                raise astray(event, "the flip for the end of the encounter")
            if name(event) == "Flipped":
                self.flip(event)
            over = name(event) == "Stopped" or self.value(event) < ENOUGH + turn - FIRST_END
        if not over:
            return
        while True:
            event = yield
            if name(event) == "Scored":
                self.move("points", 1, "box", f"seat.{event.seat}", "L92")
            elif name(event) == "PointsDone":
                raise MatchOverError
            else:
                raise astray(event, "points for the end")

    def value(self, event: Any) -> int:
        """The value of a flip; jokers as agreed (MX-A1)."""
        if name(event) == "Valued":
            return int(event.value)
        card = event.cards[0]
        jokers = {"red": self.limits.red, "black": self.limits.black}
        return int(jokers[card] if card in jokers else "".join(c for c in card if c.isdigit()))
