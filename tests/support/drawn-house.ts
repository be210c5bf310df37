import path from 'node:path';
import sharp from 'sharp';
import type { RenderPicture } from '../../mock-server/adapters/render/port.ts';

/** Pixels of the drawn house, a picture of which every edge is known: plain boxes on a plain ground. */
export const width = 480;
export const height = 360;

/** Outlines of the house: x, y, width, height. */
const boxes = [
  [110, 90, 260, 210],
  [140, 120, 60, 60],
  [280, 120, 60, 60],
  [215, 210, 50, 90],
] as const;

/** @param fills of the wall, the two windows, the door and the ground */
export function houseSvg(fills: readonly string[]): string {
  const rects = boxes.map(
    ([x, y, w, h], i) => `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fills[i]}"/>`,
  );
  return `<rect width="${width}" height="${height}" fill="${fills[4]}"/>${rects.join('')}`;
}

/** Distance 0/1 plane: 1 within `reach` pixels of an outline of the boxes. */
function nearOutline(reach: number): Uint8Array {
  const near = new Uint8Array(width * height);
  for (const [x, y, w, h] of boxes) {
    for (let py = y - reach; py < y + h + reach; py++) {
      for (let px = x - reach; px < x + w + reach; px++) {
        const isInside = px >= x + reach && px < x + w - reach && py >= y + reach && py < y + h - reach;
        if (!isInside && px >= 0 && py >= 0 && px < width && py < height) near[py * width + px] = 1;
      }
    }
  }
  return near;
}

/** Share of the outlines with ink within 3 pixels, and share of the ink within 4 pixels of an outline. */
export function judgeLines(rgb: Buffer): { recall: number; precision: number } {
  const isInk = (x: number, y: number) => rgb[(y * width + x) * 3]! < 150;
  const near = nearOutline(4);
  let inked = 0;
  let right = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isInk(x, y)) continue;
      inked++;
      right += near[y * width + x]!;
    }
  }
  let asked = 0;
  let found = 0;
  const visit = (x: number, y: number) => {
    asked++;
    for (let dy = -3; dy <= 3; dy++) for (let dx = -3; dx <= 3; dx++) if (isInk(x + dx, y + dy)) return void found++;
  };
  for (const [x, y, w, h] of boxes) {
    for (let px = x; px < x + w; px++) for (const py of [y, y + h]) visit(px, py);
    for (let py = y; py < y + h; py++) for (const px of [x, x + w]) visit(px, py);
  }
  return { recall: found / asked, precision: inked === 0 ? 0 : right / inked };
}

/** Fills that everybody would draw. */
export const plainFills = ['#d8cdb8', '#38506a', '#38506a', '#6a4024', '#9fc4ea'];

/** Writes SVG content of the house's size as a PNG. */
export async function drawContent(folder: string, name: string, content: string): Promise<RenderPicture> {
  const file = path.join(folder, `${name}.png`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" shape-rendering="crispEdges">${content}</svg>`;
  await sharp(Buffer.from(svg)).png().toFile(file);
  return { file, width, height, format: 'png' };
}
