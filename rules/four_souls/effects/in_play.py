"""What holds as long as its card lies in play (FS-14)."""

from __future__ import annotations

from rules.engine import Text
from rules.four_souls.model.effect import EffectKind

KINDS: dict[str, EffectKind] = {
    "first_attack": EffectKind(
        lambda on, n, by: Text("{who}: {by} attack for the first attack roll of a turn", who=on, by=by),
        None,
        in_play=(("attack", "me", "first attack roll of a turn"),),
    ),
    "first_attack_rolls": EffectKind(
        lambda on, n, by: Text("{who}: {by} to the first attack roll of a turn", who=on, by=by),
        None,
        in_play=(("rolls", "me", "first attack roll of a turn"),),
    ),
    "first_rolls": EffectKind(
        lambda on, n, by: Text("{who}: {by} to the first roll of a turn", who=on, by=by),
        None,
        in_play=(("rolls", "me", "first roll of a turn"),),
    ),
    "price": EffectKind(
        lambda on, n, by: Text("{who}: {by}¢ in the shop", who=on, by=by), None, in_play=(("price", "me", "shop"),)
    ),
    "fee": EffectKind(
        lambda on, n, by: Text("{who}: {by}¢ for paid effects", who=on, by=by), None, in_play=(("fee", "me", ""),)
    ),
    "forbid": EffectKind(
        lambda on, n, by: Text("nobody else plays loot or activates items on {who}'s turn", who=on),
        None,
        in_play=(("forbid", "others", "on your turn"),),
        is_plain=True,
    ),
    "no_recharge": EffectKind(
        lambda on, n, by: Text("nothing else recharges {item}", item=on),
        None,
        in_play=(("no_recharge", "this", ""),),
        is_plain=True,
    ),
    "recharge_one": EffectKind(
        lambda on, n, by: Text("{who} recharges only one item as their turn starts", who=on),
        None,
        in_play=(("recharge_one", "me", ""),),
    ),
    "keeps_purse": EffectKind(
        lambda on, n, by: Text("{who} loses neither ¢ nor loot by dying", who=on),
        None,
        in_play=(("keeps_purse", "me", ""),),
    ),
    "takes_penalty": EffectKind(  # the owner chooses the item that is destroyed, and gains the loot and the ¢
        lambda on, n, by: Text("{who} lose to its owner what they pay for a death", who=on),
        None,
        in_play=(("takes_penalty", "others", ""),),
        is_plain=True,
    ),
    "no_souls": EffectKind(
        lambda on, n, by: Text("{who} gains no souls", who=on),
        None,
        in_play=(("no_souls", "me", ""), ("no_souls", "everyone", "")),
        is_plain=True,
    ),
    "skips_for_souls": EffectKind(
        lambda on, n, by: Text("{who} skips a turn for each soul gained", who=on),
        None,
        in_play=(("skips_for_souls", "everyone", ""),),
        is_plain=True,
    ),
    "use_limit": EffectKind(
        lambda on, n, by: Text("{who} uses {n} ability and {n} loot card a turn", who=on, n=n),
        None,
        in_play=(("use_limit", "everyone", ""),),
        is_plain=True,
    ),
    "attack_tax": EffectKind(
        lambda on, n, by: Text("{who} pays each other player {n}¢ to attack", who=on, n=n),
        None,
        in_play=(("attack_tax", "all_most_souls", ""),),
    ),
}
"""Kinds of effects that cards in play have."""
