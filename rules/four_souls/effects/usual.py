"""What cards do and people state most often: ¢, loot, damage, rolls, the stack."""

from __future__ import annotations

from rules.engine import Displayable, Option, Text, at, carries, then
from rules.engine.record import replace
from rules.four_souls.board.item_gain import recharge_items
from rules.four_souls.combat.damage import DamageSource, deal_damage, kill
from rules.four_souls.combat.dice import modify_roll, reroll, roll_die, throw_die
from rules.four_souls.model.effect import Effect, EffectKind, EffectTargets, EffectTemplate, Lasting, Outcome, Target
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import find_card
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.triggers.replaced import receive
from rules.four_souls.vocabulary.card_names import card_key, join_texts, target_name
from rules.four_souls.vocabulary.consequence_text import no_damage_text
from rules.four_souls.vocabulary.monster_triggers import NOBODYS_FACE
from rules.four_souls.vocabulary.state_changes import gain, heal, is_beyond_healing

from .stack_items import CANCELLABLE_KINDS, DEATH_KINDS, cancel_item, change_damage, prevent_death
from .until_turn_ends import boost

EVERYONE = (Option(Target("everyone"), Text("each player")),)
SIGNED = (-99, 99)


@carries("FS-15", "FS-16")
def change_loot(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Make a player draw or discard loot cards; only that player knows which."""
    return receive(s, "FS-16" if by > 0 else "FS-34", target.id, "loot", by, item.source)


def _source(item: Item, target: Target) -> DamageSource:
    """Return the source of an effect's damage.

    What a monster's card does to a player is no player's.
    """
    return DamageSource(-1 if item.card and target.kind == "seat" else item.seat, face=_face_of_source(item))


def _face_of_source(item: Item) -> int:
    """Return the number that marks what an event or a monster does as nobody's deed."""
    card = find_card(item.name)
    is_event = item.kind == "non_monster" or (card is not None and card.kind == "event")
    return NOBODYS_FACE if item.card or is_event else 0


def _kill(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    return kill(s, "FS-82" if target.kind == "seat" else "FS-92", target, item.seat, _face_of_source(item))


def _can_be_killed(s: FourSouls, chooser: int, seat: int) -> bool:
    player = s.players[seat]
    return player.life > 0 and not player.is_dead


def _unhealed_text(s: FourSouls, effect: Effect, on: Displayable) -> Text | None:
    is_body = effect.target.kind in ("seat", "monster")
    return Text("{who} cannot be healed", who=on) if is_body and is_beyond_healing(s, effect.target) else None


def _sideways_first(items: tuple[Owned, ...], effect: Effect) -> tuple[Owned, ...]:
    """Return the items that lie sideways; without any, those that can be turned."""
    return tuple(o for o in items if not o.ready) or tuple(o for o in items if o.activated)


def _aimed_die_text(s: FourSouls, roll: Effect, on: Displayable) -> Text | None:
    chosen = [target_name(s, target) for target in (roll.target, roll.to) if target.kind in ("seat", "monster")]
    return Text("rolls a die, aimed at {targets}", targets=join_texts(chosen)) if roll.card and chosen else None


def _pay_life_down(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Make a player pay life until so much is left."""
    return gain(s, "FS-13", target.id, "life", -max(0, s.players[target.id].life - by))


def _roll_cents(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    name = card_key(item.card) if item.card else item.name
    return then(s, at(roll_die, "cents", target.id, 1, name))


def _roll_each(s: FourSouls, item: Item, target: Target, by: int) -> FourSouls:
    """Ask every player for a die of the card; that of the active player is the last to count."""
    for seat in reversed(s.seats_from(s.active)):
        slot = item.slot if seat == s.active else -1
        s = throw_die(s, replace(item, seat=seat, slot=slot), item.effects[0])
    return s


KINDS: dict[str, EffectKind] = {
    "cents": EffectKind(
        lambda on, n, by: Text("{who} {by}¢", who=on, by=by),
        lambda s, item, target, by: receive(s, "FS-34", target.id, "cents", by, item.source),
        EffectTemplate(Text("¢"), lambda t: t.seats + EVERYONE, SIGNED, is_possible=lambda s: s.is_counted("cents")),
        brief=lambda n, by: Text("{by}¢", by=by),
        counted=Text("¢"),
        number="cents",
        is_never_negative=True,
        is_optional=True,
        gains="cents",
        outcome=Outcome(1, "me", (1, 20)),
    ),
    "loot": EffectKind(
        lambda on, n, by: Text("{who} {by} loot", who=on, by=by),
        change_loot,
        EffectTemplate(Text("loot"), lambda t: t.seats + EVERYONE, SIGNED, is_possible=lambda s: s.is_counted("loot")),
        brief=lambda n, by: Text("{by} loot", by=by),
        counted=Text("loot cards"),
        number="loot",
        is_never_negative=True,
        is_optional=True,
        gains="loot",
        outcome=Outcome(2, "me", (1, 9)),
    ),
    "damage": EffectKind(
        lambda on, n, by: Text("{n} damage to {target}", n=n, target=on) if n else no_damage_text(on),
        lambda s, item, target, by: deal_damage(s, "FS-34", target, by, _source(item, target)),
        EffectTemplate(Text("damage"), lambda t: t.bodies + EVERYONE, (1, 99)),
        EffectTargets(lambda s, chooser, seat: not s.players[seat].is_dead, is_harm=True, is_for_living=True),
        brief=lambda n, by: Text("{n} damage", n=n),
        counted=Text("damage"),
        outcome=Outcome(3, "body", (1, 9)),
    ),
    "modify": EffectKind(
        lambda on, n, by: Text("{by} to the {roll}", by=by, roll=on),
        lambda s, item, target, by: modify_roll(s, target.id, by),
        EffectTemplate(Text("to the roll"), lambda t: t.on_stack({"roll"}), (-6, 6)),
        brief=lambda n, by: Text("{by} to the roll", by=by),
        outcome=Outcome(4, "item", (-6, 6)),
    ),
    "reroll": EffectKind(
        lambda on, n, by: Text("rerolls the {roll}", roll=on),
        lambda s, item, target, by: then(s, at(reroll, target.id)),
        EffectTemplate(Text("reroll"), lambda t: t.on_stack({"roll"})),
        brief=lambda n, by: Text("rerolls"),
        outcome=Outcome(5, "item"),
    ),
    "cancel": EffectKind(
        lambda on, n, by: Text("cancels {item}", item=on),
        lambda s, item, target, by: cancel_item(s, target.id),
        EffectTemplate(Text("cancel"), lambda t: t.on_stack(CANCELLABLE_KINDS)),
        brief=lambda n, by: Text("cancels it"),
        forms={
            ("cancel", "activated,paid,loot", "at an item or roll of one's own"): Effect(
                "cancel", Target("played_at_me")
            )
        },
    ),
    "prevent": EffectKind(
        lambda on, n, by: Text("prevents the {death}", death=on),
        lambda s, item, target, by: prevent_death(s, target.id),
        EffectTemplate(Text("prevent the death"), lambda t: t.on_stack(DEATH_KINDS)),
        brief=lambda n, by: Text("prevents the death"),
    ),
    "more_damage": EffectKind(
        lambda on, n, by: Text("{by} to {damage}", by=by, damage=on),
        lambda s, item, target, by: change_damage(s, target.id, by),
        EffectTemplate(Text("combat damage"), lambda t: t.on_stack({"damage"}), SIGNED),
        brief=lambda n, by: Text("{by} damage", by=by),
    ),
    "heal": EffectKind(
        lambda on, n, by: Text("heals {who} by {n}", who=on, n=n),
        lambda s, item, target, by: heal(s, "FS-34", target, by),
        EffectTemplate(Text("heal"), lambda t: t.curable, (1, 99)),
        brief=lambda n, by: Text("heals {n}", n=n),
        text_in_state=_unhealed_text,
        is_never_negative=True,
    ),
    "kill": EffectKind(
        lambda on, n, by: Text("kills {who}", who=on),
        _kill,
        EffectTemplate(Text("kill"), lambda t: t.bodies),
        EffectTargets(_can_be_killed, is_harm=True, is_for_living=True),
        forms={
            ("kill", "monster", "Mom!, Mom's Heart!, It Lives!"): Effect(
                "kill", Target("named_monster"), card="mom moms-heart it-lives"
            )
        },
    ),
    "shield": EffectKind(
        lambda on, n, by: Text("prevents {n} damage to {who}", n=n, who=on),
        boost("shield"),
        EffectTemplate(Text("prevent damage"), lambda t: t.bodies, (1, 99)),
        EffectTargets(is_for_living=True),
        brief=lambda n, by: Text("prevents {n} damage", n=n),
        counted=Text("damage prevented"),
        outcome=Outcome(6, "body", (1, 9)),
        lasting=Lasting(),
    ),
    "treasure": EffectKind(
        lambda on, n, by: Text("{who} {by} item", "{who} {by} items", who=on, by=by, n=abs(n)),
        lambda s, item, target, by: receive(s, "FS-34", target.id, "treasures", by, item.source),
        EffectTemplate(Text("item"), lambda t: t.seats, SIGNED),
        gains="treasures",
    ),
    "recharge": EffectKind(
        lambda on, n, by: Text("recharges {what}", what=on),
        lambda s, item, target, by: recharge_items(s, target, item.source),
        EffectTemplate(Text("recharge"), lambda t: t.items + t.seats),
        EffectTargets(fitting=_sideways_first),
        brief=lambda n, by: Text("recharges"),
    ),
    "pay_life_down": EffectKind(lambda on, n, by: Text("{who} pays life down to {n}", who=on, n=n), _pay_life_down),
    "roll_cents": EffectKind(
        lambda on, n, by: Text("{who} rolls a die and gains as many ¢", who=on),
        _roll_cents,
    ),
    "roll": EffectKind(
        lambda on, n, by: Text("rolls a die"),
        lambda s, item, target, by: throw_die(s, item, item.effects[0]),
        EffectTemplate(Text("rolls a die")),
        text_in_state=_aimed_die_text,
    ),
    "roll_each": EffectKind(lambda on, n, by: Text("each player rolls a die"), _roll_each),
}
"""The usual kinds of effects, those that people state most often first."""
