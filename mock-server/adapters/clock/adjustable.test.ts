import { expect, it } from 'vitest';
import { createAdjustableClock } from './adjustable.ts';

/** A clock over a system time that the test moves. */
function makeClock() {
  const system = { now: 1000 };
  return { system, clock: createAdjustableClock(() => system.now) };
}

it('goes with the system until it is changed', () => {
  const { system, clock } = makeClock();
  expect(clock.state()).toEqual({ now: 1000, isFrozen: false, offsetMs: 0 });
  system.now = 1500;
  expect(clock.now()).toBe(1500);
});

it('keeps going from where it was set', () => {
  const { system, clock } = makeClock();
  clock.set({ now: 50_000 });
  system.now += 10;
  expect(clock.state()).toEqual({ now: 50_010, isFrozen: false, offsetMs: 49_000 });
  clock.set({ advanceMs: -10 });
  expect(clock.now()).toBe(50_000);
});

it('stands still while frozen, moves when told, and goes on from there', () => {
  const { system, clock } = makeClock();
  clock.set({ isFrozen: true });
  system.now += 500;
  expect(clock.now()).toBe(1000);
  clock.set({ advanceMs: 30 });
  system.now += 500;
  expect(clock.state()).toMatchObject({ now: 1030, isFrozen: true });
  clock.set({ isFrozen: false });
  system.now += 7;
  expect(clock.state()).toMatchObject({ now: 1037, isFrozen: false });
});

it('is another moment for one piece of work, and for nobody else', async () => {
  const { clock } = makeClock();
  let left: Promise<number> | undefined;
  const during = await clock.at(500, async () => {
    const inner = await clock.at(300, async () => clock.now());
    left = new Promise((resolve) => setImmediate(() => setImmediate(() => resolve(clock.now()))));
    return [inner, clock.now(), clock.state().now];
  });
  expect(during).toEqual([300, 500, 1000]);
  expect(clock.now()).toBe(1000);
  expect(await left).toBe(1000);
});
