"""The home page: go on with a game, begin one, choose a language."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.hub import use_table
from companion.storage import Match
from companion.words import LANGUAGES, Translate
from rules.engine import Text

from . import frame, parts
from .invite import use_invite
from .match import opening
from .phone import Phone
from .when import when

PEEKED = 5
"""Games of each kind that are opened to say where they stand; the others say only whose they are."""
FINISHED = 10
"""Finished games that are listed."""
Ask = Callable[[str], None] | None
"""Asks whether to delete that match; none while nobody is tidying up."""


@dataclass(frozen=True)
class Standing:
    """Where an unfinished game stands, or why that cannot be said."""

    line: Text | None
    warning: Text | None
    turn: int = 0


@ft.component
def HomePage(phone: Phone) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """Everything a table may want to do first."""
    library = use_table(phone.library)
    standings, set_standings = ft.use_state(dict[str, Standing]())
    going, set_going = ft.use_state(frame.NOTHING)
    tidying, tidy = ft.use_state(False)
    matches = library.matches()
    open_ = [match for match in matches if match.finished is None]
    done = [match for match in matches if match.finished is not None][:FINISHED]
    peeked = (*open_[:PEEKED], *done[:PEEKED])

    async def look() -> None:
        set_standings(await asyncio.to_thread(standing, phone, peeked))

    ft.use_effect(look, [[(match.id, match.entries) for match in peeked]])
    _forget(phone, going, set_going)
    invite = use_invite(phone)
    ask = set_going if tidying else None
    body = [
        *_resume(phone, open_, standings, ask, lambda: tidy(not tidying)),
        *_new(phone, bool(matches)),
        *_finished(phone, done, standings, ask, None if open_ else lambda: tidy(not tidying)),
        *_strange(phone),
    ]
    return frame.page("/", _head(phone, invite), body)


def standing(phone: Phone, matches: tuple[Match, ...]) -> dict[str, Standing]:
    """Where each of these games stands, by id."""
    return {match.id: _standing(phone, match) for match in matches}


def _standing(phone: Phone, match: Match) -> Standing:
    table = opening(phone, match.id)
    if isinstance(table, Text):
        return Standing(None, table)
    now = table.now
    if now.state.outcome is not None:
        return Standing(_ended(match, now.state.outcome.winners), table.warning)
    turn = getattr(now.game.view(now.state), "turn", 0)
    return Standing(now.prompt.title if now.prompt else None, table.warning, turn)


def _ended(match: Match, winners: tuple[int, ...]) -> Text:
    """Who won, in words."""
    if not winners:
        return Text("Nobody won")
    if len(winners) == 1:
        return Text("{who} won", who=match.seats[winners[0]])
    return Text("A tie: {players}", players=", ".join(match.seats[seat] for seat in winners))


def _head(phone: Phone, invite: frame.Tap) -> ft.Control:
    code = parts.icon_press(ft.Icons.QR_CODE_2, phone.words(Text("Invite")), invite, 26)
    name = ft.Text("Sobremesa", size=34, weight=ft.FontWeight.W_700, color=ft.Colors.PRIMARY)
    says = frame.quiet(phone.words(Text("Who decides now? We keep count, you play.")))
    return ft.Container(
        ft.Column([ft.Row([ft.Container(name, expand=True), code, tongues(phone)], spacing=0), says], spacing=2),
        padding=ft.Padding.only(left=frame.EDGE, right=frame.EDGE, top=22, bottom=10),
    )


def tongues(phone: Phone) -> ft.Control:
    """A button for each language."""
    return ft.Row([_tongue(phone, code, name) for code, name in LANGUAGES.items()], spacing=0)


def _tongue(phone: Phone, code: str, name: str) -> ft.Control:
    chosen = code == phone.language
    label = ft.Text(
        code.upper(),
        semantics_label=name,
        weight=ft.FontWeight.W_700 if chosen else ft.FontWeight.W_400,
        color=ft.Colors.PRIMARY if chosen else ft.Colors.ON_SURFACE_VARIANT,
    )
    style = ft.ButtonStyle(padding=ft.Padding.all(8))
    return ft.TextButton(label, on_click=lambda event: phone.speak(code), style=style, width=48, height=48)


def _resume(
    phone: Phone, matches: list[Match], standings: dict[str, Standing], ask: Ask, tidy: frame.Tap
) -> list[ft.Control]:
    if not matches:
        return []
    cards = [_match(phone, match, standings.get(match.id), k == 0, ask) for k, match in enumerate(matches)]
    return [_heading(phone, Text("Go on"), tidy), *cards]


def _heading(phone: Phone, text: Text, tidy: frame.Tap | None) -> ft.Control:
    """A heading, and the way to delete games."""
    if tidy is None:
        return frame.heading(phone.words(text))
    pen = parts.icon_press(ft.Icons.EDIT_OUTLINED, phone.words(Text("Delete games")), tidy, 20)
    return ft.Row([ft.Container(frame.heading(phone.words(text)), expand=True), pen])


def _match(phone: Phone, match: Match, standing: Standing | None, strong: bool, ask: Ask) -> ft.Control:
    """A game to go on with; with a bin beside it while the table tidies up."""
    words = phone.words
    over = match.finished is not None
    sign = ft.Icon(
        ft.Icons.EMOJI_EVENTS if over else ft.Icons.PLAY_CIRCLE,
        size=44 if strong else 28,
        semantics_label=words(Text("Look at this game") if over else Text("Go on with this game")),
    )
    face = ft.Row([ft.Column(_says(phone, match, standing), spacing=2, expand=True), sign])
    row: list[ft.Control] = [
        ft.Container(frame.card(face, lambda: phone.go(f"/table/{match.id}"), strong), expand=True)
    ]
    if ask is not None:
        row.append(parts.icon_press(ft.Icons.DELETE_OUTLINE, words(_deletes(match)), lambda: ask(match.id)))
    told: list[ft.Control] = [frame.warning(words(standing.warning))] if standing and standing.warning else []
    return ft.Column([ft.Row(row, spacing=0), *told], spacing=8)


def _says(phone: Phone, match: Match, standing: Standing | None) -> list[ft.Control]:
    words = phone.words
    texts: list[ft.Control] = [
        ft.Text(words(phone.library.games[match.game].title), size=20, weight=ft.FontWeight.W_600),
        ft.Text(" · ".join(match.seats), size=16),
    ]
    if standing and standing.line:
        line = words(standing.line)
        line = line[:1].upper() + line[1:]
        texts.append(ft.Text(line, size=14, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS, opacity=0.85))
    return [*texts, ft.Text(_last(words, match, standing), size=13, opacity=0.75)]


def _last(words: Translate, match: Match, standing: Standing | None) -> str:
    """The turn, if the game counts turns, and when it was played."""
    ago = when(words, match.last, time.time())
    return f"{words(Text('Turn {n}', n=standing.turn))} · {ago}" if standing and standing.turn else ago


def _deletes(match: Match) -> Text:
    return Text("Delete the game of {players}", players=", ".join(match.seats))


def _new(phone: Phone, any_yet: bool) -> list[ft.Control]:
    words = phone.words
    first = [] if any_yet else [_welcome(phone)]
    cards = [_game(phone, key) for key in phone.library.games]
    return [*first, frame.heading(words(Text("New game"))), *cards]


def _welcome(phone: Phone) -> ft.Control:
    words = phone.words
    dice = ft.Row(
        [
            ft.Icon(ft.Icons.CASINO, size=56, color=ft.Colors.PRIMARY),
            ft.Icon(ft.Icons.STYLE, size=56, color=ft.Colors.SECONDARY),
        ],
        alignment=ft.MainAxisAlignment.CENTER,
        spacing=20,
    )
    return frame.panel(
        dice,
        ft.Text(
            words(Text("Nothing on the table yet")), size=20, weight=ft.FontWeight.W_600, text_align=ft.TextAlign.CENTER
        ),
        frame.quiet(
            words(Text("Choose a game, say who plays, and put the phone among the cards. Your games stay here.")),
            text_align=ft.TextAlign.CENTER,
        ),
        padding=24,
    )


def _game(phone: Phone, key: str) -> ft.Control:
    words, game = phone.words, phone.library.games[key]
    seats = Text("{low} to {high} players", low=game.players[0], high=game.players[-1])
    texts: list[ft.Control] = [
        ft.Text(words(game.title), size=20, weight=ft.FontWeight.W_600),
        ft.Text(words(seats), size=14, opacity=0.8),
    ]
    sign = ft.Icon(ft.Icons.ADD_CIRCLE_OUTLINE, size=28, semantics_label=words(Text("New game")))
    return frame.card(ft.Row([ft.Column(texts, spacing=2, expand=True), sign]), lambda: phone.go(f"/new/{key}"))


def _finished(
    phone: Phone, matches: list[Match], standings: dict[str, Standing], ask: Ask, tidy: frame.Tap | None
) -> list[ft.Control]:
    if not matches:
        return []
    cards = [_match(phone, match, standings.get(match.id), False, ask) for match in matches]
    return [_heading(phone, Text("Finished"), tidy), *cards]


def _strange(phone: Phone) -> list[ft.Control]:
    """Games that are kept and cannot be shown."""
    n = phone.library.strange()
    says = Text(
        "{n} saved game cannot be shown here: unknown to this Sobremesa, or damaged. It stays in the file.",
        "{n} saved games cannot be shown here: unknown to this Sobremesa, or damaged. They stay in the file.",
        n=n,
    )
    return [frame.quiet(phone.words(says))] if n else []


def _forget(phone: Phone, going: str | None, set_going: Any) -> None:
    """Ask before a game is deleted: that alone cannot be undone."""
    words = phone.words
    match = next((m for m in phone.library.matches() if m.id == going), None)

    def delete() -> None:
        set_going(None)
        if match is not None:
            phone.library.delete(match.id)

    if match is None:
        ft.use_dialog(None)
        return
    ft.use_dialog(
        ft.AlertDialog(
            title=ft.Text(words(Text("Delete this game?"))),
            content=ft.Text(words(Text("{players}. This cannot be undone.", players=", ".join(match.seats)))),
            actions=[
                ft.TextButton(words(Text("Keep it")), on_click=lambda event: set_going(None)),
                ft.FilledButton(words(Text("Delete")), on_click=lambda event: delete()),
            ],
            on_dismiss=lambda event: set_going(None),
        )
    )
