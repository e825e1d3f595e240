"""What a house remembers of the cards of a game: typed ones, own names, and those used last."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from companion.access.permissions import Access
from companion.base.errors import StorageError
from companion.base.value_types import JsonValue, WritableJson
from rules.engine import Refused, Text

from .search import CardMatch, normalize_for_search

CARD_NOT_KEPT = Text("The card counts, but it could not be kept: {why}", why="")
NAME_NOT_KEPT = Text("The name could not be kept: {why}", why="")


@dataclass(frozen=True)
class CardMemory:
    """Memory of one kind of a game's cards; what is saved is plain data under the card's name.

    ``tell`` says that something could not be kept: the match does not wait for it.
    """

    access: Access
    game: str
    kind: str
    tell: Callable[[Text], object] = lambda text: None

    def cards(self) -> dict[str, JsonValue]:
        """Return the data of the saved cards by name."""
        return self._load(self.kind)

    def save(self, name: str, data: WritableJson, not_kept: Text = CARD_NOT_KEPT) -> None:
        """Save a card's data under its name, if it has one; a known name keeps its spelling."""
        if name:
            spelled = normalize_for_search(name)
            known = next((card for card in self.cards() if normalize_for_search(card) == spelled), name)
            self._try(lambda: self.access.save_card(self.game, self.kind, known, data), not_kept)

    def save_record(self, card: Any, name: str = "") -> None:
        """Save the fields of a typed card, under its own name unless another one is given."""
        data = {key: value for key, value in asdict(card).items() if key not in ("id", "name")}
        self.save(name or card.name, data)

    # --- own names -----------------------------------------------------------------------------------------------

    def local_names(self) -> dict[str, JsonValue]:
        """Return the local names of printed cards, by English name."""
        return self._load(f"{self.kind}.names")

    def rename(self, card: CardMatch, local_name: str) -> None:
        """Save a local name of a printed card; an empty name removes it."""
        if card.printed_name is None:
            return
        kind, name, local_name = f"{self.kind}.names", card.printed_name.en, local_name.strip()
        save, delete = self.access.save_card, self.access.delete_card
        self._try(
            lambda: save(self.game, kind, name, local_name) if local_name else delete(self.game, kind, name),
            NAME_NOT_KEPT,
        )

    # --- used last -----------------------------------------------------------------------------------------------

    def recent(self) -> list[str]:
        """Return the keys of what was used last, the last one first."""
        with suppress(StorageError):
            return [key for key in self.access.last_effects(self.kind, self.game).split("|") if key]
        return []

    def save_recent(self, *keys: str, most: int | None = None) -> None:
        """Save what was used now as the most recent, and forget all but that many."""
        if keys:
            with suppress(StorageError):  # harmless: it counts already
                found = list(dict.fromkeys((*keys, *self.recent())))[:most]
                self.access.save_last_effects(self.kind, self.game, "|".join(found))

    def _load(self, kind: str) -> dict[str, JsonValue]:
        with suppress(StorageError):  # everything that is printed works without it
            return self.access.cards(self.game, kind)
        return {}

    def _try(self, act: Callable[[], object], not_kept: Text) -> None:
        try:
            act()
        except (Refused, StorageError) as error:
            self.tell(not_kept.with_args(why=error.reason))
