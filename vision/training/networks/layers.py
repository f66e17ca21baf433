"""What both networks are built of, how their weights are averaged, and their way into an ONNX file."""

from __future__ import annotations

import io
import warnings

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


def average(kept: nn.Module, new: nn.Module, share: float) -> None:
    """Moves the kept weights towards the new ones, of which they keep ``share``; counters are copied."""
    with torch.no_grad():
        for old, fresh in zip(kept.state_dict().values(), new.state_dict().values(), strict=True):
            if old.dtype.is_floating_point:
                old.lerp_(fresh, 1.0 - share)
            else:
                old.copy_(fresh)


def onnx_file(net: nn.Module, example: Tensor, names: tuple[str, str], free: dict[int, str]) -> bytes:
    """A network as an ONNX file; ``names`` are those of its input and its output, ``free`` the axes of any length."""
    file = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the TorchScript exporter announces its successor, which needs onnxscript
        torch.onnx.export(
            net,
            (example,),
            file,
            input_names=[names[0]],
            output_names=[names[1]],
            dynamic_axes={name: free for name in names},
            opset_version=17,
            dynamo=False,
        )
    return file.getvalue()
