"""python3 export.py FILE… OUT.onnx: writes the network that finds a picture's subject as the product runs it.

Of several files of one descent the mean of their weights is taken (Wortsman et al. 2022).

Input `image` [1, 3, h, w], sides multiples of 16; output `subject` [1, 1, h, w], 0-1. Weights stay unfolded under their
own names, so that training can go on from the file.
"""

import sys

import torch.nn.functional as F

from finder import load_finder, write_onnx


def main():
    *sources, target = sys.argv[1:]
    networks = [load_finder(source).eval() for source in sources]
    network = networks[0]
    states = [one.state_dict() for one in networks]
    mean = {name: sum(state[name] for state in states) / len(states) for name in states[0]}
    network.load_state_dict(mean)
    plain = network.forward
    network.forward = lambda image: F.interpolate(
        plain(image), scale_factor=2.0, mode="bilinear", align_corners=False
    ).sigmoid()
    write_onnx(network, target, {"subject": ("h", "w")})


if __name__ == "__main__":
    main()
