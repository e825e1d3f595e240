"""Command `python -m vision.training WORK`: compose scenes, train the nets, export them.

A second run continues the first.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from multiprocessing import get_context
from pathlib import Path

from vision.training.nets.pool import stock

PARTS = ("compose", "teach", "judge", "dispute", "fold", "calibrate")
LIKENESS = "likeness"
"""The part that runs only when it is asked for: it needs none of the others, but fonts."""
FIRST = 500
"""Scenes that are composed before the training begins; the others are composed beside it."""
FOLD = 4
"""Factor by which the nets of the fold are trained for fewer steps."""


def main() -> None:
    """Run the parts that the arguments name."""
    ask = ArgumentParser(prog="python -m vision.training", description=__doc__)
    ask.add_argument("work", type=Path, help="folder for scenes and checkpoints, outside the project")
    ask.add_argument("--photos", type=Path, help="folder with images/ and labels/ of real dice")
    ask.add_argument("--hold-out", default="sixsided", help="source of the photos that the fold is not taught")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--scenes", type=int, default=12000)
    ask.add_argument("--steps", type=int, default=30000)
    ask.add_argument("--judge-steps", type=int, default=24000)
    ask.add_argument("--threads", type=int, default=2, help="1 where others use the machine: two that wait are slower")
    ask.add_argument("--only", choices=(*PARTS, LIKENESS), help="one part alone")
    ask.add_argument("--fonts", type=Path, help="folder of fonts with many signs, for the likeness of faces")
    ask.add_argument("--likeness-steps", type=int, default=9000)
    ask.add_argument("--parts", type=int, default=30, help="parts of 150 scenes with signs")
    said = ask.parse_args()
    parts = PARTS if said.only is None else (said.only,)
    crew = get_context("spawn").Process(target=stock, args=(said.work, said.seed, said.scenes))
    if "compose" in parts:
        stock(said.work, said.seed, min(FIRST, said.scenes))
        crew.start()
    if "teach" in parts:
        dice(said, said.work, "", said.steps)
    if "judge" in parts:
        judge(said, said.work, "", said.judge_steps)
    if "dispute" in parts:
        from .dispute import dispute

        print(dispute(said.photos, said.work))
    if "fold" in parts:
        fold = folded(said.work)
        dice(said, fold, said.hold_out, said.steps // FOLD)
        judge(said, fold, said.hold_out, said.judge_steps // FOLD)
    if "calibrate" in parts:
        from .calibrate import calibrate

        print(calibrate(said.work, said.photos, said.hold_out))
    if LIKENESS in parts:
        likeness(said)
    if crew.is_alive():
        crew.terminate() if said.only is None else crew.join()


def dice(said: Namespace, work: Path, hold_out: str, steps: int) -> None:
    """Train the detector and export it for `cv2.dnn`."""
    from vision.training.nets.export import export
    from vision.training.nets.teach import teach

    teach(work, said.photos, hold_out, said.seed, steps, said.threads)
    export(work)


def judge(said: Namespace, work: Path, hold_out: str, steps: int) -> None:
    """Train the judge and export it."""
    from vision.training.nets.export import export
    from vision.training.nets.judge import teach_judge

    teach_judge(work, said.photos, hold_out, said.seed, steps, said.threads)
    export(work)


def likeness(said: Namespace) -> None:
    """Train the face embedding and export it."""
    from vision.training.nets.export import export
    from vision.training.nets.likeness import teach_likeness
    from vision.training.scenes.signs import stock_signs

    stock_signs(said.work, said.fonts, said.seed, said.parts)
    teach_likeness(said.work, said.seed, said.likeness_steps, said.threads)
    export(said.work)


def folded(work: Path) -> Path:
    """Prepare the fold's folder, with links to the same scenes, tables and disputed labels."""
    fold = work / "fold"
    fold.mkdir(exist_ok=True)
    for name in ("scenes", "grounds", "disputed.json"):
        if not (fold / name).exists():
            (fold / name).symlink_to((work / name).resolve())
    return fold


if __name__ == "__main__":
    main()
