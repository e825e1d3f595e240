"""Choice of targets for monsters' effects, skipped if there is only one (FS-26, FS-89)."""

from __future__ import annotations

from rules import stack
from rules.engine import Choice, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.record import replace
from rules.four_souls.model.catalogue import monster_effect_texts
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Aimed
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, seats_in_turn_order
from rules.four_souls.vocabulary.card_names import item_name, target_name
from rules.four_souls.vocabulary.consequence_text import effect_text
from rules.four_souls.vocabulary.state_changes import losable_souls

NO_TARGET = Target()
UNCHOSEN_KINDS = ("chosen", "body", "may")


def put_on_stack(s: FourSouls, item: Item) -> FourSouls:
    """Put an item on the stack, priority to the active player; choose its targets first (FS-A1)."""
    s = replace(s, stack=stack.push(s.stack, item, s.active))
    return choose_targets(s, item.id) if needs_target(item) and s.ruling("FS-A1") == "play" else s


def needs_target(item: Item) -> bool:
    """Return whether a target of the item is still to be chosen."""
    return any(effect.target.kind in UNCHOSEN_KINDS for effect in item.effects)


@carries("FS-26")
def choose_targets(s: FourSouls, id: int) -> FourSouls:
    """Choose the missing targets of an item, with a question only where there is a choice.

    A single possible target is taken without a question; where none is possible, the effect gets none.
    """
    item = s.find_stack_item(id)
    effect = _first_unaimed(item) if item else None
    if item is None or effect is None:
        return s
    targets = possible_targets(s, item, effect)
    if not targets:
        return choose_targets(_with_target(_note_no_target(s, item, effect), item, effect, NO_TARGET), id)
    if len(targets) == 1 and effect.target.kind != "may":
        return choose_targets(_with_target(s, item, effect, targets[0]), id)
    return then(s, at(aim, id))


def _note_no_target(s: FourSouls, item: Item, effect: Effect) -> FourSouls:
    """Note that an effect has no possible target, or the card's text for untracked things."""
    if effect.target.kind == "may" and item.card:
        return note(s, "FS-26", Text("{effect}", effect=monster_effect_texts()[item.card.id]))
    return note(s, "FS-102", Text("{item}: there is no possible target", item=item_name(s, item)))


def _first_unaimed(item: Item) -> Effect | None:
    return next((effect for effect in item.effects if effect.target.kind in UNCHOSEN_KINDS), None)


def _with_target(s: FourSouls, item: Item, effect: Effect, target: Target) -> FourSouls:
    """Give one effect its target; a second one on the same target adds to the first."""
    k = item.effects.index(effect)
    before, after = item.effects[:k], item.effects[k + 1 :]
    meant = replace(effect, target=target)
    same = next((e for e in before if (e.kind, e.target) == (meant.kind, target)), None)
    if target == NO_TARGET:
        effects = before + after
    elif same:
        added = replace(same, amount=same.amount + meant.amount)
        effects = tuple(added if e is same else e for e in before) + after
    else:
        effects = (*before, meant, *after)
    return replace(s, stack=stack.replace_item(s.stack, replace(item, effects=effects)))


# --- possible targets --------------------------------------------------------------------------------------------


@carries("FS-89")
def possible_targets(s: FourSouls, item: Item, effect: Effect) -> tuple[Target, ...]:
    """Return the possible targets of an effect.

    A dead player cannot be chosen for harm, nor a player who does not have what is to be lost.
    """
    seats = tuple(seat for seat in seats_in_turn_order(s, s.active) if _can_be_chosen(s, item.seat, seat, effect))
    players = tuple(Target("seat", seat) for seat in seats)
    match effect.kind:
        case "recharge":
            return tuple(Target("owned", o.id) for o in s.players[item.seat].items if not o.ready)
        case "steal":
            others = (player for seat, player in enumerate(s.players) if seat != item.seat)
            named = tuple(Target("owned", o.id) for player in others for o in player.items if not o.eternal)
            return (*named, *players)
    if effect.target.kind == "body":
        return (*players, *(Target("monster", m.id) for m in s.monsters if m.life))
    return players


def _can_be_chosen(s: FourSouls, chooser: int, seat: int, effect: Effect) -> bool:
    player = s.players[seat]
    match effect.kind:
        case "damage":
            return not player.is_dead
        case "kill":
            return player.life > 0 and not player.is_dead
        case "soul":
            return bool(losable_souls(s, seat))
        case "steal_soul":
            return seat != chooser and bool(losable_souls(s, seat))
        case "steal_loot":
            return seat != chooser
        case "steal":  # one of those that have no name
            return seat != chooser and player.treasures > sum(not o.eternal for o in player.items)
    return True


def aim_prompt(s: FourSouls, id: int) -> Prompt:
    """Ask for the target of one effect, with one choice for each.

    Raises ``LookupError`` if the item is not on the stack or all its targets are chosen.
    """
    item = s.find_stack_item(id)
    effect = _first_unaimed(item) if item else None
    if item is None or effect is None:
        raise LookupError(id)
    choices = [
        Choice(
            Text("{target}", target=target_name(s, target)),
            Template(Aimed(target)),
            effect_text(s, replace(effect, target=target)),
            "default",
            item.seat,
        )
        for target in possible_targets(s, item, effect)
    ]
    if effect.target.kind == "may":
        choices.append(Choice(Text("None of them"), Template(Aimed(NO_TARGET)), seat=item.seat))
    title = Text("{item}: which target?", item=item_name(s, item))
    return Prompt((item.seat,), title, "FS-26", tuple(choices), effect_text(s, effect), Text("Effect"))


@asks("FS-26", "FS-89", prompt=aim_prompt)
def aim(s: FourSouls, event: Aimed, id: int) -> FourSouls:
    """Set the chosen target and ask for the next missing one, if any."""
    item = s.find_stack_item(id)
    effect = _first_unaimed(item) if item else None
    return choose_targets(_with_target(s, item, effect, event.target), id) if item and effect else s


def is_aim_obsolete(s: FourSouls, id: int) -> bool:
    """Return whether the question is obsolete: the item is gone or has no possible target."""
    item = s.find_stack_item(id)
    effect = _first_unaimed(item) if item else None
    return item is None or effect is None or not possible_targets(s, item, effect)
