"""Templates of effects, with holes for targets and amounts (FS-26, FS-A1)."""

from __future__ import annotations

from collections.abc import Set
from functools import cache, cached_property

from rules.engine import Choice, Event, Number, Option, Pick, Records, Template, Text, TextLine, carries
from rules.four_souls.model.effect import EFFECT_KINDS, Effect, EffectTemplate, Outcome, Target
from rules.four_souls.model.state import FourSouls

from .card_names import card_name, item_name, owned_name
from .state_changes import is_beyond_healing, losable_items, losable_souls


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
    built = (
        _template(name, kind.template, targets)
        for name, kind in EFFECT_KINDS.items()
        if kind.template and (kind.template.is_possible is None or kind.template.is_possible(s))
    )
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

    def on_stack(self, kinds: Set[str]) -> tuple[Option, ...]:
        """Return the items on the stack that are of one of those kinds."""
        s = self._state
        return tuple(Option(Target("item", i.id), item_name(s, i)) for i in s.stack.items if i.kind in kinds)


def _template(kind: str, stated: EffectTemplate, targets: Targets) -> Template | None:
    """Return the template of an effect; None where it has no possible target."""
    if stated.targets is None:
        return Template(_untold(kind), (), stated.label, stated.group)
    options = stated.targets(targets)
    if not options:
        return None
    return Template(_untold(kind), (Pick("target", options), *_amount_holes(stated.amount)), stated.label, stated.group)


@cache
def _untold(kind: str) -> Effect:
    """Return an effect of that kind of which nothing else has been said yet."""
    return Effect(kind)


@cache
def _amount_holes(bounds: tuple[int, int] | None) -> tuple[Number, ...]:
    return (Number("amount", *bounds, 1),) if bounds else ()


def is_statable(kind: str) -> bool:
    """Return whether people can state such effects: the hole says whether they are possible."""
    return EFFECT_KINDS[kind].template is not None


def outcome_templates(*, is_passive: bool = False) -> tuple[Template, ...]:
    """Return the templates of what an item in no list may do, or may do as it lies in play.

    Its target is known, or chosen as it does it.
    """
    found = [
        (kind.outcome.place, _outcome(name, kind.outcome, kind.template.label))
        for name, kind in EFFECT_KINDS.items()
        if kind.outcome and kind.template and (kind.outcome.is_passive or not is_passive)
    ]
    return tuple(template for _, template in sorted(found, key=lambda one: one[0]))


def _outcome(kind: str, outcome: Outcome, label: Text) -> Template:
    return Template(Effect(kind, Target(outcome.target)), _amount_holes(outcome.amount), label)
