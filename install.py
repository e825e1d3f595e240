"""Install Sobremesa into the folder .venv beside this file: ``python3 install.py``.

Python 3.6 can read this file too, so that it says which one is needed: hence no annotations. A second run installs
nothing anew.
"""

import hashlib
import importlib.util
import locale
import os
import queue
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

NEEDED = (3, 11)
ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
SCRIPTS, SUFFIX = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
STAMP, LOG = ENVIRONMENT / "sobremesa-installed", ENVIRONMENT / "install.log"
MARKS = "|/-\\"
"""What turns while nothing else moves."""
FETCHED = re.compile(
    r"\s*(?:Collecting|Downloading|Processing|Using cached) (?:\S*/)?([\w.]+(?:-[a-z_]+)*)\S*(?: \(([\d.]+ MB)\))?"
)
"""A line of pip about one package: its name and, if it is large, its size."""


def say(english, spanish):
    """Return the sentence in the language of the system."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next(filter(None, names), "") or locale.getlocale()[0] or ""
    return spanish if name.lower().startswith(("es", "spanish")) else english


def check_python(version):
    """Exit with a sentence if that Python is too old, or cannot make an environment."""
    needed, found = (".".join(map(str, numbers)) for numbers in (NEEDED, version))
    if version < NEEDED:
        sys.exit(
            say(
                f"Sobremesa needs Python {needed} or newer, and this is {found}. Install a newer one from"
                " https://www.python.org/downloads/ and run this line with it.",
                f"Sobremesa necesita Python {needed} o más nuevo y este es {found}. Instala uno más nuevo desde"
                " https://www.python.org/downloads/ y ejecuta con él esta línea.",
            )
        )
    if importlib.util.find_spec("ensurepip") is None:
        package = "python{}.{}-venv".format(*version)
        sys.exit(
            say(
                f"This Python lacks its installer. On Debian and Ubuntu: sudo apt install {package}",
                f"A este Python le falta su instalador. En Debian y Ubuntu: sudo apt install {package}",
            )
        )


def state():
    """Return what an environment is made from: this folder, this Python, and the packages."""
    packages = [(ROOT / name).read_text("utf-8") for name in ("pyproject.toml", "constraints.txt")]
    return hashlib.sha256("\n".join([str(ROOT), sys.version, *packages]).encode()).hexdigest()


def is_installed():
    """Return whether the environment is there and made from this."""
    return STAMP.is_file() and STAMP.read_text("utf-8") == state()


def activity(line):
    """Return what a line of pip says that it does; empty for any other line."""
    if line.startswith("Installing collected packages"):
        count = len(line.split(","))
        return say(f"putting packages in their place: {count}", f"colocando paquetes: {count}")
    found = FETCHED.match(line)
    if found is None:
        return ""
    package = " ".join(filter(None, found.groups()))
    return say(f"fetching {package}", f"trayendo {package}")


class Progress:
    """One line that moves while something is done; without a terminal, a line for each thing."""

    def __init__(self):
        self.began = time.monotonic()
        self.doing = say("making the folder .venv", "creando la carpeta .venv")
        self.turns = 0
        self.moves = sys.stdout.isatty()

    def show(self, doing=""):
        """Show what is done now, and how long it has taken."""
        if doing and doing != self.doing and not self.moves:
            print(doing, flush=True)
        self.doing = doing or self.doing
        if self.moves:
            self.turns += 1
            seconds = int(time.monotonic() - self.began)
            text = f"{MARKS[self.turns % len(MARKS)]} {seconds:3} s  {self.doing}"[:78]
            print(f"\r{text:78}", end="", flush=True)

    def end(self):
        """Leave the line empty for what follows."""
        if self.moves:
            print(f"\r{'':78}\r", end="", flush=True)


def run(progress, *command):
    """Run a command and show what it does; exit with its last errors if it fails."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    process = subprocess.Popen(
        list(map(str, command)), cwd=ROOT, env=environment, text=True, errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    lines = queue.Queue()
    reader = threading.Thread(target=lambda: [lines.put(line) for line in process.stdout or ()])
    reader.start()
    said = []
    while reader.is_alive() or not lines.empty():
        try:
            said.append(lines.get(timeout=0.2))
        except queue.Empty:
            progress.show()
        else:
            progress.show(activity(said[-1]))
    if process.wait():
        fail(progress, said)


def fail(progress, said):
    """Exit with the errors among those lines; all of them are kept in a file."""
    progress.end()
    errors = [line for line in said if line.startswith("ERROR")] or said[-3:]
    ENVIRONMENT.mkdir(exist_ok=True)
    LOG.write_text("".join(said), "utf-8")
    print("".join(errors), file=sys.stderr)
    sys.exit(
        say(
            f"Nothing was installed. Is this computer on the internet? The whole report is in {LOG}",
            f"No se ha instalado nada. ¿Tiene internet este ordenador? El informe completo está en {LOG}",
        )
    )


def install():
    """Make the environment and put Sobremesa and what it needs into it."""
    print(
        say(
            "Installing Sobremesa: once, some 150 MB from the internet, 470 MB on the disk.",
            "Instalando Sobremesa: una sola vez, unos 150 MB de internet, 470 MB en el disco.",
        ),
        flush=True,
    )
    progress = Progress()
    python = ENVIRONMENT / SCRIPTS / f"python{SUFFIX}"
    run(progress, sys.executable, "-m", "venv", ENVIRONMENT)
    progress.show(say("looking up what is needed", "mirando qué hace falta"))
    run(progress, python, "-m", "pip", "install", "--progress-bar", "off", "-c", "constraints.txt", "-e", ".")
    STAMP.write_text(state(), "utf-8")
    progress.end()
    seconds = int(time.monotonic() - progress.began)
    print(say(f"Installed in {seconds} s.", f"Instalado en {seconds} s."))


def main():
    """Install Sobremesa if it is not there, and say what starts it."""
    if sys.argv[1:]:
        print(__doc__.strip())
        sys.exit(0 if sys.argv[1:] == ["--help"] else 2)
    check_python(tuple(sys.version_info[:3]))
    if not is_installed():
        install()
    program = os.path.join(".venv", SCRIPTS, "sobremesa")
    print(say(f"From now on this starts it: {program}", f"Desde ahora la arranca esto: {program}"))


if __name__ == "__main__":
    main()
