"""The page without a server: first visit, offline, photo and live camera, a new version."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import cv2
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect, sync_playwright

from companion.dice.capture import read_capture_file
from companion.exchange import qr
from companion.exchange.pieces import PieceCollection, split_into_pieces
from companion.library.library import Library
from page.build import ASSETS, write_worker
from rules.registry import GAMES
from tests.support.installed_app import Head, check_pictures, check_scripts, leads_home
from tests.support.paths import FIXTURES
from tests.support.symbol_dice import photos
from tests.support.ui import browser as driving
from tests.support.ui import layout as reach
from tests.support.ui.die_photo import FACE, PHOTO
from tests.support.ui.fake_camera import DOUBLE, ES, FIVE, before_a_camera, film, film_flags
from tests.support.ui.four_souls_setup import sit_down
from tests.support.ui.page_reader import read_in_page, reading_summary, start_reader
from tests.support.ui.published_page import PATIENCE, UNTOLD, PublishedPage, wait_until_kept
from vision import decode
from vision.images.codes import read_qr_code

FORGET = """async () => Promise.all(
    (await indexedDB.databases()).map(({ name }) => new Promise((resolve, reject) => {
        const gone = indexedDB.deleteDatabase(name);
        [gone.onsuccess, gone.onerror, gone.onblocked] = [resolve, reject, () => reject(new Error('still open'))];
    })))"""
"""Script that erases all games of the browser."""

HAS_THE_GAMES = """() => navigator.locks.request('tab', async () => {
  const { held } = await navigator.locks.query();
  const [mine, having] = ['tab', 'sobremesa'].map((wanted) => held.find(({ name }) => name === wanted)?.clientId);
  return mine === having;
})"""
"""Script that tells whether this tab has the games."""

BUSY = "() => { setTimeout(() => { const end = Date.now() + 3000; while (Date.now() < end); }, 0); }"
"""Script after which the tab can neither answer nor close for three seconds."""

LATE = """Object.defineProperty(navigator.serviceWorker, 'ready', { value: (async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await new Promise((resolve) => { registration.addEventListener('updatefound', resolve, { once: true }); });
  return registration;
})() });"""
"""Script with which the page listens to its offline worker only after a new version was found, as on a slow device."""

FULL = """() => {
  globalThis.put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException('no room', 'QuotaExceededError'); };
}"""
"""Script for the app's worker after which the browser's storage takes nothing."""

TIMED = """() => {
  globalThis.looks = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    const begun = performance.now();
    const heard = ({ data }) => {
      if (data[0] !== message[0]) return;
      looks.push([begun, performance.now()]);
      this.removeEventListener('message', heard);
    };
    this.addEventListener('message', heard);
    return post.call(this, message, ...more);
  };
}"""
"""Script for the app's worker that notes when each job of the reader begins and ends, in milliseconds."""


TOLD = """
globalThis.told = [];
addEventListener('page-drawn', () => { globalThis.drawn = Date.now() / 1000; });
new MutationObserver(() => {
  const line = document.querySelector('#opening p')?.textContent;
  if (line && line !== told.at(-1)) told.push(line);
}).observe(document, { subtree: true, childList: true });
"""
"""Script that notes each line of the start screen, and when the home page is drawn."""

OFFERED = """() => {
  globalThis.heard = [];
  const channel = globalThis.other = new BroadcastChannel('sobremesa-page');
  channel.onmessage = ({ data }) => { if (data.kind === 'install') heard.push(data.how); };
  channel.postMessage({ kind: 'ask' });
  const offer = new Event('beforeinstallprompt', { cancelable: true });
  offer.prompt = async () => heard.push('asked');
  dispatchEvent(offer);
  heard.push(offer.defaultPrevented);
  channel.postMessage({ kind: 'install-now' });
}"""
"""Script with which the browser offers to install the page and the app takes it."""

SIZES = (320, 568), (390, 844), (834, 1112)
"""Points of a small phone, a phone and a tablet."""
EXPORTED = (FIXTURES / "releases" / "1.0.0" / "2-four_souls.jsonl").read_bytes()
"""A game that another phone has exported."""
LANGUAGES = {
    "es": ("Español", "King of Tokyo", "2 jugadores", "Empezar", "¿Quién empieza?", "Menú", "Sobremesa ocupa"),
    "en": ("English", "Malifaux 2E", "2 players", "Start", "Which crews", "Menu", "Sobremesa takes"),
}
"""What is tapped and read on the way, in each language."""


@pytest.fixture(scope="module")
def reel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The film that the camera shows."""
    path = tmp_path_factory.mktemp("camera") / "film.mjpeg"
    film(path, DOUBLE.still(30, (0, 1)))
    return path


@pytest.fixture(scope="module")
def chromium(installed: None, reel: Path) -> Iterator[Browser]:
    """A Chromium with that film as its camera, which optimises code as on a phone."""
    with sync_playwright() as playwright, driving.chromium(playwright, *film_flags(reel)) as browser:
        yield browser


@pytest.fixture(scope="module")
def visitor(page: PublishedPage, chromium: Browser) -> Iterator[BrowserContext]:
    """A phone's browser that was at the page once and keeps all its files."""
    with pytest.MonkeyPatch.context() as patch, new_browser(chromium) as context:
        patch.setattr(driving, "PATIENCE", PATIENCE)
        tab = context.new_page()
        page.open(tab).sees("La mesa aún está vacía")
        assert wait_until_kept(tab) > 40
        tab.close()
        yield context


@pytest.fixture
def tab(visitor: BrowserContext, page: PublishedPage, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """A tab of a browser that knows the page and has no games."""
    monkeypatch.setattr(driving, "PATIENCE", PATIENCE)
    tab = visitor.new_page()
    tab.on("console", lambda said: print(said.text))  # told with a failure
    tab.on("pageerror", lambda error: print(error))
    tab.on("requestfailed", lambda request: print("failed:", request.url))
    tab.goto(page.url + "version.json")
    tab.evaluate(FORGET)
    yield tab
    for one in visitor.pages:
        one.close()


@contextmanager
def new_browser(chromium: Browser) -> Iterator[BrowserContext]:
    """A phone's browser of its own, with nothing kept."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="es-ES")
    context.add_init_script(driving.HINTS_SEEN)
    yield context
    context.close()


def test_the_page_names_our_icons_and_no_other(page: PublishedPage) -> None:
    """Every address in page and manifest is there and ours, and no icon of Flet's is left."""

    def fetched(path: str) -> bytes:
        with urllib.request.urlopen(page.url + path, timeout=10) as answer:
            return bytes(answer.read())

    html = fetched("").decode()
    head = Head(html)
    (manifest,) = (link["href"] for link in head.links if link["rel"] == "manifest")
    told = json.loads(fetched(manifest))
    assert fetched(manifest) == (ASSETS / "manifest.json").read_bytes()
    assert check_pictures(head, told, fetched) == 10
    check_scripts(html, head, fetched)
    assert set(leads_home(told, page.url)) == {page.url}
    assert sorted(path.name for path in (page.folder / "icons").iterdir()) == sorted(
        path.name for path in (ASSETS / "icons").iterdir()
    )


@pytest.mark.landing
def test_after_the_first_visit_it_needs_no_network(page: PublishedPage, tab: Page) -> None:
    """With the server gone a new game begins, a photo is the roll, and the shortcut comes back to the same question.

    The log has kept the photo. The browser refuses the live camera here.
    """
    page.stop()
    try:
        phone = page.open(tab).sees("La mesa aún está vacía")
        sit_down(phone)
        phone.tap("Atacar Anillo de moscas").sees("Tira un dado contra Anillo de moscas")
        phone.tap(re.compile("^Cámara")).sees("El navegador no deja usar la cámara")
        phone.upload(PHOTO, "Foto de los dados")
        phone.sees(f"Tirada de {FACE}: ¿alguien responde?", "Acierta: 1 de daño a Anillo de moscas")
        tab.wait_for_timeout(1500)  # the app writes to the browser's storage every half a second
        again = page.open(tab, "#/resume").sees(f"Tirada de {FACE}: ¿alguien responde?")
        again.tap("Detalles").tap("Historial").tap("La foto de los dados").sees("Ocultar la foto")
        again.tap("Atrás").tap("Cerrar").tap("Menú").sees("Sobremesa ocupa")
    finally:
        page.start()


def test_a_home_page_with_a_game_needs_no_later_code(page: PublishedPage, tab: Page) -> None:
    """What ``page/home_modules.txt`` names draws a saved game too; what that game asks is told after the drawing."""
    page.open(tab).tap("Retreat to Darkmoor").tap("2 jugadores").tap("Empezar").sees("Ubicación 1 de 3")
    tab.wait_for_timeout(1500)  # the app writes to the browser's storage every tenth of a second
    untold = tab.context.new_page()
    tab.close()
    untold.add_init_script(UNTOLD)
    page.open(untold).sees("Jugador 1 · Jugador 2").sees_no("Ubicación 1 de 3")
    app = next(worker for worker in untold.workers if worker.url.endswith("/python-worker.js"))
    assert app.evaluate("() => self.pyodide.FS.analyzePath('later.zip').exists") is False
    untold.close()
    page.open(tab.context.new_page()).sees("Ubicación 1 de 3")


def test_every_game_opens_from_the_later_code(page: PublishedPage, tab: Page, library: Library) -> None:
    """With the server gone each game is set up and asks its first question."""
    page.stop()
    try:
        for key in GAMES:
            asked = library.matches.create(key, ("Jugador 1", "Jugador 2")).prompt
            assert asked is not None
            page.open(tab, f"#/new/{key}").tap("Empezar").sees(ES(asked.title))
    finally:
        page.start()


def test_a_game_moves_by_its_codes_without_a_network(
    page: PublishedPage, tab: Page, reel: Path, tmp_path: Path
) -> None:
    """The codes on the page's screen are those of its game, and the camera of another page takes them in."""
    page.stop()
    try:
        phone = page.open(tab)
        sit_down(phone)
        phone.tap("Menú").tap("Compartir la partida").tap("Mostrar sus códigos")
        phone.sees("La partida en códigos").tap("Parar")
        collection = PieceCollection()
        while not collection.is_whole:
            assert collection.add(read_qr_code(decode(tab.screenshot()))), "another one each time"
            phone.tap("El código siguiente")
            tab.wait_for_timeout(500)
        assert "four_souls" in collection.join().decode()
        film(reel, [before_a_camera(qr.text_png(code)) for code in split_into_pieces(EXPORTED) for _ in range(30)])
        tab.context.grant_permissions(["camera"])
        phone = page.open(tab, "#/receive")
        phone.sees("La partida de Ana, Bea está ahora en la estantería.")
        phone.tap("Volver al inicio").sees("Ana · Bea")
    finally:
        tab.context.clear_permissions()
        film(reel, DOUBLE.still(30, (0, 1)))
        page.start()


SHARES = """
globalThis.shared = [];
navigator.canShare = ({ files }) => files.every(({ name, type }) => name.endsWith('.txt') && type === 'text/plain');
navigator.share = async ({ files }) => { for (const file of files) shared.push([file.name, await file.text()]); };
"""
"""Script that gives the page a system's sheet, which takes text files as Chromium's does."""


def test_a_game_is_shared_where_the_browser_has_a_sheet(page: PublishedPage, chromium: Browser) -> None:
    """The file that the sheet gets is the whole game; without a sheet there is no button."""
    with new_browser(chromium) as context:
        tab = context.new_page()
        tab.add_init_script(SHARES)
        phone = page.open(tab)
        sit_down(phone)
        phone.tap("Menú").tap("Compartir la partida").tap("Enviarla…")
        tab.wait_for_function("shared.length === 1")
        [[name, text]] = tab.evaluate("shared")
    assert name.startswith("four_souls-")
    assert name.endswith(".txt")
    head, *lines = map(json.loads, text.splitlines())
    assert (head["sobremesa"], head["game"], head["entries"]) == ("game", "four_souls", len(lines))


def test_the_first_visit_says_how_far_it_has_come(page: PublishedPage, chromium: Browser) -> None:
    """Megabytes until all is there, then the home page; the reader is fetched after it, and then it works offline.

    Flet's English word is never seen.
    """
    with new_browser(chromium) as context:
        context.add_init_script(TOLD)
        tab = context.new_page()
        page.asked.clear()
        tab.goto(page.url, wait_until="commit")
        tab.wait_for_selector("flt-semantics-placeholder", state="attached", timeout=PATIENCE)
        tab.evaluate("document.querySelector('flt-semantics-placeholder').click()")
        tab.wait_for_selector("#opening:not(.over)", state="detached", timeout=PATIENCE)
        phone = driving.Phone(tab, page)  # type: ignore[arg-type]
        assert "Working" not in phone.text
        lines, drawn = tab.evaluate("[told, drawn]")
        phone.sees("La mesa aún está vacía", "Ya funciona sin conexión.")
        early = {path for when, path in page.asked if when < drawn}
        assert any(path.endswith("app.tar.gz") for path in early)
        assert not [path for path in early if "/reader" in path or path.endswith("later.zip.zst")]
        asked = [path for _, path in page.asked if "?" not in path]
        assert any("/reader/" in path for path in asked)
        big = [path for path in asked if path.endswith((".wasm", ".whl", ".gz", ".zip", ".zst", "main.dart.js"))]
        assert len(big) == len(set(big)), "nothing large is fetched twice"
    told = [re.fullmatch(r"Descargando: (\d+) de (\d+) MB", line) for line in lines]
    counted = [int(one[1]) for one in told if one]
    assert counted
    assert counted == sorted(counted)
    assert [line for line, one in zip(lines, told, strict=True) if not one] in (
        ["Poniendo la mesa…"],
        ["Poniendo la mesa…"] * 2,
    )


def test_the_browser_is_asked_to_install_when_the_app_says_so(page: PublishedPage, tab: Page) -> None:
    """Its own offer is held back until then, is told to the app, and can be taken once."""
    tab.goto(page.url)
    wait_for_games(tab, page)
    tab.evaluate(OFFERED)
    tab.wait_for_function("heard.length === 5")
    heard = tab.evaluate("heard")
    assert (heard[0], heard[-1]) == (True, "")
    assert sorted(heard[1:-1]) == ["asked", "button", "button"]


def test_dice_are_read_live_without_a_network(
    page: PublishedPage, tab: Page, reel: Path, say: Callable[[str], None]
) -> None:
    """The viewfinder reads in the page: it stays open over a die too many, and one die is the roll without a tap.

    The log keeps its picture.
    """
    tab.context.grant_permissions(["camera"])
    page.stop()
    try:
        phone = page.open(tab)
        sit_down(phone)
        phone.tap("Atacar Anillo de moscas").sees("Tira un dado contra Anillo de moscas")
        app = next(worker for worker in tab.workers if worker.url.endswith("/python-worker.js"))
        app.evaluate(TIMED)
        film(reel, DOUBLE.still(30, (0, 1)))
        phone.tap(re.compile("^Cámara")).sees("Sobra 1 dado", "Veo 2 dados: toca el que cuenta.")
        looks = app.evaluate("() => looks")[1:]  # the first one waits for the reader
        film(reel, [*FIVE.still(2), *FIVE.throw((0,)), *FIVE.still(30, (0,))])
        close = phone.find("Cerrar")
        tapped = time.perf_counter()
        close.click()
        phone.sees_no("Sobra 1 dado")
        waited = time.perf_counter() - tapped
        phone.tap(re.compile("^Cámara"))
        phone.sees("Tirada de 5: ¿alguien responde?")
        phone.tap("Detalles").tap("Historial").tap("La foto de los dados").sees("Ocultar la foto")
    finally:
        tab.context.clear_permissions()
        page.start()
    took = sorted(end - begun for begun, end in looks)
    rate = 1000 * len(looks) / (looks[-1][1] - looks[0][0])
    line = f"{rate:.1f} frames a second until two dice are read, {median(took):.0f} ms each, {took[-1]:.0f} ms at most"
    line += f"; a tap meanwhile {1000 * waited:.0f} ms (aim 300)"
    say(f"the page's viewfinder: {line}")


def test_three_sizes_in_both_languages(page: PublishedPage, tab: Page) -> None:
    """On a small phone, a phone and a tablet nothing is cut off, covered or too small; pictures are kept."""
    wire = reach.Wire(tab, page)  # type: ignore[arg-type]
    for lang, (name, game, players, start, asked, menu, stored) in LANGUAGES.items():
        phone = page.open(tab)
        look_at(phone.tap(name), wire, f"page-{lang}-home")
        look_at(phone.tap(game).tap(players), wire, f"page-{lang}-set-up")
        look_at(phone.tap(start).sees(asked), wire, f"page-{lang}-question")
        look_at(phone.tap(menu).sees(stored), wire, f"page-{lang}-settings")


def look_at(phone: driving.Phone, wire: reach.Wire, name: str) -> None:
    """Check the layout in every size and photograph it."""
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        picture, boxes = reach.still(phone.page, wire)
        assert not reach.broken(picture), f"{name}, {width} × {height}: a part of it cannot be laid out"
        assert list(reach.wrong(boxes, width)) == [], f"{name}, {width} × {height}"
        phone.shot(f"{name}-{width}")
    phone.page.set_viewport_size({"width": 390, "height": 844})


def test_dice_are_taught_without_a_network(page: PublishedPage, tab: Page, tmp_path: Path) -> None:
    """The six signs of a set are taught by photos, a trial roll is read, and a reload keeps what was taught."""
    page.stop()
    try:
        phone = page.open(tab).tap("King of Tokyo").tap("2 jugadores").tap("Empezar")
        phone.tap("Menú").tap("Nuestros dados").sees("garra: 0 fotos", "en este navegador")
        for face, name in enumerate(("1", "2", "3", "corazón", "energía", "garra"), 1):
            phone.tap(f"{name}: 0 fotos")
            phone.upload_all(saved(tmp_path, photos(face, 2)), f"Enseñar {name}").sees(f"{name}: 2 fotos")
        phone.sees_no("Falta por enseñar").upload_all(saved(tmp_path, photos(5, 1, 410_004)), "Probar").sees(
            "enseña su"
        )
        phone.shot("page-taught")
        tab.wait_for_timeout(1500)  # the app writes to the browser's storage every half a second
        page.open(tab, "#/resume").tap("Menú").tap("Nuestros dados").sees("garra: 2 fotos")
    finally:
        page.start()


def test_dice_are_read_where_python_cannot_wait(page: PublishedPage, chromium: Browser) -> None:
    """A browser without JSPI has no onnxruntime-web for the nets: OpenCV runs them, and reads the same dice."""
    pictures = [as_png(path.read_bytes()) for path in sorted((FIXTURES / "scenes").glob("*.jpg"))[:3]]
    context = chromium.new_context(service_workers="block")
    context.route("**/reader-worker.js", without_waiting)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    start_reader(page, tab := context.new_page())
    read = [reading_summary(result) for result, _ in read_in_page(tab, pictures)]
    context.close()
    assert read == [reading_summary(read_capture_file(picture, 0)) for picture in pictures]
    assert [url for url in asked if "opencv" in url]
    assert not [url for url in asked if "onnxruntime" in url]


def as_png(jpeg: bytes) -> bytes:
    """The picture without loss: each browser's JPEG library spreads colors over the pixels in its own way."""
    return cv2.imencode(".png", decode(jpeg))[1].tobytes()


def without_waiting(route: Route) -> None:
    """Answer with the reader's worker for a browser that lacks JSPI."""
    script = route.fetch().text()
    lacks = "delete WebAssembly.Suspending; delete WebAssembly.promising;"
    body = f"import 'data:text/javascript,{lacks}';\n{script}"
    route.fulfill(body=body, content_type="text/javascript")


def saved(folder: Path, files: list[bytes]) -> list[Path]:
    """Write files that a browser can choose."""
    paths = [folder / f"{k}.jpg" for k in range(len(files))]
    for path, data in zip(paths, files, strict=True):
        path.write_bytes(data)
    return paths


def test_a_new_version_is_offered_and_never_forced(page: PublishedPage, tab: Page) -> None:
    """Another version is used once somebody wants it; until then the old one stays whole."""
    page.open(tab)
    version = page.folder / "version.json"
    before = version.read_text()
    try:
        version.write_text(before + " ")
        write_worker(page.folder)
        tab.add_init_script(LATE)
        page.open(tab)
        offer = tab.get_by_role("button", name="Usarla ahora")
        expect(offer).to_be_visible(timeout=PATIENCE)
        assert tab.evaluate("async () => (await fetch('version.json')).text()") == before
        with tab.expect_navigation(timeout=PATIENCE):
            offer.click()
        assert tab.evaluate("async () => (await fetch('version.json')).text()") == before + " "
    finally:
        version.write_text(before)
        write_worker(page.folder)


def wait_for_games(tab: Page, page: PublishedPage) -> None:
    """Wait until this tab has the games and says nothing of another one."""
    driving.Phone(tab, page).until(HAS_THE_GAMES)  # type: ignore[arg-type]
    expect(elsewhere(tab)).to_be_hidden()


def elsewhere(tab: Page) -> Locator:
    """What the tab says while another one has the games."""
    return tab.get_by_text("abierta en otra pestaña")


def test_one_tab_at_a_time_has_the_games(page: PublishedPage, tab: Page) -> None:
    """A second tab waits until it is wanted; then it has what the first one played, and the first one lets go."""
    page.open(tab).tap("Retreat to Darkmoor").tap("2 jugadores").tap("Empezar").sees("Ubicación 1 de 3")
    second = tab.context.new_page()
    second.goto(page.url)
    expect(elsewhere(second)).to_be_visible(timeout=PATIENCE)
    with second.expect_console_message(lambda said: "worker initialized" in said.text, timeout=PATIENCE):
        second.get_by_role("button", name="Seguir aquí").click()
    expect(elsewhere(tab)).to_be_visible(timeout=PATIENCE)
    second.wait_for_selector("flt-semantics-placeholder", state="attached", timeout=PATIENCE)
    phone = driving.Phone(second, page).wake()  # type: ignore[arg-type]
    phone.tap(re.compile("Darkmoor.*Seguir|Seguir")).sees("Ubicación 1 de 3")
    tab.get_by_role("button", name="Seguir aquí").click()
    expect(elsewhere(second)).to_be_visible(timeout=PATIENCE)
    wait_for_games(tab, page)


def test_a_tab_goes_on_once_the_other_one_is_closed(page: PublishedPage, tab: Page) -> None:
    """A tab that closes slowly is waited for; who waits says so after a while and needs no tap."""
    tab.goto(page.url)
    wait_for_games(tab, page)
    second, third = tab.context.new_page(), tab.context.new_page()
    second.goto(page.url)
    expect(elsewhere(second)).to_be_visible(timeout=PATIENCE)
    third.goto(page.url)
    tab.evaluate(BUSY)
    tab.close()
    wait_for_games(second, page)
    third.get_by_role("button", name="Seguir aquí").click()
    wait_for_games(third, page)
    expect(elsewhere(second)).to_be_visible(timeout=PATIENCE)


def test_the_tab_that_asked_last_has_the_games(page: PublishedPage, tab: Page) -> None:
    """Of two tabs that ask one after the other the second has the games, and the first does not take them later."""
    tab.goto(page.url)
    wait_for_games(tab, page)
    second, third = tab.context.new_page(), tab.context.new_page()
    for one in (second, third):
        one.goto(page.url)
        expect(elsewhere(one)).to_be_visible(timeout=PATIENCE)
    for one in (second, third):
        one.get_by_role("button", name="Seguir aquí").click()
    wait_for_games(third, page)
    third.wait_for_timeout(6000)  # a tab that asked takes the games from one that sleeps after five seconds
    wait_for_games(third, page)
    expect(elsewhere(second)).to_be_visible()


def test_a_tab_that_gave_up_while_it_opened_starts_nothing(page: PublishedPage, tab: Page) -> None:
    """Another tab takes the games before the app has started here: then it does not start any more, unseen."""
    tab.goto(page.url)
    wait_for_games(tab, page)
    tab.evaluate("new BroadcastChannel('sobremesa-page').postMessage({ kind: 'give' })")
    expect(elsewhere(tab)).to_be_visible(timeout=PATIENCE)
    tab.wait_for_selector("flutter-view", state="attached")
    tab.wait_for_timeout(4000)
    assert not tab.workers


def test_all_games_move_to_another_browser_in_a_file(
    page: PublishedPage, tab: Page, chromium: Browser, tmp_path: Path
) -> None:
    """The file of all games, saved in one browser, shows the same question in another one that had nothing."""
    phone = page.open(tab).tap("Retreat to Darkmoor").tap("2 jugadores").tap("Empezar")
    phone.tap("PV 4").sees("Ubicación 2 de 3").tap("Cerrar").tap("Menú")
    with tab.expect_download(timeout=PATIENCE) as saved:
        phone.tap("Guardar todas las partidas en un archivo")
    saved.value.save_as(tmp_path / saved.value.suggested_filename)
    with new_browser(chromium) as other:
        moved = page.open(other.new_page()).sees("La mesa aún está vacía")
        moved.upload(tmp_path / saved.value.suggested_filename, "Importar una partida de un archivo")
        moved.tap(re.compile("Seguir")).sees("Ubicación 2 de 3")


def test_a_browser_that_cannot_save_says_so(page: PublishedPage, tab: Page) -> None:
    """With no room left the page says that what is played is not kept, until there is room again.

    What it says covers nothing, and can be put away; all games are exported from there.
    """
    phone = page.open(tab)
    app = next(worker for worker in tab.workers if worker.url.endswith("/python-worker.js"))
    app.evaluate(FULL)
    phone.tap("Retreat to Darkmoor").tap("2 jugadores").tap("Empezar").sees("El navegador no guarda nada")
    phone.shot("page-full")
    with tab.expect_download(timeout=PATIENCE):
        phone.tap("Exportar ahora")
    phone.tap("Entendido").sees_no("El navegador no guarda nada")
    app.evaluate("() => { IDBObjectStore.prototype.put = put; }")
    phone.tap("PV 4").sees("Ubicación 2 de 3")
    tab.wait_for_timeout(2500)  # it is tried again every two seconds
    app.evaluate(FULL)
    phone.tap("PV 4").sees("El navegador no guarda nada")
    app.evaluate("() => { IDBObjectStore.prototype.put = put; }")
    phone.sees_no("El navegador no guarda nada")
    tab.wait_for_timeout(500)
    page.open(tab).tap(re.compile("Seguir")).sees("Ubicación 3 de 3")


def test_a_deleted_game_comes_back_from_the_day_s_copy(page: PublishedPage, tab: Page) -> None:
    """The browser keeps a copy of all games; one that is only there comes back with a tap, as it was."""
    phone = page.open(tab).tap("Retreat to Darkmoor").tap("2 jugadores").tap("Empezar")
    phone.tap("PV 4").sees("Ubicación 2 de 3")
    tab.wait_for_timeout(1500)  # the app writes to the browser's storage every tenth of a second
    phone = page.open(tab).sees("Seguir")
    tab.wait_for_timeout(1500)  # the copy is made as the app starts
    phone.tap("Exportar o borrar partidas").tap(re.compile("^Borrar la partida")).sees("¿Borrar esta partida?")
    tab.wait_for_timeout(driving.HUMAN)
    tab.get_by_role("button", name="Borrar", exact=True).last.click()
    phone.sees("La mesa aún está vacía")
    phone.tap("King of Tokyo").tap("2 jugadores").tap("Empezar").tap("Menú").sees("Cada día se hace aquí una copia")
    phone.tap(re.compile("Recuperar 1 partida")).sees_no("Recuperar 1 partida").shot("page-brought-back")
    page.open(tab).tap(re.compile("Darkmoor.*Seguir|Seguir.*Darkmoor")).sees("Ubicación 2 de 3")


def test_a_name_fetches_the_font_that_it_needs(page: PublishedPage, tab: Page) -> None:
    """Fonts of other scripts are fetched from the page's own host when a name needs them, not with the first visit."""
    answers: dict[str, int] = {}
    tab.context.on("response", lambda it: answers.update({it.url: it.status}) if "/noto" in it.url else None)
    phone = page.open(tab, "#/new/king_of_tokyo").sees("¿Quién juega?")
    assert not answers
    phone.type("Jugador 1", "王小明").sees("Color y signo: 王小明")
    phone.page.wait_for_timeout(3000)
    assert set(answers.values()) == {200}
    assert all(url.startswith(page.url) for url in answers)
