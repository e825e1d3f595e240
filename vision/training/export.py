"""Write the net down as ONNX, with the norms folded into the convolutions."""

from __future__ import annotations

from pathlib import Path

import torch

from vision.training.net import Net

EXAMPLE = (544, 960)


def export(checkpoint: Path, model: Path) -> None:
    """The averaged net of a checkpoint as a file for `cv2.dnn`."""
    net = Net()
    net.load_state_dict(torch.load(checkpoint)["mean"])
    net.eval()
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, *EXAMPLE),),
        str(model),
        input_names=["picture"],
        output_names=["answer"],
        dynamic_axes={"picture": {2: "high", 3: "wide"}, "answer": {2: "rows", 3: "columns"}},
        opset_version=12,
        dynamo=False,
    )
