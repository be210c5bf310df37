"""python3 export.py FILE OUT.onnx: writes a network as the product runs it.

Input `image` [1, 3, h, w], sides multiples of 16; outputs `classes` [1, C, h, w], shares that sum to 1, and `depth`
[1, 1, h/2, w/2]. Weights stay unfolded under their own names, so that training can go on from the file.
"""

import sys

import torch
import torch.nn.functional as F

from network import load_reader, write_onnx


def main():
    source, target = sys.argv[1:]
    network = load_reader(source).eval()
    plain = network.forward

    def forward(image):
        scores, depth = plain(image)
        return F.interpolate(scores, scale_factor=2.0, mode="bilinear", align_corners=False).softmax(1), depth

    network.forward = forward
    write_onnx(network, target, {"classes": ("h", "w"), "depth": ("h2", "w2")})


if __name__ == "__main__":
    main()
