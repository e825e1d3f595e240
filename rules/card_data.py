"""Rows of the games' data files; errors name the file, the card and the field."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from typing import Any


class CardDataError(ValueError):
    """A data file has something that no game can read; the message names file, card and field."""


class CardRow(dict[str, Any]):
    """One card of a data file, by field. A field that is not there raises ``CardDataError``."""

    def __init__(self, file: str, card: str, fields: Mapping[str, Any]) -> None:
        super().__init__(fields)
        self.file, self.card = file, card

    def __missing__(self, field: str) -> Any:
        raise CardDataError(f"{self.file}, card {self.card}: the field {field} is missing")

    def number(self, field: str, usual: int) -> int:
        """Return the number of a field; the usual one where it is empty."""
        with reading(self.file, self.card, field):
            return int(self[field] or usual)


def data_text(game: str, name: str) -> tuple[str, str]:
    """Return the path of a game's data file, as errors name it, and its text."""
    return f"rules/{game}/data/{name}", files(f"rules.{game}").joinpath("data", name).read_text("utf-8")


def toml_rows(game: str, name: str) -> dict[str, CardRow]:
    """Return the cards of a TOML file by key, each a table."""
    file, text = data_text(game, name)
    return {card: CardRow(file, card, fields) for card, fields in tomllib.loads(text).items()}


@contextmanager
def reading(file: str, card: str, field: str) -> Iterator[None]:
    """Say file, card and field of what is wrong while a field is read. Raises ``CardDataError``."""
    try:
        yield
    except CardDataError:
        raise
    except (ValueError, TypeError, KeyError) as error:
        raise CardDataError(f"{file}, card {card}, field {field}: {error}") from error
