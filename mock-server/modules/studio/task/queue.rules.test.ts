import { describe, expect, it } from 'vitest';
import type { Plan } from '#shared/domain/plan';
import { foresee, median, planWeights, type QueuedRun, turnOf, workloadOf } from './queue.rules.ts';

/** Serves one waiting task after the other; returns whose they were. */
function serve(queued: ReadonlyArray<{ who: string; plan: Plan; count: number }>): string {
  const waiting = queued.flatMap(({ who, plan, count }) => {
    let last: number | undefined;
    return [...Array(count)].map(() => {
      last = turnOf(plan, 0, last);
      return { who, turn: last };
    });
  });
  return waiting
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ who }) => who)
    .join('');
}

describe('turns', () => {
  it('alternate between accounts of one plan, however many tasks one has', () => {
    expect(
      serve([
        { who: 'a', plan: 'free', count: 50 },
        { who: 'b', plan: 'free', count: 2 },
      ]),
    ).toBe(`abab${'a'.repeat(48)}`);
  });

  it('come as often as the plan weighs', () => {
    const order = serve([
      { who: 'f', plan: 'free', count: 100 },
      { who: 'b', plan: 'basic', count: 100 },
      { who: 'p', plan: 'pro', count: 100 },
      { who: 't', plan: 'team', count: 100 },
    ]);
    const served = (who: string) => [...order.slice(0, 18 * 6)].filter((letter) => letter === who).length;
    expect(['f', 'b', 'p', 't'].map(served)).toEqual(
      [planWeights.free, planWeights.basic, planWeights.pro, planWeights.team].map((weight) => weight * 6),
    );
    expect([...order].indexOf('f')).toBeLessThan(4);
  });

  it('of an account that was away begin where the queue is, not where it left', () => {
    expect(turnOf('free', 480, 24)).toBe(480);
    expect(turnOf('free', 480, 470)).toBe(494);
    expect(turnOf('team', undefined, undefined)).toBe(0);
  });
});

describe('the outlook', () => {
  const run = (taskId: string, ms: number | undefined, more: Partial<QueuedRun> = {}): QueuedRun => ({
    taskId,
    accountId: taskId,
    isRunning: false,
    ms,
    runningLimit: 1,
    ...more,
  });
  const etas = (runs: QueuedRun[], slots: number) =>
    Object.fromEntries([...foresee(runs, slots)].map(([taskId, { etaMs }]) => [taskId, etaMs]));

  it('adds what is left of the running ones and what waits before', () => {
    const runs = [run('now', 300, { isRunning: true }), run('one', 1000), run('two', 500)];
    expect(etas(runs, 1)).toEqual({ one: 1300, two: 1800 });
    expect(etas(runs, 2)).toEqual({ one: 1000, two: 800 });
    expect([...foresee(runs, 1).values()].map(({ ahead }) => ahead)).toEqual([0, 1]);
  });

  it('knows that an account’s own limit holds its second task back', () => {
    const runs = [run('a1', 1000, { accountId: 'a' }), run('a2', 1000, { accountId: 'a' }), run('b', 100)];
    expect(etas(runs, 2)).toEqual({ a1: 1000, a2: 2000, b: 100 });
  });

  it('says nothing about what waits for a run of unknown length', () => {
    expect(etas([run('now', undefined, { isRunning: true }), run('one', 10)], 1)).toEqual({ one: undefined });
    // A free place waits for nobody.
    expect(etas([run('now', undefined, { isRunning: true }), run('one', 10), run('two', 10)], 2)).toEqual({
      one: 10,
      two: undefined,
    });
    expect(etas([run('first', undefined), run('second', 10)], 1)).toEqual({ first: undefined, second: undefined });
  });

  it('ends, with nowhere to run and with thousands waiting', () => {
    expect(etas([run('one', 10)], 0)).toEqual({ one: undefined });
    const many = [...Array(5000).keys()].map((index) => run(`t${index}`, 10));
    const outlooks = foresee(many, 2);
    expect(outlooks.get('t0')).toEqual({ ahead: 0, etaMs: 10 });
    expect(outlooks.get('t4999')).toEqual({ ahead: 4999, etaMs: undefined });
  });
});

it('the median is one of the values', () => {
  expect([median([]), median([3]), median([9, 1, 5]), median([4, 1, 3, 2])]).toEqual([undefined, 3, 5, 3]);
});

it.each([
  [{}, ''],
  [{ quality: '4k' }, '4k'],
  [{ quality: 90 }, ''],
  [{ quality: '2k', scale: 4 }, '2kx4'],
  [{ scale: 2 }, 'x2'],
])('the workload of %j is %j', (params, workload) => {
  expect(workloadOf(params)).toBe(workload);
});
