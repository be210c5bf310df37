"""The network that finds a picture's subject: the scene reader's U-Net with one answer."""

import os
import sys

import torch

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scene-reader"))

from network import MEAN, SPREAD, SceneReader, read_state, write_onnx  # noqa: E402, F401
from training import blend, until_time  # noqa: E402, F401


class SubjectFinder(SceneReader):
    """Pictures [n, 3, h, w], (rgb / 255 - MEAN) / SPREAD, sides multiples of 16, to scores [n, 1, h/2, w/2]."""

    def __init__(self):
        super().__init__(0)

    def forward(self, x):
        return super().forward(x)[1]


def load_finder(path):
    """A network with the weights of a file: its own, or a scene reader's, whose answers are left out."""
    state = read_state(path)
    network = SubjectFinder()
    own = network.state_dict()
    network.load_state_dict({name: value for name, value in state.items() if value.shape == own[name].shape}, strict=False)
    return network
