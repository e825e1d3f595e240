"""The outcome pad: what a card may do here and now, as templates with holes (FS-26, FS-A1)."""

from __future__ import annotations

from rules.engine import Choice, Event, Line, Many, Number, Option, Pick, Template, Text, carries

from .change import item_name
from .effect import Effect, Target
from .state import FourSouls, card_name, owned_name

CANCELLABLE = {
    "loot",
    "activated",
    "paid",
    "triggered",
    "effect",
    "non_monster",
    "attack",
    "loot_1",
    "purchase",
    "room",
}
DEATHS = {"player_death", "monster_death"}


def named_or_not(named: Event) -> tuple[Choice, Choice]:
    """A card that was turned up: its name in the event's ``name``, or none, which is usual."""
    return (
        Choice(Text("Its name"), Template(named, (name_hole(),)), role="quiet"),
        Choice(Text("Without a name"), Template(named), role="usual"),
    )


def name_hole() -> Line:
    """The card's name, if anybody cares to say it."""
    return Line("name")


@carries("FS-26", "FS-89")
def effects_hole(s: FourSouls) -> Many:
    """Every effect that has a target now; repeated taps on a chip add up to its amount."""
    return Many("effects", tuple(_chips(s)))


def _chips(s: FourSouls) -> list[Template]:
    seats, living = _seats(s), _living(s)
    everyone = (Option(Target("everyone"), Text("each player")),)
    bodies_alone = living + _monsters(s)
    bodies = bodies_alone + everyone
    rolls, items = _on_stack(s, {"roll"}), _on_stack(s, CANCELLABLE)
    chips = [
        _chip(Effect("cents"), Text("¢"), seats, -99),
        _chip(Effect("loot"), Text("loot"), seats, -99),
        _chip(Effect("damage"), Text("damage"), bodies, 1),
        _chip(Effect("heal"), Text("heal"), seats + _monsters(s), 1),
        _chip(Effect("modify"), Text("to the roll"), rolls, -6, 6),
        _chip(Effect("reroll"), Text("reroll"), rolls),
        _chip(Effect("cancel"), Text("cancel"), items),
        _chip(Effect("kill"), Text("kill"), living + _monsters(s)),
        _chip(Effect("prevent"), Text("prevent the death"), _on_stack(s, DEATHS)),
        _chip(Effect("more_damage"), Text("combat damage"), _on_stack(s, {"damage"}), -99),
        _chip(Effect("treasure"), Text("item"), seats, -99),
        _chip(Effect("soul"), Text("soul"), seats, -99),
        _chip(Effect("steal_soul"), Text("steal a soul"), _with_souls(s)),
        _chip(Effect("curse"), Text("curse"), seats),
        _chip(Effect("shield"), Text("prevent damage"), bodies_alone, 1),
        _chip(Effect("attack"), Text("attack this turn"), bodies_alone, -9, 9),
        _chip(Effect("evasion"), Text("evasion this turn"), _monsters(s), -5, 5),
        _chip(Effect("rolls"), Text("to rolls this turn"), seats, -5, 5),
        _chip(Effect("health"), Text("life this turn"), seats, -5, 5),
        _chip(Effect("recharge"), Text("recharge"), _owned(s) + seats),
        _chip(Effect("deactivate"), Text("turn sideways"), _owned(s)),
        _chip(Effect("destroy"), Text("destroy"), _owned(s, lasting=False) + _with_treasures(s)),
        _chip(Effect("steal"), Text("steal"), _owned(s, lasting=False) + _with_treasures(s)),
        _chip(Effect("trinket"), Text("becomes an item"), seats),
        _chip(Effect("skip_turn"), Text("skip a turn"), seats),
        _chip(Effect("counter"), Text("counters"), _owned(s), -9, 9),
        _chip(Effect("become_soul"), Text("becomes a soul"), _owned(s)),
        Template(Effect("attack_again"), label=Text("one more attack")),
        Template(Effect("attack_deck"), label=Text("one more attack on the deck")),
        Template(Effect("must_attack"), label=Text("must attack")),
        Template(Effect("monster_slot"), label=Text("one more monster slot")),
        Template(Effect("shop_slot"), label=Text("one more shop slot")),
        *((Template(Effect("room_slot"), label=Text("one more room slot")),) if s.rooms else ()),
        Template(Effect("roll"), label=Text("rolls a die")),
        Template(Effect("end_turn"), label=Text("end the turn")),
    ]
    if s.combat:
        chips.append(Template(Effect("leave"), label=Text("end the fight")))
    return [chip for chip in chips if chip is not None]


def _chip(
    effect: Effect, label: Text, targets: tuple[Option, ...], low: int | None = None, high: int = 99
) -> Template | None:
    amount = () if low is None else (Number("amount", low, high, 1),)
    return Template(effect, (Pick("target", targets), *amount), label) if targets else None


def _seats(s: FourSouls) -> tuple[Option, ...]:
    return tuple(Option(Target("seat", k), name) for k, name in enumerate(s.seats))


def _living(s: FourSouls) -> tuple[Option, ...]:
    """FS-89: nobody can choose to harm a player who has died this turn."""
    return tuple(option for option in _seats(s) if s.players[option.value.id].doom != "dead")


def _with_souls(s: FourSouls) -> tuple[Option, ...]:
    return tuple(option for option in _seats(s) if s.players[option.value.id].souls)


def _owned(s: FourSouls, *, lasting: bool = True) -> tuple[Option, ...]:
    """The items with a name; FS-22: the eternal ones only where they last."""
    every = (o for player in s.players for o in player.items if lasting or not o.eternal)
    return tuple(Option(Target("owned", o.id), owned_name(o)) for o in every)


def _with_treasures(s: FourSouls) -> tuple[Option, ...]:
    return tuple(option for option in _seats(s) if s.players[option.value.id].treasures)


def _on_stack(s: FourSouls, kinds: set[str]) -> tuple[Option, ...]:
    return tuple(Option(Target("item", i.id), item_name(s, i)) for i in s.stack.items if i.kind in kinds)


def _monsters(s: FourSouls) -> tuple[Option, ...]:
    return tuple(Option(Target("monster", m.id), card_name(m.card)) for m in s.monsters)
