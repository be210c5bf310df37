import type { Size } from '../../../canvas/geometry';

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const crcTable = Uint32Array.from({ length: 256 }, (_none, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function chunk(name: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(body.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length);
  for (let at = 0; at < 4; at += 1) bytes[4 + at] = name.charCodeAt(at);
  bytes.set(body, 8);
  view.setUint32(body.length + 8, crcOf(bytes.subarray(4, body.length + 8)));
  return bytes;
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Ordinary masks are no larger, bytes. */
export const usualMaskBytes = 200 * 1024;

type Depth = 8 | 4 | 2 | 1;

/**
 * A PNG of one grey channel. A canvas writes RGBA only, and its premultiplied colours do not come back exact. It has 8
 * bits a pixel unless that takes more than {@link usualMaskBytes}: a hard mask then has 1 bit, which reads as the same
 * pixels, and a fading edge 16 greys, or 4. A file that is still larger stays so: no chosen pixel is given up.
 * @param data one byte a pixel, rows from the top.
 */
export async function encodeGreyPng(size: Size, data: Uint8Array): Promise<Blob> {
  const isGrey = data.some((value) => value !== 0 && value !== 255);
  const fewer: readonly Depth[] = isGrey ? [4, 2] : [1];
  let depth: Depth = 8;
  let body = await deflated(rowsOf(size, data, depth));
  for (const less of fewer) {
    if (body.length <= usualMaskBytes) break;
    depth = less;
    body = await deflated(rowsOf(size, data, depth));
  }
  return pngOf(size, depth, body);
}

/** Filter 2 of PNG: bytes are kept as the difference to the row above, which is mostly none. */
const fromAbove = 2;

/** The rows, each led by its filter. Pixels are brought to the nearest value that `depth` bits can say. */
function rowsOf({ width, height }: Size, data: Uint8Array, depth: Depth): Uint8Array<ArrayBuffer> {
  const length = Math.ceil((width * depth) / 8);
  const rows = new Uint8Array((length + 1) * height);
  const largest = (1 << depth) - 1;
  const levels = Uint8Array.from({ length: 256 }, (_none, value) => Math.round((value / 255) * largest));
  let above = new Uint8Array(length);
  let packed = new Uint8Array(length);
  for (let row = 0; row < height; row += 1) {
    const pixels = data.subarray(row * width, (row + 1) * width);
    if (depth === 8) packed.set(pixels);
    else pack(pixels, levels, depth, packed);
    const target = row * (length + 1);
    rows[target] = fromAbove;
    for (let at = 0; at < length; at += 1) rows[target + 1 + at] = (packed[at] as number) - (above[at] as number);
    [above, packed] = [packed, above];
  }
  return rows;
}

/** Puts several pixels into each byte, the first of them highest. */
function pack(pixels: Uint8Array, levels: Uint8Array, depth: Depth, packed: Uint8Array): void {
  const each = 8 / depth;
  for (let at = 0, from = 0; at < packed.length; at += 1, from += each) {
    let byte = 0;
    for (let place = 0; place < each; place += 1)
      byte = (byte << depth) | (levels[pixels[from + place] ?? 0] as number);
    packed[at] = byte;
  }
}

function pngOf({ width, height }: Size, depth: Depth, body: Uint8Array): Blob {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Colour type 0 (grey); compression, filter and interlace at their only or plain value.
  header.set([depth, 0, 0, 0, 0], 8);
  const parts = [
    Uint8Array.from(signature),
    chunk('IHDR', header),
    chunk('IDAT', body),
    chunk('IEND', new Uint8Array(0)),
  ];
  return new Blob(parts, { type: 'image/png' });
}
