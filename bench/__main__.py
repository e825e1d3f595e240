"""All measurements in a table, or those whose names or groups are given; the groups stand below.

Times are of this machine in this run, a rival's from the same run; browser rows need Chromium. ``kills`` and ``soak``
have commands of their own for longer runs (``bench.kills``, ``bench.soak_games``, ``bench.soak``). The reader's rival
is a model that ``bench.yolo`` makes; ``SOBREMESA_RIVAL=MODEL.onnx`` adds it to the table.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

import click

from bench import (
    browser,
    disk,
    engine,
    enrol,
    finder,
    odds,
    phones,
    reader_figures,
    rival,
    scan,
    settle,
    soak_games,
    symbol_dice,
    votes,
)
from bench.results import keep, load_ratios, worse_ratios
from bench.table import Figures, aligned, machine, markdown, run_measures

GROUPS: dict[str, dict[str, Callable[[], Figures]]] = {
    "rules": {
        "engine": engine.events,
        "fold": engine.folds,
        "sizes": engine.sizes,
        "tables": engine.tables,
        "odds": odds.milliseconds,
    },
    "reader": {
        "scan": scan.milliseconds,
        "photos": reader_figures.photo_rows,
        "yolo": rival.figures,
        "enrol": enrol.confusion,
        "symbols": symbol_dice.figures,
        "tray": settle.tray,
        "votes": votes.figures,
    },
    "storage": {"disk": disk.disk, "soak": partial(soak_games.figures, 1_000, 3)},
    "screens": {
        "usual": browser.taps,
        "memory": browser.memory,
        "start": browser.start,
        "finder": finder.frames,
        "phones": phones.phones,
    },
}
LONG = {name: measure for group in GROUPS.values() for name, measure in group.items()}
SHORT: dict[str, Callable[[], Figures]] = {
    **{name: LONG[name] for name in ("engine", "sizes", "tables")},
    "odds": partial(odds.milliseconds, 3, 1_000, 1),
    "fold": partial(engine.folds, 3, 4_000),
    "scan": partial(scan.milliseconds, 1),
    "tray": partial(settle.tray, 0.02, 1, (settle.RATE,)),
    "votes": partial(votes.figures, 6),
    "disk": disk.disk,
    "soak": partial(soak_games.figures, 30, 1),
    "phones": partial(phones.phones, 2, 2, 2),
}


@click.command(help=__doc__, epilog="; ".join(f"{name}: {', '.join(group)}" for name, group in GROUPS.items()))
@click.argument("names", metavar="[NAME]...", nargs=-1, type=click.Choice((*GROUPS, *LONG)))
@click.option("--short", is_flag=True, help="those that need no browser, in seconds, as the tests do")
@click.option("--markdown", "is_markdown", is_flag=True, help="print the table for a page")
@click.option("--keep", "is_kept", is_flag=True, help="store the run and its ratios (results.jsonl, ratios.json)")
@click.option("--check", is_flag=True, help="end with 1 if a ratio is a quarter worse than the stored one")
def main(names: tuple[str, ...], short: bool, is_markdown: bool, is_kept: bool, check: bool) -> None:
    """Run the chosen measurements, or all, and print the table."""
    measures = SHORT if short else LONG
    if long := set(names).difference(measures, GROUPS):
        raise click.UsageError(f"no short form of {', '.join(sorted(long))}; those that have one: {', '.join(SHORT)}")
    chosen = {measure for name in names for measure in GROUPS.get(name, (name,))} or set(measures)
    found = run_measures({name: measure for name, measure in measures.items() if name in chosen})
    print(markdown(found) if is_markdown else aligned(found))
    print(f"\n{machine()}")
    if is_kept:
        keep(found)
    worse = worse_ratios(found, load_ratios()) if check else []
    print(*worse, sep="\n", end="\n" if worse else "", file=sys.stderr)
    sys.exit(bool(worse))


if __name__ == "__main__":
    main()
