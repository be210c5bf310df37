import { expect, test } from 'vitest';
import { LiveLoop, type Verdict } from './live-loop';
import { minuteLeftAt } from './live-state';

class Refusal extends Error {
  readonly verdict: Verdict;
  constructor(verdict: Verdict, message = '') {
    super(message);
    this.verdict = verdict;
  }
}

interface Sent {
  liveId: string;
  sequence: number;
  /** Text of the canvas that was captured. */
  canvas: string;
  answer: (part?: { sequence?: number; minuteLeft?: number }) => Promise<void>;
  refuse: (verdict: Verdict, message?: string) => Promise<void>;
}

/** Everything that waits has run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A loop over a paper that is a word, with a server that answers when the test says so and a clock of its own. */
function createStory({ isOpenRefused = false } = {}) {
  const sent: Sent[] = [];
  const closed: string[] = [];
  let opened = 0;
  let openRefusal: Refusal | undefined = isOpenRefused ? new Refusal('offline') : undefined;
  let now = 0;
  let timers: { at: number; act: () => void }[] = [];
  const asked: (() => void)[] = [];
  const paper = { word: 'blank' };
  const loop = new LiveLoop({
    open: async () => {
      if (openRefusal) throw openRefusal;
      opened += 1;
      return { liveId: `live-${opened}`, seed: 7, ticketsLeft: 3, idleSeconds: 20 };
    },
    close: async (liveId) => closed.push(liveId),
    capture: async () => new Blob([paper.word]),
    send: async ({ liveId, sequence, canvas }) => {
      const word = await canvas.text();
      return new Promise((resolve, reject) => {
        sent.push({
          liveId,
          sequence,
          canvas: word,
          answer: (part = {}) => {
            const { sequence: answered = sequence, minuteLeft = 60_000 } = part;
            resolve({ picture: new Blob([word]), sequence: answered, ms: 40, ticketsLeft: 2, minuteLeft });
            return settled();
          },
          refuse: (verdict, message) => {
            reject(new Refusal(verdict, message));
            return settled();
          },
        });
      });
    },
    judge: (error) => (error instanceof Refusal ? error.verdict : 'refused'),
    askFor: (_refusal, again) => asked.push(again),
    now: () => now,
    setTimer: (act, milliseconds) => {
      const timer = { at: now + milliseconds, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  });
  return {
    loop,
    sent,
    closed,
    asked,
    opened: () => opened,
    refuseOpening: (verdict: Verdict | undefined) => {
      openRefusal = verdict && new Refusal(verdict, '券不足');
    },
    draw: async (word: string) => {
      paper.word = word;
      loop.changed();
      await settled();
    },
    pass: async (milliseconds: number) => {
      now += milliseconds;
      const due = timers.filter((timer) => timer.at <= now);
      timers = timers.filter((timer) => timer.at > now);
      for (const timer of due) timer.act();
      await settled();
    },
    start: async () => {
      await loop.start();
      await settled();
    },
    shown: async () => loop.getSnapshot().picture?.text(),
    phase: () => loop.getSnapshot().phase,
  };
}

test('nothing is sent before somebody starts', async () => {
  const { draw, sent, phase } = createStory();
  await draw('roof');
  expect([phase(), sent.length]).toEqual(['off', 0]);
});

test('one frame is under way, and of what is drawn meanwhile only the newest follows', async () => {
  const { start, draw, sent, shown } = createStory();
  await start();
  for (const word of ['a', 'b', 'c']) await draw(word);
  expect(sent.map(({ canvas }) => canvas)).toEqual(['blank']);
  await sent[0]?.answer();
  expect(sent.map(({ canvas }) => canvas)).toEqual(['blank', 'c']);
  await sent[1]?.answer();
  expect([await shown(), sent.length]).toEqual(['c', 2]);
});

test('an answer older than the picture that is shown is dropped', async () => {
  const { start, draw, sent, shown, loop } = createStory();
  await start();
  await sent[0]?.answer();
  await draw('new');
  await sent[1]?.answer({ sequence: 1 });
  expect([await shown(), loop.getSnapshot().shownSequence]).toEqual(['blank', 1]);
});

test('an answer to a session that was left is never shown', async () => {
  const { start, sent, shown, loop, closed } = createStory();
  await start();
  loop.stop();
  await sent[0]?.answer();
  expect([await shown(), closed]).toEqual([undefined, ['live-1']]);
});

test('a frame that was overtaken is followed by the newest paper at once', async () => {
  const { start, draw, sent } = createStory();
  await start();
  await draw('b');
  await sent[0]?.refuse('superseded');
  expect(sent.map(({ canvas }) => canvas)).toEqual(['blank', 'b']);
});

test('without an answer it tries again, ever more slowly, with what was drawn meanwhile', async () => {
  const { start, draw, pass, sent, phase, shown } = createStory();
  await start();
  const waits: number[] = [];
  for (let failure = 0; failure < 6; failure += 1) {
    await sent.at(-1)?.refuse('offline');
    expect(phase()).toBe('reconnecting');
    await draw(`word ${failure}`);
    const before = sent.length;
    let waited = 0;
    for (; sent.length === before && waited < 20_000; waited += 500) await pass(500);
    waits.push(waited);
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
  await sent.at(-1)?.answer();
  expect([phase(), await shown()]).toEqual(['live', 'word 5']);
  await draw('later');
  await sent.at(-1)?.refuse('offline');
  const before = sent.length;
  await pass(500);
  expect(sent.length).toBe(before + 1);
});

test('a start without a connection is tried again by itself', async () => {
  const { start, pass, phase, refuseOpening, sent } = createStory({ isOpenRefused: true });
  await start();
  expect(phase()).toBe('reconnecting');
  refuseOpening(undefined);
  await pass(500);
  expect([phase(), sent.length]).toEqual(['live', 1]);
});

test('twenty seconds without a stroke are a pause that the next stroke ends', async () => {
  const { start, draw, pass, sent, phase } = createStory();
  await start();
  await sent[0]?.answer();
  await pass(19_000);
  expect(phase()).toBe('live');
  await draw('b');
  await sent[1]?.answer();
  await pass(19_999);
  expect(phase()).toBe('live');
  await pass(1);
  expect(phase()).toBe('idle');
  await draw('c');
  expect([phase(), sent.at(-1)?.canvas]).toEqual(['live', 'c']);
});

test('while it is paused nothing is sent, and going on sends what was drawn', async () => {
  const { loop, start, draw, sent, phase } = createStory();
  await start();
  await sent[0]?.answer();
  loop.pause();
  await draw('b');
  await draw('c');
  expect([phase(), sent.length]).toEqual(['paused', 1]);
  loop.resume();
  await settled();
  expect(sent.map(({ canvas }) => canvas)).toEqual(['blank', 'c']);
});

test('by key only the key renders, and once', async () => {
  const { loop, start, draw, sent } = createStory();
  loop.setAutomatic(false);
  await start();
  await sent[0]?.answer();
  await draw('b');
  expect([sent.length, loop.getSnapshot().hasChanges]).toEqual([1, true]);
  loop.renderOnce();
  await settled();
  await sent[1]?.answer();
  expect([sent.map(({ canvas }) => canvas), loop.getSnapshot().hasChanges]).toEqual([['blank', 'b'], false]);
  loop.setAutomatic(true);
  await draw('c');
  expect(sent.at(-1)?.canvas).toBe('c');
});

test('without a ticket for the next minute it waits with the drawing, and goes on with the same session', async () => {
  const { loop, start, draw, sent, phase, asked } = createStory();
  await start();
  await sent[0]?.refuse('short', '实时券不足，需要 1 张，剩余 0 张');
  expect([phase(), loop.getSnapshot().problem]).toEqual(['short', '实时券不足，需要 1 张，剩余 0 张']);
  await draw('b');
  expect([sent.length, asked.length]).toEqual([1, 1]);
  asked[0]?.();
  await settled();
  expect(sent.at(-1)).toMatchObject({ liveId: 'live-1', canvas: 'b' });
});

test('another window takes over until this one is asked to go on', async () => {
  const { loop, start, draw, sent, phase, opened } = createStory();
  await start();
  await sent[0]?.refuse('taken', '已在另一个窗口开始实时渲染');
  await draw('b');
  expect([phase(), sent.length]).toEqual(['taken', 1]);
  loop.resume();
  await settled();
  expect([opened(), sent.at(-1)?.liveId, sent.at(-1)?.canvas]).toEqual([2, 'live-2', 'b']);
});

test('an ended session is opened again once, not for ever', async () => {
  const { start, sent, phase, opened } = createStory();
  await start();
  await sent[0]?.refuse('ended');
  expect([opened(), sent.at(-1)?.liveId]).toEqual([2, 'live-2']);
  await sent[1]?.refuse('ended', '实时会话已结束，请重新开始');
  expect([opened(), phase()]).toEqual([2, 'failed']);
});

test('a refused paper is not sent again until it changes', async () => {
  const { start, draw, sent, phase } = createStory();
  await start();
  await sent[0]?.refuse('refused', '画布每边应在 64 到 1024 像素之间');
  expect([phase(), sent.length]).toEqual(['failed', 1]);
  await draw('b');
  expect([phase(), sent.at(-1)?.canvas]).toEqual(['live', 'b']);
});

test('who is not logged in is asked, and it starts afterwards', async () => {
  const { start, refuseOpening, asked, phase, sent } = createStory();
  refuseOpening('login');
  await start();
  expect([phase(), asked.length]).toEqual(['off', 1]);
  refuseOpening(undefined);
  asked[0]?.();
  await settled();
  expect([phase(), sent.length]).toEqual(['live', 1]);
});

test('pictures a second and the rest of the minute are what really happened', async () => {
  const { loop, start, draw, pass, sent } = createStory();
  await start();
  await sent[0]?.answer();
  for (const word of ['b', 'c', 'd']) {
    await draw(word);
    await pass(250);
    await sent.at(-1)?.answer({ minuteLeft: 30_000 });
  }
  const state = loop.getSnapshot();
  expect(state.framesPerSecond).toBe(4);
  expect(minuteLeftAt(state, 750 + 5_000)).toBe(25_000);
  expect(minuteLeftAt(state, 750 + 3_600_000)).toBe(10_000);
});
