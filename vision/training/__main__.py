"""`python -m vision.training WORK`: compose scenes, teach the net, write it down for OpenCV; again it goes on."""

from __future__ import annotations

from argparse import ArgumentParser
from multiprocessing import get_context
from pathlib import Path

from vision.training.pool import fill

PARTS = ("compose", "teach", "judge", "export", "dispute")


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
    ask.add_argument("--only", choices=PARTS, help="one part alone")
    said = ask.parse_args()
    crew = get_context("spawn").Process(target=fill, args=(said.work / "scenes", said.seed * 1_000_000, said.scenes))
    if said.only in (None, "compose"):
        crew.start()
    if said.only in (None, "teach"):
        from vision.training.teach import teach

        teach(said.work, said.photos, said.hold_out, said.seed, said.steps, said.threads)
    if said.only in (None, "judge"):
        from vision.training.judge import teach_judge

        teach_judge(said.work, said.photos, said.hold_out, said.seed, said.judge_steps, said.threads)
    if said.only in (None, "export"):
        from vision.training.export import export

        export(said.work)
    if said.only == "dispute":
        from vision.training.dispute import dispute

        print(dispute(said.photos, said.work / "disputed.json"))
    if crew.is_alive():
        crew.terminate() if said.only is None else crew.join()


if __name__ == "__main__":
    main()
