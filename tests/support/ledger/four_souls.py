"""The ledger of Four Souls: loot, treasures, ¢, souls, life and the stack (seed ``four_souls.txt``)."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.support.paths import ROOT

from .base import Script, UnaccountedError, astray, name
from .four_souls_cards import known_cards, known_loot
from .four_souls_stack import FourSoulsStack, Item, Monster

FOLLOWED = (
    *("cents", "loot", "treasure", "trinket", "soul", "destroy", "steal"),
    *("damage", "kill", "heal", "curse", "look", "counter"),
)
"""Effects that the ledger books; of the others the log does not tell all."""
TARGETS = ("seat", "me", "everyone", "others", "left", "right", "monster", "monsters", "table")
"""Targets that are known as an effect is declared."""
HAND, PRICE = 10, 10
"""Loot cards that a hand may hold as a turn ends (L156), and the ¢ for an item (L148)."""


def is_followed(effect: Any) -> bool:
    """Whether the ledger books that effect: counters go on an item in play, all others on a player or a monster."""
    fits = effect.target.kind == "owned" if effect.kind == "counter" else effect.target.kind in TARGETS
    return fits and effect.kind in FOLLOWED


def _rows(table: str) -> Iterator[dict[str, str]]:
    text = (ROOT / f"rules/four_souls/data/{table}.csv").read_text("utf-8")
    return csv.DictReader(text.splitlines(), delimiter=";")


@cache
def plain_characters() -> frozenset[str]:
    """Ids of the characters whose starting item does something only as it is turned sideways or paid for."""
    does = {row["id"]: row["does"].split(" && ") for row in _rows("items") if row["kind"] == "starting"}
    quiet = {id for id, abilities in does.items() if all(one.startswith(("tap -> ", "pay ")) for one in abilities)}
    return frozenset(row["id"] for row in _rows("characters") if row["item"] in quiet)


@cache
def plain_monsters() -> frozenset[str]:
    """Ids of the monsters with nothing but numbers on their card, and of one that was typed."""
    return frozenset({"", *(row["id"] for row in _rows("monsters") if not row["does"])})


class FourSoulsLedger(FourSoulsStack):
    """What must lie where in a match of Four Souls, with the default of every open point."""

    # --- what is not followed --------------------------------------------------------------------------------------

    def beyond(self, event: Any) -> str:
        """Why the ledger cannot follow that event."""
        match name(event):
            case "Chose" if event.character not in plain_characters():
                return "a starting item that does something by itself"
            case "Named" | "Unnamed" | "Brought":
                return "the printed abilities of an item that somebody named"
            case "Stocked" | "ShopNamed" | "RoomRevealed" if event.name:
                return "the printed abilities of a named treasure or room"
            case "Drafted" if event.first or event.second:
                return "the printed abilities of a named treasure or room"
            case "MonsterLeft" | "ShopLeft" if self.is_busy():
                return "a card that leaves its slot while something else is asked"
            case "SlotAdded" | "SlotRemoved" | "RoomLeft":
                return "slots that a card adds"
            case "Revealed" if event.cards[0].id not in plain_monsters():
                return "the printed abilities of a monster"
            case "Played" if event.kind not in ("loot", "triggered"):
                return "the printed price of an effect, and items turned sideways"
        if name(event) in ("Played", "RevealedOther") and not event.effects and event.name in known_cards():
            is_booked = name(event) == "Played" and known_loot().get(event.name)
            if not is_booked:
                return "a known card that does more than the ledger books"
        effects = getattr(event, "effects", ())
        if any(e.kind == "trinket" for e in effects) and event.name:
            return "the printed abilities of a named treasure or room"
        if not all(map(is_followed, effects)) or any(e.kind == "soul" and e.amount < 0 for e in effects):
            return "effects other than ¢, loot, items, counters, gained souls, damage, death and healing"
        return ""

    def aside(self, event: Any) -> bool:
        """¢ that change hands (L265), and decks that are shuffled (L257)."""
        match name(event):
            case "Bartered":
                self.offers.append(event)
            case "Accepted":
                offer = self.offers.pop()
                giver, taker = f"seat.{offer.giver}", f"seat.{offer.taker}"
                self.move("cents", offer.cents if event.yes else 0, giver, taker, "L265")
                self.award_bonus_souls()
            case "MonsterLeft":
                self.monster_leaves(next(m for m in self.active_monsters() if m.id == event.monster))
            case "ShopLeft":
                for item in [item for item in self.stack if item.kind == "purchase" and item.place == str(event.slot)]:
                    self.take_off(item)  # L278
                self.refill(Item("shop refill", self.active, place=str(event.slot)))
            case "Rebuilt" | "ShopNamed":
                pass
            case _:
                return False
        return True

    def monster_leaves(self, monster: Monster) -> None:
        """A monster leaves without dying: its death and its fight are over, an empty slot is refilled (L242, L279)."""
        for item in [item for item in self.stack if item.kind == "monster death" and item.monster is monster]:
            self.take_off(item)
        if monster is self.combat:
            self.leave_combat()
        self.vacate(monster)
        if not self.slots[monster.slot]:
            self.refill(Item("refill", self.active, slot=monster.slot))

    def is_busy(self) -> bool:
        """Whether something else than an answer to the stack is asked, or the stack decides what comes next."""
        return not self.has_priority or bool(self.offers) or (self.turn_ends and len(self.stack) == 1)

    # --- set-up ----------------------------------------------------------------------------------------------------

    def play(self) -> Script:
        """The set-up (L19 to L25), then turn after turn."""
        self.put("stack", "depth", 0, "L93")
        for seat in range(self.seats):
            self.put(f"seat.{seat}", "cents", 3, "L24")
            self.put(f"seat.{seat}", "loot", 3, "L24")
            self.put(f"seat.{seat}", "life", 2, "FS-A15")
            self.put(f"seat.{seat}", "treasures", 0, "L23")
            self.put(f"seat.{seat}", "souls", 0, "L128")
        yield from self.set_up()
        while True:
            yield from self.turn()
            self.active = (self.active + 1) % self.seats

    def set_up(self) -> Script:
        """Characters, first player, shop and monsters, in whatever order they are asked for."""
        chosen, begun, drafts = 0, False, 2 if self.rulings.get("mode") == "draft" else 0
        while chosen < self.seats or not begun or drafts or not all(self.slots):
            event = yield
            match name(event):
                case "Chose":
                    self.says.add("L24")
                    chosen += 1
                    if event.character == "the-lost-g2":
                        self.move("souls", 1, "box", f"seat.{event.seat}", "L306")
                    if event.character == "cain":  # L25
                        self.active, begun = event.seat, True
                case "Began":
                    self.active, begun = event.seat, True
                case "Rolled":  # L25: the lowest goes first
                    lowest = [seat for seat, face in enumerate(event.faces) if face == min(event.faces)]
                    if len(lowest) > 1:
                        raise UnaccountedError("a tie of the dice for who goes first")
                    self.active, begun = lowest[0], True
                case "Revealed":
                    self.lay(event.cards[0], event.slot)
                case "Drafted":
                    drafts -= 1
                    for seat in (0, 1):
                        self.move("treasures", 1, "box", f"seat.{seat}", "L329")
                case "Measured":
                    self.attacks[event.seat] = event.attack
                    self.full[event.seat] = event.life
                    self.move("life", event.life - 2, "box", f"seat.{event.seat}", "FS-A15")
                case "Stocked" | "RoomRevealed":
                    self.unlaid -= 1
                    self.award_bonus_souls()
                case "RevealedOther":
                    pass
                case _:
                    raise astray(event, "the set-up")

    # --- the turn --------------------------------------------------------------------------------------------------

    def turn(self) -> Script:
        """The three phases (L139 to L157)."""
        self.begin_turn()
        self.turn_ends = self.killed = self.closing = False
        yield from self.window()  # L140
        if not self.turn_ends:
            self.push(Item("loot 1", self.active))  # L141
            yield from self.window()
        while not self.turn_ends:
            event = yield from self.window("Attacked", "Bought")
            if event is not None:
                self.declare(event)
            elif self.combat and not self.turn_ends:  # FS-A25
                rolled = yield from self.wait_for("Rolled")
                self.push(Item("roll", self.active, monster=self.combat, count=rolled.faces[0]))
            elif not self.more:
                break
        yield from self.end_phase()

    def end_phase(self) -> Script:
        """Triggers, healing, ten cards, the next player (L153 to L157)."""
        while self.stack:  # L135
            yield from self.passes()
            yield from self.resolve_top()
        self.closing = True
        for item in self.deferred:  # L234
            self.push(item)
        self.deferred = []
        yield from self.window(leaves=lambda: False)
        for seat in range(self.seats):
            self.move("life", self.full[seat] - self.lies(f"seat.{seat}", "life"), "box", f"seat.{seat}", "L154")
        for monster in self.active_monsters():
            self.move("life", monster.card.hp - self.lies(monster.place, "life"), "box", monster.place, "L154")
        self.dying, self.dead = set(), set()
        here = f"seat.{self.active}"
        self.move("loot", max(0, self.lies(here, "loot") - HAND), here, "discard", "L156")
        if self.killed and self.rulings.get("rooms") == "on":  # L289
            event = yield from self.wait_for("RoomChanged")
            if event.slot >= 0:
                yield from self.wait_for("RoomRevealed")

    def declare(self, event: Any) -> None:
        """A purchase or an attack is declared on the stack (L177, L187)."""
        if name(event) == "Bought":
            self.push(Item("purchase", self.active, place=event.place))
            return
        target = next((m for m in self.active_monsters() if m.id == event.monster), None)
        self.push(Item("attack", self.active, monster=target, place="deck" if event.monster < 0 else "slot"))

    def resolve_purchase(self, item: Item) -> Script:
        """10¢ against the treasure; a slot of the shop is refilled (L177, L179, L278)."""
        here = f"seat.{item.seat}"
        if self.lies(here, "cents") >= PRICE:
            self.move("cents", -PRICE, "box", here, "L177")
            self.move("treasures", 1, "box", here, "L177")
            if item.place != "deck":
                self.push(Item("shop refill", item.seat, place=item.place))
        yield from ()

    def resolve_shop_refill(self, item: Item) -> Script:
        """The next treasure comes into the shop (L253); its name is asked for where the shop is followed."""
        if self.rulings.get("follow.shop") == "on":
            yield from self.wait_for("Stocked")
