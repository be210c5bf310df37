"""The network that finds windows on rectified walls: a small U-Net, 0.24 million parameters."""

import os
import sys

import torch
import torch.nn as nn

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scene-reader"))
from network import MEAN, SPREAD, Residual, convolution, grown, read_state  # noqa: F401

KINDS = ["other", "wall", "window", "door"]


class WindowFinder(nn.Module):
    """Pictures [n, 3, h, w], (rgb / 255 - MEAN) / SPREAD, sides multiples of 32, to scores at half size:
    kinds [n, 4, h/2, w/2] and the middles of windows [n, 1, h/2, w/2]. Its first three steps are the scene reader's."""

    def __init__(self, widths=(16, 32, 64, 44, 48)):
        super().__init__()
        a, b, d, e, f = widths
        self.s2 = convolution(3, a, 2)
        self.s4 = nn.Sequential(convolution(a, b, 2), convolution(b, b))
        self.s8 = nn.Sequential(convolution(b, d, 2), Residual(d))
        self.s16 = nn.Sequential(convolution(d, e, 2), Residual(e))
        self.s32 = convolution(e, f, 2)
        self.ctx = nn.Conv2d(f, f, 1)
        self.u16 = nn.Sequential(convolution(f + e, e, 1, 1), convolution(e, e))
        self.u8 = nn.Sequential(convolution(e + d, 40, 1, 1), convolution(40, b))
        self.u4 = nn.Sequential(convolution(b + b, b, 1, 1), convolution(b, a))
        self.u2 = nn.Sequential(convolution(a + a, a, 1, 1), convolution(a, a))
        self.head = nn.Conv2d(a, len(KINDS) + 1, 1)

    def forward(self, x):
        a = self.s2(x)
        b = self.s4(a)
        d = self.s8(b)
        e = self.s16(d)
        f = self.s32(e)
        f = f + self.ctx(f.mean((2, 3), keepdim=True))
        e = self.u16(torch.cat([grown(f, e), e], 1))
        d = self.u8(torch.cat([grown(e, d), d], 1))
        b = self.u4(torch.cat([grown(d, b), b], 1))
        a = self.u2(torch.cat([grown(b, a), a], 1))
        y = self.head(a)
        return y[:, : len(KINDS)], y[:, len(KINDS) :]


def load_finder(path):
    """A network with what fits it of a file's weights: its own, or the first steps of a scene reader's."""
    network = WindowFinder()
    own = network.state_dict()
    fitting = {name: value for name, value in read_state(path).items() if name in own and own[name].shape == value.shape}
    if "head.weight" not in fitting:
        fitting = {name: value for name, value in fitting.items() if name.split(".")[0] in ("s2", "s4", "s8")}
    network.load_state_dict(fitting, strict=False)
    return network
