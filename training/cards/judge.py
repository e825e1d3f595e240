"""Training of the net that names a card by its index and its whole face."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - everybody's name for it

from training.nets.export import export_patch_net
from training.nets.loop import Schedule, TrainingLoop, to_net_input
from training.nets.net import PatchNet, channels_last
from training.nets.start import start_from_export
from training.nets.vary import coarsen, soften, some
from training.symbols.augment import blocked, drawn, glaring, normal, shadowed, sharpened
from vision.cards.judge import JUDGE, RANK_OUTPUTS, SUITS

from .bank import PartBank

JUDGE_WIDTHS = (20, 40, 64, 96)
"""Planes of its layers, as ``PatchNet`` takes them."""
PLANES = 6
BATCH_SIZE = 64
LEARNING_RATE = 1.5e-3
AVERAGE_DECAY = 0.997
NONE_SHARE = 0.2
"""Share of the patches that show no index."""
STATISTICS_BATCHES = 30
"""Batches from which the statistics of the batch norms are taken."""
REFRESH_STEPS = 200
SHIFT_PX = 3
"""Most pixels by which a patch is shifted."""


def card_judge_net() -> PatchNet:
    """The judge before it has learned anything."""
    return PatchNet(RANK_OUTPUTS + len(SUITS), JUDGE_WIDTHS, PLANES)


def patch_batches(banks: list[tuple[PartBank, float]], size: int) -> Iterator[list[Tensor]]:
    """Endless batches of patches, balanced by rank, with rank and suit (-1: not known)."""
    step = 0
    rows: list[dict[int, Tensor]] = []
    while True:
        if step % REFRESH_STEPS == 0:
            for bank, _ in banks:
                bank.refresh()
            rows = [rows_by_rank(bank) for bank, _ in banks]
            shares = torch.tensor([share if len(bank) else 0.0 for bank, share in banks])
        patches, ranks, suits = [], [], []
        for which in torch.multinomial(shares, size, replacement=True).tolist():
            bank, there = banks[which][0], rows[which]
            wanted = [rank for rank in there if rank >= 0]
            rank = (
                -1
                if -1 in there and float(torch.rand(1)) < NONE_SHARE
                else wanted[int(torch.randint(len(wanted), (1,)))]
            )
            row = int(there[rank][int(torch.randint(len(there[rank]), (1,)))])
            patches.append(bank.rows["patches"][row])
            ranks.append(rank + 1)
            suits.append(int(bank.rows["suits"][row]))
        yield [vary(torch.stack(patches)), torch.tensor(ranks), torch.tensor(suits)]
        step += 1


def rows_by_rank(bank: PartBank) -> dict[int, Tensor]:
    """The rows of each rank."""
    if not len(bank):
        return {}
    ranks = torch.stack(bank.rows["ranks"]).long()
    return {rank: torch.nonzero(ranks == rank)[:, 0] for rank in sorted(set(ranks.tolist()))}


def vary(patches: Tensor) -> Tensor:
    """Vary (N, PATCH_SIDE, PATCH_SIDE, PLANES) bytes.

    Place, light, colors and grain, alike in both views.
    """
    shown = patches.permute(0, 3, 1, 2).float()
    left, top = (int(one) for one in torch.randint(-SHIFT_PX, SHIFT_PX + 1, (2,)))
    shown = torch.cat([torch.roll(shown[:, :3], (top, left), (2, 3)), shown[:, 3:]], 1)
    tint = (torch.randn(len(shown), 3, 1, 1) * 0.08 + normal(shown, 0.22) - 0.05).exp().repeat(1, 2, 1, 1)
    shown = (shown - 128) * normal(shown, 0.15).exp() + 128
    shown = shown * tint + normal(shown, 8)
    index, card = shown[:, :3], shown[:, 3:]
    index = some(some(some(index, 0.06, shadowed), 0.06, glaring), 0.06, cut_out)
    index = some(some(some(index, 0.1, soften), 0.15, coarsen), 0.06, sharpened)
    shown = torch.cat([some(index, 0.08, blocked), some(card, 0.25, cut_out)], 1)
    shown = some(shown, 0.3, lambda rows: rows + torch.randn_like(rows) * drawn(rows, 0, 9))
    shown = some(shown, 0.06, lambda rows: rows.reshape(-1, 2, 3, *rows.shape[2:]).mean(2).repeat_interleave(3, 1))
    return shown.clamp(0, 255).byte().permute(0, 2, 3, 1)


def cut_out(shown: Tensor) -> Tensor:
    """Cover a part of each patch with a color."""
    side = shown.shape[-1]
    steps = torch.arange(side)
    ends = [torch.randint(-side // 3, side, (len(shown), 1, 1, 1)) for _ in range(2)]
    reach = [torch.randint(side // 8, side // 2, (len(shown), 1, 1, 1)) for _ in range(2)]
    inside = [(steps > end) & (steps < end + length) for end, length in zip(ends, reach, strict=True)]
    mask = inside[0].transpose(2, 3) & inside[1]
    return torch.where(mask, torch.rand(len(shown), shown.shape[1], 1, 1) * 255, shown)


def judge_loss(net: nn.Module) -> Callable[[list[Tensor]], tuple[Tensor, Tensor]]:
    """The loss of a batch, and shown: loss, ranks right, suits right."""

    def loss(batch: list[Tensor]) -> tuple[Tensor, Tensor]:
        patches, ranks, suits = batch
        out = net(to_net_input(patches))
        by_rank, by_suit = out[:, :RANK_OUTPUTS], out[:, RANK_OUTPUTS:]
        total = F.cross_entropy(by_rank, ranks, label_smoothing=0.02)
        told = suits >= 0
        total = total + 1.2 * F.cross_entropy(by_suit[told], suits[told], label_smoothing=0.02)
        right = (by_rank.argmax(1) == ranks).float().mean()
        suited = (by_suit.argmax(1) == suits)[told].float().mean()
        return total, torch.stack([total.detach(), right, suited])

    return loss


def train_card_judge(
    work: Path, seed: int, schedule: Schedule, extra: dict[str, float] | None = None, start: Path | None = None
) -> None:
    """Train by a schedule, and export the net.

    It goes on from the last checkpoint if there is one, else from the exported one of the folder ``start``.
    ``extra`` are shares of other folders of patches.
    """
    torch.manual_seed(seed)
    net = channels_last(card_judge_net())
    shares = {"card_scenes": 1.0 - sum((extra or {}).values()), **(extra or {})}
    banks = [(PartBank(work / name, ("patches", "ranks", "suits")), share) for name, share in shares.items()]
    batches, path = patch_batches(banks, schedule.batch_size), work / f"{JUDGE}.pt"
    if start and not path.exists():
        shown = (to_net_input(batch[0]) for batch in islice(batches, STATISTICS_BATCHES))
        start_from_export(net, start / f"{JUDGE}.onnx", shown)
    TrainingLoop(net, path, schedule).run(batches, judge_loss(net))
    export_patch_net(card_judge_net(), path, work / f"{JUDGE}.onnx", PLANES)
