"""The ledger of King of Tokyo: hearts, points, energy, cards and what variants add (seed ``king_of_tokyo.txt``)."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.support.paths import ROOT

from .base import BANKS, Ledger, MatchOverError, Script, astray, name

HEARTS, GOAL, PRICE_OF_SWEEP, CHEAPEST = 10, 20, 2, 2
"""A full monster, the points that win, and what a sweep and the cheapest card cost."""
ENERGY, HEART, CLAW = 5, 4, 6
"""Faces of the dice that are no numbers."""
WICKED = {1: 2, 2: 1}
"""Wickedness for three equal faces (L206, L207)."""
LEVELS, TRACK_END = (3, 6, 10), 10
"""Wickedness at which a tile is offered, and its end (L208)."""
EMPTY = "-"
"""The log's name for a place of the shop in which no card lies."""
CLAUSE = re.compile(r"(?:(others|everyone) )?(points|energy|heal|damage) (-?\d+)")
"""A clause of a card that the ledger books: whom, what, how many."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the shop that was set by hand."""

    id: str
    cost: int
    keep: bool = False


@cache
def printed() -> dict[str, Any]:
    """The card data, by card."""
    return tomllib.loads((ROOT / "rules/king_of_tokyo/data/base.toml").read_text("utf-8"))


@cache
def simple_cards() -> dict[str, list[tuple[str, str, int]]]:
    """The discard cards that say no more than whom, what and how many, as printed in the card data."""
    found = {}
    for id, row in printed().items():
        clauses = [part for line in row["does"] for part in line.removeprefix("taken: ").split(", ")]
        parsed = [CLAUSE.fullmatch(clause) for clause in clauses]
        if row["kind"] == "discard" and all(parsed):
            found[id] = [(m[1] or "self", m[2], int(m[3])) for m in parsed if m]
    return found


class KingOfTokyoLedger(Ledger):
    """What must lie where in a match of King of Tokyo, with the default of every open point."""

    shown = ("hearts", "points", "energy", "cards", "cultists", "levels", "wickedness", "counters")
    adjustable = ("energy", "cultists", "counters")
    unseen = ("discard.cards",)

    def __init__(self, seats: int, rulings: Any, dropped: str = "") -> None:
        self.city: int | None = None
        self.bay: int | None = None
        self.out: set[int] = set()
        self.active, self.extra_throws = 0, 0
        self.shop: list[Any] = [None] * 3
        self.tower: list[int | None] = [None] * 3
        self.is_struck = False
        super().__init__(seats, rulings, dropped)

    def has(self, variant: str) -> bool:
        """Whether that variant is played."""
        return self.rulings.get(f"variant.{variant}", "off") != "off"

    def beyond(self, event: Any) -> str:
        """Why the ledger cannot follow that event."""
        if name(event) in ("Used", "UsedAside") and event.key != "variant.cultists":
            return "effects that are printed on a card that stays"
        if name(event) == "TookTile":
            return "effects that are printed on a wickedness tile"
        if name(event) == "Began" and event.seat < 0:
            return "who goes first by dice"
        if name(event) in ("Bought", "TurnedUp") and any(c.id and c.id not in simple_cards() for c in event.cards):
            return "cards that say more than whom, what and how many"
        return ""

    def aside(self, event: Any) -> bool:
        """A cultist that is discarded at any time (L168), and what is set by hand."""
        if name(event) == "FactSet":
            self.set(*event.key.split("."), event.value)
            return True
        if name(event) == "UsedAside" or (name(event) == "Used" and not event.face):
            self.spend(event)
            return True
        return False

    def spend(self, event: Any) -> None:
        """A cultist goes for a heart, an energy or a throw; as many hearts as are needed take as many (L168)."""
        count = max(1, event.n)
        self.move("cultists", count, f"seat.{event.seat}", "box", "L168")
        if event.face in (HEART, ENERGY):
            self.gain(event.seat, "hearts" if event.face == HEART else "energy", count, "L168")
        else:
            self.extra_throws += count

    def adjusts(self, key: str, by: int) -> bool:
        """Energy and cultists, and hearts and points that neither eliminate, nor win, nor bring anybody back."""
        place, _, thing = key.rpartition(".")
        if place in [f"seat.{seat}" for seat in self.out]:
            return False
        least, most = {"hearts": (1, HEARTS), "points": (0, GOAL - 1)}.get(thing, (0, -1))
        return super().adjusts(key, by) or least <= self.lies(place, thing) + by <= most

    def names(self, kind: str, ids: list[int]) -> None:
        """Put the counters of a card that lies before nobody any more back into the box."""
        for place in {place for place, thing in self.accounts if thing == "counters" and place not in BANKS}:
            if int(place.removeprefix("held.")) not in ids:
                self.leave(place)

    def sets(self, event: Any) -> bool:
        """Who stands where, a card without a rule, who has the lower levels of the tower, and what the shop holds."""
        if event.key.endswith(".place"):  # L84: with four monsters there is no Bay
            return not self.is_struck and (event.value != "bay" or len(self.alive()) > 4)
        if event.key.startswith("shop."):
            return event.value in ("", EMPTY) or event.value in simple_cards()
        return event.key.endswith(".named_card") or event.key in ("tower.0.owner", "tower.1.owner")

    def set(self, kind: str, number: str, what: str, value: Any) -> None:
        """A fact is set by hand, and nothing follows from it."""
        seat = level = int(number)
        if kind == "shop":
            known = value in simple_cards()
            self.shop[seat] = Card(value, printed()[value]["cost"]) if known else value or None
        elif what == "named_card":
            self.move("cards", 1, "by hand", f"seat.{seat}", "X-06")
        elif what == "place":
            self.leave_tokyo(seat)
            self.city = seat if value == "city" else self.city
            self.bay = seat if value == "bay" else self.bay
        else:
            if self.tower[level] is not None:
                self.move("levels", -1, "by hand", f"seat.{self.tower[level]}", "X-06")
            self.tower[level] = value if value >= 0 else None
            self.move("levels", int(value >= 0), "by hand", f"seat.{value}", "X-06")

    # --- numbers ---------------------------------------------------------------------------------------------------

    def gain(self, seat: int, thing: str, count: int, rule: str) -> None:
        """A monster gains or loses; never below 0, at most ten hearts and twenty points (L56, KT-A13)."""
        here = self.lies(f"seat.{seat}", thing)
        most = {"hearts": max(HEARTS, here), "points": max(GOAL, here)}.get(thing, here + max(0, count))
        if seat not in self.out:
            self.move(thing, min(max(0, here + count), most) - here, "box", f"seat.{seat}", rule)

    def alive(self) -> list[int]:
        """The seats in the match, clockwise from the active one."""
        seats = [(self.active + k) % self.seats for k in range(self.seats)]
        return [seat for seat in seats if seat not in self.out]

    def in_tokyo(self) -> list[int]:
        """Who stands in the City and in the Bay."""
        return [seat for seat in (self.city, self.bay) if seat is not None]

    def bury(self) -> None:
        """Monsters without hearts are eliminated; with four or fewer the Bay closes (L66, L84)."""
        for seat in self.alive():
            if self.lies(f"seat.{seat}", "hearts") == 0:
                self.out.add(seat)
                self.leave_tokyo(seat)
                for thing in ("points", "energy", "cultists"):  # wickedness is a place on a track
                    self.move(thing, -self.lies(f"seat.{seat}", thing), "box", f"seat.{seat}", "KT-A4")
                self.move("cards", self.lies(f"seat.{seat}", "cards"), f"seat.{seat}", "discard", "KT-A9")
                for level, owner in enumerate(self.tower):
                    if owner == seat:
                        self.tower[level] = None
                        self.move("levels", -1, "box", f"seat.{seat}", "KT-A9")
        if len(self.alive()) < 2:  # L117
            raise MatchOverError
        if len(self.alive()) <= 4 and self.bay is not None:
            self.city, self.bay = (self.bay if self.city is None else self.city), None

    def lose(self, seat: int, count: int, rule: str) -> Script:
        """A monster loses hearts; to survive it may first discard cultists for hearts, ten at most (L168, L56)."""
        here = f"seat.{seat}"
        needed = count + 1 - self.lies(here, "hearts")
        if seat not in self.out and count < HEARTS and 0 < needed <= self.lies(here, "cultists"):
            event = yield from self.struck("Used", "Braced")
            if name(event) == "Used":
                self.spend(event)
        self.gain(seat, "hearts", -count, rule)

    def struck(self, *wanted: str) -> Script:
        """Wait for an answer in the middle of a loss of hearts, in which nobody is moved by hand."""
        self.is_struck = True
        event = yield from self.wait_for(*wanted)
        self.is_struck = False
        return event

    def leave_tokyo(self, seat: int) -> None:
        """A monster leaves its place."""
        self.city = None if self.city == seat else self.city
        self.bay = None if self.bay == seat else self.bay

    def enter(self) -> None:
        """The active monster enters a free place: a point, or energy in a duel (L76, L82, L90, L150)."""
        if self.active in (*self.in_tokyo(), *self.out):
            return
        if self.city is None:
            self.city = self.active
        elif self.bay is None and len(self.alive()) > 4:
            self.bay = self.active
        else:
            return
        self.gain(self.active, *(("energy", 1, "L150") if self.is_duel() else ("points", 1, "L90")))

    def is_duel(self) -> bool:
        """Whether the variant for two is played (L148)."""
        return self.seats == 2 and self.rulings.get("duel", "on") == "on"

    # --- the turn --------------------------------------------------------------------------------------------------

    def play(self) -> Script:
        """Turn after turn, until one has the points or one is left (L117)."""
        for seat in range(self.seats):
            self.put(f"seat.{seat}", "hearts", HEARTS, "KT-A1")
            for thing in ("points", "energy", "cards"):
                self.put(f"seat.{seat}", thing, 0, "KT-A1")
            for thing, variant in (("cultists", "cultists"), ("levels", "tower"), ("wickedness", "wickedness")):
                if self.has(variant):
                    self.put(f"seat.{seat}", thing, 0, "L166")
        event = yield
        while name(event) in ("MonstersWanted", "Chose", "Declined"):  # which monster is whose moves nothing
            event = yield
        if name(event) != "Began":
            raise astray(event, "who goes first")
        self.active = event.seat
        if self.rulings.get("follow.shop") == "on":
            yield from self.turn_up(0, 1, 2)
        while True:
            yield from self.turn()
            self.extra_throws = 0
            self.score()
            self.active = next(seat for seat in [*self.alive(), self.active] if seat != self.active)

    def score(self) -> None:
        """The match ends with the points of one who survived the turn (L117, L121)."""
        if any(self.lies(f"seat.{seat}", "points") >= GOAL for seat in self.alive()):
            raise MatchOverError

    def turn(self) -> Script:
        """One turn (L24 to L28)."""
        self.begin_turn()
        if self.active in self.in_tokyo():
            self.gain(self.active, *(("energy", 1, "L151") if self.is_duel() else ("points", 2, "L91")))
        for level in range(2):
            if self.tower[level] == self.active:
                self.gain(self.active, "hearts", 1, "L175")
                self.gain(self.active, "energy", level, "L175")
        faces = yield from self.throw()
        yield from self.resolve(faces)
        self.enter()
        if self.active not in self.out:
            yield from self.buy()

    def throw(self) -> Script:
        """Up to three throws; only the last faces count (L32 to L42)."""
        by_throws = self.rulings.get("throws") == "each"
        faces: list[int] = []
        kept: set[int] = set()
        aside: list[int] | None = None
        is_whole = False
        thrown = 0
        while True:
            event = yield
            match name(event):
                case "ByThrows":
                    by_throws = is_whole = True
                case "PutAside":  # of this throw only what is put aside is told (L34)
                    aside, is_whole, thrown = [*(aside or ()), *event.faces], False, thrown + 1
                case "Kept" if aside is not None:
                    del aside[event.die]
                case "Rolled" | "Stopped" if aside is not None and not (is_whole and name(event) == "Rolled"):
                    return [*aside, *getattr(event, "faces", ())]
                case "Kept":
                    kept ^= {event.die}
                case "Stopped":
                    return faces
                case "Rolled":
                    if aside is not None:
                        faces, kept, aside = [*aside, *event.faces], set(range(len(aside))), None
                    elif not faces:
                        faces = list(event.faces)
                    else:
                        again = [die for die in range(len(faces)) if die not in kept]
                        for die, face in zip(again, event.faces, strict=True):
                            faces[die] = face
                    thrown += 1
                    over = not by_throws or thrown >= 3 + self.extra_throws
                    if over and not (by_throws and self.lies(f"seat.{self.active}", "cultists")):  # L168
                        return faces
                case _:
                    raise astray(event, "a throw")

    def resolve(self, faces: list[int]) -> Script:
        """Numbers, energy, hearts, claws (L44 to L68), then what variants give for the faces."""
        for face in (1, 2, 3):
            if faces.count(face) >= 3:
                self.gain(self.active, "points", face + faces.count(face) - 3, "L46")
        if self.has("wickedness"):
            yield from self.grow_wicked(faces)
        self.gain(self.active, "energy", faces.count(ENERGY), "L52")
        was_inside = self.active in self.in_tokyo()
        if not was_inside:
            self.gain(self.active, "hearts", faces.count(HEART), "L56")
        if self.has("tower") and was_inside and faces.count(1) >= 4:  # L173
            self.claim()
        yield from self.smash(faces.count(CLAW), was_inside)
        if self.has("cultists") and any(faces.count(face) >= 4 for face in faces):
            self.gain(self.active, "cultists", 1, "L167")

    def grow_wicked(self, faces: list[int]) -> Script:
        """Wickedness for every three 1s and 2s; at each level a tile may be taken, and is left here (L205 to L208)."""
        here = f"seat.{self.active}"
        before = self.lies(here, "wickedness")
        gained = sum(many * (faces.count(face) // 3) for face, many in WICKED.items())
        self.move("wickedness", min(gained, TRACK_END - before), "box", here, "L205")
        for level in LEVELS:
            if before < level <= self.lies(here, "wickedness"):
                yield from self.wait_for("Declined")

    def claim(self) -> None:
        """The lowest level that the active monster does not own (L173, L176)."""
        level = next(k for k in range(3) if self.tower[k] != self.active)
        if self.tower[level] is not None:
            self.move("levels", 1, f"seat.{self.tower[level]}", f"seat.{self.active}", "L174")
        else:
            self.move("levels", 1, "box", f"seat.{self.active}", "L173")
        self.tower[level] = self.active
        if level == 2:
            raise MatchOverError

    def smash(self, claws: int, was_inside: bool) -> Script:
        """Claws hit everybody in the other place; who is hit in Tokyo may yield (L62 to L68)."""
        hit = [seat for seat in self.alive()[1:] if (seat in self.in_tokyo()) != was_inside] if claws else []
        for seat in hit:
            yield from self.lose(seat, claws, "L62")
        self.bury()
        if was_inside:
            return
        for seat in [seat for seat in self.in_tokyo() if seat in hit]:
            event = yield from self.struck("Yielded")
            if event.yields:
                self.leave_tokyo(seat)

    def buy(self) -> Script:
        """Cards and sweeps, while energy lasts (L96 to L100)."""
        while self.active not in self.out and self.payable() >= self.least():
            event = yield
            match name(event):
                case "DoneBuying":
                    return
                case "Swept":
                    self.pay(PRICE_OF_SWEEP, "L98")
                    if self.rulings.get("follow.shop") == "on":
                        yield from self.turn_up(0, 1, 2)
                case "Bought":
                    yield from self.bought(event)
                case _:
                    raise astray(event, "a purchase")

    def least(self) -> int:
        """The least energy with which anything can be had; where no card lies, nothing is bought or swept."""
        cards = [card for card in self.shop if card != EMPTY]
        known = [card.cost for card in cards if card is not None]
        return int(min([PRICE_OF_SWEEP, CHEAPEST, *known])) if cards else 1 + self.payable()

    def payable(self) -> int:
        """Energy, and the cultists that become energy at any time where they are played (L168)."""
        here = f"seat.{self.active}"
        return self.lies(here, "energy") + (self.lies(here, "cultists") if self.has("cultists") else 0)

    def pay(self, price: int, rule: str) -> None:
        """The active monster pays; what its energy lacks comes from cultists (L168)."""
        here = f"seat.{self.active}"
        missing = max(0, price - self.lies(here, "energy"))
        self.move("cultists", missing, here, "box", "L168")
        self.gain(self.active, "energy", missing, "L168")
        self.move("energy", price, here, "box", rule)

    def bought(self, event: Any) -> Script:
        """A card against its price; its place is filled at once (L96, L105, L107)."""
        card = event.cards[0] if event.cards else self.shop[event.place] if event.place >= 0 else None
        price = card.cost if card else event.cost
        self.pay(price, "L96")
        if card and card.keep:
            self.move("cards", 1, "box", f"seat.{self.active}", "L105")
        if event.place >= 0:
            self.shop[event.place] = None
        for whom, what, count in simple_cards().get(card.id, []) if card else []:
            yield from self.effect(whom, what, count)
        self.bury()
        if event.place >= 0:
            whose = " of a buyer who died of the card (L96)" if self.active in self.out else ""
            yield from self.turn_up(event.place, wanted=f"a card for the shop{whose}")

    def effect(self, whom: str, what: str, count: int) -> Script:
        """One clause of a discard card (L107); hearts lost to a card let nobody yield (L72)."""
        for seat in {"self": [self.active], "others": self.alive()[1:], "everyone": self.alive()}[whom]:
            if what == "damage":
                yield from self.lose(seat, count, "L107")
            else:
                self.gain(seat, "hearts" if what == "heal" else what, count, "L107")

    def turn_up(self, *slots: int, wanted: str = "a card for the shop") -> Script:
        """The next cards come into the shop (L96); after one without a name no other is named."""
        for slot in slots:
            self.shop[slot] = None
        for slot in slots:
            event = yield
            if name(event) != "TurnedUp" or event.slot != slot:
                raise astray(event, wanted)
            if not event.cards:
                return
            self.shop[slot] = event.cards[0]
