"""The two nets of symbol dice, started from the reader's own: without batch norm, as those are stored."""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from vision.nets import MODELS
from vision.symbol_dice import SIGNS
from vision.training.nets.likeness import EmbeddingNet
from vision.training.nets.net import DetectorNet


class SymbolNet(nn.Module):
    """Net from BGR about -2..2, (N, 3, 64, 64), to logits (N, 1 + signs): none of these dice, then SIGNS."""

    def __init__(self) -> None:
        super().__init__()
        self.look = without_batch_norm(EmbeddingNet()).look
        self.look[-2] = nn.Conv2d(128, 1 + len(SIGNS), 1)  # type: ignore[operator]

    def forward(self, x: Tensor) -> Tensor:
        """The logits."""
        return self.look(x)  # type: ignore[no-any-return,operator]


def finder_net() -> nn.Module:
    """The net that finds symbol dice: the detector without batch norm; its six values mean nothing."""
    return without_batch_norm(DetectorNet())


def without_batch_norm(net: nn.Module) -> nn.Module:
    """Give every convolution that a batch norm follows a bias of its own instead."""
    for block in net.modules():
        if isinstance(block, nn.Sequential):
            for n, layer in enumerate(block):
                if isinstance(layer, nn.BatchNorm2d):
                    conv = block[n - 1]
                    assert isinstance(conv, nn.Conv2d)
                    conv.bias = nn.Parameter(torch.zeros(conv.out_channels))
                    block[n] = nn.Identity()
    return net


def load_stored_convolutions(net: nn.Module, name: str, models: Path = MODELS) -> None:
    """Set the convolutions of a net to those of a stored one, in order, where they have as many planes or more."""
    graph = onnx.load(models / f"{name}.onnx").graph
    stored = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    nodes = [node for node in graph.node if node.op_type == "Conv"]
    convs = [layer for layer in net.modules() if isinstance(layer, nn.Conv2d)]
    with torch.no_grad():
        for node, conv in zip(nodes, convs, strict=True):
            weight, bias = (torch.from_numpy(stored[key].copy()) for key in node.input[1:3])
            if conv.weight.shape[1:] == weight.shape[1:] and len(weight) >= len(conv.weight) and conv.bias is not None:
                conv.weight.copy_(weight[: len(conv.weight)])
                conv.bias.copy_(bias[: len(conv.weight)])


def export(net: nn.Module, model: Path, example: Tensor, free: dict[int, str]) -> None:
    """Write a net as ONNX; `free` names the dimensions of its input that may differ from the example's."""
    net.eval()
    axes = {"picture": free, "answer": free}
    torch.onnx.export(
        net,
        (example,),
        str(model),
        input_names=["picture"],
        output_names=["answer"],
        dynamic_axes=axes,
        opset_version=12,
        dynamo=False,
    )
