import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import sharp from 'sharp';
import type { z } from 'zod';
import { LiveFrameFields } from '#shared/contract/live';
import { ProductError } from '#shared/errors';
import { fromIssues } from '../../base/issues.ts';
import { isBroken, pourBody } from '../../base/pour-body.ts';
import { keptFormatsText, notAPicture, sniffFormat } from '../image/image.rules.ts';

export interface ReceivedFrame extends z.infer<typeof LiveFrameFields> {
  /** Bytes of a PNG, JPG or WebP file of an admitted size; whether all of it can be decoded is not known yet. */
  canvas: Buffer;
}

const megabytes = 2;
/** Sides of a canvas, pixels. */
const leastSide = 64;
const mostSide = 1024;

/**
 * Reads the multipart form of a frame into memory. Throws `upload.missing`, `upload.too_large`,
 * `upload.not_an_image`, `upload.broken`, `upload.aborted`, `live.bad_size`, `request.malformed`, `request.invalid`.
 */
export async function receiveFrame(request: IncomingMessage): Promise<ReceivedFrame> {
  if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) throw new ProductError('upload.missing');
  const { canvas, fields } = await readForm(request);
  if (!canvas) throw new ProductError('upload.missing');
  if (!sniffFormat(canvas)) throw notAPicture(keptFormatsText);
  await checkSize(canvas);
  const read = LiveFrameFields.safeParse({
    sequence: Number(fields.get('sequence') || Number.NaN),
    params: parseJson(fields.get('params') ?? '{}'),
  });
  if (!read.success) throw fromIssues(read.error.issues);
  return { canvas, ...read.data };
}

async function readForm(
  request: IncomingMessage,
): Promise<{ canvas: Buffer | undefined; fields: Map<string, string> }> {
  const limit = megabytes * 1024 * 1024;
  const tooLarge = () => new ProductError('upload.too_large', { fill: { megabytes } });
  const formOverhead = 64 * 1024;
  if (Number(request.headers['content-length'] ?? 0) > limit + formOverhead) throw tooLarge();
  const parser = createParser(request, limit);
  const fields = new Map<string, string>();
  const chunks: Buffer[] = [];
  let isGiven = false;
  let isTooLarge = false;
  parser.on('field', (name, value) => void fields.set(name, value));
  parser.on('file', (name, stream) => {
    if (name !== 'canvas' || isGiven) {
      stream.resume();
      return;
    }
    isGiven = true;
    stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
    stream.once('limit', () => {
      isTooLarge = true;
    });
  });
  try {
    await pourBody(request, parser);
  } catch (cause) {
    if (isBroken(request)) throw new ProductError('upload.aborted', { cause });
    throw new ProductError('request.malformed', { cause });
  }
  if (isTooLarge) throw tooLarge();
  return { canvas: isGiven ? Buffer.concat(chunks) : undefined, fields };
}

function createParser(request: IncomingMessage, fileSize: number): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      limits: { fileSize, files: 2, fields: 10, parts: 12, fieldSize: 16 * 1024 },
    });
  } catch (cause) {
    throw new ProductError('request.malformed', { cause });
  }
}

/** Sides are read from the header; nothing is decoded. */
async function checkSize(canvas: Buffer): Promise<void> {
  const header = await sharp(canvas, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new ProductError('upload.broken', { cause });
    });
  const [short, long] = [Math.min(header.width, header.height), Math.max(header.width, header.height)];
  if (short < leastSide || long > mostSide) {
    throw new ProductError('live.bad_size', { fill: { least: leastSide, most: mostSide } });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
