import type { Request, Response } from 'express';

/** Body of a request or an answer, as far as it is kept. */
export interface RecordedBody {
  /** Media type without its parameters, in small letters. */
  type: string;
  /** In the order in which they went over the wire; texts are UTF-8. */
  chunks: Array<Buffer | string>;
  /** Length of the whole body. */
  bytes: number;
  /** Bytes of the body that were kept. */
  kept: number;
}

/** One side of an exchange as it went over the wire. */
export interface RawMessage {
  headers: Array<[name: string, value: string]>;
  body: Readonly<RecordedBody>;
}

interface Kind {
  type: string;
  /** Most bytes that are kept of a body of this kind. */
  limit: number;
}

/** Most that is kept of a text, and of an upload, bytes. */
const longestText = 64 * 1024;
const longestUpload = 4 * 1024 * 1024;
/** Kinds of answers that are remembered by their headers; products send some dozens. */
const mostKinds = 200;

/** Body of messages that have none. */
export const noBody: Readonly<RecordedBody> = Object.freeze({ type: '', chunks: [], bytes: 0, kept: 0 });

const isText = (type: string) => /^(?:text\/(?!css|javascript)|application\/(?:.*json|.*xml|x-www-form))/.test(type);

/** Reads a Content-Type header. */
function readKind(header: string): Kind {
  const type = (header.split(';')[0] ?? '').trim().toLowerCase();
  return { type, limit: type.startsWith('multipart/') ? longestUpload : isText(type) ? longestText : 0 };
}

const kinds = new Map<string, Kind>();

function kindOf(header: string): Kind {
  const found = kinds.get(header);
  if (found) return found;
  const kind = readKind(header);
  if (kinds.size < mostKinds) kinds.set(header, kind);
  return kind;
}

function keep(body: RecordedBody, chunk: Buffer, limit: number): void {
  body.bytes += chunk.length;
  const room = Math.min(limit - body.kept, chunk.length);
  if (room <= 0) return;
  // A piece of a larger buffer would hold all of it in memory.
  body.chunks.push(room < chunk.length ? Buffer.from(chunk.subarray(0, room)) : chunk);
  body.kept += room;
}

/** A text is kept as it is where there is room, since making bytes of it takes longer than all else. */
function keepText(body: RecordedBody, text: string, limit: number): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > limit - body.kept) keep(body, Buffer.from(text), limit);
  else if (bytes > 0) {
    body.bytes += bytes;
    body.kept += bytes;
    body.chunks.push(text);
  }
}

/** The kept part of a body. */
export function bytesOf({ chunks }: Readonly<RecordedBody>): Buffer {
  return Buffer.concat(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)));
}

/** Keeps what a request brings, whoever reads it and however; reads nothing itself. */
export function recordRequest(request: Request): Readonly<RecordedBody> {
  const { 'content-length': length = '0', 'transfer-encoding': coding, 'content-type': type = '' } = request.headers;
  // Such a request has no body, whatever its method.
  if (length === '0' && coding === undefined) return type === '' ? noBody : { ...noBody, type: readKind(type).type };
  const kind = readKind(type);
  const body: RecordedBody = { type: kind.type, chunks: [], bytes: 0, kept: 0 };
  // Bytes that arrived before this listener are in the stream's buffer: they are read and put back.
  const early = request.readableLength > 0 ? (request.read() as Buffer | null) : null;
  if (early) {
    request.unshift(early);
    keep(body, early, kind.limit);
  }
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (Buffer.isBuffer(chunk)) keep(body, chunk, kind.limit);
    return push(chunk, encoding);
  };
  return body;
}

/** Keeps the body of an answer before it is compressed. */
export function recordAnswer(response: Response): Readonly<RecordedBody> {
  const body: RecordedBody = { type: '', chunks: [], bytes: 0, kept: 0 };
  let limit = -1;
  const take = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
    if (limit < 0) ({ type: body.type, limit } = kindOf(String(response.getHeader('content-type') ?? '')));
    if (typeof chunk !== 'string') keep(body, Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength), limit);
    else if (isUtf8(encoding)) keepText(body, chunk, limit);
    else keep(body, Buffer.from(chunk, encoding as BufferEncoding), limit);
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
  return body;
}

const isUtf8 = (encoding: unknown) => typeof encoding !== 'string' || /^utf-?8$/i.test(encoding);

/** Names of the headers of an answer, each followed by its value. */
export function answerHeaders(response: Response): Array<string | number | string[]> {
  const headers: Array<string | number | string[]> = [];
  for (const name of response.getHeaderNames()) headers.push(name, response.getHeader(name) ?? '');
  return headers;
}

/** Pairs of names and values that stand in turn; a header that is set several times stands several times. */
export function pairsOf(headers: ReadonlyArray<string | number | string[]>): Array<[name: string, value: string]> {
  const found: Array<[string, string]> = [];
  for (let at = 0; at + 1 < headers.length; at += 2)
    for (const value of [headers[at + 1] ?? ''].flat()) found.push([String(headers[at]), String(value)]);
  return found;
}
