"""python3 measure.py FOLDER FILE…: how well networks (.pt, .onnx of export.py) read photographs.

FOLDER holds img/*.jpg and lab/*.png as LabelMeFacade has them; only its train.txt may be used here. Each figure is the
mean of the intersection over union over the photographs where the class covers more than a hundredth, and behind it
the falsely marked share of those where it is absent: first the network alone (mean of picture and mirror, long side
320), then after a colour guided filter.
"""

import os
import sys

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from scipy.ndimage import uniform_filter

from network import MEAN, NUMBER, SPREAD, load_reader

COLOURS = {
    "sky": [(0, 128, 128)],
    "ground": [(128, 128, 128), (128, 64, 0)],
    "window": [(0, 0, 128)],
    "building": [(128, 0, 0), (0, 0, 128), (128, 128, 0)],
    "plants": [(0, 128, 0)],
    "vehicle": [(128, 0, 128)],
}
CLASSES = {
    "sky": ["sky"],
    # An outdoor ground that is taken for a floor, a sky for a ceiling, are mistakes and count as such.
    "ground": ["hard"],
    "window": ["window"],
    "building": ["wall", "window", "roof"],
    "plants": ["plant", "grass"],
    "vehicle": ["vehicle"],
}


def truth_of(path, size):
    rgb = np.asarray(Image.open(path).convert("RGB").resize(size, Image.NEAREST)).astype(int)
    return {
        name: np.any([(rgb == colour).all(-1) for colour in colours], axis=0) for name, colours in COLOURS.items()
    }


def mean_of(plane, radius):
    return uniform_filter(plane, 2 * radius + 1, mode="nearest")


def guided(picture, shares, radius=6, epsilon=1e-3):
    """Colour guided filter (He, Sun, Tang 2013) of every channel of `shares`."""
    middle = np.stack([mean_of(picture[..., c], radius) for c in range(3)], -1)
    spread = np.empty(picture.shape[:2] + (3, 3), np.float32)
    for a in range(3):
        for b in range(3):
            spread[..., a, b] = mean_of(picture[..., a] * picture[..., b], radius) - middle[..., a] * middle[..., b]
    inverse = np.linalg.inv(spread + epsilon * np.eye(3, dtype=np.float32))
    out = []
    for share in np.moveaxis(shares, -1, 0):
        own = mean_of(share, radius)
        together = [mean_of(picture[..., c] * share, radius) - middle[..., c] * own for c in range(3)]
        slope = np.einsum("hwij,hwj->hwi", inverse, np.stack(together, -1))
        offset = own - (slope * middle).sum(-1)
        slopes = np.stack([mean_of(slope[..., c], radius) for c in range(3)], -1)
        out.append((slopes * picture).sum(-1) + mean_of(offset, radius))
    return np.stack(out, -1)


def read(network, image, long=320):
    """@returns shares [h, w, C] and the picture 0-1 at the size they are given for"""
    scale = long / max(image.size)
    size = tuple(max(64, round(side * scale / 16) * 16) for side in image.size)
    picture = np.asarray(image.resize(size, Image.BICUBIC)).astype(np.float32) / 255
    x = torch.from_numpy((picture - MEAN) / SPREAD).permute(2, 0, 1)[None]
    with torch.no_grad():
        shares = (network(x)[0].softmax(1) + network(x.flip(3))[0].softmax(1).flip(3)) / 2
        shares = F.interpolate(shares, size=size[::-1], mode="bilinear", align_corners=False)
    return shares[0].permute(1, 2, 0).numpy(), picture


def measure(folder, network):
    found = {way: {name: ([], []) for name in CLASSES} for way in ("alone", "guided")}
    for file in sorted(os.listdir(os.path.join(folder, "img"))):
        image = Image.open(os.path.join(folder, "img", file)).convert("RGB")
        shares, picture = read(network, image)
        truth = truth_of(os.path.join(folder, "lab", file[:-4] + ".png"), picture.shape[1::-1])
        for way, planes in (("alone", shares), ("guided", guided(picture, shares))):
            best = planes.argmax(-1)
            for name, classes in CLASSES.items():
                marked = np.isin(best, [NUMBER[one] for one in classes])
                there, false = found[way][name]
                if truth[name].mean() > 0.01:
                    there.append((marked & truth[name]).sum() / (marked | truth[name]).sum())
                else:
                    false.append(marked.mean())
    return found


def main():
    folder, *files = sys.argv[1:]
    torch.set_num_threads(1)
    for file in files:
        network = load_reader(file).eval()
        for way, figures in measure(folder, network).items():
            words = [
                f"{name} {np.mean(there):.3f}" + (f" ({np.mean(false) * 100:.1f} %)" if false else "")
                for name, (there, false) in figures.items()
            ]
            print(f"{os.path.basename(file):22s} {way:7s} {'  '.join(words)}", flush=True)


if __name__ == "__main__":
    main()
