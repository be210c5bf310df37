import sharp from 'sharp';
import type { Size } from '../../base/blur.ts';
import { distanceInside } from '../../base/components.ts';

/** Words for a place in a plan. */
export interface PlanLabel {
  /** Centre of the words, pixels. */
  x: number;
  y: number;
  lines: readonly string[];
  /** Height of the letters, pixels. */
  size: number;
}

/** The middle of the widest place of each region (its pole of inaccessibility) and its distance to the edge, pixels. */
export function widestPlaces(
  regionOf: Int32Array,
  size: Size,
  count: number,
): Array<{ x: number; y: number; reach: number }> {
  const isInner = new Uint8Array(regionOf.length);
  for (let i = 0; i < isInner.length; i++) {
    const region = regionOf[i]!;
    isInner[i] = region >= 0 && regionOf[i + 1] === region && regionOf[i + size.width] === region ? 1 : 0;
  }
  const depth = distanceInside(isInner, size);
  const places = Array.from({ length: count }, () => ({ x: 0, y: 0, reach: 0 }));
  for (let i = 0; i < depth.length; i++) {
    const place = places[regionOf[i]!];
    if (!place || depth[i]! <= place.reach) continue;
    place.reach = depth[i]!;
    place.x = i % size.width;
    place.y = (i / size.width) | 0;
  }
  return places;
}

/** Summed-area table of taken pixels: (width + 1) × (height + 1) sums. */
type TakenTable = Int32Array;

/** Sums for {@link fitWords}. */
export function tableOfTaken(isTaken: Uint8Array, { width, height }: Size): TakenTable {
  const across = width + 1;
  const table = new Int32Array(across * (height + 1));
  for (let y = 0, i = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++, i++) {
      row += isTaken[i]!;
      table[(y + 1) * across + x + 1] = table[y * across + x + 1]! + row;
    }
  }
  return table;
}

/** Sizes tried one after another, share of the usual one. */
const wordSizes = [1, 0.88, 0.76, 0.66];
/** Free margin round the words, letter heights: wide first, then none. */
const wordMargins = [0.6, 0.2];

/**
 * Finds where words stand on free floor, as near as possible to a place, as large as possible; where they fit nowhere,
 * as little as possible over other things.
 *
 * @param room box to look in, pixels, both ends included
 * @param ems width and height of the words in letter heights
 * @param usual letter height wanted, pixels
 */
export function fitWords(
  table: TakenTable,
  { width }: Size,
  room: { left: number; right: number; top: number; bottom: number },
  near: { x: number; y: number },
  ems: { wide: number; high: number },
  usual: number,
): { x: number; y: number; size: number } {
  const across = width + 1;
  const trials = wordMargins.flatMap((margin) => wordSizes.map((share) => ({ margin, size: usual * share })));
  let least = { taken: Infinity, distance: Infinity, x: near.x, y: near.y, size: usual * wordSizes.at(-1)! };
  for (const { margin, size } of trials) {
    const halfWide = Math.ceil((ems.wide / 2 + margin) * size);
    const halfHigh = Math.ceil((ems.high / 2 + margin / 2) * size);
    const step = Math.max(1, Math.round(size / 6));
    for (let y = room.top + halfHigh; y <= room.bottom - halfHigh; y += step) {
      const above = (y - halfHigh) * across;
      const below = (y + halfHigh) * across;
      for (let x = room.left + halfWide; x <= room.right - halfWide; x += step) {
        const [from, to] = [x - halfWide, x + halfWide];
        const taken = table[below + to]! - table[below + from]! - table[above + to]! + table[above + from]!;
        if (taken > least.taken) continue;
        const distance = Math.hypot(x - near.x, y - near.y);
        if (taken < least.taken || distance < least.distance) least = { taken, distance, x, y, size };
      }
    }
    if (least.taken === 0) break;
  }
  return { x: least.x, y: least.y, size: Math.max(10, Math.round(least.size)) };
}

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string) => text.replace(/[&<>"]/g, (letter) => escaped[letter]!);

const family =
  "'Noto Sans CJK SC','Source Han Sans SC','PingFang SC','Microsoft YaHei','WenQuanYi Micro Hei',sans-serif";

/** Draws labels with a light halo into RGB bytes. The fonts are the server's; see {@link hasChineseFont}. */
export async function drawLabels(
  rgb: Uint8Array,
  { width, height }: Size,
  labels: readonly PlanLabel[],
  colour: string,
): Promise<Uint8Array> {
  if (labels.length === 0) return rgb;
  const texts = labels.flatMap(({ x, y, lines, size }) =>
    lines.map((line, i) => {
      const top = y + size * 0.36 + (i - (lines.length - 1) / 2) * size * 1.3;
      const common = `x="${x}" y="${top.toFixed(1)}" font-size="${size}" text-anchor="middle"`;
      const halo = `<text ${common} fill="none" stroke="#fff" stroke-opacity="0.85" stroke-width="${(size * 0.3).toFixed(1)}" stroke-linejoin="round">${escapeText(line)}</text>`;
      return `${halo}<text ${common} fill="${colour}">${escapeText(line)}</text>`;
    }),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g font-family="${family}" font-weight="500">${texts.join('')}</g></svg>`;
  return sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .composite([{ input: Buffer.from(svg) }])
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** True when the server has a font with Chinese letters: two different ones must not look the same. */
export async function hasChineseFont(): Promise<boolean> {
  const draw = (letter: string) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><text x="8" y="48" font-size="40" font-family="${family}">${letter}</text></svg>`,
      ),
    )
      .raw()
      .toBuffer();
  const [one, other] = await Promise.all([draw('厨'), draw('一')]);
  return !one.equals(other);
}
