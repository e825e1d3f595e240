"""The ledger of Malifaux: cards, soulstones, points, wounds, the turn (seed ``malifaux.txt``)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .base import AstrayError, Ledger, MatchOverError, Script, astray, name

DECK, SIZE, EXTRA, FIRST_END, ENOUGH = 54, 6, 2, 5, 10
"""A fate deck, a full hand, what a soulstone draws; the first turn that may be the last, and what it needs (L90)."""
CREWS = ("Conditioned", "Lifted", "Readied", "Activated", "Finished", "Chose", "Ended", "Kept")
"""What happens to models and at the table without moving a thing."""


class MalifauxLedger(Ledger):
    """What must lie where in an encounter, with the default of every open point."""

    shown = ("points", "stones", "wounds", "turn", "deck", "hand", "discard")
    adjustable = ("stones", "points", "wounds")

    def __init__(self, seats: int, rulings: Any, dropped: str = "") -> None:
        self.virtual = rulings.get("deck") == "virtual"
        self.limits: Any = None
        self.full, self.fewer = True, False
        self.unnamed: list[str] = []
        self.models: set[int] = set()
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
            case "Conditioned" | "Lifted" | "Readied":
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

    def muster(self, models: Any) -> None:
        """Models come into play with their wounds; the log has not numbered them yet."""
        for model in models:
            place = f"model.new{len(self.unnamed)}"
            self.unnamed.append(place)
            self.put(place, "wounds", model.wounds, "book")

    def names(self, kind: str, ids: list[int]) -> None:
        """Learn the models' numbers, given in the order in which they came."""
        for place, id in zip(self.unnamed, sorted(set(ids) - self.models), strict=False):
            self.accounts[f"model.{id}", "wounds"] = self.accounts.pop((place, "wounds"))
        self.models |= set(ids)
        self.unnamed = []

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
                case "Spent":
                    self.move("stones", 1, f"seat.{event.seat}", "box", "L56")
                case "Scored":
                    self.move("points", 1, "box", f"seat.{event.seat}", "L86")
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
