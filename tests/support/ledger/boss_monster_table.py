"""The table of the Boss Monster ledger: heroes, rooms, score areas, decks and hands, and how they move."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .base import Ledger
from .boss_monster_cards import CLASSES, Hero, Keep, Room, Scored, key_of, printed, sort


class BossMonsterTable(Ledger):
    """What lies on the table of a match of Boss Monster."""

    shown = ("souls", "wounds", "normal", "epic", "taken", "hand", "rooms", "spells", "cards", *CLASSES)

    def __init__(self, seats: int, rulings: Any, dropped: str = "") -> None:
        self.keeps = [Keep() for _ in range(seats)]
        self.laid: list[Room] = []
        """The rooms that were built, in the order in which they came."""
        self.town: list[Hero] = []
        self.scored: list[Scored] = []
        self.walking: Hero | None = None
        self.at, self.room_gone = -1, False
        self.unattended = False
        self.virtual = rulings.get("cards") == "virtual"
        super().__init__(seats, rulings, dropped)

    def names(self, kind: str, ids: list[int]) -> None:
        """Learn the numbers of rooms and heroes: new ones are given in the order in which they came."""
        there = [room for keep in self.keeps for pile in keep.piles for room in pile]
        things: list[Any] = self.heroes() if kind == "hero" else sorted(there, key=self.laid.index)
        known = {thing.id for thing in things}
        unnamed = [thing for thing in things if not thing.id]
        for thing, id in zip(unnamed, sorted(set(ids) - known), strict=False):
            thing.id = id

    def heroes(self) -> list[Hero]:
        """The heroes in town and at the entrances."""
        return [*self.town, *(hero for keep in self.keeps for hero in keep.entrance)]

    # --- heroes and rooms ------------------------------------------------------------------------------------------

    def fall(self, event: Any) -> None:
        """A hero lies in a score area by hand; a soul that is set by hand decides nothing (L551)."""
        for scored in [scored for scored in self.scored if scored.hero.id == event.item]:
            self.unscore(scored)
            self.rescore(scored.hero, event.seat, event.wounds)
            return
        hero, won_soul = next(hero for hero in self.heroes() if hero.id == event.item), self.keeps[event.seat].won_soul
        self.score(hero, event.seat, event.wounds)
        self.keeps[event.seat].won_soul = won_soul

    def unscore(self, scored: Scored) -> None:
        """A hero who was scored leaves that score area by hand."""
        hero, what = scored.hero, "wounds" if scored.wounds else "souls"
        self.scored.remove(scored)
        self.move("epic" if hero.epic else "normal", 1, f"score.{scored.seat}", "field", "X-06")
        self.move(what, -1 - hero.epic, "box", f"seat.{scored.seat}", "X-06")

    def rescore(self, hero: Hero, seat: int, wounds: bool) -> None:
        """A hero who was scored lies in a score area by hand."""
        self.scored.append(Scored(hero, seat, wounds))
        self.move("epic" if hero.epic else "normal", 1, "field", f"score.{seat}", "X-06")
        self.move("wounds" if wounds else "souls", 1 + hero.epic, "box", f"seat.{seat}", "X-06")

    def take_away(self, hero: Hero) -> None:
        """A hero leaves the place where he is; the damage is forgotten (L492)."""
        for place in (self.town, *(keep.entrance for keep in self.keeps)):
            if hero in place:
                place.remove(hero)
        hero.taken = 0
        if hero is self.walking:
            self.walking = None

    def score(self, hero: Hero, seat: int, wounds: bool) -> None:
        """A hero comes into a score area, worth two if epic (L115, L125, L479, L480)."""
        self.take_away(hero)
        self.scored.append(Scored(hero, seat, wounds))
        deck = "epic" if hero.epic else "normal"
        self.move(deck, 1, "field", f"score.{seat}", "L479")
        rule = "L480" if wounds else "L479"
        self.move("wounds" if wounds else "souls", 1 + hero.epic, "box", f"seat.{seat}", rule)
        self.keeps[seat].won_soul = self.keeps[seat].won_soul or not wounds

    def destroy(self, id: int) -> None:
        """A room goes to the discards; the one beneath is revealed (L615)."""
        for keep in self.keeps:
            for pile in keep.piles:
                if pile[0].id == id:
                    pile.pop(0)
                    self.move("room", 1 if self.virtual else 0, "dungeon", "discard", "L615")
            if self.walking in keep.entrance and [] in keep.piles[: self.at + 1]:
                self.at, self.room_gone = self.at - 1, True
            keep.piles = [pile for pile in keep.piles if pile]

    # --- cards -----------------------------------------------------------------------------------------------------

    def draw(self, seat: int, kind: str, count: int, rule: str) -> None:
        """Cards from a deck into a hand; a deck that runs out is made of its discards (L523)."""
        for _ in range(count):
            self.move(kind, 1, "deck", f"hand.{seat}", rule)
            if self.lies("deck", kind) == 0:
                self.move(kind, self.lies("discard", kind), "discard", "deck", "L523")

    def discard(self, seat: int, cards: tuple[str, ...], rule: str, to: str = "discard") -> None:
        """Cards of a hand go to the discards (L613)."""
        for card in cards:
            self.move(sort(key_of(card)), 1, f"hand.{seat}", to, rule)

    def is_bad(self, cards: tuple[str, ...]) -> bool:
        """Whether a first hand may be dealt again: four advanced rooms, or four of one treasure (L533)."""
        facts = [printed("rooms")[key_of(card)] for card in cards]
        alike = [
            all(fact["advanced"] for fact in facts),
            *(all(k in fact["treasure"] for fact in facts) for k in CLASSES),
        ]
        return len(cards) >= 4 and any(alike)

    def expected(self) -> dict[str, int]:
        """What must lie where; lures and damage are counted on the cards."""
        must = {
            f"seat.{k}.{what}": self.lies(f"seat.{k}", what) for k in range(self.seats) for what in ("souls", "wounds")
        }
        must |= {f"heroes.{deck}": self.lies("heroes", deck) for deck in ("normal", "epic")}
        must |= {f"hero.{hero.id}.taken": hero.taken for hero in self.heroes()}
        for seat, keep in enumerate(self.keeps):
            icons = Counter(printed("bosses")[keep.boss]["treasure"]) if keep.boss and not keep.out else Counter()
            for pile in keep.piles:
                icons += Counter(pile[0].treasure)
            must |= {f"seat.{seat}.{klass}": icons[klass] for klass in CLASSES}
            if self.virtual:
                must[f"seat.{seat}.hand"] = self.lies(f"hand.{seat}", "room") + self.lies(f"hand.{seat}", "spell")
        if self.virtual:
            must |= {"deck.rooms": self.lies("deck", "room"), "deck.spells": self.lies("deck", "spell")}
            must["discard.cards"] = self.lies("discard", "room") + self.lies("discard", "spell")
        return must

    def skips(self, key: str) -> bool:
        """Of a player who is out the hand is compared once (L502); lures can still be set by hand, and lure nobody."""
        seat = key.removeprefix("seat.").partition(".")[0]
        if not key.startswith("seat.") or not self.keeps[int(seat)].out:
            return False
        return not self.says or key.rpartition(".")[2] in CLASSES

    def adopt(self, key: str, value: int) -> None:
        """Book what the product shows, where it is an account of this ledger."""
        place, _, thing = key.rpartition(".")
        known = {"rooms": "room", "spells": "spell"}.get(thing, thing)
        if (place, known) in self.accounts:
            super().adopt(f"{place}.{known}", value)
