"""The detector: a small fully convolutional net of layers that OpenCV supports."""

from __future__ import annotations

from torch import Tensor, nn

OUT = 1 + 6 + 4 + 8 + 2
"""Planes of the output.

Heat, six values, four sides of the box, four corners of the top face, cocked, stacked.
"""


def layer(wide: int, out: int, stride: int = 1, spread: int = 1) -> nn.Sequential:
    """Convolution, batch norm, ReLU."""
    conv = nn.Conv2d(wide, out, 3, stride, spread, spread, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(out), nn.ReLU(inplace=True))


class Twice(nn.Module):
    """Residual block of two layers."""

    def __init__(self, wide: int, spread: int = 1) -> None:
        super().__init__()
        self.both = nn.Sequential(layer(wide, wide), layer(wide, wide, spread=spread))

    def forward(self, x: Tensor) -> Tensor:
        """Add the output of the layers to the input."""
        return x + self.both(x)  # type: ignore[no-any-return]


class Net(nn.Module):
    """Net from BGR about -2..2, (N, 3, H, W), to logits (N, planes, H / 8, W / 8).

    There are OUTPUT_PLANES planes; the sides must be divisible by 32.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(layer(3, 16, 2), layer(16, 24, 2), layer(24, 24))
        self.middle = nn.Sequential(layer(24, 40, 2), Twice(40))
        self.coarse = nn.Sequential(layer(40, 64, 2), Twice(64))
        self.far = nn.Sequential(layer(64, 64, 2), layer(64, 64))
        self.from_far = nn.Conv2d(64, 64, 1)
        self.from_coarse = nn.Conv2d(64, 40, 1)
        self.twice = nn.Upsample(scale_factor=2.0, mode="nearest")
        self.head = nn.Sequential(Twice(40), layer(40, 48), nn.Conv2d(48, OUT, 1))
        nn.init.constant_(self.head[2].bias[:1], -3.5)  # type: ignore[index,arg-type]

    def forward(self, x: Tensor) -> Tensor:
        """Logits of the output."""
        middle = self.middle(self.fine(x))
        coarse = self.coarse(middle)
        coarse = coarse + self.twice(self.from_far(self.far(coarse)))
        return self.head(middle + self.twice(self.from_coarse(coarse)))  # type: ignore[no-any-return]


def parameters(net: nn.Module) -> int:
    """Number of trainable parameters."""
    return sum(p.numel() for p in net.parameters())
