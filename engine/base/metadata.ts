/**
 * Removes what a picture file says about its making (EXIF, XMP, comments, thumbnails, times) without touching its
 * pixels or anything that changes how they look. A file that cannot be followed is returned as it is.
 */

/** Returns the file without its metadata, or the same bytes when the format cannot be followed. */
export type Stripper = (bytes: Buffer) => Buffer;

/**
 * JPEG (ITU-T T.81 annex B): keeps JFIF (APP0), the colour profile (APP2 `ICC_PROFILE`), Adobe's colour transform
 * (APP14) and everything that is not APPn or a comment.
 */
export const stripJpeg: Stripper = (bytes) => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return bytes;
  const parts = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return bytes;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // Start of scan: from here on it is coded data (and further scans), which stays as it is up to its end mark.
    if (marker === 0xda) {
      const end = bytes.lastIndexOf(Buffer.from([0xff, 0xd9]));
      parts.push(bytes.subarray(at, end > at ? end + 2 : bytes.length));
      return Buffer.concat(parts);
    }
    const length = bytes.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) return bytes;
    if (isNeededInJpeg(marker, bytes.subarray(at + 4, end))) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return bytes;
};

function isNeededInJpeg(marker: number, payload: Buffer): boolean {
  if (marker === 0xfe) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  if (marker === 0xe0) return payload.subarray(0, 5).equals(Buffer.from('JFIF\0'));
  if (marker === 0xe2) return payload.subarray(0, 12).equals(Buffer.from('ICC_PROFILE\0'));
  return marker === 0xee && payload.subarray(0, 5).equals(Buffer.from('Adobe'));
}

/** PNG chunks (W3C PNG, third edition) that describe the file and not the picture. */
const describingChunks = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME']);
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** PNG: drops text, EXIF and time chunks. */
export const stripPng: Stripper = (bytes) => {
  const chunks = pngChunks(bytes);
  if (!chunks) return bytes;
  const kept = chunks.filter(({ type }) => !describingChunks.has(type));
  return Buffer.concat([pngSignature, ...kept.map((chunk) => chunk.bytes)]);
};

/** Puts the describing chunks of one PNG into another that has lost them, behind its header. */
export function copyPngMetadata(from: Buffer, to: Buffer): Buffer {
  const described = pngChunks(from)?.filter(({ type }) => describingChunks.has(type));
  const chunks = pngChunks(stripPng(to));
  if (!described || !chunks || described.length === 0) return to;
  const [header, ...rest] = chunks.map((chunk) => chunk.bytes);
  return Buffer.concat([pngSignature, header!, ...described.map((chunk) => chunk.bytes), ...rest]);
}

/** The chunks in order, whole; undefined when the bytes are no well-formed PNG. */
function pngChunks(bytes: Buffer): Array<{ type: string; bytes: Buffer }> | undefined {
  if (!bytes.subarray(0, 8).equals(pngSignature)) return undefined;
  const chunks: Array<{ type: string; bytes: Buffer }> = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ type, bytes: bytes.subarray(at, end) });
    if (type === 'IEND') return chunks;
    at = end;
  }
  return undefined;
}

/** WebP (RIFF container): drops the EXIF and XMP chunks and clears their flags in the VP8X header. */
export const stripWebp: Stripper = (bytes) => {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return bytes;
  const parts: Buffer[] = [];
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (end > bytes.length) return bytes;
    const type = bytes.toString('latin1', at, at + 4);
    if (type === 'VP8X') {
      const header = Buffer.from(bytes.subarray(at, end));
      header[8] = header[8]! & ~0b00001100;
      parts.push(header);
    } else if (type !== 'EXIF' && type !== 'XMP ') {
      parts.push(bytes.subarray(at, end));
    }
    at = end;
  }
  const body = Buffer.concat(parts);
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
};
