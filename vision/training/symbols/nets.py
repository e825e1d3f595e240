"""The two nets of symbol dice, started from stored nets, hence without batch norm."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from vision.nets import MODELS
from vision.symbol_dice import SIGNS
from vision.training.nets.likeness import EmbeddingNet
from vision.training.nets.net import DetectorNet

Net = TypeVar("Net", bound=nn.Module)


class SymbolNet(nn.Module):
    """Net from BGR about -2..2, (N, 3, 64, 64), to logits (N, 14): no such die, then SIGNS."""

    def __init__(self) -> None:
        super().__init__()
        self.look: nn.Sequential = without_batch_norm(EmbeddingNet()).look
        self.look[-2] = nn.Conv2d(128, 1 + len(SIGNS), 1)

    def forward(self, x: Tensor) -> Tensor:
        """The logits."""
        logits: Tensor = self.look(x)
        return logits


def finder_net() -> nn.Module:
    """The net that finds symbol dice: the detector, whose six values mean nothing here."""
    return without_batch_norm(DetectorNet())


def without_batch_norm(net: Net) -> Net:
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
    """Set convolutions to those of a stored net, in order, where it has as many planes."""
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
    """Write a net as ONNX; `free` names the input's dimensions that may differ."""
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
