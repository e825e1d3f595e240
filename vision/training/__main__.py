"""`python -m vision.training WORK`: compose scenes, teach the net, write it down for OpenCV; again it goes on."""

from __future__ import annotations

from argparse import ArgumentParser
from multiprocessing import get_context
from pathlib import Path

from vision.training.pool import fill
from vision.training.textures import collect

PARTS = ("compose", "teach", "judge")


def main() -> None:
    """Run what the arguments say."""
    ask = ArgumentParser(prog="python -m vision.training", description=__doc__)
    ask.add_argument("work", type=Path, help="folder for scenes and checkpoints, outside the project")
    ask.add_argument("--photos", type=Path, help="folder with images/ and labels/ of real dice")
    ask.add_argument("--hold-out", default="", help="source of the photos that is not learned from")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--scenes", type=int, default=12000)
    ask.add_argument("--steps", type=int, default=30000)
    ask.add_argument("--judge-steps", type=int, default=8000)
    ask.add_argument("--threads", type=int, default=2, help="1 where others use the machine: two that wait are slower")
    ask.add_argument("--only", choices=(*PARTS, "dispute"), help="one part alone")
    said = ask.parse_args()
    parts = PARTS if said.only is None else (said.only,)
    crew = get_context("spawn").Process(target=compose, args=(said.work, said.seed, said.scenes))
    if "compose" in parts:
        crew.start()
    if "teach" in parts:
        from vision.training.teach import teach

        teach(said.work, said.photos, said.hold_out, said.seed, said.steps, said.threads)
        write_down(said.work)
    if "judge" in parts:
        from vision.training.judge import teach_judge

        teach_judge(said.work, said.photos, said.hold_out, said.seed, said.judge_steps, said.threads)
        write_down(said.work)
    if said.only == "dispute":
        from vision.training.dispute import dispute

        print(dispute(said.photos, said.work))
    if crew.is_alive():
        crew.terminate() if said.only is None else crew.join()


def compose(work: Path, seed: int, scenes: int) -> None:
    """Collect pictures of tables, if that is possible here, and compose scenes on them."""
    grounds = work / "grounds"
    if not grounds.exists():
        collect(work)
    fill(work / "scenes", seed * 1_000_000, scenes, grounds if any(grounds.glob("*/*.jpg")) else None)


def write_down(work: Path) -> None:
    """What was taught so far, for `cv2.dnn`."""
    from vision.training.export import export

    export(work)


if __name__ == "__main__":
    main()
