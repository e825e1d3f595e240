"""Names and paths in the code marks of a document, and those of them that the repository does not have."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import click

from companion.cli.main import main as sobremesa
from tests.support.paths import ROOT
from tests.support.syntax import parsed

CODE = ("rules", "vision", "companion", "training", "bench", "page", "tests/support", "tests/toy")
"""Folders whose definitions a document can name."""
SETTINGS = ("deploy", "companion/cli", "companion/hosted", "rules/card_grammar", "rules/four_souls/model")
"""Folders whose files name variables of the environment, roles of the database and words of the notation of cards."""
OTHERS = {"CREATEROLE", "NOTIFY", "SOBREMESA_DATA", "TypeError", "pg_dump", "pytest.mark.rule"}
"""Words of PostgreSQL, Python and pytest, and the variable that Click reads for an option."""
WRITTEN = {"copies/sobremesa-DATE.sqlite", "sobremesa-damaged-DATE.sqlite", "sobremesa.sqlite", "tls/"}
"""Files that the app writes."""

CREATED = re.compile(r"^<!-- file: (\S+) -->$", re.MULTILINE)
"""Marks the code of a file that the reader of a guide makes."""
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
MODULE = re.compile(r"python -m (?!pip\b)([\w.]+)")
SUFFIXES = (".py", ".toml", ".csv", ".md", ".json", ".jsonl", ".yml", ".yaml", ".po", ".lark", ".cfg", ".sqlite")
PATH = re.compile(r"[\w.][\w.<>*{},/-]*(::\w+)?")
NAME = re.compile(r"@?(?P<name>[A-Za-z_]\w*(\.\w+)*)(\(.*\))?")
PLAIN_WORD = re.compile("[a-z0-9]+")
NAME_AND_FILE = re.compile(r"`@?([A-Za-z_][\w.]*)`\*{0,2} (?:\(|in )`([\w/]+\.py)`")
FILE_AND_NAME = re.compile(r"`([\w/]+\.py)` \(`([A-Za-z_][\w.]*)`")


@dataclass
class Index:
    """What Python files define: every name of a definition, parameter or variable, and those inside each class."""

    names: set[str] = field(default_factory=set)
    members: dict[str, set[str]] = field(default_factory=dict)
    bases: dict[str, set[str]] = field(default_factory=dict)

    def add(self, body: Iterable[ast.AST], owner: str = "") -> None:
        """Add what these statements define."""
        for node in body:
            for name in defined(node):
                self.names.add(name)
                self.members.setdefault(owner, set()).add(name)
            inside = owner
            if isinstance(node, ast.ClassDef):
                inside = node.name
                self.bases.setdefault(inside, set()).update(ast.unparse(base).split("[")[0] for base in node.bases)
                self.members.setdefault(inside, set())
            for inner in ("body", "orelse", "finalbody", "handlers"):
                self.add(getattr(node, inner, ()), inside)

    def has_member(self, owner: str, name: str) -> bool:
        """Whether a class, or one that it inherits from, has the member."""
        return name in self.members[owner] or any(
            self.has_member(base, name) for base in self.bases.get(owner, ()) if base in self.members and base != owner
        )

    def knows(self, dotted: str) -> bool:
        """Whether a name is defined, or a member of a class or of something that a variable holds."""
        owner, _, name = dotted.rpartition(".")
        if not owner:
            return name in self.names
        if owner in self.members:
            return self.has_member(owner, name)
        return self.knows(owner) and any(name in own for own in self.members.values())


def defined(node: ast.AST) -> Iterator[str]:
    """The names that a statement defines: a function with its parameters, a class, variables, attributes."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        yield from (one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs))
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for one in (inner for target in targets for inner in (getattr(target, "elts", None) or [target])):
            if isinstance(one, (ast.Name, ast.Attribute)):
                yield one.id if isinstance(one, ast.Name) else one.attr


def index_of(files: Iterable[Path]) -> Index:
    """What these files define."""
    index = Index()
    for file in files:
        index.add(parsed(file).body)
    return index


@cache
def repository_index() -> Index:
    """What the product, the bench and the support of the tests define."""
    return index_of(path for folder in CODE for path in sorted((ROOT / folder).rglob("*.py")))


@cache
def settings() -> set[str]:
    """Words of the files in ``SETTINGS``."""
    files = [path for folder in SETTINGS for path in (ROOT / folder).rglob("*") if path.is_file()]
    texts = (path.read_text("utf-8") for path in files if path.suffix != ".pyc")
    return {word for text in texts for word in re.findall(r"\w+", text)}


@cache
def endings() -> dict[str, list[Path]]:
    """Files and folders of the repository, by every ending of their paths."""
    found: dict[str, list[Path]] = {}
    for folder, inner, files in os.walk(ROOT):
        inner[:] = [name for name in inner if name not in (".git", ".venv") and not name.endswith("cache__")]
        for name in (*inner, *files):
            parts = (Path(folder) / name).relative_to(ROOT).parts
            for k in range(len(parts)):
                found.setdefault("/".join(parts[k:]), []).append(Path(folder) / name)
    return found


def exists(path: str) -> bool:
    """Whether a path, or the ending of one, leads to something.

    In it ``<game>`` stands for any name, ``{a,b}`` for both, ``::test_it`` for a test in the file.
    """
    file, _, test = path.partition("::")
    pattern = re.sub(r"<\w+>", "*", file).strip("/")
    if both := re.search(r"\{(.*)\}", pattern):
        return all(exists(pattern.replace(both[0], one)) for one in both[1].split(","))
    found = endings().get(pattern) or [
        one for ending, paths in endings().items() if "*" in pattern and fnmatch(ending, pattern) for one in paths
    ]
    return any(not test or f"def {test}(" in one.read_text("utf-8") for one in found)


def is_module(name: str) -> bool:
    """Whether a dotted name is a module or a package of the repository."""
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or path.is_dir()


def is_command(words: list[str]) -> bool:
    """Whether the command line's subcommands and options after ``sobremesa`` exist."""
    command: click.Command = sobremesa
    for word in words:
        context = click.Context(command)
        if word.startswith("--"):
            if word not in {name for parameter in command.get_params(context) for name in parameter.opts}:
                return False
        elif isinstance(command, click.Group):
            found = command.get_command(context, word)
            if found is None and words[words.index(word) - 1][:2] != "--":  # else it is an option's value
                return False
            command = found or command
    return True


def is_known(span: str) -> bool:
    """Whether what stands in code marks exists, as far as it reads as a command, a path or a name of Python.

    Names are told from words of data and of the notation of cards by a capital letter, an underscore, a dot, a call or
    an ``@``.
    """
    if module := MODULE.match(span):
        return is_module(module[1])
    if span.startswith("sobremesa "):
        return is_command(span.split()[1:])
    if PATH.fullmatch(span) and ("/" in span or "::" in span or span.endswith(SUFFIXES)):
        return span in WRITTEN or exists(span)
    name = NAME.fullmatch(span)
    if name is None or PLAIN_WORD.fullmatch(span):
        return True
    known = name["name"] in OTHERS | settings()
    return known or is_module(name["name"]) or repository_index().knows(name["name"])


def unknown(text: str) -> list[str]:
    """What stands in the code marks of a document and does not exist, or not in the file beside it."""
    created = set(CREATED.findall(text))
    found = [span for span in SPAN.findall(FENCED.sub("", text)) if span not in created and not is_known(span)]
    pairs = [*NAME_AND_FILE.findall(text), *((name, file) for file, name in FILE_AND_NAME.findall(text))]
    for name, file in pairs:
        paths = [path for path in endings().get(file, ()) if path.is_file()]
        if paths and not file.endswith(name) and not index_of(paths).knows(name):
            found.append(f"{name} in {file}")
    return found
