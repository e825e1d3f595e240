"""Templates of effects, with holes for targets and amounts (FS-26, FS-A1)."""

from __future__ import annotations

from rules.engine import Choice, Event, Line, Many, Number, Option, Pick, Template, Text, carries
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.state import FourSouls

from .card_names import card_name, item_name, owned_name

CANCELLABLE = {
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
DEATHS = {"player_death", "monster_death"}


def named_or_not(named: Event, suggestions: tuple[str, ...] = ()) -> tuple[Choice, Choice]:
    """Return two choices for a card that was turned up: with a name, or without one as usual.

    The name goes into the field ``name`` of the event.
    """
    return (
        Choice(Text("Its name"), Template(named, (Line("name", suggestions=suggestions),)), role="quiet"),
        Choice(Text("Without a name"), Template(named), role="usual"),
    )


def name_hole() -> Line:
    """Return the hole for the card's name, which may stay empty."""
    return Line("name", label=Text("Name"))


@carries("FS-26", "FS-89")
def effects_hole(s: FourSouls) -> Many:
    """Return the hole for every effect that has a target now.

    Repeated taps on a chip add up to its amount.
    """
    return Many("effects", tuple(_chips(s)))


def _chips(s: FourSouls) -> list[Template]:
    return [chip for chips in (_common(s), _until_the_end(s), _about_items(s), _about_turns(s)) for chip in chips]


def _common(s: FourSouls) -> tuple[Template, ...]:
    """Return the templates of the most common effects and of responses to the current stack."""
    seats, bodies, rolls = _seats(s), _bodies(s), _on_stack(s, {"roll"})
    everyone = (Option(Target("everyone"), Text("each player")),)
    return (
        *_chip(Effect("cents"), Text("¢"), seats if s.follows("cents") else (), -99),
        *_chip(Effect("loot"), Text("loot"), seats if s.follows("loot") else (), -99),
        *_chip(Effect("damage"), Text("damage"), bodies + everyone, 1),
        *_chip(Effect("modify"), Text("to the roll"), rolls, -6, 6),
        *_chip(Effect("reroll"), Text("reroll"), rolls),
        *_chip(Effect("cancel"), Text("cancel"), _on_stack(s, CANCELLABLE)),
        *_chip(Effect("prevent"), Text("prevent the death"), _on_stack(s, DEATHS)),
        *_chip(Effect("more_damage"), Text("combat damage"), _on_stack(s, {"damage"}), -99),
        *_chip(Effect("heal"), Text("heal"), seats + _monsters(s), 1),
        *_chip(Effect("kill"), Text("kill"), bodies),
        *_chip(Effect("shield"), Text("prevent damage"), bodies, 1),
        *_chip(Effect("treasure"), Text("item"), seats, -99),
        *_chip(Effect("recharge"), Text("recharge"), _owned(s) + seats),
        Template(Effect("roll"), label=Text("rolls a die")),
    )


def _until_the_end(s: FourSouls) -> tuple[Template, ...]:
    """Return the templates of changes that end with the turn (FS-50)."""
    group = Text("Until the end of the turn")
    return (
        *_chip(Effect("attack"), Text("attack"), _bodies(s), -9, 9, group),
        *_chip(Effect("evasion"), Text("evasion"), _monsters(s), -5, 5, group),
        *_chip(Effect("rolls"), Text("to rolls"), _seats(s), -5, 5, group),
        *_chip(Effect("health"), Text("life"), _seats(s), -5, 5, group),
    )


def _about_items(s: FourSouls) -> tuple[Template, ...]:
    group, others = Text("Items, souls, curses"), _owned(s, lasting=False) + _with_treasures(s)
    return (
        *_chip(Effect("destroy"), Text("destroy"), others, group=group),
        *_chip(Effect("steal"), Text("steal"), others, group=group),
        *_chip(Effect("deactivate"), Text("turn sideways"), _owned(s), group=group),
        *_chip(Effect("trinket"), Text("becomes an item"), _seats(s), group=group),
        *_chip(Effect("counter"), Text("counters"), _owned(s), -9, 9, group),
        *_chip(Effect("become_soul"), Text("becomes a soul"), _owned(s), group=group),
        *_chip(Effect("soul"), Text("soul"), _seats(s), -99, group=group),
        *_chip(Effect("steal_soul"), Text("steal a soul"), _with_souls(s), group=group),
        *_chip(Effect("curse"), Text("curse"), _seats(s), group=group),
    )


def _about_turns(s: FourSouls) -> tuple[Template, ...]:
    turn, slots = Text("Turn and attacks"), Text("Slots")
    return (
        Template(Effect("attack_again"), (), Text("one more attack"), turn),
        Template(Effect("attack_deck"), (), Text("one more attack on the deck"), turn),
        Template(Effect("must_attack"), (), Text("must attack"), turn),
        *_chip(Effect("skip_turn"), Text("skip a turn"), _seats(s), group=turn),
        *((Template(Effect("leave"), (), Text("end the fight"), turn),) if s.combat else ()),
        Template(Effect("end_turn"), (), Text("end the turn"), turn),
        Template(Effect("monster_slot"), (), Text("one more monster slot"), slots),
        Template(Effect("shop_slot"), (), Text("one more shop slot"), slots),
        *((Template(Effect("room_slot"), (), Text("one more room slot"), slots),) if s.rooms else ()),
    )


def _chip(
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


def _with_souls(s: FourSouls) -> tuple[Option, ...]:
    return tuple(option for option in _seats(s) if s.players[option.value.id].souls)


def _owned(s: FourSouls, *, lasting: bool = True) -> tuple[Option, ...]:
    """Return the named items; eternal ones only if ``lasting`` (FS-22).

    ``lasting``: the effect leaves its item in play.
    """
    every = (o for player in s.players for o in player.items if lasting or not o.eternal)
    return tuple(Option(Target("owned", o.id), owned_name(o)) for o in every)


def _with_treasures(s: FourSouls) -> tuple[Option, ...]:
    return tuple(option for option in _seats(s) if s.players[option.value.id].treasures)


def _on_stack(s: FourSouls, kinds: set[str]) -> tuple[Option, ...]:
    return tuple(Option(Target("item", i.id), item_name(s, i)) for i in s.stack.items if i.kind in kinds)


def _monsters(s: FourSouls) -> tuple[Option, ...]:
    return tuple(Option(Target("monster", m.id), card_name(m.card)) for m in s.monsters)
