import { setTimeout as wait } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { ChatFault } from '../port.ts';
import { ServiceRefusal, saidIn } from './faults.ts';
import { EndedEarly } from './run.ts';
import type { SecretMask } from './secret-mask.ts';

/** Characters of one event or of an answer that is no stream. */
const eventLimit = 2 * 1024 * 1024;
/** Maximum number of messages per answer: 200,000 characters of text and as many of reasoning, one per message. */
const messageLimit = 400_000;
/** Maximum number of messages per batch. */
const batchLimit = 64;
/** Bytes of a whole stream: 200,000 characters of which each comes in a chunk of its own. */
const streamLimit = 128 * 1024 * 1024;
/** Milliseconds that the end of a body may take behind `[DONE]`. */
const drainMs = 200;

export type Message = Record<string, unknown>;

/**
 * The JSON messages of an answer as they come, in batches. Ends at `[DONE]` or with the body. An answer that is one JSON
 * and no stream is given as one chunk. Throws {@link ServiceRefusal} for an error in it, {@link ChatFault} for nonsense.
 */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
  mask: SecretMask,
): AsyncGenerator<Message[], void, undefined> {
  const decoder = new TextDecoder();
  let batch: Message[] = [];
  let count = 0;
  let isDone = false;
  let isPlain: boolean | undefined;
  const plain: string[] = [];
  let length = 0;

  const parser = createParser({
    maxBufferSize: eventLimit,
    onEvent({ event, data }) {
      if (isDone || data.trim() === '') return;
      if (data.startsWith('[DONE]')) isDone = true;
      else if (++count > messageLimit) throw new ChatFault('interrupted', `more than ${messageLimit} messages`);
      else batch.push(messageOf(data, event === 'error', mask));
    },
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') throw new ChatFault('interrupted', error.message);
    },
  });

  function take(text: string): void {
    if (isPlain === undefined && text.trim() !== '') isPlain = /^\uFEFF?[{[<]/.test(text.trimStart());
    if (isPlain) plain.push(text);
    else parser.feed(text);
    if (isPlain && length > eventLimit) throw new ChatFault('interrupted', 'an answer of too many bytes');
  }

  const reader = body.getReader();
  try {
    for await (const whole of read())
      for (let at = 0; at < whole.length; at += batchLimit) yield whole.slice(at, at + batchLimit);
  } finally {
    // A body that is read to its end leaves its connection to the next request; others take it along.
    if (isDone) await Promise.race([drained(reader), wait(drainMs)]);
    await reader.cancel().catch(() => undefined);
  }

  async function* read(): AsyncGenerator<Message[], void, undefined> {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const bytes = part.value;
      length += bytes.length;
      if (length > streamLimit) throw new ChatFault('interrupted', 'a stream of too many bytes');
      const fault = faultOf(() => take(decoder.decode(bytes, { stream: true })));
      // Messages before a fault in the same piece are delivered.
      if (batch.length > 0) yield batch;
      batch = [];
      if (fault) throw fault;
      if (isDone) return;
    }
    const last = ending();
    if (last.length > 0) yield last;
  }

  /** Messages that are known only at the end of the body. */
  function ending(): Message[] {
    if (length === 0) throw new EndedEarly('the stream ended before a byte');
    if (isPlain) return [asChunk(messageOf(plain.join(''), false, mask))];
    // The last event may lack its empty line; one that was cut off is no JSON and tells nothing.
    const fault = faultOf(() => parser.feed('\n\n'));
    if (fault instanceof ServiceRefusal) throw fault;
    return batch;
  }
}

/** Runs `work` and returns the error that it throws, or undefined. */
function faultOf(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Reads on to the end of the body. */
async function drained(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // It was told to be done before.
  }
}

function messageOf(data: string, isError: boolean, mask: SecretMask): Message {
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    // The parser's error message quotes the data, so it is not passed on.
    throw new ChatFault('interrupted', `no JSON but ${data.length} characters`);
  }
  if (typeof message !== 'object' || message === null)
    throw new ChatFault('interrupted', 'a message that is no object');
  const { error, object } = message as Message;
  const fault = error || (isError || object === 'error' ? message : undefined);
  if (fault) throw new ServiceRefusal(statusIn(fault), saidIn(fault, mask), { isInStream: true });
  return message as Message;
}

/** Errors within a stream often carry the status that they came too late for. */
function statusIn(fault: unknown): number {
  const { code, status, status_code } = fault as Record<string, unknown>;
  const number = [code, status, status_code].map(Number).find((value) => value >= 400 && value < 600);
  return number ?? 0;
}

/** A whole answer has in `message` what chunks have in `delta`. */
function asChunk(message: Message): Message {
  const { choices } = message;
  if (!Array.isArray(choices)) return message;
  return { ...message, choices: choices.map((choice: Message) => ({ ...choice, delta: choice?.message })) };
}
