"""The cards: templates to enter minions, heroes and locations, and cards of the rules text."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from rules.card_data import CardDataError, CardRow, data_text, reading
from rules.card_grammar import Deed, May, parse_abilities
from rules.engine import (
    CatalogueCard,
    Displayable,
    Name,
    Number,
    Option,
    Pick,
    Records,
    Template,
    Text,
    TextLine,
    carries,
)
from rules.engine.record import replace

from .sentences import find_sentence

MAX_NAME_LENGTH, MAX_TEXT_LENGTH = 40, 160
MOST_VP_ASKED = 9
"""Most VP of a minion that are offered as a number; more are set by hand."""


@dataclass(frozen=True, slots=True)
class AbilityCard:
    """The common part of all three kinds of cards: a name and an ability.

    The name is empty where the table did not enter one. The ability triggers at ``when``; it does ``does`` and ``also``
    to ``on``, of those only ``whom``; ``n`` tokens. Where ``does`` is empty, the table does what ``text`` says. ``may``
    is "may" on a card that lets its player decline; any other ability must be done (RD-15).
    """

    name: str = ""
    when: str = ""
    does: str = ""
    also: str = ""
    on: str = "self"
    whom: str = ""
    n: int = 1
    text: str = ""
    may: str = ""


@dataclass(frozen=True, slots=True)
class MinionCard(AbilityCard):
    """A minion: beast, humanoid or undead, its peril, and the VP it is worth in a haven.

    ``is_vp_unknown``: nobody has read its VP off the card yet; ``vp`` is 0 until then.
    """

    kind: str = ""
    peril: int = 1
    vp: int = 1
    is_vp_unknown: bool = False


@dataclass(frozen=True, slots=True)
class HeroCard(AbilityCard):
    """A legendary hero, who attacks a horde whose peril reaches the threshold.

    ``kind`` is the type printed on the card.
    """

    on: str = "horde"
    kind: str = ""
    threshold: int = 6


@dataclass(frozen=True, slots=True)
class LocationCard(AbilityCard):
    """One side of a location: the VP for controlling it, and the name of its other side."""

    on: str = "it"
    vp: int = 5
    back: str = ""


MINION_TYPES = {"": Text("any type"), "beast": Text("beast"), "humanoid": Text("humanoid"), "undead": Text("undead")}
MINION_TRIGGERS = {
    "unsaid": Text("not said"),
    "": Text("no ability"),
    "played": Text("immediate: when it is played"),
    "attacked": Text("ongoing: its horde is attacked"),
    "elsewhere": Text("ongoing: another horde is attacked"),
    "defeated": Text("ongoing: it is defeated"),
    "escapes": Text("ongoing: it escapes"),
    "moved": Text("ongoing: it is moved"),
    "always": Text("ongoing: all the time"),
}
HERO_TRIGGERS = {
    "unsaid": Text("not said"),
    "": Text("no ability"),
    "attacks": Text("attack: when the hero attacks"),
    "always": Text("ongoing: all the time"),
}
LOCATION_TRIGGERS = {
    "": Text("no ability"),
    "played": Text("ongoing: a minion is played there"),
    "escapes": Text("ongoing: a minion escapes there"),
    "always": Text("ongoing: all the time"),
    "scoring": Text("scoring: who controls it"),
}
EFFECTS = {
    "": Text("what the card says, by hand"),
    "vp": Text("VP tokens"),
    "peril": Text("peril tokens"),
    "defeat": Text("defeats"),
    "back": Text("sends to the back of the horde"),
    "move": Text("moves to another horde"),
    "place": Text("takes any place in its horde"),
    "play": Text("one more minion is played"),
    "spared": Text("the hero cannot get at them"),
}
LOCATION_EFFECTS = {
    **{key: EFFECTS[key] for key in ("", "vp", "peril", "defeat", "back", "move", "play", "spared")},
    "least": Text("the least peril controls it"),
    "count": Text("the most minions control it"),
}
TARGETS = {
    "self": Text("itself"),
    "it": Text("the minion it is about"),
    "adjacent": Text("one adjacent minion"),
    "strongest": Text("the adjacent minion worth the most VP"),
    "each": Text("each adjacent minion"),
    "horde": Text("another minion of the horde"),
    "whole": Text("each other minion of the horde"),
    "any": Text("any minion"),
}
OBLIGATIONS = {"": Text("it must, if it can"), "may": Text("it may: the card says so")}
VP_KNOWLEDGE = (Option(False, Text("read off the card")), Option(True, Text("not read yet")))
"""Options for whether the VP of a minion are known."""
TARGETS_WITHOUT_CHOICE = ("self", "it", "each", "whole")
"""Targets for which nobody has to choose a minion."""


def _pick_hole(name: str, words: dict[str, Text], label: Text) -> Pick:
    return Pick(name, tuple(Option(key, said) for key, said in words.items()), label)


def _ability_holes(when: dict[str, Text], does: dict[str, Text], on: Iterable[str]) -> tuple[Any, ...]:
    return (
        _pick_hole("when", when, Text("its ability")),
        _pick_hole("does", does, Text("what it does")),
        _pick_hole("on", {key: TARGETS[key] for key in on}, Text("to whom")),
        _pick_hole("whom", MINION_TYPES, Text("only of that type")),
        Number("n", 1, 9, 1, Text("how many tokens")),
        _pick_hole("also", {**does, "": Text("nothing more")}, Text("and then")),
        _pick_hole("may", OBLIGATIONS, Text("must it be done")),
        TextLine("text", MAX_TEXT_LENGTH, label=Text("what the card says")),
    )


_NAME = TextLine("name", MAX_NAME_LENGTH, label=Text("name"))
MINION_TEMPLATE = Template(
    MinionCard(when="unsaid"),
    (
        _NAME,
        Number("peril", 0, 99, 2, Text("peril")),
        Number("vp", 0, 99, 2, Text("VP")),
        Pick("is_vp_unknown", VP_KNOWLEDGE, Text("its VP")),
        _pick_hole("kind", {**MINION_TYPES, "": Text("not said")}, Text("type")),
        *_ability_holes(MINION_TRIGGERS, EFFECTS, ("self", "adjacent", "strongest", "each", "horde", "whole", "any")),
    ),
)
HERO_TEMPLATE = Template(
    HeroCard(when="unsaid"),
    (
        _NAME,
        Number("threshold", 1, 99, 6, Text("peril threshold")),
        TextLine("kind", MAX_NAME_LENGTH, label=Text("type of hero")),
        *_ability_holes(
            HERO_TRIGGERS, {k: EFFECTS[k] for k in EFFECTS if k not in ("place", "play")}, ("horde", "whole", "any")
        ),
    ),
)
LOCATION_TEMPLATE = Template(
    LocationCard(),
    (
        _NAME,
        Number("vp", 0, 99, 5, Text("VP")),
        TextLine("back", MAX_NAME_LENGTH, label=Text("name on its other side")),
        *_ability_holes(LOCATION_TRIGGERS, LOCATION_EFFECTS, ("it", "horde", "whole", "any")),
    ),
)
CARD_TEMPLATES = {"minions": MINION_TEMPLATE, "heroes": HERO_TEMPLATE, "locations": LOCATION_TEMPLATE}
"""The template of each kind of cards, for entering, remembering and importing a card."""
KINDS: dict[type[AbilityCard], str] = {MinionCard: "minions", HeroCard: "heroes", LocationCard: "locations"}
"""The kind of each type of cards."""


@carries("RD-08", "RD-10", "RD-11")
def card_hole(kind: str, taken: tuple[str, ...] = ()) -> Records:
    """Return the hole for one card of that kind: looked up or entered, under no ``taken`` name."""
    template = CARD_TEMPLATES[kind]
    free = tuple(
        replace(hole, taken=taken) if isinstance(hole, TextLine) and hole.name in ("name", "back") else hole
        for hole in template.holes
    )
    return Records("cards", (replace(template, holes=free) if taken else template,), most=1, least=1, catalogue=kind)


C = TypeVar("C", bound=AbilityCard)


@cache
def _named_rows(kind: str) -> tuple[CardRow, ...]:
    file, text = data_text("darkmoor", "named.toml")
    return tuple(CardRow(file, row.get("en", kind), row) for row in tomllib.loads(text)[kind])


@carries("RD-32")
def named_cards(kind: str) -> tuple[CatalogueCard, ...]:
    """Return the cards of that kind that the rules text names, with what it says of them."""
    return tuple(_card(kind, row) for row in _named_rows(kind))


def _card(kind: str, row: CardRow) -> CatalogueCard:
    numbers = tuple(
        (hole.label or Text("number"), row[hole.name]) for hole in _printed_numbers(kind) if hole.name in row
    )
    text = Name(**row["text"]) if "text" in row else None
    facts = {key: value for key, value in row.items() if key not in ("es", "en", "text", "does")}
    with reading(row.file, row.card, "does"):
        ability = ability_fields(row["does"]) if "does" in row else {}
    given = {"name": row["en"], **facts, **ability}
    for hole in CARD_TEMPLATES[kind].holes:
        if hole.name in given and not hole.admits(given[hole.name]):
            field = "does" if hole.name in ability else hole.name
            raise CardDataError(
                f"{row.file}, card {row.card}, field {field}: {given[hole.name]!r} is no {hole.name} of {kind}"
            )
    with reading(row.file, row.card, "fields"):
        record = type(CARD_TEMPLATES[kind].value)(**given)
    return CatalogueCard(record, Name(row["es"], row["en"]), numbers, text)


def _printed_numbers(kind: str) -> tuple[Number, ...]:
    return tuple(hole for hole in CARD_TEMPLATES[kind].holes if isinstance(hole, Number) and hole.name != "n")


def is_incomplete(card: CatalogueCard, kind: str) -> bool:
    """Return whether the rules text leaves out a number of the card, to be entered once."""
    return len(card.numbers) < len(_printed_numbers(kind))


def unknown_numbers(name: str, kind: str) -> tuple[str, ...]:
    """Return the fields of the numbers of a card that the rules text names and leaves out."""
    row: Mapping[str, Any] = next((row for row in _named_rows(kind) if row["en"] == name), {})
    return tuple(hole.name for hole in _printed_numbers(kind) if hole.name not in row)


@cache
def _cards_by_name() -> dict[str, CatalogueCard]:
    return {card.name.en: card for kind in CARD_TEMPLATES for card in named_cards(kind)}


def card_name(name: str) -> Displayable | None:
    """Return a card's name, in both languages if the rules text names it; None without a name."""
    card = _cards_by_name().get(name)
    return card.name if card else name or None


@carries("RD-15")
def is_optional(card: AbilityCard) -> bool:
    """Return whether a card says that its player may do it; anything else must be done."""
    known = _cards_by_name().get(card.name)
    return "may" in (card.may, known.record.may if known else "")


def card_text(card: AbilityCard) -> Displayable | None:
    """Return a card's text: the table's, ours of a card of the rules text, or a sentence."""
    known = _cards_by_name().get(card.name)
    return card.text or (known.effect if known else None) or ability_text(card)


def ability_text(card: AbilityCard) -> Displayable | None:
    """Return the sentence for what the card does, and which minions alone are meant."""
    sentence = find_sentence(KINDS[type(card)], card.when, card.does, card.also, card.on) if card.does else None
    if sentence is None:
        return None
    text = sentence.text.with_args(n=card.n)
    return Text("{text} (only {kind})", text=text, kind=MINION_TYPES[card.whom]) if card.whom else text


# --- abilities in the data file ----------------------------------------------------------------------------------


def ability_fields(does: str) -> dict[str, str | int]:
    """Return the fields of ``AbilityCard`` that say it.

    A moment, and one or two verbs with the same targets.

    In parentheses stands the only type of minion that is meant; ``may{…}`` is what its player may decline. Raises
    ``ValueError`` for what an ability cannot say.
    """
    (ability,) = parse_abilities(does)
    head, (way,) = ability.head, ability.ways
    optional = way[0] if isinstance(way[0], May) else None
    if optional is not None:
        (way,) = optional.ways
    deeds = [step for step in way if isinstance(step, Deed)]
    aims = {(deed.target, deed.limit) for deed in deeds}
    if head is None or not head.moment or len(deeds) < len(way) or len(deeds) > 2 or len(aims) > 1:
        raise ValueError(f"no ability of a card: {does!r}; it has a moment, and one or two verbs with the same targets")
    (on, whom), first = aims.pop(), deeds[0]
    fields: dict[str, str | int] = {"when": head.moment, "does": first.verb, "whom": whom}
    if on:
        fields["on"] = on
    if deeds[1:]:
        fields["also"] = deeds[1].verb
    if first.amount is not None:
        fields["n"] = first.amount.number
    return {**fields, "may": "may"} if optional else fields
