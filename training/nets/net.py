"""The detector and the classifier of patches, of layers that OpenCV supports."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.reader.judge import PATCH_SIDE

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

    There are OUTPUT_PLANES planes; the sides must be divisible by 32.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(conv_layer(3, 16, 2), conv_layer(16, 24, 2), conv_layer(24, 24))
        self.middle = nn.Sequential(conv_layer(24, 40, 2), ResidualBlock(40))
        self.coarse = nn.Sequential(conv_layer(40, 64, 2), ResidualBlock(64))
        self.far = nn.Sequential(conv_layer(64, 64, 2), conv_layer(64, 64))
        self.from_far = nn.Conv2d(64, 64, 1)
        self.from_coarse = nn.Conv2d(64, 40, 1)
        self.twice = nn.Upsample(scale_factor=2.0, mode="nearest")
        self.head = nn.Sequential(ResidualBlock(40), conv_layer(40, 48), nn.Conv2d(48, OUTPUT_PLANES, 1))
        nn.init.constant_(self.head[2].bias[:1], -3.5)  # type: ignore[index,arg-type]

    def forward(self, x: Tensor) -> Tensor:
        """Logits of the output."""
        middle = self.middle(self.fine(x))
        coarse = self.coarse(middle)
        coarse = coarse + self.twice(self.from_far(self.far(coarse)))
        return self.head(middle + self.twice(self.from_coarse(coarse)))  # type: ignore[no-any-return]


class PatchNet(nn.Module):
    """Net from patches to the logits of their classes, (N, classes).

    Patches are BGR about -2..2, (N, 3, PATCH_SIDE, PATCH_SIDE).
    """

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.look = nn.Sequential(
            *(
                conv_layer(3, 24, 2),
                conv_layer(24, 48, 2),
                ResidualBlock(48),
                conv_layer(48, 96, 2),
                ResidualBlock(96),
                conv_layer(96, 128, 2),
            ),
            *(nn.AvgPool2d(PATCH_SIDE // 16), nn.Conv2d(128, classes, 1), nn.Flatten()),
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
