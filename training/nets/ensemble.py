"""Two exported nets as one, whose answer is the mean of theirs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import compose, helper, numpy_helper


def average_exports(first: Path, second: Path, model: Path) -> None:
    """Write an ONNX file whose answer is the mean of two nets' answers.

    They have inputs of the same form, and outputs of the same form.
    """
    nets = [compose.add_prefix(onnx.load(str(path)), f"{name}_") for name, path in (("a", first), ("b", second))]
    graphs = [net.graph for net in nets]
    shown, answer = onnx.load(str(first)).graph.input[0], onnx.load(str(first)).graph.output[0]
    for graph in graphs:
        for node in graph.node:
            node.input[:] = [shown.name if name == graph.input[0].name else name for name in node.input]
    half = numpy_helper.from_array(np.array(0.5, np.float32), "half")
    ends = [
        helper.make_node("Add", [graph.output[0].name for graph in graphs], ["sum"]),
        helper.make_node("Mul", ["sum", "half"], [answer.name]),
    ]
    nodes = [node for graph in graphs for node in graph.node]
    numbers = [row for graph in graphs for row in graph.initializer]
    whole = helper.make_graph([*nodes, *ends], "mean", [shown], [answer], [*numbers, half])
    made = helper.make_model(whole, opset_imports=nets[0].opset_import, ir_version=nets[0].ir_version)
    onnx.checker.check_model(made)
    onnx.save(made, str(model))
