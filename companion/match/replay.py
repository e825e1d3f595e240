"""Loading of a saved match by replay, with a fallback to the last valid snapshot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from companion.base.canonical_json import sha256_hex
from companion.base.errors import CorruptDataError
from companion.storage.matches import EntryRow, Match, Snapshot, Storage, StorageError
from companion.storage.records import UNANNOUNCED_BASE, Entry
from rules.engine import Game, History, Refused, State, Text, Undone, prompt, start

if TYPE_CHECKING:
    from companion.storage.codec import Codec

NEWER_VERSION_TEXT = Text("This game was saved by a newer Sobremesa: update this one. The game stays as it is.")
S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class ReplayedEntry(Generic[S]):
    """An entry and the states before and after it."""

    entry: Entry
    state_before: S
    state_after: S


@dataclass(frozen=True)
class ReplayedMatch(Generic[S]):
    """A loaded match: the entries after ``base_seq``, and a warning for the table."""

    history: History[S]
    entries: tuple[ReplayedEntry[S], ...]
    last_seq: int
    base_seq: int
    snapshot_seq: int
    warning: Text | None = None


def resume_match(storage: Storage, match: Match, game: Game[S]) -> ReplayedMatch[S]:
    """Replay the match, or go on from its last valid snapshot with a warning.

    The stored log is only appended to, never changed.
    """
    rows, snapshots = storage.entry_rows(match.id), storage.snapshots(match.id)
    codec = storage.codec(game)
    try:
        return _replayed(codec, match, rows, snapshots)
    except Exception as error:  # newer rules may fail on an older log in any way; the log itself stays
        if max(match.rules_version, *(snap.rules_version for snap in snapshots), 0) > game.version:
            raise StorageError(NEWER_VERSION_TEXT) from error
        return _resume_from_snapshot(storage, codec, match, rows, snapshots)


def _replayed(
    codec: Codec[S], match: Match, rows: tuple[EntryRow, ...], snapshots: tuple[Snapshot, ...]
) -> ReplayedMatch[S]:
    """Replay everything since the last base and check each snapshot on the way."""
    base = next((snap for snap in reversed(snapshots) if snap.base), None)
    if base and base.base == UNANNOUNCED_BASE:
        raise CorruptDataError("the import could not replay the log")
    snapshot_by_seq = {snap.seq: snap for snap in snapshots}
    history = History(codec.game, _valid_state(codec, base) if base else _start_state(codec.game, match))
    entries, seq = list[ReplayedEntry[S]](), base.seq if base else 0
    for row in rows:
        if base and row.seq <= base.seq:
            continue
        if row.seq != seq + 1:
            raise CorruptDataError(f"entry {seq + 1} is missing")
        seq = row.seq
        # up to the last snapshot its digest verifies the replay; after it every entry is checked by the rules
        entries.append(replay_row(codec, history, row, known=row.seq <= max(snapshot_by_seq, default=0)))
        snap = snapshot_by_seq.get(row.seq)
        if snap and codec.digest(history.state) != snap.digest:
            raise CorruptDataError(f"entry {row.seq} leads elsewhere than it did")
    return ReplayedMatch(
        history, tuple(entries), _last(rows, snapshots), base.seq if base else 0, max(snapshot_by_seq, default=0)
    )


def _resume_from_snapshot(
    storage: Storage, codec: Codec[S], match: Match, rows: tuple[EntryRow, ...], snapshots: tuple[Snapshot, ...]
) -> ReplayedMatch[S]:
    """Replay from the last readable snapshot as far as possible, and store a new base there."""
    seq, state = _last_valid_state(codec, match, snapshots)
    history = History(codec.game, state)
    for row in rows:
        if row.seq <= seq:
            continue
        if row.seq != seq + 1:
            break
        try:
            replay_row(codec, history, row)
        except Exception:  # newer rules may fail on an older log in any way
            break
        seq = row.seq
    last = _last(rows, snapshots)
    storage.save_snapshot(match, snapshot_of(codec, history.state, last, base=True))
    lost = sum(row.seq > seq for row in rows)
    return ReplayedMatch(
        History(codec.game, history.state), (), last, last, last, _warning(codec.game, match, snapshots, lost)
    )


def _last(rows: tuple[EntryRow, ...], snapshots: tuple[Snapshot, ...]) -> int:
    """Return the number after which the log goes on; a match may begin with a snapshot."""
    return max(*(row.seq for row in rows[-1:]), *(snap.seq for snap in snapshots[-1:]), 0, 0)


def snapshot_of(codec: Codec[S], state: S, seq: int, base: bool = False) -> Snapshot:
    """Return the snapshot of the state after entry ``seq``."""
    line = codec.write_state(state)
    return Snapshot(seq, codec.game.version, line, sha256_hex(line), int(base))


def replay_row(codec: Codec[S], history: History[S], row: EntryRow, known: bool = False) -> ReplayedEntry[S]:
    """Read and record one more entry. Raises ``CorruptDataError`` or ``Refused``."""
    event = codec.read_event(row.event)
    if isinstance(event, Undone) and all(moment.group < event.group for moment in history.entries):
        raise Refused("X-03", Text("There is nothing to undo."))
    before, after = history.state, history.record(event, row.grp, known)
    return ReplayedEntry(Entry(row.seq, row.at, row.by, row.grp, row.prompt_id, event), before, after)


def _start_state(game: Game[S], match: Match) -> S:
    return start(game, match.seats, match.rulings)


def _valid_state(codec: Codec[S], snap: Snapshot) -> S:
    """Return the snapshot's state, if it is intact and its next prompt can be computed."""
    if sha256_hex(snap.state) != snap.digest:
        raise CorruptDataError(f"snapshot {snap.seq} is damaged")
    state = codec.read_state(snap.state)
    prompt(state)
    return state


def _last_valid_state(codec: Codec[S], match: Match, snapshots: tuple[Snapshot, ...]) -> tuple[int, S]:
    for snap in reversed(snapshots):
        try:
            return snap.seq, _valid_state(codec, snap)
        except Exception:  # a damaged state may cause any error in the rules
            continue
    return 0, _start_state(codec.game, match)


def _warning(game: Game[S], match: Match, snapshots: tuple[Snapshot, ...], lost: int) -> Text:
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
