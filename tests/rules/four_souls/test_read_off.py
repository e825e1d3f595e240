"""FS-34, FS-59: what no source says is read from the card once: numbers, numbers of a die, which of two texts."""

from __future__ import annotations

import re

import pytest

from rules.engine import History, Undone
from rules.engine.record import replace
from rules.four_souls.game import GAME
from rules.four_souls.model.catalogue import monster_ability_texts, read_rows
from rules.four_souls.model.events import Aimed, Attacked, Played, ReadOff, RoomRevealed
from rules.four_souls.model.item_catalogue import FILES, item_cards
from rules.four_souls.model.state import rival_id, set_player
from rules.four_souls.triggers.read_card import questions_about_points
from tests.support.games.four_souls import FourSoulsTable, Target, table
from tests.support.games.four_souls_rooms import NAMES, in_room, settled, told, turn_of, until
from tests.support.games.table import english

rule = pytest.mark.rule
BETO = Target("seat", 1)


def read(t: FourSoulsTable, answer: int) -> FourSoulsTable:
    """Play on until something is read from a card, and answer what it says."""
    return until(t, lambda t: t.step == "read_off").do(ReadOff(answer))


def rolled(t: FourSoulsTable, face: int) -> FourSoulsTable:
    return until(t, lambda t: t.step == "roll_die").rolls(face)


def answers(t: FourSoulsTable) -> list[str]:
    """The answers that are offered."""
    return [english(choice.label) for choice in t.asked.choices]


def event_of(card: str) -> FourSoulsTable:
    """That event is turned up as a monster of Ana's turn has died."""
    t = table(*NAMES, cards__r="on")
    return t.triggers("Ana", t.to("fly", "kill")).passes_until("reveal").turns_up_other(name=card)


def uses(t: FourSoulsTable) -> list[Played]:
    """The uses of the room that need one tap."""
    found = [
        choice.event for choice in t.asked.choices if isinstance(choice.event, Played) and not choice.template.holes
    ]
    return [event for event in found if event.kind == "room"]


def counts(t: FourSoulsTable, what: str) -> list[int]:
    return [getattr(t.player(name), what) for name in NAMES]


def kept(t: FourSoulsTable) -> dict[str, int]:
    """What has been read from cards."""
    return {boost.card: boost.by for boost in t.s.boosts if boost.what == "read"}


# --- the questions ---------------------------------------------------------------------------------------------------


def test_every_open_point_of_the_data_has_its_question_and_answers_in_both_languages() -> None:
    """What a row marks with ``?`` or ``text=`` is asked in words, in both languages, and nothing else is."""
    rows = {row["id"]: row["does"] for file in FILES for row in read_rows(file)} | monster_ability_texts()
    kinds = {"life": "life", "evasion": "evasion", "attack": "attack"}
    due = set()
    for id, does in rows.items():
        due |= {f"{id}.{verb}" for verb in re.findall(r"(\w+):-?\?", does)}
        due |= {f"{id}.{measure}" for measure in re.findall(r"(\w+)(?:<=|>=|[<>=])\?", does)}
        due |= {f"{id}.{kinds[word]}" for word in re.findall(r"\b(evasion|attack) \?", does)}
        due |= {f"{id}.life"} if "? life" in does else set()
        due |= {f"{id}.text"} if "text=" in does else set()
        due |= {f"{id}.roll"} if "hit_by" in does else set()
    asked = questions_about_points()
    assert set(asked) == due
    for id, point in asked.items():
        texts = rows[id.partition(".")[0]]
        assert point.question.es.endswith("?")
        assert point.question.en.endswith("?")
        numbers = {int(n) for n in re.findall(r"text=(\d)", texts)} if id.endswith(".text") else set()
        assert numbers <= {n for n, _ in point.answers}


def test_what_was_read_is_undone_with_its_answer() -> None:
    """An undo asks again, and another answer counts; the log says what was read."""
    t = in_room("room-dice-room-2")
    history = History(GAME, t.s)
    assert english(GAME.describe(t.s, ReadOff(2))) == "Dice Room!!: When whoever has the turn uses it"
    history.record(ReadOff(2), 1)
    history.record(Undone(1), 2)
    assert (history.state, history.state.reading("room-dice-room-2", "text")) == (t.s, None)
    assert history.record(ReadOff(1), 3).reading("room-dice-room-2", "text") == 1


# --- the numbers of a die --------------------------------------------------------------------------------------------


def paying(t: FourSoulsTable, dice: int) -> FourSoulsTable:
    """Ana discards a loot card in the room for that many dice."""
    return t.do(next(event for event in uses(t) if event.cost and len(event.effects) == dice))


@rule("FS-59", "FS-105")
def test_key_master_asks_once_for_each_number_that_no_source_says() -> None:
    """A 6 brings a treasure and is not asked; a 2 does so as the table reads, and is not asked again."""
    t = in_room("room-key-master").by_hand("Ana", "loot", 3)
    settled(rolled(paying(t, 1), 6))
    assert (counts(t, "treasures"), t.player("Ana").loot) == ([1, 0, 0], 6)
    rolled(paying(t, 1), 2)
    until(t, lambda t: t.step == "read_off")
    assert answers(t) == ["Ana +1 item", "Nothing", "Something else, which we say each time"]
    settled(read(t, 1))
    settled(rolled(paying(t, 1), 2))
    assert (counts(t, "treasures"), t.step) == ([3, 0, 0], "priority")
    for face in (6, 6, 2):
        rolled(paying(t, 3) if face == 6 and t.step == "priority" and not t.stack else t, face)
    assert counts(settled(t), "treasures") == [6, 0, 0]


@rule("FS-59", "FS-105")
def test_a_number_that_does_something_else_is_said_each_time() -> None:
    """A 3 of Key Master that brings 4¢: the people say so, and are asked what it does again, not what it says."""
    t = in_room("room-key-master")
    for cents in (4, 2):
        rolled(paying(t, 1), 3)
        t = until(t, lambda t: t.step in ("read_off", "tell"))
        t = until(t.do(ReadOff(-1)) if t.step == "read_off" else t, lambda t: t.step == "tell")
        settled(t.tells(t.to("Ana", "cents", cents)))
    assert (t.player("Ana").cents, len(kept(t))) == (9, 1)


@rule("FS-59", "FS-105", "FS-26")
def test_bomb_bum_throws_three_dice_for_a_bomb() -> None:
    """Each die aims at a body of its own; a 6 hurts Ana, a 4 the body, and a 1 does nothing, as the table reads."""
    t = paying(in_room("room-bomb-bum"), 3)
    for name in ("Beto", "Beto", "Cira"):
        t.do(Aimed(Target("seat", t.seat(name))))
    for face in (6, 4, 1):
        rolled(t, face)
    settled(read(t, 0))
    assert (sum(counts(t, "life")), t.player("Ana").life, t.player("Ana").loot) == (4, 1, 3)
    assert kept(t) == {"room-bomb-bum.1": 0}
    settled(rolled(paying(t, 1).do(Aimed(BETO)), 1))
    assert (sum(counts(t, "life")), t.step) == (4, "priority")


@rule("FS-59", "FS-105", "FS-77")
@pytest.mark.parametrize(("answer", "forced"), [(1, 1), (0, 0)])
def test_challenge_room_forces_an_attack_on_the_numbers_of_its_card(answer: int, forced: int) -> None:
    """Beto kills Clotty: Ana, whose turn it is, rolls a 5, which forces one more attack if the card says so."""
    t = in_room("room-challenge-room")
    rolled(t.triggers("Beto", t.to("clotty", "kill")), 5)
    assert settled(read(t, answer)).s.forced == forced


@rule("FS-59", "FS-20", "FS-52")
def test_overflow_lets_every_player_roll() -> None:
    """Three dice, and each number is read once: a 2 costs two of them a turn, a 5 nothing."""
    t = event_of("overflow")
    for face in (2, 5, 2):
        rolled(t, face)
    for _ in range(2):
        until(t, lambda t: t.step == "read_off")
        t.do(ReadOff(1 if t.s.agenda[0].args[-1] == "2" else 0))
    settled(t)
    assert (sorted(counts(t, "skips")), kept(t)) == ([0, 1, 1], {"overflow.2": 1, "overflow.5": 0})
    assert t.there("dip")


# --- numbers ---------------------------------------------------------------------------------------------------------


@rule("FS-34", "FS-20")
def test_golden_troll_bomb_asks_for_its_damage_and_goes_back() -> None:
    """Beto takes 2, as the table reads, and the card is the fourth of the monster deck; two players do not use it."""
    t = event_of("golden-troll-bomb").do(Aimed(BETO))
    read(t, 2)
    tasks = [english(note.task) for note in t.notes if note.task]
    assert (t.player("Beto").life, tasks[-1]) == (
        0,
        "put Golden Troll Bomb! into the monster deck as card 4 from the top",
    )
    assert not any("discard" in task for task in tasks)
    assert item_cards()["golden-troll-bomb"].is_for_three


@rule("FS-67", "FS-77", "FS-86")
def test_lust_for_blood_makes_the_active_player_attack_one() -> None:
    """Beto has evasion 3 this turn: Ana must attack him, and the item that he pays for dying is hers."""
    t = event_of("lust-for-blood")
    t.change(set_player, 1, treasures=1).do(Aimed(BETO))
    settled(read(t, 3))
    holes = [hole for choice in t.asked.choices if isinstance(choice.event, Attacked) for hole in choice.template.holes]
    assert [option.value for hole in holes for option in hole.options] == [rival_id(1)]
    t.do(Attacked(rival_id(1)))
    assert english(t.asked.stake).startswith("hits with 3 or more")
    for _ in range(2):
        rolled(t, 3)
    settled(t)
    assert (counts(t, "treasures"), t.player("Beto").life, t.s.forced) == ([1, 0, 0], 0, 0)
    turn_of(t, "Beto")
    assert (t.s.rivals, [boost.what for boost in t.s.boosts]) == ((), ["read"])


@rule("FS-105", "FS-48")
def test_red_vise_asks_at_how_many_cards_and_how_much() -> None:
    """Ana ends her turn with 4 cards, Beto with 9: at most 4 cards cost 1 life, and nothing is asked again."""
    t = in_room("room-red-vise")
    read(t.ends_turn(), 4)
    read(t, 1)
    assert any("Ana: −1 life (1)" in english(note.text) for note in t.notes)
    turn_of(t, "Beto").by_hand("Beto", "loot", 5)
    t.ends_turn()
    turn_of(t, "Cira")
    assert kept(t) == {"room-red-vise.hand": 4, "room-red-vise.damage": 1}


@rule("FS-105", "FS-48")
def test_a_hand_above_the_number_of_red_vise_is_not_asked_for_its_damage() -> None:
    """With at most 3 cards, Ana's 4 cost nothing, and how much it would be is not asked."""
    t = in_room("room-red-vise")
    read(t.ends_turn(), 3)
    turn_of(t, "Beto")
    assert kept(t) == {"room-red-vise.hand": 3}


@rule("FS-105", "FS-67", "FS-92")
@pytest.mark.parametrize("goes", [True, False])
def test_gus_can_be_attacked_with_the_numbers_of_its_card(goes: bool) -> None:
    """3 life, evasion 5, attack 2: a 4 costs Ana 2 life, three 5s bring each player a treasure; then the card says."""
    gus_room = item_cards()["room-gus"].name.en
    t = FourSoulsTable(*NAMES, rooms="on", cards__r="on").turns_up_room(gus_room)
    for answer in (3, 5, 2):
        read(t, answer)
    t.chooses(Ana="isaac", Beto="maggy", Cira="judas").saddest("Ana").turns_up("fatty").turns_up("clotty")
    until(t, lambda t: not t.stack).by_hand("Ana", "life", 9)
    (gus,) = t.s.beside
    assert (gus.life, t.s.evasion_of(gus), gus.attack) == (3, 5, 2)
    t.do(Attacked(gus.id))
    life = t.player("Ana").life
    for face in (4, 5, 5, 5):
        rolled(t, face)
    until(t, lambda t: t.step == "decide_defeated")
    t.do(t.asked.choices[goes].event)
    if goes:
        t.turns_up_room("Blood Money")
    settled(t)
    assert (counts(t, "treasures"), life - t.player("Ana").life, t.s.rooms) == (
        [1, 1, 1],
        2,
        ("Blood Money" if goes else "Gus",),
    )


# --- which text lies there -------------------------------------------------------------------------------------------


@rule("FS-105", "FS-42")
@pytest.mark.parametrize(
    ("text", "number", "cents", "loot"), [(1, None, 3, 4), (2, 2, 1, 4), (3, 1, 3, 3), (4, None, 3, 4)]
)
def test_planetarium_sells_a_treasure_for_what_its_card_says(
    text: int, number: int | None, cents: int, loot: int
) -> None:
    """Nothing, 2¢, a loot card, or what is paid by hand; then Ana draws, and Beto is not asked for the price."""
    t = read(in_room("room-planetarium"), text)
    t = read(t, number) if number is not None else t
    sold = next(choice for choice in t.asked.choices if choice.role == "default")
    assert "+1 item" in english(sold.label)
    t.do(sold.event)
    assert (t.player("Ana").treasures, t.player("Ana").cents, t.player("Ana").loot) == (1, cents, loot)
    turn_of(t, "Ana").ends_turn()
    until(t, lambda t: t.step == "say")
    assert (t.s.seats[t.s.active], t.step) == ("Beto", "say")
    assert told(t).player("Beto").treasures == 0


def turned_up(room: str) -> FourSoulsTable:
    """The first turn begins with that Dice Room; Ana and Beto have an item, and each player six loot cards."""
    t = in_room(room)
    for seat, name in enumerate(NAMES):
        item = replace(item_cards()["dead-bird"].owned, id=90 + seat)
        t.change(set_player, seat, loot=6, treasures=1, items=(*t.player(name).items, item))
    return t


def monster_ids(t: FourSoulsTable) -> list[int]:
    return [monster.id for monster in t.s.monsters]


def played_on(t: FourSoulsTable, lying: list[int]) -> set[str]:
    """Resolve what is on the stack, and say what the room has done."""
    texts = " ".join(english(note.text) for note in t.notes)
    while t.stack or t.step == "reveal":
        t.turns_up("dip") if t.step == "reveal" else t.nobody()
        texts += " ".join(english(note.text) for note in t.notes)
    kept = {name for name in NAMES if t.has(name, "dead-bird")}
    done = {"Ana's items": "Ana" not in kept, "all items": not kept, "hands": counts(t, "loot")[1:] == [3, 3]}
    done |= {"shop": "Treasures leave the shop" in texts, "monsters": lying != monster_ids(t)}
    return {what for what, is_so in done.items() if is_so}


DICE_ROOMS = {
    "room-dice-room-1": {"Ana's items"},
    "room-dice-room-2": {"hands"},
    "room-dice-room-3": {"shop"},
    "room-dice-room-4": {"Ana's items", "all items"},
    "room-dice-room-5": {"monsters"},
    "room-dice-room-6": {"Ana's items", "all items", "hands", "shop", "monsters"},
}


@rule("FS-105", "FS-104")
@pytest.mark.parametrize("room", DICE_ROOMS)
def test_a_dice_room_acts_as_it_is_turned_up(room: str) -> None:
    """At once, as the table reads; nobody uses it then, and it leaves as the turn ends."""
    t = turned_up(room)
    lying = monster_ids(t)
    assert played_on(t.do(ReadOff(1)), lying) == DICE_ROOMS[room]
    until(t, lambda t: t.s.phase == "action")
    assert [event.effects for event in uses(t)] == []
    until(t.ends_turn(), lambda t: t.step == "reveal_room")


@rule("FS-105", "FS-104")
@pytest.mark.parametrize("room", DICE_ROOMS)
def test_a_dice_room_acts_as_it_is_used(room: str) -> None:
    """Nothing happens as it is turned up; Ana uses it for nothing, and it leaves as the turn ends."""
    t = turned_up(room)
    lying = monster_ids(t)
    assert played_on(t.do(ReadOff(2)), lying) == set()
    until(t, lambda t: t.s.phase == "action" and not t.stack)
    (use,) = uses(t)
    assert played_on(t.do(use), lying) == DICE_ROOMS[room]
    until(t.ends_turn(), lambda t: t.step == "reveal_room")


@rule("FS-105", "FS-106")
def test_a_dice_room_that_comes_again_is_not_asked_again() -> None:
    """Beto turns up the second Dice Room after its reading was kept: it acts at once."""
    t = turned_up("room-dice-room-2").do(ReadOff(1))
    until(t, lambda t: t.s.phase == "action")
    until(t.ends_turn(), lambda t: t.step == "reveal_room").do(RoomRevealed(0, "Dice Room!!"))
    turn_of(t, "Beto")
    assert (len(kept(t)), counts(t, "loot")[2]) == (1, 3)


# --- several dice ----------------------------------------------------------------------------------------------------


@rule("FS-54")
@pytest.mark.parametrize(("names", "is_picked"), [(NAMES, True), (NAMES[:2], False)])
def test_cursed_lil_haunt_lets_the_left_pick_the_die(names: tuple[str, ...], is_picked: bool) -> None:
    """With three players Beto, on Ana's left, picks the die that counts; it is asked as one die. Not with two."""
    t = table(*names, monsters=("cursed-lil-haunt", "fatty"), cards__r="on").attacks("fatty")
    picked = "roll two or more dice; Beto, on the left, picks the one that counts"
    assert english(until(t, lambda t: t.step == "roll_die").asked.stake).endswith(picked) is is_picked
    assert t.rolls(2).top.value == 2
