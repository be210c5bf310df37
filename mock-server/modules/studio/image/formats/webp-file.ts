interface WebpChunk {
  /** FourCC. */
  type: string;
  data: Buffer;
}

const [exifFlag, xmpFlag, alphaFlag, profileFlag] = [0x08, 0x04, 0x10, 0x20];

/** Chunks of a still WebP (RFC 9649); undefined when it is not a WebP. */
export function readWebp(bytes: Buffer): WebpChunk[] | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  const end = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  const chunks: WebpChunk[] = [];
  for (let at = 12; at + 8 <= end; ) {
    const length = bytes.readUInt32LE(at + 4);
    if (at + 8 + length > end) return undefined;
    chunks.push({ type: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

export function joinWebp(chunks: readonly WebpChunk[]): Buffer {
  const parts = chunks.flatMap(({ type, data }) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return [head, data, Buffer.alloc(data.length % 2)];
  });
  const body = Buffer.concat(parts);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

/** True for lossless compression (`VP8L`). */
export const isLosslessWebp = (bytes: Buffer): boolean => (readWebp(bytes) ?? []).some(({ type }) => type === 'VP8L');

/** Adds EXIF and XMP to a WebP without them, and sets the flags of its `VP8X` header accordingly. */
export function withDescription(bytes: Buffer, exif: Buffer | undefined, xmp: Buffer | undefined): Buffer {
  const chunks = readWebp(bytes);
  if (!chunks || (!exif && !xmp && chunks[0]?.type !== 'VP8X')) return bytes;
  const [first, ...rest] = chunks;
  const header = first?.type === 'VP8X' ? Buffer.from(first.data) : headerOf(chunks);
  header[0] = ((header[0] as number) & ~(exifFlag | xmpFlag)) | (exif ? exifFlag : 0) | (xmp ? xmpFlag : 0);
  return joinWebp([
    { type: 'VP8X', data: header },
    ...(first?.type === 'VP8X' ? rest : chunks),
    ...(exif ? [{ type: 'EXIF', data: exif }] : []),
    ...(xmp ? [{ type: 'XMP ', data: xmp }] : []),
  ]);
}

/** Creates the `VP8X` header, which a simple WebP lacks: feature flags and size. */
function headerOf(chunks: readonly WebpChunk[]): Buffer {
  const header = Buffer.alloc(10);
  const lossless = chunks.find(({ type }) => type === 'VP8L')?.data;
  const lossy = chunks.find(({ type }) => type === 'VP8 ')?.data;
  const bits = lossless?.readUInt32LE(1) ?? 0;
  const width = lossless ? (bits & 0x3fff) + 1 : (lossy?.readUInt16LE(6) ?? 1) & 0x3fff;
  const height = lossless ? ((bits >> 14) & 0x3fff) + 1 : (lossy?.readUInt16LE(8) ?? 1) & 0x3fff;
  const hasAlpha = chunks.some(({ type }) => type === 'ALPH') || ((bits >>> 28) & 1) === 1;
  header[0] = (hasAlpha ? alphaFlag : 0) | (chunks.some(({ type }) => type === 'ICCP') ? profileFlag : 0);
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  return header;
}
