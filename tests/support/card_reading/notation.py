"""A parser of the notation in which the lists of loot and treasures say what a card does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

OPEN, CLOSE = "({", ")}"
DEED = re.compile(
    r"(?P<verb>\w+)(?::(?P<amount>[^@({>\s]+))?(?:@(?P<whom>[\w,]+))?(?:>(?P<to>\w+))?(?:\((?P<limit>[^)]*)\))?"
    r"(?P<instead> instead)?$"
)
CONDITION = re.compile(r"(?P<what>\w+)(?P<sign><=|>=|<|>|=)(?P<than>\w+)$")
MOMENT = re.compile(r"(?P<kind>\w+)(?::(?P<of>\w+))?$")
WHOSE = ("mine", "any", "others")


class UnreadableError(Exception):
    """A line that this reading does not understand; the argument says which word."""


@dataclass(frozen=True)
class Action:
    """One thing that a card does; ``ways`` are the contents of may, if and until_end, ``faces`` those of a roll."""

    verb: str
    amount: str = ""
    whom: str = ""
    to: str = ""
    limit: str = ""
    instead: bool = False
    inner: tuple[Action, ...] = ()
    otherwise: tuple[Action, ...] = ()
    conditions: tuple[str, ...] = ()
    faces: tuple[tuple[tuple[int, ...], tuple[Action, ...]], ...] = ()
    ability: Ability | None = None
    times: int = 1

    def on_face(self, face: int) -> tuple[Action, ...]:
        """What a roll of that number does; nothing for a number that is not named."""
        return next((actions for faces, actions in self.faces if face in faces), ())


@dataclass(frozen=True)
class Head:
    """When an ability acts: ``kind`` is play, tap, pay, always or the name of a moment."""

    kind: str
    of: str = ""
    whose: str = ""
    faces: tuple[int, ...] = ()
    is_limited: bool = False
    costs: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    is_turned: bool = False


@dataclass(frozen=True)
class Ability:
    """What a card does at one time: one of its ``ways``."""

    head: Head
    ways: tuple[tuple[Action, ...], ...]

    @property
    def actions(self) -> Iterator[Action]:
        """Every action of every way, those within others too."""
        for way in self.ways:
            yield from walk(way)


@dataclass(frozen=True)
class CardText:
    """All that a card does; a trinket stays in play."""

    abilities: tuple[Ability, ...]
    is_trinket: bool = False


def walk(actions: tuple[Action, ...]) -> Iterator[Action]:
    """These actions and those within them."""
    for action in actions:
        yield action
        yield from walk(action.inner + action.otherwise)
        for _, then in action.faces:
            yield from walk(then)
        if action.ability:
            yield from action.ability.actions


def read_card(text: str) -> CardText:
    """Read the whole line of a card."""
    trinket, _, rest = text.rpartition("trinket: ")
    abilities = tuple(ability for part in _split(rest, " && ") if part for ability in _abilities(part))
    return CardText(abilities, text.startswith("trinket: ") and not trinket)


def _abilities(text: str) -> Iterator[Ability]:
    """One ability, or several where each way has a head of its own."""
    ways = list(_split(text, " | "))
    own_heads = len(ways) > 1 and all(len(list(_split(way, " -> "))) > 1 for way in ways)
    yield from (_ability(way) for way in (ways if own_heads else [text]))


def _ability(text: str) -> Ability:
    parts = list(_split(text, " -> "))
    head, ways = ("", parts[0]) if len(parts) == 1 else parts
    return Ability(_head(head), tuple(_actions(way) for way in _split(ways, " | ")))


def _head(text: str) -> Head:
    conditions = re.search(r" ?if\((.*)\)$", text)
    text, found = (text[: conditions.start()], _conditions(conditions[1])) if conditions else (text, ())
    is_turned = text == "tap" or text.startswith("tap, pay ")
    if text == "":
        return Head("play")
    if text == "tap" or "pay " in text:
        costs = text.partition("pay ")[2]
        return Head("pay" if costs else "tap", costs=tuple(costs.split(", ")) if costs else (), is_turned=is_turned)
    kind, *words = re.sub(r"\([^)]*\)", "", text).split()
    moment = MOMENT.match(kind)
    if not moment:
        raise UnreadableError(kind)
    faces = tuple(int(face) for word in words if re.fullmatch(r"[\d,]+", word) for face in word.split(","))
    whose = next((word for word in words if word in WHOSE), "")
    rest = tuple(word for word in words if word not in WHOSE and not re.fullmatch(r"[\d,]+", word) and ":" not in word)
    limit = re.findall(r"\(([^)]*)\)", text)
    return Head(moment["kind"], moment["of"] or "", whose, faces, "once:turn" in words, (), found, (*rest, *limit))


def _conditions(text: str) -> tuple[str, ...]:
    return tuple(text.split(", "))


def _actions(text: str) -> tuple[Action, ...]:
    return tuple(_action(part) for part in _split(text, ", ") if part)


def _action(text: str) -> Action:
    if text.startswith("roll{"):
        return _roll(text)
    if text.startswith("until_end{"):
        inside = text[len("until_end{") : -1]
        timed = " -> " in inside
        return Action("until_end", ability=_ability(inside)) if timed else Action("until_end", inner=_actions(inside))
    if text == "rewards x2":
        return Action("rewards", "2")
    if text.startswith("may{"):
        return Action("may", inner=_actions(text[len("may{") : -1]))
    if text.startswith("if("):
        found = re.match(r"if\((?P<what>[^)]*)\)\{(?P<then>.*?)\}(?: else \{(?P<otherwise>.*)\})?$", text)
        if found:
            otherwise = _actions(found["otherwise"] or "")
            conditions = _conditions(found["what"])
            return Action("if", inner=_actions(found["then"]), otherwise=otherwise, conditions=conditions)
    found = DEED.match(text)
    if not found:
        raise UnreadableError(text)
    words = {name: found[name] or "" for name in ("verb", "amount", "whom", "to", "limit")}
    return Action(**words, instead=bool(found["instead"]))


def _roll(text: str) -> Action:
    found = re.match(r"roll\{(.*)\}(?: x(\d))?$", text)
    if not found:
        raise UnreadableError(text)
    faces = []
    for part in _split(found[1], " / "):
        numbers, _, does = part.partition(">")
        if numbers == "fewer than counters":
            return Action("roll", inner=_actions(does), limit=numbers)
        if not re.fullmatch(r"[\d-]+", numbers):
            raise UnreadableError(f"roll of {numbers}")
        first, _, last = numbers.partition("-")
        faces.append((tuple(range(int(first), int(last or first) + 1)), _actions(does)))
    return Action("roll", faces=tuple(faces), times=int(found[2] or 1))


def _split(text: str, by: str) -> Iterator[str]:
    """The parts between that separator where no bracket is open."""
    depth, start, k = 0, 0, 0
    while k < len(text):
        depth += (text[k] in OPEN) - (text[k] in CLOSE)
        if depth == 0 and text.startswith(by, k):
            yield text[start:k]
            start = k = k + len(by)
        else:
            k += 1
    yield text[start:]
