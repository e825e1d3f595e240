"""A card in a real match: it is named or played, the moment is provoked, and what is asked is answered by a plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from rules.four_souls.model.effect import CURSES_A_SEAT, Effect, Target
from rules.four_souls.model.events import Aimed, Parted, Placed, Played, Told
from rules.four_souls.model.state import set_owned, set_player
from tests.support.games.four_souls import FourSoulsTable

from .notation import Action
from .reading import SAID, Plan
from .table_model import PASSIVE, SEATS, Beast, Person, TableModel, Thing

OWN = {"Ana": "Lámpara", "Beto": "Espejo", "Cira": "Reloj"}
"""An item of each player, in no list, that is turned sideways and of which nothing is counted."""
STARTING = {"Ana": "sleight-of-hand", "Beto": "yum-heart", "Cira": "incubus"}
CENTS, HAND, LIFE, COUNTERS = 20, 9, 9, 2
SOULS = {"Ana": 0, "Beto": 2, "Cira": 1}
REROLLED = 6
"""What a die shows as it is rolled again."""
ENOUGH = 60
"""Answers after which a scene is taken not to end."""


class NoAnswerError(Exception):
    """The product asks something to which the list has no answer; the argument says what."""


@dataclass(frozen=True)
class Setting:
    """How the table lies: whose turn it is, and Ana's hand and ¢; ``upright`` are the items of ``OWN``."""

    active: str = "Ana"
    hand: int = HAND
    cents: int = CENTS
    upright: bool = False
    is_poor: bool = False
    souls: tuple[int, int, int] = (0, 2, 1)
    is_tired: bool = False
    """Whether Ana's character lies sideways."""
    is_cursed: bool = False
    """Whether Beto bears a curse."""
    has_passive: bool = False
    """Whether Beto has an item that always acts."""

    def purse(self, who: str) -> tuple[int, int]:
        """A player's ¢ and hand."""
        if self.is_poor:
            return 1, 1
        return (self.cents, self.hand) if who == "Ana" else (CENTS, HAND)


# --- the same table twice ----------------------------------------------------------------------------------------


@cache
def _opened() -> FourSoulsTable:
    t = FourSoulsTable(*SEATS, cards__g2="on", cards__r="on", stop__trigger="on")
    t.chooses(Ana="cain", Beto="maggy", Cira="lilith").turns_up("fly").turns_up("clotty")
    for who, card in OWN.items():
        t.names(who, card, use="activated").by_hand(who, "treasures", 1)
    return t


@cache
def match(setting: Setting) -> FourSoulsTable:
    """The match at that setting; it is to be copied before it is played on."""
    t = _opened().copy()
    while t.s.seats[t.s.active] != setting.active:
        t.nobody()
    for who, souls in zip(SEATS, setting.souls, strict=True):
        cents, hand = setting.purse(who)
        for what, count in (("cents", cents), ("loot", hand), ("souls", souls)):
            now = getattr(t.player(who), "soul_count" if what == "souls" else what)
            for step in (1,) * (count - now) if what == "souls" else (count - now,):
                t.by_hand(who, what, step)
        t.change(set_player, t.seat(who), life=LIFE, full=LIFE, ready=not (setting.is_tired and who == "Ana"))
        t.change(set_owned, t.item(who, OWN[who]).id, ready=setting.upright, counters=COUNTERS)
    if setting.is_cursed:
        t.change(set_player, t.seat("Beto"), curses=("curse-of-loss",))
    return t.names("Beto", PASSIVE) if setting.has_passive else t


def model(setting: Setting) -> TableModel:
    """The small table at that setting."""
    people = {}
    for who, souls in zip(SEATS, setting.souls, strict=True):
        cents, hand = setting.purse(who)
        things = {
            OWN[who]: Thing(OWN[who], setting.upright, COUNTERS),
            STARTING[who]: Thing(STARTING[who], eternal=True, wakes=who == "Beto"),
        }
        people[who] = Person(cents, hand, LIFE, LIFE, treasures=2, souls=souls, things=things)
    people["Ana"].ready, people["Beto"].curses = not setting.is_tired, int(setting.is_cursed)
    if setting.has_passive:
        people["Beto"].things[PASSIVE] = Thing(PASSIVE, turns=False)
        people["Beto"].life = people["Beto"].full = LIFE + 1
    return TableModel(people, {"fly": Beast(1, 1, 2, 1), "clotty": Beast(2, 2, 3, 1)}, setting.active)


# --- pictures ----------------------------------------------------------------------------------------------------


def seen(t: FourSoulsTable) -> dict[str, Any]:
    """What the match shows."""
    found: dict[str, Any] = {"turn": t.s.seats[t.s.active], "extra turns": t.s.extra_turns}
    for who in SEATS:
        player = t.player(who)
        for what in ("cents", "loot", "life", "full", "attack", "treasures", "rolls"):
            found[f"{who} {what}"] = getattr(player, what)
        found[f"{who} souls"] = player.soul_count
        found[f"{who} character"] = player.ready
        found[f"{who} curses"] = len(player.curses)
        for item in (item for item in player.items if item.card not in STARTING.values()):
            found[f"{who} {item.card or item.name}"] = (item.ready or not item.activated, item.counters)
    for monster in t.s.monsters:
        found[monster.card.id] = (monster.life, t.s.evasion_of(monster), monster.attack)
    if t.s.phase == "action" and t.step == "priority" and not t.s.combat:
        found["attacks"] = t.s.attacks + t.s.forced
        found["loot plays"] = t.s.loot_plays + t.player(t.s.seats[t.s.active]).plays
        found["purchases"] = t.s.purchases
    return found


def expected(table: TableModel, used_attacks: int = 0, used_plays: int = 0, used_purchases: int = 0) -> dict[str, Any]:
    """What the small table shows in the same words."""
    found: dict[str, Any] = {"turn": table.active, "extra turns": table.extra_turns}
    for who, person in table.people.items():
        for what in ("cents", "loot", "life", "full", "attack", "treasures", "rolls", "souls"):
            found[f"{who} {what}"] = getattr(person, what)
        found[f"{who} character"] = person.ready
        found[f"{who} curses"] = person.curses
        for card, thing in person.things.items():
            if card in STARTING.values() or thing.place:
                continue  # theirs recharge in ways of their own
            found[f"{who} {card}"] = (thing.ready or not thing.turns, thing.counters)
    for name, beast in table.monsters.items():
        found[name] = (beast.life, beast.evasion, beast.attack)
    found["attacks"] = 1 + table.attacks + len(table.forced) - used_attacks
    found["loot plays"] = 1 + table.plays - used_plays
    found["purchases"] = 1 + table.purchases - used_purchases
    return found


def differences(t: FourSoulsTable, table: TableModel, **used: int) -> dict[str, tuple[Any, Any]]:
    """What the match shows and what it should show, where they differ."""
    there, must = seen(t), expected(table, **used)
    keys = [key for key in {**there, **must} if key not in ("attacks", "loot plays", "purchases") or key in there]
    return {key: (there.get(key), must.get(key)) for key in keys if there.get(key) != must.get(key)}


# --- answering ---------------------------------------------------------------------------------------------------


@dataclass
class Driver:
    """Plays one card in a match; ``actions`` is the way that the plan takes, ``aims`` what is still to be aimed."""

    t: FourSoulsTable
    card: str
    plan: Plan
    way: tuple[Action, ...] = ()
    faces: list[int] = field(default_factory=list)
    offered: list[set[str]] = field(default_factory=list)
    until: Callable[[FourSoulsTable], bool] = lambda t: False
    asked: list[str] = field(default_factory=list)
    spent: list[str] = field(default_factory=list)
    """What was given up for the latest use."""

    def __post_init__(self) -> None:
        self.aims = list(self.plan.aims)
        self.faces = self.faces or list(self.plan.faces)

    def target_name(self, target: Target) -> str:
        """The name of what is aimed at, as the small table calls it."""
        s = self.t.s
        match target.kind:
            case "seat":
                return s.seats[target.id]
            case "curse":
                return f"curse {s.seats[target.id // CURSES_A_SEAT]}"
            case "monster":
                found = s.find_monster(target.id)
                return found.card.id if found else ""
            case "owned":
                owned = s.find_owned_item(target.id)
                return (owned[1].card or owned[1].name) if owned else ""
        return f"{target.kind} {target.id}" if target.kind in ("item", "slot") else target.kind

    def settle(self) -> None:
        """Answer until the stack is empty and nothing is asked, or the scene has come to its end."""
        for _ in range(ENOUGH):
            if self.until(self.t) or not self._answer():
                return
        raise NoAnswerError(f"it does not end: {self.t.step} {self.t.stack}")

    def _answer(self) -> bool:
        t = self.t
        match t.step:
            case "priority":
                if not t.stack:
                    return False
                t.nobody()
            case "roll_die" | "reroll":
                if not self.faces and t.step == "roll_die":
                    return False
                t.rolls(self.faces.pop(0) if self.faces else REROLLED)
            case "reveal" | "bring_back":
                t.turns_up("pooter")
            case "reveal_room":
                t.turns_up_room("")
            case "bring_event":
                t.do(next(event for event in t.offered if isinstance(event, Placed)))
            case "part":
                unnamed = [event for event in t.offered if event == Parted(0)]
                own = [Parted(o.id) for who in SEATS for o in t.player(who).items if o.name in OWN.values()]
                t.do(next(event for event in (*unnamed, *own) if event in t.offered))
            case "choose_amount":
                self._say_amount()
            case "order_together" | "give_up":
                t.do(t.offered[0])
            case _:
                self._choose()
        return True

    def _say_amount(self) -> None:
        """Say two, or the most that is offered; nothing where it is left."""
        said = [choice.event for choice in self.t.asked.choices if isinstance(choice.event, Told)]
        some = [event for event in said if event.effects]
        none = next(event for event in said if not event.effects)
        self.t.do(some[:SAID][-1] if some and self.plan.accepts else none)

    def _choose(self) -> None:
        t = self.t
        choices = [choice.event for choice in t.asked.choices if not choice.template.holes]
        aimed = [event for event in choices if isinstance(event, Aimed)]
        if aimed:
            names = {self.target_name(event.target): event for event in aimed}
            aim = next((aim for aim in self.aims if (aim or "table") in names), None)
            if aim is None and self._is_for_another_number():
                t.do(aimed[0])
                return
            self.offered.append(set(names))
            if aim is None:
                raise NoAnswerError(f"{t.asks} {sorted(names)}, planned {self.plan.aims}")
            self.aims.remove(aim)
            t.do(names[aim or "table"])
            return
        told = [event for event in choices if isinstance(event, Told)]
        if told:
            t.do(self.fitting(told))
            return
        raise NoAnswerError(f"{t.step}: {t.asks}")

    def _is_for_another_number(self) -> bool:
        """Whether the target is asked before a die, for a number that the plan does not throw."""
        item = self.t.s.find_stack_item(int(self.t.s.agenda[0].args[0]))
        return item is not None and any(effect.kind == "roll" and effect.card for effect in item.effects)

    def fitting(self, events: Iterable[Any]) -> Any:
        """The event that states what the plan wants."""
        events = list(events)
        wanted = list(wishes(self._stated(), self.plan.accepts))
        found = [event for event in events if self._fits(event.effects, wanted)]
        if not found and not self.plan.accepts:
            found = [event for event in events if not event.effects]
        if not found:
            shown = [[(e.kind, e.amount, self.target_name(e.target)) for e in event.effects] for event in events]
            raise NoAnswerError(f"{self.t.asks} {shown}, wanted {[(d.verb, d.amount) for d in wanted]}")
        chosen = [effect for event in found for effect in event.effects]
        kinds = ("seat", "monster", "owned")
        self.offered.append({self.target_name(effect.target) for effect in chosen if effect.target.kind in kinds})
        best: Any = max(found, key=self._aimed)
        return best

    def _aimed(self, event: Any) -> int:
        return sum(self.target_name(effect.target) in self.plan.aims for effect in event.effects)

    def _stated(self) -> tuple[Action, ...]:
        """The actions that are stated now: those of the face that was rolled, or those without a die."""
        dice = [action for action in self.way if action.verb == "roll"]
        if self.t.step == "tell" and dice:
            return dice[0].on_face(self.plan.faces[0])
        return tuple(action for action in self.way if action.verb != "roll")

    def _fits(self, effects: tuple[Effect, ...], wanted: list[Action]) -> bool:
        effects = tuple(effect for effect in effects if effect.kind != "roll")
        told, meant = Counter(SAME_KIND.get(e.kind, e.kind) for e in effects), Counter(map(kind_of, wanted))
        if told - meant - Counter(["destroy"]) or meant - told:
            return False
        plain = [str(effect.amount) for effect in effects if effect.kind == "modify"]
        return all(action.amount in plain for action in wanted if action.verb == "modify") and all(
            any(str(e.amount) == d.amount for d in wanted if d.verb == e.kind) or not _is_number(wanted, e.kind)
            for e in effects
        )

    # --- using the card ----------------------------------------------------------------------------------------

    def use(self, who: str, kind: str) -> None:
        """Turn the card sideways or pay for it, in the way of the plan."""
        t, options = self.t, self.uses(who, kind)
        self.spent = self.paid(options[0]) if options else []
        stated = [event for event in options if any(effect.kind != "roll" for effect in event.effects)]
        plain = [event for event in options if not event.effects]
        if stated and plain and not any(True for _ in wishes(self._stated(), self.plan.accepts)):
            t.do(plain[0])
        elif stated:
            t.do(self.fitting(stated))
        elif options:
            t.do(options[0])
        else:
            raise NoAnswerError(f"{self.card} cannot be used")

    def can_use(self, who: str, kind: str) -> bool:
        """Whether the card is offered to be turned sideways or paid for now."""
        return bool(self.uses(who, kind))

    def uses(self, who: str, kind: str) -> list[Played]:
        """The uses of the card that are offered to that player."""
        found = [c for c in self.t.asked.choices if isinstance(c.event, Played)]
        if self.card in self.t.s.rooms:
            return [c.event for c in found if c.event.name == self.card and c.event.cost]
        id = self.t.item(who, self.card).id
        return [paid_first(c) for c in found if (c.event.item, c.event.kind) == (id, kind)]

    def paid(self, event: Any) -> list[str]:
        """What is given up for a use, by name; an item without a name by its player."""
        return [self.target_name(target) for target in event.spent]


def paid_first(choice: Any) -> Any:
    """The use of a choice, paid with the first of what may be given up for it."""
    holes = [hole for hole in choice.template.holes if hole.name == "spent"]
    return replace(choice.event, spent=holes[0].options[0].value) if holes else choice.event


def kind_of(action: Action) -> str:
    """The word of the log for a action; the card itself that goes to a neighbour's hand is no loot."""
    return "to_hand" if (action.verb, action.whom) == ("loot", "left") else SAME_KIND.get(action.verb, action.verb)


UNNUMBERED = ("fill_slot", "flush_shop")
"""Verbs that say a number of cards, and not how much."""
SAME_KIND = {
    "become_soul": "soul", "vacate": "flush_monster", "bury": "flush_monster", "bury_shop": "flush_shop",
    "reroll_items": "reroll_item", "fill_discarded": "fill_slot", "fill_event": "fill_slot",
    "recharge_character": "recharge", "double_rewards": "rewards", "shield_once": "shield", "more_loot": "lasting",
    "next_death": "lasting", "lose_item": "destroy",
}  # fmt: skip
"""Words of the log for which the list has another.

What an item that was destroyed to use it becomes is a soul all the same.
"""


def wishes(actions: Iterable[Action], accepts: bool) -> Iterable[Action]:
    """The actions that are carried out, without what only shows something."""
    for action in actions:
        if action.verb == "may":
            yield from wishes(action.inner if accepts else (), accepts)
        elif action.verb == "if" or (action.verb == "until_end" and not action.ability):
            yield from wishes(action.inner, accepts)
        elif action.verb == "until_end":
            yield Action("lasting", action.amount)
        elif action.verb not in ("peek", "look", "say"):
            yield action


def _is_number(actions: list[Action], kind: str) -> bool:
    return any(
        action.verb == kind and action.verb not in UNNUMBERED and action.amount.lstrip("-").isdigit()
        for action in actions
    )
