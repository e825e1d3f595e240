"""What the nets are shown, in whole batches, and what is wanted for it; needs the extra `training`."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from training.nets.bank import PictureBank  # noqa: E402 - only where torch is
from training.nets.judge import JUDGE_PLANES, judge_net, patch_batches  # noqa: E402
from training.nets.loop import Schedule, TrainingLoop, learning_rate_share  # noqa: E402
from training.nets.net import SYMBOL_WIDTHS, DetectorNet, PatchNet, dice_net  # noqa: E402
from training.nets.patches import NO_DIE_SHARE, PatchBank, group_weights  # noqa: E402
from training.nets.pool import store_patches  # noqa: E402
from training.nets.start import load_convolutions, restore_batch_norms, start_from_export  # noqa: E402
from training.nets.target import CROP_PX, net_target  # noqa: E402
from training.nets.teach import batch_target, crop_batches  # noqa: E402
from training.nets.vary import MAX_TURN, QUARTER_SHARE, random_crops, recolor, turns  # noqa: E402
from training.scenes.drawn.compose import compose_scene  # noqa: E402
from training.scenes.scene import GroundTruth  # noqa: E402
from vision.nets import MODELS  # noqa: E402
from vision.reader.judge import PATCH_SIDE  # noqa: E402

SCENES = 6


@pytest.fixture(scope="module")
def bank():
    torch.manual_seed(1)
    kept = PictureBank(256, SCENES)
    kept.add(compose_scene(seed, 256) for seed in range(SCENES))
    return kept


def truths_of(rows):
    """The truths of one crop, as the composer gives them."""
    return [
        GroundTruth(int(row[0]), tuple(map(float, row[1:5])), row[5:13].reshape(4, 2) if row[13] else None)
        for row in rows.numpy().astype(float)
        if row[0] >= 0
    ]


def test_a_batch_wants_what_each_crop_wants(bank):
    """The targets of a batch are those of its crops, one by one."""
    parts, truths = random_crops(bank, torch.arange(SCENES), is_real=False)
    assert parts.shape == (SCENES, 3, CROP_PX, CROP_PX)
    wanted, compared = batch_target(truths), 0
    for n, rows in enumerate(truths):
        alone = net_target(truths_of(rows))
        for field, batch in zip(fields(alone), wanted, strict=True):
            differs = np.abs(getattr(alone, field.name) - batch[n].numpy()) > 1e-2
            assert differs.sum() <= (2 if field.name == "known_mask" else 0), field.name
        compared += int((alone.heat == 1).sum())
    assert compared > 3


def test_up_stays_up():
    """Pictures are turned by no more than 25 degrees, a small share of them from a quarter turn."""
    angles = torch.atan2(*turns(4000, 0.2)[:, :, 0].flip(1).T)
    quarters = (angles / (torch.pi / 2)).round()
    away = angles - quarters * torch.pi / 2
    assert float(away.abs().max()) <= MAX_TURN + 1e-6
    assert float(away.std()) > 0.1
    assert abs(float((quarters != 0).float().mean()) - QUARTER_SHARE) < 0.02


def test_crops_are_bytes(bank):
    """A batch has crops as bytes, height before width, and six targets."""
    part, *wanted = next(crop_batches(bank, None, 4))
    assert (part.shape, part.dtype, len(wanted)) == ((4, CROP_PX, CROP_PX, 3), torch.uint8, 6)
    assert float(recolor(torch.full((8, 3, 16, 16), 128.0)).max()) <= 255


def test_patches_are_drawn_in_their_shares(tmp_path: Path):
    """Patches on disk are drawn as often as their source, value and kind should be, in both contexts."""
    store_patches(tmp_path / "scenes-a-1.npz", [compose_scene(3, 256)], tmp_path, 1, exact=True, share=0.0)
    kept = PatchBank(200)
    kept.add("scenes", tmp_path / "scenes-a-1.npz")
    kept.refresh()
    patches, values = next(patch_batches(kept, 64))
    assert patches.shape == (64, PATCH_SIDE, PATCH_SIDE, JUDGE_PLANES)
    assert set(values.tolist()) <= set(range(7))
    groups = [("scenes", "1"), ("scenes", "plug"), ("scenes", "taken text"), ("tray", "6"), ("tray", "beside")]
    weights = group_weights(groups, [10, 400, 100, 5, 5])
    assert sum(weights) == pytest.approx(1 - 0.5 * NO_DIE_SHARE * 0.5)
    assert weights[0] == weights[3] == pytest.approx(0.5 * (1 - NO_DIE_SHARE))


def test_a_run_ends_with_its_time(tmp_path: Path):
    """A loop ends with its steps or its time, whichever is first, and leaves a checkpoint to go on from."""
    net, path = torch.nn.Linear(2, 1), tmp_path / "net.pt"

    def run(steps: int, seconds: float | None) -> int:
        loop = TrainingLoop(net, path, Schedule(steps, 0.01, 0.0, 4, seconds=seconds))
        loop.run(iter(lambda: [torch.ones(4, 2)], None), lambda batch: (net(batch[0]).sum(), torch.zeros(1)))
        return loop.done

    assert run(5, None) == 5
    assert run(8, 3600.0) == 8
    assert run(10**9, 1e-6) == 8
    assert learning_rate_share(1000, 0.0) == 1.0
    assert learning_rate_share(1000, 1.0) == pytest.approx(0.02)


@pytest.mark.parametrize(
    ("wider", "stored", "file", "side"),
    [
        (judge_net, lambda: PatchNet(7, SYMBOL_WIDTHS), "judge.onnx", PATCH_SIDE),
        (dice_net, DetectorNet, "symbol_finder.onnx", 128),
    ],
)
def test_a_wider_net_starts_with_the_answers_of_a_stored_one(wider, stored, file, side):
    """It answers alike, in training nearly so, and what reads its planes can learn."""
    pytest.importorskip("onnx")
    torch.manual_seed(1)
    wide, old = wider(), stored()
    planes = next(wide.parameters()).shape[1]
    batches = [torch.randn(16, planes, side, side) for _ in range(4)]
    for net in (wide, old):
        load_convolutions(net, MODELS / file)
        net.eval()
    answer = old(batches[0][:, :3])
    assert torch.allclose(wide(batches[0]), answer, atol=1e-4)

    restore_batch_norms(wide, batches)
    seen = wide(batches[0])
    assert (seen - answer).std() < 0.2 * answer.std()
    seen.square().mean().backward()
    for row in (one for one in wide.parameters() if one.dim() == 4):
        assert (row.grad.abs().amax((0, 2, 3)) > 0).float().mean() > 0.9


def test_a_net_of_another_shape_is_refused():
    """A net does not start from one whose layers see more than its own."""
    pytest.importorskip("onnx")
    with pytest.raises(ValueError, match="instead of"):
        start_from_export(dice_net(), MODELS / "judge.onnx", [])
