"""What a game must provide: the minimum of docs/adding-a-game.md works, less is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, make_dataclass, replace
from itertools import count
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple, get_type_hints

import pytest

from companion.exchange.exporters import EXPORT_FORMATS
from companion.i18n import translator
from companion.library.library import Library
from companion.match.table import Table
from companion.situation.document import SituationFormat, parse_situation
from companion.stats.fairness import roll_samples
from companion.stats.match_stats import match_stats_of
from companion.stats.timing import measure_timing
from companion.storage.codec import Codec
from companion.storage.matches import Storage
from companion.ui.app import build
from rules.engine import (
    GameView,
    PlayerView,
    State,
    Switch,
    TrackerGroup,
    TrackerKind,
    auto,
    prompt,
    start,
    steps,
)
from rules.engine.game import no_view
from rules.lookahead import forecasts
from rules.registry import GAMES
from tests.support.ui.app import App, Scene, played
from tests.toy.counting import GAME as COUNTING
from tests.toy.pig import GAME as PIG
from tests.toy.stones import GAME, NUMBERS, STONES, Stones, Took, take_prompt

EN = translator("en")
MOVES = (1, 2, 2, 2)
"""Of seven stones: Ana takes one, Beto two, Ana two, Beto the last two."""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A library with only the toys Stones and Pig, in English."""
    library = Library(Storage(tmp_path), {GAME.key: GAME, PIG.key: PIG})
    library.settings.save("language", "en")
    return library


def playing(library: Library, moves: tuple[int, ...] = MOVES) -> Table:
    """A table of two after those moves, ten seconds apart."""
    table, seconds = library.matches.create(GAME.key, ("Ana", "Beto")), count(1_000_000, 10)
    table._clock = lambda: float(next(seconds))
    for stones in moves:
        table.answer(table.prompt_id, Took(stones))
    return table


def at(library: Library, route: str, scene: Scene) -> None:
    """Play the scene on a phone that opens that address."""

    async def opened(phone: App) -> None:
        await phone.open(build(library), route)
        await scene(phone)

    played(opened)


# --- a game by docs/adding-a-game.md, without turn, active and view ------------------------------------------------


def test_it_is_played_to_its_end_taken_back_and_opened_again(library: Library, tmp_path: Path) -> None:
    """A match is played, undone, overridden and opened again, and its result is read."""
    table = playing(library, MOVES[:3])
    table.adjust("left", 1)
    table.undo()
    table.jump_to("ST-1")
    table.answer(table.prompt_id, Took(2))
    assert table.state.outcome.winners == (1,)
    said = [EN(line.text) for line in table.log()]
    assert said[:3] == ["Ana takes 1", "Beto takes 2", "Ana takes 2"]
    assert {line.turn for line in table.log()} == {(0, -1)}
    again = Library(Storage(tmp_path), {GAME.key: GAME}).matches.open(table.match.id)
    assert again.state == table.state
    end = library.matches.result(library.storage.load_match(table.match.id))
    assert (end.outcome.winners, end.turns, end.points) == ((1,), 0, (3, 4))


def test_it_goes_to_another_computer_as_a_file_and_as_a_situation(library: Library, tmp_path: Path) -> None:
    """Export and situation lead to the same state elsewhere; the situation has no turn."""
    table = playing(library, MOVES[:2])
    elsewhere = Library(Storage(tmp_path / "there"), {GAME.key: GAME})
    _, data = library.exchange.export(table.match.id, EN)
    assert elsewhere.matches.open(elsewhere.exchange.import_match(data).id).state == table.state
    situations = SituationFormat(Codec(GAME))
    text = situations.write(table.state)
    assert "left = 4" in text
    assert not re.search("turn|active", text)
    assert situations.read(parse_situation(text)) == replace(table.state, notes=())


def test_its_figures_have_no_turns(library: Library) -> None:
    """The statistics count decisions, points and deaths; turns are 0, as is time per turn."""
    table = playing(library)
    play = match_stats_of(GAME, table.match_record)
    assert [(part.decisions, part.points, part.deaths, part.won) for part in play.seats] == [
        (2, 3, 1, False),
        (2, 4, 0, True),
    ]
    assert (play.turns, [one.totals for one in play.points]) == (0, [(3, 4)])
    assert roll_samples(play.rolls) == ()
    assert measure_timing(table.log(), 2, table.log()[-1].entry.at + 5).seats == (0.0, 0.0)


@pytest.mark.parametrize(
    ("turn", "active", "seconds"),
    [(0, 0, (0.0, 0.0)), (1, -1, (0.0, 0.0)), (1, 0, (35.0, 0.0)), (1, 1, (0.0, 35.0))],
)
def test_time_is_counted_for_a_seat_in_its_turn_only(
    library: Library, turn: int, active: int, seconds: tuple[float, ...]
) -> None:
    """Time is counted only for a seat in its own turn.

    A game may have an active seat and no turns, or turns of no seat: then all times are 0.
    """
    lines = tuple(replace(line, turn=(turn, active)) for line in playing(library).log())
    assert measure_timing(lines, 2, lines[-1].entry.at + 5).seats == seconds


@pytest.mark.parametrize("form", EXPORT_FORMATS)
def test_every_form_of_export_writes_it(library: Library, form: str) -> None:
    """Every export format works without turns, and mentions none; the names of a state's fields are not read."""
    written = EXPORT_FORMATS[form].write(playing(library).match_record, Codec(GAME), EN).decode()
    texts = re.sub(r'"\w+":', "", written)
    assert "Beto" in texts
    assert not re.search(r"\bturns?\b", texts, re.IGNORECASE)


def test_its_answers_can_be_looked_ahead() -> None:
    """The lookahead works without a view: the last stones win, and the game's deaths name the other.

    Who leaves one stone has lost, as Beto can only take it: that question is looked through.
    """
    s = replace(start(GAME, ("Ana", "Beto")), left=2)
    ends = [path.only_consequence for choice in prompt(s).choices for path in forecasts(GAME, s, choice)]
    assert [end.outcome.winners if end.outcome else None for end in ends] == [(1,), (0,)]
    assert [end.eliminated_seats for end in ends] == [(0,), (1,)]


@pytest.mark.usefixtures("quick")
def test_it_is_played_on_a_screen_to_its_end(library: Library) -> None:
    """The match is played on a screen to its end: prompt, clock and winner, but no turn."""
    table = playing(library, MOVES[:2])
    library.settings.save(f"clock.{table.match.id}", "on")

    async def scene(phone: App) -> None:
        await phone.sees("Ana: one or two?", "This question")
        assert not re.search(r"[Tt]urn (0|-1)|This turn|\d:\d\d · \d", phone.text)
        await phone.fire(phone.find("Take 2"))
        await phone.sees("Beto: one or two?")
        await phone.fire(phone.find("Take 2"))
        await phone.sees("Beto wins")

    at(library, f"/t/{table.match.id}", scene)
    assert table.state.outcome.winners == (1,)


@pytest.mark.parametrize(
    ("page", "reads"),
    [
        ("history", ("Ana takes 1", "Beto takes 2", "2 are left")),
        ("statistics", ("Decisions", "Who died, and of what", "Ana dies")),
    ],
)
def test_its_pages_show_no_turn(library: Library, page: str, reads: tuple[str, ...]) -> None:
    """History and statistics pages work without turns, and show none."""
    table = playing(library)
    library.settings.save(f"clock.{table.match.id}", "on")

    async def scene(phone: App) -> None:
        await phone.sees(*reads)
        assert not re.search(r"[Tt]urn", phone.text), phone.text

    at(library, f"/t/{table.match.id}/{page}", scene)


def test_a_game_with_turns_and_without_a_view_shows_them(library: Library) -> None:
    """The turn number is shown from the state, without a view."""
    table = library.matches.create(PIG.key, ("Ana", "Beto"))

    async def scene(phone: App) -> None:
        await phone.sees("Ana: roll or stop?", "Pig · turn 1")

    at(library, f"/t/{table.match.id}", scene)


# --- games that are refused ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    seat: int
    active: bool
    dead: bool


@dataclass(frozen=True)
class Seatless:
    active: bool
    dead: bool


class Bare(NamedTuple):
    seat: int


@dataclass(frozen=True)
class Table2D:
    stones: int


@dataclass(frozen=True)
class View:
    players: tuple[Line, ...]


@dataclass(frozen=True)
class SeatlessView:
    players: tuple[Seatless, ...]


@dataclass(frozen=True)
class MixedView:
    players: tuple[Line | Bare, ...]


@dataclass(frozen=True)
class AnyView:
    players: tuple[Any, ...]


@dataclass(frozen=True)
class LooseView:
    players: tuple


class Computed:
    """A view whose players are a property."""

    @property
    def players(self) -> list[Seatless]:
        return []


def good(s: Stones) -> View | None:
    return None


def least(s: Stones) -> View:
    """A view with only the required attributes of a player."""
    lost = set(range(len(s.seats))) - set(s.outcome.winners) if s.outcome else set()
    return View(tuple(Line(k, k == s.mover and not s.outcome, k in lost) for k in range(len(s.seats))))


def seatless(s: Stones) -> SeatlessView:
    return SeatlessView(())


def mixed(s: Stones) -> MixedView | None:
    return None


def loose(s: Stones) -> LooseView:
    return LooseView(())


def vague(s: Stones) -> AnyView:
    return AnyView(())


def computed(s: Stones) -> Computed:
    return Computed()


def playerless(s: Stones) -> Table2D:
    return Table2D(s.left)


def unannotated(s: Stones):
    return None


def unknown(s: Stones) -> Nowhere:  # noqa: F821
    return None


def anything(s: Stones) -> Any:
    return None


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        (seatless, "Game 'stones': Seatless, a player of SeatlessView, lacks seat (see PlayerView)."),
        (computed, "Game 'stones': Seatless, a player of Computed, lacks seat (see PlayerView)."),
        (mixed, "Game 'stones': Bare, a player of MixedView, lacks active, dead (see PlayerView)."),
        (playerless, "Game 'stones': Table2D, which its view returns, lacks players (see GameView)."),
        (loose, "Game 'stones': LooseView.players must declare its players' class, as in 'tuple[PlayerView, ...]'."),
        (vague, "Game 'stones': AnyView.players must declare its players' class, as in 'tuple[PlayerView, ...]'."),
        (unannotated, "Game 'stones': its view unannotated must declare what it returns, as in '-> GameView'."),
        (anything, "Game 'stones': its view must declare a class as what it returns, not Any."),
    ],
)
def test_a_view_that_lacks_something_is_refused_with_a_sentence(view: Callable[..., Any], sentence: str) -> None:
    """An incomplete view is refused with a sentence that names game, class and attribute."""
    with pytest.raises(TypeError, match=f"^{re.escape(sentence)}$"):
        replace(GAME, view=view)


def test_a_view_type_that_is_not_known_is_refused_with_a_sentence() -> None:
    """A view type that is imported for type checkers only is refused with a sentence."""
    with pytest.raises(TypeError, match=r"Game 'stones': the type 'Nowhere' is not known in .*test_game_contract: "):
        replace(GAME, view=unknown)


def test_a_view_that_may_be_none_is_accepted() -> None:
    """A view that may be None is accepted, since a match may begin without one."""
    assert replace(GAME, view=good).view is good


@pytest.mark.usefixtures("quick")
def test_the_least_view_is_enough_for_a_whole_game_on_a_screen(library: Library) -> None:
    """The minimal view is enough for a whole match on screen: table, sheet and lookahead."""
    game = replace(GAME, view=least)
    library.games[game.key] = game
    table = playing(library, MOVES[:3])
    winning = prompt(table.state).choices[1]
    assert [path.only_consequence.eliminated_seats for path in forecasts(game, table.state, winning)] == [(0,)]

    async def scene(phone: App) -> None:
        await phone.sees("Beto: one or two?")
        await phone.fire(phone.find("Beto"))
        await phone.sees("Close")
        await phone.fire(phone.find("Close"))
        await phone.fire(phone.find("Take 2"))
        await phone.sees("Beto wins")

    at(library, f"/t/{table.match.id}", scene)
    assert table.state.outcome.winners == (1,)


class Undecorated(State):
    left: int = 7


@dataclass(frozen=True)
class Stateless:
    seats: tuple[str, ...]


@pytest.mark.parametrize("state", [Undecorated, Stateless])
def test_a_state_that_is_no_record_of_the_engine_is_refused(state: type) -> None:
    """A state class without the engine's decorator is refused, since its fields would be lost."""
    sentence = f"Game 'stones': its state {state.__name__} must be a frozen dataclass that inherits State."
    with pytest.raises(TypeError, match=f"^{re.escape(sentence)}$"):
        replace(GAME, state_type=state)


@dataclass(frozen=True)
class Loose:
    """No event: it does not inherit ``Event``."""


def nameless(s: Stones, number: int, value: int) -> Stones:
    return s


def update_of(function: Callable[..., Stones]) -> TrackerGroup[Stones, int]:
    kinds = (TrackerKind[Stones, int]("taken", read=lambda s, it: it.record),)
    return TrackerGroup(
        "seat", {"taken": STONES}, kinds, lambda s: ((k, k, n) for k, n in enumerate(s.taken)), function
    )


POINT = {"choices": {"a": {"es": "A", "en": "A"}, "b": {"es": "B", "en": "B"}}, "default": "a"}
TWO = (("a", STONES), ("b", STONES))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"key": "Stones game"}, "its key must be the name of its package, such as 'king_of_tokyo'"),
        (
            {"player_counts": range(3, 3)},
            "player_counts must name numbers of players, as range(2, 5) does, not range(3, 3)",
        ),
        ({"event_types": (Loose,)}, "its event Loose must be a frozen dataclass that inherits Event"),
        ({"new": lambda seats: None}, "its new must take (seats, rulings), in this order"),
        ({"describe": lambda event: STONES}, "its describe must take (state, event), in this order"),
        ({"settle": lambda: None}, "its settle must take (state), in this order"),
        ({"switches": (Switch("a", STONES, TWO), Switch("a", STONES, TWO))}, "its switch 'a' is there twice"),
        (
            {"switches": (Switch("a", STONES, TWO[:1]),)},
            "its switch 'a' needs two choices or more, each with a key of its own",
        ),
        (
            {"rulebook": {"ST-A": POINT}},
            "the open point 'ST-A' of its rulebook has no switch: give it Rulebook.switches()",
        ),
        (
            {"rulebook": {"ST-A": POINT}, "switches": (Switch("ST-A", STONES, TWO),)},
            "its state Stones does not know the default of 'ST-A': it needs "
            "default_choice = staticmethod(RULEBOOK.default_choice), so that ruling finds it",
        ),
        ({"tracker_groups": (replace(NUMBERS, labels={}),)}, "its number 'left' of '' has no label"),
        (
            {"tracker_groups": (replace(NUMBERS, labels={"gone": STONES}, kinds=(TrackerKind("gone"),)),)},
            "its state has no field gone: such a number needs read and write in its TrackerKind, or update",
        ),
        (
            {"tracker_groups": (update_of(nameless),)},
            "the function nameless, which sets numbers of 'seat', must take taken by this name, "
            "as in nameless(state, number, taken)",
        ),
    ],
)
def test_what_a_game_lacks_is_said_in_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    """A game that could not be played, set by hand or ruled is refused as it is made, with what to do."""
    with pytest.raises(TypeError) as refused:
        replace(GAME, **changes)
    assert re.sub(r"^Game '.*?': ", "", str(refused.value)) == f"{sentence}."


def test_a_question_without_a_phase_is_said_at_the_start() -> None:
    """A match whose first question has no phase does not begin; the sentence names the step."""
    silent = replace(steps["stones.take"], prompt=lambda s: replace(take_prompt(s), phase=None))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(steps, "stones.take", silent)
        with pytest.raises(TypeError, match=r"question of the step stones\.take must say its phase"):
            start(GAME, ("Ana", "Beto"))
    assert start(GAME, ("Ana", "Beto")).agenda[0].name == "stones.take"


def test_a_point_that_nobody_knows_is_said() -> None:
    """``ruling`` without a usual choice says what is missing."""
    with pytest.raises(KeyError, match="'ST-A' has no usual choice: give ruling one"):
        start(GAME, ("Ana", "Beto")).ruling("ST-A")


def test_a_step_of_the_same_name_is_said_with_both_places() -> None:
    """Two steps of one name are refused with the modules and lines of both."""

    def take(s: Stones) -> Stones:
        return s

    take.__module__ = "tests.toy.stones"
    with pytest.raises(ValueError, match=r"called stones\.take: in tests\.toy\.stones, line \d+ and in tests\.toy"):
        auto("ST-1")(take)


def test_a_game_is_shown_by_its_key() -> None:
    """What a failed test prints of a game is short."""
    assert repr(GAME) == "Game('stones')"
    assert repr(COUNTING) == "CountingGame('counting')"


# --- the real games --------------------------------------------------------------------------------------------------

PLAYER = ("seat", "active", "dead")


def players_of(view: type) -> type:
    """The class of a view's players."""
    return get_type_hints(view)["players"].__args__[0]


def returning(view: type) -> Callable[..., Any]:
    """A view function annotated to return that class."""
    function = FunctionType((lambda s: None).__code__, globals(), "view")
    function.__annotations__ = {"return": view}
    function.__module__ = __name__
    return function


def without(record: type, name: str) -> type:
    """A class with the same fields and properties but that one."""
    fields = [(key, Any) for key in record.__dataclass_fields__ if key != name]
    own = {key: member for key, member in vars(record).items() if isinstance(member, property) and key != name}
    return make_dataclass(record.__name__, fields, namespace=own)


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.view is not no_view])
@pytest.mark.parametrize("name", PLAYER)
def test_each_game_is_accepted_and_refused_without_one_attribute(key: str, name: str) -> None:
    """Each real game is refused by name if one required attribute of its players is removed."""
    game = GAMES[key]
    view = get_type_hints(game.view)["return"]
    player = players_of(view)
    assert replace(game, view=returning(make_dataclass("Same", [("players", tuple[player, ...])]))).key == key
    poorer = make_dataclass("Poorer", [("players", tuple[without(player, name), ...])])
    sentence = f"Game '{key}': {player.__name__}, a player of Poorer, lacks {name} (see PlayerView)."
    with pytest.raises(TypeError, match=f"^{re.escape(sentence)}$"):
        replace(game, view=returning(poorer))


@pytest.mark.parametrize("game", [*GAMES.values(), COUNTING, PIG, GAME], ids=lambda game: game.key)
def test_what_a_view_declares_is_what_it_returns(game: Any) -> None:
    """The real view at the first prompt has what its annotations declare."""
    state = start(game, ("Ana", "Beto", "Cira")[: max(game.player_counts.start, 2)])
    shown: GameView | None = game.view(state)
    players: tuple[PlayerView, ...] = tuple(shown.players) if shown else ()
    assert [player.seat for player in players] == (
        [] if game.view is no_view or game is COUNTING else list(range(len(state.seats)))
    )
    assert all(isinstance(player.active, bool) and isinstance(player.dead, bool) for player in players)


@pytest.mark.parametrize("game", [*GAMES.values(), COUNTING, PIG, GAME], ids=lambda game: game.key)
def test_a_game_counts_turns_if_its_state_declares_them(game: Any) -> None:
    """All games but two toys count turns, and every state has turn, active and depth."""
    assert game.counts_turns == (game.key not in ("counting", "stones"))
    state = start(game, ("Ana", "Beto"))
    assert (type(state.turn), type(state.active), type(state.depth)) == (int, int, str)
