"""Command `python -m training WORK`: compose scenes, train the nets, export them.

A second run continues the first.
"""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from training.nets.pool import prepare
from vision.nets import MODELS

if TYPE_CHECKING:
    from collections.abc import Callable

    from training.nets.loop import Schedule

PARTS = ("compose", "teach", "mine", "judge", "dispute", "calibrate")
EMBEDDING_PART, SYMBOLS_PART, CARDS_PART = "likeness", "symbols", "cards"
"""The parts that run only when they are asked for: they need none of the others, but fonts."""
CARD_PHOTO_SHARE, CARD_MINED_SHARE = 0.15, 0.3
"""Shares of photos, and of what the nets of the first round take for indices, in the second round of those of cards."""
MINED_SEED, MINED_SCENES = 600_000_000, 1000
"""First seed and number of the scenes in which they are looked for."""


def main() -> None:
    """Run the parts that the arguments name."""
    options = parse_options()
    parts = PARTS if options.only is None else (options.only,)
    if options.start:
        copy_start_nets(options.start, options.work)
    composer = get_context("spawn").Process(target=composition(options, MODELS))
    if "compose" in parts:
        composer.start()
    if "teach" in parts:
        run_detector(options)
    if "mine" in parts:
        composition(options, options.work)()
    if "judge" in parts:
        run_judge(options)
    if "dispute" in parts:
        from .dispute import write_disputes

        print(write_disputes(options.photos, options.work))
    if "calibrate" in parts:
        from .calibrate import calibrate

        print(calibrate(options.work, options.photos.parent, options.workers))
    if EMBEDDING_PART in parts:
        run_embedding(options)
    if SYMBOLS_PART in parts:
        run_symbols(options)
    if CARDS_PART in parts:
        run_cards(options)
    if composer.is_alive():
        composer.join()


def parse_options() -> Namespace:
    """The arguments of the command."""
    parser = ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("work", type=Path, help="folder for scenes and checkpoints, outside the project")
    parser.add_argument("--photos", type=Path, help="folder with images/ and labels/ of real dice")
    parser.add_argument(
        "--mined-share", type=float, default=0.2, help="share of the scenes searched for what a net takes for a die"
    )
    parser.add_argument("--start", type=Path, help="folder of exported nets to train further, at a low rate")
    parser.add_argument(
        "--new-share", type=float, default=0.5, help="share of the nets in their mean with --start; 1 for wider ones"
    )
    parser.add_argument("--rate", type=float, help="highest learning rate of `dice` and `judge`; their own without it")
    parser.add_argument("--workers", type=int, default=1, help="processes that compose and cut patches")
    parser.add_argument("--seconds", type=float, help="time limit of each part")
    parser.add_argument("--batch", type=int, help="crops or patches a step; 24 and 96 without it, more on a GPU")
    parser.add_argument("--room", type=float, default=1.0, help="factor for the scenes and patches held in memory")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=12000)
    parser.add_argument("--steps", type=int, default=30000)
    parser.add_argument("--judge-steps", type=int, default=24000)
    parser.add_argument(
        "--threads", type=int, default=2, help="1 where others use the machine: two that wait are slower"
    )
    parser.add_argument("--only", choices=(*PARTS, EMBEDDING_PART, SYMBOLS_PART, CARDS_PART), help="one part alone")
    parser.add_argument("--fonts", type=Path, help="folder of fonts, for the likeness of faces, symbols and cards")
    parser.add_argument("--likeness-steps", type=int, default=9000)
    parser.add_argument("--parts", type=int, default=30, help="parts of 150 scenes with signs")
    parser.add_argument("--symbol-scenes", type=int, default=5000)
    parser.add_argument("--finder-steps", type=int, default=1700)
    parser.add_argument("--symbol-steps", type=int, default=4000)
    parser.add_argument("--card-parts", type=int, default=110, help="parts of 64 scenes with cards")
    parser.add_argument("--card-finder-steps", type=int, default=6000)
    parser.add_argument("--card-steps", type=int, default=8000)
    return parser.parse_args()


def composition(options: Namespace, models: Path) -> Callable[[], None]:
    """What composes the scenes and cuts the patches that WORK lacks.

    The detector in `models` says what it takes for a die. A process of its own can be started with it, which knows no
    function here.
    """
    seeds = range(options.seed * 1_000_000, options.seed * 1_000_000 + options.scenes)
    limits = {"workers": options.workers, "seconds": options.seconds}
    return partial(prepare, options.work, options.photos, seeds, models, share=options.mined_share, **limits)


def run_detector(options: Namespace) -> None:
    """Train the detector and export it for `cv2.dnn`."""
    from training.nets import teach

    schedule = schedule_of(options, options.steps, teach.LEARNING_RATE, 1e-4, teach.BATCH_SIZE, teach.GPU_BATCH_SIZE)
    room = round(teach.CAPACITY * options.room)
    teach.train_detector(options.work, options.photos, options.seed, schedule, start=options.start, capacity=room)
    export_trained(options)


def run_judge(options: Namespace) -> None:
    """Train the judge and export it."""
    from training.nets import judge

    schedule = schedule_of(
        options, options.judge_steps, judge.LEARNING_RATE, 1e-3, judge.BATCH_SIZE, judge.GPU_BATCH_SIZE
    )
    room = round(judge.CAPACITY * options.room)
    judge.train_judge(options.work, options.seed, replace(schedule, clip=None), start=options.start, capacity=room)
    export_trained(options)


def schedule_of(options: Namespace, steps: int, rate: float, weight_decay: float, size: int, gpu_size: int) -> Schedule:
    """How a net is trained here: larger batches need fewer than `steps`."""
    import torch

    from training.nets.loop import DEVICE, Schedule
    from training.nets.start import LEARNING_RATE

    torch.set_num_threads(options.threads)
    batch = options.batch or (gpu_size if DEVICE.type == "cuda" else size)
    full = options.rate or (LEARNING_RATE if options.start else rate)
    return Schedule(max(1, steps * size // batch), full, weight_decay, batch, seconds=options.seconds)


def run_embedding(options: Namespace) -> None:
    """Train the face embedding and export it."""
    from training.nets.likeness import train_embedding
    from training.scenes.signs import store_sign_patches

    store_sign_patches(options.work, options.fonts, options.seed, options.parts)
    train_embedding(options.work, options.seed, options.likeness_steps, options.threads)
    export_trained(options)


def export_trained(options: Namespace) -> None:
    """Export the nets; those that started from others as their mean with these."""
    from training.nets.export import export_nets
    from training.nets.start import blend_exports

    export_nets(options.work)
    for model, checkpoint in (("dice.onnx", "last.pt"), ("judge.onnx", "judge.pt")):
        if options.start and options.new_share < 1 and (options.work / checkpoint).exists():
            blend_exports(options.start / model, options.work / model, options.new_share)


def copy_start_nets(start: Path, work: Path) -> None:
    """Copy the nets to train further, unless WORK has its own.

    They find the disputed labels and what is taken for a die.
    """
    copy_missing(start, work, ("dice.onnx", "judge.onnx", "views.json"))


def copy_missing(models: Path, work: Path, names: tuple[str, ...]) -> None:
    """Copy those of the nets that WORK lacks."""
    work.mkdir(parents=True, exist_ok=True)
    for name in names:
        if not (work / name).exists():
            shutil.copy(models / name, work)


def run_symbols(options: Namespace) -> None:
    """Train the two nets of symbol dice, export them, and print what calibrates their reader."""
    from training.symbols.calibrate import calibrate_symbols
    from training.symbols.finder import train_finder
    from training.symbols.judge import train_symbol_judge
    from training.symbols.pool import prepare_symbol_scenes
    from training.symbols.taught_calibration import calibrate_membership, calibrate_taught

    prepare_symbol_scenes(options.work, options.fonts, options.seed, options.symbol_scenes)
    copy_missing(MODELS, options.work, ("likeness.onnx",))
    train_finder(options.work, options.photos, options.seed, options.finder_steps, options.threads, options.start)
    train_symbol_judge(options.work, options.photos, options.seed, options.symbol_steps, options.threads, options.start)
    print(calibrate_symbols(options.work))
    print(calibrate_membership(options.work, options.fonts))
    print(calibrate_taught(options.work, options.fonts))


def run_cards(options: Namespace) -> None:
    """Train the two nets of cards in two rounds, and export them.

    Prints what calibrates their reader.

    What the nets of the first round take for indices, in scenes and in photos, teaches in the second. With --start
    those nets are the first round's.
    """
    from training.cards.calibrate import calibrate_cards
    from training.cards.pool import store_card_scenes, store_mined_patches, store_photo_parts

    first = options.seed * 10_000
    store_card_scenes(options.work, options.fonts, first, options.card_parts, options.workers)
    if options.start is None:
        train_cards(options, 1 / 2, {})
    models = options.start or options.work
    store_mined_patches(options.work, options.fonts, models, MINED_SEED + first, MINED_SCENES)
    extra = {"card_mined": CARD_MINED_SHARE}
    if options.photos:
        print(store_photo_parts(options.work, options.photos, models))
        extra["card_photos"] = CARD_PHOTO_SHARE
    train_cards(options, 1, extra)
    print(calibrate_cards(options.work, options.fonts, options.photos))


def train_cards(options: Namespace, share: float, extra: dict[str, float]) -> None:
    """Train the nets of cards for a share of their steps.

    `extra` are shares of other folders than the scenes'.
    """
    from training.cards import finder, judge

    steps = round(options.card_finder_steps * share), round(options.card_steps * share)
    schedule = schedule_of(options, steps[0], finder.LEARNING_RATE, 1e-4, finder.BATCH_SIZE, finder.BATCH_SIZE)
    photos = {k: v for k, v in extra.items() if k == "card_photos"}
    finder.train_card_finder(options.work, options.seed, schedule, photos, options.start)
    schedule = schedule_of(options, steps[1], judge.LEARNING_RATE, 1e-3, judge.BATCH_SIZE, judge.BATCH_SIZE)
    judge.train_card_judge(options.work, options.seed, replace(schedule, clip=None), extra, options.start)


if __name__ == "__main__":
    main()
