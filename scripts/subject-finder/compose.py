"""Composites: one or two things, whole and sharp, before backgrounds with other things that are not the subject."""

import glob
import io
import os

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

# The order of random-thing.ts.
KINDS = [
    "animal", "person", "bag", "turned", "wheeled", "toy", "heap", "shoe", "flower", "furniture", "vehicle", "plant",
    "bust",
]
PERSON, BUST = KINDS.index("person"), KINDS.index("bust")
LYING = {KINDS.index(name) for name in ("bag", "toy", "heap", "shoe", "flower", "turned")}
OPEN = {KINDS.index(name) for name in ("furniture", "wheeled", "plant")}
SIDE = 160

random = np.random.default_rng()


def between(low, high):
    return random.uniform(low, high)


def chance(share):
    return random.random() < share


class Things:
    """Records that make-things.ts appends to; every tenth is held out."""

    def __init__(self, folder, is_held_out):
        self.folder, self.is_held_out = folder, is_held_out
        self.refresh()

    def refresh(self):
        self.all = []
        for path in sorted(glob.glob(os.path.join(self.folder, "*.kind"))):
            base = path[:-5]
            count = min(os.path.getsize(path), os.path.getsize(base + ".rgba") // (SIDE * SIDE * 4))
            if count == 0:
                continue
            kinds = np.fromfile(path, np.uint8, count)
            plane = np.memmap(base + ".rgba", np.uint8, "r", shape=(count, SIDE, SIDE, 4))
            self.all += [(plane, i, kinds[i]) for i in range(count) if (i % 10 == 9) == self.is_held_out]
        self.open = [one for one in self.all if one[2] in OPEN]

    def pick(self):
        """@returns RGBA cut to its thing, and the thing's kind; the open and thin ones, which are hard, come more often"""
        for _ in range(20):
            pool = self.open if self.open and chance(0.25) else self.all
            plane, i, kind = pool[random.integers(len(pool))]
            rgba = np.array(plane[i])
            rows, columns = np.where(rgba[..., 3].max(1) > 40)[0], np.where(rgba[..., 3].max(0) > 40)[0]
            if len(rows) > 24 and len(columns) > 12:
                return rgba[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1], kind
        raise SystemExit("no things to be seen")


class Backgrounds:
    """The project's own pictures, by path; every tenth is held out."""

    def __init__(self, root, is_held_out):
        # Pictures of drawings and maps are left out by their colours: what is nearly white all over.
        self.all = []
        paths = []
        for folder in ("mock-server/seed/gallery/small", "user-app/public/samples", "tests/fixtures/golden"):
            for end in ("jpg", "webp"):
                paths += glob.glob(os.path.join(root, folder, "**", "*." + end), recursive=True)
        for number, path in enumerate(sorted(paths)):
            if (number % 10 == 9) != is_held_out:
                continue
            picture = Image.open(path)
            picture.draft("RGB", (512, 512))
            picture = picture.convert("RGB")
            picture.thumbnail((512, 512))
            if min(picture.size) > 100 and (np.asarray(picture).min(2) > 235).mean() < 0.4:
                self.all.append(picture)

    def pick(self):
        return self.all[random.integers(len(self.all))]


class Noises:
    """Smooth noises made once, from which pieces are cut."""

    def __init__(self, side=512):
        self.planes = []
        for scale in (3, 6, 12, 25, 60, 140):
            for _ in range(6):
                small = random.random((int(side / scale) + 3, int(side / scale) + 3), dtype=np.float32)
                self.planes.append((scale, np.asarray(Image.fromarray(small).resize((side, side), Image.BICUBIC))))

    def piece(self, height, width, least=1, most=999):
        fitting = [plane for scale, plane in self.planes if least <= scale <= most]
        plane = fitting[random.integers(len(fitting))]
        y, x = random.integers(plane.shape[0] - height + 1), random.integers(plane.shape[1] - width + 1)
        cut = plane[y : y + height, x : x + width]
        return cut[:: 1 if chance(0.5) else -1, :: 1 if chance(0.5) else -1]


def colour():
    tone = between(10, 245)
    return np.clip(tone + random.normal(0, 45 if chance(0.4) else 14, 3), 0, 255)


def texture(noises, height, width):
    """Two or three random colours, mixed by noises, stripes, checks or a slope; u8."""
    y, x = np.mgrid[:height, :width].astype(np.float32)
    kind = random.random()
    if kind < 0.45:
        mixed = sum(noises.piece(height, width) * between(0.2, 1) for _ in range(3))
        mixed = (mixed - mixed.min()) / (np.ptp(mixed) + 1e-6)
        if chance(0.3):
            mixed = np.clip((mixed - 0.5) * between(3, 15) + 0.5, 0, 1)
    elif kind < 0.7:
        angle, length = between(0, np.pi), np.exp(between(1, 3.6))
        mixed = np.sin((x * np.cos(angle) + y * np.sin(angle)) * 2 * np.pi / length + 3 * noises.piece(height, width, 25))
        mixed = np.clip(mixed * between(0.5, 6) * 0.5 + 0.5, 0, 1)
    elif kind < 0.82:
        wide, high, joint = between(8, 60), between(6, 50), between(1, 3)
        mixed = (((x + (np.floor(y / high) % 2) * wide / 2) % wide < joint) | (y % high < joint)).astype(np.float32)
        mixed = mixed * 0.7 + 0.3 * noises.piece(height, width)
    else:
        angle = between(0, 2 * np.pi)
        mixed = x * np.cos(angle) / width + y * np.sin(angle) / height
        mixed = (mixed - mixed.min()) / (np.ptp(mixed) + 1e-6) + 0.1 * noises.piece(height, width, 1, 6)
    a, b = colour(), colour()
    if chance(0.5):
        b = a + (b - a) * between(0.1, 0.5)
    out = a + (b - a) * mixed[..., None]
    if chance(0.4):
        out = out + random.normal(0, between(2, 20), (height, width, 1))
    return np.clip(out, 0, 255).astype(np.uint8)


def crop(picture, size):
    """A random part of a picture, mirrored or not."""
    width, height = picture.size
    least = 0.35 if chance(0.5) else 0.7
    share = between(least, 1)
    wide, high = width * share, height * share
    if wide / high > size * 1.5 / size:
        wide = high * between(1, 1.5)
    x, y = between(0, width - wide), between(0, height - high)
    part = picture.resize((size, size), Image.BILINEAR, (x, y, x + wide, y + high))
    return part.transpose(Image.FLIP_LEFT_RIGHT) if chance(0.5) else part


def shape_mask(high, wide):
    """A random flat figure; L."""
    mask = Image.new("L", (wide * 2, high * 2), 0)
    draw = ImageDraw.Draw(mask)
    kind = random.random()
    centre = np.array([wide, high])
    if kind < 0.45:
        angles = np.linspace(0, 2 * np.pi, 60, endpoint=False)
        radius = 0.7 + sum(between(-0.28, 0.28) / n * np.cos(n * angles + between(0, 7)) * 1.6 for n in range(1, 8))
        radius = np.clip(radius, 0.12, 1)
        points = centre + np.stack([np.cos(angles), np.sin(angles)], 1) * radius[:, None] * centre
        draw.polygon([tuple(p) for p in points], fill=255)
    elif kind < 0.6:
        points = random.random((random.integers(3, 7), 2)) * centre * 2
        turn = np.arctan2(*(points - points.mean(0)).T)
        draw.polygon([tuple(p) for p in points[np.argsort(turn)]], fill=255)
    elif kind < 0.75:
        draw.rounded_rectangle([2, 2, wide * 2 - 2, high * 2 - 2], radius=int(between(0, min(wide, high) * 0.9)), fill=255)
    else:
        # Limbs on a trunk.
        at = centre * random.uniform(0.7, 1.3, 2)
        rx, ry = centre * random.uniform(0.2, 0.55, 2)
        draw.ellipse([at[0] - rx, at[1] - ry, at[0] + rx, at[1] + ry], fill=255)
        for _ in range(random.integers(2, 8)):
            end = random.random(2) * centre * 2
            knee = (at + end) / 2 + random.normal(0, 0.15, 2) * centre
            thick = int(between(0.04, 0.2) * min(wide, high)) + 2
            draw.line([tuple(at), tuple(knee), tuple(end)], fill=255, width=thick, joint="curve")
            draw.ellipse([end[0] - thick, end[1] - thick, end[0] + thick, end[1] + thick], fill=255)
    return mask.resize((wide, high), Image.BOX)


def flat_thing(noises):
    """A random figure with random textures; RGBA."""
    high, wide = int(between(60, SIDE)), int(between(60, SIDE))
    mask = shape_mask(high, wide)
    rgb = texture(noises, high, wide).astype(np.float32)
    for _ in range(random.integers(0, 4)):
        patch = np.asarray(shape_mask(high, wide)).astype(np.float32)[..., None] / 255
        patch = np.roll(patch, (int(between(-high, high)), int(between(-wide, wide))), (0, 1))
        rgb = rgb * (1 - patch) + texture(noises, high, wide) * patch
    if chance(0.6):
        # Rounded: darker towards one side of the rim.
        soft = np.asarray(mask.filter(ImageFilter.GaussianBlur(min(high, wide) * 0.12))).astype(np.float32) / 255
        dy, dx = np.gradient(soft)
        turn = between(0, 2 * np.pi)
        rgb = rgb * (0.75 + 0.35 * soft + between(6, 16) * (dx * np.cos(turn) + dy * np.sin(turn)))[..., None]
    return np.dstack([np.clip(rgb, 0, 255), np.asarray(mask)]).astype(np.uint8)


def recolour(rgba):
    """Another light and other colours for a thing."""
    rgb = rgba[..., :3].astype(np.float32) / 255
    if chance(0.3):
        rgb = rgb[..., random.permutation(3)]
    rgb = np.clip(rgb, 1e-3, 1) ** np.float32(np.exp(random.normal(0, 0.3)))
    grey = rgb.mean(2, keepdims=True)
    rgb = grey + (rgb - grey) * np.float32(np.exp(random.normal(0, 0.35)))
    rgb = rgb * np.clip(random.normal(1, 0.1, 3), 0.6, 1.5).astype(np.float32) * np.float32(np.exp(random.normal(0, 0.15)))
    rgba = rgba.copy()
    rgba[..., :3] = np.clip(rgb * 255, 0, 255)
    return rgba


def texturise(noises, backgrounds, rgba):
    """A noise, a print, a part in another colour: what renders lack of photographs."""
    if not chance(0.5):
        return rgba
    high, wide = rgba.shape[:2]
    strength = between(0.1, 0.55)
    rgb = rgba[..., :3].astype(np.float32)
    kind = random.random()
    if kind < 0.35:
        rgb = rgb * (1 + strength * 2 * (noises.piece(high, wide)[..., None] - 0.5))
    elif kind < 0.55:
        rgb = rgb * (1 - strength) + texture(noises, high, wide) * strength
    elif kind < 0.8 and backgrounds.all:
        printed = np.asarray(crop(backgrounds.pick(), max(high, wide)))[:high, :wide].astype(np.float32)
        rgb = rgb * (1 - strength) + printed * strength
    else:
        patch = np.asarray(shape_mask(high, wide)).astype(np.float32)[..., None] / 255
        patch = np.roll(patch, (int(between(-high, high)), int(between(-wide, wide))), (0, 1)) * between(0.4, 1)
        light = rgb.mean(2, keepdims=True) / 128
        rgb = rgb * (1 - patch) + np.clip(light, 0.3, 1.6) * colour() * patch
    rgba = rgba.copy()
    rgba[..., :3] = np.clip(rgb, 0, 255)
    return rgba


class Composer:
    """@param size side of the composites, pixels"""

    def __init__(self, things, backgrounds, size, seed):
        global random
        random = np.random.default_rng(seed)
        self.things, self.backgrounds, self.size = things, backgrounds, size
        self.noises = Noises()

    def background(self):
        size, kind = self.size, random.random()
        if kind < 0.7 and self.backgrounds.all:
            picture = crop(self.backgrounds.pick(), size)
        elif kind < 0.84:
            picture = Image.fromarray(texture(self.noises, size, size))
        else:
            # Two planes that meet: a wall and what it stands on.
            rgb = texture(self.noises, size, size)
            line, slope = int(between(0.35, 0.85) * size), between(-0.15, 0.15)
            rows = np.arange(size)[:, None] > line + slope * np.arange(size)[None]
            if self.backgrounds.all and chance(0.4):
                other = np.asarray(crop(self.backgrounds.pick(), size))
            else:
                other = texture(self.noises, size, size)
            picture = Image.fromarray(np.where(rows[..., None], other, rgb))
        return picture

    def put_flat_marks(self, picture):
        """Windows, tiles, signs, frames and spots of the background: none is the subject."""
        if not chance(0.45):
            return
        size = self.size
        if chance(0.4):
            wide, high = int(between(0.06, 0.3) * size), int(between(0.06, 0.3) * size)
            tile = Image.fromarray(texture(self.noises, high, wide))
            gap = 1 + between(0.2, 1.2)
            x0, y0 = between(-wide, wide), between(-high, high)
            for row in range(random.integers(1, 6)):
                for column in range(random.integers(1, 7)):
                    picture.paste(tile, (int(x0 + column * wide * gap), int(y0 + row * high * gap)))
        for _ in range(random.integers(0, 5)):
            wide, high = int(between(0.04, 0.35) * size) + 3, int(between(0.04, 0.35) * size) + 3
            mask = shape_mask(high, wide).point(lambda v, k=between(0.3, 1): int(v * k))
            x, y = int(between(-wide, size)), int(between(-high, size))
            picture.paste(Image.fromarray(texture(self.noises, high, wide)), (x, y), mask)

    def thing(self):
        if chance(0.2):
            rgba, kind = flat_thing(self.noises), None
        else:
            rgba, kind = self.things.pick()
            rgba = texturise(self.noises, self.backgrounds, rgba)
        rgba = recolour(rgba)
        if chance(0.5):
            rgba = rgba[:, ::-1]
        is_bust = kind == BUST or (kind == PERSON and chance(0.15))
        if (is_bust and kind != BUST) or (kind is not None and chance(0.08)):
            rgba = rgba[: int(rgba.shape[0] * between(0.24, 0.62))]
        image = Image.fromarray(np.ascontiguousarray(rgba))
        if not is_bust and chance(0.3):
            image = image.rotate(between(-25, 25) if kind not in LYING else between(-180, 180), Image.BICUBIC, expand=True)
            box = image.getchannel("A").getbbox()
            image = image.crop(box) if box else image
        return image, is_bust

    def fit(self, image, share):
        """Its larger side becomes a share of the picture's."""
        scale = share * self.size / max(image.size) * np.exp(random.normal(0, 0.05, 2))
        return image.resize(tuple(max(4, int(side * s)) for side, s in zip(image.size, scale)), Image.BILINEAR)

    def put_others(self, picture):
        """Things that are not the subject: small, out of focus, cut by the border."""
        size = self.size
        for _ in range(random.integers(0, 4)):
            image, _ = self.thing()
            kind = random.random()
            if kind < 0.4:
                image = self.fit(image, between(0.06, 0.2))
                x, y = between(-0.05, 0.95) * size, between(0.1, 0.95) * size
            elif kind < 0.7:
                image = self.fit(image, between(0.25, 0.8))
                image = image.filter(ImageFilter.GaussianBlur(between(2.5, 7) * size / 160))
                x, y = between(-0.3, 0.9) * size, between(-0.2, 0.7) * size
            else:
                image = self.fit(image, between(0.3, 0.8))
                out = between(0.6, 0.85)
                side = random.integers(3)
                x = [-out * image.width, size - (1 - out) * image.width, between(-0.2, 0.8) * size][side]
                y = [between(-0.1, 0.8) * size, between(-0.1, 0.8) * size, size - (1 - out) * image.height][side]
            picture.paste(image.convert("RGB"), (int(x), int(y)), image.getchannel("A"))

    def put_shadow(self, picture, alpha, x, y):
        """A soft shadow at the foot or thrown to a side."""
        size = self.size
        shadow = Image.new("L", (size, size), 0)
        if chance(0.5):
            high = max(3, int(alpha.height * between(0.06, 0.2)))
            flat = alpha.crop((0, alpha.height // 2, alpha.width, alpha.height)).resize((alpha.width, high), Image.BILINEAR)
            shadow.paste(flat, (x + int(between(-0.1, 0.1) * alpha.width), y + alpha.height - int(high * 0.7)))
        else:
            shadow.paste(alpha, (x + int(between(-0.12, 0.12) * size), y + int(between(-0.02, 0.1) * size)))
        shadow = shadow.filter(ImageFilter.GaussianBlur(between(1, 7) * size / 160))
        strength = between(0.2, 0.75)
        picture.paste((0, 0, 0), (0, 0), shadow.point(lambda v: int(v * strength)))

    def put_subject(self, picture, truth, taken):
        """One thing, whole and in sight; @returns its box, or nothing when no place was found."""
        size = self.size
        image, is_bust = self.thing()
        for _ in range(6):
            share = between(0.62, 1.05) if is_bust else between(0.35, 0.98)
            if taken:
                share = between(0.25, 0.5)
            fitted = self.fit(image, share)
            wide, high = fitted.size
            if is_bust:
                x, y = between(0.0, 1.0) * (size - wide), size - high * between(0.93, 1)
            else:
                x = (size - wide) * (np.clip(random.normal(0.5, 0.16), 0, 1) if chance(0.6) else between(0, 1))
                y = (size - high) * (between(0.55, 1) if chance(0.6) else between(0, 1))
                if chance(0.1):
                    x = between(-0.25, -0.02) * wide if chance(0.5) else size - wide * between(0.75, 0.98)
            box = (x, y, x + wide, y + high)
            if all(min(box[2], b[2]) - max(box[0], b[0]) < 0 or min(box[3], b[3]) - max(box[1], b[1]) < 0 for b in taken):
                break
        else:
            return None
        x, y = int(x), int(y)
        alpha = fitted.getchannel("A")
        rgb = np.asarray(fitted.convert("RGB")).astype(np.float32)
        if chance(0.5):
            # The light of the place it stands in.
            around = np.asarray(picture.resize((1, 1), Image.BOX)).reshape(3).astype(np.float32)
            share = between(0.1, 0.7)
            opaque = np.asarray(alpha) > 128
            own = rgb[opaque].mean(0) if opaque.any() else around
            rgb = rgb * ((around + 20) / (own + 20)) ** np.float32(share)
        if chance(0.12):
            # Hard to see: nearly the colours behind it.
            around = np.asarray(picture.resize((1, 1), Image.BOX)).reshape(3).astype(np.float32)
            rgb = rgb + (around - rgb.mean((0, 1))) * between(0.3, 0.8)
        if chance(0.25):
            # A side of it comes near the colour behind it.
            there = picture.crop((x, y, x + fitted.width, y + fitted.height)).resize((1, 1), Image.BOX)
            down, across = np.mgrid[:high, :wide].astype(np.float32) / np.float32(max(high, wide))
            turn = between(0, 2 * np.pi)
            lost = np.clip((across * np.cos(turn) + down * np.sin(turn)) * 3 + between(-1, 0.5), 0, between(0.3, 0.85))
            rgb = rgb + (np.asarray(there).reshape(3) - rgb.mean((0, 1))) * lost[..., None]
        if not is_bust and chance(0.55):
            self.put_shadow(picture, alpha, x, y)
        picture.paste(Image.fromarray(np.clip(rgb, 0, 255).astype(np.uint8)), (x, y), alpha)
        whole = Image.new("L", truth.size, 0)
        whole.paste(alpha, (x, y))
        truth.paste(255, (0, 0), whole)
        return box

    def make(self):
        """@returns rgb u8 [size, size, 3], opacity of the subject u8 [size, size]"""
        picture = self.background()
        self.put_flat_marks(picture)
        if chance(0.5):
            self.put_others(picture)
        if chance(0.3):
            picture = picture.filter(ImageFilter.GaussianBlur(np.exp(between(-0.7, 1.6)) * self.size / 160))
        truth = Image.new("L", (self.size, self.size), 0)
        taken = []
        for _ in range(2 if chance(0.15) else 1):
            box = self.put_subject(picture, truth, taken)
            if box:
                taken.append(box)
        if chance(0.12):
            self.put_before(picture, truth)
        return photograph(picture), np.asarray(truth)

    def put_before(self, picture, truth):
        """Something blurred in front, at the border: it hides a part of the subject."""
        size = self.size
        image, _ = self.thing()
        image = self.fit(image, between(0.3, 0.7)).filter(ImageFilter.GaussianBlur(between(3, 8) * size / 160))
        x = -image.width * between(0.4, 0.7) if chance(0.5) else size - image.width * between(0.3, 0.6)
        y = size - image.height * between(0.2, 0.7)
        picture.paste(image.convert("RGB"), (int(x), int(y)), image.getchannel("A"))
        truth.paste(0, (int(x), int(y)), image.getchannel("A"))


def photograph(picture):
    """Blur, sharpening, JPEG, tone curve, contrast, saturation, white balance, light falling off and noise; u8."""
    size = picture.width
    if chance(0.3):
        picture = picture.filter(ImageFilter.GaussianBlur(between(0.3, 1)))
    if chance(0.25):
        picture = picture.filter(ImageFilter.UnsharpMask(1.5, int(between(60, 200)), 0))
    if chance(0.4):
        file = io.BytesIO()
        picture.save(file, "JPEG", quality=int(between(25, 90)))
        picture = Image.open(file)
    rgb = np.asarray(picture).astype(np.float32) / 255
    rgb = np.clip(rgb, 1e-4, 1) ** np.float32(np.exp(random.normal(0, 0.25)))
    rgb = (rgb - 0.5) * np.float32(np.exp(random.normal(0, 0.2))) + np.float32(0.5 + random.normal(0, 0.06))
    grey = rgb.mean(2, keepdims=True)
    rgb = grey + (rgb - grey) * np.float32(np.exp(random.normal(0, 0.3)))
    rgb = rgb * np.clip(random.normal(1, 0.06, 3), 0.75, 1.25).astype(np.float32)
    if chance(0.25):
        y, x = np.mgrid[:size, :size].astype(np.float32) / size - 0.5
        turn = between(0, 2 * np.pi)
        rgb = rgb * (1 + between(0, 0.7) * (x * np.cos(turn) + y * np.sin(turn)))[..., None]
    if chance(0.04):
        rgb = np.repeat(rgb.mean(2, keepdims=True), 3, 2)
    rgb = rgb + random.standard_normal(rgb.shape, dtype=np.float32) * np.float32(between(0, 0.035))
    return (np.clip(rgb, 0, 1) * 255).astype(np.uint8)
