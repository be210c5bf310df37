import { createParser } from 'eventsource-parser';
import { TransportError } from './transport.ts';

/**
 * End of a stream: `done` with `[DONE]`; `interrupted` without it, or with frames that cannot be read; `stopped` by the
 * reader's signal; `network` broken off; `idle` without a byte for too long; `empty` with nothing in it.
 */
export type StreamEnd = 'done' | 'interrupted' | 'stopped' | 'network' | 'idle' | 'empty';

/**
 * No stream came. `message` is `HTTP error! status: N` or `Response body is null` (docs/RULES.md R11), or what the
 * server said in place of a stream.
 */
export class NoStream extends Error {
  override readonly name = 'NoStream';
  readonly status: number;
  /** The JSON that came instead; undefined where none did. */
  readonly body: unknown;
  constructor(message: string, status: number, body?: unknown) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

export interface EventStreamOptions {
  signal?: AbortSignal;
  /** Milliseconds without a byte after which the stream is given up. */
  idleMs?: number;
  fetch?: typeof fetch;
  setTimer?: (act: () => void, milliseconds: number) => () => void;
  /** Called with every JSON message. */
  onValue: (value: unknown) => void;
  /** Called with every frame that is not JSON; the stream goes on. */
  onBadFrame?: (data: string) => void;
}

const longestSilence = 60_000;
/** Frames that cannot be read, from which on the rest is not trusted. */
const mostBadFrames = 3;
/** Characters of an answer that is no stream. */
const mostOfOther = 64 * 1024;
const endMark = '[DONE]';

/**
 * Posts JSON and reads the answer as a stream of JSON messages until `[DONE]` (docs/RULES.md R10). It never posts twice
 * and never reconnects. Resolves with how the stream ended. Throws {@link NoStream} where none came, and
 * {@link TransportError} where nothing came at all.
 */
export async function postForEvents(url: string, body: unknown, options: EventStreamOptions): Promise<StreamEnd> {
  const { signal, fetch: send = fetch } = options;
  const giveUp = new AbortController();
  const idle = idleTimer(options, () => giveUp.abort());
  try {
    const response = await open();
    if (!response.ok) {
      throw new NoStream(`HTTP error! status: ${response.status}`, response.status, await otherAnswer(response));
    }
    if (response.body === null) throw new NoStream('Response body is null', response.status);
    if (!/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')) {
      const answer = await otherAnswer(response);
      const said = messageIn(answer);
      if (said !== undefined) throw new NoStream(said, response.status, answer);
      return 'interrupted';
    }
    return await read(response.body.getReader());
  } finally {
    idle.stop();
  }

  async function open(): Promise<Response> {
    try {
      return await send(url, {
        method: 'POST',
        credentials: 'include',
        headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, giveUp.signal]) : giveUp.signal,
      });
    } catch (error) {
      if (signal?.aborted) throw new TransportError('aborted', error);
      throw new TransportError(giveUp.signal.aborted ? 'timeout' : 'network', error);
    }
  }

  async function read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<StreamEnd> {
    const frames = frameReader(options);
    const decoder = new TextDecoder();
    try {
      while (!frames.isDone()) {
        const { done, value } = await reader.read();
        idle.restart();
        frames.feed(done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true }));
        if (done) return frames.end();
      }
      return frames.end();
    } catch (error) {
      if (!isOfReading(error, frames)) throw error;
      if (signal?.aborted) return 'stopped';
      return giveUp.signal.aborted ? 'idle' : 'network';
    } finally {
      void reader.cancel().catch(() => undefined);
    }
  }
}

/** Errors of a listener are not errors of the network. */
const isOfReading = (error: unknown, frames: { fault: () => unknown }) => frames.fault() !== error;

/** Makes JSON messages of the text of a stream: frames as of server-sent events, their lines by docs/RULES.md R10. */
function frameReader({ onValue, onBadFrame }: EventStreamOptions) {
  let isDone = false;
  let values = 0;
  let bad = 0;
  let isLastBad = false;
  let fault: unknown;
  const parser = createParser({ onEvent: ({ data }) => guarded(() => takeFrame(data)) });

  function guarded(act: () => void) {
    try {
      act();
    } catch (error) {
      fault = error;
      throw error;
    }
  }

  /** A frame of several lines is one message where it reads as one, else a message per line. */
  function takeFrame(data: string) {
    if (isDone || takeMessage(data)) return;
    const lines = data.split('\n');
    if (lines.length === 1) return noteBad(data);
    for (const line of lines) if (!isDone && line.trim() !== '' && !takeMessage(line)) noteBad(line);
  }

  function takeMessage(data: string): boolean {
    if (data.trim() === endMark) {
      isDone = true;
      return true;
    }
    const parsed = parsedJson(data);
    if (!parsed) return false;
    values += 1;
    isLastBad = false;
    onValue(parsed.value);
    return true;
  }

  function noteBad(data: string) {
    bad += 1;
    isLastBad = true;
    onBadFrame?.(data);
  }

  return {
    feed: (text: string) => parser.feed(text),
    isDone: () => isDone,
    fault: () => fault,
    end(): StreamEnd {
      if (bad >= mostBadFrames || isLastBad) return 'interrupted';
      if (isDone) return 'done';
      return values === 0 ? 'empty' : 'interrupted';
    },
  };
}

function parsedJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The beginning of an answer that is no stream, as JSON; undefined where it is none. */
async function otherAnswer(response: Response): Promise<unknown> {
  if (response.body === null) return undefined;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < mostOfOther) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    return parsedJson(text)?.value;
  } catch {
    return undefined;
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** Message of an error object, in the envelope's form or that of model services. */
function messageIn(answer: unknown): string | undefined {
  const { error } = (answer ?? {}) as { error?: unknown };
  if (typeof error === 'string' && error !== '') return error;
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' && message !== '' ? message : undefined;
}

function idleTimer({ idleMs = longestSilence, setTimer = timer }: EventStreamOptions, act: () => void) {
  let stop = setTimer(act, idleMs);
  return {
    restart() {
      stop();
      stop = setTimer(act, idleMs);
    },
    stop: () => stop(),
  };
}

function timer(act: () => void, milliseconds: number) {
  const handle = setTimeout(act, milliseconds);
  return () => clearTimeout(handle);
}
