import { describe, expect, it } from 'vitest';
import { minute } from '#shared/domain/time';
import { createAdjustableClock } from '../../adapters/clock/adjustable.ts';
import { createCounter, createMemory, networkOf } from './limits.ts';

const forgetters: Array<() => unknown> = [];
const store = { whenEmptied: (forget: () => unknown) => void forgetters.push(forget) };

describe('a counter', () => {
  const clock = createAdjustableClock(() => 1_000_000);
  const refusal = (body: () => void) => {
    try {
      body();
    } catch (error) {
      return (error as { retryAfter: number }).retryAfter;
    }
    return null;
  };

  it('refuses what is too many until its window is over, and counts nothing then', () => {
    const counter = createCounter({ store, clock, windowMs: minute, most: 3 });
    expect(refusal(() => counter.count('a', 2))).toBeNull();
    expect(refusal(() => counter.count('a', 2))).toBe(60);
    expect(refusal(() => counter.count('a'))).toBeNull();
    expect(refusal(() => counter.check('a'))).toBe(60);
    expect(refusal(() => counter.count('b', 3))).toBeNull();
    counter.forgive('a');
    expect(refusal(() => counter.check('a'))).toBeNull();
    counter.count('a');
    clock.set({ advanceMs: 59_001 });
    expect(refusal(() => counter.count('a'))).toBe(1);
    clock.set({ advanceMs: 999 });
    expect(refusal(() => counter.count('a', 3))).toBeNull();
    clock.set({ advanceMs: -1 });
    expect(refusal(() => counter.count('a', 3))).toBeNull();
  });

  it('remembers only so much', () => {
    const memory = createMemory<number>(store, 2);
    memory.set('a', 1);
    memory.set('b', 2);
    memory.set('a', 3);
    memory.set('c', 4);
    expect([memory.get('a'), memory.get('b'), memory.get('c')]).toEqual([3, undefined, 4]);
  });

  it('begins anew when the data go', () => {
    const counter = createCounter({ store, clock, windowMs: minute, most: 1 });
    counter.count('a');
    expect(refusal(() => counter.check('a'))).toBe(60);
    for (const forget of forgetters) forget();
    expect(refusal(() => counter.check('a'))).toBeNull();
  });
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', '::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
