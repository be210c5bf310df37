"""Fronts of houses painted square to the eye, with what the traced scenes lack: sashes, shutters, arches, curtains,
roller blinds, balconies, shopfronts, ornament, and what stands before fronts. Labels are exact."""

import os
import sys

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scene-reader"))
import augment as changes

OTHER, WALL, WINDOW, DOOR, IGNORED = 0, 1, 2, 3, 255
SIDE = 512


def between(low, high):
    return changes.random.uniform(low, high)


def chance(share):
    return changes.random.random() < share


def pick(choices):
    return choices[changes.random.integers(len(choices))]


def colour(low, high, spread=0.0):
    return tuple(int(v) for v in np.clip(changes.tone(low, high, spread), 0, 255))


def shade(rgb, by):
    """Lighter or darker by a factor, a little uneven."""
    return tuple(max(0, min(255, int(v * by))) for v in rgb)


def wall_colour():
    kind = changes.random.random()
    if kind < 0.3:
        return tuple(int(v) for v in np.clip(np.array(pick([(150, 70, 50), (120, 60, 45), (170, 100, 75), (100, 70, 60)])) + changes.random.normal(0, 14, 3), 20, 240))
    if kind < 0.65:
        base = between(120, 235)
        return tuple(int(np.clip(base + d + changes.random.normal(0, 6), 20, 252)) for d in (8, 0, -between(0, 45)))
    if kind < 0.85:
        return colour(45, 245, 8)
    return colour(70, 210, 32)


class Style:
    """What the windows of one front have in common. Lengths are shares of the window's."""

    def __init__(self):
        self.form = pick(["plain"] * 6 + ["arch", "segment"])
        self.frame = pick([colour(200, 250), colour(200, 250), colour(20, 70), colour(60, 120, 20), colour(90, 200, 35)])
        self.frame_share = between(0.0, 0.11)
        self.bars = pick([(1, 0), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (0, 1), (0, 0), (1, 3), (3, 3), (3, 5), (2, 0)])
        self.is_sash = chance(0.4)
        self.glass = changes.random.dirichlet([1.6, 0.8, 0.6, 0.7, 0.35, 0.5, 0.12])
        self.reveal = between(0, 0.12)
        self.reveal_side = pick([-1, 1])
        self.trim = None if chance(0.45) else colour(90, 245, 10)
        self.trim_share = between(0.04, 0.25)
        self.sill = 0 if chance(0.35) else between(0.02, 0.09)
        self.head = pick(["none"] * 4 + ["lintel", "lintel", "pediment", "keystone", "hood"])
        self.shutters = None if chance(0.8) else colour(30, 200, 30)
        self.balcony = 0.0 if chance(0.75) else between(0.2, 1)
        self.rail = colour(10, 60) if chance(0.7) else colour(120, 230)
        self.blind = colour(60, 230, 22)
        self.curtain = colour(150, 245, 6)
        self.unit = 0.0 if chance(0.85) else between(0.05, 0.4)
        self.light = between(0.5, 1.25)


def pane(style, wide, high):
    """One window: its picture and its form."""
    image = Image.new("RGB", (wide, high))
    draw = ImageDraw.Draw(image)
    kind = int(changes.random.choice(7, p=style.glass))
    dark = colour(4, 62, 5)
    if kind == 0:
        top, low = dark, shade(dark, between(0.5, 2.0))
    elif kind == 1:
        top = tuple(int(between(*r)) for r in ((50, 110), (60, 125), (75, 150)))
        low = shade(top, between(0.4, 1.3))
    elif kind == 2:
        top, low = colour(130, 245, 8), colour(50, 200, 8)
    elif kind == 5:
        top, low = style.blind, shade(style.blind, between(0.8, 1.1))
    elif kind == 6:
        top, low = tuple(int(between(*r)) for r in ((190, 255), (140, 210), (60, 140))), colour(60, 160, 20)
    else:
        top, low = dark, shade(dark, between(0.6, 1.6))
    steps = np.linspace(0, 1, high)[:, None, None]
    ramp = np.array(top) * (1 - steps) + np.array(low) * steps
    image.paste(Image.fromarray(np.broadcast_to(np.clip(ramp, 0, 255), (high, wide, 3)).astype(np.uint8)))
    if kind in (0, 1, 2) and chance(0.6):
        # What a pane mirrors: a lighter part with a skew edge.
        x = between(-0.3, 1.2) * wide
        corners = [(x, 0), (x + between(0.2, 1) * wide, 0), (x + between(-0.4, 0.8) * wide, high), (x - between(0, 0.6) * wide, high)]
        over = Image.new("L", (wide, high), 0)
        ImageDraw.Draw(over).polygon(corners, fill=int(between(40, 190)))
        image.paste(colour(60, 235, 12), (0, 0), over)
    if kind == 3:
        part = between(0.2, 0.5)
        for a, b in ((0, part), (1 - part, 1)) if chance(0.7) else ((0, 1),):
            low_edge = high * (1 if chance(0.7) else between(0.4, 0.9))
            draw.rectangle([a * wide, 0, b * wide, low_edge], fill=style.curtain)
            for x in np.arange(a * wide, b * wide, max(2, wide / between(8, 20))):
                draw.line([x, 0, x, low_edge], fill=shade(style.curtain, 0.85))
    if kind in (4, 5) or chance(0.15):
        down = high if kind == 5 and chance(0.7) else high * between(0.15, 1)
        fill = style.blind if kind == 5 else style.curtain
        draw.rectangle([0, 0, wide, down], fill=fill)
        step = max(2.5, high / between(8, 34))
        for y in np.arange(0, down, step):
            draw.line([0, y, wide, y], fill=shade(fill, between(0.72, 0.92)))
    closed = kind == 5 and chance(0.6)
    thick = max(0, round(style.frame_share * min(wide, high)))
    if not closed:
        across, down = style.bars
        thin = max(1, round(thick * between(0.4, 0.8))) if thick else 1
        if min(wide, high) > 9:
            for k in range(across):
                x = round((k + 1) * wide / (across + 1))
                draw.line([x, 0, x, high], fill=style.frame, width=thin)
            for k in range(down):
                y = round((k + 1) * high / (down + 1))
                draw.line([0, y, wide, y], fill=style.frame, width=thin)
            if style.is_sash:
                draw.line([0, high // 2, wide, high // 2], fill=style.frame, width=thin + 1)
    if thick:
        draw.rectangle([0, 0, wide - 1, high - 1], outline=style.frame, width=thick)
    deep = round(style.reveal * min(wide, high))
    if deep:
        shadow = Image.new("L", (wide, high), 0)
        on = ImageDraw.Draw(shadow)
        strong = int(between(90, 220))
        on.rectangle([0, 0, wide, deep], fill=strong)
        on.rectangle([0, 0, deep, high] if style.reveal_side < 0 else [wide - deep, 0, wide, high], fill=strong)
        image.paste((8, 8, 12), (0, 0), shadow)
    form = Image.new("L", (wide, high), 255)
    if style.form != "plain" and high > 6:
        bow = min(high, wide) * (0.5 if style.form == "arch" else between(0.1, 0.3))
        form = Image.new("L", (wide, high), 0)
        on = ImageDraw.Draw(form)
        on.ellipse([0, 0, wide - 1, 2 * bow], fill=255)
        on.rectangle([0, bow, wide, high], fill=255)
    return image, form, closed


class Front:
    """Draws fronts on a picture and its labels, 512 × 512."""

    def __init__(self):
        self.picture = Image.new("RGB", (SIDE, SIDE))
        self.labels = Image.new("L", (SIDE, SIDE), OTHER)
        self.cores = Image.new("L", (SIDE, SIDE), 0)

    def both(self):
        return ImageDraw.Draw(self.picture), ImageDraw.Draw(self.labels)

    def clear(self, box, number=OTHER):
        ImageDraw.Draw(self.labels).rectangle(box, fill=number)
        ImageDraw.Draw(self.cores).rectangle(box, fill=0)

    def wall(self, x0, y0, x1, y1, base):
        draw, labels = self.both()
        draw.rectangle([x0, y0, x1, y1], fill=base)
        self.clear([x0, y0, x1, y1], WALL)
        kind = changes.random.random()
        if kind < 0.3:
            course = between(3, 9) if chance(0.7) else between(9, 40)
            joint = shade(base, between(0.75, 1.3))
            long = course * between(1.8, 3.4)
            for row, y in enumerate(np.arange(y0, y1, course)):
                draw.line([x0, y, x1, y], fill=joint)
                if course > 5:
                    for x in np.arange(x0 + (row % 2) * long / 2, x1, long):
                        draw.line([x, y, x, min(y1, y + course)], fill=joint)
        elif kind < 0.45:
            course = between(4, 14)
            for y in np.arange(y0, y1, course):
                draw.line([x0, y, x1, y], fill=shade(base, between(0.7, 0.9)))
        elif kind < 0.52:
            for x in np.arange(x0, x1, between(6, 40)):
                draw.line([x, y0, x, y1], fill=shade(base, between(0.7, 1.15)))

    def put_window(self, style, panes, box):
        x, y, wide, high = (int(round(v)) for v in box)
        if wide < 4 or high < 4 or x > SIDE or y > SIDE or x + wide < 0 or y + high < 0:
            return
        draw, labels = self.both()
        if style.trim:
            side = style.trim_share * min(wide, high)
            draw.rectangle([x - side, y - side, x + wide + side, y + high + side * 0.6], fill=style.trim)
        trim = style.trim or shade(pick([(220, 215, 205), (150, 140, 130)]), between(0.7, 1.1))
        if style.head == "lintel":
            draw.rectangle([x - wide * 0.15, y - high * 0.14, x + wide * 1.15, y - 1], fill=trim)
        elif style.head == "hood":
            draw.rectangle([x - wide * 0.2, y - high * 0.17, x + wide * 1.2, y - high * 0.1], fill=trim)
            draw.rectangle([x - wide * 0.2, y - high * 0.1, x + wide * 1.2, y - high * 0.06], fill=shade(trim, 0.45))
        elif style.head == "pediment":
            up = y - high * 0.1
            draw.polygon([(x - wide * 0.2, up), (x + wide / 2, up - wide * 0.32), (x + wide * 1.2, up)], fill=trim, outline=shade(trim, 0.6))
        elif style.head == "keystone":
            draw.rectangle([x + wide * 0.42, y - high * 0.14, x + wide * 0.58, y], fill=trim)
        if style.shutters:
            part = wide * 0.46
            for a in (x - part - 1, x + wide + 1):
                draw.rectangle([a, y, a + part, y + high], fill=style.shutters, outline=shade(style.shutters, 0.7))
                for s in np.arange(y + 2, y + high, max(2.5, high / 16)):
                    draw.line([a + 1, s, a + part - 1, s], fill=shade(style.shutters, 0.8))
                labels.rectangle([a, y, a + part, y + high], fill=IGNORED)
        image, form, closed = pick(panes)
        self.picture.paste(image, (x, y), form)
        self.labels.paste(WINDOW, (x, y), form.point(lambda v: 255 if v > 127 else 0))
        inset_x, inset_y = max(1, wide * 0.17), max(1, high * 0.17)
        ImageDraw.Draw(self.cores).rectangle([x + inset_x, y + inset_y, x + wide - inset_x, y + high - inset_y], fill=255)
        if style.sill:
            thick = max(1, style.sill * high)
            draw.rectangle([x - wide * 0.08, y + high, x + wide * 1.08, y + high + thick], fill=trim)
            draw.line([x - wide * 0.06, y + high + thick + 1, x + wide * 1.06, y + high + thick + 1], fill=shade(trim, 0.45), width=max(1, int(thick / 2)))
        if style.balcony and chance(style.balcony) and wide > 8:
            out = wide * between(0.1, 0.5)
            top = y + high * between(0.5, 0.72)
            low = y + high * between(1.0, 1.06)
            draw.rectangle([x - out, low, x + wide + out, low + max(2, high * 0.06)], fill=shade(trim, 0.9))
            draw.rectangle([x - out, low + max(2, high * 0.06), x + wide + out, low + high * 0.13], fill=shade(trim, 0.4))
            draw.line([x - out, top, x + wide + out, top], fill=style.rail, width=max(1, int(high / 50)))
            for at in np.arange(x - out, x + wide + out, max(2.5, wide / between(9, 18))):
                draw.line([at, top, at, low], fill=style.rail)
        if style.unit and chance(style.unit) and wide > 14:
            a, b = x + wide * between(-0.4, 0.9), y + high * between(0.8, 1.1)
            size = wide * between(0.35, 0.6)
            box = [a, b, a + size, b + size * 0.75]
            draw.rectangle(box, fill=colour(170, 240), outline=colour(60, 120))
            draw.ellipse([a + size * 0.1, b + size * 0.08, a + size * 0.6, b + size * 0.66], outline=colour(60, 120))
            self.clear(box, WALL)

    def ornament(self, x0, y0, x1, y1, base, storey):
        """What is no window: string courses, cornices, pilasters, panels, pipes, signs, stains."""
        draw, _ = self.both()
        if chance(0.4):
            for y in np.arange(y0, y1, storey):
                thick = between(1, storey * 0.09)
                draw.rectangle([x0, y, x1, y + thick], fill=shade(base, between(0.65, 1.35)))
                if chance(0.6):
                    draw.line([x0, y + thick + 1, x1, y + thick + 1], fill=shade(base, 0.5), width=max(1, int(thick / 3)))
        if chance(0.2):
            step = storey * between(0.7, 2.5)
            wide = storey * between(0.04, 0.2)
            for x in np.arange(x0 + between(0, step), x1, step):
                draw.rectangle([x, y0, x + wide, y1], fill=shade(base, between(0.7, 1.3)), outline=shade(base, 0.65))
        for _ in range(int(between(0, 3))):
            x = between(x0, x1)
            draw.line([x, y0, x + between(-3, 3), y1], fill=colour(20, 200, 10), width=int(between(1, 5)))
        for _ in range(int(between(-2, 4))):
            x, y = between(x0, x1), between(y0, y1)
            wide, high = storey * between(0.15, 1.2), storey * between(0.1, 0.6)
            fill = shade(base, between(0.6, 1.4)) if chance(0.6) else colour(20, 250, 40)
            draw.rectangle([x, y, min(x1, x + wide), y + high], fill=fill, outline=shade(base, between(0.5, 1.3)))

    def ground_floor(self, x0, top, x1, ground, bay, start):
        """Doors, gates, shopfronts with signs and awnings, or nothing."""
        draw, labels = self.both()
        high = ground - top
        kind = pick(["doors", "shops", "shops", "gates", "bare"])
        x = x0 + start
        if kind == "shops":
            x = x0 + between(0, bay * 0.4)
            band = colour(20, 240, 40)
            for_windows = WINDOW if chance(0.5) else IGNORED
            while x < x1 - bay * 0.5:
                wide = min(bay * between(0.9, 2.2), x1 - x - 2)
                glass = Style()
                glass.bars, glass.form = pick([(0, 0), (1, 0), (2, 0), (1, 1), (2, 1)]), "plain"
                glass.trim = glass.shutters = None
                glass.balcony = glass.unit = glass.sill = 0
                glass.head = "none"
                y = top + high * between(0.24, 0.34)
                low = ground - high * between(0.02, 0.2)
                if wide > 8 and low - y > 8:
                    self.put_window(glass, [pane(glass, int(wide), int(low - y))], (x, y, wide, low - y))
                    if for_windows == IGNORED:
                        self.clear([x, y, x + wide, low], IGNORED)
                sign = [x, top + high * 0.05, x + wide, y - 1]
                draw.rectangle(sign, fill=band if chance(0.7) else colour(20, 240, 40))
                for letter in np.arange(x + wide * 0.1, x + wide * 0.9, max(3, high * 0.08)):
                    if chance(0.8):
                        draw.rectangle([letter, sign[1] + high * 0.05, letter + high * 0.05, sign[3] - high * 0.04], fill=colour(10, 255))
                if chance(0.3):
                    fall = y + high * between(0.12, 0.35)
                    corners = [(x, y - 2), (x + wide, y - 2), (x + wide * 1.04, fall), (x - wide * 0.04, fall)]
                    draw.polygon(corners, fill=colour(30, 230, 50))
                    labels.polygon(corners, fill=OTHER)
                    ImageDraw.Draw(self.cores).polygon(corners, fill=0)
                x += wide + bay * between(0.08, 0.4)
            return
        if kind == "bare":
            return
        while x < x1 - bay * 0.3:
            if chance(0.6):
                wide = bay * (between(0.25, 0.5) if kind == "doors" else between(0.5, 0.9))
                y = top + high * between(0.15, 0.4)
                fill = colour(20, 190, 25)
                draw.rectangle([x - 2, y - 2, x + wide + 2, ground], fill=shade(fill, 1.4) if chance(0.5) else colour(100, 230))
                draw.rectangle([x, y, x + wide, ground], fill=fill)
                if kind == "gates":
                    for s in np.arange(y, ground, max(3, high / between(12, 30))):
                        draw.line([x, s, x + wide, s], fill=shade(fill, 0.8))
                else:
                    for a in (0.12, 0.56):
                        for b in (0.1, 0.55):
                            draw.rectangle([x + wide * a, y + (ground - y) * b, x + wide * (a + 0.32), y + (ground - y) * (b + 0.35)], outline=shade(fill, 0.6))
                self.clear([x, y, x + wide, ground], DOOR)
            x += bay

    def building(self, x0, x1, roof, ground):
        base = wall_colour()
        storey = np.exp(between(np.log(34), np.log(230)))
        bay = storey * between(0.45, 1.3)
        if bay < 16:
            bay = 16
        self.wall(x0, roof, x1, ground, base)
        self.ornament(x0, roof, x1, ground, base, storey)
        style, odd = Style(), Style()
        start = between(0.05, 0.4) * bay
        first = roof + storey * between(0.05, 0.5)
        has_shops = ground < SIDE * 1.15 and chance(0.75)
        ribbon = chance(0.05)
        share = (between(0.28, 0.78), between(0.36, 0.82))
        missing = 0 if chance(0.6) else between(0, 0.5)
        rows = []
        y = first
        while y + storey * 0.7 < ground:
            rows.append(y)
            y += storey * (between(0.85, 1.15) if chance(0.3) else 1)
        if has_shops and rows:
            top = rows.pop()
            self.ground_floor(x0, top, x1, ground, bay, start)
        pairs = chance(0.1)
        for y in rows:
            if chance(0.08):
                continue
            own = odd if chance(0.12) else style
            wide, high = bay * share[0], storey * share[1]
            if own is odd:
                wide, high = wide * between(0.6, 1.2), high * between(0.5, 1.15)
            wide, high = min(wide, bay * 0.9), min(high, storey * 0.88)
            if ribbon:
                wide, high = bay * 0.97, storey * between(0.35, 0.6)
            if wide < 4 or high < 5 or y > SIDE or y + high < 0:
                continue
            panes = [pane(own, int(round(wide)), int(round(high))) for _ in range(4)]
            x = x0 + start
            while x + wide < x1 - 1:
                if not chance(missing):
                    if pairs and wide > 12:
                        half = pane(own, int(wide * 0.46), int(round(high)))
                        self.put_window(own, [half], (x, y, wide * 0.46, high))
                        self.put_window(own, [half], (x + wide * 0.54, y, wide * 0.46, high))
                    else:
                        self.put_window(own, panes, (x, y, wide, high))
                x += bay

    def sky(self):
        top, low = colour(90, 255), colour(140, 255)
        if chance(0.5):
            top = tuple(int(between(*r)) for r in ((30, 150), (90, 180), (170, 255)))
            low = tuple(int(between(*r)) for r in ((150, 235), (190, 240), (215, 255)))
        steps = np.linspace(0, 1, SIDE)[:, None, None]
        ramp = np.array(top) * (1 - steps) + np.array(low) * steps
        self.picture.paste(Image.fromarray(np.broadcast_to(ramp, (SIDE, SIDE, 3)).astype(np.uint8)))

    def roof(self, x0, x1, roof):
        """Cornice, and above it tiles, chimneys, dormers, or the sky."""
        draw, labels = self.both()
        base = colour(40, 180, 20)
        if chance(0.5):
            high = between(20, 120)
            lean = between(0, 60)
            corners = [(x0, roof), (x1, roof), (x1 - lean, roof - high), (x0 + lean, roof - high)]
            draw.polygon(corners, fill=base)
            for y in np.arange(roof - high, roof, between(4, 14)):
                draw.line([x0 + lean, y, x1 - lean, y], fill=shade(base, 0.85))
            if chance(0.3) and high > 40:
                style = Style()
                style.shutters, style.balcony, style.unit = None, 0, 0
                size = high * between(0.35, 0.55)
                panes = [pane(style, int(size * 0.8), int(size))]
                for x in np.arange(x0 + lean + 10, x1 - lean - size, size * between(2, 4)):
                    y = roof - high * between(0.6, 0.9)
                    draw.rectangle([x - 5, y - 5, x + size * 0.8 + 5, y + size + 4], fill=colour(60, 240, 10))
                    self.put_window(style, panes, (x, y, size * 0.8, size))
            roof -= high
        for _ in range(int(between(-1, 3))):
            x, wide, high = between(x0, x1), between(8, 40), between(15, 70)
            draw.rectangle([x, roof - high, x + wide, roof], fill=colour(60, 200, 25))
            draw.rectangle([x - 3, roof - high, x + wide + 3, roof - high + 5], fill=colour(30, 160, 10))
        if chance(0.6):
            edge = roof
            draw.rectangle([x0, edge, x1, edge + between(3, 16)], fill=colour(60, 240, 10))

    def street(self, ground):
        draw, _ = self.both()
        draw.rectangle([0, ground, SIDE, SIDE], fill=colour(70, 190, 8))
        self.clear([0, ground, SIDE, SIDE], OTHER)
        if chance(0.6):
            y = ground + between(4, 40)
            draw.rectangle([0, y, SIDE, SIDE], fill=colour(50, 150, 6))

    def cover(self, mask_or_polygon, fill):
        draw, labels = self.both()
        draw.polygon(mask_or_polygon, fill=fill)
        labels.polygon(mask_or_polygon, fill=OTHER)
        ImageDraw.Draw(self.cores).polygon(mask_or_polygon, fill=0)

    def before(self, ground):
        """Trees, cars, people, posts, wires."""
        draw, labels = self.both()
        cores = ImageDraw.Draw(self.cores)
        if chance(0.25):
            base = pick([(50, 90, 35), (80, 110, 50), (40, 60, 30), (120, 100, 50)])
            cx, cy, size = between(0, SIDE), between(60, SIDE), between(50, 190)
            for _ in range(int(between(40, 150))):
                x, y, r = cx + changes.random.normal(0, size * 0.6), cy + changes.random.normal(0, size * 0.5), between(5, size * 0.28)
                box = [x - r, y - r * between(0.5, 1), x + r, y + r * between(0.5, 1)]
                draw.ellipse(box, fill=shade(base, between(0.4, 1.7)))
                labels.ellipse(box, fill=OTHER)
                cores.ellipse(box, fill=0)
        if chance(0.12):
            fill = colour(20, 90, 8)
            for _ in range(int(between(10, 50))):
                x, y = between(0, SIDE), between(0, SIDE)
                draw.line([x, y, x + between(-90, 90), y + between(-140, 60)], fill=fill, width=int(between(1, 4)))
        if chance(0.35):
            for _ in range(int(between(1, 4))):
                long = between(70, 260)
                high = long * between(0.3, 0.42)
                x, low = between(-60, SIDE), min(SIDE, ground + between(0, 30))
                paint = colour(15, 230, 30)
                body = [(x, low), (x, low - high * 0.5), (x + long * 0.2, low - high * 0.58), (x + long * 0.34, low - high), (x + long * 0.72, low - high), (x + long * 0.88, low - high * 0.55), (x + long, low - high * 0.45), (x + long, low)]
                self.cover(body, paint)
                glass = colour(8, 90, 6)
                draw.polygon([(x + long * 0.26, low - high * 0.57), (x + long * 0.37, low - high * 0.92), (x + long * 0.52, low - high * 0.92), (x + long * 0.52, low - high * 0.57)], fill=glass)
                draw.polygon([(x + long * 0.55, low - high * 0.57), (x + long * 0.55, low - high * 0.92), (x + long * 0.7, low - high * 0.92), (x + long * 0.82, low - high * 0.57)], fill=glass)
                for at in (0.2, 0.8):
                    r = high * 0.2
                    draw.ellipse([x + long * at - r, low - r, x + long * at + r, low + r], fill=colour(5, 40))
        for _ in range(int(between(-2, 4))):
            x, low, high = between(0, SIDE), min(SIDE, ground + between(0, 40)), between(25, 110)
            wide = high * between(0.18, 0.3)
            self.cover([(x, low), (x, low - high * 0.8), (x + wide, low - high * 0.8), (x + wide, low)], colour(10, 200, 35))
            head = [x + wide * 0.25, low - high, x + wide * 0.75, low - high * 0.82]
            draw.ellipse(head, fill=colour(70, 200, 20))
            labels.ellipse(head, fill=OTHER)
            cores.ellipse(head, fill=0)
        for _ in range(int(between(-2, 3))):
            x, wide = between(0, SIDE), between(2, 10)
            self.cover([(x, SIDE), (x, between(0, SIDE / 2)), (x + wide, 0), (x + wide, SIDE)], colour(20, 150, 12))
        for _ in range(int(between(-2, 5))):
            y = between(0, SIDE)
            draw.line([0, y, SIDE, y + between(-120, 120)], fill=colour(10, 80), width=int(between(1, 3)))

    def shadows(self):
        """Cast shadows with hard and soft edges."""
        if not chance(0.35):
            return
        mask = Image.new("L", (SIDE, SIDE), 0)
        on = ImageDraw.Draw(mask)
        for _ in range(int(between(1, 4))):
            x, y = between(-100, SIDE), between(-100, SIDE)
            on.polygon([(x + between(-200, 300), y + between(-200, 300)) for _ in range(4)], fill=int(between(60, 190)))
        if chance(0.5):
            mask = mask.filter(ImageFilter.BoxBlur(between(1, 12)))
        self.picture.paste((10, 12, 20), (0, 0), mask)


def paint_front():
    """@returns rgb u8 [512, 512, 3], labels u8 and cores u8 (255 within windows) of the same size"""
    front = Front()
    front.sky()
    ground = int(between(SIDE * 0.55, SIDE * 1.9))
    edges = [0, SIDE] if chance(0.55) else sorted([0, SIDE, int(between(120, SIDE - 120))])
    if chance(0.12):
        edges[0] = int(between(30, 160))
    if chance(0.12):
        edges[-1] = int(SIDE - between(30, 160))
    for x0, x1 in zip(edges, edges[1:]):
        if x1 - x0 < 40:
            continue
        roof = int(between(-SIDE * 1.2, SIDE * 0.3))
        front.roof(x0, x1, roof)
        front.building(x0, x1, roof, ground)
    front.shadows()
    if ground < SIDE:
        front.street(ground)
    front.before(ground)
    return np.asarray(front.picture), np.asarray(front.labels), np.asarray(front.cores)
