"""A file of plays as BG Stats exports it, made up."""

from __future__ import annotations

import json
from typing import Any

TOKYO, SOULS, CHESS = 1, 2, 3
PEOPLE = ("Ana", "Beto", "Cira")
GAMES = [
    {"id": TOKYO, "uuid": "G1", "name": "King of Tokyo", "bggId": 70323, "noPoints": False, "highestWins": True},
    {"id": SOULS, "uuid": "G2", "name": "The Binding of Isaac: Four Souls", "bggId": 255664, "noPoints": True},
    {"id": CHESS, "uuid": "G3", "name": "Chess", "bggId": 171},
]


def play(number: int, game: int = TOKYO, *scores: tuple[int, Any, bool], **fields: Any) -> dict[str, Any]:
    """A play: reference, score and victory of each player; of Ana and Beto without them."""
    seats = scores or ((1, "20", True), (2, "7", False))
    return {
        "uuid": f"PLAY-{number}",
        "gameRefId": game,
        "playDate": f"2024-05-{number:02} 21:30:00",
        "durationMin": 40,
        "ignored": False,
        "rating": 0,
        "playerScores": [
            {"playerRefId": who, "score": score, "winner": won, "startPlayer": False, "seatOrder": 0}
            for who, score, won in seats
        ],
        **fields,
    }


def exported(*plays: Any, **fields: Any) -> bytes:
    """The file with those plays."""
    file = {
        "about": "BG Stats",
        "userInfo": {"meRefId": 1},
        "games": GAMES,
        "players": [{"id": n, "uuid": f"P{n}", "name": name} for n, name in enumerate(PEOPLE, 1)],
        "locations": [{"id": 1, "name": "Casa"}],
        "plays": list(plays),
        **fields,
    }
    return json.dumps(file, ensure_ascii=False).encode()
