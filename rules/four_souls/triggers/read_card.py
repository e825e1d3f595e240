"""What no source says and the table reads from the card in its hands, once a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from rules.card_grammar import Condition
from rules.engine import Choice, Displayable, Name, Prompt, Template, Text, asks, carries
from rules.engine.record import replace
from rules.four_souls.model.cards_beside import find_acting_card
from rules.four_souls.model.catalogue import monster_effect_texts, monsters, read_rows
from rules.four_souls.model.effect import Target
from rules.four_souls.model.events import ReadOff
from rules.four_souls.model.item_catalogue import (
    abilities_of_item,
    find_card,
    is_die_open,
    item_cards,
    outcomes_of_die,
)
from rules.four_souls.model.item_effects import POINTS, open_points, split_point
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import Boost, FourSouls
from rules.four_souls.vocabulary.card_names import display_name
from rules.four_souls.vocabulary.card_text import known_card_text
from rules.four_souls.vocabulary.consequence_text import effects_text
from rules.four_souls.vocabulary.measures import conditions_hold, is_read
from rules.four_souls.vocabulary.monster_triggers import find_trait, is_face_open, is_hit_by, outcomes_of_face

Point = tuple[str, str]
"""A card and what of it is open: an effect, a measure, a text, or a number of its die."""
SAID = -1
"""Answer that the people say themselves what that number does, each time."""
SPAN = ".."
"""Between the least and the highest number of an answer."""


@dataclass(frozen=True)
class OpenPoint:
    """A question about a card that no source answers, with its answers; numbers are their own."""

    question: Name
    answers: tuple[tuple[int, Displayable], ...]


@cache
def questions_about_points() -> dict[str, OpenPoint]:
    """Return the questions about what cards leave open, by the card and the point."""
    return {
        row["id"]: OpenPoint(Name(row["es"], row["en"]), tuple(_answers(row))) for row in read_rows("open_points.csv")
    }


@cache
def cards_with_points() -> frozenset[str]:
    """Return the cards from which the table reads something besides the numbers of a die."""
    return frozenset(split_point(word)[0] for word in questions_about_points())


@cache
def points_of(card: str) -> tuple[Point, ...]:
    """Return what the table reads from that card."""
    return tuple(split_point(word) for word in questions_about_points() if split_point(word)[0] == card)


def _answers(row: dict[str, str]) -> Iterator[tuple[int, Displayable]]:
    if SPAN in row["answers_en"]:
        least, most = map(int, row["answers_en"].split(SPAN))
        yield from ((n, Text("{n}", n=n)) for n in range(least, most + 1))
        return
    texts = zip(row["answers_es"].split(" | "), row["answers_en"].split(" | "), strict=True)
    yield from ((k, Name(es, en)) for k, (es, en) in enumerate(texts, 1))


# --- what is still open ------------------------------------------------------------------------------------------


@carries("FS-59", "FS-34")
def unread_point(s: FourSouls, item: Item) -> Point | None:
    """Return what must be read from the card of a stack item before it resolves, if anything."""
    if item.kind == "roll":
        return _unread_face(s, item)
    if item.kind == "damage":
        return _unread_turn(s, item)
    if item.name not in cards_with_points() and not [e for e in item.effects if e.count or e.only_if]:
        return None
    return next(_unread_words(s, item), None)


def _unread_face(s: FourSouls, roll: Item) -> Point | None:
    face, monster = s.roll_result(roll), s.find_monster(roll.target.id)
    if roll.why == "attack" and monster is not None:
        if monster.card.id not in cards_with_points():
            return None
        return (monster.card.id, str(face)) if is_hit_by(s, monster, face) is None else None
    if roll.why != "card":
        return None
    known, card = monsters().get(roll.name), find_card(roll.name)
    is_open = is_face_open(known, face) if known else card is not None and is_die_open(card.does.by_die, face)
    id = known.id if known else card.id if card else ""
    return (id, str(face)) if is_open and s.reading(id, str(face)) is None else None


def _unread_turn(s: FourSouls, damage: Item) -> Point | None:
    """Return whether it must be read which of two attack rolls does a monster no harm."""
    monster = s.find_monster(damage.target.id) if damage.target.kind == "monster" else None
    if monster is None or find_trait(monster.card, "unhurt_turn") is None:
        return None
    point = (monster.card.id, "unhurt_turn")
    return point if s.reading(*point) is None else None


def _unread_words(s: FourSouls, item: Item) -> Iterator[Point]:
    """Yield what its effects leave open, conditions first: of what does not happen nothing."""
    is_open = item.kind == "triggered" and item.name in cards_with_points()
    found = find_acting_card(s, item.seat, item.source, item.name) if is_open else None
    triggers = abilities_of_item(found[1]).triggers if found else ()
    effects, card = item.effects, item_cards().get(item.name)
    if card and card.does.bodies:
        yield from (point for point in points_of(card.id) if s.reading(*point) is None)
    if found and item.ability < len(triggers):
        ability = triggers[item.ability]
        yield from _unread(s, open_points(ability.conditions))
        if not conditions_hold(s, found[0], ability.conditions, found[1].id):
            return
        effects = (*effects, *(effect for way in ability.ways for effect in way))
    for effect in effects:
        yield from _unread(s, open_points(effect.only_if))
        if effect.count.startswith(POINTS) and _may_happen(s, effect.only_if):
            yield from _unread(s, iter((effect.count,)))


def _may_happen(s: FourSouls, conditions: tuple[Condition, ...]) -> bool:
    return conditions_hold(s, 0, tuple(one for one in conditions if one.measure.startswith(POINTS)))


def _unread(s: FourSouls, words: Iterator[str]) -> Iterator[Point]:
    yield from (split_point(word) for word in words if not is_read(s, word))


# --- the question ------------------------------------------------------------------------------------------------


def reading_prompt(s: FourSouls, seat: int, card: str, of: str) -> Prompt:
    """Ask what the card says there; the answer counts for the whole match."""
    open_point = questions_about_points().get(f"{card}.{'roll' if of.isdigit() else of}")
    name = display_name(card)
    if open_point is None:
        title, answers = Text("{item}: what does its card say for a {n}?", item=name, n=of), _outcomes(s, seat, card)
    else:
        title = Text("{item}: {what}", item=name, what=_with_number(open_point.question, of))
        answers = open_point.answers
    choices = tuple(
        Choice(Text("{effect}", effect=label), Template(ReadOff(n)), role="default", seat=seat) for n, label in answers
    )
    effect = monster_effect_texts().get(card)
    stake = Text("{effect}", effect=effect) if effect else known_card_text(card)
    return Prompt((seat,), title, "FS-34", choices, stake, Text("Effect"))


def _with_number(question: Name, of: str) -> Name:
    return Name(question.es.replace("{n}", of), question.en.replace("{n}", of))


def _outcomes(s: FourSouls, seat: int, card: str) -> tuple[tuple[int, Displayable], ...]:
    """Return what a number may do: what others do, nothing, or what the people say."""
    known = monsters().get(card)
    ways = outcomes_of_face(s, known, seat) if known else outcomes_of_die(item_cards()[card].does.by_die)
    me = Target("seat", seat)
    ways = tuple(tuple(replace(e, target=me if e.target.kind == "me" else e.target) for e in way) for way in ways)
    does = tuple((k, effects_text(s, way)) for k, way in enumerate(ways, 1))
    return (*does, (0, Text("Nothing")), (SAID, Text("Something else, which we say each time")))


@asks("FS-34", "FS-59", prompt=reading_prompt)
def read_off(s: FourSouls, event: ReadOff, seat: int, card: str, of: str) -> FourSouls:
    """Keep what was read from the card."""
    return replace(s, boosts=(*s.boosts, Boost(Target(), "read", event.answer, f"{card}.{of}")))
