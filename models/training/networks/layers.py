"""Define the layers of both networks, export them to ONNX, and import weights from ONNX with folded normalisation."""

from __future__ import annotations

import copy
import io
import warnings
from collections.abc import Sequence
from typing import TypeVar

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

Net = TypeVar("Net", bound=nn.Module)


class Convolution(nn.Sequential):
    """Convolution, batch normalisation, activation."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1, *, kernel: int = 3) -> None:
        super().__init__(
            nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(inplace=True),
        )


class Residual(nn.Module):
    """Two convolutions with a skip connection."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = Convolution(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


def onnx_file(net: nn.Module, example: Tensor, takes: str, gives: Sequence[str], free: dict[int, str]) -> bytes:
    """Export a network as an ONNX file with named input, outputs and dynamic axes."""
    file = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the TorchScript exporter announces its successor, which needs onnxscript
        torch.onnx.export(
            net,
            (example,),
            file,
            input_names=[takes],
            output_names=list(gives),
            dynamic_axes={name: free for name in (takes, *gives)},
            opset_version=17,
            dynamo=False,
        )
    return file.getvalue()


def load_folded_weights(net: Net, file: bytes, example: Tensor) -> Net:
    """Load the convolutions of a network without normalisation from an ONNX file of the same network.

    The network may have more residual blocks at its end than the file; these start as the identity.

    Args:
        example: Any input.

    Raises:
        ValueError: The convolutions of the file differ from those of the network.
    """
    graph = onnx.load_from_string(file).graph
    weights = {each.name: torch.from_numpy(numpy_helper.to_array(each).copy()) for each in graph.initializer}
    stored = [node.input for node in graph.node if node.op_type == "Conv"]
    convolutions = _in_order(_without_normalisation(net), example)
    further = convolutions[len(stored) :]
    if len(stored) > len(convolutions) or len(further) % 2:
        raise ValueError(f"the file has {len(stored)} convolutions, the network {len(convolutions)}")
    for convolution, (_, weight, bias) in zip(convolutions, stored, strict=False):
        if convolution.weight.shape != weights[weight].shape:
            raise ValueError(f"a convolution of shape {tuple(weights[weight].shape)} is not the network's")
        convolution.weight = nn.Parameter(weights[weight])
        convolution.bias = nn.Parameter(weights[bias])
    for first, second in zip(further[::2], further[1::2], strict=True):
        for convolution in (first, second):
            convolution.bias = nn.Parameter(torch.zeros(convolution.out_channels))
        nn.init.zeros_(second.weight)
    return net


def read_weights(file: bytes, name: str) -> Tensor:
    """Read a tensor of an ONNX file by name; raises StopIteration if there is none."""
    return next(
        torch.from_numpy(numpy_helper.to_array(each).copy())
        for each in onnx.load_from_string(file).graph.initializer
        if each.name == name
    )


def between(one: Net, other: Net, share: float) -> Net:
    """Interpolate the weights of two networks, with ``share`` (0 to 1) of the first.

    Of a network and the same one trained further it keeps what both do well (Wortsman et al. 2022).
    """
    mixed = copy.deepcopy(other)
    firsts, seconds = one.state_dict(), other.state_dict()
    mixed.load_state_dict({name: share * firsts[name] + (1 - share) * seconds[name] for name in seconds})
    return mixed


def _without_normalisation(net: Net) -> Net:
    for module in net.modules():
        for name, child in module.named_children():
            if isinstance(child, nn.BatchNorm2d):
                setattr(module, name, nn.Identity())
    return net


def _in_order(net: nn.Module, example: Tensor) -> list[nn.Conv2d]:
    """List the convolutions in the order of computation."""
    called: list[nn.Conv2d] = []
    convolutions = [module for module in net.modules() if isinstance(module, nn.Conv2d)]
    hooks = [each.register_forward_hook(lambda module, *_: called.append(module)) for each in convolutions]
    with torch.no_grad():
        net(example)
    for hook in hooks:
        hook.remove()
    return called
