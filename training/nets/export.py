"""Export of the nets as ONNX, with batch norms folded into the convolutions."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import torch
from torch import nn

from vision.reader.judge import PATCH_SIDE

from .judge import JUDGE_PLANES, VIEWS, judge_net
from .likeness import EmbeddingNet
from .net import DetectorNet, dice_net

EXAMPLE_SIZE = (544, 960)
"""Height and width of the example picture for the export; others work as well."""


def export_nets(work: Path) -> None:
    """Export the averaged nets of the last checkpoints for `cv2.dnn`, with their views."""
    (work / "views.json").write_text(json.dumps(asdict(VIEWS)) + "\n")
    export_detector(dice_net(), work / "last.pt", work / "dice.onnx")
    export_patch_net(judge_net(), work / "judge.pt", work / "judge.onnx", JUDGE_PLANES)
    export_patch_net(EmbeddingNet(), work / "likeness.pt", work / "likeness.onnx")


def export_detector(net: DetectorNet, checkpoint: Path, model: Path) -> None:
    """Export a detector, if it has a checkpoint; pictures may have any size."""
    export_net(net, checkpoint, model, torch.zeros(1, 3, *EXAMPLE_SIZE), {2: "high", 3: "wide"})


def export_patch_net(net: nn.Module, checkpoint: Path, model: Path, planes: int = 3) -> None:
    """Export a net that is shown patches, any number of them, if it has a checkpoint."""
    export_net(net, checkpoint, model, torch.zeros(2, planes, PATCH_SIDE, PATCH_SIDE), {0: "many"})


def export_net(net: nn.Module, checkpoint: Path, model: Path, example: torch.Tensor, free: dict[int, str]) -> None:
    """Export one net, if it has a checkpoint.

    `free` names the input's dimensions that may differ from the example's.
    """
    if not checkpoint.exists():
        return
    net.load_state_dict(torch.load(checkpoint, map_location="cpu")["mean"])
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
