"""Teaching session for custom dice: find the die in a picture, save it, test a roll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.access.permissions import Access
from companion.decoding import pool
from companion.dice import capture, custom_sets
from companion.dice.capture import TrialDie
from companion.dice.capture_reading import PICTURE_ERRORS, check_upload, picture_error
from companion.dice.custom_sets import DieSample
from companion.dice.kinds import map_pips_to_face, pip_mapping, reader_for
from companion.storage.matches import Storage
from rules.engine import DieKind, Text

__all__ = [
    "TeachingProgress",
    "TrialDie",
    "add_pictures",
    "custom_sets",
    "map_pips_to_face",
    "read_trial_roll",
    "teaching_progress",
]

NO_DIE_TEXT = Text("I see no die in that picture: lay one alone in the middle, close, from above.")
NO_DICE_TEXT = Text("I see none of these dice in that picture.")


@dataclass(frozen=True)
class TeachingProgress:
    """What has been taught of one kind of dice."""

    kind: DieKind | None
    pictures: dict[int, tuple[DieSample, ...]]
    pip_mapping: tuple[int, ...]
    """The face that each number of an ordinary die stands for; empty for dice with pips."""
    similar_faces: tuple[tuple[int, int], ...]
    """Pairs of faces that are hard to tell apart, known once every face has a picture."""

    @property
    def missing_faces(self) -> tuple[int, ...]:
        """Faces without a picture."""
        return tuple(face for face, each in self.pictures.items() if not each)


def teaching_progress(kind: DieKind | None, storage: Storage) -> TeachingProgress:
    """Return what has been taught so far.

    Takes a second after a new picture. Raises ``StorageTrouble``, as the functions below do.
    """
    learned = custom_sets.learned_dice(kind, storage)
    faces = pip_mapping(kind, storage) if kind else ()
    return TeachingProgress(
        kind, dict(custom_sets.samples_by_face(kind, storage)), faces, learned.confused_faces if learned else ()
    )


def add_pictures(kind: DieKind | None, face: int, files: Sequence[bytes | Text | None], access: Access) -> Text | None:
    """Save the die of each picture under that face.

    Return the error of the last picture that shows no die, or None.
    """
    problem = None
    for data in files:
        sample = _crop_die(check_upload(data))
        if isinstance(sample, Text):
            problem = sample
        else:
            custom_sets.add_sample_jpeg(kind, face, sample, access)
    return problem


def _crop_die(data: bytes | Text) -> bytes | Text:
    """Return a JPEG of the die in the middle of a picture file, or why there is none."""
    if isinstance(data, Text):
        return data
    try:
        result = pool.run_task(capture.crop_middle_die, data)
    except pool.WorkerDiedError:
        return PICTURE_ERRORS["ended"]
    if isinstance(result, bytes):
        return result
    return NO_DIE_TEXT if result == "empty" else picture_error(result)


def read_trial_roll(kind: DieKind | None, data: bytes | Text | None, storage: Storage) -> tuple[TrialDie, ...] | Text:
    """Return the dice of a trial roll as they are read now, or why nothing was read."""
    data = check_upload(data)
    if isinstance(data, Text):
        return data
    try:
        result = pool.run_task(capture.read_trial_roll, data, reader_for(kind, storage))
    except pool.WorkerDiedError:
        return PICTURE_ERRORS["ended"]
    return picture_error(result) if isinstance(result, str) else result or NO_DICE_TEXT
