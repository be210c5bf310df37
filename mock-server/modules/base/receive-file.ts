import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { ProductError } from '#shared/errors';
import { storageFault } from '../../storage-fault.ts';
import { isBroken, pourBody } from './pour-body.ts';

/** Terms of a multipart form with one file, `file`. */
export interface FileForm {
  megabytes: number;
  /** Names of the text fields that are read. */
  fields: readonly string[];
  missing(): ProductError;
  tooLarge(): ProductError;
  /** Number of first bytes that {@link check} needs; it gets fewer when the file has no more. */
  headBytes: number;
  /** Throws where these first bytes are nothing to take. @param name that the sender gave the file */
  check(head: Buffer, name: string | undefined): void;
}

export interface ReceivedFile {
  /** Path. */
  file: string;
  /** Name that the sender gave it. */
  name: string | undefined;
  /** Text fields by name, not validated. */
  fields: Readonly<Record<string, string>>;
}

/**
 * Streams the multipart field `file` into `folder` and stops at the first sign that it is nothing to take or too large.
 * Throws the errors of the form, `upload.aborted`, `request.malformed`, `server.storage_*`.
 */
export async function receiveFile(request: IncomingMessage, folder: string, form: FileForm): Promise<ReceivedFile> {
  if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) throw form.missing();
  const limit = form.megabytes * 1024 * 1024;
  const formOverhead = 64 * 1024;
  if (Number(request.headers['content-length'] ?? 0) > limit + formOverhead) throw form.tooLarge();

  const parser = createParser(request, limit);
  const target = path.join(folder, 'upload');
  let saved: Promise<void> | undefined;
  let name: string | undefined;
  let failure: unknown;
  const fields: Record<string, string> = {};

  parser.on('field', (field, value) => {
    if (form.fields.includes(field)) fields[field] = value;
  });
  parser.on('file', (field, stream, { filename }) => {
    if (field !== 'file' || saved) {
      stream.resume();
      return;
    }
    name = filename;
    stream.once('limit', () => stream.destroy(form.tooLarge()));
    saved = pipeline(stream, checkHead(form, filename), createWriteStream(target)).catch((error: unknown) => {
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
  if (!saved) throw form.missing();
  return { file: target, name, fields };
}

function createParser(request: IncomingMessage, fileSize: number): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      // Browsers send the names of files in UTF-8.
      defParamCharset: 'utf8',
      limits: { fileSize, files: 2, fields: 20, parts: 30, fieldSize: 64 * 1024 },
    });
  } catch (cause) {
    throw new ProductError('request.malformed', { cause });
  }
}

function checkHead(form: FileForm, name: string | undefined): Transform {
  let head = Buffer.alloc(0);
  let isChecked = false;
  const check = () => {
    form.check(head, name);
    isChecked = true;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        if (!isChecked) {
          head = Buffer.concat([head, chunk]);
          if (head.length < form.headBytes) return done();
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
        if (isChecked) return done();
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
