"""Training crops: painted fronts and traced ones (make-facades.ts), with a camera's faults."""

import glob
import os

import numpy as np
from PIL import Image, ImageFilter

import painted
from painted import OTHER, WALL, WINDOW, between, chance, changes, pick

CROP = 192
TRACED = 256
# Numbers of the engine's scene classes to ours.
OF_SCENE = np.full(256, OTHER, np.uint8)
OF_SCENE[[1, 2]] = WALL, WINDOW


class Traced:
    def __init__(self, folder):
        self.sets = []
        for path in sorted(glob.glob(os.path.join(folder, "*.cls"))):
            count = os.path.getsize(path) // TRACED**2
            count = min(count, os.path.getsize(path[:-4] + ".rgb") // (3 * TRACED**2))
            if count == 0:
                continue
            rgb = np.memmap(path[:-4] + ".rgb", np.uint8, "r", shape=(count, TRACED, TRACED, 3))
            classes = np.memmap(path, np.uint8, "r", shape=(count, TRACED, TRACED))
            self.sets.extend((rgb, classes, i) for i in range(count))

    def pick(self):
        rgb, classes, i = self.sets[changes.random.integers(len(self.sets))]
        labels = OF_SCENE[classes[i]]
        core = Image.fromarray(((labels == WINDOW) * 255).astype(np.uint8)).filter(ImageFilter.MinFilter(5))
        return np.array(rgb[i]), labels, np.asarray(core)


def texture(rgb, labels):
    """Walls and panes take other tones and textures, unevenly."""
    high, wide = labels.shape
    rgb = rgb.astype(np.float32)
    wall = labels == WALL
    if chance(0.5):
        mixed = changes.piece(changes.noises.clutters, high, wide)[..., None]
        strength = between(0.05, 0.4)
        rgb = np.where(wall[..., None], rgb * (1 + strength * (mixed * 2 - 1)), rgb)
    if chance(0.5):
        mixed = changes.noise(high, wide, between(2, 60))[..., None]
        rgb = rgb * (1 + between(0.1, 0.7) * (mixed - 0.5))
    window = labels == WINDOW
    if chance(0.35) and window.any():
        mixed = changes.piece(changes.noises.clutters, high, wide)[..., None]
        tone = changes.random.random(3) * 220
        rgb = np.where(window[..., None], rgb * (1 - 0.6 * mixed) + tone * 0.6 * mixed, rgb)
    if chance(0.25):
        mixed = changes.clutter(high, wide)
        rgb = np.where((labels == OTHER)[..., None], rgb * 0.4 + 0.6 * mixed, rgb)
    return changes.as_bytes(rgb)


def view(side):
    """Coefficients from a crop of CROP to a picture of `side`: place, scale, lean, keystone, mirroring."""
    scale = np.exp(between(-0.5, 0.25) if side == TRACED else between(-0.5, 0.9))
    turn, lean, stretch = changes.random.normal(0, 0.02), changes.random.normal(0, 0.06), np.exp(changes.random.normal(0, 0.16))
    if chance(0.2):
        turn, lean = turn * 3, lean * 3
    keystone = changes.random.normal(0, 4e-4, 2)
    flip = -1 if chance(0.5) else 1
    room = max(0, side - CROP * scale)
    x, y = side / 2 + between(-0.5, 0.5) * room, side / 2 + between(-0.5, 0.5) * room

    def coefficients(size):
        point = CROP / size
        turned = np.array([
            [scale * flip * point * stretch, (lean - turn) * scale * point, 0],
            [(turn + changes_lean) * scale * flip * point, scale * point / stretch, 0],
            [keystone[0] * point, keystone[1] * point, 1.0],
        ])
        centred = turned @ np.array([[1, 0, -size / 2], [0, 1, -size / 2], [0, 0, 1.0]])
        moved = np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]) @ centred
        return tuple((moved / moved[2, 2]).flatten()[:8])

    changes_lean = changes.random.normal(0, 0.05) * (2 if chance(0.2) else 1)
    return coefficients


class Painted:
    """Fronts are painted once and seen several times, each time otherwise: painting takes the longest."""

    MOST = 300

    def __init__(self):
        self.kept = []

    def pick(self, share_of_new=0.2):
        if len(self.kept) > 30 and not chance(share_of_new):
            return pick(self.kept)
        made = painted.paint_front()
        if len(self.kept) < self.MOST:
            self.kept.append(made)
        else:
            self.kept[changes.random.integers(self.MOST)] = made
        return made


def crop(traced, fronts, share_of_traced):
    """@returns rgb u8 [CROP, CROP, 3], labels u8 and cores u8 (0, 1) at half that size"""
    is_traced = traced.sets and chance(share_of_traced)
    rgb, labels, cores = (traced if is_traced else fronts).pick()
    side = labels.shape[0]
    half = CROP // 2
    coefficients = view(side)
    picture = Image.fromarray(rgb)
    if side > CROP:
        # Without it small windows would flicker.
        picture = picture.filter(ImageFilter.BoxBlur(0.5))
    seen = picture.transform((CROP, CROP), Image.PERSPECTIVE, coefficients(CROP), Image.BICUBIC)
    shifted = Image.fromarray(labels + 1)
    seen_labels = np.asarray(shifted.transform((half, half), Image.PERSPECTIVE, coefficients(half), Image.NEAREST)) - 1
    seen_labels = seen_labels.astype(np.uint8)
    changes.ignore_far_windows(seen_labels)
    seen_cores = np.asarray(Image.fromarray(cores).transform((half, half), Image.PERSPECTIVE, coefficients(half), Image.NEAREST)) > 127
    whole = np.asarray(Image.fromarray(seen_labels).resize((CROP, CROP), Image.NEAREST))
    seen = Image.fromarray(texture(np.asarray(seen), whole))
    if chance(0.3):
        # Far walls come with few points and are enlarged.
        small = int(CROP * between(0.35, 0.9))
        seen = seen.resize((small, small), Image.BILINEAR).resize((CROP, CROP), Image.BICUBIC)
    return (changes.photograph(seen) * 255).astype(np.uint8), seen_labels, seen_cores.astype(np.uint8)
