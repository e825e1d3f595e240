"""Effects until the end of the turn (FS-50): numbers, and what waits for damage or loot."""

from __future__ import annotations

from rules.engine import Text
from rules.engine.text import signed
from rules.four_souls.board.temporary import add_lasting, apply_boost
from rules.four_souls.model.effect import (
    Effect,
    EffectAction,
    EffectKind,
    EffectTargets,
    EffectTemplate,
    Lasting,
    Outcome,
    Target,
)
from rules.four_souls.model.item_catalogue import item_names
from rules.four_souls.model.replacement import Replacement
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import Boost, FourSouls

TURN_END = Text("Until the end of the turn")


def boost(what: str) -> EffectAction:
    """Return the action that changes that number until the turn ends."""
    return lambda s, item, target, by: apply_boost(s, "FS-50", target, what, by)


def _waits(what: str) -> EffectAction:
    return lambda s, item, target, by: add_lasting(s, "FS-50", target, what, by, item.name)


def _once_text(boost: Boost) -> Text:
    if boost.by:
        return Text("prevents {n} of the next damage this turn", n=boost.by)
    return Text("prevents the next damage this turn")


def _lasting_text(boost: Boost) -> Text:
    card = item_names().get(boost.card, boost.card)
    if boost.by:
        return Text("{card}: a {n} with the next roll", card=card, n=boost.by)
    return Text("{card}, until the turn ends", card=card)


def _set_attack(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    monster = s.find_monster(target.id)
    return apply_boost(s, "FS-50", target, "attack", by - monster.attack) if monster else s


KINDS: dict[str, EffectKind] = {
    "attack": EffectKind(
        lambda on, n, by: Text("{who}: {by} attack this turn", who=on, by=by),
        boost("attack"),
        EffectTemplate(Text("attack"), lambda t: t.bodies, (-9, 9), TURN_END),
        EffectTargets(is_for_living=True),
        brief=lambda n, by: Text("{by} attack", by=by),
        counted=Text("attack"),
        number="attack",
        in_play=(("attack", "me", ""), ("attack", "everyone", ""), ("attack", "monsters", "on your turn")),
        outcome=Outcome(7, "me", (-5, 5), is_passive=True),
        lasting=Lasting(),
    ),
    "set_attack": EffectKind(
        lambda on, n, by: Text("the attack of {monster} becomes {n} this turn", monster=on, n=n), _set_attack
    ),
    "evasion": EffectKind(
        lambda on, n, by: Text("{who}: {by} evasion this turn", who=on, by=by),
        boost("evasion"),
        EffectTemplate(Text("evasion"), lambda t: t.monsters, (-5, 5), TURN_END),
        counted=Text("evasion"),
        number="evasion",
        in_play=(("evasion", "monsters", "on your turn"),),
        lasting=Lasting(),
    ),
    "rolls": EffectKind(
        lambda on, n, by: Text("{who}: {by} to rolls this turn", who=on, by=by),
        boost("rolls"),
        EffectTemplate(Text("to rolls"), lambda t: t.seats, (-5, 5), TURN_END),
        brief=lambda n, by: Text("{by} to rolls", by=by),
        counted=Text("to rolls"),
        in_play=(("rolls", "me", "attack rolls"),),
        outcome=Outcome(9, "me", (-5, 5), is_passive=True),
        lasting=Lasting(),
    ),
    "health": EffectKind(
        lambda on, n, by: Text("{who}: {by} life this turn", who=on, by=by),
        boost("health"),
        EffectTemplate(Text("life"), lambda t: t.seats, (-5, 5), TURN_END),
        brief=lambda n, by: Text("{by} life", by=by),
        counted=Text("life"),
        number="full",
        is_never_negative=True,
        in_play=(("health", "me", ""), ("health", "everyone", ""), ("health", "monsters", "")),
        outcome=Outcome(8, "me", (-5, 5), is_passive=True),
        lasting=Lasting(),
    ),
    "shield_once": EffectKind(  # so much of the next damage alone; 0: all of it
        lambda on, n, by: (
            Text("prevents {n} of the next damage to {who}", n=n, who=on)
            if n
            else Text("prevents the next damage to {who}", who=on)
        ),
        _waits("shield_once"),
        lasting=Lasting(_once_text, lambda by: Replacement("damage", "prevent", by)),
    ),
    "cap_damage": EffectKind(
        lambda on, n, by: Text("{who} takes at most {n} of the next damage", who=on, n=n),
        _waits("cap_damage"),
        limit="next instance this turn",
        lasting=Lasting(
            lambda boost: Text("at most {n} of the next damage this turn", n=boost.by),
            lambda by: Replacement("damage", "cap", by),
        ),
    ),
    "more_loot": EffectKind(
        lambda on, n, by: Text("{who} draws {n} times the loot this turn", who=on, n=n),
        _waits("more_loot"),
        abilities={"would_gain:loot player -> loot:as_many_more@player": Effect("more_loot", Target("chosen"), 2)},
        lasting=Lasting(
            lambda boost: Text("loot times {n} this turn", n=boost.by), lambda by: Replacement("loot", "times", by)
        ),
    ),
    "next_death": EffectKind(  # it also ends the turn of that player
        lambda on, n, by: Text("prevents the next death of {who}", who=on),
        _waits("next_death"),
        abilities={
            "would_die player -> prevent@death, if(their_turn){cancel_all, end_turn}": Effect(
                "next_death", Target("chosen")
            )
        },
        lasting=Lasting(lambda boost: Text("the next death this turn is prevented")),
    ),
    "eternal": EffectKind(  # nobody destroys or steals them
        lambda on, n, by: Text("{who}'s items are eternal this turn", who=on),
        _waits("eternal"),
        abilities={"eternal@items_of_player": Effect("eternal", Target("chosen"))},
        lasting=Lasting(lambda boost: Text("all items are eternal this turn")),
    ),
    "next_roll": EffectKind(
        lambda on, n, by: Text("{who}: {by} to the next roll this turn", who=on, by=by),
        _waits("next_roll"),
        lasting=Lasting(lambda boost: Text("{by} to the next roll this turn", by=signed(boost.by))),
    ),
    "next_attack_roll": EffectKind(
        lambda on, n, by: Text("{who}: {by} to the next attack roll this turn", who=on, by=by),
        _waits("next_attack_roll"),
        lasting=Lasting(lambda boost: Text("{by} to the next attack roll this turn", by=signed(boost.by))),
    ),
    "spoils": EffectKind(
        lambda on, n, by: Text("the item that {who} pays for dying goes to whoever attacked", who=on),
        _waits("spoils"),
        lasting=Lasting(lambda boost: Text("the item paid for dying goes to whoever attacked")),
    ),
    "survived": EffectKind(
        lambda on, n, by: Text("{who} does not die for the first time this turn", who=on),
        _waits("survived"),
        lasting=Lasting(lambda boost: Text("its next death this turn counts")),
    ),
    "outlived": EffectKind(  # a counter, which stays on it
        lambda on, n, by: Text("{monster} gets a counter", monster=on),
        _waits("outlived"),
        lasting=Lasting(lambda boost: Text("a counter")),
    ),
    "attack_roll": EffectKind(  # by the seat of its amount, where those of a fight are counted
        lambda on, n, by: Text("an attack roll on {monster}", monster=on),
        _waits("attack_roll"),
        lasting=Lasting(lambda boost: Text("an attack roll in this fight")),
    ),
    "read": EffectKind(  # it stays for the match
        lambda on, n, by: Text("read from its card"),
        _waits("read"),
        lasting=Lasting(lambda boost: Text("read from its card")),
    ),
    "bought": EffectKind(
        lambda on, n, by: Text("something was bought in the shop"),
        _waits("bought"),
        lasting=Lasting(lambda boost: Text("something was bought in the shop")),
    ),
    "used_ability": EffectKind(
        lambda on, n, by: Text("{who} has used an ability", who=on),
        _waits("used_ability"),
        lasting=Lasting(lambda boost: Text("has used an ability this turn")),
    ),
    "used_loot": EffectKind(
        lambda on, n, by: Text("{who} has played loot", who=on),
        _waits("used_loot"),
        lasting=Lasting(lambda boost: Text("has played loot this turn")),
    ),
    "owe_item": EffectKind(  # it waits for the end of that player's turn, be it another one
        lambda on, n, by: Text("{who} destroys an item as their turn ends", who=on),
        _waits("owe_item"),
        lasting=Lasting(lambda boost: Text("destroys an item as their turn ends")),
    ),
    "lasting": EffectKind(  # an ability of the card of the effect, with the number that was said
        lambda on, n, by: (
            Text("says {n} for the next roll", n=n) if n else Text("acts until the turn ends, as the card says")
        ),
        lambda s, item, target, by: add_lasting(s, "FS-50", target, "lasting", by, item.effects[0].card, item.seat),
        lasting=Lasting(_lasting_text),
    ),
}
"""Kinds of effects that are over with the turn."""
