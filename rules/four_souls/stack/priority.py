"""Priority windows: who may act now and what may be put on the stack (FS-24 … FS-35)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce

from rules import stack
from rules.engine import (
    Choice,
    Displayable,
    Event,
    Prompt,
    Records,
    Seats,
    Step,
    Template,
    Text,
    asks,
    at,
    auto,
    carries,
    has_silences,
    is_silenced,
    then,
)
from rules.engine.record import replace
from rules.four_souls.board.purchase import can_buy, declare_purchase, has_price, purchase_choices
from rules.four_souls.combat.attack import (
    attack_choices,
    attacks_left,
    can_attack,
    declare_attack,
    is_attack_forced,
    next_attack_roll,
)
from rules.four_souls.model.catalogue import RULEBOOK
from rules.four_souls.model.events import Attacked, Bought, Ordered, Passed, Played
from rules.four_souls.model.stack_item import REFILL_KINDS, Item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.triggers.targeting import put_on_stack
from rules.four_souls.triggers.trigger import fire_survival, fire_would_die
from rules.four_souls.vocabulary.card_names import (
    display_name,
    item_name,
    join_texts,
    named_in_sentence,
    shop_name,
    target_name,
)
from rules.four_souls.vocabulary.consequence_text import brief_text, describe_consequence, is_own
from rules.four_souls.vocabulary.effect_templates import make_effects_hole
from rules.four_souls.vocabulary.silence_subjects import subjects
from rules.four_souls.vocabulary.skipped_priority import is_skipped, skip_priority

from .play_options import declare_play, play_choices, trigger_choice
from .resolve import resolve_top

PHASE_NAMES = {
    "setup": Text("Set-up"),
    "start": Text("Start of turn"),
    "action": Text("Action"),
    "end": Text("End of turn"),
}

NEXT_STEP_TEXTS = {
    "recharge": Text("the turn begins"),
    "loot_1": Text("Loot 1 goes on the stack"),
    "action_phase": Text("the action phase begins"),
    "end_effects": Text("the end phase begins"),
}
"""What follows when everybody has passed over an empty stack, by the step that comes next."""
SKIPPED_AT_END = ("loot_1", "action_phase")
"""Steps that a turn which ends leaves out."""


ORDER_WAITING = Step("four_souls.order_waiting")
"""Step that puts on the stack what waits for it, and asks for the order where it matters."""


@auto("FS-28", "FS-33", "FS-53", idle=True)
def window(s: FourSouls, phase: str) -> FourSouls:
    """Put waiting triggers on the stack, then give priority.

    An ended turn only empties the stack.
    """
    if next_waiting_items(s):
        return then(s, ORDER_WAITING, at(window, phase))
    only_empties = phase == "between" or (s.ending and phase != "end")
    if only_empties and not s.stack.items:
        return s
    if s.combat and not s.stack.items and s.ruling("FS-A25") == "straight":
        return then(RULEBOOK.note_ruling(s, "FS-A25", "FS-68"), next_attack_roll(s), at(window, phase))
    s = skip_priority(s)
    if stack.seats_to_pass(s.stack, len(s.seats)):
        return then(s, at(priority, phase))
    return _finish_window(replace(s, stack=stack.give_priority(s.stack, s.active), more=False), phase)


@carries("FS-36", "FS-37")
def next_waiting_items(s: FourSouls) -> tuple[Item, ...]:
    """Return the items that go on the stack next.

    Monsters' effects come first, then the players' by turn order from the active player, then refills. These go there
    one by one, the first slot first, unless every window is played.
    """
    if not s.waiting:
        return ()
    ready = tuple(item for item in s.waiting if not (_are_refills_deferred(s) and item.kind in REFILL_KINDS))
    groups = sorted({_group(s, item) for item in ready})
    items = tuple(item for item in ready if _group(s, item) == groups[0])
    return items if s.depth == "every" or not _are_refills(items) else items[:1]


def _are_refills(items: tuple[Item, ...]) -> bool:
    return all(item.kind in REFILL_KINDS for item in items)


def _are_refills_deferred(s: FourSouls) -> bool:
    """Return whether refills of an ended turn wait until the end phase opens (FS-91, FS-A23)."""
    return s.ending and s.phase != "end"


def _is_order_ruled(s: FourSouls) -> bool:
    """Return whether monsters' and players' effects wait together, so that a ruling orders them."""
    monsters = {_is_of_monster(item) for item in s.waiting if item.kind not in REFILL_KINDS}
    return len(monsters) > 1


def _is_of_monster(item: Item) -> bool:
    return item.kind == "monster_death" or item.card is not None


def _group(s: FourSouls, item: Item) -> int:
    late = s.ruling("FS-A11") == "monster_first"
    if _is_of_monster(item):
        return len(s.seats) + 1 if late else -1
    if item.kind in REFILL_KINDS:
        return len(s.seats)
    return s.seats_from(s.active).index(item.seat)


@carries("FS-31", "FS-36")
def put_waiting_on_stack(s: FourSouls, items: tuple[Item, ...]) -> FourSouls:
    """Put the items on the stack, the first one deepest; the active player gets priority."""
    if _is_order_ruled(s):
        s = RULEBOOK.note_ruling(s, "FS-A11", "FS-36")
    s = replace(s, waiting=tuple(item for item in s.waiting if item not in items))
    for item in items:
        s = put_on_stack(s, item)
        s = fire_would_die(s, item.seat) if item.kind == "player_death" else s
        s = fire_survival(s, item) if item.kind == "monster_death" else s
    return s


def order_prompt(s: FourSouls) -> Prompt:
    """Ask in which order simultaneous effects resolve; of two, which one resolves first.

    The active player decides for monsters and for refills (FS-37), else the owner. As listed the first slot is filled
    first. Of more than two each answer names the one that resolves last, and the rest are asked about again.
    """
    items, rule = next_waiting_items(s), "FS-36"
    if _are_refills(items):
        items, rule = items[::-1], "FS-37"
    owner = s.active if items[0].card or items[0].kind == "monster_death" else items[0].seat
    title, choices = _which_first(s, items) if len(items) == 2 else _which_last(s, items)
    return Prompt((owner,), title, rule, choices, phase=PHASE_NAMES[s.phase])


def items_to_order(s: FourSouls) -> tuple[Item, ...]:
    """Return the items whose order is asked now; none while another question is."""
    is_asked = bool(s.agenda) and s.agenda[0].name == at(order_together).name
    return next_waiting_items(s) if is_asked else ()


def _which_first(s: FourSouls, items: tuple[Item, ...]) -> tuple[Text, tuple[Choice, ...]]:
    deep, top = items
    answers = [_first_choice(s, first, ids) for first, ids in ((top, (deep.id, top.id)), (deep, (top.id,)))]
    title = Text("Two things happen at once. Which resolves first?")
    return title, (replace(answers[0], role="default"), answers[1])


def _first_choice(s: FourSouls, first: Item, ids: tuple[int, ...]) -> Choice:
    """Return the answer that this one resolves first: what it does, with whose card it is."""
    name, does = named_in_sentence(s, first), describe_consequence(s, first)
    if first.kind == "triggered" and does is not None:
        return Choice(Text("First: {effects} ({item})", effects=does, item=name), Template(Ordered(ids)))
    return Choice(Text("First: {item}", item=name), Template(Ordered(ids)), does)


def _which_last(s: FourSouls, items: tuple[Item, ...]) -> tuple[Text, tuple[Choice, ...]]:
    """Return the question about more items: all of them as listed, or which one resolves last."""
    listed = Text("{items}", items=join_texts([named_in_sentence(s, item) for item in reversed(items)]))
    return Text("Several things happen at once: which resolves last?"), (
        Choice(Text("In this order"), Template(Ordered(tuple(item.id for item in items))), listed, "default"),
        *(
            Choice(
                Text("{item}", item=item_name(s, item)), Template(Ordered((item.id,))), describe_consequence(s, item)
            )
            for item in items
        ),
    )


@asks("FS-36", "FS-37", prompt=order_prompt)
def order_together(s: FourSouls, event: Ordered) -> FourSouls:
    """Put the chosen items on the stack; the window asks again about the rest."""
    return put_waiting_on_stack(s, tuple(item for id in event.items for item in s.waiting if item.id == id))


# --- prompt ------------------------------------------------------------------------------------------------------


def priority_prompt(s: FourSouls, phase: str) -> Prompt:
    """Ask for responses to the top of the stack; over an empty stack, for the holder's actions."""
    return _priority_question(s, _plays(s, stack.seats_to_pass(s.stack, len(s.seats))))


def priority_outline(s: FourSouls, phase: str) -> Prompt:
    """Ask the same without plays.

    In a window there are none, else only triggered effects, which stand for all.
    """
    seats = stack.seats_to_pass(s.stack, len(s.seats))
    return _priority_question(s, _triggers(s, seats, make_effects_hole(s)) if has_open_actions(s) else ())


def _priority_question(s: FourSouls, plays: Iterable[Choice]) -> Prompt:
    top, holder = s.stack.top, s.stack.holder
    seats = stack.seats_to_pass(s.stack, len(s.seats))
    choices = (*attack_choices(s), *_purchases(s), *_pass_choices(s, seats), *plays)
    if top is not None:
        phase_name, allowed = PHASE_NAMES[s.phase], Text("responses only")
        stake, about = describe_consequence(s, top), subjects(seats, top)
        question = response_question(s, top)
        return Prompt((holder,), question, "FS-32", choices, stake, phase_name, allowed, seats, about)
    window = () if has_open_actions(s) else seats
    return Prompt(
        (holder,), _empty_title(s), _empty_rule(s), choices, None, PHASE_NAMES[s.phase], _allowed_text(s), window
    )


def _plays(s: FourSouls, seats: tuple[int, ...], played: Played | None = None) -> Iterator[Choice]:
    """Yield the choices that put something on the stack; ``seats`` have not passed yet.

    With a play only those of its seat and kind.
    """
    effects_hole, kind = make_effects_hole(s), played.kind if played else ""
    for seat in seats_that_may_play(s):
        if played is None or played.seat == seat:
            yield from play_choices(s, seat, effects_hole, kind)
    if kind in ("", "triggered"):
        yield from _triggers(s, seats, effects_hole)


def _triggers(s: FourSouls, seats: tuple[int, ...], effects_hole: Records) -> Iterator[Choice]:
    """Yield the triggered effects of those ``seats``, and of those that were skipped."""
    for seat in range(len(s.seats)):
        if seat in seats or is_skipped(s, seat):
            yield trigger_choice(s, seat, effects_hole)


def _purchases(s: FourSouls) -> tuple[Choice, ...]:
    return purchase_choices(s) if not is_attack_forced(s) else ()


def priority_choices(s: FourSouls, event: Event, phase: str) -> Iterable[Choice]:
    """Return the choices of the prompt that such an event may be among."""
    seats = stack.seats_to_pass(s.stack, len(s.seats))
    match event:
        case Attacked():
            return attack_choices(s)
        case Bought():
            return _purchases(s)
        case Passed():
            return _pass_choices(s, seats)
        case Played():
            return _plays(s, seats, event)
    return ()


@carries("FS-28", "FS-77")
def seats_that_may_play(s: FourSouls) -> tuple[int, ...]:
    """Return the seats that may play an effect now: none before a forced attack.

    With every window that is whoever has priority; otherwise all who have not passed, and those before them pass by it.
    """
    if is_attack_forced(s):
        return ()
    seats = stack.seats_to_pass(s.stack, len(s.seats))
    return seats[:1] if s.depth == "every" else seats


def has_open_actions(s: FourSouls) -> bool:
    """Return whether the active player still has the actions and has not passed (FS-44)."""
    over_nothing = s.phase == "action" and not s.stack.items and not s.combat
    return over_nothing and s.active not in s.stack.passed


def _allowed_text(s: FourSouls) -> Text:
    """Return the text of what may be done over an empty stack (FS-35).

    The active player may have attacks, purchases, which are told once they can be paid, and loot plays left; all others
    have only effects.
    """
    left = tuple(_actions_left(s))
    if not left:
        return Text("effects only")
    return Text("left: {what}", what=reduce(lambda first, last: Text("{first}, {then}", first=first, then=last), left))


def _actions_left(s: FourSouls) -> Iterator[Text]:
    if is_attack_forced(s):
        yield Text("{n} forced attack", "{n} forced attacks", n=s.forced)
        return
    if can_attack(s):
        yield Text("{n} attack", "{n} attacks", n=attacks_left(s))
    if can_buy(s) and has_price(s):
        yield Text("{n} purchase", "{n} purchases", n=s.purchases)
    has_actions = s.phase == "action" and s.stack.holder == s.active
    has_hand = s.players[s.active].loot > 0 or not s.is_counted("loot")
    if has_actions and has_hand and s.loot_plays > 0 and not is_attack_forced(s) and s.players[s.active].doom == "none":
        yield Text("{n} loot play", "{n} loot plays", n=s.loot_plays)


def _empty_title(s: FourSouls) -> Text:
    if s.combat:
        return Text("Before the next roll: does anybody do anything?")
    if s.phase == "action" and s.stack.holder == s.active and not s.stack.passed:
        return Text("What do you do?")
    return Text("Does anybody do anything?")


def _empty_rule(s: FourSouls) -> str:
    return "FS-68" if s.combat else "FS-44" if s.phase == "action" else "FS-39"


def _pass_choices(s: FourSouls, seats: tuple[int, ...]) -> Iterator[Choice]:
    """Yield the choices to pass: everybody, or only the holder (FS-32, FS-39)."""
    top = s.stack.top
    if is_attack_forced(s):
        return  # FS-77: the attack comes first
    if top is not None:
        follows = Text("{item} resolves", item=named_in_sentence(s, top))
        yield Choice(Text("No responses"), _pass_template(s, seats), follows, "default")
    elif s.combat:
        yield Choice(Text("Roll on"), _pass_template(s, seats), Text("The next attack roll"), "default")
    else:
        yield Choice(_leave_label(s), _pass_template(s, seats), _next_step_text(s), "exit")
    if len(seats) > 1:
        alone = Passed(seats[:1], top.id if top else 0, more=has_open_actions(s))
        yield Choice(Text("{who} passes", who=s.seats[seats[0]]), Template(alone), seat=seats[0], kind="pass")


def _next_step_text(s: FourSouls) -> Text:
    """Return what follows over an empty stack.

    Where all pass one by one, the active player may be asked again (FS-A2).
    """
    if s.more and s.active in s.stack.passed and s.ruling("FS-A2") != "literal":
        return Text("{who} is asked again", who=s.seats[s.active])
    names = (step.name.partition(".")[2] for step in s.agenda)
    due = (name for name in names if not (s.ending and name in SKIPPED_AT_END))
    return next((NEXT_STEP_TEXTS[name] for name in due if name in NEXT_STEP_TEXTS), Text("the turn ends"))


def _pass_template(s: FourSouls, seats: tuple[int, ...]) -> Template:
    """Return the template of a pass in any order (FS-32).

    The actions end when the active player passes (FS-A2).
    """
    over = s.stack.top.id if s.stack.top else 0
    if has_open_actions(s):
        return Template(Passed(seats, over), (Seats("seats", seats, _leave_label(s), _leave_label(s), (s.active,)),))
    return Template(Passed(seats, over), (Seats("seats", seats, Text("Pass"), Text("We pass")),))


def _leave_label(s: FourSouls) -> Text:
    return Text("End the turn") if s.phase != "start" else Text("On to the actions")


# --- answer ------------------------------------------------------------------------------------------------------


@asks(
    "FS-28",
    "FS-29",
    "FS-30",
    "FS-34",
    "FS-35",
    "FS-39",
    prompt=priority_prompt,
    simultaneous=True,
    choices=priority_choices,
    idle_answers=(Passed,),
    outline=priority_outline,
)
def priority(s: FourSouls, event: Event, phase: str) -> FourSouls:
    """Take a play or passes; resolve the top or end the step when all have passed.

    The step ends over an empty stack. While only passes come it is one question; a pass ahead of one's turn is void
    once anything is put on the stack.
    """
    match event:
        case Passed():
            return _take_pass(s, event, phase)
        case Attacked():
            return then(declare_attack(s, event), at(window, phase))
        case Bought():
            return then(declare_purchase(s, event), at(window, phase))
        case Played():
            return declare_play(then(s, at(window, phase)), event)
    raise TypeError(event)


def _take_pass(s: FourSouls, event: Passed, phase: str) -> FourSouls:
    more = event.more if s.active in event.seats else s.more
    top = s.stack.top
    about = subjects(event.seats, top) if top and has_silences(s) else ()
    silent = {one.seat for one in about if is_silenced(s, one)}
    by_hand = s.by_hand.difference(event.seats) if event.alone else s.by_hand.union(set(event.seats) - silent)
    after = stack.pass_priority(s.stack, event.seats, len(s.seats))
    if len(after.passed) < len(s.seats):
        agenda = (at(priority, phase), *s.agenda)
        return replace(s, stack=after, more=more, by_hand=by_hand, agenda=agenda)
    s = replace(s, stack=stack.give_priority(s.stack, s.active), more=False, by_hand=by_hand)
    return _end_or_ask_again(s, phase) if more else _finish_window(s, phase)


@carries("FS-39")
def _end_or_ask_again(s: FourSouls, phase: str) -> FourSouls:
    """End the actions after everybody passed one by one, or ask the active player again (FS-A2)."""
    s, how = RULEBOOK.apply_ruling(s, "FS-A2", "FS-39")
    return _finish_window(s, phase) if how == "literal" else then(s, at(window, phase))


def _finish_window(s: FourSouls, phase: str) -> FourSouls:
    """Resolve the top of the stack; over an empty one, roll the next attack or end the step."""
    if s.stack.items:
        return then(s, resolve_top, at(window, phase))
    if s.phase == "action" and s.ruling("FS-A24") == "no":
        s = RULEBOOK.note_ruling(s, "FS-A24", "FS-35")
    return then(s, next_attack_roll(s), at(window, phase)) if s.combat else s


TURNED_UP_KINDS = ("non_monster", "triggered", "room", "effect", "bonus_soul")
"""Kinds of stack items that nobody has played: the question names what came up."""


def response_question(s: FourSouls, top: Item) -> Text:
    """Return the question, in the words for what is on top: who played what, or what came up."""
    name, who = item_name(s, top), s.seats[top.seat]
    match top.kind:
        case "loot":
            return Text("{who} plays {what}. Any responses?", who=who, what=_played_name(s, top))
        case "activated" | "paid":
            return Text("{who} uses {what}. Any responses?", who=who, what=name)
        case "attack" if top.target.kind == "deck":
            return Text("{who} attacks the monster deck. Any responses?", who=who)
        case "attack":
            return Text("{who} attacks {target}. Any responses?", who=who, target=target_name(s, top.target))
        case "purchase":
            bought = shop_name(top.name) or Text("a treasure")
            return Text("{who} buys {what}. Any responses?", who=who, what=bought)
        case "tap":
            return Text("{who} turns their character sideways. Any responses?", who=who)
        case kind if kind in TURNED_UP_KINDS:
            return Text("Any responses to {item}?", item=name)
    return Text("{item}: any responses?", item=name)


def _played_name(s: FourSouls, loot: Item) -> Displayable:
    """Return the card's name; without one what it does.

    In short where that is to the player's own.
    """
    if display_name(loot.name) or not loot.effects:
        return item_name(s, loot)
    does = brief_text(s, loot.seat, loot.source, loot.effects)
    own = all(is_own(loot.seat, loot.source, effect) for effect in loot.effects)
    return does if own else Text("a loot card ({effects})", effects=does)
