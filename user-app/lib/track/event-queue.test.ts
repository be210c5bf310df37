import { beforeEach, describe, expect, it } from 'vitest';
import type { BrowserStore } from '#shared/browser/stores';
import type { PageEvent } from '#shared/contract/system';
import { EventQueue } from './event-queue';
import { createEventShelf } from './event-shelf';

/** Local storage with a size, of one browser. */
function makeStorage(most = Number.POSITIVE_INFINITY): BrowserStore {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > most) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
    keys: () => [...kept.keys()],
  };
}

function refuse(): never {
  throw new DOMException('denied', 'SecurityError');
}

interface Message {
  way: 'beacon' | 'post';
  bytes: number;
  events: PageEvent[];
  deviceId: string;
}

let now: number;
let timers: { at: number; act: () => void }[];
let messages: Message[];
/** Status of the server's answer to a message; 0: no answer. */
let status: number;
let isBeaconTaken: boolean;
let isOnLine: boolean;
let storage: BrowserStore;
beforeEach(() => {
  now = 1_000_000;
  timers = [];
  messages = [];
  status = 200;
  isBeaconTaken = true;
  isOnLine = true;
  storage = makeStorage();
});

/** Lets pending promises settle before the test continues. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

/** Time goes on; what is due happens at its time. */
async function pass(milliseconds: number): Promise<void> {
  const end = now + milliseconds;
  for (;;) {
    await settled();
    const due = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
    if (!due) break;
    timers = timers.filter((timer) => timer !== due);
    now = Math.max(now, due.at);
    due.act();
  }
  now = end;
}

function openQueue(tab = 'tab-1', keptIn = storage) {
  const note = (way: Message['way'], body: string) => {
    messages.push({ way, bytes: new TextEncoder().encode(body).length, ...JSON.parse(body) });
  };
  return new EventQueue({
    now: () => now,
    setTimer(act, milliseconds) {
      const timer = { at: now + milliseconds, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    random: () => 0.5,
    isOnLine: () => isOnLine,
    beacon(body) {
      if (isBeaconTaken) note('beacon', body);
      return isBeaconTaken;
    },
    async post(body) {
      note('post', body);
      if (status === 0) throw new TypeError('Failed to fetch');
      return status;
    },
    deviceId: () => 'device',
    shelf: createEventShelf(
      () => tab,
      () => now,
      keptIn,
    ),
    alone: (act) => act(),
  });
}

let made = 0;
const event = (props?: PageEvent['props']): PageEvent => {
  made += 1;
  return { name: 'page_view', type: 'pv', eventId: `event-${made}`, seq: made, at: now, ...(props && { props }) };
};
const events = (count: number, props?: PageEvent['props']) => Array.from({ length: count }, () => event(props));
const idsOf = (list: readonly PageEvent[]) => list.map(({ eventId }) => eventId);
const sentIds = () => idsOf(messages.flatMap((message) => message.events));
const kept = (tab = 'tab-1') => JSON.parse(storage.getItem(`trk:${tab}`) ?? '{"events":[],"dropped":0}');

describe('events of pages', () => {
  it('Q1 go as soon as there are ten, in their order', async () => {
    const queue = openQueue();
    const ten = events(10);
    for (const one of ten) {
      queue.put(one);
      await pass(100);
    }
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ way: 'post', deviceId: 'device' });
    expect(sentIds()).toEqual(idsOf(ten));
    expect(kept().events).toEqual([]);
  });

  it('Q2 go after five seconds when they are fewer', async () => {
    const queue = openQueue();
    queue.put(...events(2));
    await pass(3_000);
    queue.put(event());
    await pass(1_999);
    expect(messages).toEqual([]);
    await pass(1);
    expect(messages.map((message) => message.events.length)).toEqual([3]);
    await pass(60_000);
    expect(messages).toHaveLength(1);
  });

  it('Q3 are handed to the browser when the page is hidden', async () => {
    const queue = openQueue();
    const four = events(4);
    queue.put(...four);
    queue.leave();
    expect(messages.map(({ way }) => way)).toEqual(['beacon']);
    expect(sentIds()).toEqual(idsOf(four));
    await pass(60_000);
    expect(messages).toHaveLength(1);
    expect(kept().events).toEqual([]);
  });

  it('Q4 go by another way where the browser does not take them, and are kept where that fails too', async () => {
    const queue = openQueue();
    isBeaconTaken = false;
    const four = events(4);
    queue.put(...four);
    queue.leave();
    await settled();
    expect(messages.map(({ way }) => way)).toEqual(['post']);
    expect(kept().events).toEqual([]);
    status = 0;
    const more = events(2);
    queue.put(...more);
    queue.leave();
    await settled();
    expect(idsOf(kept().events)).toEqual(idsOf(more));
  });

  it('Q5 go in messages of at most 60 KB', async () => {
    isOnLine = false;
    const queue = openQueue();
    const props = Object.fromEntries([...Array(16)].map((_, i) => [`p${i}`, '图'.repeat(200)]));
    const many = events(30, props);
    queue.put(...many);
    isOnLine = true;
    queue.resume();
    await pass(5_000);
    expect(sentIds()).toEqual(idsOf(many));
    expect(messages.length).toBeGreaterThan(3);
    for (const { bytes } of messages) expect(bytes).toBeLessThanOrEqual(60 * 1024);
  });

  it('Q6 wait while there is no network, and then come all, once, in order, with the time of sending', async () => {
    isOnLine = false;
    const queue = openQueue();
    const all = events(30);
    for (const one of all) {
      queue.put(one);
      await pass(1_000);
    }
    queue.leave();
    expect(messages).toEqual([]);
    expect(idsOf(kept().events)).toEqual(idsOf(all));
    isOnLine = true;
    queue.resume();
    await settled();
    expect(sentIds()).toEqual(idsOf(all));
    for (const { at, sentAt } of messages.flatMap((message) => message.events)) {
      expect(sentAt).toBe(now);
      expect(at).toBeLessThan(now);
    }
    await pass(60_000);
    expect(messages).toHaveLength(1);
  });

  it('Q7 are tried again after longer and longer pauses, and are left to the next page after eight tries', async () => {
    status = 500;
    const queue = openQueue();
    const ten = events(10);
    queue.put(...ten);
    await settled();
    const triedAt: number[] = [];
    for (let second = 0; second < 2_000; second++) {
      const before = messages.length;
      await pass(250);
      if (messages.length > before) triedAt.push(now - 1_000_000);
    }
    const pauses = triedAt.map((at, place) => at - (triedAt[place - 1] ?? 0));
    expect(pauses).toEqual([1_750, 3_500, 7_000, 14_000, 28_000, 52_500, 52_500]);
    expect(idsOf(kept().events)).toEqual(idsOf(ten));
    queue.put(...events(3));
    await pass(600_000);
    expect(messages).toHaveLength(8);

    status = 200;
    openQueue();
    await settled();
    expect(messages.at(-1)?.events).toHaveLength(13);
    expect(kept().events).toEqual([]);
  });

  it.each([400, 413, 422])(
    'Q8 are given up when the server answers %s, which the next message tells',
    async (refusal) => {
      status = refusal;
      const queue = openQueue();
      queue.put(...events(10));
      await settled();
      expect(kept()).toMatchObject({ events: [], dropped: 10 });
      status = 200;
      queue.put(...events(2));
      await pass(5_000);
      queue.put(...events(2));
      await pass(5_000);
      expect(messages.map((message) => message.events[0]?.dropped)).toEqual([undefined, 10, undefined]);
    },
  );

  it('Q8 go on after a refusal that came late', async () => {
    status = 500;
    const queue = openQueue();
    queue.put(...events(10));
    await settled();
    const later = events(3);
    queue.put(...later);
    status = 400;
    await pass(2_000);
    status = 200;
    queue.put(event());
    await pass(5_000);
    expect(messages.at(-1)?.events[0]).toMatchObject({ dropped: 13 });
    expect(kept()).toEqual({ events: [], dropped: 0 });
  });

  it('Q9 are a thousand at most while there is no network, the newest', async () => {
    isOnLine = false;
    const queue = openQueue();
    const all = events(1_001);
    queue.put(...all);
    expect(idsOf(kept().events)).toEqual(idsOf(all.slice(1)));
    isOnLine = true;
    queue.resume();
    await settled();
    expect(sentIds()).toEqual(idsOf(all.slice(1)));
    expect(messages.map((message) => message.events[0]?.dropped)).toEqual([1, ...Array(9).fill(undefined)]);
  });

  it('Q9 are 512 KB at most', () => {
    isOnLine = false;
    const queue = openQueue();
    queue.put(...events(200, { text: 'x'.repeat(5_000) }));
    const { events: left, dropped } = kept();
    expect(JSON.stringify(left).length).toBeLessThanOrEqual(512 * 1024);
    expect(left.length + dropped).toBe(200);
    expect(left.length).toBeGreaterThan(95);
  });

  it.each([
    ['full', makeStorage(10)],
    ['blocked', { getItem: refuse, setItem: refuse, removeItem: refuse, keys: refuse }],
  ])('Q10 wait in memory where local storage is %s', async (_, refusing) => {
    isOnLine = false;
    const queue = openQueue('tab-1', refusing);
    const all = events(12);
    queue.put(...all);
    queue.leave();
    isOnLine = true;
    queue.resume();
    await settled();
    expect(sentIds()).toEqual(idsOf(all));
  });

  it('Q11 of a tab that is gone are sent by another one, and those of a living tab are not', async () => {
    isOnLine = false;
    const gone = events(3);
    const alive = openQueue('living');
    openQueue('gone').put(...gone);
    await pass(61_000);
    const living = events(2);
    alive.put(...living);
    isOnLine = true;
    const own = event();
    openQueue('new').put(own);
    expect(idsOf(kept('living').events)).toEqual(idsOf(living));
    expect(storage.getItem('trk:gone')).toBeNull();
    await pass(5_000);
    expect(messages.map((message) => idsOf(message.events))).toEqual([idsOf([...gone, own]), idsOf(living)]);
  });

  it('Q12 come again with the same id when the page is loaded before the answer', async () => {
    const queue = openQueue();
    const ten = events(10);
    queue.put(...ten);
    openQueue();
    await settled();
    expect(messages).toHaveLength(2);
    expect(new Set(sentIds())).toEqual(new Set(idsOf(ten)));
  });

  it('that no program of ours has stored are left alone', async () => {
    for (const [key, value] of [
      ['trk:a', 'no JSON'],
      ['trk:b', '{"events":5}'],
      ['trk:c', 'null'],
      ['trk:d', '{"events":[null,7,{"eventId":3}]}'],
      ['other', '{"events":[{"eventId":"event-x"}]}'],
    ] as const)
      storage.setItem(key, value);
    openQueue();
    await pass(60_000);
    expect(messages).toEqual([]);
    expect(storage.getItem('other')).not.toBeNull();
  });
});
