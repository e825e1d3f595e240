"""Darkmoor's table screen without a browser: taps of a turn, and the table's card list."""

import asyncio
import json
import re
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from companion.access.permissions import Access
from companion.exchange.custom_cards import CardImportError, CustomCards
from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.storage.cards import MAX_CARDS
from companion.storage.matches import Storage
from companion.ui.games.darkmoor.deck import import_cards
from companion.ui.screens.table.screen import TableScreen
from rules.darkmoor.game import GAME
from rules.darkmoor.model.cards import CARD_TEMPLATES, HeroCard, LocationCard, MinionCard
from rules.darkmoor.model.events import Began, Located, Played, TurnedUp
from rules.darkmoor.phases.scoring import scores
from rules.engine import WentTo
from rules.registry import GAMES
from tests.support.card_files import card_file
from tests.support.games.darkmoor import minion
from tests.support.ui.headless import NOWHERE, Phone

pytestmark = pytest.mark.usefixtures("quick")

Journey = Callable[[Phone, Table], Coroutine[Any, Any, None]]


def sit_down(tmp_path, players: int = 3, vp: int = 5) -> tuple[Library, Table]:
    """A table at Ana's first turn, with a hero of threshold six next."""
    library = Library(Storage(tmp_path), GAMES)
    table = library.matches.create("darkmoor", ("Ana", "Beto", "Cira", "Dani")[:players])
    for name in ("Moor", "Fen", "Crag", "Gate", "Keep")[: players + 1]:
        say(table, Located((LocationCard(name, vp=vp),)))
    say(table, TurnedUp((HeroCard("Mad Malis", threshold=6),)))
    say(table, Began(0))
    return library, table


def say(table: Table, event: Any) -> None:
    table.answer(table.prompt_id, event)


def own(library: Library) -> CustomCards:
    return CustomCards(Access(library.storage, True), GAME.key, CARD_TEMPLATES, GAME.catalogues)


def on_phone(
    library: Library, table: Table, journey: Journey, size: tuple[int, int] = (390, 844), chair: DeviceRole = HOST_ROLE
) -> None:
    async def run() -> None:
        phone = await Phone(*size).show(TableScreen, table, library, chair, NOWHERE)
        await journey(phone, table)

    asyncio.run(run())


class Taps:
    """Test phone that counts its taps."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.n = phone, 0

    async def __call__(self, *names: str) -> None:
        for name in names:
            await self.phone.tap(name)
            self.n += 1


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)])
def test_a_turn_with_a_known_minion_is_two_taps(tmp_path, size: tuple[int, int]) -> None:
    """A turn with a known minion takes two taps.

    They are the location and the minion; attack and escape ask nothing, then the next hero is asked for. RD L91: Mad
    Malis is in the box by then, so another one comes.
    """
    library, table = sit_down(tmp_path)
    own(library).save_card("heroes", HeroCard("Lady Grim", threshold=8))
    own(library).save_card("minions", MinionCard("Ogre", peril=3, vp=4))

    async def journey(phone: Phone, table: Table) -> None:
        tap = Taps(phone)
        await tap("Fen, ", "Ogre")
        assert (tap.n, table.state.active) == (2, 1)
        await tap("Fen, ", "Ogre")
        assert tap.n == 4
        assert table.prompt is not None
        assert table.prompt.rule == "RD-26"  # six: he came, Beto's own Ogre was defeated, Ana's escaped
        await tap("Lady Grim")
        assert (tap.n, table.state.active) == (5, 2)
        assert [m.card.name for m in table.state.places[1].haven] == ["Ogre"]

    on_phone(library, table, journey, size)


def test_a_minion_in_no_list_is_one_number(tmp_path) -> None:
    """Of a minion in no list only its peril is asked, one tap after its location: nothing else counts during the turn.

    One more tap says that its ability has been carried out. Its VP are a question mark until somebody reads them.
    """
    library, table = sit_down(tmp_path)

    async def journey(phone: Phone, table: Table) -> None:
        tap = Taps(phone)
        await tap("Moor, ")
        assert "A minion in no list: what peril?" in phone.texts()
        assert [name for name in phone.names() if name.startswith("VP ")] == []
        await tap("peril 2")
        card = table.state.places[0].horde[0].card
        assert (card.name, card.peril, card.is_vp_unknown) == ("", 2, True)
        assert "a minion of Ana: peril 2, ? VP" in phone.names()
        await tap("Done")
        assert (tap.n, table.state.active) == (3, 1)
        assert own(library).custom_cards("minions") == {}

    on_phone(library, table, journey)


def test_vp_that_are_read_in_the_scoring_are_kept(tmp_path) -> None:
    """RD L115: the VP of a card with a name are known when it is met again, with the peril of the time before."""
    library, table = sit_down(tmp_path, players=2)
    say(table, Played(0, (MinionCard("Owl", peril=2, vp=0, is_vp_unknown=True),)))
    table.jump_to(WentTo("RD-28").rule)

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("VP 4")
        assert table.state.outcome is not None
        kept = own(library).custom_cards("minions")["Owl"]
        assert (kept.vp, kept.is_vp_unknown, kept.peril) == (4, False, 2)

    on_phone(library, table, journey)


def seat_notes(phone: Phone) -> list[str]:
    """What the seats say of the score: VP, tokens, and whether something is still to be read."""
    said = [name for name in phone.names() if ", VP if it ended now " in name]
    said = [name.removesuffix(", This player's turn") for name in said]
    return [re.sub(r"cards in hand \d+, (\d+) in tokens( · )?", r"\1", name) for name in said]


def test_unread_vp_are_asked_when_they_count(tmp_path) -> None:
    """RD L115: the VP of a minion count in the scoring, so those that nobody has read are asked there, a tap each.

    Until then the score says that something is missing, and its sheet can say the number at any time.
    """
    library, table = sit_down(tmp_path, players=2)
    for peril in (2, 3):
        say(table, Played(0, (MinionCard("", peril=peril, vp=0, is_vp_unknown=True),)))
    table.jump_to(WentTo("RD-28").rule)

    async def journey(phone: Phone, table: Table) -> None:
        assert "a minion of Ana, number 1 in the haven of Moor: how many VP?" in phone.texts()
        assert [name for name in phone.names() if name.startswith("VP ")] == [f"VP {n}" for n in range(10)]
        await phone.tap("VP 4")
        await phone.tap("Close")
        assert seat_notes(phone) == ["Ana, VP if it ended now 4, 0", "Beto, VP if it ended now 5, 0+?"]
        await phone.tap("Undo")
        assert seat_notes(phone) == ["Ana, VP if it ended now 0, 0+?", "Beto, VP if it ended now 5, 0+?"]
        await phone.tap("Its VP")
        await phone.tap("VP 7")
        await phone.tap("VP 1")
        assert table.state.outcome.winners == (0,)
        assert [score.total for score in scores(table.state)] == [7, 6]

    on_phone(library, table, journey)


def test_the_vp_of_a_minion_are_told_on_its_sheet(tmp_path) -> None:
    """Whoever reads the VP before the scoring sets them on the minion's sheet, and they are not asked any more."""
    library, table = sit_down(tmp_path, players=2)
    say(table, Played(0, (MinionCard("", peril=2, vp=0, is_vp_unknown=True),)))

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("a minion of Ana: peril 2, ? VP")
        await phone.tap("More: VP on the card")
        await phone.tap("Close")
        assert "a minion of Ana: peril 2, 1 VP" in phone.names()
        table.jump_to(WentTo("RD-28").rule)
        assert table.state.outcome is not None

    on_phone(library, table, journey)


def test_only_what_the_rules_leave_out_is_asked_of_a_card(tmp_path) -> None:
    """A location that the rules name without its VP asks for that number alone, and offers no form."""
    library = Library(Storage(tmp_path), GAMES)
    table = library.matches.create("darkmoor", ("Ana", "Beto"))

    async def journey(phone: Phone, table: Table) -> None:
        tap = Taps(phone)
        await tap("Valley of Teeth")
        assert phone.names() == ["Close", "Back to the cards", *(f"VP {n}" for n in range(1, 9))]
        await tap("Back to the cards", "Valley of Teeth", "VP 6")
        card = table.state.places[0].card
        assert (card.vp, card.when, card.does) == (6, "played", "vp")

    on_phone(library, table, journey)


def test_a_location_and_a_hero_in_no_list_are_one_tap(tmp_path) -> None:
    """Of a location only its VP are asked, of a hero only the threshold: one tap, without a name or an ability."""
    library = Library(Storage(tmp_path), GAMES)
    table = library.matches.create("darkmoor", ("Ana", "Beto"))

    async def journey(phone: Phone, table: Table) -> None:
        tap = Taps(phone)
        assert "A location in no list: how many VP?" in phone.texts()
        await tap("VP 4", "VP 1", "VP 8")
        assert [place.card for place in table.state.places] == [LocationCard(vp=n) for n in (4, 1, 8)]
        assert "A hero in no list: what threshold?" in phone.texts()
        await tap("peril threshold 7")
        assert (tap.n, table.state.hero.threshold) == (4, 7)

    on_phone(library, table, journey)


def test_a_card_met_during_a_turn_is_a_name_and_a_number(tmp_path) -> None:
    """A card may be given a name as it is met: the name and its number, no page about its ability.

    From then on it is one tap; the number is asked no more.
    """
    library, table = sit_down(tmp_path)

    async def journey(phone: Phone, table: Table) -> None:
        tap = Taps(phone)
        await tap("Moor, ", "Give it a name")
        await phone.type("Name", "Bog Witch")
        offered = [name for name in phone.names() if not name.startswith("peril ")]
        assert offered == ["Close", "Back to the cards"]
        await tap("peril 3", "Done", "Fen, ", "Bog Witch")
        assert table.state.places[1].horde[0].card == own(library).custom_cards("minions")["Bog Witch"]
        card = table.state.places[0].horde[0].card
        assert (card.name, card.peril, card.is_vp_unknown, card.when) == ("Bog Witch", 3, True, "unsaid")

    on_phone(library, table, journey)


def test_an_ability_is_a_sentence_that_is_picked(tmp_path) -> None:
    """What a card does is said in the list of cards by picking a sentence; from then on it acts by itself.

    Only what the sentence leaves open is asked, and its sheet says what it does.
    """
    library, table = sit_down(tmp_path)
    own(library).save_card("minions", MinionCard("Bog Witch", peril=1, when="unsaid", vp=0, is_vp_unknown=True))

    async def journey(phone: Phone, table: Table) -> None:
        tap = Taps(phone)
        await tap("The cards of this table", "Change the card: Bog Witch", "undead", "More: VP")
        await tap("As it is played, it gets 1 VP in tokens", "More: how many tokens")
        assert "As it is played, it gets 2 VP in tokens" in phone.texts()
        await tap("it may: the card says so", "it must, if it can", "Keep the card")
        kept = own(library).custom_cards("minions")["Bog Witch"]
        assert (kept.kind, kept.vp, kept.is_vp_unknown) == ("undead", 1, False)
        assert (kept.when, kept.does, kept.on, kept.n, kept.also) == ("played", "vp", "self", 2, "")
        assert "As it is played, it gets 2 VP in tokens" in phone.texts()
        await tap("Close", "Moor, ", "Bog Witch")
        assert table.state.places[0].horde[0].vp_tokens == 2
        await tap("Bog Witch (Ana)")
        assert "As it is played, it gets 2 VP in tokens" in phone.texts()

    on_phone(library, table, journey)


def test_what_no_sentence_says_is_put_together(tmp_path) -> None:
    """An ability for which there is no sentence is put together from its parts, and found so again."""
    library, table = sit_down(tmp_path)

    async def journey(phone: Phone, table: Table) -> None:
        tap = Taps(phone)
        await tap("The cards of this table", "A new card", "None of these: put it together")
        await phone.type("name", "Sly Imp")
        await tap("immediate: when it is played", "VP tokens", "any minion", "it may: the card says so")
        await tap("Keep the card", "Change the card: Sly Imp")
        assert "immediate: when it is played" in phone.names()
        await tap("Back to the cards", "Close", "Moor, ", "Sly Imp")
        assert "Sly Imp (Ana): which minion?" not in phone.texts()  # alone in the hordes
        await tap("Moor, ", "Sly Imp")
        assert "None of them" in phone.names()
        assert own(library).custom_cards("minions")["Sly Imp"].may == "may"

    on_phone(library, table, journey)


def test_a_location_is_laid_out_once(tmp_path) -> None:
    """A location that has been laid out is not offered again, nor is the other side of its card.

    It makes no difference which of the two sides names the other.
    """
    library = Library(Storage(tmp_path), GAMES)
    for card in (LocationCard("Fen", back="Marsh"), LocationCard("Marsh"), LocationCard("Crag")):
        own(library).save_card("locations", card)
    table = library.matches.create("darkmoor", ("Ana", "Beto"))

    async def journey(phone: Phone, table: Table) -> None:
        tap = Taps(phone)
        await tap("Marsh")
        assert not {"Fen", "Marsh"} & set(phone.names())
        await tap("Crag")
        assert not {"Fen", "Marsh", "Crag"} & set(phone.names())
        await tap("VP 3")
        assert [place.card.name for place in table.state.places] == ["Marsh", "Crag", ""]

    on_phone(library, table, journey)


def test_a_hero_in_the_box_is_not_offered_again(tmp_path) -> None:
    """RD L91: a hero who has attacked goes back into the box, so he is not among those who may be revealed."""
    library, table = sit_down(tmp_path)
    own(library).save_card("heroes", HeroCard("Lady Grim", threshold=6))
    own(library).save_card("minions", MinionCard("Ogre", peril=6))

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("Fen, ")
        await phone.tap("Ogre")
        assert table.prompt is not None
        assert table.prompt.rule == "RD-26"
        assert "Mad Malis" not in phone.names()
        assert "Lady Grim" in phone.names()

    on_phone(library, table, journey)


def test_a_minion_already_played_is_not_offered_again(tmp_path) -> None:
    """RD L63: "juega cualquier carta de tu mano": a minion that lies in a horde, a haven or the discard is in no hand.

    The decks are identical (L6), so the others still hold theirs. A deck may hold two of one name, of which the text
    says nothing: a tap below the list, or its name in the search, brings those already played back, marked.
    """
    library, table = sit_down(tmp_path)
    for name in ("Ogre", "Zombie"):
        own(library).save_card("minions", MinionCard(name, peril=1))
    say(table, Played(0, (MinionCard("Ogre", peril=1),)))

    def offered(phone: Phone) -> list[str]:
        return [name for name in phone.names() if name in ("Ogre", "Zombie")]

    async def journey(phone: Phone, table: Table) -> None:
        for place in ("Fen, ", "Crag, "):  # Beto's and Cira's
            await phone.tap(place)
            assert offered(phone) == ["Ogre", "Zombie"]
            assert "Already played" not in phone.texts()
            await phone.tap("Zombie")
        await phone.tap("Gate, ")
        assert offered(phone) == ["Zombie"]
        await phone.tap("1 card already played")
        assert offered(phone) == ["Zombie", "Ogre"]
        assert phone.texts().count("Already played") == 1
        await phone.tap("Ogre")
        assert [m.card.name for m in table.state.places[3].horde] == ["Ogre"]

    on_phone(library, table, journey)


def test_a_card_says_whether_its_ability_must_be_used(tmp_path) -> None:
    """RD L64: an ability must be done; a card that says "may" is entered as such, and its player is then asked."""
    library, table = sit_down(tmp_path)
    own(library).save_card("minions", MinionCard("Sly Imp", when="unsaid"))

    async def journey(phone: Phone, table: Table) -> None:
        tap = Taps(phone)
        await tap("The cards of this table", "Change the card: Sly Imp")
        assert "it may: the card says so" not in phone.names()
        await tap("As it is played, it gets 1 VP in tokens", "it may: the card says so", "Keep the card")
        assert own(library).custom_cards("minions")["Sly Imp"].may == "may"
        await tap("Close", "Moor, ", "Sly Imp")
        assert "Sly Imp (Ana): is its ability used?" in phone.texts()
        await tap("It is not used")
        assert (table.state.places[0].horde[0].vp_tokens, table.state.active) == (0, 1)

    on_phone(library, table, journey)


def test_a_locations_sheet_says_who_controls_it(tmp_path) -> None:
    """A tap on a location shows its haven and who would control it, and by what."""
    library, table = sit_down(tmp_path, players=2)
    for place, card in ((0, minion(peril=2)), (0, minion(peril=4))):
        say(table, Played(place, (card,)))

    async def journey(phone: Phone, table: Table) -> None:
        say(table, TurnedUp((HeroCard("Lady Grim", threshold=9),)))
        await phone.settle()
        await phone.tap("Moor: 5 VP, peril 0 of 9")
        assert "As it stands, Ana controls it (most peril)" in phone.texts()

    on_phone(library, table, journey)


def test_the_tables_cards_are_changed_and_forgotten(tmp_path) -> None:
    """The table's own cards can be changed and deleted, printed cards cannot.

    The list has minions, heroes and locations.
    """
    library, table = sit_down(tmp_path)
    own(library).save_card("heroes", HeroCard("Lady Grim", threshold=8))

    async def journey(phone: Phone, table: Table) -> None:
        tap = Taps(phone)
        await tap("The cards of this table", "Heroes")
        assert "Forget the card: Mad Malis" not in phone.names()
        await tap("Change the card: Lady Grim", "More: peril threshold", "Keep the card")
        assert own(library).custom_cards("heroes")["Lady Grim"].threshold == 9
        await tap("Forget the card: Lady Grim")
        assert "Lady Grim is forgotten." in phone.texts()
        assert own(library).custom_cards("heroes") == {}
        await tap("Locations", "A new card", "Keep the card")
        assert "Without a name a card cannot be found again." in phone.texts()

    on_phone(library, table, journey)


def test_a_minion_is_put_right_by_hand(tmp_path) -> None:
    """A minion's sheet corrects tokens, location and defeat in a tap or two, with undo."""
    library, table = sit_down(tmp_path)
    for place, name in ((0, "Imp"), (0, "Rat"), (1, "Bat")):
        say(table, Played(place, (minion(name, text=f"{name} bites."),)))

    async def journey(phone: Phone, table: Table) -> None:
        tap = Taps(phone)
        await tap("Rat (Beto): peril 1, 1 VP")
        assert "Beside it: Imp (Ana)" in phone.texts()
        assert "Rat bites." in phone.texts()
        await tap("More: VP tokens")
        assert table.state.places[0].horde[1].vp_tokens == 1
        await tap("To the back of a horde", "Crag")
        assert [m.card.name for m in table.state.places[2].horde] == ["Rat"]
        assert [name for name in phone.names() if name.startswith("Rat (Beto): peril 1, 1+1 VP")]
        await tap("Imp (Ana)", "It is defeated")
        assert table.state.places[0].horde == ()
        await tap("Undo")
        assert [m.card.name for m in table.state.places[0].horde] == ["Imp"]

    on_phone(library, table, journey)


def test_who_looks_on_changes_no_card(tmp_path) -> None:
    """A spectator can read all cards and change none."""
    library, table = sit_down(tmp_path)

    async def journey(phone: Phone, table: Table) -> None:
        await phone.tap("The cards of this table")
        assert "Dire Bear" in phone.texts()
        assert not {"A new card", "Change the card: Dire Bear", "Write a file"} & set(phone.names())

    on_phone(library, table, journey, chair=DeviceRole(is_spectator=True))


def test_the_sums_are_shown_with_their_arithmetic(tmp_path) -> None:
    """The score sheet shows who controls each location, the parts of each sum, and the total."""
    library, table = sit_down(tmp_path, players=2)
    for place, card in ((0, minion(peril=2, vp=4)), (1, minion(peril=1, vp=2)), (0, minion(peril=1, vp=3))):
        say(table, Played(place, (card,)))
    table.adjust("seat.1.tokens", 4)
    table.jump_to(WentTo("RD-28").rule)

    async def journey(phone: Phone, table: Table) -> None:
        assert table.state.outcome.winners == (0,)
        for said in ("3 › +5", "1 › +5", "4+3", "most peril", "VP in all", "12", "11"):
            assert said in phone.texts(), said
        assert "Ana wins" in phone.texts()

    on_phone(library, table, journey)


# --- import and export -------------------------------------------------------------------------------------------


def test_cards_are_taken_along_as_a_file(tmp_path) -> None:
    """Cards exported by one table are imported whole by another, beside its own.

    Cards of other games are not in the file.
    """
    one, other = (own(Library(Storage(tmp_path / name), GAMES)) for name in ("one", "other"))
    cards = {"Ogre": MinionCard("Ogre", peril=3, when="moved"), "Ñandú": MinionCard("Ñandú", text="Corre.")}
    for card in cards.values():
        one.save_card("minions", card)
    one.save_card("locations", LocationCard("Fen", vp=7, back="Marsh"))
    one.access.storage.cards.save("four_souls", "effects", "Bomba", [])
    other.save_card("minions", MinionCard("Imp"))
    data = one.export_cards()
    assert b"four_souls" not in data
    assert other.import_cards(data) == 3
    assert other.custom_cards("minions") == {**cards, "Imp": MinionCard("Imp")}
    assert other.custom_cards("locations")["Fen"].back == "Marsh"


GOOD = ["darkmoor", "minions", "Ogre", {"peril": 3}]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "That is no file of cards."),
        (b"\xff\xd8\xff", "That is no file of cards."),
        (b'{"a": 1}', "That is no file of cards."),
        (json.dumps([GOOD]).encode(), "That is no file of cards."),
        (card_file(GOOD).replace(b'"format": 1', b'"format": 99'), "That file was written by a newer Sobremesa"),
        (b"[" * 100_000, "That is no file of cards."),
        (card_file(GOOD, "Ogre"), "That is no file of cards."),
        (card_file(), "There are no cards of this game in that file."),
        (card_file(["four_souls", "effects", "Bomba", []]), "There are no cards of this game"),
        (card_file(GOOD, ["darkmoor", "minions", "Gnat", {"peril": -1}]), "The card Gnat in that file"),
        (card_file(GOOD, ["darkmoor", "minions", "Gnat", {"wings": 2}]), "The card Gnat in that file"),
        (card_file(GOOD, ["darkmoor", "minions", "Gnat", [1]]), "The card Gnat in that file"),
        (card_file(GOOD, ["darkmoor", "dragons", "Smaug", {}]), "The card Smaug in that file"),
        (card_file(GOOD, ["darkmoor", "minions", "x" * 41, {}]), "The card xxxx"),
        (card_file(*[GOOD] * (MAX_CARDS + 1)), "That file is too large for cards."),
    ],
)
def test_a_bad_file_is_told_in_words_and_nothing_changes(tmp_path, data: bytes, says: str) -> None:
    """A bad card file is refused with a sentence, and none of its cards is imported."""
    cards = own(Library(Storage(tmp_path), GAMES))
    cards.save_card("minions", MinionCard("Imp"))
    with pytest.raises(CardImportError):
        cards.import_cards(data)
    said = translator("en")(import_cards(cards, data))
    assert said.startswith(says)
    assert said.endswith("Nothing was imported.")
    assert list(cards.custom_cards("minions")) == ["Imp"]


def test_what_does_not_fit_any_more_is_left_out(tmp_path) -> None:
    """A stored card that no longer fits the game's format is not offered."""
    cards = own(Library(Storage(tmp_path), GAMES))
    cards.access.storage.cards.save("darkmoor", "minions", "Odd", {"peril": "many"})
    cards.access.storage.cards.save("darkmoor", "minions", "Even", {"peril": 4})
    assert list(cards.custom_cards("minions")) == ["Even"]
