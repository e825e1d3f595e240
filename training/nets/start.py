"""Start of training from exported nets, whose batch norms are folded into the convolutions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

LEARNING_RATE = 3e-4
"""Learning rate of nets that start from exported ones, which should keep what they know."""
STATISTICS_BATCHES = 30
"""Number of batches from which the statistics of the batch norms are taken."""


def start_from_export(net: nn.Module, model: Path, batches: Iterable[Tensor]) -> None:
    """Give a net the numbers of an exported one; in `eval` mode it gives the same answers.

    `batches` are usual inputs of the net: their statistics become those of its batch norms, so that it gives nearly
    the same answers in training. Raises ``ValueError`` where the ONNX file is of another net.
    """
    load_convolutions(net, model)
    restore_batch_norms(net, batches)


def load_convolutions(net: nn.Module, model: Path) -> None:
    """Copy the weights and biases of an ONNX file, convolution by convolution in their order.

    A convolution without a bias gets it in the batch norm behind it. Last planes that the net has no more are left out,
    and of a file of several nets all but the first. A wider net gives the answers of the stored one at first: its
    further planes see all that is before them, and nothing of the stored net sees them yet (Net2Net, arXiv 1511.05641).
    """
    stored = [torch.from_numpy(np.array(numpy_helper.to_array(row))) for row in convolution_rows(onnx.load(str(model)))]
    rows = list(zip(stored[::2], stored[1::2], strict=True))
    modules = [one for one in net.modules() if isinstance(one, nn.Conv2d | nn.BatchNorm2d)]
    convolutions = [one for one in modules if isinstance(one, nn.Conv2d)]
    if len(rows) < len(convolutions):
        raise ValueError(f"{model} has {len(rows)} convolutions, not {len(convolutions)}")
    with torch.no_grad():
        for one, (weight, bias) in zip(convolutions, rows[: len(convolutions)], strict=True):
            _load_weight(one, weight, model)
            if one.bias is not None:
                _fill_first(one.bias, bias)
                continue
            norm = modules[modules.index(one) + 1]
            assert isinstance(norm, nn.BatchNorm2d)
            norm.reset_running_stats()
            norm.weight.fill_((1 + norm.eps) ** 0.5)
            _fill_first(norm.bias, bias)


def _load_weight(convolution: nn.Conv2d, weight: Tensor, model: Path) -> None:
    """Copy a stored weight to the first planes of a convolution.

    Raises ``ValueError`` where it is of another shape or sees more planes.
    """
    own = convolution.weight
    if weight.shape[2:] != own.shape[2:] or weight.shape[1] > own.shape[1]:
        raise ValueError(f"{model}: {tuple(weight.shape)} instead of {tuple(own.shape)}")
    nn.init.kaiming_normal_(own, nonlinearity="relu")
    planes, seen = min(len(weight), len(own)), weight.shape[1]
    own[:planes, :seen] = weight[:planes]
    own[:planes, seen:] = 0


def _fill_first(own: Tensor, stored: Tensor) -> None:
    """Copy stored numbers to the first planes; the others get 0."""
    planes = min(len(stored), len(own))
    own[:planes] = stored[:planes]
    own[planes:] = 0


def blend_exports(old: Path, new: Path, share: float) -> None:
    """Replace the numbers of the ONNX file `new` by their mean with those of `old`.

    `share` (0..1) is the weight of the new ones. `new` was trained further from `old`: nets so near each other keep in
    their mean most of what both know.
    """
    model = onnx.load(str(new))
    for row, before in zip(convolution_rows(model), convolution_rows(onnx.load(str(old))), strict=True):
        now = numpy_helper.to_array(row)
        mean = share * now + (1 - share) * numpy_helper.to_array(before)[: len(now)]
        row.CopyFrom(numpy_helper.from_array(np.asarray(mean, np.float32), row.name))
    onnx.save(model, str(new))


def convolution_rows(model: onnx.ModelProto) -> list[onnx.TensorProto]:
    """Weights and biases of a model's convolutions, in their order."""
    stored = {row.name: row for row in model.graph.initializer}
    return [stored[name] for node in model.graph.node if node.op_type == "Conv" for name in node.input[1:]]


def restore_batch_norms(net: nn.Module, batches: Iterable[Tensor]) -> None:
    """Give batch norms the statistics of their inputs, without a change of what they return.

    They must return their inputs but for a shift, as `load_convolutions` leaves them.
    """
    sums: dict[nn.Module, list[Tensor]] = {}

    def watch(norm: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        rows = inputs[0].double()
        sums.setdefault(norm, []).append(torch.stack([rows.mean((0, 2, 3)), (rows**2).mean((0, 2, 3))]))

    norms = [one for one in net.modules() if isinstance(one, nn.BatchNorm2d)]
    hooks = [norm.register_forward_pre_hook(watch) for norm in norms]
    net.eval()
    with torch.no_grad():
        for batch in batches:
            net(batch)
        for norm in norms:
            mean, square = torch.stack(sums[norm]).mean(0)
            spread = (square - mean**2).clamp(min=1e-6)
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(spread)
            norm.weight.copy_((spread + norm.eps).sqrt())
            norm.bias.add_(mean)
    for hook in hooks:
        hook.remove()
    net.train()
