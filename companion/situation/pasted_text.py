"""Tolerant reading of pasted text: without what chats, mails and phones put around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

MAX_TEXT_LENGTH = 20_000
"""Maximum length of a pasted list, in characters."""
MAX_LINE_LENGTH = 400
"""Maximum length of a line of a list; the rest of a longer one is not read."""
MOSTLY = 8
"""Of ten pairs of bytes, how many have a zero at the same place in a text of two bytes a letter."""
INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u2060\u2066\u2067\u2068\u2069\ufeff"))
"""Letters without a width that no word needs: soft hyphens, breaks, marks of direction and byte order."""
SPACES = dict.fromkeys(map(ord, "\u00a0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u202f\u205f\u3000"), " ")
LINE_BREAKS = re.compile("\r\n?|[\u2028\u2029\u0085\v\f]")
DOUBLE_QUOTES, SINGLE_QUOTES = "“”„‟«»″〝〞＂", "‘’‚‛‹›′`´＇"
DASHES = "‐‑‒–—―⸺⸻−﹘﹣－"
BULLETS = "-•*·∙●○◦▪▫■□►▶‣⁃✓✔☐☑➤→»"
QUOTED_MAIL = re.compile(r"^[ \t]*(?:>[ \t]?)+")
CODE_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[\w-]*[ \t]*$")
TIME = r"\d{1,2}[:.h]\d\d(?:[:.]\d\d)?(?: ?[ap]\.? ?m\.?)?"
DATE = r"\d{1,4}[./-]\d{1,2}(?:[./-]\d{2,4})?"
CHAT_HEAD = re.compile(
    rf"^[ \t]*(?:\[(?:{DATE},? *)?{TIME}(?:,? *{DATE})?\]|{DATE},? +{TIME} +-)[ \t]*[^:\n]{{1,40}}:(?:[ \t]+|$)"
    rf"|^[^\[\]\n]{{1,40}},? *\[(?:{DATE},? *)?{TIME}\]:?[ \t]*$",
    re.IGNORECASE,
)
"""What a chat writes before a message when it is copied: the time and who wrote it."""


def decode_text(data: bytes) -> str:
    """Decode a text file in UTF-8 or UTF-16, with or without a byte order mark.

    Raises ``UnicodeDecodeError``.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    sample = data[:200]
    for first, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        zeros, letters = sample[first::2], sample[1 - first :: 2]
        if zeros.count(0) * 10 > len(zeros) * MOSTLY and all(letters):
            return data.decode(encoding)
    return data.decode("utf-8-sig")


def visible_text(text: str) -> str:
    """Return the text with line feeds and plain spaces, without letters that nobody sees."""
    return LINE_BREAKS.sub("\n", text).translate({**INVISIBLE, **SPACES})


def message_lines(text: str, *, ends_at_fence: bool = False) -> list[str]:
    """Return the lines of a visible text, each without a mail's or a chat's head.

    A line with a code fence is empty; ``ends_at_fence``: where the fence ends, the message ends. Lines keep their
    numbers.
    """
    lines = [QUOTED_MAIL.sub("", line) for line in text.split("\n")]
    fences = [number for number, line in enumerate(lines) if CODE_FENCE.match(line)]
    end = fences[1] if ends_at_fence and len(fences) > 1 else len(lines)
    return ["" if CODE_FENCE.match(line) else CHAT_HEAD.sub("", line) for line in lines[:end]]


# --- lists -------------------------------------------------------------------------------------------------------

QUOTES_AND_DASHES = str.maketrans(
    {**dict.fromkeys(DOUBLE_QUOTES, '"'), **dict.fromkeys(SINGLE_QUOTES, "'"), **dict.fromkeys(DASHES, "-")}
)
ENUMERATION = re.compile(r"^\(?\d{1,2}[.)][ \t]+")
BRACKETS = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]|\{([^{}]*)\}|<([^<>]*)>|【([^【】]*)】")
COUNT_BEFORE = re.compile(
    r"^(?:(\d{1,2})[ \t]*[x×*][ \t]*|[x×][ \t]*(\d{1,2})[ \t]+|(\d{1,2})[ \t]+)(?=[\"'*_]*[^\W\d])", re.IGNORECASE
)
COUNT_BEHIND = re.compile(r"[ \t]*(?:(?<![^\W\d_])[x×][ \t]*(\d{1,2})|(?<=[ \t])(\d{1,2})[ \t]*[x×])$", re.IGNORECASE)
COUNT = re.compile(r"[x×*][ \t]*(\d{1,2})|(\d{1,2})[ \t]*[x×*]", re.IGNORECASE)
DASH = re.compile(r"[ \t]+-+[ \t]*|-+[ \t]+")


@dataclass(frozen=True, slots=True)
class ListItem:
    """A part of a list: how many of what, and what stands beside it.

    ``asides`` stand behind a dash or in brackets. ``line`` is the number of its line, ``text`` the part as it was
    written. ``is_added`` is one that a plus makes a part of the one before it.
    """

    line: int
    text: str
    name: str
    count: int = 1
    asides: tuple[str, ...] = ()
    is_added: bool = False


def list_items(text: str) -> Iterator[ListItem]:
    """Yield the parts of a pasted list: lines, split at commas, semicolons and tabs.

    Commas in brackets separate nothing.
    """
    for number, line in enumerate(message_lines(visible_text(text[:MAX_TEXT_LENGTH])), start=1):
        plain = line[:MAX_LINE_LENGTH].translate(QUOTES_AND_DASHES)
        for part in _parts(_without_bullet(plain)):
            if part.strip(" \t\"'.*_"):
                yield _item(number, part.strip())


def _without_bullet(line: str) -> str:
    return ENUMERATION.sub("", line.strip().lstrip(BULLETS + " \t"))


def _parts(line: str) -> Iterator[str]:
    """Split a line at the separators outside brackets."""
    kept = BRACKETS.sub(lambda found: "\0" * len(found[0]), line)
    start = 0
    for found in re.finditer(r"[,;|\t]", kept):
        yield line[start : found.start()]
        start = found.end()
    yield line[start:]


def _item(number: int, part: str) -> ListItem:
    name, *behind = DASH.split(BRACKETS.sub(" ", part).strip())
    asides = [aside.strip() for aside in (*map("".join, BRACKETS.findall(part)), *behind)]
    count, name = _count(_without_quotes(name.lstrip("+")))
    counts = [int(found[1] or found[2]) for aside in asides if (found := COUNT.fullmatch(aside))]
    named = tuple(aside for aside in asides if aside and not COUNT.fullmatch(aside))
    return ListItem(number, part, _without_quotes(name), counts[0] if counts else count, named, part.startswith("+"))


def _count(name: str) -> tuple[int, str]:
    """Split off a count before or behind a name."""
    found = COUNT_BEFORE.search(name)
    if found is None:
        found = COUNT_BEHIND.search(name)
    if found is None:
        return 1, name
    return int(next(filter(None, found.groups()))), name[: found.start()] + name[found.end() :]


def _without_quotes(name: str) -> str:
    name = " ".join(name.split()).strip(" .*_")
    while len(name) > 1 and name[0] in "\"'" and name[-1] == name[0]:
        name = name[1:-1].strip()
    return name.strip('" ')
