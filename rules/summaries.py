"""What a list of games shows of each, without its rules."""

from dataclasses import dataclass

from rules.engine import Name


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game's key, its title and the numbers of players."""

    key: str
    title: Name
    player_counts: range


SUMMARIES = {
    one.key: one
    for one in (
        GameSummary("four_souls", Name("Four Souls", "Four Souls"), range(2, 5)),
        GameSummary("king_of_tokyo", Name("King of Tokyo", "King of Tokyo"), range(2, 7)),
        GameSummary("malifaux", Name("Malifaux 2E", "Malifaux 2E"), range(2, 5)),
        GameSummary("darkmoor", Name("Retreat to Darkmoor", "Retreat to Darkmoor"), range(2, 5)),
        GameSummary("boss_monster", Name("Monstruo Final", "Boss Monster"), range(2, 5)),
    )
}
"""The summary of every game of the registry by its key, in the order in which they are listed."""
