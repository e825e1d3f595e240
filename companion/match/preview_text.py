"""Texts of the lookahead: how a game ends, what an answer leads to, and previews at answers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from typing import NamedTuple

from companion.i18n import Translate
from rules.engine import Choice, Death, Dice, Displayable, Option, Outcome, Pick, Prompt, Text
from rules.lookahead import MAX_OPTIONS, Consequence, Forecast, Stage, TrackerChange

from .log import format_signed
from .table_state import TableState


class StagedChange(NamedTuple):
    """A change of a tracker in a turn, certain or only if nobody responds.

    ``turn_seat``: whose turn, None for that of the answer. Without a change it is the beginning of that turn.
    """

    turn_seat: int | None
    is_certain: bool
    change: TrackerChange | None


NO_CHANGES: frozenset[StagedChange] = frozenset()
LIFE_ICONS = ("life", "heart")
"""Icons of the trackers that a death ends."""
MAX_PREVIEWED_OPTIONS = 6
"""Longest list of options with previews; for a longer one the lookahead is computed on demand."""


def outcome_text(outcome: Outcome, seats: Sequence[str]) -> Text:
    """Describe who has won."""
    who = ", ".join(seats[seat] for seat in outcome.winners)
    if outcome.draw:
        return Text("A draw: {who}", who=who)
    return Text("{who} wins", "{who} win", who=who, n=len(outcome.winners)) if who else Text("Everybody has lost")


def describe_end(end: Consequence, seats: Sequence[str]) -> Text | None:
    """Describe what matters on the way to the end; None where that is nothing.

    Who wins and who dies comes first, then whose numbers change, turn by turn. Changes that belong to the table and not
    to a player or a piece are reported elsewhere.
    """
    return head_with(describe_news(end, seats), describe_numbers(end, seats))


def describe_news(end: Consequence, seats: Sequence[str], *, is_brief: bool = False) -> Text | None:
    """Describe who wins and who dies; what comes only if nobody responds says so.

    ``is_brief``: of deaths only those of players, and only what is certain.
    """
    stages = [stage for stage in end.stages if stage.is_certain or not is_brief]
    outcomes = [_if_silent(outcome_text(one.outcome, seats), one.is_certain) for one in stages if one.outcome]
    deaths = [
        _if_silent(_death_text([death.name for death in dead]), is_certain)
        for is_certain in (True, False)
        if (dead := _told_deaths([stage for stage in stages if stage.is_certain == is_certain], is_brief))
    ]
    return _joined([*outcomes, *deaths])


def _told_deaths(stages: Sequence[Stage], is_brief: bool) -> list[Death]:
    """Return the deaths that are told, those of players first."""
    told = [death for stage in stages for death in stage.deaths if death.is_player or not is_brief]
    return sorted(told, key=lambda death: not death.is_player)


def _death_text(names: Sequence[Displayable]) -> Text:
    if len(names) == 1:
        return Text("{who} dies", who=names[0])
    everybody = reduce(lambda first, then: Text("{first}, {then}", first=first, then=then), names)
    return Text("{who} die", who=everybody)


def _if_silent(text: Text, is_certain: bool) -> Text:
    return text if is_certain else Text("{what} if nobody responds", what=text)


def describe_numbers(
    end: Consequence, seats: Sequence[str], excluded: Collection[StagedChange] = NO_CHANGES
) -> Text | None:
    """Describe whose numbers change, and whose turn begins; what is ``excluded`` is left out.

    What comes only if nobody responds says so, in short where the news say it already, and ends with the turn.
    """
    certain = [stage for stage in end.stages if stage.is_certain]
    silent = [stage for stage in end.stages if not stage.is_certain]
    running = certain[-1].turn_seat if certain else None
    texts = _stage_texts(certain, None, seats, excluded)
    follows = _joined(_stage_texts(silent, running, seats, excluded))
    if follows and any(stage.outcome or stage.deaths for stage in silent):
        texts.append(Text("in that case: {what}", what=follows))
    elif follows:
        texts.append(Text("if nobody responds: {what}", what=follows))
    return _joined(texts)


def _stage_texts(
    stages: Sequence[Stage], running: int | None, seats: Sequence[str], excluded: Collection[StagedChange]
) -> list[Text]:
    """Describe consecutive stages; ``running`` is the seat whose turn it is before them."""
    texts: list[Text] = []
    announced = running
    for stage in stages:
        is_told = stage.is_certain or stage.turn_seat == running
        told = [staged for staged in staged_changes(stage) if staged not in excluded] if is_told else []
        moved = [staged.change for staged in told if staged.change]
        begins = stage.turn_seat not in (None, announced) and _turn_start(stage) not in excluded
        if begins and (moved or stage is stages[-1]):
            announced = stage.turn_seat
            texts.append(Text("{who} is next", who=seats[announced or 0]))
        owners = dict.fromkeys(one.owner for one in moved)
        texts += [text for who in owners for text in _owner_texts(who, [one for one in moved if one.owner == who])]
    return texts


def staged_changes(stage: Stage) -> Iterator[StagedChange]:
    """Yield the changes of players' and pieces' numbers, without the healing of the dead."""
    dead = {death.name for death in stage.deaths if death.is_player}
    for one in stage.changes:
        is_healed = one.owner in dead and one.icon in LIFE_ICONS and one.by > 0
        if one.owner is not None and not is_healed:
            yield StagedChange(stage.turn_seat, stage.is_certain, one)


def _turn_start(stage: Stage) -> StagedChange:
    return StagedChange(stage.turn_seat, stage.is_certain, None)


def head_with(news: Text | None, rest: Text | None) -> Text | None:
    """Put the news in front of the rest of a line; None where both are."""
    return Text("{news} · {rest}", news=news, rest=rest) if news and rest else news or rest


def _joined(texts: Sequence[Text]) -> Text | None:
    return reduce(join_texts, texts) if texts else None


def join_texts(first: Text, then: Text) -> Text:
    """Join two texts in one line."""
    return Text("{first}; {then}", first=first, then=then)


def _owner_texts(who: Displayable | None, moved: Sequence[TrackerChange]) -> Iterator[Text]:
    """Yield one player's draw from the deck to the hand, and all other changes in a line."""
    hand = next((one for one in moved if _kind(one) == "hand" and one.by > 0), None)
    deck = next((one for one in moved if hand and _kind(one) == "deck" and one.by == -hand.by), None)
    if hand and deck:
        yield Text("{who} draws {n} card", "{who} draws {n} cards", who=who or "", n=hand.by)
        moved = [one for one in moved if one not in (hand, deck)]
    if moved:
        each = (Text("{what} {by}", what=one.label, by=format_signed(one.by)) for one in moved)
        what = reduce(lambda first, then: Text("{first}, {then}", first=first, then=then), each)
        yield Text("{who}: {what}", who=who or "", what=what)


def _kind(change: TrackerChange) -> str:
    return change.key.rpartition(".")[2]


# --- previews at the answers -------------------------------------------------------------------------------------


def annotate(
    table_state: TableState, prompt: Prompt, translate: Translate, phones: frozenset[int] = frozenset()
) -> Prompt:
    """Add to each answer a preview of what neither it nor the prompt says already.

    What all answers lead to makes no difference, and is left out; but who wins or dies always comes first. A roll has
    too many outcomes for a line. ``phones`` are the seats that are asked on phones of their own.
    """
    paths_by_choice = {
        k: table_state.lookahead(choice, phones)
        for k, choice in enumerate(prompt.choices)
        if choice.template.hole(Dice) is None
    }
    every = [path for k, paths in paths_by_choice.items() if not _is_brief(prompt, prompt.choices[k]) for path in paths]
    common = frozenset.intersection(*(_moved(path) for path in every)) if every[1:] else NO_CHANGES
    heard = _join_translated(translate, prompt.title, prompt.stake)
    lines = _Annotator(table_state.state.seats, common, heard, translate, prompt.seats)
    choices = (
        lines.choice(choice, paths_by_choice.get(k, ()), _is_brief(prompt, choice))
        for k, choice in enumerate(prompt.choices)
    )
    return replace(prompt, choices=tuple(choices))


def annotate_long_list(
    table_state: TableState, choice: Choice, translate: Translate, phones: frozenset[int] = frozenset()
) -> Choice:
    """Add to each option of a long list who wins or dies with it, when somebody looks at it."""
    options = [option for hole in choice.template.holes if isinstance(hole, Pick) for option in hole.options]
    if len(options) <= MAX_OPTIONS:
        return choice
    paths = table_state.lookahead(choice, phones, len(options))
    return _Annotator(table_state.state.seats, NO_CHANGES, "", translate).choice(choice, paths, True)


def _is_brief(prompt: Prompt, choice: Choice) -> bool:
    """Return whether the answer's preview only says who certainly wins or dies.

    That is a response, a list that is long or has a preview at each option already, or one seat's pass among several,
    which is part of everybody's pass.
    """
    options = [option for hole in choice.template.holes if isinstance(hole, Pick) for option in hole.options]
    told = len(options) > MAX_PREVIEWED_OPTIONS or (bool(options) and all(option.stake for option in options))
    is_part = bool(prompt.window) and choice.role == "option" and choice.seat is not None
    return told or is_part or choice.kind == "pass" or choice.role in ("response", "unlikely")


def _moved(path: Forecast) -> frozenset[StagedChange]:
    end = path.only_consequence
    if end is None:
        return NO_CHANGES
    return frozenset(one for stage in end.stages for one in (*staged_changes(stage), _turn_start(stage)))


def _join_translated(translate: Translate, *texts: Displayable | None) -> str:
    return " ".join(translate(text) for text in texts if text is not None)


class _Annotator:
    """Writer of the previews at the answers to one prompt, whose text is ``heard``."""

    def __init__(
        self,
        seats: Sequence[str],
        alike: frozenset[StagedChange],
        heard: str,
        translate: Translate,
        asked_seats: tuple[int, ...] = (),
    ) -> None:
        self.seats, self.common, self.heard, self.translate = seats, alike, heard, translate
        self.asked = {seats[seat] for seat in asked_seats}

    def choice(self, choice: Choice, paths: tuple[Forecast, ...], is_brief: bool) -> Choice:
        """Return the answer, or each of its options, with its preview."""
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
        """Return who wins or dies, the existing text, and the numbers; None for nothing."""
        end = path.only_consequence
        if end is None:
            return says
        news = describe_news(end, self.seats, is_brief=is_brief)
        if is_brief:
            return head_with(news, says)
        named = self.translate(label)
        heard = " ".join((self.heard, named, _join_translated(self.translate, says)))
        said = {staged for staged in _moved(path) if self._is_said(staged, named, heard)}
        numbers = describe_numbers(end, self.seats, self.common | said)
        return head_with(news, join_texts(says, numbers) if says and numbers else says or numbers)

    def _is_said(self, staged: StagedChange, label: str, heard: str) -> bool:
        """Return whether the texts say it already.

        The label may be the name of whose turn begins, or the texts may have the number.
        In the label it stands with its owner or what it counts; elsewhere with both, or with who is asked, or as
        damage. What a text says is about the turn of the answer.
        """
        moved = staged.change
        if moved is None:
            return staged.turn_seat is not None and label == self.seats[staged.turn_seat]
        if staged.turn_seat is not None or moved.owner is None:
            return False
        owner, what, number = self.translate(moved.owner), self.translate(moved.label), rf"\b{abs(moved.by)}\b"
        damage = self.translate(Text("{n} damage to {target}", n=abs(moved.by), target=moved.owner))
        if moved.icon in LIFE_ICONS and moved.by < 0 and damage in heard:
            return True
        if re.search(number, label) and (owner in label or what in label):
            return True
        return bool(re.search(number, heard)) and what in heard and (moved.owner in self.asked or owner in heard)
