import { inflateSync } from 'node:zlib';
import type { ImageFormat } from '#shared/contract/image';
import { exifWithoutPosition, hasPosition, uprightExif } from './exif.ts';
import { readJpeg } from './jpeg-file.ts';
import { joinPng, type PngChunk, pngChunk, readPng } from './png-file.ts';
import { joinWebp, readWebp, withDescription } from './webp-file.ts';
import { uprightXmp } from './xmp.ts';

/** Metadata of a picture file: date, author, device, copyright, print size. The GPS position is never part of it. */
interface Description {
  /** EXIF from its byte order mark on. */
  exif?: Buffer | undefined;
  xmp?: string | undefined;
  /** Dots per inch. */
  density?: number | undefined;
  /** Other metadata segments or chunks of the same format, complete: comments, captions, texts, times. */
  others: Buffer[];
}

const exifHead = Buffer.from('Exif\0\0');
const xmpHead = Buffer.from('http://ns.adobe.com/xap/1.0/\0');
const xmpKeyword = 'XML:com.adobe.xmp\0';
const [app0, app1, app2, app13, comment] = [0xe0, 0xe1, 0xe2, 0xed, 0xfe];
/** Maximum size of a JPEG segment without its marker, in bytes. */
const largestSegment = 65_535;
/** PNG chunks of texts and times. */
const pngTexts = ['tEXt', 'zTXt', 'iTXt', 'tIME'];

const beginsWith = (bytes: Buffer, head: Buffer) => bytes.subarray(0, head.length).equals(head);
const isXmp = ({ type, data }: PngChunk) =>
  type === 'iTXt' && data.toString('latin1', 0, xmpKeyword.length) === xmpKeyword;
/** EXIF or XMP as hexadecimal text, as older programs write it. */
const isRawProfile = ({ type, data }: PngChunk) =>
  pngTexts.includes(type) && /^Raw profile type (exif|app1|xmp)\0/i.test(data.toString('latin1', 0, 40));

/**
 * Metadata of a file, for a picture that was turned upright. Metadata that cannot be parsed is left out.
 *
 * @param size of the picture, in pixels
 * @param density in dots per inch; none is written when absent
 */
export function describedIn(
  bytes: Buffer,
  format: ImageFormat,
  size: { width: number; height: number },
  density?: number,
): Description {
  const found = partsOf(bytes, format);
  return {
    exif: found.exif && uprightExif(found.exif, size),
    xmp: found.xmp === undefined ? undefined : uprightXmp(found.xmp),
    density,
    others: found.others,
  };
}

function partsOf(bytes: Buffer, format: ImageFormat): Pick<Description, 'exif' | 'xmp' | 'others'> {
  if (format === 'jpg') return partsOfJpeg(bytes);
  if (format === 'png') return partsOfPng(bytes);
  const chunks = readWebp(bytes) ?? [];
  const exif = chunks.find(({ type }) => type === 'EXIF')?.data;
  return {
    exif: exif && withoutExifHead(exif),
    xmp: chunks.find(({ type }) => type === 'XMP ')?.data.toString(),
    others: [],
  };
}

export const withoutExifHead = (exif: Buffer): Buffer =>
  beginsWith(exif, exifHead) ? exif.subarray(exifHead.length) : exif;

function partsOfJpeg(bytes: Buffer): Pick<Description, 'exif' | 'xmp' | 'others'> {
  const parts: Pick<Description, 'exif' | 'xmp' | 'others'> = { others: [] };
  for (const { marker, start, end } of readJpeg(bytes)?.segments ?? []) {
    const data = bytes.subarray(start + 4, end);
    if (marker === app1 && beginsWith(data, exifHead)) parts.exif ??= data.subarray(exifHead.length);
    if (marker === app1 && beginsWith(data, xmpHead)) parts.xmp ??= data.toString('utf8', xmpHead.length);
    if (marker === app13 || marker === comment) parts.others.push(bytes.subarray(start, end));
  }
  return parts;
}

function partsOfPng(bytes: Buffer): Pick<Description, 'exif' | 'xmp' | 'others'> {
  const chunks = readPng(bytes)?.chunks ?? [];
  const xmp = chunks.find(isXmp);
  const kept = chunks.filter((chunk) => pngTexts.includes(chunk.type) && !isXmp(chunk) && !isRawProfile(chunk));
  const exif = chunks.find(({ type }) => type === 'eXIf')?.data;
  return { exif: exif && withoutExifHead(exif), xmp: xmp && xmpOfChunk(xmp), others: kept.map(({ whole }) => whole) };
}

/** Text of an `iTXt` chunk, which may be compressed (PNG, third edition, 11.3.3.4). */
function xmpOfChunk({ data }: PngChunk): string | undefined {
  const isCompressed = data[xmpKeyword.length] === 1;
  const language = data.indexOf(0, xmpKeyword.length + 2);
  const start = language < 0 ? -1 : data.indexOf(0, language + 1);
  if (start < 0) return undefined;
  const text = data.subarray(start + 1);
  try {
    return (isCompressed ? inflateSync(text, { maxOutputLength: 4_000_000 }) : text).toString();
  } catch {
    return undefined;
  }
}

/** Adds metadata to a file that has none. */
export function withDescribed(bytes: Buffer, format: ImageFormat, description: Description): Buffer {
  if (format === 'jpg') return describeJpeg(bytes, description);
  if (format === 'png') return describePng(bytes, description);
  return withDescription(
    bytes,
    description.exif,
    description.xmp === undefined ? undefined : Buffer.from(description.xmp),
  );
}

function describeJpeg(bytes: Buffer, { exif, xmp, density, others }: Description): Buffer {
  const file = readJpeg(bytes);
  if (!file) return bytes;
  const jfif = file.segments.find(({ marker }) => marker === app0);
  const head = Buffer.from(bytes.subarray(0, jfif?.end ?? 2));
  if (jfif && density !== undefined) {
    head[jfif.start + 11] = 1;
    head.writeUInt16BE(Math.min(65_535, Math.max(1, Math.round(density))), jfif.start + 12);
    head.writeUInt16BE(Math.min(65_535, Math.max(1, Math.round(density))), jfif.start + 14);
  }
  const parts = [
    ...(exif ? [segment(app1, Buffer.concat([exifHead, exif]))] : []),
    ...(xmp === undefined ? [] : [segment(app1, Buffer.concat([xmpHead, Buffer.from(xmp)]))]),
    ...others,
  ];
  return Buffer.concat([head, ...parts, bytes.subarray(head.length)]);
}

/** Builds a JPEG segment; empty when the data is too large for one. */
function segment(marker: number, data: Buffer): Buffer {
  if (data.length + 2 > largestSegment) return Buffer.alloc(0);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

const metresAnInch = 0.0254;

function describePng(bytes: Buffer, { exif, xmp, density, others }: Description): Buffer {
  const file = readPng(bytes);
  if (!file) return bytes;
  const [header, ...rest] = file.chunks.filter(({ type }) => type !== 'pHYs' || density === undefined);
  const size = Buffer.alloc(9);
  size.writeUInt32BE(Math.round((density ?? 0) / metresAnInch), 0);
  size.writeUInt32BE(Math.round((density ?? 0) / metresAnInch), 4);
  size[8] = 1;
  const parts = [
    ...(density === undefined ? [] : [pngChunk('pHYs', size)]),
    ...(exif ? [pngChunk('eXIf', exif)] : []),
    ...(xmp === undefined ? [] : [xmpChunk(xmp)]),
  ].map(({ whole }) => whole);
  const others8 = [...parts, ...others];
  const head = joinPng([header as PngChunk]);
  return Buffer.concat([head, ...others8, ...rest.map(({ whole }) => whole)]);
}

const xmpChunk = (xmp: string): PngChunk => pngChunk('iTXt', Buffer.from(`${xmpKeyword}\0\0\0\0${xmp}`));

/**
 * Returns the same picture without GPS position and without the bytes after its end, such as the video of a motion
 * photo, which has its own position. Returns `bytes` itself when there is nothing to remove.
 */
export function withoutPosition(bytes: Buffer, format: ImageFormat): Buffer {
  if (format === 'jpg') return jpegWithoutPosition(bytes);
  if (format === 'png') return pngWithoutPosition(bytes);
  return webpWithoutPosition(bytes);
}

function jpegWithoutPosition(bytes: Buffer): Buffer {
  const file = readJpeg(bytes);
  if (!file) return bytes;
  const hasTail = file.end < bytes.length;
  let isChanged = hasTail;
  const parts = [bytes.subarray(0, 2)];
  for (const { marker, start, end } of file.segments) {
    const kept = keptSegment(marker, bytes.subarray(start, end), hasTail);
    if (kept.length !== end - start || !kept.equals(bytes.subarray(start, end))) isChanged = true;
    parts.push(kept);
  }
  return isChanged ? Buffer.concat([...parts, bytes.subarray(file.scan, file.end)]) : bytes;
}

function keptSegment(marker: number, whole: Buffer, hasTail: boolean): Buffer {
  const data = whole.subarray(4);
  const nothing = Buffer.alloc(0);
  if (marker === app1 && beginsWith(data, exifHead)) {
    const exif = data.subarray(exifHead.length);
    if (!hasPosition(exif)) return whole;
    const clean = exifWithoutPosition(exif);
    return clean ? segment(marker, Buffer.concat([exifHead, clean])) : nothing;
  }
  if (marker === app1 && beginsWith(data, xmpHead)) {
    const xmp = cleanXmp(data.toString('utf8', xmpHead.length));
    return xmp === true ? whole : xmp ? segment(marker, Buffer.concat([xmpHead, Buffer.from(xmp)])) : nothing;
  }
  // The extension of a long XMP, and the index of the pictures after the end of the file (MPF).
  const isExtended = marker === app1 && data.toString('latin1', 0, 34) === 'http://ns.adobe.com/xmp/extension/';
  if (isExtended && data.includes(':GPS')) return nothing;
  return hasTail && marker === app2 && data.toString('latin1', 0, 4) === 'MPF\0' ? nothing : whole;
}

/** Returns true when the XMP has no position, and undefined when the position cannot be removed. */
function cleanXmp(xmp: string): string | true | undefined {
  if (!xmp.includes(':GPS')) return true;
  return uprightXmp(xmp);
}

function pngWithoutPosition(bytes: Buffer): Buffer {
  const file = readPng(bytes);
  if (!file) return bytes;
  let isChanged = file.end < bytes.length;
  const kept = file.chunks.flatMap((chunk) => {
    const clean = cleanChunk(chunk);
    if (clean !== chunk) isChanged = true;
    return clean ? [clean] : [];
  });
  return isChanged ? joinPng(kept) : bytes;
}

function cleanChunk(chunk: PngChunk): PngChunk | undefined {
  if (isRawProfile(chunk)) return undefined;
  if (chunk.type === 'eXIf') {
    const exif = withoutExifHead(chunk.data);
    if (!hasPosition(exif)) return chunk;
    const clean = exifWithoutPosition(exif);
    return clean && pngChunk('eXIf', clean);
  }
  if (!isXmp(chunk)) return chunk;
  const xmp = xmpOfChunk(chunk);
  const clean = xmp === undefined ? undefined : cleanXmp(xmp);
  if (clean === true) return chunk;
  return clean ? xmpChunk(clean) : undefined;
}

function webpWithoutPosition(bytes: Buffer): Buffer {
  const chunks = readWebp(bytes);
  if (!chunks) return bytes;
  const exif = chunks.find(({ type }) => type === 'EXIF');
  const xmp = chunks.find(({ type }) => type === 'XMP ');
  const isExifClean = !exif || !hasPosition(withoutExifHead(exif.data));
  const told = xmp ? cleanXmp(xmp.data.toString()) : true;
  if (isExifClean && told === true) return bytes;
  const rest = joinWebp(chunks.filter(({ type }) => type !== 'EXIF' && type !== 'XMP '));
  return withDescription(
    rest,
    exif && (isExifClean ? exif.data : exifWithoutPosition(withoutExifHead(exif.data))),
    told === true ? xmp?.data : told === undefined ? undefined : Buffer.from(told),
  );
}
