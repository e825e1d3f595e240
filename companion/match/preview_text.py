"""Texts of the lookahead: how a game ends, what an answer leads to, and previews at answers.

What an answer leads to is a list of facts, each with its precedence: who dies, who wins, whose numbers change. One
function joins them to a line in that order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import reduce
from itertools import groupby
from operator import and_

from companion.i18n import Translate
from rules.engine import Choice, Dice, Displayable, Name, Option, Outcome, Pick, Prompt, Text, join_names
from rules.lookahead import MAX_OPTIONS, Consequence, Forecast, Stage, TrackerChange, is_aside

from .log import format_signed
from .table_state import TableState


class Precedence(IntEnum):
    """What is told first, and is the last to be left out where there is little room.

    It is finer than the ``Weights`` of a game, which say what matters of what has happened: most numbers weigh alike
    there, and a line about what would happen still puts life before points and points before money.
    """

    DEATH = 0
    OUTCOME = 1
    ELIMINATION = 2
    PLACE = 3
    SCORE = 4
    LIFE = 5
    POINTS = 6
    MONEY = 7
    OTHER = 8
    NEXT = 9


LIFE_ICONS = ("life", "heart")
"""Icons of the trackers that a death ends."""
TABLE_KEYS = ("heroes.", "table.")
"""Beginnings of the keys of numbers that are nobody's, such as those of a deck."""
TURN_KEY = "table.turn"
"""Key of the tracker of the turn, in a game that counts it."""
ICON_PRECEDENCE = {
    "soul": Precedence.SCORE,
    "life": Precedence.LIFE,
    "heart": Precedence.LIFE,
    "wounds": Precedence.LIFE,
    "points": Precedence.POINTS,
    "cents": Precedence.MONEY,
    "energy": Precedence.MONEY,
}
"""Precedence of the changes of numbers, by the icon of their tracker."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """One thing that follows from an answer, with its precedence.

    ``what`` is the change of a number, the outcome, who dies or is out, or a sentence; of the beginning of a turn it is
    None. ``turn_seat``: in whose turn, None for that of the answer. ``is_certain``: nobody could respond before.
    """

    precedence: Precedence
    what: TrackerChange | Outcome | Displayable | None
    turn_seat: int | None = None
    is_certain: bool = True
    is_player: bool = False
    is_first: bool = False
    """Whether the first turn of the game begins."""
    place: Displayable | None = None
    """Where somebody dies, if a game says so."""

    @property
    def change(self) -> TrackerChange | None:
        """The change of a number, if it is one."""
        return self.what if isinstance(self.what, TrackerChange) else None

    @property
    def name(self) -> Displayable:
        """Who dies or is out, or the sentence; empty of anything else."""
        return "" if self.what is None or isinstance(self.what, TrackerChange | Outcome) else self.what

    @property
    def is_news(self) -> bool:
        """Whether it is told before everything else."""
        return self.precedence <= Precedence.ELIMINATION


# --- what follows --------------------------------------------------------------------------------------------------


def facts_of(end: Consequence) -> list[Foreseen]:
    """Return everything on the way that concerns somebody, in the order in which it happens.

    Behind the first stop only the turn that runs is told. What changes of the table itself is told elsewhere.
    """
    certain = [stage for stage in end.stages if stage.is_certain]
    silent = [stage for stage in end.stages if not stage.is_certain]
    running = certain[-1].turn_seat if certain else None
    dead = {death.name for stage in end.stages for death in stage.deaths}
    return [*_stretch_facts(certain, None, dead), *_stretch_facts(silent, running, dead)]


def _stretch_facts(stages: Sequence[Stage], running: int | None, dead: Collection[Displayable]) -> Iterator[Foreseen]:
    """Yield the facts of consecutive stages.

    ``running`` is the seat whose turn it is before them; ``dead`` are all who die on the way.
    """
    announced = running
    for stage in stages:
        yield from _news_facts(stage)
        is_told = stage.is_certain or stage.turn_seat == running
        told = list(_rest_facts(stage, dead)) if is_told else []
        if stage.turn_seat not in (None, announced) and (told or stage is stages[-1]):
            announced = stage.turn_seat
            yield Foreseen(Precedence.NEXT, None, stage.turn_seat, stage.is_certain, is_first=stage.turn == 1)
        yield from told


def _news_facts(stage: Stage) -> Iterator[Foreseen]:
    for death in stage.deaths:
        precedence = Precedence.ELIMINATION if death.is_player and death.seat in stage.out_seats else Precedence.DEATH
        yield Foreseen(precedence, death.name, None, stage.is_certain, death.is_player, place=death.place)
    if stage.outcome:
        yield Foreseen(Precedence.OUTCOME, stage.outcome, None, stage.is_certain)


def _rest_facts(stage: Stage, dead: Collection[Displayable]) -> Iterator[Foreseen]:
    """Yield who moves, and whose numbers change.

    The life of the ``dead`` goes without saying, and so do the numbers of pieces that leave.
    """
    gone = {who for move in stage.moves for _, who in move.args}
    for move in stage.moves:
        yield Foreseen(Precedence.PLACE, move, stage.turn_seat, stage.is_certain)
    for one in stage.changes:
        is_life_of_dead = one.owner in dead and one.icon in LIFE_ICONS
        is_of_gone = one.owner in gone and not one.key.startswith("seat.")
        if one.key == TURN_KEY:
            yield Foreseen(Precedence.NEXT, Text("turn {n} begins", n=one.now), stage.turn_seat, stage.is_certain)
        elif one.owner is not None and not (is_life_of_dead or is_of_gone or one.key.startswith(TABLE_KEYS)):
            yield Foreseen(_precedence_of(one), one, stage.turn_seat, stage.is_certain)


def _precedence_of(change: TrackerChange) -> Precedence:
    """Return where a change is told; wounds that count against a player are a score."""
    if change.icon == "wounds" and change.worth < 0:
        return Precedence.SCORE
    return ICON_PRECEDENCE.get(change.icon, Precedence.OTHER)


class Line(Text):
    """Parts joined in one line, each of which says something by itself."""


# --- the line ------------------------------------------------------------------------------------------------------


def outcome_text(outcome: Outcome, seats: Sequence[str]) -> Text:
    """Describe who has won."""
    who = ", ".join(seats[seat] for seat in outcome.winners)
    if outcome.draw:
        return Text("A draw: {who}", who=who)
    return Text("{who} wins", "{who} win", who=who, n=len(outcome.winners)) if who else Text("Everybody has lost")


def _clause(outcome: Outcome, seats: Sequence[str]) -> Text:
    """Describe within a line who has won."""
    who = ", ".join(seats[seat] for seat in outcome.winners)
    if outcome.draw:
        return Text("a draw: {who}", who=who)
    return outcome_text(outcome, seats) if who else Text("everybody has lost")


def describe_end(end: Consequence, table_state: TableState) -> Text | None:
    """Describe what matters on the way to the end; None where that is nothing."""
    return line_of(facts_of(end), table_state)


def line_of(facts: Sequence[Foreseen], table_state: TableState, says: Text | None = None) -> Text | None:
    """Join the facts to a line: the news, what the game itself says, then the rest turn by turn.

    What comes only if nobody responds says so, in short where the news say it already.
    """
    seats: tuple[str, ...] = table_state.state.seats
    rest = [*([says] if says else []), *_rest_texts([fact for fact in facts if fact.is_certain], seats)]
    silent = [fact for fact in facts if not fact.is_certain]
    follows = _joined(_rest_texts(silent, seats))
    if follows and any(fact.is_news for fact in silent):
        rest.append(Text("in that case: {what}", what=follows))
    elif follows:
        rest.append(Text("if nobody responds: {what}", what=follows))
    return _news_first(_news_text(facts, table_state), _joined(rest))


def _news_text(facts: Iterable[Foreseen], table_state: TableState) -> Text | None:
    news = sorted((fact for fact in facts if fact.is_news), key=lambda one: (not one.is_certain, one.precedence))
    texts = list[Text]()
    for (is_certain, precedence), group in groupby(news, key=lambda one: (one.is_certain, one.precedence)):
        told = sorted(group, key=lambda one: not one.is_player)
        texts += [_if_no_response(text, is_certain) for text in _news_texts(precedence, told, table_state)]
    return _joined(texts)


def _news_texts(precedence: Precedence, told: Sequence[Foreseen], table_state: TableState) -> list[Text]:
    if precedence is Precedence.OUTCOME:
        return [_clause(fact.what, table_state.state.seats) for fact in told if isinstance(fact.what, Outcome)]
    names = [fact.name for fact in told]
    who = join_names(names)
    if precedence is Precedence.ELIMINATION:
        return [Text("{who} is eliminated", who=who) if len(names) == 1 else Text("{who} are eliminated", who=who)]
    one, several = table_state.game.death_texts
    dies = (one if len(names) == 1 else several).with_args(who=who)
    place = told[0].place if len(names) == 1 else None
    return [Text("{who} in {place}", who=dies, place=place) if place else dies]


def _if_no_response(text: Text, is_certain: bool) -> Text:
    return text if is_certain else Text("{what} if nobody responds", what=text)


def _rest_texts(facts: Iterable[Foreseen], seats: Sequence[str]) -> list[Text]:
    """Describe turn by turn who is next, who moves and whose numbers change, by precedence."""
    texts = list[Text]()
    told = [fact for fact in facts if not fact.is_news]
    for _, of_turn in groupby(told, key=lambda fact: fact.turn_seat):
        turn = list(of_turn)
        starts = [fact for fact in turn if fact.precedence is Precedence.NEXT and fact.what is None]
        texts += [_next_text(fact, seats[fact.turn_seat or 0]) for fact in starts]
        changes = sorted((fact for fact in turn if fact.change), key=lambda fact: fact.precedence)
        moved = [fact.change for fact in changes if fact.change]
        told_moves = [fact.what for fact in turn if isinstance(fact.what, Text)]
        moves = {move.args[0][1]: move for move in told_moves if len(move.args) == 1}
        texts += [move for move in told_moves if len(move.args) > 1]
        for owner in dict.fromkeys((*moves, *(one.owner for one in moved if one.owner is not None))):
            texts += _owner_texts(owner, [one for one in moved if one.owner == owner], moves.get(owner))
    return texts


def _next_text(fact: Foreseen, who: str) -> Text:
    return Text("{who} begins", who=who) if fact.is_first else Text("{who} is next", who=who)


def _news_first(news: Text | None, rest: Text | None) -> Text | None:
    """Put the news in front of the rest of a line; None where there is neither."""
    return _line(Text("{news} · {rest}", news=news, rest=rest)) if news and rest else news or rest


def _joined(texts: Sequence[Text]) -> Text | None:
    """Join the texts, those that are alike as one; None without any."""
    told = [text if n == 1 else Text("{what} ×{n}", what=text, n=n) for text, n in Counter(texts).items()]
    return reduce(join_texts, told) if told else None


def join_texts(first: Text, then: Text) -> Text:
    """Join two texts in one line."""
    return _line(Text("{first}; {then}", first=first, then=then))


def _line(joined: Text) -> Line:
    return Line(joined.key, joined.plural, **dict(joined.args))


def line_parts(text: Displayable) -> tuple[Displayable, ...]:
    """Return the parts of which a line is joined, the weightiest first.

    Of any other text itself.
    """
    if not isinstance(text, Line):
        return (text,)
    return tuple(part for _, value in text.args for part in line_parts(value))


# --- numbers in words ----------------------------------------------------------------------------------------------


def counted_text(change: TrackerChange) -> Text | None:
    """Return by how much a number changes, in words; None where there are none for it."""
    label, n = change.label, abs(change.by)
    if change.counted is not None:
        return change.counted.with_args(n=n)
    on = label if isinstance(label, Name) else dict(label.args).get("item") if isinstance(label, Text) else None
    return Text("{n} counter on {item}", "{n} counters on {item}", n=n, item=on) if on else None


VERBS: tuple[tuple[Callable[[Displayable, Text], Text], Callable[[Text, Text], Text]], ...] = (
    (
        lambda who, what: Text("{who} gains {what}", who=who, what=what),
        lambda first, what: Text("{first} and gains {what}", first=first, what=what),
    ),
    (
        lambda who, what: Text("{who} loses {what}", who=who, what=what),
        lambda first, what: Text("{first} and loses {what}", first=first, what=what),
    ),
    (
        lambda who, what: Text("{who} takes {what}", who=who, what=what),
        lambda first, what: Text("{first} and takes {what}", first=first, what=what),
    ),
)
"""Gains, losses and harm in words: with who it is, and behind another clause about the same."""
GAIN, LOSS, HARM = range(len(VERBS))


def _owner_texts(who: Displayable, moved: Sequence[TrackerChange], move: Text | None = None) -> Iterator[Text]:
    """Yield where one player goes, the draw from the deck to the hand, then all other changes."""
    hand = next((one for one in moved if _kind(one) == "hand" and one.by > 0), None)
    deck = next((one for one in moved if hand and _kind(one) == "deck" and one.by == -hand.by), None)
    if hand and deck:
        yield Text("{who} draws {n} card", "{who} draws {n} cards", who=who, n=hand.by)
        moved = [one for one in moved if one not in (hand, deck)]
    clauses: dict[int, list[Text]] = {}
    for one in moved:
        if (counted := counted_text(one)) is not None:
            clauses.setdefault(_verb_of(one), []).append(counted)
        else:
            yield Text("{who}: {what}", who=who, what=Text("{what} {by}", what=one.label, by=format_signed(one.by)))
    text = move
    for verb, listed in clauses.items():
        what = reduce(lambda one, then: Text("{first}, {then}", first=one, then=then), listed)
        text = VERBS[verb][0](who, what) if text is None else VERBS[verb][1](text, what)
    if text is not None:
        yield text


def _verb_of(change: TrackerChange) -> int:
    """Return which verb tells the change: less of what harms is a loss too."""
    if change.worth < 0 and change.by > 0:
        return HARM
    return GAIN if change.by > 0 else LOSS


def _kind(change: TrackerChange) -> str:
    return change.key.rpartition(".")[2]


# --- previews at the answers -------------------------------------------------------------------------------------


def annotate(
    table_state: TableState, prompt: Prompt, translate: Translate, phones: frozenset[int] = frozenset()
) -> Prompt:
    """Add to each answer a preview, and to the prompt what all its answers lead to.

    A roll has too many outcomes for a line. What the rules say at an answer, with its cause, is not said of all.
    ``phones`` are the seats that are asked on phones of their own.
    """
    paths = [
        table_state.lookahead(choice, phones) if choice.template.hole(Dice) is None else () for choice in prompt.choices
    ]
    shared, count = _shared_facts(prompt, paths)
    own = [translate(choice.consequence) for choice in prompt.choices if choice.consequence]
    plain = _Annotator(table_state, Counter(), translate)
    shared = Counter({fact: n for fact, n in shared.items() if not any(plain.is_said(fact, "", text) for text in own)})
    lines = _Annotator(table_state, shared, translate, prompt.title if prompt.window else "")
    choices = (
        lines.choice(choice, found, is_brief=_is_brief(prompt, choice))
        for choice, found in zip(prompt.choices, paths, strict=True)
    )
    stake = translate(prompt.stake) if prompt.stake else ""
    line = line_of([fact for fact in shared.elements() if not _names_next(stake, fact, table_state)], table_state)
    return replace(prompt, choices=tuple(choices), shared=_shared_text(line, count) if line else None)


def _names_next(stake: str, fact: Foreseen, table_state: TableState) -> bool:
    """Return whether what is at stake ends with the name of whose turn begins."""
    starts = fact.precedence is Precedence.NEXT and fact.turn_seat is not None
    return starts and stake.endswith(table_state.state.seats[fact.turn_seat or 0])


def _shared_text(line: Text, count: int) -> Text:
    return Text("In both cases: {what}", what=line) if count == len("ab") else Text("In any case: {what}", what=line)


def annotate_long_list(
    table_state: TableState, choice: Choice, translate: Translate, phones: frozenset[int] = frozenset()
) -> Choice:
    """Add to each option of a long list what it leads to, when somebody looks at it."""
    options = [option for hole in choice.template.holes if isinstance(hole, Pick) for option in hole.options]
    if len(options) <= MAX_OPTIONS:
        return choice
    paths = table_state.lookahead(choice, phones, len(options))
    return _Annotator(table_state, Counter(), translate).choice(choice, paths)


def _is_brief(prompt: Prompt, choice: Choice) -> bool:
    """Return whether the answer's preview only says what is certain.

    That is a response, or one seat's pass among several, which is part of everybody's pass.
    """
    is_part = bool(prompt.window) and choice.role == "option" and choice.seat is not None
    return is_part or is_aside(choice)


def _shared_facts(prompt: Prompt, paths: Sequence[tuple[Forecast, ...]]) -> tuple[Counter[Foreseen], int]:
    """Return what all answers lead to, and how many they are; nothing if one is not known.

    What differs only in whom an answer names is told of whoever is chosen.
    """
    ends, labels = list[Counter[Foreseen]](), list[Displayable]()
    for choice, found in zip(prompt.choices, paths, strict=True):
        pick = choice.template.hole(Pick)
        if choice.kind == "pass" or (prompt.window and choice.role == "option" and choice.seat is not None):
            continue
        known = [path.only_consequence for path in found]
        if len(found) != (len(pick.options) if pick else 1) or None in known:
            return Counter(), 0
        ends += [Counter(facts_of(end)) for end in known if end is not None]
        names = {option.value: option.label for option in pick.options} if pick else {}
        labels += [names.get(path.option, choice.label) for path in found]
    if not ends[1:]:
        return Counter(), 0
    shared = reduce(and_, ends)
    left = [
        Counter(_of_chosen(fact, label) for fact in (end - shared).elements())
        for end, label in zip(ends, labels, strict=True)
    ]
    return shared + reduce(and_, left), len(ends)


WHOEVER_IS_CHOSEN = Text("whoever is chosen")


def _of_chosen(fact: Foreseen, label: Displayable) -> Foreseen:
    """Return a move with whoever is chosen in the place of whom the answer's label names.

    Any other fact is returned as it is: who dies is always said by name.
    """
    if fact.precedence is not Precedence.PLACE or not isinstance(fact.what, Text):
        return fact
    named = {label, *(value for _, value in label.args)} if isinstance(label, Text) else {label}
    chosen = {
        hole: WHOEVER_IS_CHOSEN for hole, value in fact.what.args if value in named and not isinstance(value, int)
    }
    return replace(fact, what=fact.what.with_args(**chosen)) if chosen else fact


def _facts_on(path: Forecast) -> list[Foreseen]:
    end = path.only_consequence
    return facts_of(end) if end is not None else []


def _named_in(text: Displayable) -> frozenset[object]:
    """Return the names and numbers in a text."""
    values = [value for _, value in text.args] if isinstance(text, Text) else []
    inner = (_named_in(value) for value in values if isinstance(value, Text))
    return frozenset(value for value in values if not isinstance(value, Text)).union(*inner)


class _Annotator:
    """Writer of the previews at the answers to one prompt, without the ``shared`` facts."""

    def __init__(
        self, table_state: TableState, shared: Counter[Foreseen], translate: Translate, title: Displayable = ""
    ) -> None:
        self.table_state, self.shared, self.translate = table_state, shared, translate
        self.asked = _named_in(title)

    def choice(self, choice: Choice, paths: tuple[Forecast, ...], *, is_brief: bool = False) -> Choice:
        if not paths:
            return choice
        options = {path.option: path for path in paths}
        holes = tuple(
            self._list(hole, options, is_brief) if isinstance(hole, Pick) else hole for hole in choice.template.holes
        )
        if holes != choice.template.holes:
            return replace(choice, template=replace(choice.template, holes=holes))
        if None not in options:
            return choice
        return replace(choice, consequence=self._line(options[None], choice.label, choice.consequence, is_brief))

    def _list(self, pick: Pick, paths: dict[object, Forecast], is_brief: bool) -> Pick:
        return replace(pick, options=tuple(self._option(one, paths.get(one.value), is_brief) for one in pick.options))

    def _option(self, option: Option, path: Forecast | None, is_brief: bool) -> Option:
        return replace(option, stake=self._line(path, option.label, option.stake, is_brief)) if path else option

    def _line(self, path: Forecast, label: Displayable, says: Text | None, is_brief: bool) -> Text | None:
        """Return what follows and is not said already, with the existing text; None for nothing."""
        named, said = self.translate(label), self.translate(says) if says else ""
        own, left, start = list[Foreseen](), Counter(self.shared), None
        for fact in _facts_on(path):
            told = fact if left[fact] else _of_chosen(fact, label)
            if left[told]:
                left[told] -= 1
                start = fact if fact.precedence is Precedence.NEXT and fact.what is None else start
            elif (fact.is_certain or not is_brief) and not self.is_said(fact, named, said):
                if start is not None and fact.turn_seat == start.turn_seat:
                    own.append(start)  # whose turn it is then belongs to what it brings
                    start = None
                own.append(fact)
        return line_of(own, self.table_state, None if own and self._is_asked(says) else says)

    def _is_asked(self, says: Text | None) -> bool:
        """Return whether a text is about nothing but what a window is about, which resolves."""
        return bool(self.asked) and isinstance(says, Text) and bool(says.args) and _named_in(says) <= self.asked

    def is_said(self, fact: Foreseen, label: str, says: str) -> bool:
        """Return whether the button with that label and that text says it already.

        Its label may be the name of whose turn begins, or have the number with its owner or what it counts. Its text
        has the number with both, or says it as damage. What it says is about the turn of the answer.
        """
        moved = fact.change
        if moved is None:
            starts = fact.precedence is Precedence.NEXT and fact.turn_seat is not None
            return starts and label == self.table_state.state.seats[fact.turn_seat or 0]
        if fact.turn_seat is not None or moved.owner is None:
            return False
        owner, what, number = self.translate(moved.owner), self.translate(moved.label), rf"\b{abs(moved.by)}\b"
        damage = self.translate(Text("{n} damage to {target}", n=abs(moved.by), target=moved.owner))
        if moved.icon in LIFE_ICONS and moved.by < 0 and damage in f"{label} {says}":
            return True
        if re.search(number, label) and (owner in label or what in label):
            return True
        return bool(re.search(number, says)) and what in says and owner in says
