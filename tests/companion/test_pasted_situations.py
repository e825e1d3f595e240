"""A situation survives a chat, a mail, a phone's keyboard and an editor: it opens as it was written."""

from __future__ import annotations

import time
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.situation.compression import pack
from companion.situation.document import SituationFormat
from companion.situation.pasted_text import list_items, message_lines, visible_text
from companion.situation.reader import describe_error, extract_text, load
from companion.situation.toml_codec import ParseError
from companion.storage.codec import Codec
from rules.engine import Adjusted, State, apply, start
from rules.registry import GAMES
from tests.support.random_play import Seeded, move

CODECS = {key: Codec(game) for key, game in GAMES.items()}


@cache
def moment(key: str = "king_of_tokyo") -> tuple[str, State]:
    """The text of a moment with names that have letters and quotes of their own, and its state."""
    game = GAMES[key]
    state = start(game, ("Ana «la Gata»", "O’Neil", 'Bea "B"'), ())
    for seed in range(12):
        state = apply(game, state, move(Seeded(seed), game, state))
    text = SituationFormat(CODECS[key]).write(state)
    return text, opened(text.encode())


def opened(data: bytes) -> State:
    return load(extract_text(data), GAMES, lambda game: CODECS[game.key])[1]


def curly(text: str, left: str, right: str) -> str:
    """The text with a phone's quotes around its strings; those with escapes stay as they are."""
    pieces = text.split('"')
    assert '\\"' not in text
    return "".join(piece + (left, right, "")[k % 2 if k < len(pieces) - 1 else 2] for k, piece in enumerate(pieces))


def simple() -> tuple[str, State]:
    """The text of a moment without quotes within its strings, and with a comment."""
    game = GAMES["king_of_tokyo"]
    state = apply(game, start(game, ("Ana", "O’Neil", "Núria"), ()), Adjusted("seat.1.points", 3))
    text = "# King of Tokyo: la mesa\n" + SituationFormat(CODECS["king_of_tokyo"]).write(state)
    return text, opened(text.encode())


@pytest.mark.parametrize(("left", "right"), ["“”", "«»", "„“", "””", "‘’"])
def test_curly_quotes_are_straightened(left: str, right: str) -> None:
    """What an iPhone or a Spanish keyboard makes of quotes is read; an apostrophe in a name stays one."""
    text, state = simple()
    assert opened(curly(text, left, right).encode()) == state
    assert state.seats[1] == "O’Neil"


@pytest.mark.parametrize(
    "changed",
    [
        lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
        lambda text: "".join(f">> {line}\n" for line in text.splitlines()),
        lambda text: f"[12:03] Ana: {text}",
        lambda text: f"[29/11/26, 12:03:11] Ana: {text}",
        lambda text: f"29/11/26, 12:03 - Ana: {text}",
        lambda text: f"Ana, [29.11.2026 12:03]\n{text}",
        lambda text: f"Mira esto:\n\n{text}",
        lambda text: f"Mira:\n```toml\n{text}```\n¿Qué harías?",
        lambda text: text.replace(" = ", "\u00a0=\u00a0").replace("\n", "\r\n"),
        lambda text: text.replace("sobremesa", "sobre\u00admesa").replace("seats", "se\u200bats"),
        lambda text: f"\ufeff{text}",
    ],
    ids=[
        "mail",
        "mail-twice",
        "chat",
        "iphone-chat",
        "android-chat",
        "telegram",
        "words",
        "fence",
        "nbsp",
        "soft",
        "bom",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_chats_and_mails_change_nothing(changed: object, encoding: str) -> None:
    """Heads, quotation marks of mails, fences, spaces, invisible letters and encodings are undone."""
    assert callable(changed)
    for text, state in (simple(), moment()):
        assert opened(changed(text).encode(encoding)) == state


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "Mira: {}",
        "[12:03] Ana: mira la mesa {} ¿qué harías?",
        "> {}",
        "```\n{}\n```",
        "{} un saludo",
        "{} A",
        "Hola\n\n{}\n\nEnviado desde mi teléfono",
    ],
)
def test_letters_stand_in_a_message(around: str) -> None:
    """Packed letters are found among words, wrapped, in lower case, with invisible letters inside."""
    text, state = moment()
    letters = pack(text)
    wrapped = "\n".join(letters[k : k + 40] for k in range(0, len(letters), 40))
    broken = letters[:30] + "\u200b" + letters[30:60] + "\u00ad" + letters[60:90] + "\u00a0" + letters[90:]
    for one in (letters, wrapped, letters.lower(), broken):
        assert opened(around.format(one).encode()) == state
        assert opened(around.format(one).encode("utf-16")) == state


def test_a_lawful_text_is_never_changed() -> None:
    """Quotes, dashes and joined letters within a lawful text are its own."""
    text = moment()[0].replace("O’Neil", "“Fam” 👨\u200d👩\u200d👧 –1")
    assert extract_text(text.encode()) == text


def test_a_slip_is_named_by_the_line_that_was_pasted() -> None:
    """Whatever stands before the situation, the number is that of the pasted line."""
    text, _ = simple()
    pasted = "[12:03] Ana: mira\n\n" + text + "esto no\n"
    number = pasted.splitlines().index("esto no") + 1
    with pytest.raises(ParseError) as refused:
        opened(pasted.encode())
    assert dict(describe_error(extract_text(pasted.encode()), refused.value).args)["n"] == number


@pytest.mark.parametrize(
    "noise", ["’", "“", "a’", "‘a", '"', "> ", "[12:03] Ana: ", "```\n", "\u200b", "SOBREMESA1:A", "—1", "(", "\r"]
)
def test_a_hostile_message_costs_little(noise: str) -> None:
    """Many of one noise behind a head cost no more than in proportion."""
    began = time.process_time()
    for data in (f"sobremesa = {noise * 60_000}".encode(), f"sobremesa = {noise * (30_000 // len(noise))}".encode()):
        with pytest.raises(ParseError):
            opened(data)
    tuple(list_items(noise * 60_000))
    assert time.process_time() - began < 2


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_other_data_are_no_situation(data: bytes) -> None:
    """Whatever is no situation is none, and reading it raises nothing but a refusal."""
    try:
        text = extract_text(data)
    except ParseError:
        return
    assert "sobremesa" in text or text == ""


@given(st.text(max_size=500))
def test_messages_have_no_more_lines_than_were_pasted(text: str) -> None:
    """Reading a message never adds a line or a letter."""
    visible = visible_text(text)
    lines = message_lines(visible)
    assert len(lines) <= visible.count("\n") + 1
    assert sum(map(len, lines)) <= len(visible)
