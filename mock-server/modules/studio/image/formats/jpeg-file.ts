/** A marker segment; `start` and `end` are byte offsets in the file. */
interface JpegSegment {
  /** Second byte of the marker. */
  marker: number;
  start: number;
  end: number;
}

/** Structure of a JPEG file (ITU-T T.81, annex B). */
export interface JpegFile {
  /** Segments before the first scan, without the start-of-image marker. */
  segments: JpegSegment[];
  /** Byte offset of the first scan. */
  scan: number;
  /** Byte offset after the end-of-image marker, or the length of the file when there is none. */
  end: number;
  hasEnd: boolean;
  /** Frame header: marker, bits per sample, number of components. */
  frame: { marker: number; precision: number; components: number };
  /** Luminance quantisation table: 64 values in zigzag order; empty when the file has none. */
  quantisation: number[];
}

const [startOfScan, endOfImage, tables] = [0xda, 0xd9, 0xdb];

/** Frame markers that common browsers decode: baseline, extended and progressive, all with Huffman coding. */
const commonFrames = [0xc0, 0xc1, 0xc2];

/** Returns undefined when the file cannot be parsed up to its first scan. */
export function readJpeg(bytes: Buffer): JpegFile | undefined {
  const file: JpegFile = {
    segments: [],
    scan: 0,
    end: bytes.length,
    hasEnd: false,
    frame: { marker: 0, precision: 8, components: 3 },
    quantisation: [],
  };
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return file.scan > 0 ? file : undefined;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return file.scan > 0 ? file : undefined;
    note(file, bytes, { marker, start: at, end });
    at = marker === startOfScan ? nextMarker(bytes, end) : end;
    if (at + 2 <= bytes.length && bytes[at + 1] === endOfImage) return { ...file, end: at + 2, hasEnd: true };
  }
  return file.scan > 0 ? file : undefined;
}

function note(file: JpegFile, bytes: Buffer, segment: JpegSegment): void {
  const { marker, start, end } = segment;
  if (marker === startOfScan) file.scan ||= start;
  if (file.scan === 0) file.segments.push(segment);
  const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
  if (isFrame && end - start >= 10)
    file.frame = { marker, precision: bytes[start + 4] as number, components: bytes[start + 9] as number };
  if (marker === tables && file.quantisation.length === 0) file.quantisation = firstTable(bytes, start + 4, end);
}

function firstTable(bytes: Buffer, from: number, end: number): number[] {
  const isWide = ((bytes[from] ?? 0) & 0xf0) !== 0;
  const step = isWide ? 2 : 1;
  if (from + 1 + 64 * step > end) return [];
  return Array.from({ length: 64 }, (_, place) =>
    isWide ? bytes.readUInt16BE(from + 1 + place * 2) : (bytes[from + 1 + place] as number),
  );
}

/** Byte offset of the next marker after entropy-coded data; skips stuffed bytes and restart markers. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] as number;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/** True when common browsers decode it: Huffman coding, not lossless, 8 bits per sample. */
export const isCommonJpeg = ({ frame }: JpegFile): boolean =>
  commonFrames.includes(frame.marker) && frame.precision === 8;

/** Standard luminance quantisation table, of quality 50, in zigzag order (T.81, annex K). */
const standard = [
  16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51, 61,
  60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77, 113, 121,
  112, 100, 120, 92, 101, 103, 99,
];

/** Quality, 1–100, whose standard table has the closest sum of values; 90 when the file has no table. */
export function qualityOf({ quantisation }: JpegFile): number {
  if (quantisation.length === 0) return 90;
  const wanted = quantisation.reduce((sum, value) => sum + value, 0);
  let best = 100;
  let least = Number.POSITIVE_INFINITY;
  for (let quality = 100; quality >= 1; quality--) {
    const scale = quality < 50 ? 5000 / quality : 200 - quality * 2;
    const coarseness = standard.reduce((sum, value) => sum + clamp(Math.floor((value * scale + 50) / 100)), 0);
    const off = Math.abs(coarseness - wanted);
    if (off < least) [best, least] = [quality, off];
  }
  return best;
}

const clamp = (value: number): number => Math.min(255, Math.max(1, value));
