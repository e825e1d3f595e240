"""The grammar of the sentence under an answer, in Spanish, written from the screen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.ui.widgets.controls import capitalize_first
from tests.support.happenings import Numbers
from tests.support.promised_facts import FACTS


class UnreadableError(AssertionError):
    """A clause that the grammar does not read, or news that do not come first."""


@dataclass
class Promise:
    """What a sentence says: for certain (True), or if nobody responds (False)."""

    wins: dict[bool, str] = field(default_factory=dict)
    deaths: dict[bool, Counter[str]] = field(default_factory=lambda: {True: Counter(), False: Counter()})
    numbers: dict[bool, list[tuple[str | None, Numbers]]] = field(default_factory=lambda: {True: [], False: []})
    facts: list[tuple[re.Match[str], Any]] = field(default_factory=list)

    def next_player(self, is_certain: bool) -> str | None:
        """Who is said to be next on that stretch."""
        turns = [who for who, _ in self.numbers[is_certain] if who is not None]
        return turns[-1] if turns else None

    @property
    def kinds(self) -> Counter[str]:
        """How many promises it makes, by kind; a text that only describes a card makes none."""
        turns = [turn for certain in self.numbers.values() for turn in certain]
        return +Counter(
            wins=len(self.wins),
            deaths=sum(dead.total() for dead in self.deaths.values()),
            numbers=sum(len(numbers) for _, numbers in turns),
            turns=sum(who is not None for who, _ in turns),
            texts=sum(check is not None for _, check in self.facts),
        )


WIN = re.compile(r"(Ganan? .+|Empate: .+|Ha perdido todo el mundo)")
DEATH = re.compile(r"(?P<who>.+) muere|Cae (?P<fallen>.+)", re.IGNORECASE)
DEATHS = re.compile(r"(?P<who>.+) mueren")
DRAW = re.compile(r"(?P<owner>[^:]+) roba (?P<n>\d+) cartas?")
"""A draw from a deck that is counted."""
NUMBERS = re.compile(r"(?P<owner>.+?): (?P<moves>.+ [+−]\d+)(?: por (?P<source>.+))?")
MOVE = re.compile(r"(?P<what>.+?) (?P<by>[+−]\d+)(?:, |$)")
NEXT = re.compile(r"sigue (?P<who>.+)", re.IGNORECASE)
IF_SILENT = " si nadie responde"
AFTER_SILENCE = re.compile(r"si nadie responde: ", re.IGNORECASE)
IN_THAT_CASE = re.compile(r"en ese caso: ", re.IGNORECASE)
"""The same where the news have said already what comes if nobody responds, and only there."""


def parse(sentence: str, known: frozenset[str] = frozenset()) -> Promise:
    """Read a sentence, with the names that lie on the table. Raises ``UnreadableError``."""
    promise, is_certain, rest = Promise(), True, False
    for part in re.split(r"; | · ", sentence) if sentence else []:
        clause = part
        is_said = bool(promise.wins.get(False) or promise.deaths[False])
        opening, other = (IN_THAT_CASE, AFTER_SILENCE) if is_said else (AFTER_SILENCE, IN_THAT_CASE)
        if other.match(clause):
            raise UnreadableError(f"the condition is said twice, or never: {sentence}")
        if opening.match(clause):
            clause, is_certain = opening.sub("", clause, 1), False
        if _read_news(promise, clause, known):
            if rest:
                raise UnreadableError(f"news behind the rest: {sentence}")
            continue
        rest = True
        _read_rest(promise, clause, is_certain, sentence)
    return promise


def _read_news(promise: Promise, clause: str, known: frozenset[str]) -> bool:
    is_certain, said = not clause.endswith(IF_SILENT), clause.removesuffix(IF_SILENT)
    if WIN.fullmatch(said):
        promise.wins[is_certain] = said
        return True
    death, deaths = DEATH.fullmatch(said), DEATHS.fullmatch(said)
    if death:
        promise.deaths[is_certain][capitalize_first(death["who"] or death["fallen"])] += 1
    if deaths:
        promise.deaths[is_certain].update(_names(deaths["who"], known))
    return bool(death or deaths)


def _names(listed: str, known: frozenset[str]) -> Iterator[str]:
    """The names of a list; a name that is known from the table may have a comma of its own."""
    words = listed.split(", ")
    while words:
        ends = (k for k in range(len(words), 0, -1) if capitalize_first(", ".join(words[:k])) in known)
        count = next(ends, 1)
        yield capitalize_first(", ".join(words[:count]))
        words = words[count:]


def _read_rest(promise: Promise, clause: str, is_certain: bool, sentence: str) -> None:
    turns = promise.numbers[is_certain]
    begun, numbers = NEXT.fullmatch(clause), NUMBERS.fullmatch(clause)
    if begun:
        turns.append((begun["who"], Counter()))
    elif numbers:
        if not turns:
            turns.append((None, Counter()))
        for move in MOVE.finditer(numbers["moves"]):
            by = int(move["by"].replace("−", "-"))
            turns[-1][1][capitalize_first(numbers["owner"]), move["what"]] += by
    elif drawn := DRAW.fullmatch(clause):
        if not turns:
            turns.append((None, Counter()))
        for what, by in (("cartas en la mano", 1), ("cartas en el mazo", -1)):
            turns[-1][1][drawn["owner"], what] += by * int(drawn["n"])
    else:
        fact = next(((m, check) for pattern, check in FACTS if (m := re.fullmatch(pattern, clause, re.I))), None)
        if fact is None:
            raise UnreadableError(f"{clause!r} in {sentence!r}")
        promise.facts.append(fact)
