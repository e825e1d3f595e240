"""Where a build for a device or a page begins: ``flet build`` and ``flet publish`` look for it here."""

import gc
import sys

gc.disable()  # nothing that is imported goes away: looking for it takes a seventh of the start
sys.path.insert(0, "code.zip")  # where the build of the page keeps the modules of its home page

from companion import dataclass_code  # noqa: E402
from companion.base.later_code import LATER_CODE  # noqa: E402

dataclass_code.install()
LATER_CODE.install()

from companion.standalone import run_standalone  # noqa: E402

run_standalone()
