"""One scene of a card: a real match and the small table beside it, and the moments that are provoked in both."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Bought
from rules.four_souls.model.state import set_owned, set_player
from tests.support.games.four_souls import FourSoulsTable

from .notation import Ability, Head, UnreadableError
from .reading import FIRST, Plan, Reading
from .rows import CardRow
from .scene import LIFE, OWN, Driver, Setting, differences, match, model
from .table_model import SEATS, Thing

ATTACKED = "clotty"
EVERY_FACE = range(1, 7)
LATER = {"rewards", "price", "eternal"}
"""Actions that only show in what happens afterwards."""
PREVENTS = ("shield", "shield_once", "cap_damage", "prevent", "immune")
"""Actions that only show when somebody is hurt afterwards."""


Found = tuple[str, dict[str, tuple[Any, Any]]]
"""What was played, and where match and list differ."""


@dataclass
class Scene:
    """One ability in one way: the match ``t`` and the ``reading`` beside it."""

    row: CardRow
    ability: Ability
    plan: Plan
    setting: Setting
    counters: int = 0
    used_attacks: int = 0
    used_plays: int = 0
    used_purchases: int = 0
    who: str = "Ana"
    rolls: int = 0
    is_ending: bool = False
    turns: int = 0

    def __post_init__(self) -> None:
        self.t = match(self.setting).copy()
        word = "most_souls" if "most souls" in self.row.targets else ""
        row, table = self.row, model(self.setting)
        self.reading = Reading(table, row.id, row.text, aim_word=word, plan=self.plan, note=row.note)
        self.table = self.reading.table
        self.table.keeps = self.keeps
        way = self.ability.ways[self.plan.way]
        self.driver = Driver(self.t, self.row.id, self.plan, way)

    def keeps(self, who: str, what: str) -> bool:
        """Whether the card keeps its owner's ¢ or loot."""
        return who == self.reading.me and any(
            what in action.amount.split(",") for action in self.reading.passives("keeps")
        )

    # --- both sides ------------------------------------------------------------------------------------------------

    def enter(self, ready: bool = True) -> None:
        """Put the item before Ana, the curse beside her character, or turn up the room."""
        row, ana = self.row, self.table.people["Ana"]
        if row.place:
            self._lay_beside()
            return
        self.t.names("Ana", row.id)
        ready = ready or not row.turns
        if not ready or self.counters:
            self.t.change(set_owned, self.t.item("Ana", row.id).id, ready=ready, counters=self.counters)
            self.t.by_hand("Cira", "cents", 1).by_hand(
                "Cira", "cents", -1
            )  # so that what depends on them is worked out
        lift = self.reading.text.abilities and sum(
            int(action.amount)
            for ability in row.text.abilities
            if ability.head.kind == "always"
            for action in ability.ways[0]
            if action.verb == "health"
        )
        ana.life, ana.full = ana.life + lift, ana.full + lift
        ana.things[row.id] = self.thing(ready)
        if self.t.player("Ana").treasures > ana.treasures or row.eternal:
            ana.treasures = self.t.player("Ana").treasures  # an unnamed item more, for want of one

    def _lay_beside(self) -> None:
        place, card = self.row.place, self.row.id
        if place == "curse":
            self.t.change(set_player, self.t.seat("Ana"), curses=(card,))
            self.table.people["Ana"].curses = 1
        else:
            self.t.settles_on("rooms", "on").turns_up_room(card)
        self.t.by_hand("Cira", "cents", 1).by_hand("Cira", "cents", -1)
        owner = "Ana" if place == "curse" else self.table.active
        self.table.people[owner].things[card] = Thing(card, eternal=True, turns=False, place=place)
        self.reading.me = owner
        for action in self.reading.passives("health"):
            bodies = self.table.monsters if action.whom == "monsters" else self.table.people
            for body in bodies.values():
                body.life, body.full = body.life + int(action.amount), body.full + int(action.amount)

    def thing(self, ready: bool = True) -> Thing:
        """The item as it comes before Ana on the small table."""
        stays = any(action.verb == "no_recharge" for ability in self.row.text.abilities for action in ability.actions)
        return Thing(self.row.id, ready, self.counters, self.row.eternal, self.row.turns, stays)

    def settle(self) -> None:
        """Let everything resolve on both sides."""
        self.driver.until = _attack_roll_is_asked
        self.driver.settle()
        self._react()

    def _react(self) -> None:
        table, reading = self.table, self.reading
        while table.noted or table.fallen:
            if table.noted:
                kind, who, amount = table.noted.pop(0)
                if who in table.people:
                    reading.happens(kind, who, self.reading.die, amount)
                continue
            fallen = table.fallen.pop(0)
            if fallen in table.people:
                reading.happens("death", fallen)
                reading.inherits(fallen, table.pay_penalty(fallen))
                if fallen == reading.me:
                    reading.happens("penalty", fallen)
            elif fallen in table.monsters:
                reading.happens("monster_death", self.who)
                table.bury(fallen)
        if table.turn_is_over and not self.is_ending:
            self.turn_passes()

    def turn_passes(self) -> None:
        """The end of a turn and the start of the next one, on the small table."""
        table, reading = self.table, self.reading
        table.turn_is_over = False
        self.is_ending = True
        reading.happens("end", table.active)
        self._react()
        self.is_ending = False
        table.end_turn()
        reading.used.clear()
        table.next_turn()
        if self.row.place == "room":
            reading.me = table.active
        self.turns += 1
        turn = self.turns
        reading.happens("start", table.active)
        self._react()
        if self.turns != turn:
            return  # it has ended as it began
        reading.happens("loot_step", table.active)
        reading.in_loot_step = True
        table.gain(table.active, "loot", 1)
        reading.in_loot_step = False
        self.used_attacks = self.used_plays = self.used_purchases = 0

    def damage(self, who: str, count: int) -> None:
        """An effect of somebody else damages a player or a monster."""
        self.t.triggers("Cira", self.t.to(who, "damage", count))
        self.table.damage(who, count)
        self.settle()

    def other_uses(self, who: str, card: str) -> FourSoulsTable:
        """Another player turns an item sideways for what it is known to do."""
        driver = Driver(self.t, card, Plan(), way=())
        return self.t.do(driver.uses(who, "activated")[0])

    def attack(self, face: int) -> None:
        """The active player attacks Clotty and rolls once."""
        t, table, reading = self.t, self.table, self.reading
        t.attacks(ATTACKED)
        self.used_attacks = 1
        reading.happens("attack", table.active)
        self.settle()
        table.attacked = ATTACKED if t.s.combat else ""
        if ATTACKED not in table.monsters or not t.s.combat:
            return
        self.roll(face)

    def roll(self, face: int) -> None:
        """An attack roll of the active player, and what follows."""
        t, table, reading = self.t, self.table, self.reading
        t.rolls(face)
        mine = table.active == reading.me
        kinds = ("attack rolls", *(FIRST if not self.rolls else ()))
        face = min(6, max(1, face + (reading.passive("rolls", *kinds) if mine else 0)))
        reading.die, reading.die_of = face, table.active
        reading.happens("rolled", table.active, face)
        self.driver.until = lambda t: False
        self._roll_counts()

    def lay_die(self) -> None:
        """Roll a 3 for an attack, where the card does something to a die on the stack, and leave it there."""
        if any(action.whom == "roll" or action.verb == "leave" for action in self.ability.actions):
            self.t.attacks(ATTACKED)
            self.settle()
            self.table.attacked = ATTACKED
            self.t.rolls(3)
            self.used_attacks = 1
            self.reading.die, self.reading.die_of = 3, "Ana"

    def count_die(self) -> None:
        """Let a die that lies on the stack count."""
        if self.reading.die and self.ability.head.kind in ("play", "tap", "pay"):
            self._roll_counts()
        else:
            self.settle()

    def _roll_counts(self) -> None:
        table, reading = self.table, self.reading
        face, reading.factor = reading.die, 1
        reading.happens("roll", table.active, face)
        self._react()
        if ATTACKED in table.monsters:
            beast = table.monsters[ATTACKED]
            hits = face >= beast.evasion + self.monster_lift("evasion")
            mine = table.active == reading.me
            more = reading.passive("attack", "", *(FIRST if not self.rolls else ())) if mine else 0
            unhurt = mine and any(str(face) in action.amount.split(",") for action in reading.passives("unhurt"))
            if hits:
                dealt = (table.people[table.active].attack + more) * reading.factor
                if table.damage(ATTACKED, dealt, is_combat=True):
                    reading.happens("deals", table.active, face)
            else:
                attack = beast.attack + self.monster_lift("attack")
                table.damage(table.active, 0 if unhurt else attack * reading.factor, is_combat=True)
        self.rolls += 1
        self.settle()

    # --- what holds as long as the card is in play -------------------------------------------------------------------

    def monster_lift(self, verb: str) -> int:
        """What the card adds to that number of the monsters now, in the turn of whoever has it."""
        owner = self.table.owner(self.reading.card)
        if not owner or owner != self.table.active:
            return 0
        return self.reading.passive(verb, "on your turn", owner=owner)

    def differences(self) -> dict[str, tuple[Any, Any]]:
        """Where match and small table differ, with what the card adds to numbers as long as it is in play."""
        reading, table = self.reading, self.table
        used = {"used_attacks": self.used_attacks, "used_plays": self.used_plays, "used_purchases": self.used_purchases}
        mine = table.active == reading.me
        kept, monsters = dict(table.people), dict(table.monsters)
        used["used_plays"] -= reading.passive("loot_play", "on your turn") if mine else 0
        used["used_attacks"] -= reading.passive("attacks", "") if mine else 0
        passives = [action for action in reading.passives("attack") if not action.limit]
        lifts = {
            who: sum(reading.counted(a.amount) for a in passives if who == "Ana" or a.whom == "everyone")
            for who in kept
        }
        table.people = {who: replace(one, attack=one.attack + lifts[who]) for who, one in kept.items()}
        by, more = self.monster_lift("evasion"), self.monster_lift("attack")
        table.monsters = {
            key: replace(m, evasion=min(6, max(1, m.evasion + by)), attack=m.attack + more)
            for key, m in monsters.items()
        }
        found = differences(self.t, table, **used)
        table.people, table.monsters = kept, monsters
        if any(action.limit in FIRST for action in reading.passives("attack")):
            found.pop("Ana attack", None)
        return found

    def afterwards(self) -> dict[str, tuple[Any, Any]]:
        """Where what the card changes for the rest of the turn does not come as it should."""
        t, table = self.t, self.table
        verbs = {action.verb for action in self.ability.actions}
        if t.step != "priority" or table.active != "Ana" or not (verbs & LATER or self.reading.timed):
            return {}
        if "rewards" in verbs:
            provoke(self, "monster_death", "Ana", 0)
        if "price" in verbs and self.ability.head.kind == "play":
            provoke(self, "purchase", "Ana", 0)
        if "eternal" in verbs:
            self.destroy_items()
        for ability, given in tuple(self.reading.timed):
            self.comes(ability.head, given.get("player") or "Ana")
        return {f"{key} later": found for key, found in self.differences().items()}

    def comes(self, head: Head, who: str) -> None:
        """Let the moment come for which an ability waits until the turn ends."""
        match head.kind:
            case "would_gain":
                self.t.triggers("Cira", self.t.to(who, head.of, 2))
                self.table.gain(who, head.of, 2)
                self.settle()
            case "next":
                provoke(self, "roll", "Ana", self.reading.said_face)
            case "it":
                pass  # damage afterwards has shown it
            case _:
                provoke(self, head.kind, who, next(iter(head.faces), 0))

    def destroy_items(self) -> None:
        """An effect of somebody destroys an item of each player."""
        for who, card in OWN.items():
            owned = self.t.item(who, card)
            try:
                self.t.triggers("Cira", Effect("destroy", Target("owned", owned.id)))
            except Exception as refusal:
                if type(refusal).__name__ != "Refused":
                    raise
            if not self.table.destroy(card) and self.t.stack:
                self.t.nobody()
                continue
            self.settle()

    def protected(self) -> dict[str, tuple[Any, Any]]:
        """Where damage afterwards does not do what it should, if the card prevents some."""
        if self.ability.head.kind.startswith("would_") or self.t.step != "priority":
            return {}
        if not any(action.verb in PREVENTS for action in self.ability.actions):
            return {}
        for name in dict.fromkeys((*SEATS, *self.table.monsters)):
            for count in (2, 2) if name in SEATS else (1,):
                self.damage(name, count)
        return {f"{key} after damage": found for key, found in self.differences().items()}


def _attack_roll_is_asked(t: FourSoulsTable) -> bool:
    return t.step == "roll_die" and "against" in t.asks


# --- moments -----------------------------------------------------------------------------------------------------


def provoke(scene: Scene, kind: str, who: str, face: int) -> None:
    """Let a moment come for that player."""
    t, table = scene.t, scene.table
    match kind:
        case "enters":
            t.triggers("Cira", t.to("Ana", "treasure", 1))
            scene.driver.settle()
            t.names("Ana", scene.row.id)
            table.people["Ana"].things[scene.row.id] = scene.thing()
            table.people["Ana"].treasures = t.player("Ana").treasures
            scene.reading.happens("enters", "Ana")
            scene.settle()
        case "start" | "end" | "loot_step":
            t.nobody()
            scene.turn_passes()
            scene.settle()
        case "would_hurt" if face == 2:
            scene.attack(1)
        case "would_die" if face == 2:
            scene.damage(who, LIFE)
        case "would_gain":
            what = {"treasure": "treasures"}.get(scene.ability.head.of, scene.ability.head.of)
            t.triggers("Cira", t.to(who, scene.ability.head.of, 2))
            table.gain(who, what, 2)
            scene.settle()
        case "deals":
            scene.attack(face)
        case "destroyed":
            owned = t.item("Ana", scene.row.id)
            t.triggers("Beto", Effect("destroy", Target("owned", owned.id)))
            scene.reading.happens("destroyed", "Ana")
            table.destroy(scene.row.id)
            scene.settle()
        case "hurt" | "would_hurt":
            scene.reading.die = 0
            scene.damage(who, 2)
        case "death" | "would_die" | "penalty":
            t.triggers("Cira", t.to(who, "kill"))
            table.kill(who)
            scene.settle()
        case "monster_death":
            t.triggers(who, t.to(ATTACKED, "kill"))
            table.kill(ATTACKED)
            scene.settle()
        case "attack" | "roll" | "rolled":
            scene.attack(face)
        case "activation":
            t.uses(who, OWN[who])
            thing = table.thing(OWN[who])
            assert thing
            thing.ready = False
            scene.reading.happens("activation", who)
            scene.settle()
        case "loot":
            t.plays(who, card="a-penny")
            table.gain(who, "loot", -1)
            scene.reading.happens("loot", who)
            table.gain(who, "cents", 1)
            scene.used_plays = int(who == table.active)
            scene.settle()
        case "purchase":
            t.do(Bought("shop"))
            scene.used_purchases = 1
            table.gain(who, "cents", -price_of_shop(scene, who))
            table.gain(who, "treasures", 1)
            scene.reading.happens("purchase", who)
            scene.settle()
        case _:
            raise UnreadableError(f"moment {kind}")


def price_of_shop(scene: Scene, who: str) -> int:
    """What an item of the shop costs that player by the list."""
    if scene.table.is_item_free:
        scene.table.is_item_free = False
        return 0
    return max(0, 10 + (scene.reading.passive("price", "shop", "shop and paid effects") if who == "Ana" else 0))


ACTIVE_BEFORE = {"Ana": "Cira", "Beto": "Ana", "Cira": "Beto"}
"""Whose turn comes before that player's."""


def active_for(kind: str, who: str) -> str:
    """Whose turn it must be so that the moment comes for that player."""
    return ACTIVE_BEFORE[who] if kind in ("start", "loot_step") else who


def pay(scene: Scene, costs: tuple[str, ...]) -> None:
    """Pay the price of an effect on the small table."""
    thing = scene.table.people["Ana"].things[scene.row.id]
    for cost in costs:
        match cost.partition(":"):
            case (cents, "", "") if cents.endswith("c"):
                scene.table.gain("Ana", "cents", -int(cents[:-1]))
            case ("counters", _, count):
                thing.counters -= int(count.rstrip("+"))
            case ("loot", _, count):
                scene.table.gain("Ana", "loot", -int(count))
            case ("hp", _, count):
                scene.table.people["Ana"].life -= int(count)
            case ("goals", _, _):
                pass  # they are reached in play, not paid
            case ("destroy", _, "2 own_item"):
                for spent in scene.driver.spent:
                    if not scene.table.destroy(spent):
                        scene.table.people["Ana"].treasures -= 1
            case ("give", _, "1 own_item>other"):
                given, to = scene.driver.spent
                scene.table.give(given, to)
            case ("destroy this", "", ""):
                scene.table.destroy(scene.row.id)
            case _:
                raise UnreadableError(f"cost {cost}")
