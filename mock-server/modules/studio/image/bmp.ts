import { readFile, writeFile } from 'node:fs/promises';
import { checkDimensions } from './image.rules.ts';
import { type Raster, rasterHead } from './raster-file.ts';

/** Encodings of the pixels, by the number in the header. */
const [plain, runs8, runs4, masked, maskedWithAlpha] = [0, 1, 2, 3, 6];

interface Header {
  width: number;
  height: number;
  isTopDown: boolean;
  /** Bits of a pixel. */
  bits: number;
  compression: number;
  /** RGB of each colour of the palette. */
  palette: Uint8Array;
  masks: readonly number[];
  icc: Uint8Array | undefined;
  /** Offset of the pixels, bytes. */
  start: number;
}

/**
 * Decodes a BMP into a TIFF: 1, 4, 8, 16, 24 and 32 bits, palettes, run lengths, bit masks, either direction. libvips
 * has no decoder for it, and those on npm have not been looked after for years or trust the header. Throws `upload.*`
 * about the size, and errors of the file.
 */
export async function decodeBmp(file: string, target: string): Promise<void> {
  const bytes = await readFile(file);
  const header = readHeader(bytes);
  checkDimensions(header.width, header.height);
  const { width, height, icc } = header;
  const isRun = header.compression === runs8 || header.compression === runs4;
  const { channels, data } = isRun ? readRuns(bytes, header) : readRows(bytes, header);
  const raster: Raster = { width, height, channels, icc };
  await writeFile(target, [rasterHead(raster), data]);
}

function readHeader(bytes: Buffer): Header {
  const size = bytes.readUInt32LE(14);
  const isCore = size === 12;
  const width = isCore ? bytes.readUInt16LE(18) : bytes.readInt32LE(18);
  const signed = isCore ? bytes.readUInt16LE(20) : bytes.readInt32LE(22);
  const bits = bytes.readUInt16LE(isCore ? 24 : 28);
  const compression = isCore ? plain : bytes.readUInt32LE(30);
  const isMasked = compression === masked || compression === maskedWithAlpha;
  if (width <= 0 || signed === 0 || ![1, 4, 8, 16, 24, 32].includes(bits)) throw new Error('not a known kind of BMP');
  if (compression > masked && !isMasked) throw new Error('a picture of another format inside a BMP');
  if ((compression === runs8 && bits !== 8) || (compression === runs4 && bits !== 4)) throw new Error('bits of runs');
  const masks = masksOf(bytes, bits, isMasked && bits >= 16, size);
  const maskBytes = isMasked && size === 40 ? (compression === maskedWithAlpha ? 16 : 12) : 0;
  const start = bytes.readUInt32LE(10);
  const palette = bits <= 8 ? readPalette(bytes, 14 + size + maskBytes, isCore, bits, start) : new Uint8Array();
  const height = Math.abs(signed);
  return {
    ...{ width, height, isTopDown: signed < 0, bits, compression, palette, masks, start },
    icc: size >= 124 ? readProfile(bytes) : undefined,
  };
}

function masksOf(bytes: Buffer, bits: number, isGiven: boolean, size: number): number[] {
  if (!isGiven) return bits === 16 ? [0x7c00, 0x03e0, 0x001f, 0] : [0xff0000, 0x00ff00, 0x0000ff, 0];
  return [0, 1, 2, 3].map((place) => (place < 3 || size >= 56 ? bytes.readUInt32LE(54 + place * 4) : 0));
}

function readPalette(bytes: Buffer, at: number, isCore: boolean, bits: number, start: number): Uint8Array {
  const step = isCore ? 3 : 4;
  const named = isCore ? 0 : bytes.readUInt32LE(46);
  const room = Math.max(0, Math.floor(((start > at ? start : bytes.length) - at) / step));
  const count = Math.min(named || 2 ** bits, 2 ** bits, room);
  const palette = new Uint8Array(3 * 2 ** bits);
  for (let colour = 0; colour < count; colour++) {
    for (let c = 0; c < 3; c++) palette[colour * 3 + c] = bytes.readUInt8(at + colour * step + 2 - c);
  }
  return palette;
}

/** The embedded profile of a header of version 5. */
function readProfile(bytes: Buffer): Uint8Array | undefined {
  const embedded = 0x4d424544;
  if (bytes.readUInt32LE(14 + 56) !== embedded) return undefined;
  const at = 14 + bytes.readUInt32LE(14 + 112);
  return bytes.subarray(at, at + bytes.readUInt32LE(14 + 116));
}

type Pixels = Pick<Raster, 'channels'> & { data: Buffer };

function readRows(bytes: Buffer, header: Header): Pixels {
  const { width, height, isTopDown, bits, start } = header;
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (start + stride * (height - 1) + Math.ceil((width * bits) / 8) > bytes.length) throw new Error('rows are missing');
  const hasAlpha = bits >= 16 && header.masks[3] !== 0;
  const channels = hasAlpha ? 4 : 3;
  const data = Buffer.alloc(width * height * channels);
  const parts = header.masks.slice(0, channels).map(partOf);
  for (let row = 0; row < height; row++) {
    const from = start + stride * (isTopDown ? row : height - 1 - row);
    const target = data.subarray(row * width * channels, (row + 1) * width * channels);
    if (bits <= 8) readIndexedRow(bytes, from, header, target);
    else if (bits === 24) readBgrRow(bytes, from, target);
    else readMaskedRow(bytes, from, { bits, parts }, target);
  }
  if (hasAlpha) showUnseen(data);
  return { channels, data };
}

function readIndexedRow(bytes: Buffer, from: number, { bits, width, palette }: Header, target: Buffer): void {
  let to = 0;
  for (let x = 0; x < width; x++) {
    const shift = 8 - bits - ((x * bits) & 7);
    const colour = ((bytes[from + ((x * bits) >> 3)] as number) >> shift) & ((1 << bits) - 1);
    for (let c = 0; c < 3; c++) target[to++] = palette[colour * 3 + c] as number;
  }
}

function readBgrRow(bytes: Buffer, from: number, target: Buffer): void {
  for (let to = 0; to < target.length; to += 3)
    for (let c = 0; c < 3; c++) target[to + c] = bytes[from + to + 2 - c] as number;
}

/** Pixels of 16 or 32 bits, each channel under its mask. */
function readMaskedRow(
  bytes: Buffer,
  from: number,
  { bits, parts }: { bits: number; parts: ReadonlyArray<ReturnType<typeof partOf>> },
  target: Buffer,
): void {
  for (let to = 0, at = from; to < target.length; at += bits / 8) {
    const value = bits === 16 ? bytes.readUInt16LE(at) : bytes.readUInt32LE(at);
    for (const { mask, shift, scale } of parts) target[to++] = Math.round(((value & mask) >>> shift) * scale);
  }
}

/** Makes a picture whose alpha is nothing anywhere opaque: its program left the byte empty. */
function showUnseen(data: Buffer): void {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return;
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
}

function partOf(mask: number): { mask: number; shift: number; scale: number } {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
  const largest = mask >>> shift;
  return { mask, shift, scale: largest === 0 ? 0 : 255 / largest };
}

/** Pixels in runs; what the runs leave out has the first colour. */
function readRuns(bytes: Buffer, header: Header): Pixels {
  const { width, height, isTopDown, bits, start, palette } = header;
  const data = Buffer.alloc(width * height * 3, palette.subarray(0, 3));
  let [x, y, at] = [0, 0, start];
  const put = (colour: number) => {
    if (x < width && y < height) {
      const row = isTopDown ? y : height - 1 - y;
      for (let c = 0; c < 3; c++) data[(row * width + x) * 3 + c] = palette[colour * 3 + c] as number;
    }
    x++;
  };
  const colourAt = (from: number, place: number) => {
    if (bits === 8) return bytes.readUInt8(from + place);
    const pair = bytes.readUInt8(from + (place >> 1));
    return place % 2 === 0 ? pair >> 4 : pair & 15;
  };
  while (y < height) {
    const [count, value] = [bytes.readUInt8(at), bytes.readUInt8(at + 1)];
    at += 2;
    if (count > 0) {
      for (let place = 0; place < count; place++) put(colourAt(at - 1, bits === 8 ? 0 : place % 2));
    } else if (value === 0) {
      x = 0;
      y++;
    } else if (value === 1) break;
    else if (value === 2) {
      x += bytes.readUInt8(at);
      y += bytes.readUInt8(at + 1);
      at += 2;
    } else {
      for (let place = 0; place < value; place++) put(colourAt(at, place));
      // Such a run ends at an even place.
      at += Math.ceil(Math.ceil((value * bits) / 8) / 2) * 2;
    }
  }
  return { channels: 3, data };
}
