"""The ledger of Boss Monster: rooms, spells, heroes, souls, wounds (seed ``boss_monster.txt``)."""

from __future__ import annotations

from typing import Any

from .base import AstrayError, MatchOverError, Script, UnaccountedError, astray, name
from .boss_monster_cards import AGAINST_ONE_HERO, CLASSES, INERT, Hero, Room, key_of, printed, sort
from .boss_monster_table import BossMonsterTable

DECKS = {2: (13, 8), 3: (17, 12), 4: (25, 16)}
"""Normal and epic heroes by players (L219 to L227)."""
ROOMS, SPELLS, HARD = 75, 31, 4
"""Cards of the two decks (L50, L51); the health of the heroes that hard mode leaves out (L553)."""
TO_WIN, TO_LOSE, LONGEST = 10, 5, 5


class BossMonsterLedger(BossMonsterTable):
    """What must lie where in a match of Boss Monster, with the default of every open point."""

    # --- what is not followed --------------------------------------------------------------------------------------

    def beyond(self, event: Any) -> str:
        """Why the ledger cannot follow that event."""
        match name(event):
            case "Activated" | "Swapped" | "Salvaged" | "Searched" | "Robbed" | "Lost" | "Turned" | "Sent":
                return "what a room, a boss or a spell says"
            case "Cast" | "Played" if getattr(event, "cards", True):
                return "what a room, a boss or a spell says"
            case "Laid" if event.cards and key_of(event.cards[0]) not in INERT:
                return "what a room, a boss or a spell says"
            case "Revealed":
                return "what a room, a boss or a spell says"
            case "RoomAdded" | "RoomDescribed":
                return "a fact of the position that is set by hand"
            case "Broke" if any(p[0].id == event.item and p[0].down for keep in self.keeps for p in keep.piles):
                return "a face-down room that is destroyed by hand"
        return ""

    # --- beside the question ---------------------------------------------------------------------------------------

    def aside(self, event: Any) -> bool:
        """What may be done by hand at any moment."""
        match name(event):
            case "RanOut":
                kind = {"rooms": "room", "spells": "spell"}[event.deck]
                self.move(kind, self.lies("discard", kind), "discard", "deck", "X-06")
            case "Played":  # no card: nobody plays one
                pass
            case "Took":
                self.draw(event.seat, event.kind, len(event.cards), "X-06")
            case "Dropped":
                self.discard(event.seat, event.cards, "X-06")
            case "FactSet":
                self.set(*event.key.split("."), event.value)
            case "CardsReturned":
                self.discard(event.seat, event.cards, "X-06", "deck")
            case "Fell":
                self.fall(event)
            case "Broke":
                self.destroy(event.item)
            case _:
                return False
        return True

    def sets(self, event: Any) -> bool:
        """A card that is taken out of the discards, and a scored hero who is turned over."""
        return event.key.endswith((".card", ".side")) and not event.key.startswith(("room.", "hero."))

    def set(self, kind: str, number: str, what: str, value: Any) -> None:
        """One of these facts is set by hand."""
        if kind == "seat":
            self.move(sort(value), 1, "discard", f"hand.{number}", "X-06")
            return
        scored = next(scored for scored in self.scored if scored.hero.id == int(number))
        self.unscore(scored)
        self.rescore(scored.hero, scored.seat, not scored.wounds)

    # --- the match -------------------------------------------------------------------------------------------------

    def order(self) -> list[int]:
        """The seats in the match, the highest XP first (L233)."""
        seats = [seat for seat, keep in enumerate(self.keeps) if not keep.out]
        return sorted(seats, key=lambda seat: -printed("bosses")[self.keeps[seat].boss]["xp"])

    def play(self) -> Script:
        """Set-up and turns."""
        normal, epic = DECKS[self.seats]
        if self.rulings.get("hard") == "on":
            normal -= sum(
                hero["health"] == HARD and not hero["epic"] and hero["players"] <= self.seats
                for hero in printed("heroes").values()
            )
        self.put("heroes", "normal", normal, "L219")
        self.put("heroes", "epic", epic, "L219")
        for seat in range(self.seats):
            self.put(f"seat.{seat}", "souls", 0, "L61")
            self.put(f"seat.{seat}", "wounds", 0, "L63")
        if self.virtual:
            self.put("deck", "room", ROOMS, "L50")
            self.put("deck", "spell", SPELLS, "L51")
        yield from self.set_up()
        while True:
            yield from self.turn()

    def set_up(self) -> Script:
        """Bosses, hands, first rooms (L233 to L251)."""
        while not all(keep.boss for keep in self.keeps):
            event = yield
            if name(event) not in ("Chose", "DealtBosses"):
                raise astray(event, "a boss")
            self.keeps[event.seat].boss = event.boss if name(event) == "Chose" else event.cards[0]
        while not self.virtual:
            event = yield
            if name(event) == "Handed":
                break
            if name(event) != "DealtAgain":
                raise astray(event, "the first hands")
        discarded: set[int] = set()
        while self.virtual and len(discarded) < self.seats:
            event = yield
            match name(event):
                case "Drew":
                    self.draw(event.seat, event.kind, len(event.cards), "L243")
                case "Discarded":
                    self.discard(event.seat, event.cards, "L243", "aside")
                    discarded.add(event.seat)
                case "DealtAgain" if not self.is_bad(event.cards):
                    pass
                case "DealtAgain":
                    for kind in ("room", "spell"):
                        self.move(kind, self.lies(f"hand.{event.seat}", kind), f"hand.{event.seat}", "deck", "L533")
                case _:
                    raise astray(event, "the first hands")
        for kind in ("room", "spell"):
            self.move(kind, self.lies("aside", kind), "aside", "discard", "L243")
        yield from self.build()

    def turn(self) -> Script:
        """The five phases (L663 to L677)."""
        self.begin_turn()
        for keep in self.keeps:
            keep.won_soul = False
        for _ in range(self.seats):  # L355, L502
            if self.lies("heroes", "normal") or self.lies("heroes", "epic"):
                event = yield
                self.arrive(event)
        for seat in self.order() if self.virtual else ():  # L356
            event = yield
            if name(event) != "Drew" or event.seat != seat:
                raise astray(event, "a room for each player (L356)")
            self.draw(seat, event.kind, 1, "L356")
        yield from self.build()
        for hero in list(self.town):
            if hero in self.town:  # nobody took him out of town by hand
                yield from self.bait(hero)
        self.unattended = False
        for seat in self.order():
            while self.keeps[seat].entrance:
                yield from self.walk(self.keeps[seat].entrance[0], seat)
        yield from self.end()

    def arrive(self, event: Any) -> None:
        """A hero comes to town, normal ones first (L355)."""
        deck = "normal" if self.lies("heroes", "normal") else "epic"
        match name(event):
            case "Arrived":
                klass, _, health = event.kind.partition(".")
                hero = Hero(klass, int(health), deck == "epic")
            case "NamedHero" | "DrewHero":
                facts = printed("heroes")[event.hero if name(event) == "NamedHero" else event.cards[0]]
                hero = Hero(facts["klass"], facts["health"], deck == "epic")
            case _:
                raise astray(event, "a hero for each player (L355)")
        self.move(deck, 1, "heroes", "field", "L355")
        self.town.append(hero)

    # --- build -----------------------------------------------------------------------------------------------------

    def build(self) -> Script:
        """In turn, one room face down; then all are revealed (L366 to L379)."""
        entering: tuple[int, ...] = ()
        for seat in self.order():
            keep = self.keeps[seat]
            keep.laid = None
            if seat in entering:
                keep.laid = self.lay(seat, Room(), 0)
                continue
            event = yield
            if name(event) == "AllPlaced":  # this one and all who come after, at the left end
                entering = event.by
                keep.laid = self.lay(seat, Room(), 0)
            elif name(event) == "Placed":
                keep.laid = self.lay(seat, Room(), event.room)
            elif name(event) == "Laid" and event.cards:
                facts = printed("rooms")[key_of(event.cards[0])]
                self.move("room", 1, f"hand.{seat}", "dungeon", "L366")
                keep.laid = self.lay(seat, Room("", facts["damage"], key=key_of(event.cards[0])), event.room)
                keep.treasure = facts["treasure"]
            elif name(event) not in ("Skipped", "Laid"):
                raise astray(event, "a room, or none")
        for seat in self.order():
            yield from self.reveal(seat)
        for keep in self.keeps:
            if len(keep.piles) >= LONGEST:
                raise UnaccountedError("what a room, a boss or a spell says")

    def lay(self, seat: int, room: Room, on: int) -> Room:
        """A face-down room at the left end, or on a visible room (L370, L371)."""
        piles = self.keeps[seat].piles
        self.laid.append(room)
        if not on:
            piles.insert(0, [room])
            return room
        for pile in piles:
            if pile[0].id == on:
                pile.insert(0, room)
                return room
        raise AstrayError("a room that is there")

    def reveal(self, seat: int) -> Script:
        """The face-down room is turned up (L379)."""
        keep = self.keeps[seat]
        room = keep.laid
        if room is None or not any(room in pile for pile in keep.piles):
            return
        if self.virtual:
            room.treasure, room.down = keep.treasure, False
            return
        event = yield
        if name(event) == "RevealedPlain":
            room.treasure, room.damage, room.down = event.treasure, event.damage, False
        elif name(event) == "TakenBack":
            for pile in keep.piles:
                if room in pile:
                    pile.remove(room)
            keep.piles = [pile for pile in keep.piles if pile]
        else:
            raise astray(event, "a face-down room that is revealed")

    # --- bait and adventure ----------------------------------------------------------------------------------------

    def bait(self, hero: Hero) -> Script:
        """The only dungeon with the most treasure of his class gets the hero (L423 to L425)."""
        if hero.klass not in CLASSES:  # BM-A11: the table says where the Fool goes
            event = yield
            if hero not in self.town:
                raise UnaccountedError("a hero who was moved by hand while he walked")
            if name(event) != "Lured":
                raise astray(event, "where the Fool goes")
            if event.seat >= 0:
                self.town.remove(hero)
                self.keeps[event.seat].entrance.append(hero)
            return
        must = self.expected()
        counts = {seat: must[f"seat.{seat}.{hero.klass}"] for seat in self.order()}
        best = [seat for seat, count in counts.items() if count == max(counts.values()) > 0]
        if len(best) == 1:
            self.town.remove(hero)
            self.keeps[best[0]].entrance.append(hero)

    def walk(self, hero: Hero, seat: int) -> Script:
        """Room after room; he dies leaving one with as much damage as health, or survives (L476 to L480)."""
        self.walking, self.at, self.room_gone = hero, -1, False
        while self.walking is hero:
            to_pile = -1
            if not self.unattended or self.may_be_stopped(hero, seat):
                event = yield
                if self.walking is not hero:
                    raise UnaccountedError("a hero who was moved by hand while he walked")
                if name(event) not in ("Walked", "AllWalked"):
                    raise astray(event, "a hero who walks")
                self.unattended = name(event) == "AllWalked"
                to_pile = getattr(event, "pile", -1)
            piles = self.keeps[seat].piles
            to = to_pile if to_pile >= 0 else len(piles)
            while self.at < to:
                if hero.taken >= hero.health:
                    if self.room_gone:
                        self.says.add("L479 who has taken his health dies though the room is gone")
                    self.score(hero, seat, False)
                    return
                self.at, self.room_gone = self.at + 1, False
                if self.at == len(piles):
                    self.score(hero, seat, True)
                    return
                hero.taken += piles[self.at][0].damage

    def may_be_stopped(self, hero: Hero, seat: int) -> bool:
        """Whether a room on his way can be used on him there (L478): for each hero somebody may still want that."""
        taken, piles = hero.taken, self.keeps[seat].piles
        for pile in piles[self.at + 1 :]:
            taken += pile[0].damage
            if taken < hero.health and len(piles) >= AGAINST_ONE_HERO.get(pile[0].key, len(piles) + 1):
                return True
        return False

    # --- the end ---------------------------------------------------------------------------------------------------

    def end(self) -> Script:
        """The end of the turn, then who has won or lost (L488 to L511)."""
        for hero in self.heroes():
            hero.taken = 0
        if self.virtual and self.rulings.get("machinations") == "on":  # L551
            for seat in self.order():
                if not self.keeps[seat].won_soul:
                    event = yield
                    if name(event) == "Drew":
                        self.draw(event.seat, event.kind, len(event.cards), "L551")
                    elif name(event) != "Skipped":
                        raise astray(event, "a card for who won no soul (L551)")
        lost = [seat for seat in self.order() if self.lies(f"seat.{seat}", "wounds") >= TO_LOSE]
        left = [seat for seat in self.order() if seat not in lost]
        if len(left) < 2 or any(self.lies(f"seat.{seat}", "souls") >= TO_WIN for seat in left):
            raise MatchOverError
        if not self.lies("heroes", "normal") and not self.lies("heroes", "epic"):  # L523
            raise MatchOverError
        for seat in lost:
            self.leave_match(seat)

    def leave_match(self, seat: int) -> None:
        """The cards of a loser are out of the match (L502)."""
        self.says.add("L502 the cards of a loser are out of the match")
        keep = self.keeps[seat]
        keep.out = True
        if self.virtual:
            self.move("room", sum(map(len, keep.piles)), "dungeon", "gone", "L502")
            for kind in ("room", "spell"):
                self.move(kind, self.lies(f"hand.{seat}", kind), f"hand.{seat}", "gone", "L502")
        keep.piles, keep.entrance = [], []
