"""What the phone promises under each answer, read in Spanish, beside what then happens.

The grammar is written from the screen: a sentence is a row of clauses, and one that no rule of the grammar reads is a
fault. What happens is taken from the states and the log: the answer is given, and the stops answer until somebody is
asked; then, where nobody has to decide, everybody keeps silent until somebody does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from companion.match.roles import HOST_ROLE, DeviceRole, visible_seats
from companion.match.table_state import TableState
from companion.ui.design.look import PageLook, given_look
from companion.ui.table.model.answers import consequence_text
from companion.ui.table.model.context import TableContext
from companion.ui.widgets.controls import capitalize_first
from rules.engine import (
    Cards,
    Choice,
    Dice,
    Event,
    Game,
    Outcome,
    Pick,
    Prompt,
    Refused,
    Seats,
    State,
    apply,
    examples,
    prompt,
)
from tests.support.happenings import NOBODY, SPANISH, Fate, Happening, Numbers, Stretch, everybodys_pass, give, total_of
from tests.support.promise_grammar import Known, Promise, UnreadableError, parse, parse_shared
from tests.support.promised_facts import STAKES
from tests.support.random_play import Chance, Seeded, filled, move, sit_down, usual

# --- what is shown -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Offer:
    """An answer as a phone shows it: button, the sentence under it, the question above, what all answers lead to.

    ``is_open``: something is still to be filled in, so the sentence need not say everything. ``is_brief``: the sentence
    has room for what is certain only: it is a response, or a pass of one of several seats.
    """

    event: Event
    label: str
    sentence: str
    question: str
    is_open: bool = False
    is_brief: bool = False
    throws: bool = False
    shared: str = ""

    def promise(self, known: Known) -> Promise:
        """What is said of the answer, above it and below. Raises ``UnreadableError``."""
        own = parse(self.sentence, known)
        return own.together(parse_shared(self.shared, known)) if self.shared else own


def offers(
    game: Game[Any], state: State, chance: Chance, role: DeviceRole = HOST_ROLE, phones: frozenset[int] = NOBODY
) -> tuple[Offer, ...]:
    """Every answer that this phone offers now, with its sentence in Spanish."""
    seen = game.conceal(state, visible_seats(role, len(state.seats), phones))
    table = TableState(game, seen, 1, 1, None, False)
    context = TableContext(table, (), 390, 844, role=role, claimed_seats=phones)
    with given_look(PageLook("es")):
        asked = context.annotated_prompt
        if asked is None:
            return ()
        assert context.seat_prompt is not None
        heard = " ".join(SPANISH(text) for text in (asked.title, asked.stake) if text)
        shared = capitalize_first(SPANISH(asked.shared)) if asked.shared else ""
        sheets = [context.find_choice(choice) or choice for choice in asked.choices]
        found = [(choice, offer) for choice in sheets for offer in _offers_of(choice, heard, chance)]
        return tuple(replace(offer, shared="" if _is_part(asked, choice) else shared) for choice, offer in found)


def _is_part(asked: Prompt, choice: Choice) -> bool:
    """Whether the answer is only a part of another one, so that it is none of those that lead to the same."""
    return choice.kind == "pass" or (bool(asked.window) and choice.role == "option" and choice.seat is not None)


def _offers_of(choice: Choice, question: str, chance: Chance) -> Iterator[Offer]:
    label, sentence, holes = SPANISH(choice.label), consequence_text(choice), choice.template.holes
    is_response = choice.role in ("response", "unlikely") or choice.kind == "pass"
    if not holes:
        yield Offer(choice.event, label, sentence, question, is_brief=is_response)
    elif len(holes) == 1 and isinstance(holes[0], Pick):
        for option in holes[0].options:
            said = capitalize_first(SPANISH(option.stake)) if option.stake else ""
            event = replace(choice.event, **{holes[0].name: option.value})
            yield Offer(event, f"{label} {SPANISH(option.label)}", said, question, is_brief=is_response)
    elif not any(isinstance(hole, Cards) and (hole.source == "deck" or _is_hidden(hole)) for hole in holes):
        throws = any(isinstance(hole, Dice) for hole in holes)
        is_open = not all(isinstance(hole, Seats) for hole in holes)
        event = filled(chance, choice.template) if is_open else next(examples(choice.template))
        yield Offer(event, label, sentence, question, is_open, is_response, throws)


def _is_hidden(hole: Cards) -> bool:
    """Whether this phone does not know the cards among which the hole chooses."""
    return len({face.value for face in hole.faces}) < hole.most


# --- whether it held ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Broken:
    """A promise that was not kept: the answer, in what, and of which kind it is."""

    offer: Offer
    what: str
    kind: str

    def __str__(self) -> str:
        shown = f"[{self.offer.question}] {self.offer.label} → {self.offer.sentence!r}"
        return f"{shown}: {self.what}  ({self.offer.event!r})"


@dataclass
class Checked:
    """What was read under the answers to one question, by kind, and what of it is broken.

    The kinds of promises are those of ``Promise.kinds``, and the card of what waits; an answer's silence promises too.
    """

    read: Counter[str] = field(default_factory=Counter)
    broken: list[Broken] = field(default_factory=list)


def broken_promises(game: Game[Any], state: State, chance: Chance) -> list[Broken]:
    """Everything that the sentences of this question say or hide, and that does not come so."""
    return check_promises(game, state, chance).broken


def check_promises(
    game: Game[Any],
    state: State,
    chance: Chance,
    role: DeviceRole = HOST_ROLE,
    phones: frozenset[int] = NOBODY,
    most_responses: int | None = None,
) -> Checked:
    """Give every answer to this question, and hold its sentence against what happens.

    Of responses only so many are given, drawn by chance.
    """
    checked = Checked()
    given: list[tuple[Offer, Happening]] = []
    is_whole = game.conceal(state, visible_seats(role, len(state.seats), phones)) == state
    for offer in _some(offers(game, state, chance, role, phones), chance, most_responses):
        try:
            given.append((offer, give(game, state, offer.event, phones, 0 if offer.is_brief else 3)))
        except Refused as refused:
            if not offer.is_open:
                checked.broken.append(Broken(offer, f"refused: {refused.rule}", "answers"))
    for offer, happening in given:
        try:
            promise = offer.promise(_known(happening))
        except UnreadableError as unreadable:
            checked.broken.append(Broken(offer, f"unreadable: {unreadable}", "answers"))
            continue
        checked.read += Counter({"answers": 1}) + promise.kinds
        checked.broken += [Broken(offer, what, kind) for kind, what in _faults(offer, promise, happening, is_whole)]
    _check_stake(game, state, given, checked)
    return checked


def _known(happening: Happening) -> Known:
    stretches = (happening.certain, happening.silent)
    return Known(happening.names, frozenset(key for one in stretches for _, numbers in one.numbers for key in numbers))


def _some(every: tuple[Offer, ...], chance: Chance, most_responses: int | None) -> list[Offer]:
    brief = [offer for offer in every if offer.is_brief]
    while most_responses is not None and len(brief) > most_responses:
        brief.pop(chance.number(0, len(brief) - 1))
    return [*(offer for offer in every if not offer.is_brief), *brief]


def _check_stake(game: Game[Any], state: State, given: list[tuple[Offer, Happening]], checked: Checked) -> None:
    """Check what the card of what waits says against what comes when nobody responds."""
    asked, silence = prompt(state), everybodys_pass(state)
    if asked is None or asked.stake is None or silence is None:
        return
    stake = SPANISH(asked.stake)
    for offer, happening in given:
        for pattern, check in STAKES if offer.event == silence else ():
            said = re.fullmatch(pattern, stake)
            checked.read["stakes"] += said is not None
            if said and not check(said, happening, offer.label):
                checked.broken.append(Broken(offer, f"the stake “{stake}” did not come true", "stakes"))


Fault = tuple[str, str]
"""The kind of what is broken, and in what."""


def _faults(offer: Offer, promise: Promise, happening: Happening, is_whole: bool) -> Iterator[Fault]:
    """What the sentence says falsely, and what it hides where everything is known."""
    tells_all = is_whole and not offer.is_open and not offer.throws
    for is_certain in (True, False):
        stretch = happening.certain if is_certain else happening.silent
        reader = _Reader(offer, promise, happening, stretch, is_certain)
        yield from reader.false_claims()
        if tells_all and (is_certain or not offer.is_brief):
            yield from reader.hidden_news()
            yield from reader.hidden_numbers()
    for said, check in promise.facts:
        if check is not None and not check(said, happening, offer.label):
            yield "texts", f"“{said[0]}” did not come true"


@dataclass
class _Reader:
    """One stretch of a promise beside what happened on it."""

    offer: Offer
    promise: Promise
    happening: Happening
    stretch: Stretch
    is_certain: bool

    @property
    def when(self) -> str:
        return "" if self.is_certain else " (if nobody responds)"

    @cached_property
    def turns(self) -> list[tuple[Numbers, Numbers]]:
        """What is promised and what moved in each turn.

        One that is not announced belongs to the turn before it. Behind the stop only the turn that runs is told.
        """
        promised = dict[str | None, Numbers]()
        for who, numbers in self.promise.numbers[self.is_certain]:
            promised[who] = total_of([promised.get(who, Counter()), numbers])
        moved: dict[str | None, Numbers] = {None: Counter()}
        for seat, numbers in self.stretch.numbers if self.is_certain else self.stretch.numbers[:1]:
            name = None if seat is None else self.happening.before.seats[seat]
            who = name if name in promised else list(moved)[-1]
            moved[who] = total_of([moved.get(who, Counter()), numbers])
        return [(promised.get(who, Counter()), moved.get(who, Counter())) for who in dict.fromkeys([*moved, *promised])]

    @cached_property
    def fate(self) -> Fate:
        """Who dies and who wins behind the last question, if that belongs to this stretch."""
        fate = self.happening.fate
        return fate if (fate.is_certain and not _is_asked(self.happening)) == self.is_certain else Fate()

    @property
    def victory(self) -> str | None:
        outcome = self.stretch.outcome or self.fate.outcome
        return _victory(outcome, self.happening.before.seats) if outcome else None

    @property
    def dead(self) -> Counter[str]:
        players = self.stretch.dead_players | self.fate.players
        return Counter(dict.fromkeys(players, 1)) + self.stretch.dead_pieces + self.fate.pieces

    @property
    def places(self) -> Counter[str]:
        """Who goes where; behind the stop only in the turn that runs."""
        return sum(self.stretch.places if self.is_certain else self.stretch.places[:1], Counter[str]())

    def false_claims(self) -> Iterator[Fault]:
        promised_win = self.promise.wins.get(self.is_certain)
        if promised_win is not None and promised_win != self.victory:
            yield "wins", f"says {promised_win!r}, but {self.victory!r}{self.when}"
        false_deaths = self.promise.deaths[self.is_certain] - self.dead
        if false_deaths:
            yield "deaths", f"nobody dies: {sorted(false_deaths)}{self.when}"
        false_places = self.promise.places[self.is_certain] - self.places
        if false_places:
            yield "places", f"nobody goes there: {sorted(false_places)}{self.when}"
        for promised, moved in self.turns:
            for key, by in promised.items():
                if moved[key] != by:
                    yield "numbers", f"{key} moves {moved[key]:+d}, not {by:+d}{self.when}"
        said, seat = self.promise.next_player(self.is_certain), self.stretch.next_seat
        if said is not None and (seat is None or self.happening.before.seats[seat] != said):
            yield "turns", f"{said} is not next: {seat}{self.when}"

    def hidden_news(self) -> Iterator[Fault]:
        if self.victory is not None and self.is_certain not in self.promise.wins:
            yield "wins", f"hides {self.victory!r}{self.when}"
        hidden = self.dead - self.promise.deaths[self.is_certain]
        if hidden:
            yield "deaths", f"hides the death of {sorted(hidden)}{self.when}"
        if self.places - self.promise.places[self.is_certain]:
            yield "places", f"hides {sorted(self.places - self.promise.places[self.is_certain])}{self.when}"

    def hidden_numbers(self) -> Iterator[Fault]:
        for promised, moved in self.turns:
            for key, by in moved.items():
                if key not in promised and not self._may_be_left_out(key, by):
                    yield "numbers", f"hides {key} {by:+d}{self.when}"
        seat = self.stretch.next_seat
        if seat is None or self.promise.next_player(self.is_certain) is not None:
            return
        if self.offer.label != self.happening.before.seats[seat]:
            yield "turns", f"hides that {self.happening.before.seats[seat]} is next{self.when}"

    def _may_be_left_out(self, key: tuple[str, str], by: int) -> bool:
        """Whether the button says it, or it is the life of the dead, or of a piece that goes elsewhere."""
        label, said = self.offer.label, " ".join(said[0] for said, _ in self.promise.facts)
        in_turn = self.stretch.numbers[0][1][key]
        number, (owner, what) = re.compile(rf"\b{abs(by)}\b"), key
        is_heard = any(
            (
                number.search(label) and (_mentions(label, owner) or what in label),
                number.search(said) and what in said and _mentions(said, owner),
                what == "vida" and _mentions(f"{label} {said}", owner, f"{-by} de daño a "),
            )
        )
        happening = self.happening
        dead = happening.whole_fate.players | happening.whole_fate.pieces.keys()
        is_life = what in ("vida", "corazones", "salud") and owner in dead
        every_place = sum((*happening.certain.places, *happening.silent.places), Counter[str]())
        is_gone = owner not in happening.before.seats and any(place.startswith(f"{owner} ") for place in every_place)
        is_turn = what == "turno" and "empieza el turno" in said.lower()
        return (is_heard and in_turn == by) or is_life or is_gone or is_turn


def _is_asked(happening: Happening) -> bool:
    """Whether somebody may respond on the way."""
    return happening.stop < len(happening.trail) - 1


def _mentions(text: str, name: str, before: str = "") -> bool:
    """Whether the text has that name behind those words; "a el" and "de el" are "al" and "del" there."""
    written = re.sub(r"\b([Aa]|[Dd]e) [Ee]l\b", r"\1l", before + name)
    return any(form.casefold() in text.casefold() for form in (before + name, written, re.sub("^El ", "", written)))


def _victory(outcome: Outcome, seats: tuple[str, ...]) -> str:
    who = ", ".join(seats[seat] for seat in outcome.winners)
    if outcome.draw:
        return f"Empate: {who}"
    if not who:
        return "Ha perdido todo el mundo"
    return f"{'Gana' if len(outcome.winners) == 1 else 'Ganan'} {who}"


# --- random play -------------------------------------------------------------------------------------------------

PHONES: tuple[tuple[DeviceRole, frozenset[int]], ...] = (
    (HOST_ROLE, NOBODY),
    (DeviceRole(0), frozenset((0, 1))),
    (HOST_ROLE, frozenset((1,))),
)
"""In turn: one phone for all, a player's own, and the host's beside another player's."""
MOST_RESPONSES = 4
"""Responses and options of long lists that are tried at each question."""
USUAL_MOVES = 12
"""Moves at the start that give usual answers only, to get a match going."""


def walk_promises(
    game: Game[Any], seed: int, moves: int, most_responses: int | None = MOST_RESPONSES
) -> Iterator[Checked]:
    """For each question of a random match, what is promised there and what of it is broken."""
    chance = Seeded(seed)
    state = sit_down(chance, game)
    for k in range(moves):
        asked = prompt(state)
        if asked is not None:
            role, phones = PHONES[k % len(PHONES)]
            yield check_promises(game, state, Seeded(seed * moves + k), role, phones, most_responses)
        is_usual = asked is not None and k < USUAL_MOVES
        state = apply(game, state, usual(state, chance) if is_usual else move(chance, game, state))
