"""Plan of a match to be started: people in the order of seats, and settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from companion.base.actors import HOST_ACTOR, PHONE_ACTOR, STOPS_ACTOR
from companion.base.display_names import clean_name
from companion.library.known_names import default_seat_name, without_names
from companion.storage.matches import StorageError
from companion.ui.design.look import translate
from companion.ui.session.phone import Phone
from rules.engine import Game, State

RESERVED_NAMES = (HOST_ACTOR, PHONE_ACTOR, STOPS_ACTOR)
"""Other names that act in a log; no player may have one of them."""
FORGOTTEN_SETTING = "forgotten"
"""Key of the names that are not offered any more."""
MAX_FORGOTTEN = 200
"""Maximum number of names that are remembered as forgotten."""
PlanStep = Callable[["MatchPlan"], "MatchPlan"]
OnPlanChange = Callable[[PlanStep], None]


@dataclass(frozen=True)
class MatchPlan:
    """Players and rulings of a match to be started.

    ``names`` may hold more than ``count``: names of players from the last match.
    """

    count: int
    names: tuple[str, ...]
    rulings: tuple[tuple[str, str], ...] = ()

    @property
    def seated(self) -> tuple[str, ...]:
        """The given name of each seat, empty where there is none."""
        return tuple(self.names[seat] if seat < len(self.names) else "" for seat in range(self.count))

    def with_name(self, seat: int, name: str) -> MatchPlan:
        """Return the plan with that seat's player renamed."""
        names = [*self.names, *[""] * (seat + 1 - len(self.names))]
        names[seat] = clean_name(name)
        return replace(self, names=tuple(names))

    def with_person(self, name: str, most: int) -> MatchPlan:
        """Return the plan with that person on the first seat without a name, else on one more seat.

        ``most`` is the maximum number of seats; if all are taken, nothing changes.
        """
        seated = self.seated
        if "" in seated:
            return replace(self, names=seated).with_name(seated.index(""), name)
        if self.count >= most:
            return self
        return replace(self, count=self.count + 1, names=(*seated, clean_name(name)))

    def without_person(self, seat: int, fewest: int) -> MatchPlan:
        """Return the plan without the person on that seat; those behind move up.

        Where every seat has a name there is one seat less, but never fewer than ``fewest``.
        """
        others = self.seated[:seat] + self.seated[seat + 1 :]
        count = self.count if "" in self.seated else max(fewest, self.count - 1)
        return replace(self, count=count, names=others)

    def with_seat_first(self, seat: int) -> MatchPlan:
        """Return the plan with the person of that seat one seat earlier."""
        names = list(self.seated)
        names[seat - 1 : seat + 1] = names[seat], names[seat - 1]
        return replace(self, names=(*names, *self.names[self.count :]))

    def with_ruling(self, switch: str, choice: str) -> MatchPlan:
        """Return the plan with that switch set."""
        return replace(self, rulings=(*(pair for pair in self.rulings if pair[0] != switch), (switch, choice)))

    def seat_names(self, unnamed: Callable[[int], str]) -> tuple[str, ...]:
        """Return a unique name for each seat; a seat without a name gets its player number."""
        seats: list[str] = []
        for seat in range(self.count):
            given = clean_name(self.names[seat]) if seat < len(self.names) else ""
            seats.append(_unique_name(given or unnamed(seat + 1), (*RESERVED_NAMES, *seats)))
        return tuple(seats)


def _unique_name(name: str, taken: Sequence[str]) -> str:
    numbers = (f"{name} {n}" for n in range(2, len(taken) + 3))
    return name if name not in taken else next(other for other in numbers if other not in taken)


def last_plan(phone: Phone, game: Game[State]) -> MatchPlan:
    """Return the plan of this table's last match, whatever game it was."""
    names = tuple(map(clean_name, phone.load_list("names")))
    counts = [int(word) for word in phone.load_list(f"players.{game.key}") if word.isdecimal()]
    count = counts[0] if counts else len(names)
    known = {switch.key: dict(switch.choices) for switch in game.switches}
    pairs = (word.partition("=") for word in phone.load_list(f"rulings.{game.key}") if "=" in word)
    rulings = tuple((key, choice) for key, _, choice in pairs if choice in known.get(key, {}))
    return MatchPlan(count if count in game.player_counts else game.player_counts[0], names, rulings)


def start_match(phone: Phone, game: Game[State], plan: MatchPlan) -> str:
    """Start the match, and save the plan for the next time; return the match's id."""
    seats = plan.seat_names(lambda n: translate(default_seat_name(n)))
    table = phone.library.matches.create(game.key, seats, plan.rulings)
    with suppress(StorageError):  # the match has started; saving the plan is optional
        phone.save_list("names", plan.names)
        phone.save_list(f"players.{game.key}", (str(plan.count),))
        phone.save_list(f"rulings.{game.key}", tuple(f"{key}={choice}" for key, choice in plan.rulings))
        _welcome_back(phone, seats)
    return table.match.id


def _welcome_back(phone: Phone, seats: Sequence[str]) -> None:
    """Offer forgotten names again that have just been seated."""
    forgotten = phone.load_list(FORGOTTEN_SETTING)
    remaining = without_names(forgotten, seats)
    if remaining != forgotten:
        phone.save_list(FORGOTTEN_SETTING, remaining)


def forget_name(phone: Phone, name: str) -> None:
    """Stop offering that name. Raises ``Refused`` on a guest's phone, and ``StorageError``."""
    forgotten = without_names(phone.load_list(FORGOTTEN_SETTING), (name,))
    phone.save_list(FORGOTTEN_SETTING, (name, *forgotten)[:MAX_FORGOTTEN])
