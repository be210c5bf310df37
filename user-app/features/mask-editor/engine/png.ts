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

/**
 * A PNG of one 8-bit grey channel. A canvas writes RGBA only, and its premultiplied colours do not come back exact.
 * @param data one byte a pixel, rows from the top.
 */
export async function encodeGreyPng({ width, height }: Size, data: Uint8Array): Promise<Blob> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // 8 bits, colour type 0 (grey); compression, filter and interlace at their only or plain value.
  header.set([8, 0, 0, 0, 0], 8);
  // Each row is led by its filter: 0, none. Rows of a mask repeat, which deflate finds by itself.
  const rows = new Uint8Array((width + 1) * height);
  for (let row = 0; row < height; row += 1)
    rows.set(data.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  const parts = [
    Uint8Array.from(signature),
    chunk('IHDR', header),
    chunk('IDAT', await deflated(rows)),
    chunk('IEND', new Uint8Array(0)),
  ];
  return new Blob(parts, { type: 'image/png' });
}
