"""Stack of pages for a route; each page but the first is imported when it is first shown."""

from __future__ import annotations

import flet as ft

from companion.ui.screens.start.guest_home import HOST_STARTS_GAMES_TEXT, TABLE_NOT_OPEN_TEXT, GuestPage
from companion.ui.screens.start.home import HomePage
from companion.ui.session.phone import Phone
from companion.ui.session.routes import parent_route, split_route
from companion.ui.widgets.controls import keyed_component


def admitted_match(phone: Phone, route: str) -> str:
    """Return the match of that route if this device may open it, else an empty string."""
    match split_route(route):
        case ["t", id, *_] if phone.library.guests.is_admitted(phone.visitor, id):
            return id
    return ""


def pages_of_route(phone: Phone, route: str) -> list[ft.View]:
    """Return the stack of pages for a route, the lowest first; the home page for an unknown one."""
    home = HomePage if phone.visitor.is_host else GuestPage
    match split_route(route):
        case ["statistics"] if phone.visitor.is_host:
            from companion.ui.screens.read.totals import TotalsPage

            return [home(phone), TotalsPage(phone)]
        case ["receive"] if phone.visitor.is_host:
            from companion.ui.screens.start.receive import ReceivePage

            return [home(phone), ReceivePage(phone)]
        case ["new", game] if game in phone.library.games:
            from companion.ui.screens.start.setup import SetupPage

            return [SetupPage(phone, game)] if phone.visitor.is_host else [GuestPage(phone, HOST_STARTS_GAMES_TEXT)]
        case ["new", game, "rules"] if phone.visitor.is_host and game in phone.library.games:
            from companion.ui.screens.start.setup import SetupPage

            return [SetupPage(phone, game), rules_page(phone, route, parent_route(route), game)]
        case ["rules", game] if phone.visitor.is_host and game in phone.library.games:
            return [home(phone), rules_page(phone, route, parent_route(route), game)]
        case ["t", _, *_] if not admitted_match(phone, route):
            return [GuestPage(phone, TABLE_NOT_OPEN_TEXT)]
        case ["t", match, *_] if phone.library.matches.role_of(phone.visitor, match) is None:
            from companion.ui.screens.start.seat import SeatPage

            return [SeatPage(phone, match)]
        case ["t", match, *rest]:
            from companion.ui.screens.match import MatchPage

            pages_above = pages_of_table(phone, match, rest)
            return [home(phone)] if pages_above is None else [MatchPage(phone, match), *pages_above]
    return [home(phone)]


def pages_of_table(phone: Phone, match_id: str, rest: list[str]) -> list[ft.View] | None:
    """Return the pages above the table for the rest of its route; None for an unknown one."""
    match rest:
        case []:
            return []
        case ["history"]:
            from companion.ui.screens.read.history import HistoryPage

            return [HistoryPage(phone, match_id)]
        case ["settings", *switch] if len(switch) < 2:
            from companion.ui.screens.host.settings import SettingsPage

            return [SettingsPage(phone, match_id, *switch)]
        case ["seat"]:
            from companion.ui.screens.start.seat import SeatPage

            return [SeatPage(phone, match_id)]
        case ["phones"]:
            from companion.ui.screens.host.phones import PhonesPage

            return [PhonesPage(phone, match_id)]
        case ["dice", *kind] if len(kind) < 2 and not phone.role_at(match_id).is_spectator:
            from companion.ui.screens.host.teach_dice import TeachDicePage

            return [TeachDicePage(phone, match_id, *kind)]
        case ["rules", *wanted] if len(wanted) < 2:
            table_route = f"/t/{match_id}"
            route = "/".join((table_route, *rest))
            return [rules_page(phone, route, table_route, "", match_id, *wanted)]
        case ["position"]:
            from companion.ui.screens.read.position import PositionPage

            return [PositionPage(phone, match_id)]
        case ["fairness"]:
            from companion.ui.screens.read.fairness import FairnessPage

            return [FairnessPage(phone, match_id)]
        case ["situation"]:
            from companion.ui.screens.read.situation import SituationPage

            return [SituationPage(phone, match_id)]
        case ["situation", seq] if seq.isdecimal() and len(seq) < 7:
            from companion.ui.screens.read.history import HistoryPage
            from companion.ui.screens.read.situation import SituationPage

            return [HistoryPage(phone, match_id), SituationPage(phone, match_id, int(seq))]
        case ["codes"] if phone.visitor.is_host:
            from companion.ui.screens.read.codes import CodesPage

            return [CodesPage(phone, match_id)]
        case ["statistics"]:
            from companion.ui.screens.read.statistics import StatisticsPage

            return [StatisticsPage(phone, match_id)]
        case ["card", card]:
            from companion.ui.screens.read.card_questions import CardQuestionsPage

            return [CardQuestionsPage(phone, match_id, card)]
        case ["signs"]:
            from companion.ui.screens.read.signs import SignsPage

            return [SignsPage(phone, match_id)]
    return None


def rules_page(phone: Phone, route: str, below: str, *wanted: str) -> ft.View:
    """Build the page of the rules, which goes back to the route ``below``."""
    from companion.ui.screens.read.rules import RulesPage

    return keyed_component(RulesPage, route, phone, route, below, *wanted)
