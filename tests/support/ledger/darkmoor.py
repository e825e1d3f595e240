"""The ledger of Retreat to Darkmoor: minions, VP and peril tokens, heroes (seed ``retreat_to_darkmoor.txt``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .base import Ledger, MatchOverError, Script, UnaccountedError, astray, name

HEROES = {2: 5, 3: 6, 4: 7}
"""Cards of the hero deck by players (L22)."""
MINIONS, HAND, BOUNTY = 18, 5, 2
PRINTED = {
    "played": ("Intriguing Familiar", "Spotted Griffin", "Valley of Teeth"),
    "attacked": ("Charging Minotaur",),
    "": None,
}
"""The abilities that the rule text tells, by their moment and card; without a moment any card will do."""


@dataclass(eq=False)
class Minion:
    """A minion on the table; ``id`` is the log's number for it, 0 until that is known."""

    card: Any
    seat: int
    id: int = 0
    tokens: int = 0
    peril: int = 0
    kind: str = ""


class DarkmoorLedger(Ledger):
    """What must lie where in a match of Retreat to Darkmoor, with the default of every open point."""

    shown = ("tokens", "hand", "deck", "discard", "minions", "left", "vp_tokens", "peril_tokens")

    structural = ("minions",)
    adjustable = ("tokens", "vp_tokens", "peril_tokens")

    def __init__(self, seats: int, rulings: Any, dropped: str = "") -> None:
        self.places: list[Any] = []
        self.hordes: list[list[Minion]] = [[] for _ in range(seats + 1)]
        self.safe: list[Minion] = []
        self.hero: Any = None
        self.attacking = False
        self.active = self.by_hand = 0
        self.types: dict[str, set[str]] = {}
        super().__init__(seats, rulings, dropped)

    def beyond(self, event: Any) -> str:
        """Why the ledger cannot follow that event."""
        for card in getattr(event, "cards", ()):
            known = PRINTED.get(card.when, ())
            if known is not None and card.name not in known:
                return "what a card says that the rule text does not name"
        if name(event) in ("Moved", "Felled", "Fled") and not self.find(event.item):
            return "a minion that is brought back by hand"
        return ""

    def names(self, kind: str, ids: list[int]) -> None:
        """Learn the minions' numbers, given in the order in which they came."""
        table = [minion for horde in self.hordes for minion in horde]
        unnamed = [minion for minion in table if not minion.id]
        for minion, id in zip(unnamed, sorted(set(ids) - {minion.id for minion in table}), strict=False):
            minion.id = id

    def expected(self) -> dict[str, int]:
        """What must lie where; the piles are numbers of their players, and tokens lie on minions."""
        must = {"heroes.left": self.lies("heroes", "left")}
        for seat in range(self.seats):
            must[f"seat.{seat}.tokens"] = self.lies(f"seat.{seat}", "tokens")
            must |= {
                f"seat.{seat}.{pile}": self.lies(f"{pile}.{seat}", "minions") for pile in ("hand", "deck", "discard")
            }
        for k, horde in enumerate(self.hordes[: len(self.places)]):
            must |= {f"horde.{k}.minions": len(horde), f"haven.{k}.minions": self.lies(f"haven.{k}", "minions")}
            must |= {f"minion.{minion.id}.vp_tokens": minion.tokens for minion in horde}
            must |= {f"minion.{minion.id}.peril_tokens": minion.peril for minion in horde}
        return must

    def adopt(self, key: str, value: int) -> None:
        """Book what the product shows; piles are places here."""
        place, _, thing = key.rpartition(".")
        if thing in ("hand", "deck", "discard"):
            super().adopt(f"{thing}.{place.removeprefix('seat.')}.minions", value)
        elif thing in ("tokens", "left"):
            super().adopt(key, value)

    def adjust(self, place: str, thing: str, by: int) -> None:
        """Tokens are put on a minion or given to a player by hand."""
        if thing == "tokens":
            super().adjust(place, thing, by)
            return
        (_, minion), *_ = self.find(int(place.removeprefix("minion.")))
        if thing == "vp_tokens":
            minion.tokens += by
            self.move("tokens", by, "by hand", "minions", "X-06")
        else:
            minion.peril += by
            self.move("peril", by, "by hand", "minions", "X-06")

    # --- by hand ---------------------------------------------------------------------------------------------------

    def aside(self, event: Any) -> bool:
        """Minions that are moved, felled or sent away by hand."""
        if name(event) not in ("Moved", "Felled", "Fled"):
            return False
        k, minion = self.find(event.item)[0]
        self.by_hand += 1
        if name(event) == "Felled":
            self.defeat(k, minion, paid=event.paid)
        elif name(event) == "Fled":
            self.hordes[k].remove(minion)
            self.escape(k, minion)
        else:
            self.hordes[k].remove(minion)
            row = event.row if event.row >= 0 else len(self.hordes[event.place])
            if event.place >= len(self.hordes):
                raise astray(event, "a horde that there is")
            self.hordes[event.place].insert(row, minion)
            self.move("minions", 1, f"horde.{k}", f"horde.{event.place}", "X-06")
        return True

    def find(self, id: int) -> list[tuple[int, Minion]]:
        """The minion of that number with its horde, none where it has left the hordes."""
        return [(k, minion) for k, horde in enumerate(self.hordes) for minion in horde if minion.id == id]

    def defeat(self, k: int, minion: Minion, paid: bool = False) -> None:
        """A minion goes to its owner's discard with its tokens; the gap closes (L69, L86, L91, L95)."""
        self.hordes[k].remove(minion)
        self.move("minions", 1, f"horde.{k}", f"{'fallen' if self.attacking else 'discard'}.{minion.seat}", "L91")
        self.move("tokens", minion.tokens, "minions", "box", "L95")
        self.move("peril", minion.peril, "minions", "box", "L95")
        if paid and minion.seat != self.active:
            self.move("tokens", BOUNTY, "box", f"seat.{self.active}", "L86")

    def escape(self, k: int, minion: Minion) -> None:
        """A minion reaches its haven; its owner collects the VP tokens, peril tokens are discarded (L101, L102)."""
        self.safe.append(minion)
        self.move("minions", 1, f"horde.{k}", f"haven.{k}", "L101")
        self.move("peril", minion.peril, "minions", "box", "L102")
        self.move("tokens", minion.tokens, "minions", f"seat.{minion.seat}", "L102")

    # --- the match -------------------------------------------------------------------------------------------------

    def play(self) -> Script:
        """The set-up (L19 to L28), then turn after turn."""
        for seat in range(self.seats):
            self.put(f"seat.{seat}", "tokens", 0, "L115")
            for pile in ("hand", "deck", "discard"):
                self.put(f"{pile}.{seat}", "minions", 0, "L27")
        self.put("heroes", "left", 0, "L22")
        while len(self.places) < self.seats + 1:  # L19
            event = yield
            if name(event) != "Located":
                raise astray(event, "a location")
            self.places.append(event.cards[0])
        self.move("left", HEROES[self.seats], "box", "heroes", "L22")
        yield from self.next_hero()
        for seat in range(self.seats):  # L27
            self.move("minions", MINIONS, "box", f"deck.{seat}", "L27")
            self.draw(seat)
        event = yield
        if name(event) != "Began":
            raise astray(event, "who goes first")
        self.active = event.seat
        idle = 0
        while idle <= self.seats:  # nobody can do anything any more
            idle = 0 if self.lies(f"hand.{self.active}", "minions") else idle + 1
            yield from self.turn()
            self.active = (self.active + 1) % self.seats
        yield from self.final_scoring()

    def final_scoring(self) -> Script:
        """Every minion reaches its haven, VP that nobody has read are told, and the match is over (L113, L115)."""
        for k in range(len(self.places)):
            self.all_escape(k)
        unread = [minion.card.name for minion in self.safe if minion.card.is_vp_unknown]
        cards = unread.count("") + len(set(unread) - {""})  # all decks are alike, so a name is read once (L4)
        for _ in range(cards):
            event = yield
            if name(event) != "ReadVp":
                raise astray(event, "the VP of a minion in a haven")
        raise MatchOverError

    def next_hero(self) -> Script:
        """The top card of the hero deck is revealed (L26, L108)."""
        event = yield
        if name(event) != "TurnedUp":
            raise astray(event, "a hero")
        self.hero = event.cards[0]
        self.move("left", 1, "heroes", "box", "L26")

    def draw(self, seat: int) -> None:
        """Cards up to five, as long as there are any (L111, RD-A6)."""
        wanted = max(0, HAND - self.lies(f"hand.{seat}", "minions"))
        self.move("minions", min(wanted, self.lies(f"deck.{seat}", "minions")), f"deck.{seat}", f"hand.{seat}", "L111")

    def turn(self) -> Script:
        """One card, perhaps an attack, a new hero, cards (L57 to L61)."""
        self.begin_turn()
        if self.lies(f"hand.{self.active}", "minions"):
            event = yield
            yield from self.minion(event)
        reached = [k for k in range(len(self.places)) if self.hordes[k] and self.peril(k) >= self.hero.threshold]
        if reached:
            yield from self.attack(reached)
            if not self.lies("heroes", "left"):  # L109
                yield from self.final_scoring()
            yield from self.next_hero()
        self.draw(self.active)

    def peril(self, k: int) -> int:
        """The peril of a horde, a token being one (L77, RD-A1)."""
        return sum(int(minion.card.peril) + minion.peril for minion in self.hordes[k])

    # --- playing ---------------------------------------------------------------------------------------------------

    def minion(self, event: Any) -> Script:
        """A minion comes to the back of a horde; the location, then the minion says something (L63 to L66)."""
        if name(event) != "Played":
            raise astray(event, "a minion that is played")
        minion, k = Minion(event.cards[0], self.active, kind=event.cards[0].kind), event.place
        self.hordes[k].append(minion)
        self.move("minions", 1, f"hand.{self.active}", f"horde.{k}", "L63")
        place = self.places[k]
        if place.when == "played" and place.whom:
            yield from self.learn_type(minion)
        if minion.card.name and minion.kind:
            self.types.setdefault(minion.card.name, set()).add(minion.kind)
        if place.when == "played" and place.whom in ("", minion.kind):  # L72
            minion.tokens += place.n
            self.move("tokens", place.n, "box", "minions", "L72")
        if minion.card.when == "played" and minion.card.does == "play":
            yield from self.one_more()
        elif minion.card.when == "played":
            yield from self.take_place(k, minion)

    def learn_type(self, minion: Minion) -> Script:
        """The type that counts for L72 and is not said: that of a card of its name (L4), or it is asked for."""
        known = self.types.get(minion.card.name, set())
        if minion.kind:
            return
        if len(known) > 1:
            raise UnaccountedError("the type of a card of which there are two by one name")
        if known:
            (minion.kind,) = known
            return
        event = yield
        if name(event) != "ReadKind":
            raise astray(event, "the type of a minion")
        minion.kind = event.kind

    def one_more(self) -> Script:
        """The Familiar lets its owner play one more (L73)."""
        if self.lies(f"hand.{self.active}", "minions"):
            event = yield
            if name(event) == "Played":
                yield from self.minion(event)
            elif name(event) != "Declined":
                raise astray(event, "one more minion, or none")

    def take_place(self, k: int, minion: Minion) -> Script:
        """The Griffin takes any place of its horde and sends another one to the back (L81)."""
        if len(self.hordes[k]) > 1:
            by_hand = self.by_hand
            event = yield
            if self.by_hand > by_hand:
                raise UnaccountedError("a minion that was moved by hand while its ability was asked for")
            if name(event) == "Lined":
                self.hordes[k].remove(minion)
                self.hordes[k].insert(event.row, minion)
            elif name(event) == "Declined":
                self.object("L65: an ability that must be used is declined")
            else:
                raise astray(event, "the place of a minion in its horde")
        others = [other for other in self.hordes[k] if other is not minion]
        chosen = yield from self.choose(others)
        if chosen and chosen in self.hordes[k]:
            self.hordes[k].remove(chosen)
            self.hordes[k].append(chosen)

    def choose(self, minions: list[Minion]) -> Script:
        """The one minion that there is, or the one that the active player chooses (L64)."""
        if len(minions) < 2:
            return minions[0] if minions else None
        by_hand = self.by_hand
        event = yield
        if self.by_hand > by_hand:
            raise UnaccountedError("a minion that was moved by hand while its ability was asked for")
        if name(event) == "Declined":
            self.object("L65: an ability that must be used is declined")
            return None
        if name(event) != "Aimed":
            raise astray(event, "one of several minions")
        if event.minion == 0:
            self.object("L65: an ability that must be used is declined")
            return None
        return next((minion for minion in minions if minion.id == event.minion), None)

    # --- the attack ------------------------------------------------------------------------------------------------

    def attack(self, reached: list[int]) -> Script:
        """The hero attacks one horde; who is left of it escapes (L78, L86 to L91, L101)."""
        k = reached[0]
        if len(reached) > 1:
            event = yield
            if name(event) != "Headed":
                raise astray(event, "which horde is attacked")
            k = event.place
        self.attacking = True
        first, row = self.hordes[k][-1], len(self.hordes[k]) - 1
        self.defeat(k, first, paid=True)  # L86
        if first.card.when == "attacked":  # L88
            yield from self.strongest(self.adjacent(k, row))
        waiting = [minion for minion in reversed(self.hordes[k]) if minion.card.when == "attacked"]
        for minion in waiting:  # L89
            if minion in self.hordes[k]:
                yield from self.strongest(self.adjacent(k, self.hordes[k].index(minion)))
        self.hero, self.attacking = None, False
        for seat in range(self.seats):  # L91
            self.move("minions", self.lies(f"fallen.{seat}", "minions"), f"fallen.{seat}", f"discard.{seat}", "L91")
        self.all_escape(k)

    def strongest(self, near: list[tuple[int, Minion]]) -> Script:
        """The Minotaur defeats the adjacent minion worth the most VP (L98)."""
        most = max((other.card.vp for _, other in near), default=0)
        best = [other for _, other in near if other.card.vp == most or other.card.is_vp_unknown]
        chosen = yield from self.choose(best)
        if chosen:
            at = next((at for at, horde in enumerate(self.hordes) if chosen in horde), None)
            if at is not None:
                self.defeat(at, chosen)

    def adjacent(self, k: int, row: int) -> list[tuple[int, Minion]]:
        """The neighbours in the horde and beside it, not diagonally (L68)."""
        places = [(k, row - 1), (k, row + 1), (k - 1, row), (k + 1, row)]
        there = [(at, r) for at, r in places if 0 <= at < len(self.places) and 0 <= r < len(self.hordes[at])]
        return [(at, self.hordes[at][r]) for at, r in there]

    def all_escape(self, k: int) -> None:
        """Everybody in a horde reaches the haven of its location (L101, L113)."""
        horde, self.hordes[k] = self.hordes[k], []
        for minion in horde:
            self.escape(k, minion)
