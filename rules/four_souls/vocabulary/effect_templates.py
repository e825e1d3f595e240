"""Templates of effects, with holes for targets and amounts (FS-26, FS-A1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from rules.engine import Choice, Event, Number, Option, Pick, Records, Template, Text, TextLine, carries
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.state import FourSouls

from .card_names import card_name, item_name, owned_name
from .state_changes import is_beyond_healing, losable_items, losable_souls

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
        Choice(
            Text("Say which"),
            Template(named, (TextLine("name", suggestions=suggestions, label=Text("Name")),)),
            role="option",
        ),
        Choice(Text("Without a name"), Template(named), role="default"),
    )


def make_name_hole(suggestions: tuple[str, ...] = (), refused: tuple[str, ...] = ()) -> TextLine:
    """Return the hole for the card's name, which may stay empty.

    ``refused`` are names that it cannot be.
    """
    return TextLine("name", suggestions=suggestions, label=Text("Name"), taken=refused)


@carries("FS-26", "FS-89")
def make_effects_hole(s: FourSouls) -> Records:
    """Return the hole for every effect that has a target now.

    Repeated taps on a chip add up to its amount.
    """
    targets = Targets(s)
    built = (_template(row, targets) for row in EFFECT_ROWS if row.is_possible is None or row.is_possible(s))
    return Records("effects", tuple(template for template in built if template is not None))


class Targets:
    """The possible targets of effects in a state, by what they have in common."""

    def __init__(self, s: FourSouls) -> None:
        self._state = s

    @cached_property
    def seats(self) -> tuple[Option, ...]:
        """All players."""
        return tuple(Option(Target("seat", k), name) for k, name in enumerate(self._state.seats))

    @cached_property
    def monsters(self) -> tuple[Option, ...]:
        """The active monsters."""
        return tuple(Option(Target("monster", m.id), card_name(m.card)) for m in self._state.monsters)

    @cached_property
    def bodies(self) -> tuple[Option, ...]:
        """The monsters, and the players who can be harmed: those not dead this turn (FS-89)."""
        players = self._state.players
        living = tuple(option for option in self.seats if players[option.value.id].doom != "dead")
        return living + self.monsters

    @property
    def curable(self) -> tuple[Option, ...]:
        """The players and monsters that an effect can heal: neither dying nor dead (FS-82)."""
        every = self.seats + self.monsters
        return tuple(option for option in every if not is_beyond_healing(self._state, option.value))

    @property
    def with_souls(self) -> tuple[Option, ...]:
        """The players who have a soul that can be stolen."""
        return tuple(option for option in self.seats if losable_souls(self._state, option.value.id))

    @cached_property
    def items(self) -> tuple[Option, ...]:
        """The named items."""
        every = (item for player in self._state.players for item in player.items)
        return tuple(Option(Target("owned", item.id), owned_name(item)) for item in every)

    @cached_property
    def losable(self) -> tuple[Option, ...]:
        """The named items that are not eternal (FS-22), and the players with unnamed ones."""
        players = self._state.players
        losable = {item.id for seat in range(len(players)) for item in losable_items(self._state, seat)}
        named = tuple(option for option in self.items if option.value.id in losable)
        return named + tuple(option for option in self.seats if players[option.value.id].treasures)

    def on_stack(self, kinds: set[str]) -> tuple[Option, ...]:
        """Return the items on the stack that are of one of those kinds."""
        s = self._state
        return tuple(Option(Target("item", i.id), item_name(s, i)) for i in s.stack.items if i.kind in kinds)


@dataclass(frozen=True)
class EffectRow:
    """An effect that can be stated: its label, possible targets, and bounds of its amount.

    Without ``targets`` it has none, without ``amount`` no amount. Rows of a ``group`` are needed less often.
    """

    effect: Effect
    label: Text
    targets: Callable[[Targets], tuple[Option, ...]] | None = None
    amount: tuple[int, int] | None = None
    group: Text | None = None
    is_possible: Callable[[FourSouls], object] | None = None
    number: tuple[Number, ...] = field(init=False)

    def __post_init__(self) -> None:
        number = () if self.amount is None else (Number("amount", *self.amount, 1),)
        object.__setattr__(self, "number", number)


def _template(row: EffectRow, targets: Targets) -> Template | None:
    """Return the template of an effect; None where it has no possible target."""
    if row.targets is None:
        return Template(row.effect, (), row.label, row.group)
    options = row.targets(targets)
    return Template(row.effect, (Pick("target", options), *row.number), row.label, row.group) if options else None


EVERYONE = (Option(Target("everyone"), Text("each player")),)
ANY_ATTACK = (Option(Target("deck"), Text("the monster deck")), Option(Target(), Text("anything")))
"""What a forced attack may be made on besides a monster; anything comes last, as the usual one."""
TURN_END, BELONGINGS = Text("Until the end of the turn"), Text("Items, souls, curses")
ATTACKS, SLOTS = Text("Turn and attacks"), Text("Slots")
SIGNED = (-99, 99)
EFFECT_ROWS = (
    EffectRow(
        Effect("cents"), Text("¢"), lambda t: t.seats + EVERYONE, SIGNED, is_possible=lambda s: s.is_counted("cents")
    ),
    EffectRow(
        Effect("loot"), Text("loot"), lambda t: t.seats + EVERYONE, SIGNED, is_possible=lambda s: s.is_counted("loot")
    ),
    EffectRow(Effect("damage"), Text("damage"), lambda t: t.bodies + EVERYONE, (1, 99)),
    EffectRow(Effect("modify"), Text("to the roll"), lambda t: t.on_stack({"roll"}), (-6, 6)),
    EffectRow(Effect("reroll"), Text("reroll"), lambda t: t.on_stack({"roll"})),
    EffectRow(Effect("cancel"), Text("cancel"), lambda t: t.on_stack(CANCELLABLE_KINDS)),
    EffectRow(Effect("prevent"), Text("prevent the death"), lambda t: t.on_stack(DEATH_KINDS)),
    EffectRow(Effect("more_damage"), Text("combat damage"), lambda t: t.on_stack({"damage"}), SIGNED),
    EffectRow(Effect("heal"), Text("heal"), lambda t: t.curable, (1, 99)),
    EffectRow(Effect("kill"), Text("kill"), lambda t: t.bodies),
    EffectRow(Effect("shield"), Text("prevent damage"), lambda t: t.bodies, (1, 99)),
    EffectRow(Effect("treasure"), Text("item"), lambda t: t.seats, SIGNED),
    EffectRow(Effect("recharge"), Text("recharge"), lambda t: t.items + t.seats),
    EffectRow(Effect("roll"), Text("rolls a die")),
    # changes that end with the turn (FS-50)
    EffectRow(Effect("attack"), Text("attack"), lambda t: t.bodies, (-9, 9), TURN_END),
    EffectRow(Effect("evasion"), Text("evasion"), lambda t: t.monsters, (-5, 5), TURN_END),
    EffectRow(Effect("rolls"), Text("to rolls"), lambda t: t.seats, (-5, 5), TURN_END),
    EffectRow(Effect("health"), Text("life"), lambda t: t.seats, (-5, 5), TURN_END),
    EffectRow(Effect("destroy"), Text("destroy"), lambda t: t.losable, group=BELONGINGS),
    EffectRow(Effect("steal"), Text("steal"), lambda t: t.losable, group=BELONGINGS),
    EffectRow(Effect("deactivate"), Text("turn sideways"), lambda t: t.items, group=BELONGINGS),
    EffectRow(Effect("trinket"), Text("becomes an item"), lambda t: t.seats, group=BELONGINGS),
    EffectRow(Effect("counter"), Text("counters"), lambda t: t.items, (-9, 9), BELONGINGS),
    EffectRow(Effect("become_soul"), Text("becomes a soul"), lambda t: t.items, group=BELONGINGS),
    EffectRow(Effect("soul"), Text("soul"), lambda t: t.seats, SIGNED, BELONGINGS),
    EffectRow(Effect("steal_soul"), Text("steal a soul"), lambda t: t.with_souls, group=BELONGINGS),
    EffectRow(Effect("curse"), Text("curse"), lambda t: t.seats, group=BELONGINGS),
    EffectRow(Effect("attack_again"), Text("one more attack"), group=ATTACKS),
    EffectRow(Effect("attack_deck"), Text("one more attack on the deck"), group=ATTACKS),
    EffectRow(Effect("must_attack"), Text("must attack"), lambda t: t.monsters + ANY_ATTACK, group=ATTACKS),
    EffectRow(Effect("skip_turn"), Text("skip a turn"), lambda t: t.seats, group=ATTACKS),
    EffectRow(Effect("leave"), Text("end the fight"), group=ATTACKS, is_possible=lambda s: s.combat),
    EffectRow(Effect("end_turn"), Text("end the turn"), group=ATTACKS),
    EffectRow(Effect("vacate"), Text("leaves its slot"), lambda t: t.monsters, group=SLOTS),
    EffectRow(Effect("monster_slot"), Text("one more monster slot"), group=SLOTS),
    EffectRow(Effect("shop_slot"), Text("one more shop slot"), group=SLOTS),
    EffectRow(Effect("room_slot"), Text("one more room slot"), group=SLOTS, is_possible=lambda s: s.rooms),
)
"""Every effect that can be stated, the most common ones and responses first."""


def _outcome(effect: Effect, label: Text, low: int = 0, high: int = 0) -> Template:
    """Return the template of what an item does.

    Its target is known, or chosen as it does it.
    """
    return Template(effect, (Number("amount", low, high, 1),) if high else (), label)


OUTCOMES = (
    _outcome(Effect("cents", Target("me")), Text("¢"), 1, 20),
    _outcome(Effect("loot", Target("me")), Text("loot"), 1, 9),
    _outcome(Effect("damage", Target("body")), Text("damage"), 1, 9),
    _outcome(Effect("modify", Target("item")), Text("to the roll"), -6, 6),
    _outcome(Effect("reroll", Target("item")), Text("reroll")),
    _outcome(Effect("shield", Target("body")), Text("prevent damage"), 1, 9),
    _outcome(Effect("attack", Target("me")), Text("attack"), -5, 5),
    _outcome(Effect("health", Target("me")), Text("life"), -5, 5),
    _outcome(Effect("rolls", Target("me")), Text("to rolls"), -5, 5),
)
"""What an item in no list may do, the usual things."""
PASSIVE_KINDS = ("attack", "health", "rolls")
"""Kinds of effects that such an item may have as long as it lies in play."""
