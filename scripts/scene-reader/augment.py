"""Strong changes of looks and geometry: what the scenes lack of photographs. It counts more than anything else does."""

import io

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from network import NUMBER
from pictures import HEIGHT, WIDTH

CROP_WIDTH, CROP_HEIGHT = 240, 176
IGNORED = 255
SKY, WALL, WINDOW, ROOF, HARD = (NUMBER[name] for name in ("sky", "wall", "window", "roof", "hard"))
OTHER, FURNITURE, FLOOR, CEILING = (NUMBER[name] for name in ("other", "furniture", "floor", "ceiling"))
# What can be cut out of one picture and stand in another, by the kind of place.
LOOSE_OUTDOORS = tuple(NUMBER[name] for name in ("grass", "plant", "other", "vehicle", "person"))
LOOSE_INDOORS = tuple(NUMBER[name] for name in ("plant", "other", "person", "furniture"))

random = np.random.default_rng()


def between(low, high):
    return random.uniform(low, high)


def chance(share):
    return random.random() < share


def tone(low, high, spread=0.0):
    """A grey between two tones, its channels apart by `spread`."""
    return np.full(3, between(low, high)) + (random.normal(0, spread, 3) if spread else 0)


class Noises:
    """Smooth noises made once; `noise` cuts its pieces from them, which is a hundred times faster than making new ones."""

    SCALES = (2, 4, 7, 12, 20, 35, 60)
    HIGH, WIDE = HEIGHT * 2, WIDTH * 2

    def __init__(self, seed, each=8):
        source = np.random.default_rng(seed)
        self.planes = {scale: [self.make(source, scale) for _ in range(each)] for scale in self.SCALES}
        self.clutters = [self.mix(source) for _ in range(40)]

    def make(self, source, scale):
        small = source.random((int(self.HIGH / scale) + 2, int(self.WIDE / scale) + 2), dtype=np.float32)
        return np.asarray(Image.fromarray(small).resize((self.WIDE, self.HIGH), Image.BICUBIC))

    def mix(self, source):
        """Mixed noises, sometimes striped, 0-1."""
        mixed = sum(self.planes[scale][source.integers(8)] * source.uniform(0.2, 1) for scale in (2, 7, 20, 60))
        mixed = (mixed - mixed.min()) / np.ptp(mixed)
        if source.random() < 0.3:
            y, x = np.mgrid[: self.HIGH, : self.WIDE].astype(np.float32)
            angle = source.uniform(0, np.pi)
            stripes = np.sin((x * np.cos(angle) + y * np.sin(angle)) / source.uniform(1.2, 8)) * 0.5 + 0.5
            mixed = mixed * 0.4 + 0.6 * stripes
        return mixed.astype(np.float32)


noises = None


def piece(planes, height, width):
    plane = planes[random.integers(len(planes))]
    y, x = random.integers(plane.shape[0] - height + 1), random.integers(plane.shape[1] - width + 1)
    cut = plane[y : y + height, x : x + width]
    return cut[:, ::-1] if chance(0.5) else cut


def noise(height, width, scale):
    return piece(noises.planes[min(Noises.SCALES, key=lambda known: abs(np.log(known / scale)))], height, width)


def clutter(height, width):
    """Random patterns between two random colours."""
    mixed = piece(noises.clutters, height, width)
    a, b = (random.random((2, 3)) * 255).astype(np.float32)
    return a + (b - a) * mixed[..., None]


def as_bytes(values):
    return np.clip(values, 0, 255).astype(np.uint8)


def finish_surfaces(rgb, classes):
    """Walls, roofs, grounds, floors, ceilings and furniture take other tones and textures; busy walls stay walls."""
    for number in (WALL, ROOF, HARD, FLOOR, CEILING, FURNITURE):
        mask = classes == number
        if not mask.any():
            continue
        if chance(0.45):
            tint = np.clip(random.normal(1, 0.18, 3), 0.5, 1.6).astype(np.float32)
            rgb[mask] = np.clip(rgb[mask] * tint + between(-15, 15), 0, 255)
        if not chance({WALL: 0.5, CEILING: 0.15}.get(number, 0.3)):
            continue
        mixed = piece(noises.clutters, HEIGHT, WIDTH)[mask][:, None]
        strength = between(0.1, 0.65) * (0.4 if number == CEILING else 1)
        if chance(0.4):
            a, b = (random.random((2, 3)) * 255).astype(np.float32)
            rgb[mask] = rgb[mask] * (1 - strength) + (a + (b - a) * mixed) * strength
        else:
            rgb[mask] = rgb[mask] * (1 + strength * (mixed * between(0.5, 2.4) - between(0.3, 1.2)))


def glaze_windows(rgb, classes):
    """Panes go dark, white or any colour, unevenly."""
    mask = classes == WINDOW
    if not mask.any() or not chance(0.5):
        return
    kind = random.random()
    colour = tone(5, 60, 8) if kind < 0.55 else tone(150, 250, 10) if kind < 0.8 else random.random(3) * 200
    strength = np.clip(noise(HEIGHT, WIDTH, between(4, 30)) * 1.6 - 0.2, 0, 1)[mask][:, None] * between(0.4, 1)
    rgb[mask] = rgb[mask] * (1 - strength) + colour * strength


def change_sky(rgb, sky):
    """Burnt out, blue, grey or black, with or without clouds."""
    if not sky.any() or not chance(0.55):
        return
    kind = random.random()
    if kind < 0.36:
        top = tone(225, 255)
        low = top + random.normal(0, 6, 3)
    elif kind < 0.7:
        top = np.array([between(20, 130), between(80, 170), between(150, 250)])
        low = np.array([between(150, 235), between(190, 240), between(215, 255)])
    elif kind < 0.94:
        top = tone(90, 200, 10)
        low = top + between(-20, 50)
    else:
        top = tone(0, 25, 3)
        low = top + between(0, 25)
    height = np.linspace(0, 1, HEIGHT, dtype=np.float32)[:, None, None] ** between(0.5, 2)
    light = np.broadcast_to(top + (low - top) * height, (HEIGHT, WIDTH, 3))
    if chance(0.6):
        clouds = sum(noise(HEIGHT, WIDTH, scale) for scale in (8, 25, 70)) / 3
        cover = np.clip((clouds - between(0.35, 0.6)) * between(2, 6), 0, 1)[..., None]
        light = light * (1 - cover) + min(255, top.mean() + between(30, 160)) * cover
    strength = between(0.6, 1)
    rgb[sky] = rgb[sky] * (1 - strength) + np.clip(light, 0, 255)[sky] * strength


def cast_shadows(rgb, sky):
    if not chance(0.4):
        return rgb
    edge = np.clip((noise(HEIGHT, WIDTH, between(10, 70)) - between(0.4, 0.6)) * between(4, 20), 0, 1)
    dark = (edge * np.float32(between(0.2, 0.6)) * ~sky)[..., None]
    return rgb * (1 - dark * np.array([1, 0.97, 0.9], np.float32))


def draw_wires_and_posts(picture, labels):
    """Wires keep the class behind them; where a post stands is left out of the count."""
    on_picture, on_labels = ImageDraw.Draw(picture), ImageDraw.Draw(labels)
    if chance(0.35):
        for _ in range(random.integers(0, 4)):
            ends = [between(0, WIDTH), between(0, HEIGHT * 0.7), between(0, WIDTH), between(0, HEIGHT * 0.7)]
            on_picture.line(ends, fill=(int(between(10, 90)),) * 3, width=1)
    if chance(0.4):
        for _ in range(random.integers(0, 2)):
            x, wide = between(0, WIDTH), int(between(1, 5))
            colour = tuple(int(v) for v in random.random(3) * 150)
            on_picture.line([x, between(-20, HEIGHT * 0.6), x, between(HEIGHT * 0.7, HEIGHT)], fill=colour, width=wide)
            on_labels.line([x, HEIGHT * 0.5, x, HEIGHT * 0.8], fill=IGNORED, width=wide + 1)


def only_on(mask, labels, number):
    return Image.fromarray((np.asarray(mask) * (np.asarray(labels) == number)).astype(np.uint8))


def draw_relief(picture, labels):
    """Cornices, pilasters, joints and frames within the walls."""
    if not chance(0.5):
        return
    mask = Image.new("L", (WIDTH, HEIGHT), 0)
    draw = ImageDraw.Draw(mask)
    slope = between(-0.25, 0.25)
    for _ in range(int(between(2, 9))):
        y = between(0, HEIGHT)
        end = y + slope * WIDTH * between(0.6, 1.2)
        draw.line([0, y, WIDTH, end], fill=int(between(60, 255)), width=int(between(1, 5)))
    for _ in range(int(between(0, 14))):
        x, y = between(0, WIDTH), between(-30, HEIGHT)
        ends = [x, y, x + between(-3, 3), y + between(20, 150)]
        draw.line(ends, fill=int(between(60, 255)), width=int(between(1, 5)))
    for _ in range(int(between(0, 8))):
        x, y = between(0, WIDTH), between(0, HEIGHT)
        frame = [x, y, x + between(5, 40), y + between(5, 40)]
        draw.rectangle(frame, outline=int(between(60, 255)), width=int(between(1, 3)))
    base = between(0, 60) if chance(0.5) else between(150, 250)
    colour = tuple(int(np.clip(base + between(-25, 25), 0, 255)) for _ in range(3))
    picture.paste(colour, (0, 0, WIDTH, HEIGHT), only_on(mask, labels, WALL))


def put_signs(picture, labels):
    """Signs on walls, marks and stains and rugs on the ground: the class stays."""
    if not chance(0.4):
        return
    for _ in range(random.integers(1, 5)):
        number = WALL if chance(0.55) else HARD if chance(0.6) else FLOOR
        wide, high = int(between(8, 80)), int(between(4, 24))
        if chance(0.4):
            wide, high = int(between(5, 60)), int(between(5, 60))
        x, y = int(between(-10, WIDTH)), int(between(0, HEIGHT))
        corners = [(x, y), (x + wide, y + between(-6, 6)), (x + wide, y + high), (x + between(-6, 6), y + high)]
        mask = Image.new("L", (WIDTH, HEIGHT), 0)
        ImageDraw.Draw(mask).polygon(corners, fill=int(between(120, 255)))
        sign = Image.new("RGB", (WIDTH, HEIGHT))
        sign.paste(Image.fromarray(as_bytes(clutter(high, wide))), (x, y))
        picture.paste(sign, (0, 0), only_on(mask, labels, number))


def put_clutter(picture, labels):
    """Things that nobody modelled."""
    if not chance(0.45):
        return
    for _ in range(random.integers(1, 4)):
        wide, high = int(between(10, 90)), int(between(10, 80))
        x, y = int(between(-20, WIDTH - 20)), int(between(HEIGHT * 0.35, HEIGHT))
        mask = Image.new("L", (wide, high), 0)
        draw = ImageDraw.Draw(mask)
        if chance(0.5):
            draw.ellipse([0, 0, wide, high], fill=255)
        else:
            draw.polygon([(between(0, wide), between(0, high)) for _ in range(6)], fill=255)
        picture.paste(Image.fromarray(as_bytes(clutter(high, wide))), (x, y), mask)
        labels.paste(OTHER, (x, y), mask)


def put_cuttings(picture, labels, pick_another, is_room):
    """Plants, people, vehicles, furniture of another picture."""
    if not chance(0.25):
        return
    rgb, classes = pick_another(is_room)
    mask = Image.new("L", (WIDTH, HEIGHT), 0)
    x, y = between(0, WIDTH), between(HEIGHT * 0.2, HEIGHT)
    corners = [(x + between(-90, 90), y + between(-70, 70)) for _ in range(5)]
    ImageDraw.Draw(mask).polygon(corners, fill=255)
    loose = np.isin(classes, LOOSE_INDOORS if is_room else LOOSE_OUTDOORS)
    mask = Image.fromarray(np.asarray(mask) * loose)
    picture.paste(Image.fromarray(rgb), (0, 0), mask)
    labels.paste(Image.fromarray(classes), (0, 0), mask)


def random_view():
    """Rotation, keystone, scale, stretch, mirroring and place: coefficients for an output of a given size."""
    scale, turn, stretch = np.exp(between(-0.16, 0.6)), random.normal(0, 0.05), np.exp(random.normal(0, 0.06))
    keystone = random.normal(0, 4e-4, 2)
    flip = -1 if chance(0.5) else 1
    x = WIDTH / 2 + between(-0.55, 0.55) * max(0, WIDTH - CROP_WIDTH / scale)
    y = HEIGHT / 2 + between(-0.55, 0.55) * max(0, HEIGHT - CROP_HEIGHT / scale)
    cosine, sine = np.cos(turn), np.sin(turn)

    def coefficients(width, height):
        point = CROP_WIDTH / width
        turned = np.array(
            [
                [cosine / scale * flip * point * stretch, -sine / scale * point, 0],
                [sine / scale * flip * point, cosine / scale * point / stretch, 0],
                [keystone[0] * point, keystone[1] * point, 1.0],
            ]
        )
        centred = turned @ np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
        moved = np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]) @ centred
        return tuple((moved / moved[2, 2]).flatten()[:8])

    return coefficients


def ignore_far_windows(labels):
    """Windows of a point or two would teach that whatever is busy is a window."""
    windows = labels == WINDOW
    opened = Image.fromarray((windows * 255).astype(np.uint8)).filter(ImageFilter.MinFilter(3))
    labels[windows & ~(np.asarray(opened.filter(ImageFilter.MaxFilter(3))) > 0)] = IGNORED


def photograph(picture):
    """Blur, sharpening, JPEG, tone curve, contrast, saturation, white balance and noise of a camera; 0-1."""
    if chance(0.4):
        picture = picture.filter(ImageFilter.GaussianBlur(between(0.3, 1.4)))
    if chance(0.2):
        picture = picture.filter(ImageFilter.UnsharpMask(1.5, int(between(60, 200)), 0))
    if chance(0.5):
        file = io.BytesIO()
        picture.save(file, "JPEG", quality=int(between(25, 90)))
        picture = Image.open(file)
    rgb = np.asarray(picture).astype(np.float32) / 255
    rgb = np.clip(rgb, 1e-4, 1) ** np.float32(np.exp(random.normal(0, 0.3)))
    rgb = (rgb - 0.5) * np.float32(np.exp(random.normal(0, 0.22))) + np.float32(0.5 + random.normal(0, 0.07))
    grey = rgb.mean(2, keepdims=True)
    rgb = grey + (rgb - grey) * np.float32(np.exp(random.normal(0, 0.3)))
    rgb = rgb * np.clip(random.normal(1, 0.06, 3), 0.75, 1.25).astype(np.float32)
    if chance(0.04):
        rgb = np.repeat(grey, 3, 2)
    rgb = rgb + random.standard_normal(rgb.shape, dtype=np.float32) * np.float32(between(0, 0.04))
    return np.clip(rgb, 0, 1)


def begin(seed):
    """Makes the noises; once in each process."""
    global noises, random
    random = np.random.default_rng(seed)
    noises = Noises(seed)


def augment(rgb, classes, depth, pick_another):
    """@returns rgb u8 [CROP_HEIGHT, CROP_WIDTH, 3], classes u8 and depth f32 at half that size; 255 is not counted"""
    is_room = bool((classes == FLOOR).any() or (classes == CEILING).any())
    changed = rgb.astype(np.float32)
    sky = classes == SKY
    finish_surfaces(changed, classes)
    glaze_windows(changed, classes)
    change_sky(changed, sky)
    changed = cast_shadows(changed, sky)
    picture, labels = Image.fromarray(as_bytes(changed)), Image.fromarray(classes)
    if not is_room:
        draw_wires_and_posts(picture, labels)
    draw_relief(picture, labels)
    put_signs(picture, labels)
    put_clutter(picture, labels)
    put_cuttings(picture, labels, pick_another, is_room)
    coefficients = random_view()
    half = (CROP_WIDTH // 2, CROP_HEIGHT // 2)
    whole = (CROP_WIDTH, CROP_HEIGHT)
    seen = picture.transform(whole, Image.PERSPECTIVE, coefficients(*whole), Image.BICUBIC)
    # What lies outside of the picture comes as 0, which is made 255.
    shifted = Image.fromarray(np.asarray(labels) + 1)
    seen_labels = np.asarray(shifted.transform(half, Image.PERSPECTIVE, coefficients(*half), Image.NEAREST)) - 1
    seen_labels = seen_labels.astype(np.uint8)
    ignore_far_windows(seen_labels)
    seen_depth = Image.fromarray(depth).transform(half, Image.PERSPECTIVE, coefficients(*half), Image.NEAREST)
    return (photograph(seen) * 255).astype(np.uint8), seen_labels, np.asarray(seen_depth)
