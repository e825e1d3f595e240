"""State of a Four Souls game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.engine import State
from rules.engine.record import ANY_FIELDS, id_updater, index_updater
from rules.stack import Stack

from . import effect
from .catalogue import RULEBOOK, MonsterCard
from .effect import Target
from .item import Owned
from .stack_item import Item

START_LIFE, START_ATTACK, START_CENTS, START_LOOT = 2, 1, 3, 3  # FS-A15, FS-09
SOULS_TO_WIN, HAND_LIMIT, START_SLOTS, START_ROOM_SLOTS = 4, 10, 2, 1
START_COUNTDOWN = 8  # FS-120
EMPTY_STACK: Stack[Item] = Stack()

TurnPhase = Literal["setup", "start", "action", "end"]
FIRST_RIVAL = -2
"""Id of the first player as one that can be attacked; those of the others lie below it."""
MissCost = Literal["", "nothing", "attack"]
"""What a missed attack on a player costs: not asked yet, nothing, or that player's attack as damage."""
DeathStatus = Literal["none", "asked", "noted", "dying", "dead"]
"""How far a death has come.

``asked``: life was set to 0 by hand, and the table is asked whether that happened in play; ``noted``: it did not, so
the 0 is only a number; ``dying``: the death is on the stack; ``dead``: died this turn.
"""


DiscardPile = Literal["", "monsters", "loot", "treasure", "aside", "gone"]
"""Destination of a discarded soul card (FS-108).

``aside`` is face down beside the table for good (FS-23), ``gone`` is out of the game (FS-112).
"""


@dataclass(frozen=True, slots=True)
class SoulCard:
    """A soul card with the number of souls that it counts for (FS-107) and its discard."""

    name: str
    worth: int = 1
    pile: DiscardPile = ""


@dataclass(frozen=True)
class Player:
    """A player's character, numbers, items and souls.

    ``ready``: the character is upright, so it may give a loot play (FS-45); ``before``: the life before the latest
    loss, restored when a death is prevented (FS-90). ``treasures`` counts all items that are not eternal; ``items`` are
    the named ones, eternal ones included. ``rolls`` is added to each roll; ``shield`` prevents that much of the next
    damage; ``skips``: number of turns still to be skipped; ``plays``: loot plays that a character turned on its own has
    given this turn (FS-A17). ``attack_lift`` and ``full_lift`` are what the player's items add to attack and full life;
    ``fresh`` counts the treasures gained this turn that nobody has named yet, which trigger what comes into play once
    they are; ``doom`` is how far the player's death has come, and ``slayer`` the seat that dealt the last damage (−1:
    none).
    """

    character: str = ""
    life: int = START_LIFE
    full: int = START_LIFE
    attack: int = START_ATTACK
    cents: int = START_CENTS
    loot: int = START_LOOT
    treasures: int = 0
    souls: tuple[SoulCard, ...] = ()
    ready: bool = False
    curses: tuple[str, ...] = ()
    before: int = START_LIFE
    doom: DeathStatus = "none"
    items: tuple[Owned, ...] = ()
    rolls: int = 0
    shield: int = 0
    skips: int = 0
    plays: int = 0
    attack_lift: int = 0
    full_lift: int = 0
    fresh: int = 0
    slayer: int = -1

    @property
    def is_dead(self) -> bool:
        """Whether the player died this turn and has not healed since."""
        return self.doom == "dead" and self.life == 0

    @property
    def unnamed_item_count(self) -> int:
        """Number of unnamed items that are not eternal."""
        return self.treasures - sum([not item.eternal for item in self.items])

    @property
    def item_count(self) -> int:
        """Number of items, the eternal ones too."""
        return self.treasures + sum([item.eternal for item in self.items])

    @property
    def soul_count(self) -> int:
        """Number of souls by their symbols (FS-107)."""
        return sum([card.worth for card in self.souls])


@dataclass(frozen=True)
class Monster:
    """An active or covered monster: its card, its remaining life and its current numbers.

    ``evasion_lift`` and ``attack_lift`` are the parts of these numbers that come from continuous effects. ``evasion``
    is counted within its limits by ``FourSouls.evasion_of``. ``slayer`` is the seat that dealt it the last damage (−1:
    none), with an attack roll of ``face`` if it was combat damage; ``hurts`` counts how often it was damaged this turn;
    ``doom`` is how far its death has come.
    """

    id: int
    card: MonsterCard
    life: int
    evasion: int
    attack: int
    before: int = 0
    doom: DeathStatus = "none"
    shield: int = 0
    evasion_lift: int = 0
    attack_lift: int = 0
    slayer: int = -1
    face: int = 0
    hurts: int = 0


@dataclass(frozen=True, slots=True)
class Boost:
    """A temporary change of a player's or monster's number until the turn ends (FS-50).

    ``what`` is the kind of effect that lasts, or ``forced`` for a forced attack; ``by`` its amount, or the number that
    was said; ``card`` and ``seat`` are those of the effect, where it acts later. A number of whichever monster is
    ``attacked`` is changed as long as it is under attack. What the table has ``read`` from a card stays for the match:
    ``card`` is the card and the point, ``by`` the answer.
    """

    target: Target
    what: effect.BoostName
    by: int
    card: str = ""
    seat: int = -1


@dataclass(frozen=True, slots=True)
class DestroyedItem:
    """An item that was destroyed and whose own trigger is due, with the seat that had it."""

    seat: int
    item: Owned


@dataclass(frozen=True, kw_only=True)
class FourSouls(State):
    """The state of the game.

    ``combat`` is the id of the monster under attack (0: none); ``waiting`` are triggers that are not on the stack yet;
    ``covered`` are the monsters under the one in their slot (FS-A6); ``revealed`` is a monster without a slot yet;
    ``shop`` holds the treasures' names where the shop is tracked, ``rooms`` those of the rooms (None: to be refilled);
    ``forced`` attacks must be made (FS-77), ``deck_attacks`` may be made on the deck alone; ``killed`` counts the
    monsters that died this turn; ``boosts`` end with the turn (FS-50); ``ending``: the turn was ended, so the stack
    empties, then the end phase begins (FS-53).

    ``unclaimed`` are seats whose fourth soul was set by hand and has not happened in play; ``bonus`` are the bonus
    souls still to be won; ``numbered`` is the last id given to a monster or stack item; ``first`` is the seat that
    began; ``countdown`` is what the die of a solo game shows (FS-120); ``more``: the active player has passed without
    ending the actions (FS-A2); ``by_hand`` are the seats whose latest pass was a tap of theirs and no automatic one;
    ``extra_turns`` are still to be taken by whoever has the turn; ``play_lift`` and ``attacks_lift`` are what items add
    to the turn's loot plays and attacks; ``first_attack_roll`` is the id of the turn's first attack roll (0: none yet),
    ``rolled`` are the seats that have rolled this turn; ``last_roll`` are the seat and the number of the latest roll of
    this turn that counted (empty: none yet); ``asking`` is the triggered item whose owner is asked what it does;
    ``destroyed`` are items whose destruction triggers something; ``beside`` are items that can be attacked, with the
    ids of the items; ``rivals`` are players that can be attacked, and ``miss_cost`` is what a miss against one costs
    (empty: not asked yet).
    """

    players: tuple[Player, ...]
    slots: tuple[Monster | None, ...] = (None,) * START_SLOTS
    covered: tuple[tuple[Monster, ...], ...] = ((),) * START_SLOTS
    revealed: MonsterCard | None = None
    shop: tuple[str, ...] = ("",) * START_SLOTS
    stack: Stack[Item] = EMPTY_STACK
    waiting: tuple[Item, ...] = ()
    active: int = 0
    turn: int = 0
    phase: TurnPhase = "setup"
    attacks: int = 0
    forced: int = 0
    loot_plays: int = 0
    purchases: int = 0
    combat: int = 0
    deck_attacks: int = 0
    killed: int = 0
    boosts: tuple[Boost, ...] = ()
    ending: bool = False
    unclaimed: frozenset[int] = frozenset()
    bonus: tuple[str, ...] = ()
    numbered: int = 0
    rooms: tuple[str | None, ...] = ()
    first: int = 0
    countdown: int = START_COUNTDOWN
    more: bool = False
    by_hand: frozenset[int] = frozenset()
    extra_turns: int = 0
    play_lift: int = 0
    attacks_lift: int = 0
    first_attack_roll: int = 0
    rolled: tuple[int, ...] = ()
    last_roll: tuple[int, ...] = ()
    asking: Item | None = None
    destroyed: tuple[DestroyedItem, ...] = ()
    beside: tuple[Monster, ...] = ()
    rivals: tuple[Monster, ...] = ()
    miss_cost: MissCost = ""

    default_choice = staticmethod(RULEBOOK.default_choice)

    def is_counted(self, number: str) -> bool:
        """Return whether the app counts that number.

        If not, it changes by hand alone, and nothing is refused for it.
        """
        return self.ruling(f"follow.{number}", "on") == "on"

    def can_afford(self, seat: int, cents: int) -> bool:
        """Return whether a player has that many ¢; always true if ¢ are not counted."""
        return self.players[seat].cents >= cents or not self.is_counted("cents")

    def reading(self, card: str, of: str) -> int | None:
        """Return what the table has read from a card on that point; None before it is asked."""
        point = f"{card}.{of}"
        return next((boost.by for boost in self.boosts if boost.what == "read" and boost.card == point), None)

    @property
    def is_solo(self) -> bool:
        """Whether one person plays both characters (FS-119)."""
        return self.ruling("mode", "normal") == "solo"

    def allies(self, seat: int) -> frozenset[int]:
        """Return the seats whose souls count with that seat's: in a solo game both (FS-122)."""
        return frozenset(range(len(self.seats))) if self.is_solo else frozenset({seat})

    def team_souls(self, seat: int) -> int:
        """Return the number of souls that count for that seat's victory."""
        return sum(self.players[ally].soul_count for ally in self.allies(seat))

    @property
    def monsters(self) -> tuple[Monster, ...]:
        """The active monsters."""
        return tuple([monster for monster in self.slots if monster])  # a list is faster, and all rules ask it

    @property
    def idle_slots(self) -> tuple[int, ...]:
        """The monster slots in which no monster is attacked."""
        return tuple(k for k, monster in enumerate(self.slots) if monster is None or monster.id != self.combat)

    @property
    def forced_on(self) -> tuple[Target, ...]:
        """What those of the forced attacks name that name something."""
        return tuple(boost.target for boost in self.boosts if boost.what == "forced")

    def find_monster(self, id: int) -> Monster | None:
        """Return the active monster, attackable item or attackable player with that id, if any."""
        for monster in (
            *self.slots,
            *self.beside,
            *self.rivals,
        ):  # asked after every step: a generator takes twice as long
            if monster is not None and monster.id == id:
                return monster
        return None

    @property
    def is_first_attack_rolling(self) -> bool:
        """Whether the turn's first attack roll is still on the stack."""
        return bool(self.first_attack_roll) and self.find_stack_item(self.first_attack_roll) is not None

    @property
    def fighters(self) -> tuple[Monster, ...]:
        """The active monsters, and the items that can be attacked."""
        return (*self.monsters, *self.beside)

    @property
    def all_monsters(self) -> tuple[Monster, ...]:
        """The active monsters and those that they cover."""
        return (*self.monsters, *(monster for under in self.covered for monster in under))

    @property
    def monsters_lift(self) -> int:
        """What is added to the full life of every monster now."""
        return sum([boost.by for boost in self.boosts if boost.target.kind == "monsters"])

    def full_life(self, monster: Monster) -> int:
        """Return the full life of a monster, or of an item or a player attacked like one."""
        is_card = any(one.id == monster.id for one in self.all_monsters)
        return monster.card.hp + (self.monsters_lift if is_card else 0)

    def find_stack_item(self, id: int) -> Item | None:
        """Return the stack item with that id, if any."""
        for item in self.stack.items:  # as above
            if item.id == id:
                return item
        return None

    def roll_result(self, roll: Item) -> int:
        """Return the result of a roll by the table's ruling."""
        return roll.counted_value(self.ruling("FS-A20"))

    def evasion_of(self, monster: Monster) -> int:
        """Return a monster's evasion by the ruling FS-A30: within 1 … 6, or without limits.

        An evasion beyond them that no effect has made, printed or set by hand, is left as it is.
        """
        if self.ruling("FS-A30") == "free":
            return monster.evasion
        plain = monster.evasion - self.evasion_changes(monster)
        return min(max(6, plain), max(min(1, plain), monster.evasion))

    def evasion_changes(self, monster: Monster) -> int:
        """Return by how much effects have changed a monster's evasion."""
        target = Target("monster", monster.id)
        boosts = sum(boost.by for boost in self.boosts if (boost.what, boost.target) == ("evasion", target))
        return monster.evasion_lift + boosts

    def is_eternal(self, seat: int, item: Owned) -> bool:
        """Return whether nobody may destroy or steal that item of a player."""
        return item.eternal or self.has_eternal_items(seat)

    def has_eternal_items(self, seat: int) -> bool:
        """Return whether all items of a player are eternal until the turn ends."""
        return any(boost.what == "eternal" and boost.target == Target("seat", seat) for boost in self.boosts)

    def find_owned_item(self, id: int) -> tuple[int, Owned] | None:
        """Return the seat and the record of the named item with that id, if it is in play."""
        found = ((seat, o) for seat, player in enumerate(self.players) for o in player.items if o.id == id)
        return next(found, None)


def rival_id(seat: int) -> int:
    """Return the id that a player has as one that can be attacked."""
    return FIRST_RIVAL - seat


def rival_seat(id: int) -> int:
    """Return the seat of the player with that id."""
    return FIRST_RIVAL - id


def as_seat(target: Target) -> Target:
    """Return the target as a player where it is one that can be attacked."""
    is_rival = target.kind == "monster" and target.id <= FIRST_RIVAL
    return Target("seat", rival_seat(target.id)) if is_rival else target


set_player = index_updater(FourSouls, "players", Player)
set_monster = id_updater(FourSouls, ANY_FIELDS, "slots", "covered", "beside")
"""Changes a monster, active or covered."""
set_owned = id_updater(FourSouls, Owned, "players.items")
