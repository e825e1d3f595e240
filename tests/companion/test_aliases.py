"""Matches, exports and situations written under old names open by their aliases."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.access.permissions import Access
from companion.exchange.custom_cards import CustomCards
from companion.exchange.jsonl import export_jsonl
from companion.exchange.rejection import ImportRejected
from companion.library.library import Library
from companion.match.roles import HOST_ROLE
from companion.match.table import Table
from companion.situation.document import SituationFormat
from companion.situation.reader import load
from companion.situation.toml_codec import ParseError
from companion.storage import settings as remembered
from companion.storage.codec import Codec
from companion.storage.matches import EntryRow, Match, Snapshot, Storage, StorageError
from companion.storage.name_upgrades import AliasRenamer
from companion.ui.pages.start.plan import last_plan
from rules.engine import Adjusted, Aliases, Game, History, Refused, Rolled, Ruled, WentTo, legal_events, start
from rules.registry import GAMES
from tests.support import playthrough
from tests.support.shelf import EN
from tests.toy.counting import GAME as TOY
from tests.toy.counting import Cheered, Stayed


@dataclass(frozen=True, eq=False)
class Past:
    """A match of a game whose names were different in an older version."""

    game: Game[Any]
    rulings: tuple[tuple[str, str], ...]
    events: tuple[Any, ...]
    spelled: tuple[tuple[str, str], ...]
    """Pairs of today's JSON text and the older version's."""
    aliases: Aliases

    def of_old(self, text: str) -> str:
        """The JSON as the older version wrote it: one line, its keys sorted."""
        for now, then in self.spelled:
            text = text.replace(now, then)
        return json.dumps(json.loads(text), ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @property
    def aliased(self) -> Game[Any]:
        """The game with its aliases."""
        return replace(self.game, aliases=self.aliases)


COUNTING = Past(
    TOY,
    (("cheers", "on"),),
    (
        Cheered("olé"),
        Rolled((1,)),
        Cheered("boo"),
        Adjusted("total.1", 2),
        Ruled("cheers", "off"),
        Rolled((3,)),
        WentTo("TOY-4"),
        Ruled("cheers", "on"),
        Rolled((2,)),
        Stayed(),
    ),
    (
        ('"type":"Cheer"', '"type":"Hurrah"'),
        ('"type":"Counting"', '"type":"Tally"'),
        ('"totals":', '"sums":'),
        ('"by":0,"type":"Hurrah"', '"type":"Hurrah","whose":0'),
        ('"type":"Cheered","word":', '"shout":'),
        ('"shout":"olé"', '"shout":"olé","type":"Shouted"'),
        ('"shout":"boo"', '"shout":"boo","type":"Shouted"'),
        ('"counting.cheer"', '"counting.applaud"'),
        ('"counting.end"', '"counting.stop"'),
        ('"total.1"', '"sum.1"'),
        ('"cheers"', '"noise"'),
        ('"choice":"off"', '"choice":"quiet"'),
        ('["noise","on"]', '["noise","loud"]'),
        ('"choice":"on"', '"choice":"loud"'),
        ('["noise","off"]', '["noise","quiet"]'),
        ('"rule":"TOY-4"', '"rule":"TOY-44"'),
    ),
    Aliases(
        steps={"applaud": "cheer", "stop": "end"},
        records={"Hurrah": "Cheer", "Tally": "Counting", "Shouted": "Cheered"},
        fields={"Counting.sums": "totals", "Cheered.shout": "word", "Cheer.whose": "by"},
        trackers={"sum.#": "total.#"},
        switches={"noise": "cheers"},
        choices={"cheers": {"loud": "on", "quiet": "off"}},
        places={"TOY-44": "TOY-4"},
    ),
)


@cache
def four_souls() -> Past:
    """The first 40 events of a committed two-player match, an override and a ruling added."""
    game = GAMES["four_souls"]
    path = playthrough.FOLDER / "four_souls-two-players.txt"
    events = playthrough.read(game, path.read_text("utf-8"))[2][:40]
    by_hand = (Adjusted("seat.0.cents", 2), Ruled("FS-A2", "literal"), WentTo("FS-44"))
    return Past(
        game,
        (("FS-A13", "timer_first"),),
        (*events, *by_hand),
        (
            ('"type":"Player"', '"type":"Adventurer"'),
            ('"treasures":', '"objects":'),
            ('"loot_plays":', '"plays_left":'),
            ('"doom":"none"', '"doom":"well"'),
            ('"four_souls.priority"', '"four_souls.pass_round"'),
            ('"seat.0.cents"', '"seat.0.coins"'),
            ('"FS-A13"', '"who_wins"'),
            ('"literal"', '"by_letter"'),
            ('"FS-A2"', '"literally"'),
            ('"rule":"FS-44"', '"rule":"FS-X"'),
        ),
        Aliases(
            steps={"pass_round": "priority"},
            records={"Adventurer": "Player"},
            fields={"Player.objects": "treasures", "FourSouls.plays_left": "loot_plays"},
            values={"Player.doom": {"well": "none"}, "Monster.doom": {"well": "none"}},
            trackers={"seat.#.coins": "seat.#.cents"},
            switches={"who_wins": "FS-A13", "literally": "FS-A2"},
            choices={"FS-A2": {"by_letter": "literal"}},
            places={"FS-X": "FS-44"},
            added=game.aliases.added,
        ),
    )


@pytest.fixture(params=["counting", "four_souls"])
def past(request: pytest.FixtureRequest) -> Past:
    return COUNTING if request.param == "counting" else four_souls()


EVERY = 3
"""Entries between two snapshots."""
SEATS = ("Ana", "Bea")


@cache
def lines(past: Past) -> tuple[tuple[str, str], ...]:
    """Each event as it is written today, and the state after it."""
    codec, history = Codec(past.game), History(past.game, start(past.game, SEATS, past.rulings))
    states = (history.record(event, seq) for seq, event in enumerate(past.events, 1))
    return tuple((codec.write_event(event), codec.write_state(s)) for event, s in zip(past.events, states, strict=True))


def kept(storage: Storage, past: Past, spell: Callable[[str], str], each: Callable[[str], str] = str) -> None:
    """Store the match with its JSON respelled.

    ``each`` changes a snapshot before its digest is taken.
    """
    rows, snapshots = [], []
    for seq, (event, state) in enumerate(lines(past), 1):
        rows.append(EntryRow(seq, float(seq), "Ana", seq, None, spell(event)))
        if seq % EVERY == 0:
            line = each(spell(state))
            snapshots.append(Snapshot(seq, past.game.version, line, hashlib.sha256(line.encode()).hexdigest()))
    rulings = json.loads(spell(json.dumps(past.rulings, separators=(",", ":"))))
    pairs = tuple((key, choice) for key, choice in rulings)
    match = Match("m", past.game.key, past.game.version, SEATS, pairs, 1.0, None, len(rows), float(len(rows)))
    storage.insert_match(match, rows, snapshots)


def opened(folder: Path, past: Past, game: Game[Any], spell: Callable[[str], str], **more: Any) -> Table:
    """Store the match with its JSON respelled, and open it as a table."""
    storage = Storage(folder)
    kept(storage, past, spell, **more)
    return Library(storage, {game.key: game}).open("m")


@pytest.fixture
def tables(tmp_path: Path, past: Past) -> Iterator[tuple[Table, Table]]:
    """The same match as saved today and as saved by an older version."""
    now = opened(tmp_path / "now", past, past.game, str)
    then = opened(tmp_path / "then", past, past.aliased, past.of_old)
    yield now, then
    for table in (now, then):
        table._storage.close()


def seen(table: Table) -> tuple[Any, ...]:
    """Everything that identifies a table's position: prompt, trackers, log and state."""
    numbers = [(one.key, one.value) for one in table.table_state.trackers]
    lines = [(EN(line.text), line.is_in_effect) for line in table.match_record.lines]
    asked = table.prompt
    return table.prompt_id, asked and (EN(asked.title), asked.choices), numbers, lines, replace(table.state, notes=())


# --- saved matches -----------------------------------------------------------------------------------------------


def test_the_old_file_has_none_of_the_names_of_today(past: Past, tmp_path: Path) -> None:
    """The older file contains none of the renamed names, so the other tests prove something."""
    storage = Storage(tmp_path)
    kept(storage, past, past.of_old)
    found = storage.database.read(
        "SELECT event FROM entry UNION SELECT state FROM snapshot UNION SELECT rulings FROM match"
    )
    storage.close()
    written, old = "\n".join(text for (text,) in found), past.aliases
    steps = [(f"{past.game.key}.{then}", f"{past.game.key}.{now}") for then, now in old.steps.items()]
    for then, now in (*steps, *old.records.items(), *old.switches.items(), *old.places.items()):
        assert f'"{then}"' in written
        assert f'"{now}"' not in written
    for field in old.fields:
        assert f'"{field.rpartition(".")[2]}":' in written


def test_an_old_save_opens_at_the_same_question_with_all_its_history(tables: tuple[Table, Table]) -> None:
    """An old save opens at the same prompt with its whole log and without a warning."""
    now, then = tables
    assert then.warning is None
    assert seen(then) == seen(now)
    assert len(then.match_record.lines) == len(then._storage.entry_rows("m"))


def test_undo_and_redo_work_through_the_whole_of_an_old_save(tables: tuple[Table, Table]) -> None:
    """Undo and redo go through the whole log of an old save."""
    now, then = tables
    end, back = then.state, 0
    while now._match_state.history.last_group is not None:
        now.undo()
        then.undo()
        back += 1
        assert seen(then) == seen(now)
    assert back > 5
    for _ in range(back):
        then.redo()
    assert then.state == end


def test_what_is_written_from_now_on_has_the_names_of_today(tables: tuple[Table, Table], past: Past) -> None:
    """New entries use today's names; the old entries are not rewritten."""
    _, then = tables
    last = then.table_state.seq
    then.adjust(past.events[-7].key if past.game is TOY else "seat.0.cents", 1)
    then.save_snapshot()
    storage = then._storage
    new = [row.event for row in storage.entry_rows("m", last)]
    snapshot = storage.latest_snapshot("m")
    assert snapshot is not None
    assert snapshot.seq == last + len(new)
    codec = Codec(past.game)
    assert [codec.write_event(codec.read_event(line)) for line in new] == new
    assert codec.write_state(codec.read_state(snapshot.state)) == snapshot.state
    again = Library(storage, {past.game.key: past.aliased}).open("m")
    assert again.warning is None
    assert seen(again)[2:] == seen(then)[2:]


def kinds_of(past: Past) -> Iterator[Aliases]:
    """The game's aliases, each time without those of one kind."""
    for kind in ("steps", "records", "fields", "values", "trackers", "switches", "choices", "places"):
        if getattr(past.aliases, kind):
            yield replace(past.aliases, **{kind: {}})


def whole(storage: Storage, game: Game[Any]) -> bool:
    """Whether the match opens without a warning."""
    try:
        return Library(storage, {game.key: game}).open("m").warning is None
    except (Refused, StorageError):
        return False


def test_without_any_one_kind_of_alias_the_old_save_does_not_open_whole(past: Past, tmp_path: Path) -> None:
    """Every kind of alias is needed: without any one of them, the old save opens with a loss."""
    lacking = [past.game, *(replace(past.game, aliases=aliases) for aliases in kinds_of(past))]
    assert len(lacking) == (8 if past.game is TOY else 9)
    for k, game in enumerate(lacking):
        storage = Storage(tmp_path / str(k))
        kept(storage, past, past.of_old)
        assert not whole(storage, game), game.aliases
        storage.close()


def test_an_old_save_that_leads_elsewhere_is_still_noticed(past: Past, tmp_path: Path) -> None:
    """A snapshot in an old save whose value was changed is rejected."""
    first = json.loads(lines(past)[EVERY - 1][1])["asked"]
    number = f'"asked":{first}'
    table = opened(tmp_path, past, past.aliased, past.of_old, each=lambda line: line.replace(number, '"asked":99'))
    assert table.warning is not None
    table._storage.close()


def test_a_damaged_snapshot_of_an_old_save_is_still_noticed(past: Past, tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    kept(storage, past, past.of_old)
    storage.database.write("UPDATE snapshot SET digest = ? WHERE seq = ?", ("0" * 64, EVERY))
    assert Library(storage, {past.game.key: past.aliased}).open("m").warning is not None
    storage.close()


def test_what_was_renamed_twice_is_found_under_both_names(tmp_path: Path) -> None:
    """Names renamed twice are found under both older names: steps, fields and trackers."""
    aliases = replace(
        COUNTING.aliases,
        steps={"applaud": "clap", "clap": "cheer", "stop": "end"},
        trackers={"sum.#": "amount.#", "amount.#": "total.#"},
        fields={**COUNTING.aliases.fields, "Counting.sums": "amounts", "Counting.amounts": "totals"},
    )
    twice = replace(COUNTING, aliases=aliases)
    between = replace(twice, spelled=tuple((now, BETWEEN.get(then, then)) for now, then in twice.spelled))
    oldest = opened(tmp_path / "oldest", twice, twice.aliased, twice.of_old)
    middle = opened(tmp_path / "middle", between, twice.aliased, between.of_old)
    assert (oldest.warning, middle.warning) == (None, None)
    assert seen(oldest) == seen(middle)
    storage = Storage(tmp_path / "brought")
    match = Library(storage, {TOY.key: twice.aliased}).import_match(export_of_old(twice, oldest))
    assert match.entries == len(twice.events)
    storage.close()
    for table in (oldest, middle):
        table._storage.close()


BETWEEN = {'"counting.applaud"': '"counting.clap"', '"sums":': '"amounts":', '"sum.1"': '"amount.1"'}


# --- exported matches --------------------------------------------------------------------------------------------


def export_of_old(past: Past, table: Table) -> bytes:
    """The match's export as an older version wrote it: events, rulings and digest."""
    codec = Codec(past.game)
    head, *lines = export_jsonl(table.match_record, codec, EN).decode().splitlines()
    last = past.of_old(codec.write_state(table.state))
    settings = dict(json.loads(past.of_old(json.dumps(past.rulings, separators=(",", ":")))))
    first = {**json.loads(head), "digest": hashlib.sha256(last.encode()).hexdigest(), "settings": settings}
    steps = []
    for line in map(json.loads, lines):
        event = json.dumps(line["event"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        steps.append({**line, "event": json.loads(past.of_old(event))})
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in (first, *steps)).encode()


def test_an_old_export_is_taken_in_and_written_down_under_todays_names(
    tables: tuple[Table, Table], past: Past, storage: Storage
) -> None:
    now, _ = tables
    library = Library(storage, {past.game.key: past.aliased})
    match = library.import_match(export_of_old(past, now))
    table = library.open(match.id)
    assert table.warning is None
    assert (seen(table)[:3], seen(table)[4]) == (seen(now)[:3], seen(now)[4])
    rulings = dict(past.rulings)
    assert dict(storage.load_match(match.id).rulings) == rulings
    codec = Codec(past.game)
    assert [codec.read_event(row.event) for row in storage.entry_rows(match.id)] == [
        codec.read_event(row.event) for row in now._storage.entry_rows("m")
    ]


def test_an_old_export_is_not_taken_in_without_its_aliases_or_changed(
    tables: tuple[Table, Table], past: Past, storage: Storage
) -> None:
    data = export_of_old(past, tables[0])
    with pytest.raises(ImportRejected):
        Library(storage, {past.game.key: past.game}).import_match(data)
    head, _, rest = data.decode().partition("\n")
    other = json.dumps({**json.loads(head), "digest": "0" * 64}).encode() + b"\n" + rest.encode()
    with pytest.raises(ImportRejected, match="changed"):
        Library(storage, {past.game.key: past.aliased}).import_match(other)
    assert storage.match_count() == 0


def test_the_same_game_is_known_whatever_its_names(tables: tuple[Table, Table], past: Past) -> None:
    """A match saved under old names and its export under today's count as the same match."""
    now, then = tables
    library = Library(then._storage, {past.game.key: past.aliased})
    head, _, rest = export_of_old(past, now).decode().partition("\n")
    data = json.dumps({**json.loads(head), "id": "m"}).encode() + b"\n" + rest.encode()
    id = library.import_match(data).id  # the importer gives it an id of its own instead of "m"
    again = json.dumps({**json.loads(head), "id": id}).encode() + b"\n" + rest.encode()
    then._storage.database.write(
        "UPDATE entry SET event = (SELECT old.event FROM entry old WHERE old.match = 'm' AND old.seq = entry.seq)"
        " WHERE match = ?",
        (id,),
    )
    with pytest.raises(ImportRejected, match="here already"):
        library.import_match(again)


def test_a_game_that_was_opened_from_an_old_save_is_exported_under_todays_names(
    tables: tuple[Table, Table], past: Past
) -> None:
    now, then = tables
    one, other = (export_jsonl(table.match_record, Codec(past.game), EN).splitlines() for table in (now, then))
    assert json.loads(other[0])["settings"] == json.loads(one[0])["settings"] or past.aliases.switches
    written = export_jsonl(then.match_record, Codec(past.aliased), EN).splitlines()
    assert json.loads(written[0])["settings"] == dict(past.rulings)
    assert [json.loads(line)["event"] for line in written[1:]] == [json.loads(line)["event"] for line in one[1:]]
    assert json.loads(written[0])["digest"] == json.loads(one[0])["digest"]


# --- situations --------------------------------------------------------------------------------------------------

SITUATION = """
sobremesa = "situation"
format = 1
game = "counting"
rules = 1
seats = ["Ana", "Bea"]
agenda = ["applaud", "roll", "stop"]
sums = [4, 2]
said = [{type = "Hurrah", by = 1, word = "olé"}]

[settings]
noise = "quiet"
"""


def test_a_situation_under_old_names_is_the_one_under_todays() -> None:
    """A situation under old names loads as the same situation as one under today's."""
    now = SITUATION
    for then, today in (
        ("applaud", "cheer"),
        ('"stop"', '"end"'),
        ("sums", "totals"),
        ("Hurrah", "Cheer"),
        ("noise", "cheers"),
        ("quiet", "off"),
    ):
        now = now.replace(then, today)
    game = COUNTING.aliased
    _, state = load(SITUATION, {"counting": game}, Codec)
    assert state == load(now, {"counting": TOY}, Codec)[1]
    assert state.totals == (4, 2)
    with pytest.raises(ParseError):
        load(SITUATION, {"counting": TOY}, Codec)


def test_a_situation_at_a_place_or_with_a_card_that_was_renamed() -> None:
    """A situation opens at a renamed rule of an override, and with a renamed monster card."""
    game = GAMES["four_souls"]
    text = """
        sobremesa = "situation"
        format = 1
        game = "four_souls"
        rules = 2
        seats = ["Ana", "Beto"]
        turn = 1
        numbered = 1
        at = "FS-44"
        slots = [{id = 1, card = "Fly", life = 1, evasion = 2, attack = 1}, false]
        players = {Ana = {life = 1, doom = "none"}}
    """
    old = text.replace("FS-44", "FS-X").replace("Fly", "Mosquito").replace("none", "well").replace("life", "hearts")
    fields = {"Player.hearts": "life", "Monster.hearts": "life"}
    aliases = Aliases(
        places={"FS-X": "FS-44"},
        card_names={"Mosquito": "Fly"},
        values={"Player.doom": {"well": "none"}},
        fields=fields,
    )
    now = load(text, GAMES, Codec)[1]
    assert load(old, {"four_souls": replace(game, aliases=aliases)}, Codec)[1] == now
    for kind in ("places", "card_names", "values", "fields"):
        lacking = replace(game, aliases=replace(aliases, **{kind: {}}))
        with pytest.raises(ParseError):
            load(old, {"four_souls": lacking}, Codec)


def test_a_situation_is_written_under_todays_names() -> None:
    game = COUNTING.aliased
    _, state = load(SITUATION, {"counting": game}, Codec)
    assert SituationFormat(Codec(game)).write(state) == SituationFormat(Codec(TOY)).write(state)


# --- settings ----------------------------------------------------------------------------------------------------


def test_a_setting_is_found_under_its_old_key_until_it_is_set_again(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remembered, "OLD_SETTING_KEYS", {"paint": "colours", "colours": "theme", "people": "players"})
    storage.database.write("INSERT INTO setting(key, value) VALUES (?, ?)", ("paint", "dark"))
    storage.database.write("INSERT INTO setting(key, value) VALUES (?, ?)", ("people.counting", "3"))
    assert (storage.settings.setting("theme"), storage.settings.setting("players.counting")) == ("dark", "3")
    storage.database.write("INSERT INTO setting(key, value) VALUES (?, ?)", ("colours", "light"))
    assert storage.settings.setting("theme") == "light"  # the later of the two old keys
    storage.settings.save_setting("theme", "system")
    assert storage.settings.setting("theme") == "system"
    assert storage.settings.setting("players.pig", "none") == "none"


def test_a_setting_that_is_not_listed_cannot_be_written(storage: Storage) -> None:
    """A setting that is not in the list of persisted settings cannot be written."""
    with pytest.raises(KeyError):
        storage.settings.save_setting("colour", "red")
    assert storage.database.read("SELECT * FROM setting") == []


def test_the_settings_of_last_time_are_found_under_their_old_names() -> None:
    """Settings stored under their old names are found by the page that starts a match."""
    remembers = {"rulings.counting": ("noise=quiet", "secrets=on", "gone=on")}
    phone: Any = SimpleNamespace(load_list=lambda key: remembers.get(key, ()))
    assert last_plan(phone, COUNTING.aliased).rulings == (("cheers", "off"), ("secrets", "on"))


def test_remembered_cards_are_read_under_their_old_names(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remembered cards under old names are read from the database and from a file of cards."""
    game = GAMES["darkmoor"]
    templates = __import__("rules.darkmoor.model.cards", fromlist=["TEMPLATES"]).CARD_TEMPLATES
    own = CustomCards(Access(storage, True), "darkmoor", templates, game.catalogues)
    ghoul = replace(templates["minions"].value, name="Ghoul", peril=4)
    own.save_card("minions", ghoul)
    old = own.export_cards().replace(b'"peril"', b'"danger"')
    assert b"danger" in old
    storage.settings.delete_card("darkmoor", "minions", "Ghoul")
    monkeypatch.setattr(
        "companion.storage.settings.load_aliases", lambda game: Aliases(memory={"minions.danger": "peril"})
    )
    monkeypatch.setattr(
        "companion.exchange.custom_cards.load_aliases", lambda game: Aliases(memory={"minions.danger": "peril"})
    )
    assert own.import_cards(old) == 1
    assert own.custom_cards("minions") == {"Ghoul": ghoul}


# --- single names ------------------------------------------------------------------------------------------------


def test_numbers_stay_in_a_tracker_that_is_renamed() -> None:
    aliases = Aliases(trackers={"seat.#.coins": "seat.#.cents", "held.#.at.#": "#.of.#"})
    renamed = ["seat.12.coins", "seat.-1.coins", "held.3.at.4", "seat.2.life", "seat.#.life", "a#b.1", ""]
    assert [aliases.tracker(key) for key in renamed] == [
        *("seat.12.cents", "seat.-1.cents", "3.of.4", "seat.2.life", "seat.#.life", "a#b.1", "")
    ]


def test_members_of_a_set_stand_in_the_order_of_their_new_names() -> None:
    """Members of a set are sorted by their new names, so that the digest is the same."""
    aliases = Aliases(records={"A": "Z"}, values={"Z.words": {"a": "z"}})
    data = {
        "type": "A",
        "words": {"type": "set", "of": ["a", "b"]},
        "held": {"type": "set", "of": [{"type": "A"}, {"type": "B"}]},
    }
    assert AliasRenamer(aliases, "State")(data) == {
        "type": "Z",
        "words": {"type": "set", "of": ["b", "z"]},
        "held": {"type": "set", "of": [{"type": "B"}, {"type": "Z"}]},
    }


def test_what_no_sobremesa_wrote_is_left_for_the_reader_to_refuse() -> None:
    """Malformed names are left unchanged, for the codec to refuse."""
    renaming = AliasRenamer(COUNTING.aliases, "Counting")
    deep: Any = []
    for _ in range(900):
        deep = [deep]
    strange = [{"type": 3}, {"type": "Ruled", "switch": 1}, {"type": "Counting", "rulings": [1, ["a"]]}, deep, None]
    assert renaming(strange) == strange


def test_names_that_were_there_all_the_time_stay() -> None:
    codec, plain = Codec(COUNTING.aliased), Codec(TOY)
    state = start(TOY, ("Ana", "Bea"), (("cheers", "off"),))
    assert codec.read_state(plain.write_state(state)) == replace(state, notes=())
    assert codec.write_state(state) == plain.write_state(state)
    assert [plain.digest(state), codec.digest(state)] == [codec.digest(state)] * 2


def test_a_host_answers_an_old_save_and_goes_on(tables: tuple[Table, Table]) -> None:
    """An old save accepts an answer and leads to the same state as today's save."""
    now, then = tables
    before = now.prompt_id
    for table in tables:
        table.answer(table.prompt_id, legal_events(table.state)[0], HOST_ROLE)
    assert now.prompt_id != before
    assert seen(then) == seen(now)
