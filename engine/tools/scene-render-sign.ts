import sharp from 'sharp';
import { boxBlur } from '../base/blur.ts';
import { lumaOf, lumaPlane } from '../base/colour.ts';
import { hasChineseFont } from '../kernels/plan/plan-labels.ts';

interface Size {
  width: number;
  height: number;
}

/** Position of the letters of a sign: their middle and height, pixels. */
export interface SignPlace {
  x: number;
  y: number;
  letter: number;
}

const family =
  "'Noto Sans CJK SC','Source Han Sans SC','PingFang SC','Microsoft YaHei','WenQuanYi Micro Hei',sans-serif";
const isLatin = /^[\x20-\x7e]*$/;
const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** True when the server has letters for a text. */
export async function canWrite(text: string): Promise<boolean> {
  return isLatin.test(text) || hasChineseFont();
}

/**
 * The calmest place for a line of text in the upper middle of a picture: least busy, near the middle of the far wall.
 */
export function findSignPlace(rgb: Uint8Array, size: Size, text: string): SignPlace {
  const { width, height } = size;
  const units = [...text].reduce((sum, letter) => sum + (isLatin.test(letter) ? 0.58 : 1), 0) * 1.16;
  const luma = lumaPlane(rgb);
  const beside = luma.map(
    (value, i) => Math.abs(value - (luma[i + 1] ?? value)) + Math.abs(value - (luma[i + width] ?? value)),
  );
  let best: SignPlace = { x: width / 2, y: height * 0.26, letter: Math.min(height * 0.055, (width * 0.6) / units) };
  let least = Number.POSITIVE_INFINITY;
  for (const share of [0.075, 0.06, 0.046]) {
    const letter = Math.min(height * share, (width * 0.55) / units);
    const across = Math.round((letter * units) / 2);
    const down = Math.round(letter * 0.75);
    const wide = boxBlur(boxBlur(beside, size, Math.max(1, down)), size, Math.max(1, Math.round(across / 3)));
    for (let y = Math.round(height * 0.1); y < height * 0.56; y += Math.max(2, Math.round(height / 90))) {
      for (let x = across + 4; x < width - across - 4; x += Math.max(2, Math.round(width / 90))) {
        const at = (shift: number) => wide[y * width + Math.round(x + shift * across)]!;
        const calm = (at(-0.66) + at(0) + at(0.66)) / 3;
        const away = Math.abs(x / width - 0.5) * 0.2 + Math.abs(y / height - 0.32) * 0.1;
        const cost = calm + away + (0.075 - share) * 0.25;
        if (cost >= least) continue;
        least = cost;
        best = { x, y, letter };
      }
    }
  }
  return best;
}

/** Draws raised letters: a soft shadow, a lit upper edge, and a colour that stands out from what lies behind. */
export async function drawSign(rgb: Uint8Array, size: Size, text: string, place: SignPlace): Promise<Uint8Array> {
  const { width, height } = size;
  const { x, y, letter } = place;
  const behind = meanAround(rgb, size, place, text);
  const isDark = behind > 0.45;
  const [face, edge] = isDark ? ['#2e2925', '#6b5f52'] : ['#f4ecdc', '#ffffff'];
  const words = text.replace(/[&<>"]/g, (one) => escaped[one]!);
  const at = (dx: number, dy: number) =>
    `x="${(x + dx * letter).toFixed(1)}" y="${(y + (0.36 + dy) * letter).toFixed(1)}" font-size="${letter.toFixed(1)}" text-anchor="middle" letter-spacing="${(letter * 0.12).toFixed(1)}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><filter id="s" x="-20%" y="-60%" width="140%" height="220%"><feGaussianBlur stdDeviation="${(letter * 0.07).toFixed(2)}"/></filter></defs><g font-family="${family}" font-weight="600"><text ${at(0.05, 0.07)} fill="#000" fill-opacity="${isDark ? 0.4 : 0.7}" filter="url(#s)">${words}</text><text ${at(-0.012, -0.016)} fill="${edge}">${words}</text><text ${at(0, 0)} fill="${face}">${words}</text></g></svg>`;
  return sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .composite([{ input: Buffer.from(svg) }])
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** Mean luma behind a sign, 0–1. */
function meanAround(rgb: Uint8Array, { width, height }: Size, { x, y, letter }: SignPlace, text: string): number {
  const half = Math.round((letter * text.length) / 2);
  let sum = 0;
  let count = 0;
  for (let py = Math.max(0, Math.round(y - letter / 2)); py < Math.min(height, y + letter / 2); py++) {
    for (let px = Math.max(0, Math.round(x - half)); px < Math.min(width, x + half); px++) {
      const at = (py * width + px) * 3;
      sum += lumaOf(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!) / 255;
      count++;
    }
  }
  return count === 0 ? 0.5 : sum / count;
}
