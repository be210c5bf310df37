"""The network that reads scenes: a plain U-Net, 0.92 million parameters, half of the picture's size at its finest."""

import torch
import torch.nn as nn
import torch.nn.functional as F

# The order of engine/kernels/scene/scene-reading.ts; new classes go to the end.
CLASSES = [
    "sky", "wall", "window", "roof", "hard", "grass", "plant", "water", "other", "vehicle", "person", "furniture",
    "floor", "ceiling",
]
NUMBER = {name: number for number, name in enumerate(CLASSES)}
MEAN, SPREAD = 0.45, 0.25


def convolution(inputs, outputs, stride=1, size=3):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.a = convolution(width, width)
        self.b = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x):
        return F.relu(x + self.b(self.a(x)))


class SceneReader(nn.Module):
    """Pictures [n, 3, h, w], (rgb / 255 - MEAN) / SPREAD, sides multiples of 16, to two planes at half size:
    class scores [n, C, h/2, w/2] and depth [n, 1, h/2, w/2] = (ln(metres / 0.5) - 5) / 2."""

    def __init__(self, classes=len(CLASSES), widths=(16, 32, 64, 96, 128)):
        super().__init__()
        a, b, d, e, f = widths
        self.s2 = convolution(3, a, 2)
        self.s4 = nn.Sequential(convolution(a, b, 2), convolution(b, b))
        self.s8 = nn.Sequential(convolution(b, d, 2), Residual(d))
        self.s16 = nn.Sequential(convolution(d, e, 2), Residual(e))
        self.s32 = nn.Sequential(convolution(e, f, 2), Residual(f))
        self.ctx = nn.Conv2d(f, f, 1)
        self.u16 = nn.Sequential(convolution(f + e, e, 1, 1), convolution(e, e))
        self.u8 = nn.Sequential(convolution(e + d, d, 1, 1), convolution(d, d))
        self.u4 = nn.Sequential(convolution(d + b, b, 1, 1), convolution(b, b))
        self.u2 = nn.Sequential(convolution(b + a, a, 1, 1), convolution(a, a))
        self.head = nn.Conv2d(a, classes + 1, 1)
        self.classes = classes

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
        return y[:, : self.classes], y[:, self.classes :]


def grown(x, like):
    return F.interpolate(x, size=like.shape[2:], mode="bilinear", align_corners=False)


def read_state(path):
    """Weights by name from a checkpoint (.pt) or a file of export.py (.onnx, read by Debian's python3-onnx)."""
    if not path.endswith(".onnx"):
        return torch.load(path, map_location="cpu")
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(path).graph
    state = {item.name: torch.from_numpy(numpy_helper.to_array(item).copy()) for item in graph.initializer}
    if "s2.0.weight" not in state:
        raise SystemExit(f"{path} holds folded weights: training goes on only from a file that export.py wrote")
    return state


def load_reader(path):
    """A network with the weights of a file; classes that the file does not know yet begin as `other`."""
    state = read_state(path)
    known = state["head.weight"].shape[0] - 1
    network = SceneReader(known)
    network.load_state_dict(state, strict=False)
    if known == len(CLASSES):
        return network
    wide = SceneReader()
    wide.load_state_dict({k: v for k, v in state.items() if not k.startswith("head.")}, strict=False)
    with torch.no_grad():
        for new, old in ((wide.head.weight, state["head.weight"]), (wide.head.bias, state["head.bias"])):
            new[:known] = old[:known]
            new[-1] = old[-1]
            other = old[NUMBER["other"]]
            for row in range(known, len(CLASSES)):
                # Softmax shares among equals: lower, so that the new ones take nothing before they have learnt.
                new[row] = other + (torch.randn_like(other) * 0.02 if other.dim() else -1.5)
    return wide


def write_onnx(network, target, outputs):
    """Writes a network that is asked for `image`, its weights unfolded; outputs: the names of their sides by name."""
    torch.onnx.export(
        network,
        torch.zeros(1, 3, 224, 320),
        target,
        opset_version=13,
        training=torch.onnx.TrainingMode.PRESERVE,
        do_constant_folding=False,
        input_names=["image"],
        output_names=list(outputs),
        dynamic_axes={name: {2: h, 3: w} for name, (h, w) in {"image": ("h", "w"), **outputs}.items()},
    )
