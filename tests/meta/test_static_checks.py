"""Static checks: style, types, layers, names, docstrings, and the commands in README and CI."""

import ast
import os
import re
import shutil
import stat
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import yaml

import companion
import rules
import vision
from tests.support.code_counts import PACKAGES, code_size, loose_types, sources_of
from tests.support.documented_names import unknown
from tests.support.paths import FIXTURES, ROOT, TESTS
from tests.support.readme import AGAIN, START, TEST, WINDOWS
from tests.support.syntax import parsed, statements

BIN = str(Path(sys.executable).parent)


def passes(*command: str) -> None:
    program = shutil.which(command[0], path=BIN)
    assert program, f"{command[0]} is part of the dev extra"
    done = subprocess.run([program, *command[1:]], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_style_is_clean() -> None:
    """``ruff check`` passes."""
    passes("ruff", "check", ".")


def test_the_format_is_one() -> None:
    """``ruff format --check`` passes."""
    passes("ruff", "format", "--check", ".")


def test_the_types_hold() -> None:
    """``mypy`` in strict mode passes."""
    passes("mypy")


def test_the_layers_hold() -> None:
    """import-linter passes."""
    passes("lint-imports")


MEASURED = {"size", "icon_size", "spacing", "run_spacing", "radius", "border_radius", "pad", "padding", "margin"}


def written(tree: ast.AST) -> Iterator[int]:
    """Lines in which a view sets a size, a distance or a corner with a number other than 0."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        around = ast.unparse(call.func).startswith(("ft.Padding", "ft.Margin", "ft.BorderRadius"))
        for keyword in call.keywords:
            if around or keyword.arg in MEASURED:
                yield from (
                    one.lineno
                    for one in (keyword.value, *_branches(keyword.value))
                    if isinstance(one, ast.Constant) and isinstance(one.value, (int, float)) and one.value
                )


def _branches(value: ast.AST) -> list[ast.AST]:
    return [value.body, value.orelse] if isinstance(value, ast.IfExp) else []


def test_views_take_their_measures_from_the_design_system() -> None:
    """No view sets a size, a distance or a corner with a number; they come from the theme."""
    found = [
        f"{path.name}:{line}"
        for path in sorted((ROOT / "companion/ui").rglob("*.py"))
        for line in written(parsed(path))
    ]
    assert not found
    assert list(written(ast.parse("ft.Text('x', size=13)")))


TYPED = (*PACKAGES, "training")
"""The product's packages, and the one that teaches its nets: all are held to the same style."""
OURS = (*TYPED, "bench", "page", "tests")
MOST = 15
"""Most modules of a folder, besides its ``__init__``."""
LONGEST = 90
"""Most characters in the first line of a docstring."""


def product() -> list[Path]:
    return sorted(path for package in TYPED for path in (ROOT / package).rglob("*.py"))


def test_no_folder_holds_more_modules_than_fit_on_a_screen() -> None:
    """No product folder holds more than 15 modules."""
    found = Counter(path.parent.relative_to(ROOT) for path in product() if path.stem != "__init__")
    assert found
    assert {folder: number for folder, number in found.items() if number > MOST} == {}


MOST_POSITIONAL = 8
"""Most parameters of a function that can be given by position, besides ``self`` and ``cls``."""


def crowded(tree: ast.Module) -> Iterator[str]:
    """Names of functions with too many positional parameters; more belong into a dataclass or a context."""
    for node in statements(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            names = [one.arg for one in (*node.args.posonlyargs, *node.args.args)]
            if len(names) - (names[:1] in (["self"], ["cls"])) > MOST_POSITIONAL:
                yield node.name


def test_no_function_takes_more_positional_parameters_than_can_be_told_apart() -> None:
    """No product function takes more than eight positional parameters."""
    found = [f"{path.relative_to(ROOT)}: {name}" for path in product() for name in crowded(parsed(path))]
    assert found == []
    assert list(crowded(ast.parse("def f(self, a, b, c, d, e, f, g, h, *, i, j): ..."))) == []
    assert list(crowded(ast.parse("class C:\n def f(self, a, b, c, d, e, f, g, h, i): ..."))) == ["f"]


MOST_LOOSE = {
    "rules": {"any_names": 97, "casts": 13, "object_parameters": 10, "ignores": 10},
    "vision": {"any_names": 0, "casts": 0, "object_parameters": 0, "ignores": 0},
    "companion": {"any_names": 88, "casts": 3, "object_parameters": 11, "ignores": 13},
    "training": {"any_names": 7, "casts": 0, "object_parameters": 0, "ignores": 7},
}
"""Most uses of ``Any``, ``cast``, ``object`` and ``type: ignore`` of each package."""


@pytest.mark.parametrize("package", TYPED)
def test_types_are_not_loosened(package: str) -> None:
    """No package uses more ``Any``, casts, ``object`` parameters or ignored errors than agreed."""
    counts = asdict(loose_types(sources_of(package)))
    assert {name: counts[name] for name, most in MOST_LOOSE[package].items() if counts[name] > most} == {}


def test_loose_types_are_counted() -> None:
    """The counts see each kind once, and leave out what is no code."""
    source = 'import a\n\ndef f(x: object) -> Any:  # type: ignore[misc]\n    """Doc."""\n    return cast(int, x)\n'
    assert asdict(loose_types([source])) == {"any_names": 1, "casts": 1, "object_parameters": 1, "ignores": 1}
    assert asdict(code_size([source])) == {"lines": 2, "long_functions": 0, "long_files": 0}


def card_keys(data: Path) -> set[str]:
    """Keys of the cards in a game's data files; English names where they have no keys."""
    keys = {line.partition(";")[0] for file in data.glob("*.csv") for line in file.read_text("utf-8").splitlines()[1:]}
    for file in data.glob("*.toml"):
        for key, found in tomllib.loads(file.read_text("utf-8")).items():
            keys |= {row["en"] for row in found} if isinstance(found, list) else {key}
    return keys


def compared(tree: ast.AST) -> Iterator[str]:
    """Strings with which something is compared, by an operator or in a ``case``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare | ast.MatchValue):
            found = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant))
            yield from (value for value in found if isinstance(value, str))


def named_card(compared_with: str) -> str:
    """The card's key in an effect's key: ``card.witch`` is about ``witch``."""
    return compared_with.rpartition(".")[2]


def test_no_step_asks_for_a_card_by_its_key() -> None:
    """No code of a game compares anything with a card's key: what a card does is in its data or its effect."""
    folders = sorted(ROOT.glob("rules/*/data"))
    assert all(card_keys(data) for data in folders)
    assert "cain" in card_keys(ROOT / "rules/four_souls/data")
    found = [
        f"{path.relative_to(ROOT)}: {key}"
        for data in folders
        for path in sorted(data.parent.rglob("*.py"))
        for key in card_keys(data).intersection(map(named_card, compared(parsed(path))))
    ]
    assert found == []
    assert list(compared(ast.parse('player.character == "cain"'))) == ["cain"]
    assert named_card("card.witch") == "witch"
    assert list(compared(ast.parse('match key:\n case "cain": ...'))) == ["cain"]


def saved_records() -> set[str]:
    """Classes whose names are in saves; two games may use the same one."""
    listed = tomllib.loads((FIXTURES / "persisted_names.toml").read_text("utf-8"))
    return {name for game in listed.values() for name in game.get("records", ())}


def public_classes(path: Path) -> list[str]:
    return [n.name for n in statements(parsed(path)) if isinstance(n, ast.ClassDef) and not n.name.startswith("_")]


QUERY = re.compile(r"(SELECT|INSERT|UPDATE|DELETE|PRAGMA) ")
SQLITE_ALONE = re.compile(r"INSERT OR |\browid\b|PRAGMA |\?\d|\bNOT (host|unsure)\b|IS NOT \?")
SQLITE_MODULES = {
    "sqlite_database.py",
    "schema.py",
    "recovery.py",
    "row_recovery.py",
    "sqlite_pages.py",
    "daily_copies.py",
}
"""The module of SQLite, and those that check, copy and rescue its file."""


def test_queries_are_written_in_the_sql_that_databases_share() -> None:
    """Outside SQLite's own modules no query uses what PostgreSQL does not know."""
    queries = [
        (path.name, node.value)
        for path in product()
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and QUERY.match(node.value)
    ]
    assert {name for name, query in queries if SQLITE_ALONE.search(query)} <= SQLITE_MODULES
    assert {name for name, query in queries if not SQLITE_ALONE.search(query)} > {"matches.py", "guests.py"}


def test_a_class_name_means_one_thing() -> None:
    """No two public classes of the product have the same name, except for saved records."""
    places = [(name, path.relative_to(ROOT).as_posix()) for path in product() for name in public_classes(path)]
    exempt = saved_records()
    assert exempt
    twice = {name for name, count in Counter(name for name, _ in places).items() if count > 1}
    assert [(name, path) for name, path in places if name in twice and name not in exempt] == []


def documented(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Name and first docstring line of a module and of its definitions."""
    for node in statements(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            text = ast.get_docstring(node)
            if text is not None and not any("click" in ast.unparse(one) for one in getattr(node, "decorator_list", ())):
                yield getattr(node, "name", "the module"), text.split("\n")[0]


def test_a_docstring_says_in_one_line_what_it_is() -> None:
    """The first line of a docstring has at most 90 characters.

    Help texts of the command line are exempt.
    """
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in product()
        for name, line in documented(parsed(path))
        if len(line) > LONGEST
    ]
    assert not found


def test_no_two_modules_say_that_they_are_the_same() -> None:
    """The first line of a module's docstring is its own, so that none keeps the line of the file it was copied from."""
    files = [*product(), *(path for folder in ("bench", "page", "tests") for path in (ROOT / folder).rglob("*.py"))]
    places: dict[str, list[str]] = {}
    for path in files:
        line = path.read_text("utf-8").partition("\n")[0].strip('"')
        if line:
            places.setdefault(line, []).append(path.relative_to(ROOT).as_posix())
    assert len(places) > 500
    assert {line: paths for line, paths in places.items() if len(paths) > 1} == {}


PRIVATE = re.compile(r"_(?!_)")
HELD_IN_UI = {"companion/ui/widgets/controls.py: _fits_two_lines"}
"""Private names that the screens still share."""


def borrowed(tree: ast.Module) -> Iterator[str]:
    """Private names that a module takes from another one of ours, by import or through the module's name."""
    ours = set[str]()
    for node in statements(tree):
        if isinstance(node, ast.ImportFrom) and (node.level or str(node.module).split(".")[0] in OURS):
            ours |= {name.asname or name.name for name in node.names}
            yield from (name.name for name in node.names if PRIVATE.match(name.name))
    attributes = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and PRIVATE.match(node.attr))
    yield from (one.attr for one in attributes if isinstance(one.value, ast.Name) and one.value.id in ours)


def test_no_module_takes_a_private_name_of_another() -> None:
    """A name with an underscore is used in its own module alone, in the product, the bench and the page."""
    files = [*product(), *(path for folder in ("bench", "page") for path in (ROOT / folder).rglob("*.py"))]
    found = {f"{path.relative_to(ROOT).as_posix()}: {name}" for path in files for name in borrowed(parsed(path))}
    assert found <= HELD_IN_UI
    taken = "from .log import _one\nfrom tests.support import two\ntwo._three()"
    assert list(borrowed(ast.parse(taken))) == ["_one", "_three"]
    assert list(borrowed(ast.parse("from flet import _one\nfrom .log import __version__\nself._two"))) == []


IMPORT = re.compile(r"^\s*(?:from ([\w.]+) )?import ([\w., ]+)", re.MULTILINE)


def imported(source: str) -> Iterator[str]:
    """Modules and names that a module imports, at any place: ``tests.support.paths.ROOT``."""
    for module, names in IMPORT.findall(source):
        yield from (f"{module}.{name.split()[0]}".lstrip(".") for name in names.split(",") if name.strip())
        yield module


def is_test(name: str) -> bool:
    """Whether the import is of a test module (``tests.ui.test_table``)."""
    return any(part.startswith("test_") for part in name.split(".")[:-1]) or ".test_" in f".{name}"


def test_no_module_imports_a_test_module() -> None:
    """No module imports a test module, and the bench imports only ``tests.support``."""
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for folder in ("tests", "bench", *TYPED)
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name in imported(path.read_text("utf-8"))
        if is_test(name) or (folder != "tests" and name.startswith("tests.") and not name.startswith("tests.support"))
    }
    assert not found
    assert any(map(is_test, imported("    from tests.ui.test_table import sat")))
    assert any(map(is_test, imported("import test_house as house")))
    assert not any(map(is_test, imported("from tests.support.paths import ROOT")))


@pytest.mark.parametrize("package", [rules, vision, companion], ids=lambda package: package.__name__)
def test_the_packages_are_ours(package) -> None:
    """The three packages are imported from this folder, not from other projects."""
    assert Path(package.__file__) == ROOT / package.__name__ / "__init__.py"


def lines(file: str) -> list[str]:
    return [line.strip() for line in (ROOT / file).read_text("utf-8").splitlines()]


@pytest.mark.parametrize(
    "command", [START, AGAIN, TEST, *WINDOWS], ids=["start", "again", "test", "start-windows", "test-windows"]
)
def test_the_readme_gives_the_commands(command: str) -> None:
    """README.md has each start and test command on one line, also for Windows."""
    assert command in lines("README.md")


def test_the_readme_is_a_shop_window() -> None:
    """It has at most 90 lines, three pictures and a film that are there and small, and one for the command line."""
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 90
    shown = [ROOT / name for name in re.findall(r"docs/pictures/\w+\.\w+", text)]
    assert {path.suffix for path in shown} == {".webp", ".jpg"}
    assert set(shown) == set((ROOT / "docs" / "pictures").iterdir())
    assert all(path.stat().st_size < 3_000_000 for path in shown)
    assert [path.name for path in shown if b"ANIM" in path.read_bytes()[:64]] == ["turn.webp"]


def test_every_promise_of_security_names_tests_that_exist() -> None:
    """Each promise in SECURITY.md names a test, and each test and file named there exists."""
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    promised = text.partition("## Promised")[2].partition("## Not promised")[0]
    items = promised.split("\n- ")[1:]
    assert items
    assert [item for item in items if "test_" not in item] == []
    for file, name in re.findall(r"`([\w/]*test_\w+\.py)?(?:::(test_\w+))?`", text):
        paths = [TESTS.parent / file] if "/" in file else sorted((TESTS / "robustness").glob(file or "test_*.py"))
        assert paths, file
        assert any(f"def {name}(" in path.read_text("utf-8") for path in paths) or not name, name


@pytest.mark.parametrize("name", ["hosting.md", "server.md"])
def test_every_chapter_of_hosting_names_its_tests(name: str) -> None:
    """What is said of how the server behaves is held by tests that its chapter names."""
    chapters = (ROOT / "docs" / name).read_text("utf-8").split("\n## ")[1:]
    assert chapters
    assert [chapter.partition("\n")[0] for chapter in chapters if "/test_" not in chapter] == []


DOCUMENTS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")] + sorted(
    (ROOT / "docs").glob("*.md")
)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_names_only_what_exists(document: Path) -> None:
    """Each path, module, name, test and command in code marks exists, in the file that is named beside it."""
    assert unknown(document.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`rules/engine/gone.py`, `rules/<game>/gone.py`, `gone.toml`, `rules/engine/`", 3),
        ("`bench.gone`, `python -m bench.gone`, `python -m bench fold`", 2),
        ("`Invented`, `invented_name`, `invented()`, `@invented`, `Table.invented`, `Table.answer`, `invented`", 5),
        ("`sobremesa gone`, `sobremesa games gone`, `sobremesa --gone`, `sobremesa games export --all FILE`", 3),
        ("`test_static_checks.py::test_gone`, `test_static_checks.py::test_the_types_hold`", 1),
        ("`apply` (`rules/engine/event.py`), **`apply`** (`rules/engine/game.py`)", 1),
        ("```\n`Gone`\n```", 0),
    ],
)
def test_what_a_document_invents_is_noticed(text: str, found: int) -> None:
    """A wrong path, module, name, command or test is found, and so is a name in another file than its own."""
    assert len(unknown(text)) == found


def workflow(name: str) -> dict[str, Any]:
    """A workflow of the public CI; its triggers are under ``True``, for YAML reads "on" so."""
    read: dict[str, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / f"{name}.yml").read_text("utf-8"))
    return read


def steps_of(job: dict[str, Any]) -> list[str]:
    """The commands that a job runs."""
    return [str(step["run"]).strip() for step in job["steps"] if "run" in step]


def test_ci_runs_the_readmes_command() -> None:
    """CI runs the README's test command and then the landing tier; the nightly one all tiers."""
    script = lines(".ci/run")
    (landing,) = (line for line in script if line.endswith("-m pytest -m landing"))
    assert script.index(TEST) < script.index(landing)
    (rest,) = (line for line in script if "-m pytest tests/" in line)
    assert {f"tests/{tier}" for tier in ("laws", "robustness", "e2e", "meta")} <= set(rest.split())
    assert steps_of(workflow("ci")["jobs"]["test"]) == [".ci/run"]
    assert steps_of(workflow("nightly")["jobs"]["tests"]) == [".ci/run full"]


def test_ci_runs_the_fast_tier_on_every_python_and_system() -> None:
    """Each Python from the oldest that is promised, and Windows and macOS by README's commands."""
    jobs = workflow("ci")["jobs"]
    assert steps_of(jobs["pythons"]) == [".ci/run fast"]
    oldest = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"]
    assert oldest == ">=3.11"  # which is Debian's, of the job above
    assert jobs["pythons"]["strategy"]["matrix"]["python"] == ["3.12", "3.13", "3.14"]
    assert jobs["systems"]["strategy"]["matrix"]["system"] == ["windows-latest", "macos-latest"]
    report = " --junit-xml=build/tests.xml"
    assert {step.removesuffix(report) for step in steps_of(jobs["systems"])} == {TEST, WINDOWS[1]}


def test_ci_keeps_what_a_failure_leaves() -> None:
    """Each job that runs tests uploads log and pictures when it fails."""
    jobs = [*workflow("ci")["jobs"].items(), *workflow("nightly")["jobs"].items()]
    kept = {name: [step for step in job["steps"] if step.get("if") == "failure()"] for name, job in jobs}
    assert len(kept) == 5
    assert all(len(steps) == 1 and "upload-artifact" in steps[0]["uses"] for steps in kept.values()), kept


def test_devices_are_built_for_a_tag_only() -> None:
    """No push to a branch builds apps, which takes an hour of four machines."""
    assert workflow("release")[True] == {"push": {"tags": ["v*"]}, "workflow_dispatch": None}


def test_a_commit_is_checked_by_tools_of_the_environment() -> None:
    """pre-commit fetches nothing: each hook is local, and its program is a tool of the dev extra."""
    hooks = lines(".pre-commit-config.yaml")
    assert [line for line in hooks if "repo:" in line] == ["- repo: local"]
    programs = {line.split()[1].removeprefix(".venv/bin/") for line in hooks if line.startswith("entry:")}
    assert programs == {"ruff", "mypy", "lint-imports"}
    dev = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]["dev"]
    assert {"ruff", "mypy", "import-linter", "pre-commit"} <= set(dev)


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no executable bit")
def test_ci_can_be_started() -> None:
    """The CI script is executable, and bash can parse it."""
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & stat.S_IXUSR
    assert subprocess.run(["bash", "-n", str(script)]).returncode == 0
