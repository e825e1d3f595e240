"""A YOLOv5n by its published figures, as the reader's rival, written into the folder WORK.

It needs the extra `training`. It is untrained, because only its time is measured: a quarter of the full width and a
third of the depth, a stem of 6x6, C3 blocks, SPPF with pools of 5, a head that goes up and down again, and three
anchors for each of three strides.
"""

from __future__ import annotations

from pathlib import Path

import click
import torch
from torch import Tensor, nn

SIDE = 640
CLASSES = 80
PARAMETERS = 1_867_405
"""As published, with 80 classes, once each norm is folded into its convolution."""
STRIDES = (8, 16, 32)
ANCHORS = torch.tensor(
    [
        [[10, 13], [16, 30], [33, 23]],
        [[30, 61], [62, 45], [59, 119]],
        [[116, 90], [156, 198], [373, 326]],
    ]
)
"""Width and height in pixels, by stride."""


def layer(wide: int, out: int, side: int = 1, stride: int = 1, edge: int | None = None) -> nn.Sequential:
    """A convolution with batch norm and SiLU."""
    convolution = nn.Conv2d(wide, out, side, stride, side // 2 if edge is None else edge, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(out, eps=1e-3), nn.SiLU())


class Neck(nn.Module):
    """Two convolutions, 1x1 and 3x3, optionally with a residual connection."""

    def __init__(self, wide: int, added: bool) -> None:
        super().__init__()
        self.both = nn.Sequential(layer(wide, wide), layer(wide, wide, 3))
        self.added = added

    def forward(self, x: Tensor) -> Tensor:
        return x + self.both(x) if self.added else self.both(x)


class C3(nn.Module):
    """Half of the channels go through necks, half bypass them."""

    def __init__(self, wide: int, out: int, necks: int, added: bool = True) -> None:
        super().__init__()
        half = out // 2
        self.through = nn.Sequential(layer(wide, half), *(Neck(half, added) for _ in range(necks)))
        self.past = layer(wide, half)
        self.joined = layer(out, out)

    def forward(self, x: Tensor) -> Tensor:
        return self.joined(torch.cat([self.through(x), self.past(x)], 1))


class SPPF(nn.Module):
    """Three pools of 5 in a row, concatenated."""

    def __init__(self, wide: int) -> None:
        super().__init__()
        self.narrow, self.joined = layer(wide, wide // 2), layer(2 * wide, wide)
        self.pool = nn.MaxPool2d(5, 1, 2)

    def forward(self, x: Tensor) -> Tensor:
        seen = [self.narrow(x)]
        for _ in range(3):
            seen.append(self.pool(seen[-1]))
        return self.joined(torch.cat(seen, 1))


class Yolo(nn.Module):
    """Backbone, upward path, downward path, and an output for each anchor of each cell."""

    def __init__(self) -> None:
        super().__init__()
        self.eighth = nn.Sequential(
            layer(3, 16, 6, 2, 2), layer(16, 32, 3, 2), C3(32, 32, 1), layer(32, 64, 3, 2), C3(64, 64, 2)
        )
        self.sixteenth = nn.Sequential(layer(64, 128, 3, 2), C3(128, 128, 3))
        self.last = nn.Sequential(layer(128, 256, 3, 2), C3(256, 256, 1), SPPF(256), layer(256, 128))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.middle = nn.Sequential(C3(256, 128, 1, added=False), layer(128, 64))
        self.fine = C3(128, 64, 1, added=False)
        self.down = nn.ModuleList([layer(64, 64, 3, 2), layer(128, 128, 3, 2)])
        self.coarser = nn.ModuleList([C3(128, 128, 1, added=False), C3(256, 256, 1, added=False)])
        self.answers = nn.ModuleList([nn.Conv2d(wide, 3 * (CLASSES + 5), 1) for wide in (64, 128, 256)])

    def forward(self, x: Tensor) -> Tensor:
        eighth = self.eighth(x)
        sixteenth = self.sixteenth(eighth)
        last = self.last(sixteenth)
        middle = self.middle(torch.cat([self.up(last), sixteenth], 1))
        levels = [self.fine(torch.cat([self.up(middle), eighth], 1))]
        for down, coarser, beside in zip(self.down, self.coarser, (middle, last), strict=True):
            levels.append(coarser(torch.cat([down(levels[-1]), beside], 1)))
        raw = [answer(level) for answer, level in zip(self.answers, levels, strict=True)]
        return torch.cat([boxes(*one) for one in zip(raw, STRIDES, ANCHORS.unbind(), strict=True)], 1)


def boxes(raw: Tensor, stride: int, anchors: Tensor) -> Tensor:
    """(1, anchors, 5 + classes) of one stride: center and size in pixels, then scores."""
    side = SIDE // stride
    shares = raw.view(1, 3, CLASSES + 5, side, side).permute(0, 1, 3, 4, 2).sigmoid()
    rows, columns = torch.meshgrid(torch.arange(side), torch.arange(side), indexing="ij")
    center = (shares[..., :2] * 2 - 0.5 + torch.stack([columns, rows], -1)) * stride
    size = (shares[..., 2:4] * 2) ** 2 * anchors.view(1, 3, 1, 1, 2)
    return torch.cat([center, size, shares[..., 4:]], -1).view(1, -1, CLASSES + 5)


def folded(net: nn.Module) -> int:
    """Number of parameters with norms folded into convolutions: one a channel instead of two."""
    norms = [one.num_features for one in net.modules() if isinstance(one, nn.BatchNorm2d)]
    return sum(one.numel() for one in net.parameters()) - sum(norms)


def operations(net: nn.Module, example: Tensor) -> int:
    """Multiplications and additions of the convolutions for one picture."""
    counted = []

    def count(one: nn.Conv2d, _: object, out: Tensor) -> None:
        counted.append(2 * one.weight.numel() * out.shape[2] * out.shape[3])

    hooks = [one.register_forward_hook(count) for one in net.modules() if isinstance(one, nn.Conv2d)]
    net(example)
    for hook in hooks:
        hook.remove()
    return sum(counted)


@click.command(help=__doc__)
@click.argument("work", type=click.Path(path_type=Path))
@torch.no_grad()
def main(work: Path) -> None:
    """Write `yolov5n.onnx` into a folder."""
    torch.manual_seed(0)
    net = Yolo()
    assert folded(net) == PARAMETERS, folded(net)
    for _ in range(4):  # in training mode norms adapt to their input; otherwise values shrink to slow denormals
        net(torch.rand(1, 3, SIDE, SIDE))
    example = torch.rand(1, 3, SIDE, SIDE)
    net.eval()
    print(f"{folded(net):,} parameters, {operations(net, example) / 1e9:.1f} GFLOP at {SIDE}x{SIDE}")
    work.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(net, (example,), str(work / "yolov5n.onnx"), opset_version=12, dynamo=False)
    print(work / "yolov5n.onnx")


if __name__ == "__main__":
    main()
