"""A situation test: a situation, the plays from it, and the expectations."""

from __future__ import annotations

import tomllib
from typing import Any

from companion.i18n import translator
from companion.situation.document import seat_labels
from companion.situation.reader import load
from companion.situation.toml_codec import TomlCodec, field_hints, toml_codec_of
from companion.storage.codec import COMMON_EVENTS, Codec
from rules.engine import Choice, Event, Game, Prompt, Refused, apply, examples, prompt, remarks, seats_answering
from rules.engine.record import replace
from tests.support.stored_matches import GAMES_AND_COUNTING

EN = translator("en")
OURS = ("who", "choice", "event", "refused")
"""The fields of a play that are not values of its answer."""


class Scene:
    """A situation whose plays are applied and whose expectations are checked."""

    def __init__(self, text: str) -> None:
        self.data = tomllib.loads(text)
        codec, self.state = load(text, GAMES_AND_COUNTING, Codec)
        self.game: Game[Any] = codec.game
        self.spelling: TomlCodec = toml_codec_of(self.game)
        self.notes = [*self.state.notes]

    def played(self) -> Scene:
        for play in self.data.get("play", []):
            self._play(play)
        return self

    def _play(self, play: dict[str, Any]) -> None:
        event = self._chosen(play) if "choice" in play else self._event(play)
        if "refused" in play:
            assert self._refuses(event) == play["refused"], play
            return
        following: Event | None = event
        while following is not None:  # automatic answers, as at a table
            self.state = apply(self.game, self.state, following)
            self.notes += self.state.notes
            following = self.game.auto_answer(self.state)

    def _refuses(self, event: Event) -> str:
        try:
            apply(self.game, self.state, event)
        except Refused as refused:
            return refused.rule
        raise AssertionError(f"{event} was accepted")

    def _chosen(self, play: dict[str, Any]) -> Event:
        """The event of a choice by its English label, its holes filled by the play or by default."""
        asked = prompt(self.state)
        offered = [*(asked.choices if asked else ()), *remarks(self.game, self.state)]
        named = [choice for choice in offered if EN(choice.label) == play["choice"]]
        events = [(choice, self._filled(choice, play)) for choice in named]
        theirs = [event for choice, event in events if self._may(play.get("who"), asked, choice, event)]
        assert theirs, (play, [EN(choice.label) for choice in offered])
        return theirs[0]

    def _filled(self, choice: Choice, play: dict[str, Any]) -> Event:
        hints = field_hints(type(choice.event))
        said = {key: self.spelling.decode(value, hints[key]) for key, value in play.items() if key not in OURS}
        event: Event = replace(next(examples(choice.template)), **said)
        return event

    def _event(self, play: dict[str, Any]) -> Event:
        kinds = {kind.__name__: kind for kind in (*COMMON_EVENTS, *self.game.event_types)}
        said = {key: value for key, value in play.items() if key not in OURS}
        event: Event = self.spelling.decode(said, kinds[play["event"]])
        return event

    def _may(self, who: str | None, asked: Prompt | None, choice: Choice, event: Event) -> bool:
        seats = seats_answering(asked, choice, event) if asked else ()
        return who is None or seat_labels(self.state.seats).index(who) in seats

    # --- what is expected ----------------------------------------------------------------------------------------

    def holds(self) -> None:
        """Assert every expectation of the file; an unknown one is an error."""
        for key, value in self.data.get("expect", {}).items():
            assert self._is(key) == value, key

    def _is(self, key: str) -> Any:
        asked, seats = prompt(self.state), seat_labels(self.state.seats)
        match key:
            case "asks":
                return EN(asked.title) if asked else ""
            case "rule":
                return asked.rule if asked else self.state.outcome.rule
            case "who":
                return ", ".join(seats[seat] for seat in asked.seats) if asked else ""
            case "winners":
                return [] if asked else [seats[seat] for seat in self.state.outcome.winners]
            case "choices":
                return [EN(choice.label) for choice in asked.choices] if asked else []
            case "rules":
                seen = {note.rule for note in self.notes}
                return [rule for rule in self.data["expect"]["rules"] if rule in seen]
        front = "" if key == "table" else f"seat.{seats.index(key)}."
        numbers = {tracker.key: tracker.value for tracker in self.game.trackers(self.state)}
        return {name: numbers.get(f"{front}{name}") for name in self.data["expect"][key]}
