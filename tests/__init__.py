"""Tests by tier: rules, companion, ui and vision are the fast one; of the other folders ``-m landing`` runs a part.

Every process of the tests uses compiled modules, as in CI: to compile all that one imports takes ten seconds.
"""

import os
import sys

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
