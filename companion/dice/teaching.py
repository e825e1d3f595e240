"""Teaching session for custom dice: find the die in a picture, save it, test a roll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.access.permissions import Access
from companion.decoding import pool
from rules.engine import DieKind, Text

from . import capture, custom_sets, kinds
from .capture import TrialDie
from .capture_reading import PICTURE_ERRORS, check_upload, picture_error
from .custom_sets import DieSample

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


@dataclass(frozen=True)
class TeachingSession:
    """What a device teaches of one kind of dice.

    Its methods raise ``StorageError``, and ``Refused`` where a guest may not change anything.
    """

    kind: DieKind | None
    access: Access

    def progress(self) -> TeachingProgress:
        """Return what has been taught so far; takes a second after a new picture."""
        kind, storage = self.kind, self.access.storage
        taught = custom_sets.taught_samples(kind, storage)
        faces = kinds.pip_mapping(kind, storage) if kind else ()
        similar = capture.confused_faces(taught) if taught else ()
        return TeachingProgress(kind, dict(custom_sets.samples_by_face(kind, storage)), faces, similar)

    def add_pictures(self, face: int, files: Sequence[bytes | Text | None]) -> Text | None:
        """Save the die of each picture under that face.

        Return the error of the last picture that shows no die, or None.
        """
        problem = None
        for data in files:
            sample = _crop_die(check_upload(data))
            if isinstance(sample, Text):
                problem = sample
            else:
                custom_sets.add_sample(self.kind, face, sample, self.access)
        return problem

    def delete_picture(self, sample_id: int) -> None:
        """Delete one picture."""
        custom_sets.delete_sample(sample_id, self.access)

    def forget(self) -> None:
        """Delete all pictures of these dice."""
        custom_sets.delete_samples(self.kind, self.access)

    def map_pips_to_face(self, pips: int, face: int) -> None:
        """Let that number of an ordinary die stand for a face."""
        if self.kind is not None:
            kinds.map_pips_to_face(self.kind, pips, face, self.access)

    def read_trial_roll(self, data: bytes | Text | None) -> tuple[TrialDie, ...] | Text:
        """Return the dice of a trial roll as they are read now, or why nothing was read."""
        data = check_upload(data)
        if isinstance(data, Text):
            return data
        try:
            result = pool.run_task(capture.read_trial_roll, data, kinds.reader_spec(self.kind, self.access.storage))
        except pool.WorkerDiedError:
            return PICTURE_ERRORS["ended"]
        return picture_error(result) if isinstance(result, str) else result or NO_DICE_TEXT


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
