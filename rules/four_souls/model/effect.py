"""Effects of cards, their targets, and the words of the card language, one record for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from rules.card_grammar import Ability, Condition, parse_abilities
from rules.engine import Displayable, Option, Text

if TYPE_CHECKING:
    from rules.four_souls.vocabulary.effect_templates import Targets

    from .item import Owned
    from .moment import GameMoment
    from .replacement import ReplacedEvent, Replacement
    from .stack_item import Item
    from .state import Boost, FourSouls

    EffectName: TypeAlias = str
    """Name of a kind of effect; as a save is read it must be one of ``EFFECT_KINDS``."""
    TargetName: TypeAlias = str
    """Name of a kind of target; as a save is read it must be one of ``TARGET_KINDS``."""
    BoostName: TypeAlias = str
    """Name of what lasts until the turn ends: that of an effect that lasts, or ``forced``."""

CURSES_A_SEAT = 100
"""More curses than a player ever bears."""


@dataclass(frozen=True, slots=True)
class Target:
    """Target of an effect: something by its id, a group, or still to be chosen.

    What its ``kind`` means says its record in ``TARGET_KINDS``.
    """

    kind: TargetName = "table"
    id: int = 0


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a card on one target.

    What its ``kind`` does says its record in ``EFFECT_KINDS``. ``amount`` is a difference where the kind has one, and
    ``count`` a word for a number that is worked out as the effect happens; ``card`` is the id of the monster that the
    effect brings; ``to`` is who gets what it moves. It happens only if the conditions ``only_if`` hold, or with
    ``otherwise`` if they do not; effects beside each other with the same conditions are decided together. The number
    that it changes stays ``within`` those limits, if any.

    A ``roll`` whose numbers aim at something has the ``card`` that says so, and as ``target`` and ``to`` what they aim
    at, which is chosen before the die is thrown.
    """

    kind: EffectName
    target: Target = Target()
    amount: int = 0
    card: str = ""
    count: str = ""
    to: Target = Target()
    only_if: tuple[Condition, ...] = ()
    otherwise: bool = False
    within: tuple[int, ...] = ()


# --- kinds of effects ----------------------------------------------------------------------------------------------

EffectAction: TypeAlias = "Callable[[FourSouls, Item, Target, int], FourSouls]"
"""What a kind of effect does to one target, with its amount."""
EffectText: TypeAlias = Callable[[Displayable, int, str], Text]
"""Text of a kind of effect, from its target, its amount and the signed amount."""
BriefText: TypeAlias = Callable[[int, str], Text]
"""Text of a kind of effect whose target goes without saying, from its amount and the signed amount."""
Form: TypeAlias = tuple[str, str, str]
"""Verb, target and limit of a step in the notation."""


@dataclass(frozen=True, slots=True)
class EffectTemplate:
    """How a table states an effect: its label, possible targets, and bounds of its amount.

    Without ``targets`` it has none, without ``amount`` no amount. Those of a ``group`` are needed less often;
    ``is_possible``: whether a table in that state can state it.
    """

    label: Text
    targets: Callable[[Targets], tuple[Option, ...]] | None = None
    amount: tuple[int, int] | None = None
    group: Text | None = None
    is_possible: Callable[[FourSouls], object] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an item in no list may do, on a kind of target and within those amounts.

    ``place`` is its place among the others; ``is_passive``: it may have it as long as it lies in play.
    """

    place: int
    target: TargetName
    amount: tuple[int, int] | None = None
    is_passive: bool = False


@dataclass(frozen=True, slots=True)
class EffectTargets:
    """What can be chosen for a kind of effect, where its target is open.

    ``can_be_chosen``: whether a seat can choose a player (None: anybody); ``named_items``: the items that it can choose
    besides those players; ``fitting``: the items on which the effect does something. ``is_loss``: it aims at an item,
    of which one without a name is meant by its player; ``is_harm``: it only harms, so that the dead are no target
    (FS-89); ``is_for_living``: nobody can state it of the dead; ``spares_source``: never the item of the effect;
    ``needs_captive``: the item must have a monster under it, or must not.
    """

    can_be_chosen: Callable[[FourSouls, int, int], bool] | None = None
    named_items: Callable[[FourSouls, int], Iterator[Target]] | None = None
    fitting: Callable[[tuple[Owned, ...], Effect], tuple[Owned, ...]] | None = None
    is_loss: bool = False
    is_harm: bool = False
    is_for_living: bool = False
    spares_source: bool = False
    needs_captive: bool | None = None


@dataclass(frozen=True, slots=True)
class Lasting:
    """How a kind of effect lasts until the turn ends (FS-50).

    The ``text`` says what it waits for, if it changes no number; the ``replacement`` is what becomes of the next damage
    or of gains, from its amount.
    """

    text: Callable[[Boost], Text] | None = None
    replacement: Callable[[int], Replacement] | None = None


@dataclass(frozen=True)
class EffectKind:
    """One word of the card language: all that the game knows of a kind of effect.

    ``text``: what it does, in a few words; ``action``: what it does to one target, None for what holds as long as its
    card lies in play; ``template``: how a table states it, None if nobody does; ``targets``: what can be chosen for it.

    Words: ``brief`` without its target; ``counted``: the noun of what is counted out by a word; ``text_in_state``: what
    it does in a state, where that is more than its ``text``, from the name of its target.

    Amounts: ``number`` of a player or monster that it changes; ``is_never_negative``: it does nothing where less than
    nothing is counted; ``is_optional``: a table may leave the number uncounted; ``gains``: what a player gains by it.

    Notation: ``forms`` are steps that mean it although they begin with another word, with the effect of each;
    ``abilities`` those until the turn ends of which it is one; ``limit`` is one that it has anyway; ``in_play``: the
    steps of what ``always`` holds, ``is_plain`` if those have neither a condition nor an amount.

    ``outcome``: what an item in no list may do; ``stated_as``: the kind that people state in its place; ``lasting``:
    how it lasts until the turn ends; ``keeps_card``: it says itself where its card goes; ``is_soul``: it moves souls.
    """

    text: EffectText
    action: EffectAction | None
    template: EffectTemplate | None = None
    targets: EffectTargets = EffectTargets()
    _: KW_ONLY
    brief: BriefText | None = None
    counted: Text | None = None
    text_in_state: Callable[[FourSouls, Effect, Displayable], Text | None] | None = None
    number: str = ""
    is_never_negative: bool = False
    is_optional: bool = False
    gains: ReplacedEvent | None = None
    forms: Mapping[Form, Effect] = field(default_factory=dict)
    abilities: Mapping[str, Effect] = field(default_factory=dict)
    limit: str = ""
    in_play: tuple[Form, ...] = ()
    is_plain: bool = False
    outcome: Outcome | None = None
    stated_as: str = ""
    lasting: Lasting | None = None
    keeps_card: bool = False
    is_soul: bool = False


# --- kinds of targets ----------------------------------------------------------------------------------------------

TargetChoice: TypeAlias = "Callable[[FourSouls, int, Effect, int], tuple[Target, ...]]"
"""The possible targets of one kind, for an effect of a seat with its own id on the stack."""


@dataclass(frozen=True)
class TargetKind:
    """One word for a target: all that the game knows of a kind of target.

    ``text``: what it is, in a few words; ``words`` mean it in the data files. Monsters call it by its name.

    One by its id: ``name_of`` is its name in a state, ``find`` what has that id there, None if it has gone.

    A group that the card names: ``expand`` returns each target that it means, seen from a seat; ``of_moment`` is what
    it means at the moment that triggered its ability.

    Still to be chosen: ``choices`` are what is possible now. ``is_dependent``: it follows from another choice or comes
    late, ``is_late``: as the effect happens, so that it is not chosen before a die; ``is_declinable``: none may be
    chosen; ``never_lacks``: a card can be played without one; ``is_on_stack``: it is an item there; ``question`` asks
    for it, from the name of the item.
    """

    text: Text
    words: tuple[str, ...] = ()
    _: KW_ONLY
    name_of: Callable[[FourSouls, int], Displayable] | None = None
    find: Callable[[FourSouls, int], object] | None = None
    expand: Callable[[FourSouls, int, Target], tuple[Target, ...]] | None = None
    of_moment: Callable[[GameMoment], Target] | None = None
    choices: TargetChoice | None = None
    is_dependent: bool = False
    is_late: bool = False
    is_declinable: bool = False
    never_lacks: bool = False
    is_on_stack: bool = False
    question: Callable[[Displayable], Text] | None = None


# --- all words -----------------------------------------------------------------------------------------------------
# ``rules.four_souls.effects`` includes the words as the game is imported. The annotations of ``Effect``, ``Target`` and
# ``Boost`` are read after that, as a save is first checked, and so name every word.

EFFECT_KINDS: dict[str, EffectKind] = {}
"""Every kind of effect by its name, those that people state most often first."""
TARGET_KINDS: dict[str, TargetKind] = {}
"""Every kind of target by its name."""
FORMS: dict[Form, Effect] = {}
"""Effects by the steps that mean them although they begin with another word."""
FORMS_IN_PLAY: dict[Form, str] = {}
"""Names of kinds of effects by the steps of what always holds."""
ABILITIES: dict[tuple[Ability, ...], Effect] = {}
"""Effects by the abilities until the turn ends that they are."""
TARGETS: dict[str, Target] = {}
"""Targets by their words in the data files."""


def include_effects(kinds: Mapping[str, EffectKind]) -> None:
    """Make these kinds words of the card language, which saves may hold."""
    EFFECT_KINDS.update(kinds)
    for name, kind in kinds.items():
        FORMS.update(kind.forms)
        FORMS_IN_PLAY.update(dict.fromkeys(kind.in_play, name))
        ABILITIES.update({parse_abilities(text): effect for text, effect in kind.abilities.items()})
    lasting = (name for name, kind in EFFECT_KINDS.items() if kind.lasting)
    globals().update(EffectName=Literal[tuple(EFFECT_KINDS)], BoostName=Literal["forced", *lasting])


def include_targets(kinds: Mapping[str, TargetKind]) -> None:
    """Make these kinds words for targets, which saves may hold."""
    TARGET_KINDS.update(kinds)
    for name, kind in kinds.items():
        TARGETS.update(dict.fromkeys(kind.words, Target(name)))
    globals().update(TargetName=Literal[tuple(TARGET_KINDS)])
