"""The commands in README, word for word."""

TEST = (
    "python3 -m venv .venv && .venv/bin/python -m pip install -q -c constraints.txt -e '.[dev]'"
    " && .venv/bin/python -m pytest"
)
"""Installs and runs the fast tier."""
START = "python3 install.py && .venv/bin/sobremesa"
"""Installs and starts."""
AGAIN = ".venv/bin/sobremesa"
"""Starts what is installed."""
WINDOWS = (
    r"py install.py; .venv\Scripts\sobremesa",
    r'py -m venv .venv; .venv\Scripts\python -m pip install -q -c constraints.txt -e ".[dev]";'
    r" .venv\Scripts\python -m pytest",
)
"""The same two commands on Windows."""
