"""Three facts about a match that is over, each computed from its log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction

from companion.match.match_state import MatchRecord
from companion.match.preview_text import LIFE_ICONS
from companion.match.undo import lines_in_effect
from rules.engine import Change, Game, State, Text

from .match_stats import OVERRIDE_EVENTS, MatchStats, SeatStats
from .results import format_duration

HIGHLIGHTS = 3
"""Number of facts that are told."""
MIN_BLOW, MIN_DICE, MIN_DEATHS, MIN_LAG = 2, 6, 2, 2
"""Damage at once, dice of each player, deaths, and points behind the leader that are worth telling."""


def match_highlights(game: Game[State], record: MatchRecord, stats: MatchStats) -> tuple[Text, ...]:
    """Return the facts of the match that are most worth telling."""
    facts = (*_comeback(game, stats), *_hardest_blow(game, record), *_best_dice(stats))
    return (*facts, *_most_kills(stats), *_most_deaths(stats), *_plain_facts(stats))[:HIGHLIGHTS]


def _comeback(game: Game[State], stats: MatchStats) -> Iterator[Text]:
    """Yield how far behind the leader the only winner was at worst, at the end of a turn."""
    winners = [seat for seat, part in enumerate(stats.seats) if part.won]
    if game.tally is None or len(winners) != 1:
        return
    lags = [(max(now.totals) - now.totals[winners[0]], -now.turn) for now in stats.points]
    lag, turn = max(lags, default=(0, 0))
    if lag >= MIN_LAG:
        name, what = stats.seats[winners[0]].name, game.tally.label
        yield Text("{who} was {n} behind after turn {turn} ({what})", who=name, n=lag, turn=-turn, what=what)


def _hardest_blow(game: Game[State], record: MatchRecord) -> Iterator[Text]:
    """Yield the most life that the rules took from anybody at once.

    Numbers set by hand do not count.
    """
    life = {
        (group.prefix, kind.name) for group in game.tracker_groups for kind in group.kinds if kind.icon in LIFE_ICONS
    }
    played = (line for line in lines_in_effect(record.lines) if not isinstance(line.entry.event, OVERRIDE_EVENTS))
    changes = (change for line in played for note in line.notes for change in note.changes if _key(change) in life)
    hardest = max(changes, key=lambda change: change.before - change.after, default=None)
    if hardest is not None and (n := hardest.before - hardest.after) >= MIN_BLOW:
        yield Text("The hardest blow: {n} damage to {who}", n=n, who=hardest.owner)


def _key(change: Change) -> tuple[str, str]:
    """Return the kind of a number: of whom, and what."""
    first, *_, last = change.key.split(".")
    return first, last


def _best_dice(stats: MatchStats) -> Iterator[Text]:
    faces = defaultdict[tuple[str, int], list[int]](list)
    for roll in stats.rolls:
        if roll.kind is None and roll.player:
            faces[roll.player, roll.sides] += roll.faces
    sides = max((sides for _, sides in faces), key=lambda n: sum(n == other for _, other in faces), default=0)
    means = {
        player: Fraction(sum(thrown), len(thrown))
        for (player, of), thrown in faces.items()
        if of == sides and len(thrown) >= MIN_DICE
    }
    best = [player for player, mean in means.items() if mean == max(means.values())]
    if len(means) > 1 and len(best) == 1:
        whole, tenth = divmod(round(10 * means[best[0]]), 10)
        yield Text("{who} had the best dice: {whole}.{tenth} on average", who=best[0], whole=whole, tenth=tenth)


def _most_kills(stats: MatchStats) -> Iterator[Text]:
    best = _single_best(stats, lambda part: part.kills)
    if best is not None and best.kills:
        yield Text("{who} killed the most: {n}", who=best.name, n=best.kills)


def _most_deaths(stats: MatchStats) -> Iterator[Text]:
    worst = _single_best(stats, lambda part: part.deaths)
    if worst is not None and worst.deaths >= MIN_DEATHS:
        yield Text("{who} died the most: {n} times", who=worst.name, n=worst.deaths)


def _single_best(stats: MatchStats, count: Callable[[SeatStats], int]) -> SeatStats | None:
    """Return the one player with the highest count; None where several have it."""
    most = max(map(count, stats.seats))
    best = [part for part in stats.seats if count(part) == most]
    return best[0] if len(best) == 1 else None


def _plain_facts(stats: MatchStats) -> Iterator[Text]:
    duration = format_duration(stats.seconds)
    if stats.turns:
        yield Text("{n} turn in {duration}", "{n} turns in {duration}", n=stats.turns, duration=duration)
    else:
        yield Text("Played in {duration}", duration=duration)
    yield Text("{n} decision", "{n} decisions", n=stats.decisions)
    n = stats.undone_entries
    yield Text("{n} entry taken back", "{n} entries taken back", n=n) if n else Text("Nothing was taken back")
