"""Every command of the command line: its language, and what it says of files that it cannot read or write."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from companion.cli.main import main
from tests.support.paths import FIXTURES

PHOTO = FIXTURES / "scenes" / "5_green_wood.jpg"
NO_WRITES = Path("/proc")
"""A folder that takes no file, not even from an administrator."""
CALLS: dict[str, tuple[str, ...]] = {
    "cards export": ("OUT",),
    "cards import": ("IN",),
    "games export": ("--all OUT", "1 OUT"),
    "games import": ("IN",),
    "games list": ("",),
    "launcher": ("FOLDER",),
    "scan": ("IN", "PHOTO --annotate OUT.png"),
    "situation": ("IN",),
}
"""The ways to call each command.

IN is a file that it reads, OUT one that it writes, FOLDER where it lays one, PHOTO a picture of a die.
"""


def filled(call: str, word: str, path: Path) -> list[str]:
    """The words of a call with that path, and with a photo of a die."""
    return [part.replace(word, str(path)).replace("PHOTO", str(PHOTO)) for part in call.split()]


def leaves(command: click.Command, words: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Yield every command by its words."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from leaves(found, (*words, name))
    else:
        yield " ".join(words), command


COMMANDS = dict(leaves(main))


class Desk:
    """A folder with whatever lies in the way, and a shelf with one game."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        (folder / "empty").write_bytes(b"")
        (folder / "text").write_text("my own text")
        (folder / "picture.jpg").write_bytes(PHOTO.read_bytes())
        (folder / "folder").mkdir()
        for name in ("text", "folder"):  # what a command writes with a suffix of its own
            shutil.copy(folder / "text", folder / f"{name}.png")
        moment = min((FIXTURES / "situations").glob("*.toml"))
        assert self.run("es", "situation", str(moment)).exit_code == 0

    def run(self, lang: str, *words: str) -> Result:
        return CliRunner().invoke(
            main, ["--lang", lang, "--data", str(self.data), *words], max_content_width=1000, terminal_width=1000
        )

    def files(self) -> dict[str, bytes]:
        """Everything that lies here, without the database."""
        found = (path for path in self.folder.rglob("*") if self.data not in path.parents and path.is_file())
        return {str(path): path.read_bytes() for path in found}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("desk"))


def test_every_command_is_called_here() -> None:
    """A new command gets its line in ``CALLS``."""
    assert set(CALLS) == set(COMMANDS)


BAD = {
    "IN": ("missing", "nowhere/missing", "folder", "text/below", "empty", "text"),
    "OUT": ("text", "folder", "nowhere/new", "text/below", "n" * 300, f"{NO_WRITES}/new"),
    "FOLDER": ("missing", "text", str(NO_WRITES)),
}
TRIALS = [
    (name, call, word, bad)
    for name, calls in CALLS.items()
    for call in calls
    for word in BAD
    if word in call
    for bad in BAD[word]
    if ("--annotate" not in call or bad != "nowhere/new")  # scan makes the folder of its pictures
]


@pytest.mark.parametrize(("name", "call", "word", "bad"), TRIALS)
def test_what_cannot_be_done_is_said_and_touches_nothing(desk: Desk, name: str, call: str, word: str, bad: str) -> None:
    """There is a sentence in the language of the user, no traceback, and every file is as it was."""
    if bad.startswith(str(NO_WRITES)) and not NO_WRITES.is_dir():
        pytest.skip("this system has no such folder")
    words = [*name.split(), *filled(call, word, desk.folder / bad)]
    before = desk.files()
    spanish, english = desk.run("es", *words), desk.run("en", *words)
    for result in (spanish, english):
        assert result.exit_code in (1, 2), result.output
        assert isinstance(result.exception, SystemExit), result.exception
        assert result.stderr.strip()
    assert spanish.stderr.splitlines()[-1] != english.stderr.splitlines()[-1]
    assert desk.files() == before


def test_no_command_replaces_what_another_wrote(desk: Desk, tmp_path: Path) -> None:
    """What a command has written it leaves alone the second time; only a launcher of ours is laid anew."""
    for name, calls in CALLS.items():
        for k, call in enumerate(calls):
            if "OUT" not in call:
                continue
            words = [*name.split(), *filled(call, "OUT", tmp_path / f"{name.replace(' ', '-')}-{k}")]
            assert desk.run("es", *words).exit_code == 0, words
            again = desk.run("es", *words)
            assert again.exit_code != 0, words
            assert "ya existe y se ha dejado como está" in again.stderr


def untranslated(spanish: str, english: str) -> list[str]:
    """The lines with words that are the same in both languages."""
    both = set(spanish.splitlines()) & set(english.splitlines())
    return [line for line in both if re.search("[a-záéíóúñ]{3}", re.sub(r"sobremesa.*|\S*/\S*", "", line))]


@pytest.mark.parametrize("name", ["", "cards", "games", *COMMANDS])
def test_help_is_in_the_language_of_the_user(desk: Desk, name: str) -> None:
    """``--help`` of every command says everything in Spanish, and in English."""
    spanish, english = (desk.run(lang, *name.split(), "--help") for lang in ("es", "en"))
    assert (spanish.exit_code, english.exit_code) == (0, 0)
    assert untranslated(spanish.stdout, english.stdout) == []
    assert spanish.stdout.startswith("Uso:")
    assert english.stdout.startswith("Usage:")


WRONG_CALLS = [
    *([*name.split(), "--gone"] for name in ("", *COMMANDS)),
    *(name.split() for name, calls in CALLS.items() if calls != ("",) and name != "launcher"),
    *([name, "gone"] for name in ("cards", "games")),
    *([*name.split(), "a", "b", "c"] for name in COMMANDS if name != "scan"),
    ["gone"],
    ["cards"],
    ["--lang", "fr"],
    ["--port", "70000"],
    ["--port", "x"],
    ["--camera"],
    ["--lan=3"],
    ["--new-invitation"],
    ["--listen", "0.0.0.0"],
    ["--public", "https://mesa.example.org"],
    ["--public", "mesa"],
    ["--public", "http://mesa.example.org"],
    ["--lan", "games", "list"],
    ["--lan", "--new-invitation", "launcher"],
    ["games", "export", "--as", "xml", "1", "x"],
    ["games", "export", "--all", "--as", "csv", "x"],
    ["games", "export", "x", "y"],
]


@pytest.mark.parametrize("words", WRONG_CALLS, ids=" ".join)
def test_a_wrong_call_is_told_in_the_language_of_the_user(desk: Desk, words: list[str]) -> None:
    """Click's own errors and ours are in Spanish, and in English, and nothing runs."""
    spanish, english = desk.run("es", *words), desk.run("en", *words)
    assert (spanish.exit_code, english.exit_code) == (2, 2)
    assert untranslated(spanish.stderr, english.stderr) == []


def test_the_language_is_the_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without ``--lang`` help and errors are in the system's language, and ``--lang`` counts wherever it stands."""
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    assert CliRunner().invoke(main, ["--gone"]).stderr.startswith("Uso:")
    assert CliRunner().invoke(main, ["--help", "--lang=en"]).stdout.startswith("Usage:")
    assert CliRunner().invoke(main, ["--help"]).stdout.startswith("Uso:")


def test_other_commands_of_the_process_are_left_alone() -> None:
    """Click says its own words again as soon as a command has ended."""

    @click.command()
    def foreign() -> None:
        """A command of somebody else."""

    assert CliRunner().invoke(main, ["--lang", "es", "--gone"]).stderr.startswith("Uso:")
    assert CliRunner().invoke(foreign, ["--help"]).stdout.startswith("Usage: foreign [OPTIONS]")


def test_an_empty_shelf_says_so(tmp_path: Path) -> None:
    """``games list`` of no games is a sentence."""
    said = CliRunner().invoke(main, ["--lang", "es", "--data", str(tmp_path), "games", "list"])
    assert (said.exit_code, said.stdout) == (0, "No hay ninguna partida en la estantería.\n")


@pytest.mark.skipif(os.name == "nt" or not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_file_that_fails_half_way_leaves_nothing(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is said, and half a file is taken away."""
    real = Path.open

    def full(path: Path, mode: str = "r", *given: object, **more: object):
        if mode != "xb":
            return real(path, mode, *given, **more)  # type: ignore[call-overload]
        path.touch()
        return Path("/dev/full").open("wb", buffering=0)

    monkeypatch.setattr(Path, "open", full)
    said = desk.run("es", "cards", "export", str(tmp_path / "cards.json"))
    assert said.exit_code == 1
    assert "El disco está lleno" in said.stderr
    assert list(tmp_path.iterdir()) == []
