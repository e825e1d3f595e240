"""Roles and kinds of choices, and kinds of notes: what code compares instead of sentences.

| kind      | of     | set by               | read by                                                       |
|-----------|--------|----------------------|---------------------------------------------------------------|
| pass      | Choice | Four Souls           | choice layout: the pass of a single seat                      |
| loot      | Choice | Four Souls           | effect builder: a loot card, the same for every seat          |
| activated | Choice | Four Souls           | effect builder: an item without a name, the same for every seat |
| paid      | Choice | Four Souls           | effect builder: an effect without a name, the same for every seat |
| triggered | Choice | Four Souls           | effect builder: whatever triggers, the same for every seat    |
| death     | Note   | Four Souls, Darkmoor | ``Game.deaths``: a monster or minion was defeated             |
| hit       | Note   | Four Souls           | results in the question's card: an attack roll hit            |
| miss      | Note   | Four Souls           | results in the question's card: an attack roll missed         |

Most choices and notes have no kind (""), for no code tells them apart. A new kind is added here, with where it is set
and read. Kinds are neither shown nor saved.
"""

from typing import Literal, TypeAlias

ChoiceRole: TypeAlias = Literal["default", "option", "exit", "response", "unlikely"]
"""What an answer means, whatever place a screen gives it (``Choice.role``)."""
ChoiceKind: TypeAlias = Literal["", "pass", "loot", "activated", "paid", "triggered"]
NoteKind: TypeAlias = Literal["", "death", "hit", "miss"]
