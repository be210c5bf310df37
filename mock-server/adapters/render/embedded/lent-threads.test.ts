import { expect, it } from 'vitest';
import { createLentThreads } from './lent-threads.ts';

/** A pool of some threads; what they help with ends when the test says so. */
function threads(count: number) {
  const helps: Array<{ work: object; stop: Int32Array; leave(): Promise<void> }> = [];
  let free = count;
  const lent = createLentThreads({
    isThreadFree: () => free > 0,
    help({ work, stop }) {
      free--;
      const { promise, resolve } = Promise.withResolvers<void>();
      helps.push({
        ...{ work, stop },
        async leave() {
          free++;
          resolve();
          await new Promise(setImmediate);
        },
      });
      return promise;
    },
  });
  const take = (change: number): void => {
    free -= change;
  };
  return { lent, helps, take, isStopped: (i: number) => Atomics.load(helps[i]!.stop, 0) !== 0 };
}

const film = (name: string) => ({ name });

it('lends every free thread, evenly, and none that is busy', () => {
  const { lent, helps, take } = threads(3);
  take(3);
  lent.offer('a', film('a'));
  expect(helps).toEqual([]);
  take(-1);
  lent.lend();
  lent.offer('b', film('b'));
  take(-2);
  lent.lend();
  expect(helps.map(({ work }) => work)).toEqual([film('a'), film('b'), film('a')]);
});

it('takes one back for each job that finds no thread free, and lends none again before that job has it', async () => {
  const { lent, helps, take, isStopped } = threads(2);
  lent.offer('a', film('a'));
  expect(lent.isThreadSoonFree()).toBe(true);
  lent.makeRoom();
  expect([isStopped(0), isStopped(1)]).toEqual([true, false]);
  lent.makeRoom();
  expect(isStopped(1)).toBe(true);
  expect(lent.isThreadSoonFree()).toBe(false);
  // The pool gives a thread that comes back to whoever waits before its promise is told.
  take(1);
  await helps[0]!.leave();
  expect(helps).toHaveLength(2);
  await helps[1]!.leave();
  expect(helps).toHaveLength(3);
});

it('ends all help with the job, and asks nobody for work of which nothing is left', async () => {
  const { lent, helps, isStopped } = threads(2);
  lent.offer('a', film('a'));
  lent.end('a');
  expect([isStopped(0), isStopped(1)]).toEqual([true, true]);
  await helps[0]!.leave();
  lent.offer('b', film('b'));
  await helps[2]!.leave();
  expect(helps).toHaveLength(3);
});
