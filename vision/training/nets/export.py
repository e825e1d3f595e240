"""Export of the nets as ONNX, with batch norms folded into the convolutions."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from vision.reader.judge import PATCH_SIDE

from .judge import JudgeNet
from .likeness import EmbeddingNet
from .net import DetectorNet

EXAMPLE_SIZE = (544, 960)
"""Height and width of the example picture for the export; others work as well."""


def export_nets(work: Path) -> None:
    """Export the averaged nets of the last checkpoints for `cv2.dnn`."""
    export_net(
        DetectorNet(), work / "last.pt", work / "dice.onnx", torch.zeros(1, 3, *EXAMPLE_SIZE), {2: "high", 3: "wide"}
    )
    patches = torch.zeros(2, 3, PATCH_SIDE, PATCH_SIDE)
    export_net(JudgeNet(), work / "judge.pt", work / "judge.onnx", patches, {0: "many"})
    export_net(EmbeddingNet(), work / "likeness.pt", work / "likeness.onnx", patches, {0: "many"})


def export_net(net: nn.Module, checkpoint: Path, model: Path, example: torch.Tensor, free: dict[int, str]) -> None:
    """Export one net, if it has a checkpoint.

    `free` names the input's dimensions that may differ from the example's.
    """
    if not checkpoint.exists():
        return
    net.load_state_dict(torch.load(checkpoint)["mean"])
    net.eval()
    torch.onnx.export(
        net,
        (example,),
        str(model),
        input_names=["picture"],
        output_names=["answer"],
        dynamic_axes={"picture": free, "answer": free},
        opset_version=12,
        dynamo=False,
    )
