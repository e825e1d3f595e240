"""Export of a play to BG Stats: the published document and the link that opens it.

The format is specified by its makers at bgstatsapp.com, "Push plays to BG Stats from other apps or websites". Their
Android app requires the boolean fields also where that page calls them optional, so they are always written.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field

from companion.match.match_state import MatchRecord
from companion.stats.results import active_seconds
from rules.engine import Game, Refused, State, Text

LINK_PREFIX = "bgstats://app.bgstatsapp.com/createPlay.html?data="
"""Link prefix that opens the app on this device.

The same address with https would send the players' names to their server.
"""
DATE_FORMAT = "%Y-%m-%d %H:%M:%S"
NOT_FINISHED_TEXT = Text("A game can go to BG Stats when it is over.")


class BgStatsModel(BaseModel):
    """Base of the models of the BG Stats format: strict types, no other fields."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class BgStatsGame(BgStatsModel):
    """Game of a play; ``bggId`` is its BoardGameGeek number."""

    name: str
    sourceGameId: str  # noqa: N815 - the names are theirs
    bggId: int | None = Field(None, gt=0)  # noqa: N815
    highestWins: bool = True  # noqa: N815
    noPoints: bool  # noqa: N815


class BgStatsPlayer(BgStatsModel):
    """Player of a play; the app maps ``sourcePlayerId`` to a player chosen by its owner."""

    name: str
    sourcePlayerId: str  # noqa: N815
    winner: bool
    startPlayer: bool = False  # noqa: N815
    score: float | None = None


class BgStatsPlay(BgStatsModel):
    """A play; ``playDate`` is its end in UTC, ``durationMin`` the time played in minutes."""

    sourceName: str = "Sobremesa"  # noqa: N815
    sourcePlayId: str  # noqa: N815
    playDate: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$")]  # noqa: N815
    durationMin: int = Field(ge=1)  # noqa: N815
    game: BgStatsGame
    players: tuple[BgStatsPlayer, ...] = Field(min_length=1)


def build_play(record: MatchRecord, game: Game[State]) -> BgStatsPlay:
    """Build the BG Stats document of a finished game. Raises ``Refused`` if it is not finished."""
    match, outcome = record.match, record.last_state.outcome
    if outcome is None or match.finished is None:
        raise Refused("X-08", NOT_FINISHED_TEXT)
    points = game.tally.count(record.last_state) if game.tally else None
    won = () if outcome.draw else outcome.winners
    began = next((state.active for state in record.states if state.turn), None)
    minutes = round(active_seconds(match.created, (line.entry.at for line in record.lines)) / 60)
    return BgStatsPlay(
        sourcePlayId=match.id,
        playDate=f"{datetime.fromtimestamp(match.finished, UTC):{DATE_FORMAT}}",
        durationMin=max(1, minutes),
        game=BgStatsGame(
            name=game.title.en,
            sourceGameId=game.key,
            bggId=game.bgg_id or None,
            noPoints=points is None,
        ),
        players=tuple(
            BgStatsPlayer(
                name=name,
                sourcePlayerId=name.casefold(),
                winner=seat in won,
                startPlayer=seat == began,
                score=None if points is None else float(points[seat]),
            )
            for seat, name in enumerate(match.seats)
        ),
    )


def export_bg_stats(record: MatchRecord, game: Game[State]) -> bytes:
    """Return the BG Stats document as JSON."""
    return build_play(record, game).model_dump_json(exclude_none=True, indent=2).encode()


def bg_stats_link(record: MatchRecord, game: Game[State]) -> str:
    """Return the link that opens BG Stats on the device with this play."""
    return LINK_PREFIX + quote(build_play(record, game).model_dump_json(exclude_none=True), safe="")
