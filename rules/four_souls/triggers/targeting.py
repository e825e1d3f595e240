"""Choice of targets for monsters' effects, skipped if there is only one (FS-26, FS-89)."""

from __future__ import annotations

from rules import stack
from rules.engine import Choice, Prompt, Template, Text, asks, at, carries, note, then
from rules.engine.record import replace
from rules.four_souls.board.souls import losable
from rules.four_souls.model.catalogue import monster_effects
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Aimed
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, seats_from
from rules.four_souls.vocabulary.card_names import item_name, target_name
from rules.four_souls.vocabulary.consequence_text import effect_text

NOBODY = Target()
UNCHOSEN = ("chosen", "body", "may")


def put(s: FourSouls, item: Item) -> FourSouls:
    """Put an item on the stack, priority to the active player; choose its targets first (FS-A1)."""
    s = replace(s, stack=stack.put(s.stack, item, s.active))
    return take_aim(s, item.id) if unaimed(item) and s.ruling("FS-A1") == "play" else s


def unaimed(item: Item) -> bool:
    """Return whether a target of the item is still to be chosen."""
    return any(effect.target.kind in UNCHOSEN for effect in item.effects)


@carries("FS-26")
def take_aim(s: FourSouls, id: int) -> FourSouls:
    """Choose the missing targets of an item, with a question only where there is a choice.

    A single possible target is taken without a question; where none is possible, the effect gets none.
    """
    item = s.item(id)
    effect = _first(item) if item else None
    if item is None or effect is None:
        return s
    targets = possible(s, item, effect)
    if not targets:
        return take_aim(_aimed(_in_vain(s, item, effect), item, effect, NOBODY), id)
    if len(targets) == 1 and effect.target.kind != "may":
        return take_aim(_aimed(s, item, effect, targets[0]), id)
    return then(s, at(aim, id))


def _in_vain(s: FourSouls, item: Item, effect: Effect) -> FourSouls:
    """Note that an effect has no possible target, or the card's text for untracked things."""
    if effect.target.kind == "may" and item.card:
        return note(s, "FS-26", Text("{effect}", effect=monster_effects()[item.card.id]))
    return note(s, "FS-102", Text("{item}: there is nobody it could be aimed at", item=item_name(s, item)))


def _first(item: Item) -> Effect | None:
    return next((effect for effect in item.effects if effect.target.kind in UNCHOSEN), None)


def _aimed(s: FourSouls, item: Item, effect: Effect, target: Target) -> FourSouls:
    """Give one effect its target; a second one on the same target adds to the first."""
    k = item.effects.index(effect)
    before, after = item.effects[:k], item.effects[k + 1 :]
    meant = replace(effect, target=target)
    same = next((e for e in before if (e.kind, e.target) == (meant.kind, target)), None)
    if target == NOBODY:
        effects = before + after
    elif same:
        added = replace(same, amount=same.amount + meant.amount)
        effects = tuple(added if e is same else e for e in before) + after
    else:
        effects = (*before, meant, *after)
    return replace(s, stack=stack.change(s.stack, replace(item, effects=effects)))


# --- possible targets --------------------------------------------------------------------------------------------


@carries("FS-89")
def possible(s: FourSouls, item: Item, effect: Effect) -> tuple[Target, ...]:
    """Return the possible targets of an effect.

    A dead player cannot be chosen for harm, nor a player who does not have what is to be lost.
    """
    seats = tuple(seat for seat in seats_from(s, s.active) if _can(s, item.seat, seat, effect))
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


def _can(s: FourSouls, chooser: int, seat: int, effect: Effect) -> bool:
    player = s.players[seat]
    match effect.kind:
        case "damage":
            return not player.dead
        case "kill":
            return player.life > 0 and not player.dead
        case "soul":
            return bool(losable(s, seat))
        case "steal_soul":
            return seat != chooser and bool(losable(s, seat))
        case "steal_loot":
            return seat != chooser
        case "steal":  # one of those that have no name
            return seat != chooser and player.treasures > sum(not o.eternal for o in player.items)
    return True


def aim_prompt(s: FourSouls, id: int) -> Prompt:
    """Ask for the target of one effect, with one choice for each.

    Raises ``LookupError`` if the item is not on the stack or all its targets are chosen.
    """
    item = s.item(id)
    effect = _first(item) if item else None
    if item is None or effect is None:
        raise LookupError(id)
    choices = [
        Choice(
            Text("{target}", target=target_name(s, target)),
            Template(Aimed(target)),
            effect_text(s, replace(effect, target=target)),
            "usual",
            item.seat,
        )
        for target in possible(s, item, effect)
    ]
    if effect.target.kind == "may":
        choices.append(Choice(Text("None of them"), Template(Aimed(NOBODY)), seat=item.seat))
    title = Text("{item}: whom does it mean?", item=item_name(s, item))
    return Prompt((item.seat,), title, "FS-26", tuple(choices), effect_text(s, effect), Text("Effect"))


@asks("FS-26", "FS-89", prompt=aim_prompt)
def aim(s: FourSouls, event: Aimed, id: int) -> FourSouls:
    """Set the chosen target and ask for the next missing one, if any."""
    item = s.item(id)
    effect = _first(item) if item else None
    return take_aim(_aimed(s, item, effect, event.target), id) if item and effect else s


def moot(s: FourSouls, id: int) -> bool:
    """Return whether the question is obsolete: the item is gone or has no possible target."""
    item = s.item(id)
    effect = _first(item) if item else None
    return item is None or effect is None or not possible(s, item, effect)
