import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import vectors from '../../tests/fixtures/event-stream.json' with { type: 'json' };
import { type EventStreamOptions, NoStream, postForEvents, type StreamEnd } from './event-stream.ts';

interface Vector {
  name: string;
  chunks: string[];
  values: unknown[];
  end: string;
}

const utf8 = new TextEncoder();

function streamOf(pieces: Uint8Array[], { isOpen = false } = {}) {
  let canceled = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      if (!isOpen) controller.close();
    },
    cancel() {
      canceled = true;
    },
  });
  return { body, wasCanceled: () => canceled };
}

async function readFrom(response: Response, options: Partial<EventStreamOptions> = {}) {
  const values: unknown[] = [];
  const end: StreamEnd = await postForEvents(
    '/api/ai/gptTalkStream',
    { message: '你好' },
    {
      fetch: async () => response,
      onValue: (value) => values.push(simple(value)),
      onBadFrame: () => values.push('bad'),
      ...options,
    },
  );
  return { values, end };
}

/** Vectors name what stands under `a`. */
const simple = (value: unknown) =>
  typeof value === 'object' && value !== null && 'a' in value ? (value as { a: unknown }).a : value;

const events = (body: BodyInit | null, init: ResponseInit = {}) =>
  new Response(body, { ...init, headers: { 'content-type': 'text/event-stream; charset=utf-8', ...init.headers } });

const cut = (bytes: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) => bytes.slice(place * size, (place + 1) * size));

const own: Vector[] = [
  {
    name: 'CRLF cut between its two',
    chunks: ['data: {"a":1}\r', '\n\r', '\ndata: [DONE]\r\n\r\n'],
    values: [1],
    end: 'done',
  },
  {
    name: 'two data lines are one message',
    chunks: ['data: {"a":\ndata: 1}\n\ndata: [DONE]\n\n'],
    values: [1],
    end: 'done',
  },
  { name: 'first data line empty', chunks: ['data:\ndata: {"a":1}\n\ndata: [DONE]\n\n'], values: [1], end: 'done' },
  {
    name: 'one break between messages',
    chunks: ['data: {"a":1}\ndata: {"a":2}\ndata: [DONE]\n'],
    values: [1, 2],
    end: 'done',
  },
  {
    name: 'one break, one of them broken',
    chunks: ['data: {"a":1}\ndata: {oops\ndata: {"a":3}\n\ndata: [DONE]\n\n'],
    values: [1, 'bad', 3],
    end: 'done',
  },
  { name: 'BOM', chunks: ['\uFEFFdata: {"a":1}\n\ndata: [DONE]\n\n'], values: [1], end: 'done' },
  { name: 'many blank lines', chunks: ['\n\n\ndata: {"a":1}\n\n\n\n\ndata: [DONE]\n\n'], values: [1], end: 'done' },
  {
    name: 'mixed ends of lines',
    chunks: ['data: {"a":1}\r\n\r\ndata: {"a":2}\n\ndata: [DONE]\r\r'],
    values: [1, 2],
    end: 'done',
  },
  {
    name: 'letters of four bytes',
    chunks: ['data: {"a":"檐𠮷😀"}\n\ndata: [DONE]\n\n'],
    values: ['檐𠮷😀'],
    end: 'done',
  },
  { name: 'end without the mark', chunks: ['data: {"a":1}\n\n'], values: [1], end: 'interrupted' },
  { name: 'nothing', chunks: [''], values: [], end: 'empty' },
  { name: 'keep-alive alone', chunks: [': ping\n\n: ping\n\n'], values: [], end: 'empty' },
  {
    name: 'three broken frames',
    chunks: ['data: x\n\ndata: y\n\ndata: z\n\ndata: {"a":1}\n\ndata: [DONE]\n\n'],
    values: ['bad', 'bad', 'bad', 1],
    end: 'interrupted',
  },
  {
    name: 'the last frame broken',
    chunks: ['data: {"a":1}\n\ndata: {oops\n\ndata: [DONE]\n\n'],
    values: [1, 'bad'],
    end: 'interrupted',
  },
];

describe.each([...(vectors as Vector[]), ...own])('stream: $name', ({ chunks, values, end }) => {
  it('as it was cut', async () => {
    expect(await readFrom(events(streamOf(chunks.map((chunk) => utf8.encode(chunk))).body))).toEqual({ values, end });
  });

  it.each([1, 2, 3, 7])('in pieces of %d bytes', async (size) => {
    const bytes = utf8.encode(chunks.join(''));
    expect(await readFrom(events(streamOf(cut(bytes, size)).body))).toEqual({ values, end });
  });

  it('cut in two at every byte', async () => {
    const bytes = utf8.encode(chunks.join(''));
    for (let at = 0; at <= bytes.length; at += 1) {
      const pieces = [bytes.slice(0, at), bytes.slice(at)];
      expect(await readFrom(events(streamOf(pieces).body)), `cut at ${at}`).toEqual({ values, end });
    }
  });
});

describe('what is no stream', () => {
  it('a status that is not OK throws the message of docs/RULES.md R11, with what the server said', async () => {
    const body = { error: { reason: 'ticket.short', message: '对话券不足' } };
    const refused = readFrom(Response.json(body, { status: 409 }));
    await expect(refused).rejects.toThrow(/^HTTP error! status: 409$/);
    await expect(refused).rejects.toMatchObject({ status: 409, body });
    const page = readFrom(new Response('<html>Bad Gateway</html>', { status: 502 }));
    await expect(page).rejects.toThrow(/^HTTP error! status: 502$/);
    await expect(page).rejects.toMatchObject({ body: undefined });
  });

  it('no body throws the other one', async () => {
    await expect(readFrom(events(null))).rejects.toThrow(/^Response body is null$/);
  });

  it('JSON with an error says that error, anything else is an interruption', async () => {
    const refused = readFrom(Response.json({ error: { message: '模型已停用' } }));
    await expect(refused).rejects.toBeInstanceOf(NoStream);
    await expect(refused).rejects.toThrow('模型已停用');
    expect(await readFrom(new Response('<html>login</html>', { headers: { 'content-type': 'text/html' } }))).toEqual({
      values: [],
      end: 'interrupted',
    });
    expect(await readFrom(new Response('x'.repeat(5_000_000), { headers: { 'content-type': 'text/plain' } }))).toEqual({
      values: [],
      end: 'interrupted',
    });
  });

  it('no answer at all is a failure of the transport', async () => {
    const none = readFrom(events(''), { fetch: () => Promise.reject(new TypeError('fetch failed')) });
    await expect(none).rejects.toMatchObject({ name: 'TransportError', kind: 'network' });
  });
});

describe('ends', () => {
  const first = utf8.encode('data: {"a":1}\n\n');

  it('reads nothing after the mark, and lets the connection go', async () => {
    const { body, wasCanceled } = streamOf([utf8.encode('data: {"a":1}\n\ndata: [DONE]\n\ndata: {"a":9}\n\n')], {
      isOpen: true,
    });
    expect(await readFrom(events(body))).toEqual({ values: [1], end: 'done' });
    expect(wasCanceled()).toBe(true);
  });

  it('a broken connection keeps what came', async () => {
    let isFirstSent = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (!isFirstSent) controller.enqueue(first);
        else controller.error(new TypeError('terminated'));
        isFirstSent = true;
      },
    });
    expect(await readFrom(events(body))).toEqual({ values: [1], end: 'network' });
  });

  it('a stop and a silence end the request itself: the server sees it close', async () => {
    let closes = 0;
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"a":1}\n\n');
      response.on('close', () => {
        closes += 1;
        closed?.();
      });
    });
    let closed: (() => void) | undefined;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const nextClose = () => new Promise<void>((resolve) => (closed = resolve));

    const stop = new AbortController();
    let gone = nextClose();
    const onValue = () => stop.abort();
    expect(await postForEvents(url, {}, { signal: stop.signal, onValue })).toBe('stopped');
    await gone;

    gone = nextClose();
    let isSilent: (() => void) | undefined;
    const setTimer = (act: () => void, milliseconds: number) => {
      expect(milliseconds).toBe(60_000);
      isSilent = act;
      return () => undefined;
    };
    expect(
      await postForEvents(url, {}, { setTimer, onValue: () => queueMicrotask(() => setImmediate(() => isSilent?.())) }),
    ).toBe('idle');
    await gone;
    expect(closes).toBe(2);
    server.close();
  });

  it('what a listener throws is not taken for the network', async () => {
    const failing = readFrom(events(streamOf([first]).body), {
      onValue: () => {
        throw new Error('a fault of the page');
      },
    });
    await expect(failing).rejects.toThrow('a fault of the page');
  });
});

it('4 MB in one line, in pieces of a kilobyte, and 50,000 small messages are read whole', async () => {
  const long = 'x'.repeat(4 * 1024 * 1024);
  const pieces = cut(utf8.encode(`data: {"a":"${long}"}\n\ndata: [DONE]\n\n`), 1024);
  const { values, end } = await readFrom(events(streamOf(pieces).body));
  expect([(values[0] as string).length, end]).toEqual([long.length, 'done']);

  const many = Array.from({ length: 50_000 }, (_, place) => `data: {"a":${place}}\n\n`).join('');
  const all = await readFrom(events(streamOf(cut(utf8.encode(`${many}data: [DONE]\n\n`), 16_384)).body));
  expect(all.values).toEqual(Array.from({ length: 50_000 }, (_, place) => place));
});
