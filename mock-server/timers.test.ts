import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endedWithin } from './timers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('waits until the work has ended and leaves no timer', async () => {
  const work = Promise.withResolvers<void>();
  const ended = vi.fn();
  const waiting = endedWithin(60_000, work.promise).then(ended);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(ended).not.toHaveBeenCalled();
  work.resolve();
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});

it('gives work up that lasts longer', async () => {
  const waiting = endedWithin(60_000, new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(60_000);
  await waiting;
});

it('rejects when the work does, and leaves no timer', async () => {
  await expect(endedWithin(60_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});
