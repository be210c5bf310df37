import { crc32 } from 'node:zlib';

export interface PngChunk {
  type: string;
  data: Buffer;
  /** Length, type, data and CRC, as in the file. */
  whole: Buffer;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Chunks up to `IEND`, which may be missing if the last chunk is complete. Returns undefined when it is not a PNG. */
export function readPng(bytes: Buffer): { chunks: PngChunk[]; end: number; hasEnd: boolean } | undefined {
  if (!bytes.subarray(0, 8).equals(pngSignature)) return undefined;
  const chunks: PngChunk[] = [];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) });
    at = end;
    if (type === 'IEND') return { chunks, end: at, hasEnd: true };
  }
  return chunks.length > 0 && at === bytes.length ? { chunks, end: at, hasEnd: false } : undefined;
}

export function pngChunk(type: string, data: Buffer): PngChunk {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return { type, data, whole: Buffer.concat([length, named, check]) };
}

export const joinPng = (chunks: readonly PngChunk[]): Buffer =>
  Buffer.concat([pngSignature, ...chunks.map(({ whole }) => whole)]);
