"""Cards that a table has typed, renamed, or whose numbers it has read."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

from companion.access.permissions import Access
from companion.storage.matches import StorageError
from companion.ui.session.error_boundary import failure_of
from companion.ui.widgets.card_search import CardMatch
from rules.engine import Text


class CardMemory:
    """Table's memory of a catalogue: local names of printed cards, and typed cards.

    ``tell`` says that something could not be kept.
    """

    def __init__(
        self, access: Access, game: str, catalogue: str, tell: Callable[[Text], object] = lambda text: None
    ) -> None:
        self.access, self.game, self.kind, self._tell = access, game, catalogue, tell

    @property
    def local_names(self) -> dict[str, Any]:
        """Local names of printed cards, by English name."""
        return self._load(f"{self.kind}.names")

    @property
    def typed_cards(self) -> dict[str, Any]:
        """Typed cards, by name."""
        return self._load(self.kind)

    def remember_typed(self, card: Any) -> None:
        """Save a typed card that has a name."""
        if not card.name:
            return
        data = {key: value for key, value in asdict(card).items() if key not in ("id", "name")}
        problem = failure_of(lambda: self.access.save_card(self.game, self.kind, card.name, data))
        if problem is not None:
            self._tell(Text("The card counts, but it could not be kept: {why}", why=problem))

    def remember_numbers(self, card: CardMatch, record: Any) -> None:
        """Save the numbers of a printed card that no list states, under its printed name."""
        if card.printed_name is not None:
            self.remember_typed(replace(record, name=card.printed_name.en))

    def rename(self, card: CardMatch, local_name: str) -> None:
        """Save a local name of a printed card; an empty name removes it."""
        if card.printed_name is None:
            return
        kind, name, local_name = f"{self.kind}.names", card.printed_name.en, local_name.strip()
        save, delete = self.access.save_card, self.access.delete_card
        problem = failure_of(
            lambda: save(self.game, kind, name, local_name) if local_name else delete(self.game, kind, name)
        )
        if problem is not None:
            self._tell(Text("The name could not be kept: {why}", why=problem))

    def _load(self, kind: str) -> dict[str, Any]:
        with suppress(StorageError):  # the printed catalogue works without it
            return self.access.cards(self.game, kind)
        return {}
