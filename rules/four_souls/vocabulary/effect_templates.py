"""Templates of effects, with holes for targets and amounts (FS-26, FS-A1)."""

from __future__ import annotations

from rules.engine import Choice, Event, Number, Option, Pick, Records, Template, Text, TextLine, carries
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.state import FourSouls

from .card_names import card_name, item_name, owned_name
from .state_changes import is_beyond_healing, losable_souls

CANCELLABLE_KINDS = {
    "loot",
    "activated",
    "paid",
    "tap",
    "triggered",
    "effect",
    "non_monster",
    "attack",
    "loot_1",
    "purchase",
    "room",
}
DEATH_KINDS = {"player_death", "monster_death"}


def name_choices(named: Event, suggestions: tuple[str, ...] = ()) -> tuple[Choice, Choice]:
    """Return two choices for a card that was turned up: with a name, or without one as usual.

    The name goes into the field ``name`` of the event.
    """
    return (
        Choice(Text("Its name"), Template(named, (TextLine("name", suggestions=suggestions),)), role="option"),
        Choice(Text("Without a name"), Template(named), role="default"),
    )


def make_name_hole() -> TextLine:
    """Return the hole for the card's name, which may stay empty."""
    return TextLine("name", label=Text("Name"))


@carries("FS-26", "FS-89")
def make_effects_hole(s: FourSouls) -> Records:
    """Return the hole for every effect that has a target now.

    Repeated taps on a chip add up to its amount.
    """
    return Records("effects", tuple(_effect_templates(s)))


def _effect_templates(s: FourSouls) -> list[Template]:
    return [
        chip
        for chips in (_common_templates(s), _boost_templates(s), _item_templates(s), _turn_templates(s))
        for chip in chips
    ]


def _common_templates(s: FourSouls) -> tuple[Template, ...]:
    """Return the templates of the most common effects and of responses to the current stack."""
    seats, bodies, rolls = _seats(s), _bodies(s), _on_stack(s, {"roll"})
    everyone = (Option(Target("everyone"), Text("each player")),)
    return (
        *_target_template(Effect("cents"), Text("¢"), seats + everyone if s.is_counted("cents") else (), -99),
        *_target_template(Effect("loot"), Text("loot"), seats + everyone if s.is_counted("loot") else (), -99),
        *_target_template(Effect("damage"), Text("damage"), bodies + everyone, 1),
        *_target_template(Effect("modify"), Text("to the roll"), rolls, -6, 6),
        *_target_template(Effect("reroll"), Text("reroll"), rolls),
        *_target_template(Effect("cancel"), Text("cancel"), _on_stack(s, CANCELLABLE_KINDS)),
        *_target_template(Effect("prevent"), Text("prevent the death"), _on_stack(s, DEATH_KINDS)),
        *_target_template(Effect("more_damage"), Text("combat damage"), _on_stack(s, {"damage"}), -99),
        *_target_template(Effect("heal"), Text("heal"), _curable(s), 1),
        *_target_template(Effect("kill"), Text("kill"), bodies),
        *_target_template(Effect("shield"), Text("prevent damage"), bodies, 1),
        *_target_template(Effect("treasure"), Text("item"), seats, -99),
        *_target_template(Effect("recharge"), Text("recharge"), _owned_items(s) + seats),
        Template(Effect("roll"), label=Text("rolls a die")),
    )


def _boost_templates(s: FourSouls) -> tuple[Template, ...]:
    """Return the templates of changes that end with the turn (FS-50)."""
    group = Text("Until the end of the turn")
    return (
        *_target_template(Effect("attack"), Text("attack"), _bodies(s), -9, 9, group),
        *_target_template(Effect("evasion"), Text("evasion"), _monsters(s), -5, 5, group),
        *_target_template(Effect("rolls"), Text("to rolls"), _seats(s), -5, 5, group),
        *_target_template(Effect("health"), Text("life"), _seats(s), -5, 5, group),
    )


def _item_templates(s: FourSouls) -> tuple[Template, ...]:
    group, others = Text("Items, souls, curses"), _owned_items(s, lasting=False) + _with_treasures(s)
    return (
        *_target_template(Effect("destroy"), Text("destroy"), others, group=group),
        *_target_template(Effect("steal"), Text("steal"), others, group=group),
        *_target_template(Effect("deactivate"), Text("turn sideways"), _owned_items(s), group=group),
        *_target_template(Effect("trinket"), Text("becomes an item"), _seats(s), group=group),
        *_target_template(Effect("counter"), Text("counters"), _owned_items(s), -9, 9, group),
        *_target_template(Effect("become_soul"), Text("becomes a soul"), _owned_items(s), group=group),
        *_target_template(Effect("soul"), Text("soul"), _seats(s), -99, group=group),
        *_target_template(Effect("steal_soul"), Text("steal a soul"), _with_souls(s), group=group),
        *_target_template(Effect("curse"), Text("curse"), _seats(s), group=group),
    )


def _turn_templates(s: FourSouls) -> tuple[Template, ...]:
    turn, slots = Text("Turn and attacks"), Text("Slots")
    return (
        Template(Effect("attack_again"), (), Text("one more attack"), turn),
        Template(Effect("attack_deck"), (), Text("one more attack on the deck"), turn),
        *_target_template(Effect("must_attack"), Text("must attack"), _attack_targets(s), group=turn),
        *_target_template(Effect("skip_turn"), Text("skip a turn"), _seats(s), group=turn),
        *((Template(Effect("leave"), (), Text("end the fight"), turn),) if s.combat else ()),
        Template(Effect("end_turn"), (), Text("end the turn"), turn),
        *_target_template(Effect("vacate"), Text("leaves its slot"), _monsters(s), group=slots),
        Template(Effect("monster_slot"), (), Text("one more monster slot"), slots),
        Template(Effect("shop_slot"), (), Text("one more shop slot"), slots),
        *((Template(Effect("room_slot"), (), Text("one more room slot"), slots),) if s.rooms else ()),
    )


def _target_template(
    effect: Effect,
    label: Text,
    targets: tuple[Option, ...],
    low: int | None = None,
    high: int = 99,
    group: Text | None = None,
) -> tuple[Template, ...]:
    """Return the template of an effect, or nothing without a possible target."""
    amount = () if low is None else (Number("amount", low, high, 1),)
    return (Template(effect, (Pick("target", targets), *amount), label, group),) if targets else ()


def _bodies(s: FourSouls) -> tuple[Option, ...]:
    """Return the players and monsters that can be harmed."""
    return _living(s) + _monsters(s)


def _seats(s: FourSouls) -> tuple[Option, ...]:
    return tuple(Option(Target("seat", k), name) for k, name in enumerate(s.seats))


def _living(s: FourSouls) -> tuple[Option, ...]:
    """Return the players who can be chosen for harm: those not dead this turn (FS-89)."""
    return tuple(option for option in _seats(s) if s.players[option.value.id].doom != "dead")


def _curable(s: FourSouls) -> tuple[Option, ...]:
    """Return players and monsters that an effect can heal: neither dying nor dead (FS-82)."""
    return tuple(option for option in _seats(s) + _monsters(s) if not is_beyond_healing(s, option.value))


def _with_souls(s: FourSouls) -> tuple[Option, ...]:
    """Return the players who have a soul that can be stolen."""
    return tuple(option for option in _seats(s) if losable_souls(s, option.value.id))


def _owned_items(s: FourSouls, *, lasting: bool = True) -> tuple[Option, ...]:
    """Return the named items; eternal ones only if ``lasting`` (FS-22).

    ``lasting``: the effect leaves its item in play.
    """
    every = (o for player in s.players for o in player.items if lasting or not o.eternal)
    return tuple(Option(Target("owned", o.id), owned_name(o)) for o in every)


def _with_treasures(s: FourSouls) -> tuple[Option, ...]:
    return tuple(option for option in _seats(s) if s.players[option.value.id].treasures)


def _on_stack(s: FourSouls, kinds: set[str]) -> tuple[Option, ...]:
    return tuple(Option(Target("item", i.id), item_name(s, i)) for i in s.stack.items if i.kind in kinds)


def _attack_targets(s: FourSouls) -> tuple[Option, ...]:
    """Return what a forced attack may be made on; anything comes last, as the usual one."""
    deck, anything = Option(Target("deck"), Text("the monster deck")), Option(Target(), Text("anything"))
    return (*_monsters(s), deck, anything)


def _monsters(s: FourSouls) -> tuple[Option, ...]:
    return tuple(Option(Target("monster", m.id), card_name(m.card)) for m in s.monsters)
