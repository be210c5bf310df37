/** Decoded pixels of 8-bit samples, rows without gaps between them. */
export interface Raster {
  /** Pixels. */
  width: number;
  height: number;
  /** 1 grey, 3 RGB, 4 RGB and alpha that is not multiplied in. */
  channels: 1 | 3 | 4;
  /** The colour profile the samples are meant in; sRGB when absent. */
  icc?: Uint8Array | undefined;
}

const rowsPerStrip = 64;
const [short, long, undefinedBytes] = [3, 4, 7];

/**
 * The head of an uncompressed TIFF whose pixels follow it: sharp takes raw pixels without a profile only, and from a
 * file it reads them row by row.
 */
export function rasterHead({ width, height, channels, icc }: Raster): Buffer {
  const strips = Math.ceil(height / rowsPerStrip);
  const stripBytes = width * channels * rowsPerStrip;
  const tags: Array<[tag: number, type: number, values: number[] | Uint8Array]> = [
    [256, long, [width]],
    [257, long, [height]],
    [258, short, Array(channels).fill(8)],
    [259, short, [1]],
    [262, short, [channels === 1 ? 1 : 2]],
    [273, long, Array(strips).fill(0)],
    [277, short, [channels]],
    [278, long, [rowsPerStrip]],
    [279, long, Array.from({ length: strips }, (_, strip) => bytesOf(strip))],
    ...(channels === 4 ? [[338, short, [2]] as [number, number, number[]]] : []),
    ...(icc ? [[34675, undefinedBytes, icc] as [number, number, Uint8Array]] : []),
  ];
  function bytesOf(strip: number): number {
    return Math.min(stripBytes, width * channels * height - strip * stripBytes);
  }

  const directoryEnd = 8 + 2 + tags.length * 12 + 4;
  const size = (type: number, count: number) => (type === short ? 2 : type === long ? 4 : 1) * count;
  const beside = tags.map(([, type, values]) => size(type, values.length)).filter((bytes) => bytes > 4);
  // Values stand at even places.
  const total = directoryEnd + beside.reduce((sum, bytes) => sum + bytes + (bytes % 2), 0);
  const head = Buffer.alloc(total);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(tags.length, 8);
  let free = directoryEnd;
  tags.forEach(([tag, type, given], place) => {
    const values = tag === 273 ? given.map((_: number, strip: number) => total + strip * stripBytes) : given;
    const at = 10 + place * 12;
    const bytes = size(type, values.length);
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(values.length, at + 4);
    const target = bytes > 4 ? free : at + 8;
    if (bytes > 4) {
      head.writeUInt32LE(free, at + 8);
      free += bytes + (bytes % 2);
    }
    values.forEach((value, index) => {
      if (type === short) head.writeUInt16LE(value, target + index * 2);
      else if (type === long) head.writeUInt32LE(value, target + index * 4);
      else head[target + index] = value;
    });
  });
  return head;
}
