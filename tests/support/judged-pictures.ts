import sharp from 'sharp';
import { makeRandom } from '../../engine/base/random.ts';
import type { JudgedPixels } from '../../engine/judgement/judged-picture.ts';

/** Changes of the drawn façade. */
export interface FacadeChange {
  /** Distance of the column from its place, pixels. */
  column?: number;
  /** Index of a window that is left out. */
  without?: number;
  /** Fills of sky, wall, panes, column and ground. */
  fills?: readonly [sky: string, wall: string, panes: string, column: string, ground: string];
  /** More SVG over all of it. */
  over?: string;
  /** Size in units of {@link facadeSize}; 1 when absent. */
  larger?: number;
}

export const facadeSize = { width: 720, height: 480 };
/** Pixels of a unit of the drawing. */
const scale = 0.75;
const drawnWindows = [250, 400, 620, 770].flatMap((x) => [190, 340].map((y) => [x, y] as const));

/** Boxes of the windows and of the column, pixels. */
export const facadeWindows = drawnWindows.map(([x, y]) => inPixels({ x, y, width: 76, height: 100 }));
export const facadeColumn = inPixels({ x: 520, y: 170, width: 44, height: 350 });

function inPixels({ x, y, width, height }: Rectangle): Rectangle {
  return { x: x * scale, y: y * scale, width: width * scale, height: height * scale };
}

/** A façade with a column before it, eight windows, a plinth and a flat roof. */
export async function drawFacade({
  column = 0,
  without,
  fills,
  over = '',
  larger = 1,
}: FacadeChange = {}): Promise<JudgedPixels> {
  const moved = column / scale;
  const [sky, wall, panes, pillar, ground] = fills ?? ['#e4e6e8', '#cfccc6', '#8d9296', '#e9e7e2', '#b9b6b0'];
  const windows = drawnWindows.map(([x, y], index) =>
    index === without
      ? ''
      : `<rect x="${x}" y="${y}" width="76" height="100" fill="${panes}"/>
        <path d="M${x + 38},${y}v100M${x},${y + 34}h76" stroke="${wall}" stroke-width="4"/>`,
  );
  return pixelsOf(`<svg xmlns="http://www.w3.org/2000/svg" width="${larger * facadeSize.width}" height="${larger * facadeSize.height}">
    <svg viewBox="0 0 960 640"><defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky}"/><stop offset="1" stop-color="#fff"/></linearGradient></defs>
    <rect width="960" height="640" fill="url(#sky)"/>
    <rect y="520" width="960" height="120" fill="${ground}"/>
    <path d="M160,150L880,130V520H160z" fill="${wall}"/><path d="M150,150L890,129v-14L150,136z" fill="${pillar}"/>
    ${windows.join('')}<path d="M160,490H880v8H160z" fill="${ground}"/>
    <rect x="${520 + moved}" y="170" width="44" height="350" fill="${pillar}"/>
    <path d="M${520 + moved},170h-8v-12h60v12z" fill="${ground}"/></svg>${over}</svg>`);
}

async function pixelsOf(svg: string): Promise<JudgedPixels> {
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { rgb: new Uint8Array(data), width: info.width, height: info.height };
}

/** Reads a picture, reduced to at most `longestSide`. */
export async function readJudged(file: string, longestSide: number): Promise<JudgedPixels> {
  const { data, info } = await sharp(file)
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rgb: new Uint8Array(data), width: info.width, height: info.height };
}

/** Ways in which light changes; each relight is one of them over a random gamma and colour temperature. */
export const relightKinds = ['plain', 'gradient', 'vignette', 'night', 'haze', 'soft shadow'] as const;

/** The same picture in another light: nothing of its structure changes. */
export function relight(picture: JudgedPixels, seed: number): JudgedPixels {
  const random = makeRandom(seed);
  const { width, height, rgb } = picture;
  const kind = relightKinds[seed % relightKinds.length]!;
  const gamma = Math.exp((random() - 0.5) * 1.4);
  const warmth = (random() - 0.5) * 0.5;
  const tint = [1 + warmth, 1 + (random() - 0.5) * 0.15, 1 - warmth];
  const turn = random() * 2 * Math.PI;
  const slope = kind === 'gradient' || kind === 'soft shadow' ? 0.2 + 0.6 * random() : 0.25 * random();
  const vignette = kind === 'vignette' ? 0.3 + 0.5 * random() : 0;
  const dark = kind === 'night' ? 0.12 + 0.25 * random() : 1;
  const cool = kind === 'night' ? [0.7, 0.85, 1.2] : [1, 1, 1];
  const haze = kind === 'haze' ? 0.3 + 0.4 * random() : 0;
  const shade = { x: random(), y: random(), reach: 0.1 + 0.3 * random(), depth: kind === 'soft shadow' ? 0.5 : 0 };
  const curve = Float32Array.from({ length: 256 }, (_, level) => 255 * (level / 255) ** gamma);
  const out = new Uint8Array(rgb.length);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / width - 0.5, y / height - 0.5];
      const distance = Math.hypot(u + 0.5 - shade.x, v + 0.5 - shade.y);
      const light =
        dark *
        (1 + 2 * slope * (u * Math.cos(turn) + v * Math.sin(turn))) *
        (1 - 2 * vignette * (u * u + v * v)) *
        (1 - shade.depth / (1 + Math.exp((distance - shade.reach) * 12)));
      const air = haze * (0.75 - 0.5 * v);
      for (let channel = 0; channel < 3; channel++, i++) {
        const level = curve[rgb[i]!]! * light * tint[channel]! * cool[channel]!;
        out[i] = Math.max(0, Math.min(255, Math.round(level * (1 - air) + 220 * air)));
      }
    }
  }
  return { rgb: out, width, height };
}

/** Adds noise of about this standard deviation, levels. */
export function withNoise({ rgb, width, height }: JudgedPixels, deviation: number, seed: number): JudgedPixels {
  const random = makeRandom(seed);
  const noisy = Uint8Array.from(rgb, (level) => {
    const noise = 2 * deviation * (random() + random() + random() - 1.5);
    return Math.max(0, Math.min(255, Math.round(level + noise)));
  });
  return { rgb: noisy, width, height };
}

/** Encodes and decodes again. */
export async function asJpeg({ rgb, width, height }: JudgedPixels, quality: number): Promise<JudgedPixels> {
  const file = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
  return { rgb: new Uint8Array(await sharp(file).raw().toBuffer()), width, height };
}

/** Lays SVG over a picture. */
export async function drawOver({ rgb, width, height }: JudgedPixels, svg: string): Promise<JudgedPixels> {
  const layer = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`;
  const data = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(layer) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { rgb: new Uint8Array(data), width, height };
}

/** A drawn window of a size, with a frame and a bar. */
export function windowSvg({ x, y, width, height }: { x: number; y: number; width: number; height: number }): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#d8d4cc"/>
    <rect x="${x + 5}" y="${y + 5}" width="${width - 10}" height="${height - 10}" fill="#39444e"/>
    <path d="M${x + width / 2},${y}v${height}" stroke="#d8d4cc" stroke-width="4"/>`;
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Intersection over union of two boxes, 0…1. */
export function overlapOf(one: Rectangle, other: Rectangle): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (one.width * one.height + other.width * other.height - shared);
}

/**
 * A part of a picture at another size, placed to a fraction of a pixel: means of four samples by linear interpolation.
 */
export function cutAndResize(
  { rgb, width: fullWidth, height: fullHeight }: JudgedPixels,
  { left: cutLeft, top: cutTop, width, height }: { left: number; top: number; width: number; height: number },
  size: { width: number; height: number },
): JudgedPixels {
  const out = new Uint8Array(size.width * size.height * 3);
  const [across, down] = [width / size.width, height / size.height];
  const at = (x: number, y: number, channel: number) => {
    const [cx, cy] = [
      Math.min(fullWidth - 1.001, Math.max(0, cutLeft + x)),
      Math.min(fullHeight - 1.001, Math.max(0, cutTop + y)),
    ];
    const [left, top] = [Math.floor(cx), Math.floor(cy)];
    const [u, v] = [cx - left, cy - top];
    const i = (top * fullWidth + left) * 3 + channel;
    const upper = rgb[i]! * (1 - u) + rgb[i + 3]! * u;
    const lower = rgb[i + fullWidth * 3]! * (1 - u) + rgb[i + fullWidth * 3 + 3]! * u;
    return upper * (1 - v) + lower * v;
  };
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      for (let channel = 0; channel < 3; channel++, i++) {
        let sum = 0;
        for (let part = 0; part < 4; part++) {
          sum += at(
            (x + ((part % 2) + 0.5) / 2) * across - 0.5,
            (y + (Math.floor(part / 2) + 0.5) / 2) * down - 0.5,
            channel,
          );
        }
        out[i] = Math.round(sum / 4);
      }
    }
  }
  return { rgb: out, ...size };
}
