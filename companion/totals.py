"""All finished games in figures: who played and won how often, and how each game went on the whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.engine import Refused, Shown

from .draft import held, story_of
from .library import Library
from .resume import resume
from .shelf import Ended, ended
from .statistics import Play, play_of
from .storage import Match, StorageTrouble

LATEST = 20
"""Games that are played through once more for what only their logs know."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game and how it ended."""

    match: Match
    end: Ended


@dataclass(frozen=True, slots=True)
class Share:
    """Games played and games won."""

    games: int
    wins: int

    @property
    def percent(self) -> int:
        """Of a hundred games so many were won."""
        return round(100 * self.wins / self.games)


@dataclass(frozen=True, slots=True)
class PlayerTotal:
    """A player, known by name: all games, and by the game's key."""

    name: str
    all: Share
    by: tuple[tuple[str, Share], ...]


@dataclass(frozen=True, slots=True)
class GameTotal:
    """A game: how often it was played, seconds and turns on average, the most points and whose they were."""

    key: str
    plays: int
    seconds: float
    turns: float
    best: tuple[int, str] | None


@dataclass(frozen=True, slots=True)
class Habit:
    """What a player did in the games that were looked into."""

    name: str
    decisions: int
    seconds: float
    deaths: int
    kills: int


@dataclass(frozen=True, slots=True)
class Looked:
    """What only the logs know, of so many games: each player's part, and what killed players how often."""

    games: int
    habits: tuple[Habit, ...]
    killers: tuple[tuple[Shown, int], ...]


def finished(library: Library) -> tuple[Finished, ...]:
    """The finished games whose end can be read, the latest first. Raises ``StorageTrouble``."""
    over = [match for match in library.matches() if match.finished is not None]
    return tuple(_known(library, sorted(over, key=lambda match: match.finished or 0, reverse=True)))


def _known(library: Library, matches: Iterable[Match]) -> Iterator[Finished]:
    for match in matches:
        try:
            yield Finished(match, ended(library, match))
        except (Refused, StorageTrouble):  # its card on the shelf says so
            continue


def players(games: Sequence[Finished]) -> tuple[PlayerTotal, ...]:
    """Everybody who played, whoever played most first; who won most of those."""
    names: dict[str, str] = {}
    played: dict[str, Counter[str]] = {}
    won: dict[str, Counter[str]] = {}
    for one in games:
        for seat, name in enumerate(one.match.seats):
            who = name.casefold()
            names.setdefault(who, name)
            played.setdefault(who, Counter())[one.match.game] += 1
            won.setdefault(who, Counter())[one.match.game] += one.end.won(seat)
    totals = (_player(names[who], played[who], won[who]) for who in names)
    return tuple(sorted(totals, key=lambda total: (-total.all.games, -total.all.wins, total.name)))


def _player(name: str, played: Counter[str], won: Counter[str]) -> PlayerTotal:
    by = tuple((key, Share(n, won[key])) for key, n in played.most_common())
    return PlayerTotal(name, Share(played.total(), won.total()), by)


def by_game(games: Sequence[Finished]) -> tuple[GameTotal, ...]:
    """Every game that was played, the one played most first."""
    keys = Counter(one.match.game for one in games)
    return tuple(_game(key, [one for one in games if one.match.game == key]) for key, _ in keys.most_common())


def _game(key: str, games: Sequence[Finished]) -> GameTotal:
    scored = [(points, name) for one in games for points, name in zip(one.end.points, one.match.seats, strict=False)]
    return GameTotal(
        key,
        len(games),
        sum(one.end.seconds for one in games) / len(games),
        sum(one.end.turns for one in games) / len(games),
        max(scored, key=lambda pair: pair[0], default=None),
    )


# --- what only the logs know -------------------------------------------------------------------------------------


def looked_into(library: Library, games: Sequence[Finished]) -> Looked:
    """The latest games, played through once more. Takes its time; one whose log cannot be read is left out."""
    plays = tuple(_plays(library, games[:LATEST]))
    killers = Counter(
        one.death.by for play in plays for one in play.fell if one.death.player and one.death.by is not None
    )
    return Looked(len(plays), _habits(plays), tuple(killers.most_common()))


def _plays(library: Library, games: Iterable[Finished]) -> Iterator[Play]:
    for one in games:
        game = library.games[one.match.game]
        try:
            resumed = resume(library.storage, one.match, game)
        except (Refused, StorageTrouble):
            continue
        yield play_of(game, story_of(one.match, held(game, resumed)))


def _habits(plays: Iterable[Play]) -> tuple[Habit, ...]:
    found: dict[str, Habit] = {}
    for part in (part for play in plays for part in play.parts):
        old = found.get(part.name.casefold(), Habit(part.name, 0, 0.0, 0, 0))
        found[part.name.casefold()] = Habit(
            old.name,
            old.decisions + part.decisions,
            old.seconds + part.seconds,
            old.deaths + part.deaths,
            old.kills + part.kills,
        )
    return tuple(sorted(found.values(), key=lambda habit: -habit.decisions))
