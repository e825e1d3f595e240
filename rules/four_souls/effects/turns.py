"""Effects on what a turn allows, and on its end (FS-44, FS-52, FS-53, FS-62, FS-77, FS-78)."""

from __future__ import annotations

from rules import stack
from rules.engine import Displayable, Option, Text, carries, note
from rules.engine.record import replace
from rules.four_souls.board.temporary import add_lasting, force_attack
from rules.four_souls.combat.attack import leave_combat
from rules.four_souls.combat.damage import DamageSource, deal_damage
from rules.four_souls.combat.death import end_turn
from rules.four_souls.model.effect import (
    Effect,
    EffectAction,
    EffectKind,
    EffectTargets,
    EffectTemplate,
    Lasting,
    Target,
)
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import Boost, FourSouls, rival_id, set_player
from rules.four_souls.vocabulary.card_names import item_name, target_name
from rules.four_souls.vocabulary.monster_triggers import count_attack_roll
from rules.four_souls.vocabulary.state_changes import heal, is_beyond_healing

ATTACKS = Text("Turn and attacks")
ANY_ATTACK = (Option(Target("deck"), Text("the monster deck")), Option(Target(), Text("anything")))
"""What a forced attack may be made on besides a monster; anything comes last, as the usual one."""
ANY_NUMBER = 90
"""More than anybody plays or attacks in a turn: as often as one likes."""


def _attack_again(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    if target.kind == "seat" and target.id != s.active:
        return note(s, "FS-78", Text("{who} does not have the turn and makes no attack", who=s.seats[target.id]))
    text = Text("Any number of attacks this turn") if by >= ANY_NUMBER else Text("One more attack this turn")
    return note(replace(s, attacks=s.attacks + max(1, by)), "FS-78", text)


def _attack_deck(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    more = replace(s, deck_attacks=s.deck_attacks + 1)
    return note(more, "FS-78", Text("One more attack this turn, on the monster deck"))


@carries("FS-81", "FS-100")
def _cancel_attack(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Cancel an attack, declared or already a fight; it counts as made."""
    if target.kind == "monster":
        return leave_combat(s) if s.combat == target.id else s
    attack = s.find_stack_item(target.id)
    if attack is None:
        return s
    s = replace(s, stack=stack.remove(s.stack, attack.id))
    return note(s, "FS-100", Text("{item} is cancelled", item=item_name(s, attack)))


@carries("FS-76")
def _transfer_wounds(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Heal the attacked monster fully, and deal as much damage as it had to the target."""
    fought = s.find_monster(s.combat)
    wounds = max(0, s.full_life(fought) - fought.life) if fought else 0
    if fought is None or is_beyond_healing(s, Target("monster", fought.id)):
        return s
    s = heal(s, "FS-34", Target("monster", fought.id), wounds)
    return deal_damage(s, "FS-34", target, wounds, DamageSource(item.seat))


def _must_attack(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    if target.kind == "slot":  # the monster that has just been put there
        monster = s.slots[target.id]
        target = Target("monster", monster.id) if monster else Target()
    return _note_forced(force_attack(s, target), target)


@carries("FS-67", "FS-77")
def _hunt(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Make the active player attack that player for the item of their death penalty.

    Their evasion is the amount.
    """
    for what, n in (("prey", by), ("spoils", 1)):
        s = add_lasting(s, "FS-67", target, what, n, item.name, s.active)
    attacked = Target("monster", rival_id(target.id))
    return _note_forced(force_attack(s, attacked), target, attacked)


def _attacked(s: FourSouls) -> int:
    """Return the monster that is attacked, or on which an attack is declared; 0 for none."""
    declared = (item.target.id for item in reversed(s.stack.items) if item.kind == "attack" and item.target.id)
    return s.combat or next(declared, 0)


def _in_fight(what: str) -> EffectAction:
    """Return the action that lasts as long as the attacked monster is attacked, for a player."""

    def join(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
        here = Target("monster", _attacked(s))
        if not here.id:
            return s
        joined = replace(s, boosts=(*s.boosts, Boost(here, what, by, item.name, target.id)))
        is_counted = what != "join_fight" or any((b.what, b.target) == ("attack_roll", here) for b in s.boosts)
        roll = next((one for one in s.stack.items if (one.why, one.target) == ("attack", here)), None)
        return joined if is_counted or roll is None else count_attack_roll(joined, here.id, roll.seat)

    return join


def _note_forced(s: FourSouls, target: Target, attacked: Target | None = None) -> FourSouls:
    """Note how many attacks on that target are due, in place of what was noted about it before.

    ``attacked``: the target as a body that is attacked.
    """
    who = s.seats[s.active]
    if target == Target():
        about: Displayable = Text("any monster")
        n = s.forced - len(s.forced_on)
        text = Text("{who} must attack once more", "{who} must attack {n} times", who=who, n=n)
    else:
        about, n = target_name(s, target), s.forced_on.count(attacked or target)
        text = Text("{who} must attack {target}", "{who} must attack {target} {n} times", who=who, target=about, n=n)
    if target.kind == "deck":
        text = Text("{who} must attack the monster deck", "{who} must attack the monster deck {n} times", who=who, n=n)
    kept = tuple(one for one in s.notes if (one.rule, one.subject) != ("FS-77", about))
    return note(replace(s, notes=kept), "FS-77", text, subject=about)


def _forced_text(s: FourSouls, effect: Effect, on: Displayable) -> Text | None:
    if effect.target == Target():
        return None
    if effect.target.kind in ("slot", "same"):
        return Text("it must be attacked")
    return Text("{target} must be attacked", target=on)


def loot_play_text(who: Displayable, n: int) -> Text:
    """Return the text of additional loot plays; more than anybody plays are any number."""
    if n >= ANY_NUMBER:
        return Text("{who} may play any number of loot cards", who=who)
    return Text("{who} may play {n} more loot card", "{who} may play {n} more loot cards", who=who, n=n)


def _loot_play(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    s = set_player(s, target.id, plays=s.players[target.id].plays + by)
    return note(s, "FS-34", loot_play_text(s.seats[target.id], by))


@carries("FS-45")
def _recharge_character(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    player, who = s.players[target.id], s.seats[target.id]
    task = Text("recharge your character") if not player.ready else None
    s = set_player(s, target.id, ready=True)
    return note(s, "FS-45", Text("{who} recharges their character", who=who), seat=target.id, task=task)


@carries("FS-45")
def _deactivate_character(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    player, who = s.players[target.id], s.seats[target.id]
    task = Text("turn your character sideways") if player.ready else None
    s = set_player(s, target.id, ready=False)
    return note(s, "FS-45", Text("{who} turns their character sideways", who=who), seat=target.id, task=task)


def _skip_turn(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    s = set_player(s, target.id, skips=s.players[target.id].skips + 1)
    return note(s, "FS-34", Text("{who} skips their next turn", who=s.seats[target.id]))


@carries("FS-62")
def _purchase_again(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    return note(replace(s, purchases=s.purchases + 1), "FS-62", Text("One more purchase this turn"))


@carries("FS-52")
def _extra_turn(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    text = Text("{who} takes another turn after this one", who=s.seats[s.active])
    task = Text("put {card} under the loot deck", card=item_name(s, item)) if item.kind == "loot" else None
    return note(replace(s, extra_turns=s.extra_turns + 1), "FS-52", text, seat=item.seat, task=task)


@carries("FS-64")
def _free_item(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    s = replace(s, boosts=(*s.boosts, Boost(Target(), "free_item", 1)))
    return note(s, "FS-64", Text("The next treasure of the shop costs nothing this turn"))


@carries("FS-74")
def _double_rewards(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    s = replace(s, boosts=(*s.boosts, Boost(Target(), "double_rewards", 1)))
    return note(s, "FS-74", Text("Rewards are doubled this turn"))


KINDS: dict[str, EffectKind] = {
    "attack_again": EffectKind(
        lambda on, n, by: Text("any number of attacks") if n >= ANY_NUMBER else Text("one more attack"),
        _attack_again,
        EffectTemplate(Text("one more attack"), group=ATTACKS),
        in_play=(("attack_again", "me", ""),),
    ),
    "attack_deck": EffectKind(
        lambda on, n, by: Text("one more attack on the deck"),
        _attack_deck,
        EffectTemplate(Text("one more attack on the deck"), group=ATTACKS),
    ),
    "cancel_attack": EffectKind(lambda on, n, by: Text("cancels the attack: {item}", item=on), _cancel_attack),
    "transfer_wounds": EffectKind(
        lambda on, n, by: Text("heals the attacked monster, and deals {target} as much damage", target=on),
        _transfer_wounds,
        targets=EffectTargets(is_harm=True),
    ),
    "must_attack": EffectKind(
        lambda on, n, by: Text("an attack must be made"),
        _must_attack,
        EffectTemplate(Text("must attack"), lambda t: t.monsters + ANY_ATTACK, group=ATTACKS),
        text_in_state=_forced_text,
    ),
    "hunt": EffectKind(  # with that evasion
        lambda on, n, by: Text("{target} must be attacked", target=on),
        _hunt,
        counted=Text("evasion"),
        text_in_state=lambda s, effect, on: Text("{target} must be attacked", target=on),
    ),
    "prey": EffectKind(  # with that evasion
        lambda on, n, by: Text("{who} can be attacked this turn, with evasion {n}", who=on, n=n),
        lambda s, item, target, by: add_lasting(s, "FS-67", target, "prey", by, item.name, s.active),
        counted=Text("evasion"),
        text_in_state=lambda s, effect, on: Text("{target} can be attacked this turn", target=on),
        lasting=Lasting(lambda boost: Text("can be attacked this turn, with evasion {n}", n=boost.by)),
    ),
    "join_fight": EffectKind(  # after each attack roll of the active player
        lambda on, n, by: Text("{who} makes attack rolls too", who=on),
        _in_fight("join_fight"),
        targets=EffectTargets(lambda s, chooser, seat: bool(_attacked(s)) and not s.players[seat].is_dead),
        lasting=Lasting(lambda boost: Text("rolls in this fight too")),
    ),
    "share_rewards": EffectKind(  # 1: each gains them, 2: they are divided by hand
        lambda on, n, by: Text("{who} shares the rewards", who=on),
        _in_fight("share_rewards"),
        counted=Text("rewards"),
        text_in_state=lambda s, effect, on: Text("{who} shares the rewards", who=on),
        lasting=Lasting(lambda boost: Text("shares its rewards")),
    ),
    "skip_turn": EffectKind(
        lambda on, n, by: Text("{who} skips a turn", who=on),
        _skip_turn,
        EffectTemplate(Text("skip a turn"), lambda t: t.seats, group=ATTACKS),
    ),
    "leave": EffectKind(
        lambda on, n, by: Text("ends the fight"),
        lambda s, item, target, by: leave_combat(s),
        EffectTemplate(Text("end the fight"), group=ATTACKS, is_possible=lambda s: s.combat),
    ),
    "end_turn": EffectKind(
        lambda on, n, by: Text("ends the turn"),
        lambda s, item, target, by: end_turn(s, "FS-53"),
        EffectTemplate(Text("end the turn"), group=ATTACKS),
    ),
    "loot_play": EffectKind(
        lambda on, n, by: loot_play_text(on, n), _loot_play, in_play=(("loot_play", "me", "on your turn"),)
    ),
    "recharge_character": EffectKind(
        lambda on, n, by: Text("{who} recharges their character", who=on), _recharge_character
    ),
    "deactivate_character": EffectKind(
        lambda on, n, by: Text("{who} turns their character sideways", who=on), _deactivate_character
    ),
    "purchase_again": EffectKind(lambda on, n, by: Text("one more purchase"), _purchase_again),
    "extra_turn": EffectKind(lambda on, n, by: Text("{who} takes another turn", who=on), _extra_turn, keeps_card=True),
    "free_item": EffectKind(
        lambda on, n, by: Text("the next treasure of the shop is free"), _free_item, lasting=Lasting()
    ),
    "double_rewards": EffectKind(
        lambda on, n, by: Text("rewards are doubled this turn"),
        _double_rewards,
        in_play=(("double_rewards", "me", ""),),
        lasting=Lasting(),
    ),
}
"""Kinds of effects on what a turn allows."""
