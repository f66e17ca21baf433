"""What both networks are built of, and their way into an ONNX file."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence

import torch
from torch import Tensor, nn


class Convolution(nn.Sequential):
    """Convolution, normalisation, activation."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1, *, kernel: int = 3) -> None:
        super().__init__(
            nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(inplace=True),
        )


class Residual(nn.Module):
    """Two convolutions with a way round them."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = Convolution(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


def onnx_file(net: nn.Module, example: Tensor, takes: str, gives: Sequence[str], free: dict[int, str]) -> bytes:
    """A network as an ONNX file: the names of its input and its outputs, and the axes of any length."""
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
