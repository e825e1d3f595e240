"""Roles and kinds of choices, and kinds of notes: what code compares instead of sentences.

| kind        | of     | set by                         | read by                                              |
|-------------|--------|--------------------------------|------------------------------------------------------|
| pass        | Choice | Four Souls                     | choice layout: the pass of a single seat             |
| decline     | Choice | all but Four Souls, Malifaux   | silences, next answers: what may be used is not used |
| loot        | Choice | Four Souls                     | effect builder: a loot card                          |
| activated   | Choice | Four Souls                     | effect builder: an item without a name               |
| paid        | Choice | Four Souls                     | effect builder: an effect without a name             |
| typed       | Choice | Four Souls                     | choice layout: the same answer with a typed name     |
| triggered   | Choice | Four Souls                     | effect builder: whatever triggers                    |
| kill        | Note   | Four Souls, Darkmoor, Malifaux | weights, history, ``Game.deaths``: a piece is dead   |
| soul        | Note   | Four Souls                     | moments: a player gained a soul                      |
| death       | Note   | Four Souls                     | moments: a player died                               |
| elimination | Note   | King of Tokyo, Boss Monster    | moments: a player is out of the game                 |
| level_up    | Note   | Boss Monster                   | moments: a boss levelled up                          |
| hero_end    | Note   | Boss Monster, Darkmoor         | weights, history: a hero died, survived or left      |
| goal        | Note   | King of Tokyo                  | moments: a player has the points to win              |
| final_flip  | Note   | Malifaux                       | moments: the flip that decides on another turn       |
| hit         | Note   | Four Souls                     | results of the last answer: an attack roll hit       |
| miss        | Note   | Four Souls                     | results of the last answer: an attack roll missed    |
| moved       | Note   | all but Four Souls, Malifaux   | weights: a player or a piece is at another place     |
| bought      | Note   | King of Tokyo                  | weights: a card was bought                           |
| built       | Note   | Boss Monster                   | weights: a room was built or revealed                |
| spell       | Note   | Boss Monster                   | weights: a spell resolved or was cancelled           |
| escape      | Note   | Darkmoor                       | weights: a minion escapes                            |
| condition   | Note   | Malifaux                       | weights: a model got or lost a condition             |
| restated    | Note   | all but Malifaux               | results of the last answer: it only says the answer  |
| ruling      | Note   | all                            | results of the last answer: it only says a ruling    |
| win         | Note   | all                            | win screen: how the game was won                     |

What has a kind of the effect builder is the same for every seat. Most choices and notes have no kind (""), for no code
tells them apart. A new kind is added here, with where it is set and read. Kinds are neither shown nor saved.
"""

from typing import Literal, TypeAlias

ChoiceRole: TypeAlias = Literal["default", "option", "exit", "response", "unlikely"]
"""What an answer means, whatever place a screen gives it (``Choice.role``)."""
ChoiceKind: TypeAlias = Literal["", "pass", "decline", "loot", "activated", "paid", "triggered", "typed"]
NoteKind: TypeAlias = Literal[
    "",
    "kill",
    "soul",
    "death",
    "elimination",
    "level_up",
    "hero_end",
    "goal",
    "final_flip",
    "hit",
    "miss",
    "moved",
    "bought",
    "built",
    "spell",
    "escape",
    "condition",
    "restated",
    "ruling",
    "win",
]
