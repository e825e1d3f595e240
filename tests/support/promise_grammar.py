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
    places: dict[bool, Counter[str]] = field(default_factory=lambda: {True: Counter(), False: Counter()})
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
            places=sum(places.total() for places in self.places.values()),
            texts=sum(check is not None for _, check in self.facts),
        )

    def together(self, other: Promise) -> Promise:
        """This promise and another one about the same way."""
        return Promise(
            {**self.wins, **other.wins},
            {certain: self.deaths[certain] + other.deaths[certain] for certain in (True, False)},
            {certain: [*self.numbers[certain], *other.numbers[certain]] for certain in (True, False)},
            {certain: self.places[certain] + other.places[certain] for certain in (True, False)},
            [*self.facts, *other.facts],
        )


WIN = re.compile(r"(ganan? .+|empate: .+|ha perdido todo el mundo)", re.IGNORECASE)
DEATH = re.compile(r"(?P<who>.+?) (muere(?: en .+)?|queda fuera)|Cae (?P<fallen>.+)", re.IGNORECASE)
DEATHS = re.compile(r"(?P<who>.+) (mueren|quedan fuera)|Caen (?P<fallen>.+)", re.IGNORECASE)
DRAW = re.compile(r"(?P<owner>[^:]+) roba (?P<n>\d+) cartas?")
"""A draw from a deck that is counted."""
SIGNED = re.compile(r"(?P<owner>.+?): (?P<what>.+) (?P<by>[+−]\d+)")
"""A number for which there are no words."""
MOVES = re.compile(r"(?P<who>.+?) (?P<moves>(?:gana|pierde|recibe) \d.*)")
VERB = re.compile(r"(?P<verb>gana|pierde|recibe) (?P<things>.+?)(?: y (?=(?:gana|pierde|recibe) \d)|$)")
THING = re.compile(r"(?P<n>\d+)(?P<what>¢| .+?)(?:, (?=\d)|$)")
PLACE = re.compile(
    r"(?P<place>(?P<who>.+?) (?:entra|sale de Tokio|pasa a la Ciudad|vuelve a la ciudad|va a la mazmorra de .+?))"
    r"(?: y (?P<moves>(?:gana|pierde|recibe) \d.*))?"
)
NOUNS = {
    "¢": ("¢",),
    "de vida": ("vida",),
    "de energía": ("energía",),
    "de maldad": ("maldad",),
    "de ataque": ("ataque",),
    "de evasión": ("evasión",),
    "de salud": ("salud",),
    "de daño": ("daño sufrido", "daño"),
    "corazón": ("corazones",),
    "PV": ("PV de la carta",),
    "PV en fichas": ("PV en fichas", "fichas de PV"),
    "de peligro": ("peligro de la carta",),
    "piedra de alma": ("piedras de alma",),
    "punto de victoria": ("puntos de victoria",),
    "carta de botín": ("cartas de botín",),
    "carta en la mano": ("cartas en la mano",),
    "carta en el mazo": ("cartas en el mazo",),
    "ficha de veneno": ("fichas de veneno",),
    "ficha de encogimiento": ("fichas de encogimiento",),
    "ficha de peligro": ("fichas de peligro",),
    "tesoro de clérigo": ("tesoros de clérigo",),
    "tesoro de guerrero": ("tesoros de guerrero",),
    "tesoro de mago": ("tesoros de mago",),
    "tesoro de ladrón": ("tesoros de ladrón",),
}
"""The labels of the numbers by what is said of them, where that is neither the label nor lacks only its plural."""
COUNTERS = re.compile(r"contador(?:es)? de (?P<item>.+)")


def labels_of(noun: str) -> tuple[str, ...]:
    """The labels at the table of what is counted in a sentence, the likeliest first."""
    if noun in NOUNS:
        return NOUNS[noun]
    counters = COUNTERS.fullmatch(noun)
    if counters:
        return (f"contadores de {counters['item']}", counters["item"])
    return (noun, f"{noun}s")


NEXT = re.compile(r"(?:sigue|empieza(?! el turno)) (?P<who>.+)", re.IGNORECASE)
IF_SILENT = " si nadie responde"
AFTER_SILENCE = re.compile(r"si nadie responde: ", re.IGNORECASE)
SHARED = re.compile(r"En (?:ambos|todos los) casos: (?P<what>.+)")
"""What all answers lead to, above them."""
IN_THAT_CASE = re.compile(r"en ese caso: ", re.IGNORECASE)
"""The same where the news have said already what comes if nobody responds, and only there."""


def parse_shared(line: str, known: Known) -> Promise:
    """Read what stands above all answers. Raises ``UnreadableError``."""
    said = SHARED.fullmatch(line)
    if said is None:
        raise UnreadableError(line)
    what: str = said["what"]
    return parse(capitalize_first(what), known)


@dataclass(frozen=True)
class Known:
    """The names that lie on the table, and the numbers that there are: their owners and labels."""

    names: frozenset[str] = frozenset()
    numbers: frozenset[tuple[str, str]] = frozenset()

    def label(self, owner: str, noun: str) -> str:
        """The label of the number that is meant."""
        labels = labels_of(noun)
        return next((label for label in labels if (owner, label) in self.numbers), labels[-1 if len(labels) > 1 else 0])


NOTHING_KNOWN = Known()


def parse(sentence: str, known: Known = NOTHING_KNOWN) -> Promise:
    """Read a sentence, with what lies on the table. Raises ``UnreadableError``."""
    promise, is_certain, rest = Promise(), True, False
    for part in re.split(r"; | · ", sentence) if sentence else []:
        clause = part
        is_said = bool(promise.wins.get(False) or promise.deaths[False])
        opening, other = (IN_THAT_CASE, AFTER_SILENCE) if is_said else (AFTER_SILENCE, IN_THAT_CASE)
        if other.match(clause):
            raise UnreadableError(f"the condition is said twice, or never: {sentence}")
        if opening.match(clause):
            clause, is_certain = opening.sub("", clause, 1), False
        if _read_news(promise, clause, known.names):
            if rest:
                raise UnreadableError(f"news behind the rest: {sentence}")
            continue
        rest = True
        _read_rest(promise, clause, is_certain, (sentence, known))
    return promise


def _read_news(promise: Promise, clause: str, known: frozenset[str]) -> bool:
    is_certain, said = not clause.endswith(IF_SILENT), clause.removesuffix(IF_SILENT)
    if WIN.fullmatch(said):
        promise.wins[is_certain] = capitalize_first(said)
        return True
    death, deaths = DEATH.fullmatch(said), DEATHS.fullmatch(said)
    if death:
        promise.deaths[is_certain][capitalize_first(death["who"] or death["fallen"])] += 1
    if deaths:
        promise.deaths[is_certain].update(_names(deaths["who"] or deaths["fallen"], known))
    return bool(death or deaths)


def _names(listed: str, known: frozenset[str]) -> Iterator[str]:
    """The names of a list; a name that is known from the table may have a comma or an "y" of its own."""
    head, _, last = listed.rpartition(" y ")
    words = [*head.split(", "), last] if head and capitalize_first(listed) not in known else listed.split(", ")
    while words:
        ends = (k for k in range(len(words), 0, -1) if capitalize_first(", ".join(words[:k])) in known)
        count = next(ends, 1)
        yield capitalize_first(", ".join(words[:count]))
        words = words[count:]


def _read_rest(promise: Promise, clause: str, is_certain: bool, context: tuple[str, Known]) -> None:
    turns, (sentence, known) = promise.numbers[is_certain], context
    begun, place, moves = NEXT.fullmatch(clause), PLACE.fullmatch(clause), MOVES.fullmatch(clause)
    if begun:
        turns.append((begun["who"], Counter()))
        return
    if not turns:
        turns.append((None, Counter()))
    numbers = turns[-1][1]
    if place:
        promise.places[is_certain][capitalize_first(place["place"])] += 1
        if place["moves"]:
            _read_moves(numbers, capitalize_first(place["who"]), place["moves"], known)
    elif moves:
        _read_moves(numbers, capitalize_first(moves["who"]), moves["moves"], known)
    elif signed := SIGNED.fullmatch(clause):
        numbers[capitalize_first(signed["owner"]), signed["what"]] += int(signed["by"].replace("−", "-"))
    elif drawn := DRAW.fullmatch(clause):
        for what, by in (("cartas en la mano", 1), ("cartas en el mazo", -1)):
            numbers[drawn["owner"], what] += by * int(drawn["n"])
    else:
        fact = next(((m, check) for pattern, check in FACTS if (m := re.fullmatch(pattern, clause, re.I))), None)
        if fact is None:
            raise UnreadableError(f"{clause!r} in {sentence!r}")
        promise.facts.append(fact)


def _read_moves(numbers: Numbers, owner: str, moves: str, known: Known) -> None:
    for verb in VERB.finditer(moves):
        sign = -1 if verb["verb"] == "pierde" else 1
        for thing in THING.finditer(verb["things"]):
            numbers[owner, known.label(owner, thing["what"].strip())] += sign * int(thing["n"])
