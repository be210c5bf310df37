import { setTimeout } from 'node:timers/promises';
import type { Response } from 'express';
import { failureEnvelope } from '#shared/contract/envelope';
import { ProductError, retryAfterOf } from '#shared/errors';
import type { Fault } from '../fault-contract.ts';

const pieces = 16;
/** Time for what was written to leave before the connection breaks, milliseconds. */
const leavingMs = 20;
const doneMark = 'data: [DONE]\n\n';

const isStream = (response: Response): boolean =>
  String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');

/** Sends the answer of a rule of the kind `status` in place of the product's. */
export function answerStatus(response: Response, { status = 500, body, retryAfter }: Fault): void {
  const seconds = retryAfter ?? retryAfterOf(status);
  if (seconds !== undefined) response.set('retry-after', String(seconds));
  response.set('cache-control', 'no-store').status(status);
  if (typeof body === 'string') response.type('text/plain').send(body);
  else response.json(body === undefined ? failureFor(response) : body);
}

/** An error of the product, in the dialect of the console for its calls. */
function failureFor(response: Response): object {
  const error = new ProductError('server.internal');
  if (!response.req.path.startsWith('/api/admin/v1')) return failureEnvelope(error);
  return { statusCode: response.statusCode, message: error.message, reason: error.reason, errors: {} };
}

/** Changes how the answer arrives. Streams of events are changed piece by piece, other answers as a whole. */
export function spoil(response: Response, kind: Fault['kind'], ms: number): void {
  if (kind === 'stall') through(response, stalled);
  else if (kind === 'truncated') through(response, truncated);
  else if (kind === 'drip') through(response, dripping(ms));
  else if (kind === 'no_done') through(response, withoutMark);
}

interface Wire {
  response: Response;
  write(bytes: Buffer): void;
  end(): void;
}

/** Gets the pieces of an answer in their order; `isLast` with the end, which may bring none. */
type Spoiler = (wire: Wire) => (bytes: Buffer, isLast: boolean) => void;

function through(response: Response, spoiler: Spoiler): void {
  const write = response.write.bind(response) as (chunk: Buffer) => boolean;
  const end = response.end.bind(response) as () => Response;
  const take = spoiler({ response, write: (bytes) => void (bytes.length > 0 && write(bytes)), end });
  response.write = ((chunk: unknown, encoding: unknown) => {
    take(bytesOf(chunk, encoding), false);
    return true;
  }) as Response['write'];
  response.end = ((chunk: unknown, encoding: unknown) => {
    take(bytesOf(chunk, encoding), true);
    return response;
  }) as Response['end'];
}

function bytesOf(chunk: unknown, encoding: unknown): Buffer {
  if (chunk === undefined || chunk === null || typeof chunk === 'function') return Buffer.alloc(0);
  if (typeof chunk !== 'string') return Buffer.from(chunk as Uint8Array);
  return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
}

const firstHalf = (bytes: Buffer): Buffer => bytes.subarray(0, Math.max(1, bytes.length >> 1));

/** The first event of a stream, or half of the first piece of anything else; then nothing, and no end. */
const stalled: Spoiler = ({ response, write }) => {
  let isSilent = false;
  return (bytes) => {
    if (!isSilent) write(isStream(response) ? bytes : firstHalf(bytes));
    isSilent = true;
  };
};

/** Half of the first event of a stream, or of the whole answer, whose length was promised; then the connection breaks. */
const truncated: Spoiler = ({ response, write }) => {
  const chunks: Buffer[] = [];
  let isBroken = false;
  const breakAfter = async (bytes: Buffer) => {
    isBroken = true;
    write(firstHalf(bytes));
    await setTimeout(leavingMs);
    response.socket?.destroy();
  };
  return (bytes, isLast) => {
    if (isBroken) return;
    if (isStream(response)) return void breakAfter(bytes);
    chunks.push(bytes);
    if (!isLast) return;
    const body = Buffer.concat(chunks);
    if (!response.headersSent) response.setHeader('content-length', body.length);
    void breakAfter(body);
  };
};

/** Everything in small pieces: each event of a stream, or the whole of any other answer, takes `ms`. */
const dripping =
  (ms: number): Spoiler =>
  ({ response, write, end }) => {
    const chunks: Buffer[] = [];
    let sent = Promise.resolve();
    const send = async (bytes: Buffer) => {
      const size = Math.max(1, Math.ceil(bytes.length / pieces));
      for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
        write(bytes.subarray(at, at + size));
        await setTimeout(ms / pieces);
      }
    };
    return (bytes, isLast) => {
      chunks.push(bytes);
      if (!isLast && !isStream(response)) return;
      const whole = Buffer.concat(chunks.splice(0));
      if (isLast && !response.headersSent) response.setHeader('content-length', whole.length);
      sent = sent.then(() => send(whole)).then(() => void (isLast && end()));
    };
  };

const withoutMark: Spoiler =
  ({ write, end }) =>
  (bytes, isLast) => {
    write(Buffer.from(bytes.toString('latin1').replaceAll(doneMark, ''), 'latin1'));
    if (isLast) end();
  };
