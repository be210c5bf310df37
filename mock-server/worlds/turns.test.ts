import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

const never = new AbortController().signal;

it('goes round the parties, and keeps the order of each', async () => {
  const turns = createTurns(() => 1);
  const begun: string[] = [];
  const take = async (party: string, name: string) => {
    const giveBack = await turns.take(party, never);
    begun.push(name);
    return giveBack;
  };
  const first = await take('a', 'a1');
  const rest = [take('a', 'a2'), take('a', 'a3'), take('b', 'b1'), take('c', 'c1')];
  first();
  for (const [count, name] of ['a2', 'b1', 'c1', 'a3'].entries()) {
    await expect.poll(() => begun.length).toBe(count + 2);
    expect(begun.at(-1)).toBe(name);
    const place = ['a2', 'a3', 'b1', 'c1'].indexOf(name);
    (await rest[place]!)();
  }
});

it('is left by whoever is called off while waiting, and a place comes back once', async () => {
  const turns = createTurns(() => 1);
  const giveBack = await turns.take('a', never);
  const off = new AbortController();
  const left = turns.take('b', off.signal);
  const after = turns.take('c', never);
  off.abort(new Error('called off'));
  await expect(left).rejects.toThrow('called off');
  giveBack();
  giveBack();
  const held = await after;
  let isSecond = false;
  const second = turns.take('d', never).then(() => {
    isSecond = true;
  });
  await Promise.resolve();
  expect(isSecond).toBe(false);
  held();
  await second;
});
