"""Loading of a saved match by replay, with a fallback to the last valid snapshot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.base.canonical_json import sha256
from companion.base.errors import Corrupt
from companion.storage.codec import Codec
from companion.storage.matches import Match, Row, Snapshot, Storage, StorageTrouble
from companion.storage.records import Entry
from rules.engine import Game, History, Refused, State, Text, Undone, prompt, start

NEWER = Text("This game was saved by a newer Sobremesa: update this one. The game stays as it is.")
S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Folded(Generic[S]):
    """An entry and the states before and after it."""

    entry: Entry
    before: S
    after: S


@dataclass(frozen=True)
class Resumed(Generic[S]):
    """A loaded match: the entries after ``base_seq``, and a warning for the table."""

    history: History[S]
    folded: tuple[Folded[S], ...]
    last_seq: int
    base: int
    snapshot: int
    warning: Text | None = None


def resume(storage: Storage, match: Match, game: Game[S]) -> Resumed[S]:
    """Replay the match, or go on from its last valid snapshot with a warning.

    The stored log is only appended to, never changed.
    """
    rows, snapshots = storage.rows(match.id), storage.snapshots(match.id)
    codec = storage.codec(game)
    try:
        return _replayed(codec, match, rows, snapshots)
    except Exception as error:  # newer rules may fail on an older log in any way; the log itself stays
        if max(match.rules_version, *(snap.rules_version for snap in snapshots), 0) > game.version:
            raise StorageTrouble(NEWER) from error
        return _rescued(storage, codec, match, rows, snapshots)


def _replayed(codec: Codec[S], match: Match, rows: tuple[Row, ...], snapshots: tuple[Snapshot, ...]) -> Resumed[S]:
    """Replay everything since the last base and check each snapshot on the way."""
    base = next((snap for snap in reversed(snapshots) if snap.base), None)
    held = {snap.seq: snap for snap in snapshots}
    history = History(codec.game, _good(codec, base) if base else _first(codec.game, match))
    found, seq = list[Folded[S]](), base.seq if base else 0
    for row in rows:
        if base and row.seq <= base.seq:
            continue
        if row.seq != seq + 1:
            raise Corrupt(f"entry {seq + 1} is missing")
        seq = row.seq
        # up to the last snapshot its digest verifies the replay; after it every entry is checked by the rules
        found.append(folded(codec, history, row, known=row.seq <= max(held, default=0)))
        if (snap := held.get(row.seq)) and not codec.same(history.state, snap.state, snap.digest):
            raise Corrupt(f"entry {row.seq} leads elsewhere than it did")
    return Resumed(history, tuple(found), _last(rows, snapshots), base.seq if base else 0, max(held, default=0))


def _rescued(
    storage: Storage, codec: Codec[S], match: Match, rows: tuple[Row, ...], snapshots: tuple[Snapshot, ...]
) -> Resumed[S]:
    """Replay from the last readable snapshot as far as possible, and store a new base there."""
    seq, state = _certain(codec, match, snapshots)
    history = History(codec.game, state)
    for row in rows:
        if row.seq <= seq:
            continue
        if row.seq != seq + 1:
            break
        try:
            folded(codec, history, row)
        except Exception:
            break
        seq = row.seq
    last = _last(rows, snapshots)
    storage.keep(match, taken(codec, history.state, last, base=True))
    lost = sum(row.seq > seq for row in rows)
    return Resumed(
        History(codec.game, history.state), (), last, last, last, _warning(codec.game, match, snapshots, lost)
    )


def _last(rows: tuple[Row, ...], snapshots: tuple[Snapshot, ...]) -> int:
    """Return the number after which the log goes on; a match may begin with a snapshot."""
    return max(*(row.seq for row in rows[-1:]), *(snap.seq for snap in snapshots[-1:]), 0, 0)


def taken(codec: Codec[S], state: S, seq: int, base: bool = False) -> Snapshot:
    """Return the snapshot of the state after entry ``seq``."""
    line = codec.write_state(state)
    return Snapshot(seq, codec.game.version, line, sha256(line), int(base))


def folded(codec: Codec[S], history: History[S], row: Row, known: bool = False) -> Folded[S]:
    """Read and record one more entry. Raises ``CorruptDataError`` or ``Refused``."""
    event = codec.read_event(row.event)
    if isinstance(event, Undone) and all(moment.group < event.group for moment in history.moments):
        raise Refused("X-03", Text("There is nothing to undo."))
    before, after = history.state, history.record(event, row.grp, known)
    return Folded(Entry(row.seq, row.at, row.by, row.grp, row.prompt_id, event), before, after)


def _first(game: Game[S], match: Match) -> S:
    return start(game, match.seats, match.rulings)


def _good(codec: Codec[S], snap: Snapshot) -> S:
    """Return the snapshot's state, if it is intact and its next prompt can be computed."""
    if sha256(snap.state) != snap.digest:
        raise Corrupt(f"snapshot {snap.seq} is damaged")
    state = codec.read_state(snap.state)
    prompt(state)
    return state


def _certain(codec: Codec[S], match: Match, snapshots: tuple[Snapshot, ...]) -> tuple[int, S]:
    for snap in reversed(snapshots):
        try:
            return snap.seq, _good(codec, snap)
        except Exception:
            continue
    return 0, _first(codec.game, match)


def _warning(game: Game[Any], match: Match, snapshots: tuple[Snapshot, ...], lost: int) -> Text:
    version = next((snap.rules_version for snap in reversed(snapshots) if snap.base), match.rules_version)
    if version != game.version:
        why = Text("Sobremesa knows the rules better than when this game was saved.")
    else:
        why = Text("Part of this game's log cannot be read.")
    if not lost:
        return Text("{why} It goes on from where it was; what came before cannot be undone.", why=why)
    return Text(
        "{why} It goes on from the last certain point: the last step is missing. Do it again or correct it.",
        "{why} It goes on from the last certain point: the last {n} steps are missing. Do them again or correct it.",
        why=why,
        n=lost,
    )
