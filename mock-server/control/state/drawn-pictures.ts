import { writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import type { drawnPictures } from '../state-contract.ts';

export type DrawnPicture = (typeof drawnPictures)[number];

type Colour = readonly [red: number, green: number, blue: number];
/** The colour at a place given in shares of the picture, 0–1. */
type Paint = (x: number, y: number) => Colour;

const width = 640;
const height = 480;
/** Rows that are drawn before others get their turn: two milliseconds. */
const rowsAtOnce = 32;

const paper: Colour = [250, 250, 247];
const ink: Colour = [40, 44, 52];
const sky: Colour = [176, 208, 236];
const wall: Colour = [232, 224, 208];
const glass: Colour = [92, 128, 160];
const ground: Colour = [148, 168, 120];
const floor: Colour = [196, 164, 124];

const isIn = (value: number, from: number, to: number) => value >= from && value < to;
/** Returns true in the windows of a grid of columns and rows. */
const isWindow = (x: number, y: number) => isIn((x * 8) % 1, 0.3, 0.75) && isIn((y * 7) % 1, 0.3, 0.8);
const isLine = (value: number, at: number) => Math.abs(value - at) < 0.004;

const paints: Readonly<Record<DrawnPicture, Paint>> = {
  house(x, y) {
    if (y >= 0.82) return ground;
    if (!isIn(x, 0.2, 0.8) || y < 0.28) return sky;
    return isWindow(x, y) ? glass : wall;
  },
  room(x, y) {
    if (y >= 0.7) return floor;
    return isIn(x, 0.35, 0.65) && isIn(y, 0.15, 0.5) ? sky : wall;
  },
  plan(x, y) {
    const isOuter = [0.1, 0.9].some((at) => isLine(x, at) || isLine(y, at));
    const isInner = isLine(x, 0.5) || isLine(y, 0.45);
    const isInside = isIn(x, 0.096, 0.904) && isIn(y, 0.096, 0.904);
    return isInside && (isOuter || isInner) ? ink : paper;
  },
  lines(x, y) {
    if (isLine(y, 0.82) || (isIn(y, 0.28, 0.82) && (isLine(x, 0.2) || isLine(x, 0.8)))) return ink;
    return isIn(x, 0.2, 0.8) && isLine(y, 0.28) ? ink : paper;
  },
};

/** Writes a PNG of 640 × 480 pixels. @param isResult as an engine would have made it: warmer and brighter */
export async function drawPicture(file: string, picture: DrawnPicture, isResult: boolean): Promise<void> {
  const paint = paints[picture];
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    if (y % rowsAtOnce === 0) await setImmediate();
    for (let x = 0; x < width; x++) {
      const [red, green, blue] = paint(x / width, y / height);
      const at = y * (1 + width * 3) + 1 + x * 3;
      rows[at] = isResult ? Math.min(255, red + 14) : red;
      rows[at + 1] = green;
      rows[at + 2] = isResult ? Math.max(0, blue - 14) : blue;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const end = pngChunk('IEND', Buffer.alloc(0));
  const data = await promisify(deflate)(rows);
  await writeFile(file, Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', data), end]));
}

/** A chunk of a PNG file: length, type of four letters, data and checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
