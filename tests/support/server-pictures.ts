import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { pngChunk } from '../../mock-server/control/state/drawn-pictures.ts';

type Format = 'png' | 'jpg' | 'webp';
type Colour = readonly [number, number, number];

/** Colours of the four quarters of a test picture, far enough apart to survive JPEG. */
export const quarters = {
  topLeft: [220, 40, 40],
  topRight: [40, 200, 60],
  bottomLeft: [40, 70, 220],
  bottomRight: [230, 210, 60],
} as const satisfies Record<string, Colour>;

/**
 * A picture with a colour per quarter.
 * @param shade 0–60, darkens the picture so that each shade is a file of its own
 */
export async function drawPicture(
  format: Format = 'png',
  {
    width = 320,
    height = 256,
    shade = 0,
    orientation = 1,
  }: { width?: number; height?: number; shade?: number; orientation?: number } = {},
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isLeft = x < width / 2;
      const isTop = y < height / 2;
      const colour: Colour = isTop
        ? isLeft
          ? quarters.topLeft
          : quarters.topRight
        : isLeft
          ? quarters.bottomLeft
          : quarters.bottomRight;
      for (let c = 0; c < 3; c++) pixels[(y * width + x) * 3 + c] = Math.max(0, (colour[c] ?? 0) - shade);
    }
  }
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } });
  if (orientation !== 1) picture.withMetadata({ orientation });
  if (format === 'png') return picture.png().toBuffer();
  if (format === 'webp') return picture.webp({ quality: 95 }).toBuffer();
  return picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
}

/** The colour at a point given in fractions of the picture. */
export async function colourAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
  return [...data.subarray(at, at + 3)];
}

/** Distance of two colours in their most different channel. */
export function distance(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((value, index) => Math.abs(value - (b[index] ?? 0))));
}

/** A valid one-bit PNG of `side` × `side` pixels in a few kilobytes: decoded it takes `side`² bytes. */
export function drawBomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)), { level: 1 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
