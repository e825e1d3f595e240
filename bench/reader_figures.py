"""All aims of the dice reader in one table.

Each row has the figure of this run, its goal, the figure of the last kept run with its commit, and a rival of the same
run where there is one: a blob detector for what is read, a YOLOv5n for the time, fewer frames for the votes.

PHOTOS is the folder with `check.json` and `score.py`, which defines the figures; MODELS a folder of other nets than
the product's. ``SOBREMESA_FONTS`` adds the second hand of `bench.symbol_dice`. Before the table stand the details of
the photos: each split and source, with the dice called sure, how many of these were wrong and the 95 % interval of that
share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import click

import vision
from bench import blobs, enrol, rival, settle, symbol_dice, votes
from bench.labelled_photos import PHOTOS, SPLITS, Tally, read_photos, scorer, timed
from bench.results import keep, with_kept
from bench.scenes import shots, without
from bench.symbols import DESIGNS
from bench.table import Figures, Row, aligned, machine, run_measures, share
from vision.nets import MODELS

EXACT_GOALS = {"check": "≥ 97 %", "seen": "≥ 96 %", "tray": "≥ 93 %"}
ROUNDS = 3
"""Rounds in which the reader and its rival are timed."""
PARTS = ("photos", "scenes", "negatives", "votes", "symbols", "own", "tray", "time")


def exact(tally: Tally) -> str:
    """The pictures that are read exactly."""
    right = sum(sorted(value for value, _ in read) == truth["values"] for truth, read, _ in tally.rows)
    return share(right, len(tally.rows))


def photo_rows(photos: Path = PHOTOS, models: Path = MODELS) -> Iterator[Row]:
    """The labelled photos, if available: read exactly, precision and recall, without asking, sure and wrong."""
    if not photos.is_dir():
        return
    found, score = read_photos(photos, models), scorer(photos)
    print(*found.lines(score), sep="\n", flush=True)
    for split in SPLITS:
        tally, asked, alone = found.tallies[split, ""], found.asked[split], found.alone[split]
        by_spots = f"spots grouped: {share(found.rival[split], asked.pictures)}"
        yield Row(f"{split}: pictures read exactly", exact(tally), EXACT_GOALS.get(split, ""), by_spots)
        right = share(asked.right, asked.pictures)
        yield Row(f"{split}: read exactly, the number of dice known", right, EXACT_GOALS.get(split, ""))
        told = score.score(tally.rows)
        yield Row(f"{split}: precision / recall of the values", f"{told['P']:.1f} / {told['R']:.1f} %", "≥ 99 / 99 %")
        yield Row(f"{split}: dice called sure that are wrong", share(tally.wrong, tally.sure), "≤ 0.5 %")
        for known, outcomes in (("known", asked), ("unknown", alone)):
            silent = share(outcomes.silent, outcomes.pictures)
            yield Row(f"{split}: read without asking, the number of dice {known}", silent, "≥ 90 %")
            misread = f"{outcomes.wrong} of {outcomes.silent}"
            yield Row(f"{split}: of these misread, the number of dice {known}", misread, "0")


def scene_rows(work: Path, models: Path) -> Iterator[Row]:
    """Traced scenes: read exactly, sure and wrong."""
    tally, by_spots = Tally(), 0
    for truth, image in shots(work / "dice"):
        reading, passed = timed(image, models)
        tally.add(truth, reading.dice, passed)
        by_spots += sorted(blobs.read(image)) == sorted(die["value"] for die in truth["dice"])
    spots = f"spots grouped: {share(by_spots, len(tally.rows))}"
    yield Row("traced scenes: pictures read exactly", exact(tally), "≥ 93 %", spots)
    yield Row("traced scenes: dice called sure that are wrong", share(tally.wrong, tally.sure), "≤ 0.5 %")


def negative_rows(work: Path, photos: Path, models: Path) -> Iterator[Row]:
    """Pictures without a die with pips: read as nothing, and without a die that is called sure."""
    nothing, silent, by_spots = [], [], []
    for _, image in without(work, photos):
        dice = vision.read(image, models).dice
        nothing.append(not dice)
        silent.append(all(die.doubt for die in dice))
        by_spots.append(not blobs.read(image))
    spots = f"spots grouped: {share(sum(by_spots), len(by_spots))}"
    yield Row("pictures without a die: read as nothing", share(sum(nothing), len(nothing)), "≥ 97 %", spots)
    yield Row("pictures without a die: nothing called sure", share(sum(silent), len(silent)), "100 %")


def symbol_rows(models: Path) -> Iterator[Row]:
    """King of Tokyo's dice as they come, by the hand that drew them, and dice with pips taken for them."""
    for hand, score in symbol_dice.measured(models).items():
        whole = score.whole
        yield Row(f"King of Tokyo, {hand}: right of those sure", share(whole.sure - whole.wrong, whole.sure), "≥ 95 %")
        yield Row(f"King of Tokyo, {hand}: called sure", share(whole.sure, whole.dice), "≥ 80 %")
        yield Row(f"King of Tokyo, {hand}: right, sure or not", share(whole.right, whole.dice))
    for what, found in symbol_dice.pips_called_signs(models):
        yield Row(what, found)


def own_rows() -> Iterator[Row]:
    """A table's own dice, taught by five pictures a face."""
    yield from enrol.summary([enrol.measured(design, number) for number, design in enumerate(DESIGNS)])


def tray_rows() -> Iterator[tuple[str, str]]:
    """Ten minutes of a tray without a throw."""
    yield settle.idle_row()


def measures(photos: Path, models: Path, scenes: Path | None, model: Path | None) -> dict[str, Callable[[], Figures]]:
    """The parts that can run with what was given, in their order."""
    found: dict[str, Callable[[], Figures]] = {
        "photos": partial(photo_rows, photos, models),
        "votes": partial(votes.figures, votes.CLIPS, models),
        "symbols": partial(symbol_rows, models),
        "own": own_rows,
        "tray": tray_rows,
    }
    if scenes:
        found["scenes"] = partial(scene_rows, scenes, models)
        found["negatives"] = partial(negative_rows, scenes, photos, models)
    if model:
        found["time"] = partial(rival.figures, model, ROUNDS)
    return {name: found[name] for name in PARTS if name in found}


EXISTING = click.Path(exists=True, path_type=Path)


@click.command(help=__doc__)
@click.argument("photos", default=PHOTOS, type=click.Path(path_type=Path))
@click.argument("models", default=MODELS, type=EXISTING)
@click.option("--scenes", type=EXISTING, help="folder that training.scenes.traced has rendered")
@click.option("--rival", "model", type=EXISTING, help="model that bench.yolo has made, for the time beside it")
@click.option("--only", type=click.Choice(PARTS), multiple=True, help="one of the parts; can be given again")
@click.option("--keep", "is_kept", is_flag=True, help="store the run in bench/results.jsonl")
def main(
    photos: Path, models: Path, scenes: Path | None, model: Path | None, only: tuple[str, ...], is_kept: bool
) -> None:
    """Print the details of the photos, then the table."""
    chosen = measures(photos, models, scenes, model)
    found = run_measures({name: measure for name, measure in chosen.items() if name in (only or PARTS)})
    print(aligned(with_kept(found)), machine(), sep="\n\n")
    if is_kept:
        keep(found)


if __name__ == "__main__":
    main()
