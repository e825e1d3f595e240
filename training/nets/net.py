"""The detector and the classifier of patches, of layers that OpenCV supports."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.reader.judge import PATCH_SIDE

FINDER_WIDTHS = (16, 24, 40, 64, 64, 48)
"""Planes of a detector's layers at strides 2, 4, 8, 16 and 32, and of its head: of the finder of symbol dice."""
DICE_WIDTHS = (16, 24, 40, 96, 112, 48)
"""The same of the detector of dice with pips."""
SYMBOL_WIDTHS = (24, 48, 96, 128)
"""Planes of a patch net's layers at strides 2, 4, 8 and 16: of the one that names symbols."""
JUDGE_WIDTHS = (36, 72, 144, 192)
"""The same of the judge."""
OUTPUT_PLANES = 1 + 6 + 4 + 8
"""Planes of the output.

Heat, six values, four sides of the box, four corners of the top face.
"""


def conv_layer(wide: int, out: int, stride: int = 1, spread: int = 1) -> nn.Sequential:
    """Convolution, batch norm, ReLU."""
    conv = nn.Conv2d(wide, out, 3, stride, spread, spread, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(out), nn.ReLU(inplace=True))


class ResidualBlock(nn.Module):
    """Residual block of two layers."""

    def __init__(self, wide: int, spread: int = 1) -> None:
        super().__init__()
        self.both = nn.Sequential(conv_layer(wide, wide), conv_layer(wide, wide, spread=spread))

    def forward(self, x: Tensor) -> Tensor:
        """Add the output of the layers to the input."""
        return x + self.both(x)  # type: ignore[no-any-return]


class DetectorNet(nn.Module):
    """Net from BGR about -2..2, (N, 3, H, W), to logits (N, planes, H / 8, W / 8).

    There are OUTPUT_PLANES planes, or as many as told; the sides must be divisible by 32.
    """

    def __init__(self, widths: tuple[int, ...] = FINDER_WIDTHS, *, planes: int = OUTPUT_PLANES) -> None:
        super().__init__()
        half, quarter, middle, coarse, far, head = widths
        self.fine = nn.Sequential(conv_layer(3, half, 2), conv_layer(half, quarter, 2), conv_layer(quarter, quarter))
        self.middle = nn.Sequential(conv_layer(quarter, middle, 2), ResidualBlock(middle))
        self.coarse = nn.Sequential(conv_layer(middle, coarse, 2), ResidualBlock(coarse))
        self.far = nn.Sequential(conv_layer(coarse, far, 2), conv_layer(far, far))
        self.from_far = nn.Conv2d(far, coarse, 1)
        self.from_coarse = nn.Conv2d(coarse, middle, 1)
        self.twice = nn.Upsample(scale_factor=2.0, mode="nearest")
        self.head = nn.Sequential(ResidualBlock(middle), conv_layer(middle, head), nn.Conv2d(head, planes, 1))
        nn.init.constant_(self.head[2].bias[:1], -3.5)  # type: ignore[index,arg-type]

    def forward(self, x: Tensor) -> Tensor:
        """Logits of the output."""
        middle = self.middle(self.fine(x))
        coarse = self.coarse(middle)
        coarse = coarse + self.twice(self.from_far(self.far(coarse)))
        return self.head(middle + self.twice(self.from_coarse(coarse)))  # type: ignore[no-any-return]


def dice_net() -> DetectorNet:
    """The detector of dice with pips before it has learned anything."""
    return DetectorNet(DICE_WIDTHS)


class PatchNet(nn.Module):
    """Net from patches to the logits of their classes, (N, classes).

    Patches are BGR about -2..2, (N, planes, PATCH_SIDE, PATCH_SIDE).
    """

    def __init__(self, classes: int, widths: tuple[int, ...] = SYMBOL_WIDTHS, planes: int = 3) -> None:
        super().__init__()
        half, quarter, eighth, last = widths
        self.look = nn.Sequential(
            *(
                conv_layer(planes, half, 2),
                conv_layer(half, quarter, 2),
                ResidualBlock(quarter),
                conv_layer(quarter, eighth, 2),
                ResidualBlock(eighth),
                conv_layer(eighth, last, 2),
            ),
            *(nn.AvgPool2d(PATCH_SIDE // 16), nn.Conv2d(last, classes, 1), nn.Flatten()),
        )

    def forward(self, x: Tensor) -> Tensor:
        """The logits."""
        return self.look(x)  # type: ignore[no-any-return]


def channels_last(net: nn.Module) -> nn.Module:
    """Lay out a net's numbers as a processor trains it fastest."""
    return net.to(memory_format=torch.channels_last)  # type: ignore[call-overload,no-any-return]


def count_parameters(net: nn.Module) -> int:
    """Number of trainable parameters."""
    return sum(p.numel() for p in net.parameters())
