"""The measuring sets: render them once, then print the reader's figures on them.

``python -m bench.scenes render WORK [--first N --count M --grounds DIR]``  scenes with dice, WORK/dice; resumable
``python -m bench.scenes bare WORK [--first N --count M --grounds DIR]``    tables without, WORK/bare; resumable
``python -m bench.scenes small DIR``                                        the 18 small pictures of the tests
``python -m bench.scenes figures WORK [--photos DIR]``                      exact, P/R by stratum, sure, wrong; corners
``python -m bench.scenes negatives WORK [--photos DIR]``                    share read as nothing, by kind

`render` and `bare` need the extra ``scenes``; a seed and the same DIR give the same picture. DIR holds folders
`texture`, `print` and `photo` of pictures of tables, of which one in eight, by its name, is kept for measuring.
PHOTOS is the folder with `score.py`, which defines the figures, and with the photos that negatives are cut from.
"""

from __future__ import annotations

import argparse
from pathlib import Path

PHOTOS = Path(__file__).parents[2].parent / "shared" / "photos"


def main() -> None:
    """Run the command of these arguments."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("what", choices=("render", "bare", "small", "figures", "negatives"))
    words.add_argument("work", type=Path)
    words.add_argument("--first", type=int, default=0)
    words.add_argument("--count", type=int)
    words.add_argument("--grounds", type=Path)
    words.add_argument("--photos", type=Path, default=PHOTOS)
    given = words.parse_args()
    if given.what in ("render", "bare"):
        from bench.scenes import shelf

        shelf.fill(given.what, given.work, given.first, given.count, given.grounds)
    elif given.what == "small":
        from bench.scenes import shelf

        shelf.small(given.work)
    else:
        from bench.scenes import measure

        (measure.figures if given.what == "figures" else measure.negatives)(given.work, given.photos)


if __name__ == "__main__":
    main()
