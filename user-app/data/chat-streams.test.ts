import { beforeEach, describe, expect, it } from 'vitest';
import type { StreamEnd } from '#shared/client/event-stream';
import type { ChatMessage, ChatSend, Conversation } from '#shared/contract/chat';
import { type ChatPorts, ChatStreams, type ConversationDetail, shownLength } from './chat-streams';
import { choicesFor, pathOf, siblingsOf } from './chat-tree';

const conversation = (conversationId = 'c1'): Conversation => ({
  conversationId,
  title: '展厅',
  isPinned: false,
  isRunning: false,
  messages: 2,
  excerpt: '',
  createdAt: 1,
  updatedAt: 1,
});

const message = (messageId: string, patch: Partial<ChatMessage> = {}): ChatMessage => ({
  messageId,
  parentId: null,
  role: 'assistant',
  text: '',
  reasoning: '',
  state: 'done',
  error: null,
  model: 'offline',
  modelTitle: '离线助手',
  isDeep: false,
  attachments: [],
  pictures: [],
  sources: [],
  cards: [],
  rating: null,
  cost: 0,
  canContinue: false,
  createdAt: 1,
  finishedAt: null,
  ...patch,
});

const question = message('q1', { role: 'user', text: '展厅用什么灯光？' });
const answer = message('a1', { parentId: 'q1', state: 'queued' });
const firstEvent = { conversationId: 'c1', messageId: 'a1', delta: '', question, answer, conversation: conversation() };
const delta = (text: string) => ({ conversationId: 'c1', messageId: 'a1', delta: text });

interface Post {
  send: ChatSend;
  say: (value: unknown) => void;
  end: (end: StreamEnd) => void;
  fail: (error: Error) => void;
  signal: AbortSignal;
}

function world() {
  const posts: Post[] = [];
  const timers: Array<{ act: () => void; milliseconds: number }> = [];
  const frames: Array<() => void> = [];
  const reads: string[] = [];
  const changed: string[] = [];
  let onServer: ConversationDetail | Error = new Error('nobody asked yet');
  let now = 0;
  const ports: ChatPorts = {
    post: (send, { onValue, signal }) =>
      new Promise((resolve, reject) => {
        posts.push({ send, say: onValue, end: resolve, fail: reject, signal: signal as AbortSignal });
      }),
    readDetail: async (conversationId) => {
      reads.push(conversationId);
      if (onServer instanceof Error) throw onServer;
      return onServer;
    },
    stop: async () => message('a1', { parentId: 'q1', state: 'stopped', text: '用重点' }),
    whenReachable: async () => undefined,
    newKey: () => `key-${posts.length}`,
    now: () => now,
    setTimer(act, milliseconds) {
      const timer = { act, milliseconds };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
    },
    nextFrame(act) {
      frames.push(act);
      return () => frames.splice(0);
    },
    onChange: (conversationId) => changed.push(conversationId),
  };
  return {
    chat: new ChatStreams(ports),
    posts,
    timers,
    reads,
    changed,
    knows: (detail: ConversationDetail | Error) => {
      onServer = detail;
    },
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    draw() {
      for (const act of frames.splice(0)) act();
    },
    drawAll() {
      for (let count = 0; count < 200 && frames.length > 0; count += 1) this.draw();
    },
  };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

let here: ReturnType<typeof world>;
const only = () => here.posts.at(-1) as Post;
const textOf = (messageId: string) =>
  here.chat.detail('c1')?.messages.find((known) => known.messageId === messageId)?.text;

beforeEach(() => {
  here = world();
});

async function sent() {
  const sending = here.chat.send({ message: question.text });
  only().say(firstEvent);
  return sending;
}

describe('a question', () => {
  it('is there with its empty answer as soon as the server has stored it', async () => {
    expect(await sent()).toEqual({ conversationId: 'c1', messageId: 'a1' });
    expect(here.chat.detail('c1')?.messages).toEqual([question, answer]);
    expect(here.chat.detail('c1')?.conversation.isRunning).toBe(true);
  });

  it('that was refused is not kept, and the same again within a minute is the same request', async () => {
    const refused = here.chat.send({ message: '你好' });
    only().fail(new Error('网络连接失败'));
    await expect(refused).rejects.toThrow('网络连接失败');
    const key = only().send.requestId;

    here.pass(59_000);
    void here.chat.send({ message: '你好' }).catch(() => undefined);
    expect(only().send.requestId).toBe(key);
    only().fail(new Error('网络连接失败'));
    await settled();

    void here.chat.send({ message: '你好！' }).catch(() => undefined);
    expect(only().send.requestId).not.toBe(key);
    only().fail(new Error('网络连接失败'));
    await settled();
    const later = only().send.requestId;
    here.pass(60_001);
    void here.chat.send({ message: '你好！' }).catch(() => undefined);
    expect(only().send.requestId).not.toBe(later);
  });
});

describe('an answer', () => {
  it('grows by frames and is whole at its end', async () => {
    await sent();
    const text = '展厅以重点照明为主，环境光压低。'.repeat(4);
    for (const letter of text) only().say(delta(letter));
    expect(textOf('a1')).toBe('');
    here.draw();
    const first = textOf('a1') ?? '';
    expect(first.length).toBe(Math.ceil(text.length / 8));
    expect(text.startsWith(first)).toBe(true);

    const done = { ...answer, text, state: 'done' as const, finishedAt: 9 };
    only().say({ ...delta(''), answer: done });
    only().end('done');
    await settled();
    here.draw();
    expect(here.chat.detail('c1')?.messages).toEqual([question, done]);
    expect(here.chat.detail('c1')?.conversation.isRunning).toBe(false);
    expect([here.posts.length, here.reads]).toEqual([1, []]);
    expect(here.changed).toEqual(['c1', 'c1']);
  });

  it('whose connection breaks is read from the server, and followed there until it has ended', async () => {
    await sent();
    here.chat.watch('c1');
    only().say(delta('用重点'));
    const running = message('a1', { parentId: 'q1', state: 'streaming', text: '用重点照明' });
    here.knows({ conversation: conversation(), messages: [question, running] });
    only().end('network');
    await settled();
    here.drawAll();
    expect([here.chat.fault('a1'), textOf('a1'), here.reads]).toEqual(['network', '用重点照明', ['c1']]);

    const [poll] = here.timers;
    expect(poll?.milliseconds).toBe(2000);
    const done = { ...running, text: '用重点照明，环境光压低。', state: 'done' as const };
    here.knows({ conversation: conversation(), messages: [question, done] });
    here.timers.splice(0);
    poll?.act();
    await settled();
    expect([here.chat.fault('a1'), textOf('a1')]).toEqual([undefined, done.text]);
    expect([here.timers, here.posts.length]).toEqual([[], 1]);
  });

  it('that a reload or another tab finds half written is followed without a post', async () => {
    here.knows({ conversation: conversation(), messages: [question, { ...answer, state: 'streaming', text: '用' }] });
    const leave = here.chat.watch('c1');
    await here.chat.load('c1');
    expect(here.timers).toHaveLength(1);
    leave();
    expect(here.timers).toHaveLength(0);
    here.chat.watch('c1');
    expect([here.timers.length, here.posts.length]).toEqual([1, 0]);
  });

  it('that is stopped keeps what was written, and its connection is let go', async () => {
    await sent();
    only().say(delta('用重点'));
    await here.chat.stop('a1');
    expect(only().signal.aborted).toBe(true);
    only().end('stopped');
    await settled();
    here.drawAll();
    expect(here.chat.detail('c1')?.messages.at(-1)).toMatchObject({ state: 'stopped', text: '用重点' });
  });

  it('is not lost to a list that the server made before the question', async () => {
    here.knows({ conversation: conversation(), messages: [] });
    await sent();
    await here.chat.load('c1');
    expect(here.chat.detail('c1')?.messages).toEqual([question, answer]);
  });

  it('of more than 40,000 characters is shown five times a second', async () => {
    await sent();
    only().say(delta('墙'.repeat(41_000)));
    here.pass(1_000);
    here.draw();
    expect(textOf('a1')).toHaveLength(41_000);
    only().say(delta('地'.repeat(100)));
    here.pass(16);
    here.draw();
    expect(textOf('a1')).toHaveLength(41_000);
    here.pass(190);
    here.draw();
    expect(textOf('a1')).toHaveLength(41_100);
  });
});

describe('how much of a growing text is shown', () => {
  it('never cuts what is drawn as one', () => {
    const family = '👨‍👩‍👧‍👦';
    const text = `墙${family}地🇨🇳e\u0301檐`;
    const parts = ['墙', family, '地', '🇨🇳', 'e\u0301', '檐'];
    const whole = parts.map((_, count) => parts.slice(0, count + 1).join('').length);
    const ends: number[] = [];
    for (let shown = 0; shown < text.length; ) {
      shown = shownLength(text, shown, false);
      ends.push(shown);
    }
    expect(ends.filter((end) => !whole.includes(end))).toEqual([]);
    expect(ends.length).toBeGreaterThan(3);
    expect(ends.at(-1)).toBe(text.length);
  });

  it('is everything once nothing more comes, and follows a text that was cut', () => {
    expect(shownLength('一二三四五六七八九十', 0, true)).toBe(10);
    expect(shownLength('一二', 10, false)).toBe(2);
  });
});

describe('versions', () => {
  const messages = [
    message('q1', { role: 'user' }),
    message('a1', { parentId: 'q1' }),
    message('q2', { parentId: 'a1', role: 'user' }),
    message('a2', { parentId: 'q2' }),
    message('a1b', { parentId: 'q1' }),
    message('q1b', { role: 'user' }),
    message('a3', { parentId: 'q1b' }),
  ];
  const ids = (path: readonly ChatMessage[]) => path.map(({ messageId }) => messageId);

  it('the newest are shown, and every other by its choice', () => {
    expect(ids(pathOf(messages))).toEqual(['q1b', 'a3']);
    expect(ids(pathOf(messages, { '': 'q1' }))).toEqual(['q1', 'a1b']);
    expect(ids(pathOf(messages, choicesFor(messages, 'a2')))).toEqual(['q1', 'a1', 'q2', 'a2']);
    expect(ids(pathOf(messages, { '': 'gone' }))).toEqual(['q1b', 'a3']);
  });

  it('are siblings of one role', () => {
    expect(ids(siblingsOf(messages, messages[1] as ChatMessage))).toEqual(['a1', 'a1b']);
    expect(ids(siblingsOf(messages, messages[0] as ChatMessage))).toEqual(['q1', 'q1b']);
  });

  it('of a tree that bites its tail end', () => {
    const ring = [message('x', { parentId: 'y' }), message('y', { parentId: 'x' })];
    expect(pathOf(ring)).toEqual([]);
  });
});
