"""Loading of a saved match by replay, with a fallback to the last valid snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.base.canonical_json import sha256_hex
from companion.base.errors import CorruptDataError
from companion.storage.matches import EntryRow, Match, Snapshot, Storage, StorageError
from companion.storage.records import UNANNOUNCED_BASE, Entry
from rules.engine import Game, History, State, Text, prompt, start

from .log import LogLine, is_undo_or_redo, make_log_line
from .match_state import MatchState

if TYPE_CHECKING:
    from companion.storage.codec import Codec

NEWER_VERSION_TEXT = Text("This game was saved by a newer Sobremesa: update this one. The game stays as it is.")


def resume_match(storage: Storage, match: Match, game: Game[State]) -> MatchState:
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
    codec: Codec[State], match: Match, rows: tuple[EntryRow, ...], snapshots: tuple[Snapshot, ...]
) -> MatchState:
    """Replay everything since the last base and check each snapshot on the way."""
    base = next((snap for snap in reversed(snapshots) if snap.base), None)
    if base and base.base == UNANNOUNCED_BASE:
        raise CorruptDataError("the import could not replay the log")
    base_seq, snapshot_by_seq = base.seq if base else 0, {snap.seq: snap for snap in snapshots}
    snapshot_seq = max(snapshot_by_seq, default=0)
    history = History(codec.game, _valid_state(codec, base) if base else _start_state(codec.game, match))
    lines, branch = list[LogLine](), base_seq
    replayed = rows if base is None else [row for row in rows if row.seq > base_seq]
    for seq, row in enumerate(replayed, base_seq + 1):
        if row.seq != seq:
            raise CorruptDataError(f"entry {seq} is missing")
        before = history.state
        # up to the last snapshot its digest verifies the replay; after it every entry is checked by the rules
        entry = replay_row(codec, history, row, known=seq <= snapshot_seq)
        lines.append(make_log_line(codec.game, before, entry, history.state))
        branch = seq if is_undo_or_redo(entry.event) else branch
        snap = snapshot_by_seq.get(seq)
        if snap and codec.digest(history.state) != snap.digest:
            raise CorruptDataError(f"entry {seq} leads elsewhere than it did")
    return MatchState(history, tuple(lines), _last(rows, snapshots), branch, snapshot_seq, base_seq)


def _resume_from_snapshot(
    storage: Storage,
    codec: Codec[State],
    match: Match,
    rows: tuple[EntryRow, ...],
    snapshots: tuple[Snapshot, ...],
) -> MatchState:
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
    warning = _warning(codec.game, match, snapshots, lost)
    return MatchState(History(codec.game, history.state), (), last, last, last, last, warning=warning)


def _last(rows: tuple[EntryRow, ...], snapshots: tuple[Snapshot, ...]) -> int:
    """Return the number after which the log goes on; a match may begin with a snapshot."""
    return max(*(row.seq for row in rows[-1:]), *(snap.seq for snap in snapshots[-1:]), 0, 0)


def snapshot_of(codec: Codec[State], state: State, seq: int, base: bool = False) -> Snapshot:
    """Return the snapshot of the state after entry ``seq``."""
    line = codec.write_state(state)
    return Snapshot(seq, codec.game.version, line, sha256_hex(line), int(base))


def replay_row(codec: Codec[State], history: History[State], row: EntryRow, known: bool = False) -> Entry:
    """Read one more entry and record it in the history.

    Raises ``CorruptDataError`` or ``Refused``.
    """
    event = codec.read_event(row.event)
    history.record(event, row.grp, known)
    return Entry(row.seq, row.at, row.by, row.grp, row.prompt_id, event)


def _start_state(game: Game[State], match: Match) -> State:
    return start(game, match.seats, match.rulings)


def _valid_state(codec: Codec[State], snap: Snapshot) -> State:
    """Return the snapshot's state, if it is intact and its next prompt can be computed."""
    if sha256_hex(snap.state) != snap.digest:
        raise CorruptDataError(f"snapshot {snap.seq} is damaged")
    state = codec.read_state(snap.state)
    prompt(state)
    return state


def _last_valid_state(codec: Codec[State], match: Match, snapshots: tuple[Snapshot, ...]) -> tuple[int, State]:
    for snap in reversed(snapshots):
        try:
            return snap.seq, _valid_state(codec, snap)
        except Exception:  # a damaged state may cause any error in the rules
            continue
    return 0, _start_state(codec.game, match)


def _warning(game: Game[State], match: Match, snapshots: tuple[Snapshot, ...], lost: int) -> Text:
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
