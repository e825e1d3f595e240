"""Rule search by number or words, in both languages, tolerant of accents and typos."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from itertools import takewhile
from typing import Any

from companion.ui.widgets.card_picker.search import normalize_for_search

MIN_SIMILARITY = 0.72
"""Least similarity of two words that count as the same one with a typo (difflib's ratio, 0..1)."""
MAX_SIMILAR_WORDS = 6
"""Most words tried in place of one that no rule contains."""


@dataclass(frozen=True)
class RuleEntry:
    """Search entry of a rule, with case and accents folded.

    Its number with and without prefix, its titles, and all of its words.
    """

    id: str
    numbers: tuple[str, str]
    titles: tuple[str, ...]
    title_words: frozenset[str]
    words: frozenset[str]


class RuleSearch:
    """Search index of a game's rulebook."""

    def __init__(self, rulebook: Mapping[str, Any]) -> None:
        self.entries = tuple(_rule_entry(id, rule) for id, rule in rulebook.items())

    @cached_property
    def vocabulary(self) -> list[str]:
        """Every word of the rulebook once, sorted."""
        return sorted({word for entry in self.entries for word in entry.words})

    def search(self, query: str) -> tuple[str, ...]:
        """Return the ids of the rules that match best, best first.

        A number ranks before a title, then words of a title, then words of a sentence.
        """
        folded_query, number = normalize_for_search(query), _normalized_number(query)
        word_matches = [self._matching_words(word) for word in _words(folded_query)]
        ranks = [_rank(entry, folded_query, number, word_matches) for entry in self.entries]
        fewest_lacking = min((lacks for lacks, _ in ranks), default=0)
        best = sorted((rank, k) for k, rank in enumerate(ranks) if rank[0] == fewest_lacking < len(word_matches))
        return tuple(self.entries[k].id for _, k in best)

    def _matching_words(self, word: str) -> frozenset[str]:
        """Return the words that a typed one matches: by prefix, else by similarity."""
        first = bisect_left(self.vocabulary, word)
        begins = frozenset(takewhile(lambda known: known.startswith(word), self.vocabulary[first:]))
        return begins or frozenset(get_close_matches(word, self.vocabulary, MAX_SIMILAR_WORDS, MIN_SIMILARITY))


def _rank(entry: RuleEntry, query: str, number: str, word_matches: list[frozenset[str]]) -> tuple[int, int]:
    """Return how many words a rule lacks, and how loosely the rest matches (0: exactly)."""
    if number in entry.numbers:
        return 0, 0
    if query in entry.titles:
        return 0, 1
    if any(title.startswith(query) for title in entry.titles):
        return 0, 2
    lacks = sum(word.isdisjoint(entry.words) for word in word_matches)
    return lacks, 3 + any(word.isdisjoint(entry.title_words) for word in word_matches)


def _rule_entry(rule_id: str, rule: Mapping[str, Any]) -> RuleEntry:
    titles = tuple(normalize_for_search(rule["title"][language]) for language in ("es", "en"))
    said = normalize_for_search(" ".join((*titles, *_sentences(rule))))
    numbers = _normalized_number(rule_id), _normalized_number(rule_id.partition("-")[2])
    return RuleEntry(rule_id, numbers, titles, frozenset(_words(" ".join(titles))), frozenset(_words(said)))


def _sentences(rule: Mapping[str, Any]) -> Iterator[str]:
    """Yield the rule's sentences and those of its choices, in both languages."""
    yield from (rule["es"], rule["en"])
    for choice in rule.get("choices", {}).values():
        yield from (choice["es"], choice["en"])


def _normalized_number(typed: str) -> str:
    """Normalise a rule's number: "FS-07", "fs 7" and "fs7" are equal."""
    return re.sub(r"(?<!\d)0+(?=\d)", "", re.sub(r"[\W_]", "", normalize_for_search(typed)))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text)
