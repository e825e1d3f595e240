"""What a card does on the small table: the notation carried out action by action, with the choices of a plan."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from .actions import carry_out
from .notation import CONDITION, Ability, Action, CardText, Head, UnreadableError, walk
from .table_model import TableModel
from .targets import legal_targets

CHOSEN = (
    "player", "other", "body", "monster", "item", "other_item", "own_item", "most_souls", "most_cents", "any_item",
    "slot", "monster_or_room", "curse", "other_body",
)  # fmt: skip
"""Words that somebody chooses among what fits."""
PASSIVES = (
    "attack", "health", "rolls", "evasion", "loot_play", "unhurt", "price", "peek", "keeps", "attacks", "no_recharge",
)  # fmt: skip
"""What an item does as long as it is in play, as far as this reading follows it."""
ONCE = {"next": "roll", "it": "prevented"}
"""Moments that come once, and what happens then."""
ASKED = ("n", "takers", "found")
"""Amounts that a player says as it happens."""
SAID = 2
"""The number that is said."""
ANY_NUMBER = 99
"""As many as one likes."""
FIRST = ("first attack roll of a turn", "first roll of a turn")

COUNTED_FROM = {"up_to_theirs": "player", "their_hand": "other"}
"""Amounts that are counted of somebody whom the list names in its column of targets alone."""

COPIES = ("not eternal, for good", "passive, not eternal, until end", "eternal, without being it, for good")
"""Copies of an item in play, by the limit of what may be copied."""
EACH_OF = {"each_item_of_player": "player", "items_of_player": "player"}
"""Groups that belong to somebody who is chosen."""


@dataclass(frozen=True)
class Plan:
    """What is chosen: the way, a target for each action that needs one, whether a may is taken, and the dice."""

    way: int = 0
    aims: tuple[str, ...] = ()
    accepts: bool = True
    faces: tuple[int, ...] = ()


@dataclass
class Reading:
    """A card in play on a table, or played and gone; ``me`` is whose it is.

    ``on_roll`` are changes to the die that lies on the stack: the number that it shows now is ``die``.
    """

    table: TableModel
    card: str
    text: CardText
    me: str = "Ana"
    aim_word: str = ""
    note: str = ""
    plan: Plan = Plan()
    die: int = 0
    die_of: str = ""
    used: set[int] = field(default_factory=set)
    dice_left: list[int] = field(default_factory=list)
    asked_faces: int = 0
    acted: bool = False
    said: list[str] = field(default_factory=list)
    rerolled: int = 0
    timed: list[tuple[Ability, Mapping[str, str]]] = field(default_factory=list)
    cancels: list[str] = field(default_factory=list)
    in_loot_step: bool = False
    slots: dict[str, int] = field(default_factory=dict)
    moment: str = ""
    last_roll: tuple[str, int] = ("", 0)

    pending: int = 0
    kept: int = 0
    prevented: bool = False
    said_number: int = 2
    said_face: int = 0
    factor: int = 1
    """What combat damage on the stack is multiplied with."""
    about: str = ""
    """Whom an ability until the turn ends concerns."""

    def __post_init__(self) -> None:
        actions = (action for ability in self.text.abilities for way in ability.ways for action in walk(way))
        if any(action.verb == "copy" and action.limit not in COPIES for action in actions):
            raise UnreadableError("copy")
        if any(ability.head.kind.startswith("would_") for ability in self.text.abilities):
            self.table.would = self.before

    def before(self, kind: str, who: str, count: int, is_combat: bool) -> int:
        """What becomes of damage, a gain or a death before it happens."""
        self.pending, self.prevented = count, False
        kind, _, of = kind.partition(":")
        what = {"treasures": "treasure"}.get(of, of)
        for number, ability in enumerate(self.text.abilities):
            head = ability.head
            if head.kind != f"would_{kind}" or head.of != what or not self._concerns(head, who, 0):
                continue
            excepted = {"not combat": is_combat, "not in the loot step": self.in_loot_step}
            if any(excepted.get(word) for word in head.words):
                continue
            if all(map(self.holds, head.conditions)):
                self.used.add(number)
                self.acts(ability, 0, who, self.pending)
        for ability, given in tuple(self.timed):
            if (ability.head.kind, ability.head.of) == (f"would_{kind}", what) and given.get("player") == who:
                if kind == "die":
                    self.timed.remove((ability, given))
                self.acts(ability, 0, who, self.pending, given)
        return 0 if self.prevented else self.pending

    # --- plans -----------------------------------------------------------------------------------------------------

    def plans(self, ability: Ability) -> Iterator[Plan]:
        """Every way with every face, and each target once."""
        for number, way in enumerate(ability.ways):
            dice = [action for action in way if action.verb == "roll"]
            faces = [(face,) * dice[0].times for face in range(1, 7)] if dice else [()]
            may = any(action.verb == "may" for action in walk(way))
            for face in faces:
                words = self.aimed(self.done(way, face))
                found = [self.legal(word, action) for word, action in words]
                if len(way) == 1 and len(ability.ways) > 1 and [] in found:
                    continue  # it cannot be played in that way
                options = [names or [""] for names in found]
                for accepts in (True, False) if may else (True,):
                    yield from (Plan(number, aims, accepts, face) for aims in _spread(options))

    def done(self, way: tuple[Action, ...], face: tuple[int, ...]) -> tuple[Action, ...]:
        """The actions of a way in their order, with those of that face in place of the roll."""
        found: list[Action] = []
        for action in way:
            if action.verb == "roll":
                for one in face:
                    found += action.on_face(one)
                    found += action.inner if action.limit and one < self.counted("counters") else ()
            else:
                found.append(action)
        return tuple(found)

    def aimed(self, actions: tuple[Action, ...]) -> list[tuple[str, Action]]:
        """The words for which a target is chosen: the same word of another action means the same one."""
        found: list[tuple[str, Action]] = []
        for action in self._flat(actions):
            if action.limit.startswith("an event"):
                continue  # it is played, and lies nowhere
            if action.verb == "until_end" and action.ability:
                found += self._aimed_later(action, action.ability, found)
                continue
            word = self.word(action.whom)
            known = [verb.verb for other, verb in found if other == word]
            if word in CHOSEN and (not known or action.verb in known):
                found.append((word, action))
            if self.word(action.to) in CHOSEN and action.to != action.whom:
                found.append((self.word(action.to), action))
            counted = COUNTED_FROM.get(action.amount or "", "") or EACH_OF.get(action.whom, "")
            if counted and counted not in [word for word, _ in found]:
                found.append((counted, action))
        return found

    def _aimed_later(
        self, action: Action, ability: Ability, known: list[tuple[str, Action]]
    ) -> list[tuple[str, Action]]:
        """The targets of what acts until the turn ends: whom it concerns, or what it will hit as it prevents."""
        if "player" in ability.head.words and "player" not in [word for word, _ in known]:
            return [("player", action)]
        return self.aimed(ability.ways[0]) if ability.head.kind == "it" else []

    def _flat(self, actions: tuple[Action, ...]) -> Iterator[Action]:
        for action in actions:
            if action.verb in ("may", "if") or (action.verb == "until_end" and not action.ability):
                yield from self._flat(action.inner)
            else:
                yield action

    def word(self, word: str) -> str:
        """The word for whom, by the list's column of targets where that says more."""
        return self.aim_word if self.aim_word and word == "player" else word

    def legal(self, word: str, action: Action) -> list[str]:
        """Whom or what that word may mean now."""
        return legal_targets(self.table, self.me, self.card, self.note, word, action)

    # --- moments ---------------------------------------------------------------------------------------------------

    def happens(self, kind: str, who: str = "", face: int = 0, amount: int = 0, of: str = "") -> bool:
        """Let the card react to a moment; return whether it did."""
        reacted = False
        for number, ability in enumerate(self.text.abilities):
            head = ability.head
            if head.kind != kind or head.of != of or not self._concerns(head, who, face):
                continue
            if head.is_limited and number in self.used:
                continue
            if all(map(self.holds, head.conditions)):
                self.used.add(number)
                self.acts(ability, face, who, amount)
                reacted = True
        for ability, given in tuple(self.timed):
            if self._is_due(ability.head, given, kind, who, face):
                if ability.head.kind in ONCE:
                    self.timed.remove((ability, given))
                self.acts(ability, face, who, amount, given)
                reacted = True
        if kind == "roll":
            self.last_roll = (who, face)
        return reacted

    def _is_due(self, head: Head, given: Mapping[str, str], kind: str, who: str, face: int) -> bool:
        """Whether what acts until the turn ends acts at that moment."""
        if "player" in head.words and given.get("player") != who:
            return False
        faces = (self.said_face,) if head.kind == "next" else head.faces
        return ONCE.get(head.kind, head.kind) == kind and (not faces or face in faces)

    def _concerns(self, head: Head, who: str, face: int) -> bool:
        if self.table.owner(self.card) != self.me:
            return False
        if (head.whose == "mine" and who != self.me) or (head.whose == "others" and who == self.me):
            return False
        if "same_as_last" in head.words and self.last_roll != (who, face):
            return False
        return not head.faces or face in head.faces

    def holds(self, condition: str) -> bool:
        """Whether a condition of the notation holds."""
        if condition in ("my_turn", "their_turn"):
            return self.table.active == (self.me if condition == "my_turn" else self.about)
        found = CONDITION.match(condition)
        if not found:
            raise UnreadableError(condition)
        left, right = self.counted(found["what"]), self.counted(found["than"])
        return {
            "=": left == right, "<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right
        }[found["sign"]]  # fmt: skip

    def counted(self, word: str, who: str = "") -> int:
        """A number, or what a word counts now."""
        if re.fullmatch(r"-?\d+", word):
            return int(word)
        table, person = self.table, self.table.people[self.me]
        thing = table.thing(self.card)
        match word:
            case "any":
                return ANY_NUMBER - 1  # besides the one that there is
            case "hand":
                return person.loot
            case "mine" | "souls":
                return person.souls
            case "fewest_souls":
                return min(other.souls for other in table.people.values())
            case "players":
                return len(table.people)
            case "cents":
                return person.cents
            case "counters":
                return thing.counters if thing else 0
            case "their_hand":
                return table.people[who].loot
            case "as_many_as_they_have":
                return table.people[who].cents
            case "monster_slots+hand":
                return len(table.monsters) + person.loot
            case "most_souls-mine" | "mine-most_souls":
                most = max(other.souls for other in table.people.values())
                return (most - person.souls) * (1 if word.startswith("most") else -1)
        raise UnreadableError(f"amount {word}")

    def inherits(self, dead: str, lost: Mapping[str, int]) -> None:
        """Gain what another player lost for a death, if the card says so."""
        heads = [ability.head for ability in self.text.abilities]
        if dead != self.me and any((head.kind, head.whose) == ("penalty", "others") for head in heads):
            for what, count in lost.items():
                self.table.gain(self.me, what, count)

    # --- what holds as long as the item is in play ------------------------------------------------------------------

    def passive(self, verb: str, *limits: str, owner: str = "") -> int:
        """The sum of what the item adds to a number now, by the limits that are given."""
        return sum(self.counted(action.amount) for action in self.passives(verb, owner) if action.limit in limits)

    def passives(self, verb: str, owner: str = "") -> Iterator[Action]:
        """What the item does to that number as long as ``owner``, or who had it first, has it, under its condition."""
        if self.table.owner(self.card) != (owner or self.me):
            return
        for ability in self.text.abilities:
            if ability.head.kind == "always" and all(map(self.holds, ability.head.conditions)):
                for action in ability.ways[0]:
                    if action.verb not in PASSIVES:
                        raise UnreadableError(f"always {action.verb}")
                    if action.verb == verb:
                        yield action

    # --- actions -----------------------------------------------------------------------------------------------------

    def acts(
        self, ability: Ability, face: int = 0, who: str = "", amount: int = 0, given: Mapping[str, str] | None = None
    ) -> None:
        """Carry out one way of an ability; ``given`` is what was chosen for it before."""
        self.about = (given or {}).get("player", "")
        self.acted = True
        self.moment = ability.head.kind
        way = ability.ways[min(self.plan.way, len(ability.ways) - 1)]
        actions = self.done(way, self.plan.faces)
        words = self.aimed(actions)
        pairs = list(zip(words, self.plan.aims, strict=False))
        own = [(action, aim) for (word, action), aim in pairs if word == self.word(action.whom)]
        aims = {id(action): aim for action, aim in own if action.amount not in COUNTED_FROM}
        by_word = {word: aim for (word, _), aim in reversed(list(zip(words, self.plan.aims, strict=False)))}
        context = {"who": who, "amount": str(amount), "attacked": self.table.attacked, **by_word}
        item = next((aim for (word, _), aim in pairs if word in ("item", "other_item") and aim), "")
        context |= dict.fromkeys(("controller", "its_player"), self.table.owner(item))
        context |= {"player": self.about} if self.about else {}
        for action in actions:
            self._do(action, aims, context)

    def _do(self, action: Action, aims: Mapping[int, str], context: Mapping[str, str]) -> None:
        match action.verb:
            case "may":
                if self.plan.accepts:
                    for inner in action.inner:
                        self._do(inner, aims, context)
            case "if":
                chosen = action.inner if all(map(self.holds, action.conditions)) else action.otherwise
                for inner in chosen:
                    self._do(inner, aims, context)
            case "peek" | "look":
                pass
            case "fill_slot" if action.limit.startswith("an event"):
                pass
            case "say":
                self.said_face = int(action.amount)
            case "until_end" if action.ability is not None:
                self.timed.append((action.ability, dict(context)))
                self.table.would = self.before
            case "until_end":
                for inner in action.inner:
                    self._do(inner, aims, context)
            case _:
                for whom in self._whom(action, aims, context):
                    carry_out(self, action, whom, self._amount(action, whom, context), context)

    def _whom(self, action: Action, aims: Mapping[int, str], context: Mapping[str, str]) -> list[str]:
        word, table = self.word(action.whom), self.table
        if id(action) in aims:
            return [aims[id(action)]] if aims[id(action)] else []
        if word in context:
            return [context[word]] if context[word] else []
        match word:
            case "" | "me" | "roll" | "death" | "blow":
                return [self.me if word in ("", "me") else word]
            case "everyone":
                return table.in_turn_order(table.active)
            case "others":
                spared = (self.me, context["who"] if action.limit == "but that player" else "")
                return [who for who in table.in_turn_order(table.active) if who not in spared]
            case "monsters":
                return list(table.monsters)
            case "monster_deck":
                return [word]
            case "left":
                return [table.left_of(self.me)]
            case "this":
                return [self.card]
            case "roller":
                return [self.die_of]
            case "activated,paid,loot" | "activated,paid":
                return [word]
            case "same":
                return [aim for aim in list(aims.values())[:1] if aim]
            case "character":
                return ["character"]
            case "shop_item":
                return ["shop"]
            case "each_own_item":
                own = [card for card, thing in table.people[self.me].things.items() if not thing.eternal]
                return own + [self.me] * (table.people[self.me].treasures - len(own))
            case "items_of_player":
                return [context["player"]]
            case "each_monster_not_attacked" | "other_monsters":
                return table.idle()
            case "each_item_of_player":
                things = table.people[context["player"]].things
                return [card for card, thing in things.items() if not thing.eternal]
        raise UnreadableError(f"whom {word}")

    def _asked(self, action: Action) -> int:
        """The number that a player says: two, or as many as there are."""
        if action.amount.startswith("-"):
            self.said_number = min(SAID, self.table.people[self.me].loot)
        return self.said_number

    def _amount(self, action: Action, whom: str, context: Mapping[str, str]) -> int:
        text = action.amount or (str(ANY_NUMBER) if action.verb == "shield_once" else "1")
        if action.verb in ("fill_slot", "flush_shop"):
            return 1
        if text == "any" and action.verb == "loot_play":
            return ANY_NUMBER
        if text.removeprefix("-") in ASKED:
            return self._asked(action) * (-1 if text.startswith("-") else 1)
        if text in ("dealt", "as_many", "as_many_more"):
            return int(context["amount"])
        if text == "-dealt":
            return -int(context["amount"])
        if text == "-all":
            held = {"cents": "cents", "soul": "souls"}.get(action.verb)
            return -(getattr(self.table.people[whom], held) if held else self.counted("counters"))
        if text == "up_to_theirs":
            theirs, mine = self.table.people[context["player"]], self.table.people[self.me]
            return max(0, getattr(theirs, action.verb) - getattr(mine, action.verb))
        if text == "their_hand":
            return self.counted(text, context["other"])
        if text == "1..6":
            return 0
        bounds = re.fullmatch(r"within (\d+)-(\d+)", action.limit)
        if bounds and action.verb == "loot":
            held, left = self.table.people[whom].loot, self.table.people[whom].loot - self.counted(text[1:])
            return max(int(bounds[1]), min(int(bounds[2]), left)) - held
        if re.fullmatch(r"-[a-z]\w*", text):
            return -self.counted(text[1:], whom)
        return self.counted(text, whom)


def _spread(options: list[list[str]]) -> Iterator[tuple[str, ...]]:
    """Each option of each target at least once; all combinations only where there are few."""
    if len(options) <= 1:
        yield from product(*options)
        return
    longest = max(map(len, options))
    seen = set()
    for k in range(longest):
        aims = tuple(option[(k + at) % len(option)] for at, option in enumerate(options))
        if aims not in seen:
            seen.add(aims)
            yield aims
