"""The reception of a public server, where nobody is at home by address.

Each device sees its own tables only.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from urllib.parse import quote, urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Scope

from companion.access.device_access import INVITATION_PARAM, DeviceAccess
from companion.access.invitations import hash_key
from companion.access.public_access import HOUSE_COOKIE_SUFFIX, cookie_name
from companion.access.rate_limit import AttemptLimiter
from companion.access.visitor import Visitor
from companion.base.dates import format_day
from companion.i18n import Translate, translator
from companion.library.library import Library
from companion.library.owner_libraries import OwnerLibraries
from companion.storage.matches import Match
from rules.engine import Refused, Text

from .html_pages import forward_page, message_page, preferred_language
from .reception import has_token, keep, page_with_token, set_key, withholds_key
from .requests import FORWARDED_HEADER, is_cross_origin, peer_address, requested_host
from .table_paths import TABLE_KEY

BEGIN_PARAM = "begin"
"""Query parameter of the page for devices without own tables; with that page's token it makes them an owner."""
HOMES_PARAM, HOME_PARAM = "homes", "home"
"""Query parameters of the page that lists whose tables the home page may show, and of the choice of one."""
BEGUN_HEADER = "x-sobremesa-begun"
"""Header of a response that has made an owner; the proxy counts these, and tells each request how many there were."""
MAX_BEGINNINGS, MAX_BEGINNINGS_IN_ALL, BEGINNINGS_SECONDS = 20, 100_000, 3600
"""Most owners that one address, and all, may make in an hour: at one process, and as the proxy counts them at all."""
HSTS_HEADER, HSTS = "Strict-Transport-Security", f"max-age={365 * 24 * 3600}"
"""A browser that has come by https asks by nothing else for a year."""
WELCOME_TEXT = Text(
    "Sobremesa counts what people at a real table lose count of. Here you keep tables of your own; whoever sits at "
    "yours scans the code that your screen shows."
)
BEGIN_TEXT = Text("Begin a table")
YOUR_TABLES_TEXT = Text("Tables at which this device sits")
HOMES_TEXT = Text("Touch whose tables the home page shall show. This browser is a host of each of them.")
NO_TABLE_TEXT = Text("No games yet")
HOME_QUESTION_TEXT = Text(
    "This link makes this browser a host of somebody else's tables, and its home page shows those from then on. "
    "Your own tables and your seats stay, and the home page leads back to them."
)
TOO_MANY_BEGINNINGS_TEXT = Text("Too many have begun tables from this address. Try it again in an hour.")


class PublicReception:
    """Finds whose tables a request asks for, by its path, its invitation or its key.

    All requests come from a proxy, which ends TLS and adds the device's address to ``X-Forwarded-For``.
    """

    logs_addresses = False

    def __init__(self, libraries: OwnerLibraries) -> None:
        self._libraries = libraries
        self._is_https = libraries.url.startswith("https:")
        self.headers = {HSTS_HEADER: HSTS} if self._is_https else {}
        self.attempts: AttemptLimiter | None = libraries.attempts
        self._cookie = cookie_name(libraries.url)
        self._beginnings = AttemptLimiter(
            per_address=MAX_BEGINNINGS, total=MAX_BEGINNINGS_IN_ALL, window=BEGINNINGS_SECONDS
        )

    def as_sent(self, scope: Scope) -> Scope:
        """Return the request with the address and the scheme at which the proxy got it."""
        scheme = {"http": "https", "ws": "wss"}.get(scope["scheme"], scope["scheme"])
        forwarded = [value for name, value in scope["headers"] if name == FORWARDED_HEADER.encode()]
        # the last one is the proxy's own; those before it are the client's claims
        address = forwarded[-1].decode("latin-1").rpartition(",")[2].strip() if forwarded else ""
        client = (address[:64], 0) if address else scope["client"]
        return {**scope, "scheme": scheme if self._is_https else scope["scheme"], "client": client}

    def _require_name(self, request: HTTPConnection) -> None:
        """Raise ``Refused`` if the request names another host than the public address."""
        names = requested_host(request), urlsplit(self._libraries.url).netloc
        usual_port = ":443" if self._is_https else ":80"
        if len({name.lower().removesuffix(usual_port) for name in names}) > 1:
            raise Refused("X-01", Text("The tables are at another address: open {url}.", url=self._libraries.url))

    def access_for(self, request: HTTPConnection) -> DeviceAccess | None:
        """Return the way to the tables of the owner in question; None for a stranger."""
        self._require_name(request)
        owner = self._owner(request)
        return self._libraries.library_of(owner).device_access if owner else None

    def _owner(self, request: HTTPConnection) -> str:
        owners = self._libraries.owners
        if match_id := table_of(request):
            return owners.owner_of_match(match_id)
        invitation = request.query_params.get(INVITATION_PARAM)
        if invitation and (owner := owners.owner_of_invitation(invitation)):
            return owner
        return self._home(request)

    def _home(self, request: HTTPConnection) -> str:
        """Return the owner whose tables this browser's home page shows; empty without a key."""
        known = self._owners_of_key(request)
        house = request.cookies.get(self._cookie + HOUSE_COOKIE_SUFFIX, "")
        return house if house in known else next(iter(known), "")

    def _owners_of_key(self, request: HTTPConnection) -> dict[str, bool]:
        key = request.cookies.get(self._cookie, "")
        return self._libraries.owners.owners_of_key(hash_key(key)) if key else {}

    def is_at_home(self, request: HTTPConnection) -> bool:
        """Return False: no address is the host's."""
        return False

    def own_response(self, request: HTTPConnection) -> Response | None:
        """Return the page of a device that is no host, and what makes it one."""
        self._require_name(request)
        if request.scope["path"] != "/" or request.scope["method"] != "GET" or is_cross_origin(request):
            return None
        if INVITATION_PARAM in request.query_params:
            return None
        is_host = any(self._owners_of_key(request).values())
        if is_host and HOMES_PARAM in request.query_params:
            return self._choose_home(request)
        if BEGIN_PARAM not in request.query_params:
            # once more from a page of ours: after a link elsewhere the browser withholds the key
            return None if is_host else forward_page(request, f"/?{BEGIN_PARAM}")
        if is_host:
            return forward_page(request, "/")
        return self._begin(request) if has_token(request, self._cookie, BEGIN_PARAM) else self._welcome(request)

    def _welcome(self, request: HTTPConnection) -> Response:
        translate = translator(preferred_language(request))
        tables = "".join(
            f'<li><a href="/t/{quote(match.id)}">{html.escape(_label(match, library, translate))}</a></li>'
            for match, library in self._tables(request)
        )
        listed = f"<h2>{html.escape(translate(YOUR_TABLES_TEXT))}</h2><ul>{tables}</ul>" if tables else ""
        return page_with_token(
            request,
            self._cookie,
            lambda token: (
                f"<h1>Sobremesa</h1>{listed}<p>{html.escape(translate(WELCOME_TEXT))}</p>"
                f'<a class="button" href="/?{BEGIN_PARAM}={token}">{html.escape(translate(BEGIN_TEXT))}</a>'
            ),
        )

    def _choose_home(self, request: HTTPConnection) -> Response:
        homes = [owner for owner, is_host in self._owners_of_key(request).items() if is_host]
        chosen = request.query_params.get(HOME_PARAM, "")
        if chosen in homes and has_token(request, self._cookie, HOMES_PARAM):
            response = forward_page(request, "/")
            keep(response, self._cookie + HOUSE_COOKIE_SUFFIX, chosen, request)
            return response
        translate, shown = translator(preferred_language(request)), self._home(request)
        labels = [html.escape(self._label_of_home(owner, owner == shown, translate)) for owner in homes]

        def body(token: str) -> str:
            links = "".join(
                f'<li><a href="/?{HOMES_PARAM}={token}&amp;{HOME_PARAM}={owner}">{label}</a></li>'
                for owner, label in zip(homes, labels, strict=True)
            )
            return f"<h1>Sobremesa</h1><p>{html.escape(translate(HOMES_TEXT))}</p><ul>{links}</ul>"

        return page_with_token(request, self._cookie, body)

    def _label_of_home(self, owner: str, is_shown: bool, translate: Translate) -> str:
        library = self._libraries.library_of(owner)
        latest = next(iter(library.matches.all()), None)
        label = _label(latest, library, translate) if latest is not None else translate(NO_TABLE_TEXT)
        return translate(Text("{label} (shown now)", label=label)) if is_shown else label

    def _tables(self, request: HTTPConnection) -> Iterator[tuple[Match, Library]]:
        key = request.cookies.get(self._cookie, "")
        for owner in self._owners_of_key(request):
            library = self._libraries.library_of(owner)
            visitor = library.guests.visitor_of_key(key)
            here = library.guests.tables_of(visitor) if visitor else ()
            yield from ((match, library) for match in library.matches.all() if match.id in here)

    def _begin(self, request: HTTPConnection) -> Response:
        """Make the device the host of tables of its own."""
        address = peer_address(request)
        wait = self._beginnings.seconds_to_wait(address)
        if _begun_elsewhere(request) >= MAX_BEGINNINGS:
            wait = BEGINNINGS_SECONDS
        if wait:
            language = preferred_language(request)
            says = translator(language)(TOO_MANY_BEGINNINGS_TEXT)
            return message_page(language, says, 429, **{"Retry-After": str(wait)})
        owner, grant = self._libraries.begin(request.cookies.get(self._cookie, ""))
        self._beginnings.record_failure(address, owner)
        response = forward_page(request, "/")
        response.headers[BEGUN_HEADER] = "1"
        set_key(response, self._cookie, grant.key, request)
        keep(response, self._cookie + HOUSE_COOKIE_SUFFIX, owner, request)
        return response

    def remember(self, response: Response, request: HTTPConnection, access: DeviceAccess, visitor: Visitor) -> None:
        """Let a new host find these tables at the home page from now on."""
        if visitor.is_host:
            keep(response, self._cookie + HOUSE_COOKIE_SUFFIX, access.guests.owner, request)

    def host_question(self, request: HTTPConnection, access: DeviceAccess, visitor: Visitor | None) -> Text | None:
        """Ask a browser that would get another home page or more rights, or comes from elsewhere."""
        home = self._home(request)
        is_more = visitor is not None and not visitor.is_host
        if not (is_more or home not in ("", access.guests.owner) or withholds_key(request, self._cookie)):
            return None
        return HOME_QUESTION_TEXT

    def language(self, access: DeviceAccess | None) -> str:
        """Return the language that the owner has chosen."""
        return self._libraries.library_of(access.guests.owner).settings.get("language") if access is not None else ""


def _begun_elsewhere(request: HTTPConnection) -> int:
    """Return how many owners this address has made at all processes by the proxy's count."""
    count = request.headers.get(BEGUN_HEADER, "")
    return int(count) if count.isascii() and count.isdecimal() and len(count) < 20 else 0


def _label(match: Match, library: Library, translate: Translate) -> str:
    label = f"{translate(library.summary(match.game).title)}: {', '.join(match.seats)}"
    if library.tenancy is None or (at := library.tenancy.erasure_times().get(match.id)) is None:
        return label
    says = Text("Nobody has opened it for long: it is erased on {day}. Opening it keeps it.", day=format_day(at))
    return f"{label}. {translate(says)}"


def table_of(request: HTTPConnection) -> str:
    """Return the table in the path of a page or of an endpoint below it; empty for none."""
    below = request.scope.get(TABLE_KEY)
    if below:
        return str(below)
    parts = str(request.scope["path"]).split("/", 3)
    return parts[2] if parts[:2] == ["", "t"] and parts[2:] else ""
