"""Teaching session for custom dice: find the die in a picture, save it, test a roll."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from companion.access.permissions import Access
from companion.base.background import run_in_background
from companion.decoding.pool import WorkerDiedError
from rules.engine import DieKind, Text

from . import capture, custom_sets, kinds
from .capture import TrialDie
from .capture_reading import PICTURE_ERRORS, check_upload, picture_error
from .custom_sets import DieSample

NO_DIE_TEXT = Text("I see no die in that picture: lay one alone in the middle, close, from above.")
NO_DICE_TEXT = Text("I see none of these dice in that picture.")
RunTask = Callable[..., Awaitable[Any]]
"""Runs a task of ``capture`` where OpenCV is: in a worker process, or in the page's reader."""


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
    run_task: RunTask

    async def progress(self) -> TeachingProgress:
        """Return what has been taught so far; takes a second after a new picture."""
        progress, taught = await run_in_background(self._stored)
        if not taught:
            return progress
        with suppress(WorkerDiedError):  # the pictures are there; only the warning is missing
            return replace(progress, similar_faces=await self.run_task(capture.confused_faces, taught))
        return progress

    def _stored(self) -> tuple[TeachingProgress, tuple[tuple[int, bytes], ...]]:
        """Return what has been taught, and every picture of it once each face has one."""
        kind, storage = self.kind, self.access.storage
        faces = kinds.pip_mapping(kind, storage) if kind else ()
        pictures = dict(custom_sets.samples_by_face(kind, storage))
        return TeachingProgress(kind, pictures, faces, ()), custom_sets.taught_samples(kind, storage)

    async def add_pictures(self, face: int, files: Sequence[bytes | Text | None]) -> Text | None:
        """Save the die of each picture under that face.

        Return the error of the last picture that shows no die, or None.
        """
        problem = None
        for data in files:
            sample = await self._crop_die(check_upload(data))
            if isinstance(sample, Text):
                problem = sample
            else:
                await run_in_background(custom_sets.add_sample, self.kind, face, sample, self.access)
        return problem

    async def delete_picture(self, sample_id: int) -> None:
        """Delete one picture."""
        await run_in_background(custom_sets.delete_sample, sample_id, self.access)

    async def forget(self) -> None:
        """Delete all pictures of these dice."""
        await run_in_background(custom_sets.delete_samples, self.kind, self.access)

    async def map_pips_to_face(self, pips: int, face: int) -> None:
        """Let that number of an ordinary die stand for a face."""
        if self.kind is not None:
            await run_in_background(kinds.map_pips_to_face, self.kind, pips, face, self.access)

    async def read_trial_roll(self, data: bytes | Text | None) -> tuple[TrialDie, ...] | Text:
        """Return the dice of a trial roll as they are read now, or why nothing was read."""
        data = check_upload(data)
        if isinstance(data, Text):
            return data
        reader = await run_in_background(kinds.reader_spec, self.kind, self.access.storage)
        try:
            result: tuple[TrialDie, ...] | str = await self.run_task(capture.read_trial_roll, data, reader)
        except WorkerDiedError:
            return PICTURE_ERRORS["ended"]
        return picture_error(result) if isinstance(result, str) else result or NO_DICE_TEXT

    async def _crop_die(self, data: bytes | Text) -> bytes | Text:
        """Return a JPEG of the die in the middle of a picture file, or why there is none."""
        if isinstance(data, Text):
            return data
        try:
            result: bytes | str = await self.run_task(capture.crop_middle_die, data)
        except WorkerDiedError:
            return PICTURE_ERRORS["ended"]
        if isinstance(result, bytes):
            return result
        return NO_DIE_TEXT if result == "empty" else picture_error(result)
