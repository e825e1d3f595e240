"""Relevance of the order of simultaneous triggers, tried out by play (FS-36, FS-37)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, permutations, zip_longest

from rules import stack
from rules.engine import Dice, Event, Pick, Records, Template, advance, at, prompt
from rules.engine.record import replace
from rules.engine.step import apply_answer
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.events import Passed
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import abilities_of_item
from rules.four_souls.model.monster_abilities import abilities_of
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.triggers.item_triggers import OWNER_DECIDES
from rules.four_souls.vocabulary.effect_memory import rolling_card, trigger_effects

from .priority import priority, put_waiting_on_stack, window

MAX_ANSWERS = 300
"""Number of answers, passes aside, after which the order is asked without trying the rest."""
MAX_PERMUTED_ITEMS = 3
"""Number of items up to which every order is tried; of more, those of every pair."""
TRIED = at(priority, "tried")
"""Last question of an order that is tried out."""
SAMPLE_MONSTER = "clotty"
"""Monster that is turned up as an order is tried: nobody knows which one it will be."""
Settle = Callable[[FourSouls], FourSouls]
End = tuple[tuple[str, ...], FourSouls]
"""A state that can be reached, after the answers that lead there."""
Ends = dict[tuple[str, ...], FourSouls]


def is_order_relevant(s: FourSouls, items: tuple[Item, ...], settle: Settle) -> bool:
    """Return whether different orders lead to different states, for any answers and dice.

    Those of several deaths do, of refills out of a deck that nobody knows, and of items whose effects only the table
    knows. While an order is tried, what triggers in turn comes as it is listed.
    """
    if len(items) < 2 or any(step.args == TRIED.args for step in s.agenda):
        return False
    if sum(item.kind != "triggered" or _is_untold(s, item) for item in items) > 1:
        return True
    groups = (items,) if len(items) <= MAX_PERMUTED_ITEMS else combinations(items, 2)
    return any(Trial(s, group, settle).is_order_relevant() for group in groups)


def _is_untold(s: FourSouls, item: Item) -> bool:
    """Return whether the table says what the item does as it resolves, and no card does."""
    found = s.find_owned_item(item.source)
    return item.why == OWNER_DECIDES and found is not None and not trigger_effects(found[1], item.ability)


@dataclass
class Trial:
    """Orders of some items, tried out.

    Play goes on with every answer until all of them have resolved; nobody responds.
    """

    state: FourSouls
    items: tuple[Item, ...]
    settle: Settle
    answers_left: int = MAX_ANSWERS
    ids_beneath: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        self.ids_beneath = frozenset(item.id for item in self.state.stack.items)

    def is_order_relevant(self) -> bool:
        """Return whether two orders have different ends, or more ends than are tried.

        The orders are played side by side, so that the first difference saves the rest.
        """
        orders = tuple(permutations(self.items))
        known: tuple[Ends, ...] = tuple({} for _ in orders)
        for ends in zip_longest(*map(self._ends_of, orders)):
            for own, end in zip(known, ends, strict=True):
                if end is None or end[0] in own:
                    continue
                answers, own[end[0]] = end
                if any(other.get(answers, own[answers]) != own[answers] for other in known):
                    return True
        return self.answers_left < 0 or any(own.keys() != known[0].keys() for own in known)

    def _ends_of(self, order: tuple[Item, ...]) -> Iterator[End]:
        s = replace(self.state, agenda=(at(window, "between"), TRIED), waiting=self.items, notes=())
        s = put_waiting_on_stack(s, order)
        yield from self._play_on(self._advance(self.settle(s)), ())

    def _play_on(self, s: FourSouls, given: tuple[str, ...]) -> Iterator[End]:
        """Yield every end that can be reached, with the answers to it.

        Each question's last answer comes first. Of several ends after the same answers, the first counts.
        """
        events = self._answers(s) if s.outcome is None else ()
        if not events:
            yield tuple(sorted(given)), self._comparable(s)
        for event in reversed(events):
            self.answers_left -= not isinstance(event, Passed)
            if self.answers_left < 0:
                return
            after = apply_answer(self.settle, s, event)
            told = given if isinstance(event, Passed) else (*given, f"{s.agenda[0].name} {event}")
            yield from self._play_on(self._advance(after), told)

    def _advance(self, s: FourSouls) -> FourSouls:
        """Play on to the next question; what waits comes before the last one."""
        return advance(self.settle, self.settle(advance(self.settle, s)))

    def _answers(self, s: FourSouls) -> tuple[Event, ...]:
        """Return the answers to the present question; none where the items have resolved."""
        if not s.agenda:
            return ()
        if s.agenda[0].name != TRIED.name:
            question = prompt(s)
            choices = question.choices if question else ()
            return tuple(event for choice in choices for event in _events(choice.template, _faces(s)))
        top = s.stack.top
        if top is None or self.ids_beneath.issuperset(item.id for item in s.stack.items):
            return ()
        return (Passed(stack.seats_to_pass(s.stack, len(s.seats)), top.id),)

    def _comparable(self, s: FourSouls) -> FourSouls:
        """Return the state without what only says in which order things happened."""
        known, lying = self.state.numbered, {monster.id for monster in (*s.all_monsters, *s.beside)}

        def plain(item: Owned) -> Owned:
            return item if item.id <= known else replace(item, id=0)

        players = tuple(
            replace(player, items=tuple(sorted(map(plain, player.items), key=repr)), before=0) for player in s.players
        )
        return replace(
            s,
            players=players,
            slots=tuple(m if m is None or m.id <= known else replace(m, id=0) for m in s.slots),
            boosts=tuple(sorted((b for b in s.boosts if b.target.kind != "monster" or b.target.id in lying), key=repr)),
            rolled=tuple(sorted(s.rolled)),
            last_roll=s.last_roll if _is_any_repeated(s) else (),
            numbered=0,
            asked=0,
            notes=(),
            agenda=tuple(step for step in s.agenda[:1] if step.name != TRIED.name),
            stack=stack.give_priority(s.stack, s.active),
            by_hand=frozenset(),
        )


def _is_any_repeated(s: FourSouls) -> bool:
    """Return whether an item in play looks at the number of the roll before."""
    items = (item for player in s.players for item in player.items)
    return any(ability.is_repeated for item in items for ability in abilities_of_item(item).triggers)


def _faces(s: FourSouls) -> tuple[int, ...]:
    """Return the numbers of the die that is asked for, of those that do the same only the first."""
    step, every = s.agenda[0], tuple(range(1, 7))
    if step.args[:1] != ("card",) or _is_any_face_watched(s):
        return every
    _, does = rolling_card(s, int(step.args[1]), str(step.args[3]))
    groups = {tuple(way for number, way in does.by_die if number == face): face for face in reversed(every)}
    return tuple(sorted(groups.values())) if does.by_die else every


def _is_any_face_watched(s: FourSouls) -> bool:
    items = (item for player in s.players for item in player.items)
    watches = any(ability.when in ("roll", "rolled") for item in items for ability in abilities_of_item(item).triggers)
    cards = (ability for monster in s.monsters for ability in abilities_of(monster.card.id))
    rolled = any(ability.when in ("roll", "active-roll") for ability in cards)
    return watches or rolled or any(boost.what == "lasting" for boost in s.boosts)


def _events(template: Template, faces: tuple[int, ...]) -> tuple[Event, ...]:
    """Return the answers of a choice: each of the numbers, each option.

    None that people state by hand.
    """
    match template.holes:
        case ():
            return (template.value,)
        case (Dice(name=name),):
            return tuple(replace(template.value, **{name: (face,)}) for face in faces)
        case (Pick(name=name, options=options),):
            return tuple(replace(template.value, **{name: option.value}) for option in options)
        case (Records(name=name, catalogue="monsters"),):
            return (replace(template.value, **{name: (monsters()[SAMPLE_MONSTER],)}),)
    return ()
