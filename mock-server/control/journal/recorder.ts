import type { Request, Response } from 'express';

/** One side of an exchange as it went over the wire. */
export interface RawMessage {
  headers: Array<[name: string, value: string]>;
  /** Media type without its parameters, in small letters. */
  type: string;
  chunks: Buffer[];
  /** Length of the whole body. */
  bytes: number;
  /** Bytes of the body that were kept. */
  kept: number;
}

/** Most that is kept of a text, and of an upload, bytes. */
const longestText = 64 * 1024;
const longestUpload = 4 * 1024 * 1024;

const isText = (type: string) => /^(?:text\/(?!css|javascript)|application\/(?:.*json|.*xml|x-www-form))/.test(type);

/** Media type of a Content-Type header. */
const mediaType = (header: unknown) => (String(header ?? '').split(';')[0] ?? '').trim().toLowerCase();

const limitOf = (type: string) => (type.startsWith('multipart/') ? longestUpload : isText(type) ? longestText : 0);

function keep(message: RawMessage, chunk: Buffer, limit: number): void {
  message.bytes += chunk.length;
  const room = Math.min(limit - message.kept, chunk.length);
  if (room <= 0) return;
  // A piece of a larger buffer would hold all of it in memory.
  message.chunks.push(room < chunk.length ? Buffer.from(chunk.subarray(0, room)) : chunk);
  message.kept += room;
}

/** Keeps what a request brings, whoever reads it and however; reads nothing itself. */
export function recordRequest(request: Request): RawMessage {
  const type = mediaType(request.get('content-type'));
  const headers = pairs(request.rawHeaders);
  const message: RawMessage = { headers, type, chunks: [], bytes: 0, kept: 0 };
  const limit = limitOf(type);
  // Bytes that arrived before this listener are in the stream's buffer: they are read and put back.
  const early = request.readableLength > 0 ? (request.read() as Buffer | null) : null;
  if (early) {
    request.unshift(early);
    keep(message, early, limit);
  }
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (Buffer.isBuffer(chunk)) keep(message, chunk, limit);
    return push(chunk, encoding);
  };
  return message;
}

/** Keeps the body of an answer before it is compressed. Its headers are there once it is closed, see {@link closeAnswer}. */
export function recordAnswer(response: Response): RawMessage {
  const message: RawMessage = { headers: [], type: '', chunks: [], bytes: 0, kept: 0 };
  let limit = -1;
  const take = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
    if (limit < 0) {
      message.type = mediaType(response.getHeader('content-type'));
      limit = limitOf(message.type);
    }
    if (typeof chunk === 'string') keep(message, Buffer.from(chunk, encodingOf(encoding)), limit);
    else keep(message, Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength), limit);
  };
  const { write, end } = response;
  response.write = function (this: Response, ...given: unknown[]) {
    take(given[0], given[1]);
    return Reflect.apply(write, response, given);
  } as typeof write;
  response.end = function (this: Response, ...given: unknown[]) {
    take(given[0], given[1]);
    return Reflect.apply(end, response, given);
  } as typeof end;
  return message;
}

export function closeAnswer(message: RawMessage, response: Response): void {
  for (const [name, value] of Object.entries(response.getHeaders()))
    for (const each of [value ?? ''].flat()) message.headers.push([name, String(each)]);
}

const encodingOf = (encoding: unknown) => (typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');

function pairs(raw: readonly string[]): Array<[string, string]> {
  const found: Array<[string, string]> = [];
  for (let at = 0; at + 1 < raw.length; at += 2) found.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return found;
}
