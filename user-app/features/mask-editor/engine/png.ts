import type { Size } from './geometry';

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

/** Largest mask sent, bytes, where fewer greys can help it. */
const largestMask = 200 * 1024;
/** Greys a fading edge is sent with when all of them would be too many, the most that fit. */
const fewerGreys = [16, 8, 4] as const;

/**
 * A PNG of one 8-bit grey channel. A canvas writes RGBA only, and its premultiplied colours do not come back exact.
 * Fading edges that would not fit into {@link largestMask} are sent with fewer greys.
 * @param data one byte a pixel, rows from the top.
 */
export async function encodeGreyPng(size: Size, data: Uint8Array): Promise<Blob> {
  const isGrey = data.some((value) => value !== 0 && value !== 255);
  let body = await deflated(rowsOf(size, data, isGrey));
  for (const greys of isGrey ? fewerGreys : []) {
    if (body.length <= largestMask) break;
    body = await deflated(rowsOf(size, withGreys(data, greys), false));
  }
  return pngOf(size, body);
}

function withGreys(data: Uint8Array, greys: number): Uint8Array {
  const step = 255 / (greys - 1);
  const values = Uint8Array.from({ length: 256 }, (_none, value) => Math.round(Math.round(value / step) * step));
  return data.map((value) => values[value] as number);
}

/** Each row is led by its filter: 0, as it is, or 2, the difference to the row above, which suits smooth fades. */
function rowsOf({ width, height }: Size, data: Uint8Array, isFiltered: boolean): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array((width + 1) * height);
  for (let row = 0; row < height; row += 1) {
    const target = row * (width + 1);
    const from = row * width;
    rows.set(data.subarray(from, from + width), target + 1);
    if (!isFiltered) continue;
    rows[target] = 2;
    for (let x = 0; row > 0 && x < width; x += 1)
      rows[target + 1 + x] = (data[from + x] as number) - (data[from - width + x] as number);
  }
  return rows;
}

function pngOf({ width, height }: Size, body: Uint8Array): Blob {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // 8 bits, colour type 0 (grey); compression, filter and interlace at their only or plain value.
  header.set([8, 0, 0, 0, 0], 8);
  const parts = [
    Uint8Array.from(signature),
    chunk('IHDR', header),
    chunk('IDAT', body),
    chunk('IEND', new Uint8Array(0)),
  ];
  return new Blob(parts, { type: 'image/png' });
}
