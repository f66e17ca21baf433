"""Define the corner network, a small U-Net that detects grid corners, tiles and the local frame of squares.

Its output has half the resolution of the picture and seven channels (``CHANNELS``): the probability of a grid corner,
the probability of a tile, and the local frame, that is the image vectors ``u, v`` of one step right and one step down
on the board. A quarter turn of the board only swaps and negates these. The network predicts what that leaves unchanged:
the matrix ``M = u u' + v v'`` (its size and two ratios), and four times the angle of the axes after ``M`` is made
isotropic.
"""

from __future__ import annotations

import torch
import torch.nn.functional as functional
from torch import Tensor, nn

from models.training.networks.layers import Convolution, Residual, onnx_file
from vision.locate.heatmaps import CHANNELS


class CornerNet(nn.Module):
    """Map BGR pictures (n, 3, h, w) in 0..255, sides multiples of 32, to (n, 7, h / 2, w / 2): ``CHANNELS``.

    The first two channels are logits in training, and probabilities in evaluation mode.
    """

    def __init__(self, widths: tuple[int, int, int, int, int] = (16, 32, 64, 96, 96)) -> None:
        super().__init__()
        a, b, c, d, e = widths
        self.at_2 = nn.Sequential(Convolution(3, a, stride=2), Convolution(a, a))
        self.at_4 = nn.Sequential(Convolution(a, b, stride=2), Residual(b))
        self.at_8 = nn.Sequential(Convolution(b, c, stride=2), Residual(c))
        self.at_16 = nn.Sequential(Convolution(c, d, stride=2), Residual(d))
        self.at_32 = nn.Sequential(Convolution(d, e, stride=2), Convolution(e, e))
        self.from_far = Convolution(d + e, d, kernel=1)
        self.to_eighth = nn.Sequential(Convolution(c + d, c, kernel=1), Convolution(c, c))
        self.to_quarter = nn.Sequential(Convolution(b + c, b, kernel=1), Convolution(b, b))
        self.to_half = nn.Sequential(Convolution(a + b, a, kernel=1), Convolution(a, 32))
        self.head = nn.Conv2d(32, len(CHANNELS), 3, 1, 1)
        nn.init.constant_(self.head.bias[:1], -4.0)  # corners are rare

    def forward(self, x: Tensor) -> Tensor:
        half = self.at_2(x / 64.0 - 2.0)
        quarter = self.at_4(half)  # (n, b, h / 4, w / 4)
        eighth = self.at_8(quarter)
        sixteenth = self.at_16(eighth)
        far = self.at_32(sixteenth)
        near = self.from_far(torch.cat([sixteenth, _upsample(far)], 1))
        near = self.to_eighth(torch.cat([eighth, _upsample(near)], 1))
        near = self.to_quarter(torch.cat([quarter, _upsample(near)], 1))
        answer = self.head(self.to_half(torch.cat([half, _upsample(near)], 1)))
        if self.training:
            return answer
        return torch.cat([torch.sigmoid(answer[:, :2]), answer[:, 2:]], 1)


def _upsample(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


def as_onnx(net: CornerNet) -> bytes:
    """Export an ONNX file from ``picture`` (n, 3, h, w) float32 BGR, 0 to 255, to ``answer`` (n, 7, h / 2, w / 2)."""
    return onnx_file(net.eval(), torch.zeros(1, 3, 256, 320), "picture", ("answer",), {0: "n", 2: "h", 3: "w"})


def loss(answer: Tensor, truth: Tensor) -> Tensor:
    """Sum the losses: focal for corners (Lin 2017, as in CornerNet), entropy for tiles, L1 for the orientation.

    ``truth`` has the shape of ``answer``; its corner channel is a Gaussian bump of height 1 at every corner.
    """
    corner, tile = answer[:, 0].float(), answer[:, 1].float()
    bump, tiled = truth[:, 0], truth[:, 1]
    p = torch.sigmoid(corner).clamp(1e-5, 1 - 1e-5)
    at_corner = (bump > 0.95).float()
    near = (1 - bump) ** 4
    focal = -(at_corner * (1 - p) ** 2 * p.log() + (1 - at_corner) * near * p**2 * (1 - p).log())
    corners = focal.sum() / at_corner.sum().clamp(min=1.0)
    tiles = functional.binary_cross_entropy_with_logits(tile, tiled)
    lie = ((answer[:, 2:].float() - truth[:, 2:]).abs().sum(1) * tiled).sum() / tiled.sum().clamp(min=1.0)
    return corners + 2.0 * tiles + lie
