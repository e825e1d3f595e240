"""The stack of the Four Souls ledger: priority, and what each thing on the stack moves as it resolves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from .base import Ledger, MatchOverError, Script, UnaccountedError, astray, name
from .four_souls_cards import CHOSEN, Aim, known_loot, printed_effects, rolled_effects, rolls_die

TO_WIN, GREED, GLUTTONY = 4, 25, 10
"""Souls to win (L128), what wins two bonus souls (L321, L322)."""


@dataclass
class Monster:
    """A monster in a slot; ``id`` is the log's number for it, below 0 until that is known."""

    card: Any
    slot: int
    id: int

    @property
    def place(self) -> str:
        """Its place among the accounts."""
        return f"monster.{self.id}"


@dataclass(eq=False)
class Item:
    """A thing on the stack: what it is, whose it is, and what it is about."""

    kind: str
    seat: int
    effects: tuple[Any, ...] = ()
    monster: Monster | None = None
    count: int = 0
    slot: int = -1
    place: str = ""
    aims: tuple[tuple[Monster | int | None, ...], ...] = ()
    card: str = ""
    """Id of the known loot card that it is, if it does what is printed on it."""
    target: Any = None
    """What its player chose for it, or for its die (L273)."""

    def aimed(self, effects: tuple[Any, ...]) -> tuple[Any, ...]:
        """Those effects, with what was chosen for them."""
        is_chosen = self.target is not None
        return tuple(replace(e, target=self.target) if is_chosen and e.target.kind in CHOSEN else e for e in effects)


class FourSoulsStack(Ledger):
    """What lies on the stack, in the slots and before the players, and how it resolves."""

    shown = ("loot", "cents", "treasures", "souls", "life", "depth", "counters")
    adjustable = ("cents", "loot", "counters")
    structural = ("depth",)
    unseen = ("stack.loot", "discard.loot", "discard.treasures")

    def __init__(self, seats: int, rulings: Any, dropped: str = "") -> None:
        self.stack: list[Item] = []
        self.slots: list[list[Monster]] = [[], []]
        self.active, self.numbered = 0, 0
        self.combat: Monster | None = None
        self.turn_ends = self.killed = self.closing = False
        self.dying: set[int] = set()
        self.doomed: set[int] = set()
        self.dead: set[int] = set()
        self.bonus = {"greed", "gluttony"} if rulings.get("bonus_souls") == "on" else set()
        self.unlaid = 2 * (rulings.get("follow.shop") == "on") + (rulings.get("rooms") == "on")
        self.attacks, self.full = [1] * seats, [2] * seats
        self.more = self.has_priority = False
        self.passed: set[int] = set()
        self.deferred: list[Item] = []
        self.offers: list[Any] = []
        super().__init__(seats, rulings, dropped)

    def adjust(self, place: str, thing: str, by: int) -> None:
        """A corrected number may win a bonus soul (L321)."""
        super().adjust(place, thing, by)
        self.award_bonus_souls()

    def names(self, kind: str, ids: list[int]) -> None:
        """Learn the monsters' numbers: new ones are given in the order in which the monsters came."""
        known = {monster.id for pile in self.slots for monster in pile}
        new = sorted(id for id in ids if id not in known)
        for monster, id in zip(sorted(self.unnamed(), key=lambda m: -m.id), new, strict=False):
            life = self.accounts.pop((monster.place, "life"))
            monster.id = id
            self.accounts[monster.place, "life"] = life

    def unnamed(self) -> Iterator[Monster]:
        """The monsters whose number is not known yet."""
        return (pile[-1] for pile in self.slots if pile and pile[-1].id < 0)

    def won(self) -> bool:
        """Whether somebody has four souls, which ends the match at once (L134)."""
        return any(self.lies(f"seat.{seat}", "souls") >= TO_WIN for seat in range(self.seats))

    def lay(self, card: Any, slot: int) -> Monster:
        """Put a monster into its slot; the one that lies there is covered and out of play (FS-A6)."""
        for covered in self.slots[slot][-1:]:
            self.leave(covered.place)
        self.numbered -= 1
        monster = Monster(card, slot, self.numbered)
        self.slots[slot].append(monster)
        self.put(monster.place, "life", card.hp, "L251")
        return monster

    # --- stack and priority ----------------------------------------------------------------------------------------

    def push(self, item: Item) -> None:
        """Put a thing on top of the stack (L93)."""
        self.stack.append(item)
        self.move("depth", 1, "box", "stack", "L93")

    def take_off(self, item: Item) -> None:
        """Take a thing off the stack; a loot card goes to the discard (L57, L271)."""
        self.stack.remove(item)
        self.move("depth", 1, "stack", "box", "L93")
        if item.kind == "loot":
            self.move("loot", 1, "stack", "discard", "L57")

    def passes(self, *others: str) -> Script:
        """Wait until all have passed in succession, or for one of the others over an empty stack (L112, L118)."""
        self.passed, self.more = set(), False
        while len(self.passed) < self.seats:
            self.has_priority = True
            event = yield
            self.has_priority = False
            if name(event) == "Played":
                self.played(event)
                self.passed, self.more = set(), False
            elif name(event) in ("Aimed", "Told") and self.stack and self.stack[-1].card:
                self.declare_card(self.stack[-1], event)
            elif name(event) == "Passed":
                self.passed |= set(event.seats)
                self.more = self.more or event.more
            elif name(event) in others and not self.stack and not self.combat:
                return event
            else:
                raise astray(event, "a pass")
        return None

    def refill(self, item: Item) -> None:
        """Put a refill on the stack, so that all are asked again (L112), or leave it to the end phase (FS-A23)."""
        if item.kind == "refill" and any(i.kind == "refill" and i.slot == item.slot for i in self.deferred):
            return
        if self.turn_ends and not self.closing:
            self.deferred.append(item)
            return
        self.push(item)
        self.passed, self.more = set(), False

    def window(self, *others: str, leaves: Callable[[], bool] | None = None) -> Script:
        """Resolve what comes onto the stack until all pass over nothing (L133), or for one of the others."""
        while True:
            event = yield from self.passes(*others)
            if event is not None or not self.stack:
                return event
            yield from self.resolve_top()
            if not self.stack and (leaves or (lambda: self.turn_ends))():
                return None

    def played(self, event: Any) -> None:
        """Somebody plays an effect: a loot card leaves the hand for the stack (L51, L93)."""
        aims = tuple(tuple(self.aim(effect.target, event.seat)) for effect in event.effects)
        if event.kind == "loot":
            self.says.add("L51")
            self.move("loot", 1, f"seat.{event.seat}", "stack", "L51")
        if event.kind == "loot" and not event.effects and known_loot().get(event.name):
            item = Item("loot", event.seat, printed_effects(event.name), card=event.name)
            item.target = self.sole_target(item.effects)
            item.effects = item.aimed(item.effects)
            item.aims = tuple(tuple(self.aim(effect.target, event.seat)) for effect in item.effects)
            self.push(item)
        else:
            self.push(Item(event.kind, event.seat, event.effects, aims=aims))

    def sole_target(self, effects: tuple[Any, ...]) -> Aim | None:
        """The only player at whom these can be aimed, who is not asked for: the dead do not die again (L228, L230)."""
        kills = any(e.kind == "kill" and e.target.kind == "player" for e in effects)
        alive = [seat for seat in range(self.seats) if seat not in self.dead and self.lies(f"seat.{seat}", "life") > 0]
        return Aim("seat", alive[0]) if kills and len(alive) == 1 else None

    def declare_card(self, item: Item, event: Any) -> None:
        """The player of a card says at whom it is aimed, or which of its ways is meant (L272)."""
        if name(event) == "Told":
            item.effects = event.effects
        else:
            item.target = event.target
            item.effects = item.aimed(item.effects)
        item.aims = tuple(tuple(self.aim(effect.target, item.seat)) for effect in item.effects)

    def aim(self, target: Any, seat: int) -> list[Monster | int | None]:
        """The players and monsters at which an effect is aimed; None for one that is gone."""
        turn_order = [(self.active + k) % self.seats for k in range(self.seats)]
        match target.kind:
            case "seat":
                return [target.id]
            case "me":
                return [seat]
            case "everyone":
                return [*turn_order]
            case "others":
                return [other for other in turn_order if other != seat]
            case "left":
                return [(self.active + 1) % self.seats]
            case "right":
                return [(self.active - 1) % self.seats]
            case "monster":
                return [next((m for m in self.active_monsters() if m.id == target.id), None)]
            case "monsters":
                return [*self.active_monsters()]
        return []

    def active_monsters(self) -> list[Monster]:
        """The monsters on top of their slots."""
        return [pile[-1] for pile in self.slots if pile]

    def leave_combat(self) -> None:
        """Rolls and combat damage of the fight leave the stack (L279)."""
        for item in [item for item in self.stack if item.kind in ("roll", "damage")]:
            self.take_off(item)
        self.combat = None

    # --- resolving -------------------------------------------------------------------------------------------------

    def resolve_top(self) -> Script:
        """Resolve the top of the stack, then put the deaths on it that follow (L124)."""
        item = self.stack[-1]
        self.take_off(item)
        yield from getattr(self, f"resolve_{item.kind.replace(' ', '_')}")(item)
        self.award_bonus_souls()
        if self.won():
            raise MatchOverError
        yield from self.deaths()

    def deaths(self) -> Script:
        """Put deaths on the stack: monsters first, in the active player's order, then players (L124, L125)."""
        dead = [m for m in self.active_monsters() if self.lies(m.place, "life") == 0 and m.id not in self.doomed]
        self.doomed |= {monster.id for monster in dead}
        if len(dead) > 1:
            yield
            raise UnaccountedError("which of several deaths goes first, by numbers that the log has not used before")
        for monster in dead:
            self.push(Item("monster death", self.active, monster=monster))
        for seat in [(self.active + k) % self.seats for k in range(self.seats)]:
            if self.lies(f"seat.{seat}", "life") == 0 and seat not in self.dying:
                self.dying.add(seat)
                self.push(Item("death", seat))

    def award_bonus_souls(self) -> None:
        """The first with 25¢, the first with ten cards, once the souls lie there (L20 to L22, L321, L322)."""
        for soul, thing, needs in (("greed", "cents", GREED), ("gluttony", "loot", GLUTTONY)):
            for seat in [(self.active + k) % self.seats for k in range(self.seats)]:
                if not self.unlaid and soul in self.bonus and self.lies(f"seat.{seat}", thing) >= needs:
                    self.bonus.remove(soul)
                    self.move("souls", 1, "box", f"seat.{seat}", "L321")

    def resolve_loot_1(self, item: Item) -> Script:
        """The start of the turn: one card (L141)."""
        self.move("loot", 1, "box", f"seat.{item.seat}", "L141")
        yield from ()

    def resolve_loot(self, item: Item) -> Script:
        """A loot card takes effect, or its die is rolled (L165), unless no number of it has its target (L273)."""
        if item.card and rolls_die(item.card):
            numbers = [item.aimed(rolled_effects(item.card, face)) for face in range(1, 7)]
            if all(any(self.is_lost(item, effect) for effect in effects) for effects in numbers):
                self.says.add("L273 a declared target is gone")
                return
            rolled = yield from self.wait_for("Rolled")
            self.push(Item("card roll", item.seat, count=rolled.faces[0], card=item.card, target=item.target))
        else:
            self.apply(item)

    def resolve_card_roll(self, item: Item) -> Script:
        """What the card does with that number goes on the stack (L169)."""
        effects = item.aimed(rolled_effects(item.card, item.count))
        if effects:
            aims = tuple(tuple(self.aim(effect.target, item.seat)) for effect in effects)
            self.push(Item("card effect", item.seat, effects, aims=aims, card=item.card))
        yield from ()

    def resolve_card_effect(self, item: Item) -> Script:
        """The effect of the number takes place."""
        self.apply(item)
        yield from ()

    def resolve_triggered(self, item: Item) -> Script:
        """An effect that a player states takes effect."""
        self.apply(item)
        yield from ()

    def resolve_other(self, item: Item) -> Script:
        """A card that is no monster takes effect; in a refill the next one is turned up (L251)."""
        self.apply(item)
        self.award_bonus_souls()
        if item.slot >= 0:
            yield from self.turn_up(item.slot)

    def apply(self, item: Item) -> None:
        """Do the effects, unless a target that was declared is gone or no longer fits (L230, L273)."""
        if any(effect.target.kind == "monsters" for effect in item.effects):  # none of them was declared
            item.aims = tuple(tuple(self.aim(effect.target, item.seat)) for effect in item.effects)
        gone = any(isinstance(aim, Monster) and aim not in self.active_monsters() for aims in item.aims for aim in aims)
        if gone or any(self.is_unfit(item, effect) for effect in item.effects):
            self.says.add("L273 a declared target is gone")
            return
        for effect, aims in zip(item.effects, item.aims, strict=True):
            if effect.kind == "counter":
                place = f"owned.{effect.target.id}"
                self.move("counters", max(effect.amount, -self.lies(place, "counters")), "box", place, "FS-34")
            for aim in aims:
                if isinstance(aim, Monster):
                    self.affect_body(effect, aim.place, aim.card.hp)
                elif aim is not None:
                    self.affect_player(effect, aim, item.seat)

    def is_lost(self, item: Item, effect: Any) -> bool:
        """Whether what an effect was aimed at is gone, or no longer fits."""
        is_gone = effect.target.kind == "monster" and self.aim(effect.target, item.seat) == [None]
        return is_gone or self.is_unfit(item, effect)

    def is_unfit(self, item: Item, effect: Any) -> bool:
        """Whether a player chose to harm somebody who has died since (L230)."""
        chosen = item.kind in ("loot", "card effect") and effect.target.kind == "seat"
        return chosen and effect.kind in ("damage", "kill") and effect.target.id in self.dead

    def affect_player(self, effect: Any, seat: int, by: int) -> None:
        """An effect on a player, perhaps in favour of the one who does it."""
        place, n = f"seat.{seat}", effect.amount
        if effect.kind in ("destroy", "steal"):
            to = "discard" if effect.kind == "destroy" else f"seat.{by}"
            self.move("treasures", min(1, self.lies(place, "treasures")), place, to, "L53")
            return
        thing = {"cents": "cents", "loot": "loot", "treasure": "treasures", "soul": "souls"}.get(effect.kind)
        if effect.kind == "trinket":
            self.move("treasures", 1, "box", place, "L59")
        elif thing:
            self.move(thing, max(n, -self.lies(place, thing)), "box", place, "L53")
        else:
            self.affect_body(effect, place, self.full[seat])

    def affect_body(self, effect: Any, place: str, full: int) -> None:
        """Damage, death or healing of a player or a monster (L213, L230)."""
        life = self.lies(place, "life")
        if life == 0 and effect.kind == "heal":
            self.says.add("L228 healing undoes no death")
            return
        after = {"damage": life - effect.amount, "kill": 0, "heal": life + effect.amount}.get(effect.kind, life)
        self.move("life", min(max(0, after), max(full, life)) - life, "box", place, "L213")

    def resolve_attack(self, item: Item) -> Script:
        """The attack begins, unless its monster is gone (L187 to L191, L277)."""
        if self.turn_ends:  # L135
            return
        if item.place == "deck":
            event = yield from self.wait_for("Revealed", "RevealedOther")
            if name(event) == "RevealedOther":
                self.play_other(event, -1)
            else:
                placed = yield from self.wait_for("Placed")
                monster = self.lay(event.cards[0], placed.slot)
                self.combat = monster if monster.card.evasion else None  # nothing to roll against
        elif item.monster in self.active_monsters():
            self.combat = item.monster

    def resolve_roll(self, item: Item) -> Script:
        """A hit or a miss puts combat damage on the stack (L193, L194)."""
        self.push(Item("damage", item.seat, monster=item.monster, count=item.count))
        yield from ()

    def resolve_damage(self, item: Item) -> Script:
        """Combat damage hits the monster or the player (L195)."""
        assert item.monster
        card, place = item.monster.card, item.monster.place
        if item.count < card.evasion:
            place, amount = f"seat.{item.seat}", card.attack
        else:
            amount = self.attacks[item.seat]
        self.move("life", -min(amount, self.lies(place, "life")), "box", place, "L195")
        yield from ()

    def resolve_death(self, item: Item) -> Script:
        """A player's death: the penalty goes onto the stack; the fight is over (L215 to L218)."""
        if item.seat == self.active:
            self.leave_combat()
        self.dead.add(item.seat)
        self.push(Item("penalty", item.seat))
        yield from ()

    def resolve_penalty(self, item: Item) -> Script:
        """One loot card, 1¢, one item; the active player's turn ends (L222 to L226)."""
        for thing, target in (("loot", "discard"), ("cents", "box"), ("treasures", "discard")):
            self.move(thing, min(1, self.lies(f"seat.{item.seat}", thing)), f"seat.{item.seat}", target, "L222")
        if item.seat == self.active:
            self.turn_ends = True
        yield from ()

    def resolve_monster_death(self, item: Item) -> Script:
        """The card goes onto the stack, then the rewards (L241)."""
        monster = item.monster
        assert monster
        if monster is self.combat:
            self.leave_combat()
        self.killed = True
        self.vacate(monster)
        self.push(Item("monster card", self.active, monster=monster))
        self.push(Item("rewards", self.active, monster=monster))
        yield from ()

    def vacate(self, monster: Monster) -> None:
        """Take a monster out of its slot; one that lay under it comes back as a new one (FS-A6, FS-A29)."""
        pile = self.slots[monster.slot]
        pile.remove(monster)
        self.leave(monster.place)
        for under in pile[-1:]:
            pile[-1] = Monster(under.card, under.slot, under.id)
            self.put(under.place, "life", under.card.hp, "FS-A6")

    def resolve_monster_card(self, item: Item) -> Script:
        """A soul for the active player; an empty slot is refilled (L242)."""
        assert item.monster
        self.move("souls", item.monster.card.souls, "box", f"seat.{self.active}", "L242")
        if self.won():
            raise MatchOverError
        if not self.slots[item.monster.slot]:
            if any(i.kind == "monster card" and i.monster and i.monster.slot == item.monster.slot for i in self.stack):
                self.says.add("L242 an empty slot is refilled")
            self.refill(Item("refill", self.active, slot=item.monster.slot))
        yield from ()

    def resolve_rewards(self, item: Item) -> Script:
        """The active player gets what is printed, or what a die says (L196)."""
        assert item.monster
        card, here = item.monster.card, f"seat.{self.active}"
        rewards = {"cents": card.cents, "loot": card.loot, "treasures": card.treasure}
        if card.roll:
            rolled = yield from self.wait_for("Rolled")
            self.push(Item("reward roll", self.active, place=card.roll, count=rolled.faces[0]))
        for thing, count in rewards.items():
            self.move(thing, count, "box", here, "L196")

    def resolve_reward_roll(self, item: Item) -> Script:
        """A die's worth of ¢ or loot (L169)."""
        self.move(item.place, item.count, "box", f"seat.{item.seat}", "L196")
        yield from ()

    def resolve_refill(self, item: Item) -> Script:
        """Turn up cards for a slot until one is a monster (L246 to L251)."""
        yield from self.turn_up(item.slot)

    def turn_up(self, slot: int) -> Script:
        """Turn up the next card for a slot."""
        event = yield from self.wait_for("Revealed", "RevealedOther")
        if name(event) == "Revealed":
            self.lay(event.cards[0], slot)
        else:
            self.play_other(event, slot)

    def play_other(self, event: Any, slot: int) -> None:
        """The active player plays a card that is no monster (L190)."""
        aims = tuple(tuple(self.aim(effect.target, self.active)) for effect in event.effects)
        self.push(Item("other", self.active, event.effects, slot=slot, aims=aims))
