"""Define the squares network, a convolutional classifier, and export it to ONNX."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from models.training.networks.layers import Convolution, Residual, onnx_file
from scoring.boxes import Printing
from vision.squares.classify import CROP_PX, KINDS

DEEP = 3  # residual blocks of the last, coarsest features


class SquareNet(nn.Module):
    """Map crops (n, 3, 64, 64) in 0..1 to logits (n, 18, 3) of kinds in printings, and (n,) of being covered."""

    def __init__(self, widths: tuple[int, int, int, int] = (32, 48, 80, 128), dropout: float = 0.2) -> None:
        super().__init__()
        a, b, c, d = widths
        self.features = nn.Sequential(
            Convolution(3, a, 2),
            Convolution(a, b),
            nn.MaxPool2d(2),
            Convolution(b, c),
            Residual(c),
            nn.MaxPool2d(2),
            Convolution(c, d),
            *(Residual(d) for _ in range(DEEP)),
        )
        self.dropout = nn.Dropout(dropout)
        self.kinds = nn.Linear(2 * d, len(KINDS) * len(Printing))
        self.covered = nn.Linear(2 * d, 1)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        return self.answers(self.dropout(self.embedding(crops)))

    def answers(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of kinds in printings (n, 18, 3) and of cover (n,), for embeddings (n, 2 d)."""
        return self.kinds(seen).reshape(-1, len(KINDS), len(Printing)), self.covered(seen)[:, 0]

    def embedding(self, crops: Tensor) -> Tensor:
        """Compute the embeddings (n, 2 d) of the crops."""
        seen = self.features(crops)
        return torch.cat([seen.mean((2, 3)), seen.amax((2, 3))], 1)


def as_input(crops: Tensor) -> Tensor:
    """Convert crops (n, 64, 64, 3) uint8 to the network's input."""
    return crops.permute(0, 3, 1, 2).float() / 255.0


def in_printings(logits: Tensor) -> Tensor:
    """Return the log-probabilities (n, 18, 3) of kinds in printings; their sum over printings is that of kinds."""
    return torch.log_softmax(logits.float().flatten(1), 1).reshape(logits.shape)


class _FromPixels(nn.Module):
    """Map uint8 crops to log-probabilities, embeddings and covered shares."""

    def __init__(self, net: SquareNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        embedding = self.net.embedding(as_input(crops))
        logits, covered = self.net.answers(embedding)
        joint = in_printings(logits)
        return torch.logsumexp(joint, 2), joint, embedding, torch.sigmoid(covered)


def as_onnx(net: SquareNet) -> bytes:
    """Export an ONNX file from ``crops`` (n, 64, 64, 3) uint8 BGR to float32 outputs.

    They are ``log_probabilities`` (n, 18), ``in_printings`` (n, 18, 3): those of kinds in printings,
    ``embedding`` (n, 2 d) of any length, and ``covered`` (n,): the share of the square that other things hide.
    """
    example = torch.zeros(2, CROP_PX, CROP_PX, 3, dtype=torch.uint8)
    gives = ("log_probabilities", "in_printings", "embedding", "covered")
    return onnx_file(_FromPixels(net).eval(), example, "crops", gives, {0: "n"})
