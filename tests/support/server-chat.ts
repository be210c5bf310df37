import type { ChatEvent, ChatModel, ChatSend } from '#shared/contract/chat';
import type { ChatAdapter, ChatFault, ChatPart, ChatRequest } from '../../mock-server/adapters/chat/port.ts';
import type { Timers } from '../../mock-server/timers.ts';
import type { RawAnswer, Visitor } from './server-visitor.ts';

/** An answer that the test writes. */
export interface Dictation {
  request: ChatRequest;
  say(...texts: string[]): void;
  put(...parts: ChatPart[]): void;
  end(why?: 'stop' | 'length' | 'filter'): void;
  fail(fault: ChatFault | Error): void;
}

export interface TestModels extends ChatAdapter {
  /** The answers that were asked for, in order. */
  readonly asked: readonly Dictation[];
  /** The answer that is asked for as number `index`, now or later. */
  nth(index: number): Promise<Dictation>;
  /** Sets the answer to all further requests. */
  answerBy(answer: ((request: ChatRequest) => AsyncIterable<ChatPart>) | undefined): void;
}

const model = (id: string, change: Partial<ChatModel>): ChatModel => ({
  id,
  title: id,
  note: '',
  isOffline: false,
  isPriced: false,
  canThinkDeeply: false,
  canSeePictures: false,
  ...change,
});

/** Two models whose answers the test dictates: `free`, which is the default, and `paid`. */
export function createTestModels(): TestModels {
  const asked: Dictation[] = [];
  let lookers: Array<() => void> = [];
  let answer: ((request: ChatRequest) => AsyncIterable<ChatPart>) | undefined;

  async function* dictated(request: ChatRequest): AsyncIterable<ChatPart> {
    const queue: Array<ChatPart | Error> = [];
    let wake: () => void = () => undefined;
    const add = (...items: Array<ChatPart | Error>) => {
      queue.push(...items);
      wake();
    };
    asked.push({
      request,
      say: (...texts) => add(...texts.map((text) => ({ type: 'text' as const, text }))),
      put: add,
      end: (why = 'stop') => add({ type: 'end', why }),
      fail: add,
    });
    const waiting = lookers;
    lookers = [];
    for (const look of waiting) look();
    request.signal.addEventListener('abort', () => wake());
    for (;;) {
      while (queue.length === 0 && !request.signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      request.signal.throwIfAborted();
      const item = queue.shift();
      if (item instanceof Error) throw item;
      if (item) yield item;
      if (item?.type === 'end') return;
    }
  }

  return {
    name: 'test',
    models: () => [
      model('free', { title: '免费模型' }),
      model('paid', { title: '付费模型', isPriced: true, canThinkDeeply: true, canSeePictures: true }),
    ],
    answer: (request) => (answer ?? dictated)(request),
    close: async () => undefined,
    asked,
    async nth(index) {
      while (!asked[index]) await new Promise<void>((resolve) => lookers.push(resolve));
      return asked[index];
    },
    answerBy(next) {
      answer = next;
    },
  };
}

export interface TestTimers extends Timers {
  /** Lets time go by; what became due is done. */
  pass(ms: number): void;
}

export function createTestTimers(): TestTimers {
  let now = 0;
  let due: Array<{ at: number; act: () => void }> = [];
  return {
    after(ms, act) {
      const entry = { at: now + ms, act };
      due.push(entry);
      return () => {
        due = due.filter((each) => each !== entry);
      };
    },
    pass(ms) {
      now += ms;
      const ripe = due.filter(({ at }) => at <= now);
      due = due.filter(({ at }) => at > now);
      for (const { act } of ripe) act();
    },
  };
}

export interface ChatStream {
  response: Response;
  /** Every message that came so far. */
  readonly events: readonly ChatEvent[];
  /** Blocks that are none: comments and `[DONE]`. */
  readonly other: readonly string[];
  /** Text of all deltas together. */
  readonly text: string;
  /** Resolves with the first message like this, now or later. Rejects when the stream ends without one. */
  until(isWanted: (event: ChatEvent) => boolean): Promise<ChatEvent>;
  /** Resolves once the deltas together are this. */
  untilText(text: string): Promise<void>;
  /** Resolves when the server has ended the stream; rejects when it broke off. */
  ended: Promise<void>;
  /** Goes away in the middle. */
  leave(): void;
}

const json = (send: ChatSend) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(send),
});

/** Answer to a refused send, before any stream. */
export async function refusedStream(visitor: Visitor, send: unknown): Promise<RawAnswer> {
  const { headers, body } = json(send as ChatSend);
  return visitor.raw('POST', '/api/ai/gptTalkStream', headers, body);
}

export async function openChatStream(visitor: Visitor, send: ChatSend): Promise<ChatStream> {
  const stop = new AbortController();
  const response = await visitor.fetch('/api/ai/gptTalkStream', { ...json(send), signal: stop.signal });
  if (!response.ok || !response.body)
    throw new Error(`the stream answered ${response.status}: ${await response.text()}`);
  const body = response.body;
  const events: ChatEvent[] = [];
  const other: string[] = [];
  let lookers: Array<() => void> = [];
  let isOver = false;
  const lookAgain = () => {
    const waiting = lookers;
    lookers = [];
    for (const look of waiting) look();
  };

  async function read(): Promise<void> {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.startsWith('data: {')) events.push(JSON.parse(block.slice(6)) as ChatEvent);
        else other.push(block);
      }
      lookAgain();
    }
  }

  const ended = read()
    .catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    })
    .finally(() => {
      isOver = true;
      lookAgain();
    });
  ended.catch(() => undefined);
  const saidSoFar = () => events.map(({ delta }) => delta).join('');

  async function untilTrue(isSo: () => boolean, what: () => string): Promise<void> {
    while (!isSo()) {
      if (isOver) throw new Error(`the stream ended before ${what()}`);
      await new Promise<void>((resolve) => lookers.push(resolve));
    }
  }

  return {
    response,
    events,
    other,
    get text() {
      return saidSoFar();
    },
    async until(isWanted) {
      await untilTrue(
        () => events.some(isWanted),
        () => 'what was waited for',
      );
      return events.find(isWanted) as ChatEvent;
    },
    untilText: (text) =>
      untilTrue(
        () => saidSoFar() === text,
        () => `"${text}": "${saidSoFar()}"`,
      ),
    ended,
    leave: () => stop.abort(),
  };
}
