import { expect, it } from 'vitest';
import { createLane } from './lane.ts';

/** Work that ends when the test says so. */
function makeWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      started.push(name);
      ends.set(name, () => resolve(name));
    });
  return { started, work, end: (name: string) => ends.get(name)?.() };
}

it('runs so much at once, lets so much wait in its order, and refuses the rest', async () => {
  const { started, work, end } = makeWork();
  const { run, isFull } = createLane({ atOnce: 2 });
  const all = ['a', 'b', 'c', 'd'].map((name) => run(work(name), 2));
  expect(started).toEqual(['a', 'b']);
  expect([isFull(2), isFull(3)]).toEqual([true, false]);
  expect(await run(work('e'), 2)).toBeNull();
  const favoured = run(work('f'), 3);
  end('b');
  expect(await all[1]).toBe('b');
  await Promise.resolve();
  expect(started).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd', 'f']) {
    end(name);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all([...all, favoured])).toEqual(['a', 'b', 'c', 'd', 'f']);
  const again = run(work('g'), 0);
  end('g');
  expect(await again).toBe('g');
});

it('goes on after work that fails', async () => {
  const { run } = createLane({ atOnce: 1 });
  const failing = run(() => Promise.reject(new Error('broken')), 1);
  const next = run(async () => 'fine', 1);
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('fine');
});
