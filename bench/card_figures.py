"""All aims of the card reader in one table.

PHOTOS is the folder with `cards/` (real photos whose files with odd numbers taught nothing), dice and `score.py`;
MODELS a folder of other nets than the product's. `--fonts` is a folder of fonts for drawn cards; without it OpenCV's
own letters stand on them. Before the table stands each photo that is not read rightly.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import click
import numpy as np

import vision
from bench import card_templates
from bench.labelled_photos import PHOTOS, labelled_pictures
from bench.results import keep, with_kept
from bench.rival import HIGH, WIDE, filling
from bench.table import Figures, Row, aligned, machine, run_measures, share
from training.cards.photos import card_photos
from training.cards.scene import VISIBLE, IndexTruth, Supplies, compose_card_scene
from training.scenes.drawn.compose import compose_scene
from vision.cards import Card, CardReading
from vision.nets import MODELS
from vision.reading import Box, Image

PARTS = ("photos", "drawn", "negatives", "time")
DRAWN_SCENES, NEGATIVE_SCENES = 60, 40
FIRST_SEED = 900_000_000
"""First seed of the scenes that measure; none teaches."""
NEAR = 0.25
"""Share of its sides by which a truth's box is grown before the middle of a read card must lie in it, as for dice."""
TIMED = 12
"""Pictures whose reading is timed, the best of some rounds each."""
ROUNDS = 3


@dataclass
class Tally:
    """Cards of some of the pictures."""

    pictures: int = 0
    exact: int = 0
    silent: int = 0
    """Pictures of which everything is sure and nothing may have been missed."""
    misread: int = 0
    """Of these, the ones that are misread."""
    cards: int = 0
    found: int = 0
    right: int = 0
    sure: int = 0
    wrong: int = 0
    """Cards called sure that are wrong or not there."""
    told: list[str] = field(default_factory=list)

    by_rank: bool = False
    """Whether ranks alone count, and who is sure of them."""

    def is_sure(self, card: Card) -> bool:
        """Whether nobody needs to look at a card."""
        return card.is_rank_sure if self.by_rank else card.doubt is None

    def add(
        self,
        name: str,
        truths: list[tuple[str, Box]],
        reading: CardReading,
        shows: Callable[[Card], str],
    ) -> None:
        """Count a picture with these cards, named as ``shows`` names what is read."""
        right = matched(truths, reading.cards, shows)
        is_exact = len(right) == len(truths) == len(reading.cards)
        wrong = [card for n, card in enumerate(reading.cards) if n not in right and self.is_sure(card)]
        is_silent = reading.are_ranks_sure if self.by_rank else reading.is_sure
        self.pictures, self.exact = self.pictures + 1, self.exact + is_exact
        self.silent, self.misread = self.silent + is_silent, self.misread + (is_silent and not is_exact)
        self.cards, self.found, self.right = (
            self.cards + len(truths),
            self.found + len(reading.cards),
            self.right + len(right),
        )
        self.sure += sum(map(self.is_sure, reading.cards))
        self.wrong += len(wrong)
        if not is_exact:
            seen = [f"{shows(card)}{'' if self.is_sure(card) else '?'}" for card in reading.cards]
            self.told.append(f"{name}: {sorted(one for one, _ in truths)} read as {sorted(seen)}")

    def rows(self, what: str, goals: bool) -> Iterator[Row]:
        """The figures."""
        yield Row(f"{what}: pictures read exactly", share(self.exact, self.pictures))
        yield Row(f"{what}: cards right (recall)", share(self.right, self.cards), "≥ 95 %" if goals else "")
        yield Row(f"{what}: precision", share(self.right, self.found))
        yield Row(f"{what}: cards called sure", share(self.sure, self.cards), "≥ 85 %" if goals else "")
        yield Row(f"{what}: of these wrong", share(self.wrong, self.sure), "≤ 0.5 %" if goals else "")
        yield Row(f"{what}: pictures read without asking", share(self.silent, self.pictures))
        yield Row(f"{what}: of these misread", f"{self.misread} of {self.silent}")


def matched(truths: list[tuple[str, Box]], cards: tuple[Card, ...], shows: Callable[[Card], str]) -> set[int]:
    """Which of the cards read are right.

    Their middle lies in the box of a card of that name, one for each.
    """
    free, right = list(truths), set()
    for n, card in enumerate(cards):
        x, y, wide, high = card.box
        for truth in free:
            left, top, broad, tall = truth[1]
            across, down = (x + wide / 2 - left) / broad, (y + high / 2 - top) / tall
            if truth[0] == shows(card) and -NEAR < across < 1 + NEAR and -NEAR < down < 1 + NEAR:
                free.remove(truth)
                right.add(n)
                break
    return right


def rank_of(card: Card) -> str:
    """A card's rank alone, which is all that the photos' own labels say."""
    return str(card.rank)


def rank_and_suit(card: Card) -> str:
    """A card's rank and suit."""
    return f"{card.rank} {card.suit}"


@dataclass
class PhotoTallies:
    """The photos for development, read in several ways."""

    ranks: Tally = field(default_factory=lambda: Tally(by_rank=True))
    """By rank, which is all that their own labels say."""
    known: Tally = field(default_factory=lambda: Tally(by_rank=True))
    """The same, with the number of cards known."""
    suits: Tally = field(default_factory=Tally)
    """By rank and suit."""
    rival: int = 0
    """Ranks that the rival reads."""


def read_development(photos: Path = PHOTOS, models: Path = MODELS) -> PhotoTallies:
    """Read the photos that taught nothing."""
    found = PhotoTallies()
    for photo in card_photos(photos, teaching=False):
        image = photo.decode()
        boxes = [whole_box(box) for _, box in photo.cards]
        ranks = [rank for rank, _ in photo.cards]
        reading = vision.read_cards(image, models)
        found.ranks.add(photo.name, list(zip(map(str, ranks), boxes, strict=True)), reading, rank_of)
        known = vision.read_cards(image, models, len(ranks))
        found.known.add(photo.name, list(zip(map(str, ranks), boxes, strict=True)), known, rank_of)
        names = [f"{rank} {suit}" for rank, suit in zip(ranks, photo.suits, strict=True)]
        found.suits.add(photo.name, list(zip(names, boxes, strict=True)), reading, rank_and_suit)
        found.rival += (Counter(ranks) & Counter(card_templates.read(image))).total()
    return found


def whole_box(box: tuple[float, float, float, float]) -> Box:
    """A box in whole pixels."""
    left, top, wide, high = map(round, box)
    return left, top, wide, high


def photo_rows(photos: Path = PHOTOS, models: Path = MODELS) -> Iterator[Row]:
    """The photos for development, if they are there."""
    if not (photos / "cards").is_dir():
        return
    found = read_development(photos, models)
    print(*found.suits.told, sep="\n", flush=True)
    templates = f"templates: {share(found.rival, found.ranks.cards)}"
    for row in found.ranks.rows("photos, ranks", goals=True):
        yield replace(row, rival=templates) if "recall" in row.what else row
    yield from found.known.rows("photos, ranks, the number of cards known", goals=False)
    yield from found.suits.rows("photos, rank and suit", goals=False)


def drawn_rows(models: Path = MODELS, fonts: Path | None = None) -> Iterator[Row]:
    """Drawn cards on painted tables, rank and suit: ordinary ones and those of fate decks."""
    files = tuple(str(path) for path in sorted(fonts.iterdir())) if fonts else ("",)
    supplies = Supplies({}, files, None)
    tally = Tally()
    for seed in range(FIRST_SEED, FIRST_SEED + DRAWN_SCENES):
        image, truths = compose_card_scene(seed, supplies)
        tally.add(str(seed), visible_cards(truths), vision.read_cards(image, models), rank_and_suit)
    yield from tally.rows("drawn scenes, all that is partly seen", goals=False)


def visible_cards(truths: list[IndexTruth]) -> list[tuple[str, Box]]:
    """Name and box of every card of a scene of which an index can be seen."""
    found = {}
    for truth in truths:
        if truth.rank >= 0 and truth.seen >= VISIBLE:
            low, high = truth.quad.min(axis=0), truth.quad.max(axis=0)
            key = tuple(np.round(truth.quad.mean(axis=0), 1))
            found[key] = (f"{truth.rank} {truth.suit}", whole_box((*low, *(high - low))))
    return list(found.values())


def without_cards(photos: Path = PHOTOS) -> Iterator[Image]:
    """Pictures without a card that lies face up.

    Dice, boards, telephones, backs and cards of other games.
    """
    if (photos / "check.json").is_file():
        for row, image in labelled_pictures(photos):
            if row["split"] != "tray":
                yield image
    for seed in range(FIRST_SEED, FIRST_SEED + NEGATIVE_SCENES):
        yield compose_scene(seed, 480)[0]
    supplies = Supplies({}, ("",), None)
    for seed in range(FIRST_SEED, FIRST_SEED + NEGATIVE_SCENES):
        yield compose_card_scene(seed, supplies, backs_only=True)[0]


def negative_rows(photos: Path = PHOTOS, models: Path = MODELS) -> Iterator[Row]:
    """Pictures without a card: read as nothing, and without a card that is called sure."""
    nothing, silent, rival = [], [], []
    for image in without_cards(photos):
        cards = vision.read_cards(image, models).cards
        nothing.append(not cards)
        silent.append(all(card.doubt and not card.is_rank_sure for card in cards))
        rival.append(not card_templates.read(image))
    templates = f"templates: {share(sum(rival), len(rival))}"
    yield Row("pictures without a card: read as nothing", share(sum(nothing), len(nothing)), "≥ 98 %", templates)
    yield Row("pictures without a card: nothing called sure", share(sum(silent), len(silent)), "100 %")


def time_rows(photos: Path = PHOTOS, models: Path = MODELS) -> Iterator[Row]:
    """Milliseconds of a picture of 1280x720, the best of some rounds."""
    images = [
        filling(image)
        for image, _ in (compose_card_scene(FIRST_SEED + n, Supplies({}, ("",), None)) for n in range(TIMED))
    ]
    if (photos / "cards").is_dir():
        images = [filling(photo.decode()) for photo in list(card_photos(photos, teaching=False))[:TIMED]]
    best, rival = [], []
    for image in images:
        spent: list[list[float]] = [[], []]
        for _ in range(ROUNDS):
            for to, read in zip(spent, (partial(vision.read_cards, models=models), card_templates.read), strict=True):
                begun = time.perf_counter()
                read(image)
                to.append(1000 * (time.perf_counter() - begun))
        best.append(min(spent[0]))
        rival.append(min(spent[1]))
    yield Row(
        f"a picture of {WIDE}x{HIGH}", f"{np.median(best):.0f} ms", "≤ 80 ms", f"templates: {np.median(rival):.0f} ms"
    )


EXISTING = click.Path(exists=True, path_type=Path)


@click.command(help=__doc__)
@click.argument("photos", default=PHOTOS, type=click.Path(path_type=Path))
@click.argument("models", default=MODELS, type=EXISTING)
@click.option("--fonts", type=EXISTING, help="folder of fonts for drawn cards")
@click.option("--only", type=click.Choice(PARTS), multiple=True, help="one of the parts; can be given again")
@click.option("--keep", "is_kept", is_flag=True, help="store the run in bench/results.jsonl")
def main(photos: Path, models: Path, fonts: Path | None, only: tuple[str, ...], is_kept: bool) -> None:
    """Print what is read wrongly, then the table."""
    measures: dict[str, Callable[[], Figures]] = {
        "photos": partial(photo_rows, photos, models),
        "drawn": partial(drawn_rows, models, fonts),
        "negatives": partial(negative_rows, photos, models),
        "time": partial(time_rows, photos, models),
    }
    found = run_measures({name: measure for name, measure in measures.items() if name in (only or PARTS)})
    print(aligned(with_kept(found)), machine(), sep="\n\n")
    if is_kept:
        keep(found)


if __name__ == "__main__":
    main()
