"""Ledgers of physical things over long random play.

Random matches of each game are booked twice: by the product, and by a ledger that knows only
the log and the rule text. Printed are the numbers compared, the disputes by kind with the shortest match of each, what
the ledger left out and why, and the rules whose absence no match of the run would have shown. It ends with 1 if
anything is in dispute.
"""

from __future__ import annotations

import sys
from collections import Counter

import click

from tests.support.ledger.audit import LEDGERS, UNACCOUNTED, Audit, Dispute, Walk, audit, replay
from tests.support.random_play import Seeded

REPLAYED = 40
"""Matches of the run in which a rule is left out."""


def measure(game: str, walks: int, events: int) -> tuple[Audit, list[tuple[frozenset[str], Walk]]]:
    """Play that many matches; the findings, and the first matches with the rules that moved something."""
    found, kept = Audit(), list[tuple[frozenset[str], Walk]]()
    for seed in range(walks):
        one, walk = audit(Seeded(seed), game, events)
        found += one
        kept += [(frozenset(one.rules), walk)] if seed < REPLAYED else []
    return found, kept


def silent_rules(found: Audit, walks: list[tuple[frozenset[str], Walk]], game: str) -> list[str]:
    """The rules without whose moves a ledger disputes nothing in these matches."""

    def is_noticed(rule: str) -> bool:
        return any(next(replay(walk, rule), None) for rules, walk in walks if rule in rules)

    return sorted(rule for rule in found.rules if rule != "dispute" and not is_noticed(rule))


def report(game: str, walks: int, events: int) -> bool:
    """Print the findings of a game; whether nothing is in dispute."""
    found, kept = measure(game, walks, events)
    print(f"\n{game}: {walks} matches, {found.events} events, {found.compared} numbers compared")
    shortest: dict[str, Dispute] = {}
    for dispute in sorted(found.disputes, key=lambda dispute: len(dispute.log)):
        shortest.setdefault(dispute.kind, dispute)
    for kind, count in Counter(dispute.kind for dispute in found.disputes).most_common():
        print(f"  {count} × {shortest[kind]}")
    for reason, count in found.unaccounted.most_common():
        print(f"  left out {count} × {reason} ({UNACCOUNTED.get(reason, 'NEW')})")
    silent = silent_rules(found, kept, game)
    noticed = len(found.rules) - len(silent)
    print(f"  {noticed} rules are noticed when they are left out; not: {', '.join(silent) or 'none'}")
    return not found.disputes


@click.command(help=__doc__)
@click.argument("games", metavar="[GAME]...", nargs=-1, type=click.Choice(tuple(LEDGERS)))
@click.option("--matches", default=400, show_default=True, help="matches of each game")
@click.option("--events", default=200, show_default=True, help="events of each match")
def main(games: tuple[str, ...], matches: int, events: int) -> None:
    """Check every game, or those that are named."""
    results = [report(game, matches, events) for game in games or LEDGERS]
    sys.exit(not all(results))


if __name__ == "__main__":
    main()
