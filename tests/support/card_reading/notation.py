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
class Deed:
    """One thing that a card does; ``ways`` are the contents of may, if and until_end, ``faces`` those of a roll."""

    verb: str
    amount: str = ""
    whom: str = ""
    to: str = ""
    limit: str = ""
    instead: bool = False
    inner: tuple[Deed, ...] = ()
    otherwise: tuple[Deed, ...] = ()
    conditions: tuple[str, ...] = ()
    faces: tuple[tuple[tuple[int, ...], tuple[Deed, ...]], ...] = ()
    ability: Ability | None = None
    times: int = 1

    def on_face(self, face: int) -> tuple[Deed, ...]:
        """What a roll of that number does; nothing for a number that is not named."""
        return next((deeds for faces, deeds in self.faces if face in faces), ())


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
    ways: tuple[tuple[Deed, ...], ...]

    @property
    def deeds(self) -> Iterator[Deed]:
        """Every deed of every way, those within others too."""
        for way in self.ways:
            yield from walk(way)


@dataclass(frozen=True)
class CardText:
    """All that a card does; a trinket stays in play."""

    abilities: tuple[Ability, ...]
    is_trinket: bool = False


def walk(deeds: tuple[Deed, ...]) -> Iterator[Deed]:
    """These deeds and those within them."""
    for deed in deeds:
        yield deed
        yield from walk(deed.inner + deed.otherwise)
        for _, then in deed.faces:
            yield from walk(then)
        if deed.ability:
            yield from deed.ability.deeds


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
    return Ability(_head(head), tuple(_deeds(way) for way in _split(ways, " | ")))


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


def _deeds(text: str) -> tuple[Deed, ...]:
    return tuple(_deed(part) for part in _split(text, ", ") if part)


def _deed(text: str) -> Deed:
    if text.startswith("roll{"):
        return _roll(text)
    if text.startswith("until_end{"):
        inside = text[len("until_end{") : -1]
        timed = " -> " in inside
        return Deed("until_end", ability=_ability(inside)) if timed else Deed("until_end", inner=_deeds(inside))
    if text == "rewards x2":
        return Deed("rewards", "2")
    if text.startswith("may{"):
        return Deed("may", inner=_deeds(text[len("may{") : -1]))
    if text.startswith("if("):
        found = re.match(r"if\((?P<what>[^)]*)\)\{(?P<then>.*?)\}(?: else \{(?P<otherwise>.*)\})?$", text)
        if found:
            otherwise = _deeds(found["otherwise"] or "")
            conditions = _conditions(found["what"])
            return Deed("if", inner=_deeds(found["then"]), otherwise=otherwise, conditions=conditions)
    found = DEED.match(text)
    if not found:
        raise UnreadableError(text)
    words = {name: found[name] or "" for name in ("verb", "amount", "whom", "to", "limit")}
    return Deed(**words, instead=bool(found["instead"]))


def _roll(text: str) -> Deed:
    found = re.match(r"roll\{(.*)\}(?: x(\d))?$", text)
    if not found:
        raise UnreadableError(text)
    faces = []
    for part in _split(found[1], " / "):
        numbers, _, does = part.partition(">")
        if numbers == "fewer than counters":
            return Deed("roll", inner=_deeds(does), limit=numbers)
        if not re.fullmatch(r"[\d-]+", numbers):
            raise UnreadableError(f"roll of {numbers}")
        first, _, last = numbers.partition("-")
        faces.append((tuple(range(int(first), int(last or first) + 1)), _deeds(does)))
    return Deed("roll", faces=tuple(faces), times=int(found[2] or 1))


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
