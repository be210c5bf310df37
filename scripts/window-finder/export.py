"""python3 export.py FILE OUT.onnx: writes the window finder as the product runs it.

Input `image` [1, 3, h, w], sides multiples of 32; outputs at half size: `kinds` [1, 4, h/2, w/2], shares of other, wall,
window and door that sum to 1, and `middles` [1, 1, h/2, w/2], how surely a point is in the middle of a window.
"""

import sys

from finder import load_finder
from network import write_onnx


def main():
    source, target = sys.argv[1:]
    network = load_finder(source).eval()
    plain = network.forward

    def forward(image):
        kinds, middles = plain(image)
        return kinds.softmax(1), middles.sigmoid()

    network.forward = forward
    write_onnx(network, target, {"kinds": ("h2", "w2"), "middles": ("h2", "w2")})


if __name__ == "__main__":
    main()
