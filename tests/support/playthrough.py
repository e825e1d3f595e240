"""Whole matches as text: prompts, answers, notes and trackers.

``python -m tests.support.playthrough`` plays the committed matches again and writes what has changed. Rulings are in
the second line: ``% mode=solo``.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from companion.i18n import translator
from companion.storage.codec import Codec
from rules.engine import Cards, Event, Game, Records, Rolled, apply, examples, prompt, remarks, start
from rules.registry import GAMES
from tests.support.paths import FIXTURES

FOLDER = FIXTURES / "playthroughs"
words = translator("en")
MOST_EVENTS = 2000
"""Events after which a match that is played by chance is given up."""


Rulings = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Replay:
    """A match played again: its text as it was given, its events, and the states around each."""

    game: Game[Any]
    text: str
    rulings: Rulings
    events: list[Event]
    states: list[Any]
    """One more than events; the first is the start."""

    @classmethod
    def of(cls, game: Game[Any], text: str) -> Replay:
        """Play a rendered match again; raises ``Refused`` if the rules no longer accept an event."""
        seats, rulings, events = read(game, text)
        return cls(game, text, rulings, events, states_of(game, seats, rulings, events))

    def render(self) -> str:
        """The match as text."""
        return _rendered(self.game, self.rulings, self.events, self.states)


def states_of(game: Game[Any], seats: tuple[str, ...], rulings: Rulings, events: list[Event]) -> list[Any]:
    """The start and the state after each event; raises ``Refused`` if the rules no longer accept one."""
    states = [start(game, seats, rulings)]
    for event in events:
        states.append(apply(game, states[-1], event))
    return states


def render(game: Game[Any], seats: tuple[str, ...], rulings: Rulings, events: list[Event]) -> str:
    """The match as text; raises ``Refused`` if the rules no longer accept an event."""
    return _rendered(game, rulings, events, states_of(game, seats, rulings, events))


def _rendered(game: Game[Any], rulings: Rulings, events: list[Event], states: list[Any]) -> str:
    first, last, codec = states[0], states[-1], Codec(game)
    settled = [f"% {' '.join('='.join(pair) for pair in rulings)}"] if rulings else []
    lines = [f"# {words(game.title)}: {', '.join(first.seats)}", *settled, *_notes(first)]
    for before, event, after in zip(states[:-1], events, states[1:], strict=True):
        lines += [*_asked(before), f"> {codec.write_event(event)}", *_notes(after), f"  = {_stand(game, after)}"]
    if last.outcome is not None:
        winners = ", ".join(last.seats[seat] for seat in last.outcome.winners)
        lines.append(f"! {last.outcome.rule}: {winners}")
    return "\n".join(lines) + "\n"


def _asked(state: Any) -> Iterator[str]:
    asked = prompt(state)
    if asked is not None:
        who = ", ".join(state.seats[seat] for seat in asked.seats)
        stake = f" ({words(asked.stake)})" if asked.stake else ""
        yield f"? {asked.rule} {who}: {words(asked.title)}{stake}"


def _notes(state: Any) -> Iterator[str]:
    yield from (f"  {note.rule} {words(note.text)}" for note in state.notes)


def _stand(game: Game[Any], state: Any) -> str:
    """Every tracker, grouped by seat or monster."""
    groups: dict[str, list[str]] = {}
    for tracker in game.trackers(state):
        groups.setdefault(tracker.key.rpartition(".")[0], []).append(str(tracker.value))
    return "  ".join(f"{name} {'/'.join(values)}" for name, values in groups.items())


def read(game: Game[Any], text: str) -> tuple[tuple[str, ...], Rulings, list[Event]]:
    """The seats, rulings and events of a rendered match."""
    first, *lines = text.splitlines()
    seats = tuple(first.partition(": ")[2].split(", "))
    settled = next((line[2:] for line in lines if line.startswith("% ")), "")
    codec = Codec(game)
    return seats, ruled(settled.split()), [codec.read_event(line[2:]) for line in lines if line.startswith("> ")]


def ruled(pairs: Iterable[str]) -> Rulings:
    """Rulings from words like ``mode=solo``."""
    return tuple((key, choice) for key, _, choice in (pair.partition("=") for pair in pairs))


def play(game: Game[Any], seats: tuple[str, ...], rulings: Rulings, seed: int) -> list[Event]:
    """Play a match to its end with seeded dice and mostly usual answers."""
    chance, state, events = random.Random(seed), start(game, seats, rulings), []
    while state.outcome is None and len(events) < MOST_EVENTS:
        event = game.auto_answer(state) or _remark(game, state, chance) or _answer(game, state, chance)
        events.append(event)
        state = apply(game, state, event)
    return events


def _remark(game: Game[Any], state: Any, chance: random.Random) -> Event | None:
    said = remarks(game, state) if chance.random() < 0.02 else ()
    if not said:
        return None
    event: Event = chance.choice(list(examples(chance.choice(said).template)))
    return event


def _answer(game: Game[Any], state: Any, chance: random.Random) -> Event:
    asked = prompt(state)
    assert asked is not None
    if asked.dice is not None and chance.random() < 0.9:
        return Rolled(tuple(chance.randint(1, asked.dice.sides) for _ in range(asked.dice.count)))
    usual = [choice for choice in asked.choices if choice.role == "default"] or list(asked.choices)
    spice = chance.random() < 0.1
    offered = [choice for choice in asked.choices if choice.role != "exit"] if spice else usual
    choice = chance.choice(offered)
    for hole in choice.template.holes:
        if isinstance(hole, Cards):
            cards = chance.sample([face.value for face in hole.faces], min(len(hole.faces), hole.least or hole.most))
            return replace(choice.event, **{hole.name: tuple(cards)})
        if isinstance(hole, Records) and hole.catalogue:
            shown = (replace(choice.event, **{hole.name: (card.record,)}) for card in game.catalogues[hole.catalogue])
            admitted = [event for event in shown if choice.admits(event)]
            if admitted:
                return chance.choice(admitted)
    event: Event = chance.choice(list(examples(choice.template)))
    return event


def committed() -> list[Path]:
    """The committed matches: ``<game>-<name>.txt``."""
    return sorted(FOLDER.glob("*.txt"))


def game_of(path: Path) -> Game[Any]:
    """The game of that committed match."""
    return GAMES[path.stem.partition("-")[0]]


def add(key: str = "", name: str = "", seed: str = "", *rest: str) -> None:
    """Play a match by chance and write it to the committed ones."""
    seats = tuple(word for word in rest if "=" not in word)
    if key not in GAMES or not seed.isdecimal() or not seats:
        raise click.UsageError(f"a match is named by one of {', '.join(GAMES)}, a name, a seed and the players")
    game, rulings = GAMES[key], ruled(word for word in rest if "=" in word)
    events = play(game, seats, rulings, int(seed))
    if len(events) == MOST_EVENTS:
        raise click.ClickException(f"with the seed {seed} nobody has won after {MOST_EVENTS} mostly usual answers")
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = render(game, seats, rulings, events)
    (FOLDER / f"{key}-{name}.txt").write_text(text, "utf-8")


@click.command(help=__doc__)
@click.argument("match", nargs=-1, metavar="[GAME NAME SEED PLAYER… SWITCH=CHOICE…]")
def main(match: tuple[str, ...]) -> None:
    """Write the committed matches again, and add one if it is named."""
    if match:
        add(*match)
    for path in committed():
        path.write_text(render(game_of(path), *read(game_of(path), path.read_text("utf-8"))), "utf-8")


if __name__ == "__main__":
    main()
