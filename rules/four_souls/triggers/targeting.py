"""Choice of targets, and of the way in which a card is played (FS-26, FS-89)."""

from __future__ import annotations

from rules import stack
from rules.engine import Choice, Prompt, Template, Text, asks, at, auto, carries, note, then
from rules.engine.record import replace
from rules.four_souls.model.catalogue import monster_effect_texts
from rules.four_souls.model.effect import TARGET_KINDS, Effect, Target
from rules.four_souls.model.events import Aimed, Told
from rules.four_souls.model.item_catalogue import find_played, is_stated_by_players
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.card_names import display_name, item_name, target_name
from rules.four_souls.vocabulary.card_text import known_card_text
from rules.four_souls.vocabulary.consequence_text import effect_text, effects_text
from rules.four_souls.vocabulary.effect_memory import possible_ways
from rules.four_souls.vocabulary.effect_templates import make_effects_hole
from rules.four_souls.vocabulary.target_choice import (
    NO_TARGET,
    aim_effect,
    aim_later,
    is_open,
    needs_its_target,
    open_target,
    possible_targets,
)


def put_on_stack(s: FourSouls, item: Item) -> FourSouls:
    """Put an item on the stack, priority to the active player; choose its targets first (FS-A1)."""
    s = replace(s, stack=stack.push(s.stack, item, s.active))
    return choose_targets(s, item.id) if needs_target(item) and s.ruling("FS-A1") == "play" else s


def needs_target(item: Item) -> bool:
    """Return whether a target of the item is still to be chosen."""
    return _first_unaimed(item) is not None


@carries("FS-26")
def choose_targets(s: FourSouls, id: int) -> FourSouls:
    """Choose the missing targets of an item, with a question only where there is a choice.

    A single possible target is taken without a question; where none is possible, the effect gets none.
    """
    item = s.find_stack_item(id)
    effect = _first_unaimed(item) if item else None
    if item is None or effect is None:
        return s
    targets = possible_targets(s, item.seat, effect, item.id)
    if not targets:
        return choose_targets(_with_target(_note_no_target(s, item, effect), item, effect, NO_TARGET), id)
    if len(targets) == 1 and not TARGET_KINDS[effect.target.kind].is_declinable:
        return choose_targets(_with_target(s, item, effect, targets[0]), id)
    return then(s, at(aim, id))


def _note_no_target(s: FourSouls, item: Item, effect: Effect) -> FourSouls:
    """Note that an effect has no possible target, or the card's text for untracked things."""
    if effect.target.kind == "may" and item.card:
        return note(s, "FS-26", Text("{effect}", effect=monster_effect_texts()[item.card.id]))
    return note(s, "FS-102", Text("{item}: there is no possible target", item=item_name(s, item)))


@carries("FS-103")
def _first_unaimed(item: Item) -> Effect | None:
    """Return the first effect that needs a target now.

    What triggered waits with the targets under a condition until that is reached: it may not hold. The winner of an
    auction is known as it happens.
    """
    effects = (effect for effect in item.effects if not (item.kind == "triggered" and effect.only_if))
    is_early = item.kind != "effect"
    return next((e for e in effects if is_open(e) and not (is_early and _is_late(e))), None)


def _is_late(effect: Effect) -> bool:
    return TARGET_KINDS[open_target(effect).kind].is_late


def _with_target(s: FourSouls, item: Item, effect: Effect, target: Target) -> FourSouls:
    """Give one effect its target, and those that mean the same.

    One more on the same target adds to the first.
    """
    k = item.effects.index(effect)
    before, after = item.effects[:k], aim_later(s, item.effects[k + 1 :], target)
    meant = aim_effect(effect, target)
    same = next((e for e in before if (e.kind, e.target, e.to) == (meant.kind, meant.target, meant.to)), None)
    if not needs_its_target(effect):
        effects = (*before, meant, *after)
    elif target == NO_TARGET:
        effects = before if TARGET_KINDS[effect.target.kind].is_late else before + after
    elif same:
        added = replace(same, amount=same.amount + meant.amount)
        effects = tuple(added if e is same else e for e in before) + after
    else:
        effects = (*before, meant, *after)
    return replace(s, stack=stack.replace_item(s.stack, replace(item, effects=effects)))


def aim_prompt(s: FourSouls, id: int) -> Prompt:
    """Ask for the target of one effect, with one choice for each.

    Raises ``LookupError`` if the item is not on the stack or all its targets are chosen.
    """
    item = s.find_stack_item(id)
    effect = _first_unaimed(item) if item else None
    if item is None or effect is None:
        raise LookupError(id)
    choices = [_aim_choice(s, item, effect, target) for target in possible_targets(s, item.seat, effect, item.id)]
    kind, name = TARGET_KINDS[effect.target.kind], item_name(s, item)
    if kind.is_declinable:
        choices.append(Choice(Text("None of them"), Template(Aimed(NO_TARGET)), seat=item.seat))
    title = kind.question(name) if kind.question else Text("{item}: which target?", item=name)
    return Prompt((item.seat,), title, "FS-26", tuple(choices), effect_text(s, effect), Text("Effect"))


def _aim_choice(s: FourSouls, item: Item, effect: Effect, target: Target) -> Choice:
    if target == NO_TARGET:
        return Choice(Text("An item without a name"), Template(Aimed(target)), role="option", seat=item.seat)
    does = effect_text(s, aim_effect(effect, target))
    return Choice(Text("{target}", target=target_name(s, target)), Template(Aimed(target)), does, "default", item.seat)


@asks("FS-26", "FS-89", prompt=aim_prompt)
def aim(s: FourSouls, event: Aimed, id: int) -> FourSouls:
    """Set the chosen target and ask for the next missing one, if any."""
    item = s.find_stack_item(id)
    effect = _first_unaimed(item) if item else None
    return choose_targets(_with_target(s, item, effect, event.target), id) if item and effect else s


# --- several ways ------------------------------------------------------------------------------------------------


def choose_way_prompt(s: FourSouls, id: int) -> Prompt:
    """Ask which of its ways a card is played in.

    Raises ``LookupError`` if it is not on the stack.
    """
    item = s.find_stack_item(id)
    if item is None:
        raise LookupError(id)
    if is_stated_by_players(item.name):
        return _statement_prompt(s, item)
    ways = possible_ways(s, item.seat, item.source, item.name, item.id)
    choices = (_way_choice(s, item, way) for way in ways)
    title = Text("{item}: which of its effects?", item=item_name(s, item))
    return Prompt((item.seat,), title, "FS-26", tuple(choices), phase=Text("Effect"))


def _statement_prompt(s: FourSouls, item: Item) -> Prompt:
    """Ask for the effects of a card that the rules cannot read, under what it does."""
    seat, told = item.seat, Told(())
    choices = (
        Choice(Text("Say what it does"), Template(told, (make_effects_hole(s),)), role="default", seat=seat),
        Choice(Text("Nothing the app tracks"), Template(told), role="option", seat=seat),
    )
    title = Text("What does {what} do?", what=display_name(item.name))
    return Prompt((seat,), title, "FS-26", choices, known_card_text(item.name), Text("Effect"))


def _way_choice(s: FourSouls, item: Item, way: tuple[Effect, ...]) -> Choice:
    label = effects_text(s, way) if way else Text("Nothing the app tracks")
    return Choice(label, Template(Told(way)), role="default", seat=item.seat)


@asks("FS-26", prompt=choose_way_prompt)
def choose_way(s: FourSouls, event: Told, id: int) -> FourSouls:
    """Give the card the effects of that way, then choose their targets."""
    item = s.find_stack_item(id)
    if item is None:
        return s
    s = replace(s, stack=stack.replace_item(s.stack, replace(item, effects=event.effects)))
    return choose_targets(s, id) if s.ruling("FS-A1") == "play" else s


def is_aim_obsolete(s: FourSouls, id: int) -> bool:
    """Return whether the question is obsolete: the item is gone or has no possible target."""
    item = s.find_stack_item(id)
    effect = _first_unaimed(item) if item else None
    return item is None or effect is None or not possible_targets(s, item.seat, effect, item.id)


def is_way_obsolete(s: FourSouls, id: int) -> bool:
    """Return whether the question is obsolete: the card is gone or cannot be played in any way."""
    item = s.find_stack_item(id)
    return item is None or not (
        is_stated_by_players(item.name) or possible_ways(s, item.seat, item.source, item.name, id)
    )


def _note_untargeted(s: FourSouls, item: Item) -> FourSouls:
    """Note that a known card has no possible target; an unknown one says nothing."""
    card = find_played(item.name)
    if card is None or not card.does.activations:
        return s
    return note(s, "FS-26", Text("{card} has no possible target now", card=card.name))


@auto("FS-26")
def declare(s: FourSouls, id: int) -> FourSouls:
    """Give a listed card that was turned up its effects."""
    return declare_ways(s, id)


@carries("FS-26")
def declare_ways(s: FourSouls, id: int) -> FourSouls:
    """Give a card that was played by its name its effects.

    Ask for its way and its targets if there is a choice, and for all of it if the rules cannot read it.
    """
    item = s.find_stack_item(id)
    ways = possible_ways(s, item.seat, item.source, item.name, id) if item else ()
    if item is None:
        return s
    if is_stated_by_players(item.name):  # at resolution it is asked for then (FS-A1)
        return then(s, at(choose_way, id)) if s.ruling("FS-A1") == "play" else s
    if not ways:
        return _note_untargeted(s, item)
    if len(ways) > 1:
        return then(s, at(choose_way, id))
    s = replace(s, stack=stack.replace_item(s.stack, replace(item, effects=ways[0])))
    return choose_targets(s, id) if s.ruling("FS-A1") == "play" else s
