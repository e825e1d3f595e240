"""A small table of Four Souls: people, items, monsters, and what the rule text does with them.

It knows the seed's sentences alone (``four_souls.txt``; L numbers are its lines) and no module of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

Would = Callable[[str, str, int, bool], int]
"""What a card makes of damage, a gain or a death before it happens: kind, whom, how much, and whether it is combat."""
SEATS = ("Ana", "Beto", "Cira")
PASSIVE = "breakfast"
"""An item that gives its owner 1 life and is never turned."""
REWARDS = {"fly": 1, "clotty": 4, "pooter": 0}
"""¢ that these monsters bring; Pooter brings a loot card."""


@dataclass
class Thing:
    """A named item in play."""

    card: str
    ready: bool = True
    counters: int = 0
    eternal: bool = False
    turns: bool = True
    """Whether it has an effect for which it is turned sideways."""
    stays: bool = False
    """Whether it is turned upright by its own effect alone."""
    wakes: bool = False
    """Whether it recharges as its owner's turn ends."""
    place: str = ""
    """Where it lies if it is no item: ``curse`` beside a character, ``room`` for whoever has the turn."""


@dataclass
class Person:
    """A player: numbers, items by name, and what lasts until the turn ends."""

    cents: int
    loot: int
    life: int
    full: int
    attack: int = 1
    rolls: int = 0
    attack_rolls: int = 0
    shield: int = 0
    once: list[int] = field(default_factory=list)
    caps: int = 0
    treasures: int = 0
    souls: int = 0
    things: dict[str, Thing] = field(default_factory=dict)
    ready: bool = True
    is_dead: bool = False
    curses: int = 0


@dataclass
class Beast:
    """A monster in a slot."""

    life: int
    full: int
    evasion: int
    attack: int
    shield: int = 0
    once: list[int] = field(default_factory=list)
    caps: int = 0


@dataclass
class TableModel:
    """The table; ``attacks``, ``plays``, ``purchases`` and ``forced`` are given to the active player besides theirs.

    ``extra_turns`` are the turns that still follow theirs.
    ``fresh`` is what each number was before the turn's changes, for the end of the turn (L154, L155).
    """

    people: dict[str, Person]
    monsters: dict[str, Beast]
    active: str = "Ana"
    attacks: int = 0
    plays: int = 0
    purchases: int = 0
    extra_turns: int = 0
    attacked: str = ""
    """The monster under attack, if there is a fight."""
    forced: list[str] = field(default_factory=list)
    eternal: list[str] = field(default_factory=list)
    """Whose items nobody takes or destroys this turn."""
    is_item_free: bool = False
    """Whether the next item of the shop costs nothing this turn."""
    doubled: int = 0
    """How often rewards are doubled this turn."""
    turn_is_over: bool = False
    undo: list[tuple[object, str, int]] = field(default_factory=list)
    noted: list[tuple[str, str, int]] = field(default_factory=list)
    """Things that happened, to which a card may react: the moment, whom, and how much."""
    fallen: list[str] = field(default_factory=list)
    """Whose death, monster or player, waits for its consequences."""
    keeps: Callable[[str, str], bool] = lambda who, what: False
    """Whether a player loses none of that."""
    would: Would = lambda kind, who, count, combat: count

    # --- whom ------------------------------------------------------------------------------------------------------

    def in_turn_order(self, first: str) -> list[str]:
        """All players from that one on."""
        names = list(self.people)
        at = names.index(first)
        return names[at:] + names[:at]

    def left_of(self, who: str) -> str:
        """The next player in turn order."""
        return self.in_turn_order(who)[1]

    def owner(self, card: str) -> str:
        """Whose item it is; empty once it is gone."""
        return next((who for who, person in self.people.items() if card in person.things), "")

    def thing(self, card: str) -> Thing | None:
        """The item with that name, if it is in play."""
        owner = self.owner(card)
        return self.people[owner].things[card] if owner else None

    def most_souls(self) -> list[str]:
        """Who has the most souls."""
        most = max(person.souls for person in self.people.values())
        return [who for who, person in self.people.items() if person.souls == most]

    # --- numbers ---------------------------------------------------------------------------------------------------

    def gain(self, who: str, what: str, count: int) -> int:
        """Change ¢, loot or treasures, never below nothing; return by how much (L53, FS-34)."""
        person = self.people[who]
        count = self.would(f"gain:{what}", who, count, False) if count > 0 else count
        before: int = getattr(person, what)
        setattr(person, what, max(0, before + count))
        return int(getattr(person, what)) - before

    def lose(self, who: str, what: str, count: int) -> int:
        """Take ¢ or loot from a player, unless a card keeps it; return how much was lost."""
        return 0 if self.keeps(who, what) else -self.gain(who, what, -count)

    def lift(self, body: object, what: str, by: int) -> None:
        """Change a number until the turn ends (L155)."""
        setattr(body, what, getattr(body, what) + by)
        self.undo.append((body, what, by))

    def body(self, name: str) -> Person | Beast:
        """That player or monster."""
        return self.people[name] if name in self.people else self.monsters[name]

    def damage(self, name: str, count: int, is_combat: bool = False) -> int:
        """Damage a player or monster; return what it took (L195, L213)."""
        if name not in self.people and name not in self.monsters:
            return 0
        body = self.body(name)
        if isinstance(body, Person) and body.is_dead:
            return 0
        count = self.would("hurt", name, count, is_combat)
        left = self._prevented(body, count)
        if left < count:
            self.noted.append(("prevented", name, count - left))
        count = left
        before = body.life
        body.life -= min(count, body.life)
        if count:
            self.noted.append(("hurt", name, count))
            if body.life == 0:
                self.dies(name, before)
        return before - body.life

    def _prevented(self, body: Person | Beast, count: int) -> int:
        shielded = min(body.shield, count)
        body.shield -= shielded
        count -= shielded
        if count and body.once:
            count = max(0, count - body.once.pop(0))
        if count > 1 and body.caps:
            body.caps -= 1
            count = 1
        return count

    def dies(self, name: str, before: int) -> None:
        """A death goes on the stack, unless something prevents it: then the life before it comes back (L230)."""
        if name in self.people and not self.would("die", name, 1, False):
            self.people[name].life = before
            return
        self.fallen.append(name)

    def kill(self, name: str) -> None:
        """Kill a player or monster without damage (L213)."""
        body = self.body(name)
        if isinstance(body, Person) and body.is_dead:
            return
        before, body.life = body.life, 0
        self.dies(name, before)

    def heal(self, name: str, count: int) -> None:
        """Heal, never beyond full life nor out of death (L228)."""
        body = self.body(name)
        if body.life:
            body.life = min(max(body.full, body.life), body.life + count)

    def pass_hands(self) -> None:
        """Give each hand to the next player in turn order."""
        hands = [person.loot for person in self.people.values()]
        for person, hand in zip(self.people.values(), [hands[-1], *hands[:-1]], strict=True):
            person.loot = hand

    # --- items -----------------------------------------------------------------------------------------------------

    def destroy(self, card: str, to: str = "") -> bool:
        """Take an item away, or give it to somebody; an eternal one stays (L23, L71)."""
        owner = self.owner(card)
        thing = self.thing(card)
        if not owner or thing is None or thing.eternal or owner in self.eternal:
            return False
        del self.people[owner].things[card]
        self.people[owner].treasures -= 1
        if to:
            self.people[to].things[card] = thing
            self.people[to].treasures += 1
        return True

    def give(self, card: str, to: str) -> None:
        """Hand an item over as it lies, an eternal one too, which is not counted among the treasures (L71)."""
        owner, thing = self.owner(card), self.thing(card)
        if thing is None or owner == to:
            return
        self.people[to].things[card] = self.people[owner].things.pop(card)
        self.people[owner].treasures -= not thing.eternal
        self.people[to].treasures += not thing.eternal

    def copy(self, card: str, of: str) -> None:
        """An item becomes another, with its own counters and as it lies; Breakfast gives 1 life."""
        owner, model = self.owner(card), self.thing(of)
        if not owner or model is None:
            return
        own = self.people[owner].things.pop(card)
        self.people[owner].things[of] = Thing(of, own.ready, own.counters, own.eternal, model.turns)
        if of == PASSIVE:
            self.people[owner].full += 1
            self.people[owner].life += 1

    def lose_item(self, who: str) -> None:
        """A player destroys an item of their own: one without a name, if there is one."""
        person = self.people[who]
        named = [card for card, thing in person.things.items() if not thing.eternal]
        if person.treasures > len(named):
            person.treasures -= 1
        elif person.treasures:
            self.destroy(named[0])

    def reroll(self, card: str) -> None:
        """An item that is not eternal is destroyed, and whoever had it gains another (L71)."""
        owner = self.owner(card)
        if self.destroy(card):
            self.people[owner].treasures += 1

    def recharge_all(self, who: str) -> None:
        """Turn every item of a player upright (L140)."""
        for thing in self.people[who].things.values():
            thing.ready = thing.ready or not thing.stays

    # --- what the rule text does with deaths and turns ---------------------------------------------------------------

    def pay_penalty(self, who: str) -> dict[str, int]:
        """One loot card, 1¢, one item, all items sideways, and the turn ends if it was theirs (L222 to L226).

        Return how many loot cards and ¢ were lost.
        """
        person = self.people[who]
        person.things = {card: thing for card, thing in person.things.items() if thing.place != "curse"}  # L215
        person.curses = 0
        lost = {what: self.lose(who, what, 1) for what in ("loot", "cents")}
        self.lose_item(who)
        for thing in person.things.values():
            thing.ready = not thing.turns
        person.ready = False
        person.is_dead = True
        if who == self.active:
            self.turn_is_over = True
        return lost

    def idle(self) -> list[str]:
        """The monsters that are not attacked."""
        return [name for name in self.monsters if name != self.attacked]

    def fill(self, place: int) -> None:
        """The next monster of the deck comes into that slot; what lay there makes room (L242)."""
        beasts = list(self.monsters.items())
        beasts[min(place, len(beasts) - 1)] = ("pooter", Beast(2, 2, 3, 1))
        self.monsters.clear()
        self.monsters.update(beasts)

    def leave_slot(self, monster: str) -> None:
        """A monster leaves without dying: no reward, its fight ends, the next one comes into its slot (L242)."""
        if monster == self.attacked:
            self.attacked = ""
        self.fill(list(self.monsters).index(monster))

    def bury(self, monster: str) -> None:
        """A dead monster's reward for the active player, and the next monster in its slot (L196, L242)."""
        self.leave_slot(monster)
        if monster == "pooter":
            self.gain(self.active, "loot", 1)
        else:
            self.gain(self.active, "cents", REWARDS[monster] << self.doubled)

    def end_turn(self) -> None:
        """Healing, the end of what lasted, ten cards (L154 to L156)."""
        for body, what, by in self.undo:
            setattr(body, what, getattr(body, what) - by)
        self.undo.clear()
        for person in self.people.values():
            person.life, person.is_dead = person.full, False
            person.shield, person.caps = 0, 0
            person.once.clear()
        for beast in self.monsters.values():
            beast.life, beast.shield, beast.caps = beast.full, 0, 0
            beast.once.clear()
        person = self.people[self.active]
        person.loot = min(10, person.loot)
        for thing in person.things.values():
            thing.ready = thing.ready or thing.wakes
        self.attacks, self.plays, self.purchases, self.turn_is_over = 0, 0, 0, False
        self.attacked, self.doubled, self.is_item_free = "", 0, False
        self.forced.clear()
        self.eternal.clear()

    def next_turn(self) -> None:
        """The next player recharges (L140, L157)."""
        before = self.active
        if self.extra_turns:
            self.extra_turns -= 1
        else:
            self.active = self.left_of(self.active)
        rooms = {card: thing for card, thing in self.people[before].things.items() if thing.place == "room"}
        for card in rooms:
            del self.people[before].things[card]
        self.people[self.active].things |= rooms
        self.recharge_all(self.active)
        self.people[self.active].ready = True
