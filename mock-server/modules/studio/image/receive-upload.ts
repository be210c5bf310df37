import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { recognisedBytes, recogniseUpload } from '#shared/domain/upload-formats';
import { ProductError } from '#shared/errors';
import { storageFault } from '../../../storage-fault.ts';
import { isBroken, pourBody } from '../../base/pour-body.ts';
import { notAPicture } from './image.rules.ts';

export interface ReceivedUpload {
  /** Path. */
  file: string;
  /** The form fields `page` and `clientKey`, not validated. */
  page?: string | undefined;
  clientKey?: string | undefined;
}

/**
 * Streams the multipart field `file` into `folder` and stops at the first sign that it is nothing to take or too large.
 * Throws `upload.missing`, `upload.too_large`, `upload.not_an_image`, `upload.export_instead`, `upload.aborted`,
 * `request.malformed`.
 */
export async function receiveUpload(
  request: IncomingMessage,
  folder: string,
  megabytes: number,
): Promise<ReceivedUpload> {
  if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) throw new ProductError('upload.missing');
  const limit = megabytes * 1024 * 1024;
  const tooLarge = () => new ProductError('upload.too_large', { fill: { megabytes } });
  const formOverhead = 64 * 1024;
  if (Number(request.headers['content-length'] ?? 0) > limit + formOverhead) throw tooLarge();

  const parser = createParser(request, limit);
  const target = path.join(folder, 'upload');
  let saved: Promise<void> | undefined;
  let failure: unknown;

  const fields: Pick<ReceivedUpload, 'page' | 'clientKey'> = {};

  parser.on('field', (name, value) => {
    if (name === 'page' || name === 'clientKey') fields[name] = value;
  });
  parser.on('file', (name, stream, { filename }) => {
    if (name !== 'file' || saved) {
      stream.resume();
      return;
    }
    stream.once('limit', () => stream.destroy(tooLarge()));
    saved = pipeline(stream, refuseOtherFormats(filename), createWriteStream(target)).catch((error: unknown) => {
      failure ??= error;
      parser.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });

  try {
    await pourBody(request, parser);
  } catch (error) {
    failure ??= error;
  }
  await saved;
  if (failure) throw toUploadError(failure, request);
  if (!saved) throw new ProductError('upload.missing');
  return { file: target, ...fields };
}

function createParser(request: IncomingMessage, fileSize: number): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      limits: { fileSize, files: 2, fields: 20, parts: 30, fieldSize: 64 * 1024 },
    });
  } catch (cause) {
    throw new ProductError('request.malformed', { cause });
  }
}

function refuseOtherFormats(name: string | undefined): Transform {
  let head = Buffer.alloc(0);
  let isKnown = false;
  const check = () => {
    const known = recogniseUpload(head, name);
    if (!known) throw notAPicture();
    if ('advice' in known) throw new ProductError('upload.export_instead', { fill: { sentence: known.advice } });
    isKnown = true;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        if (!isKnown) {
          head = Buffer.concat([head, chunk]);
          if (head.length < recognisedBytes) return done();
          check();
          return done(null, head);
        }
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        if (isKnown) return done();
        check();
        done(null, head);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

function toUploadError(error: unknown, request: IncomingMessage): ProductError {
  if (error instanceof ProductError) return error;
  const fault = storageFault(error);
  if (fault) return fault;
  if (isBroken(request)) return new ProductError('upload.aborted', { cause: error });
  return new ProductError('request.malformed', { cause: error });
}
