import { afterEach, expect, it, vi } from 'vitest';
import { steadyNow } from './steady-now';

afterEach(() => {
  vi.useRealTimers();
});

it('Q16 the time of an event goes on while the clock of the device jumps', () => {
  const before = steadyNow();
  for (const jump of [-3_600_000, 86_400_000]) {
    vi.useFakeTimers({ toFake: ['Date'], now: before + jump });
    const after = steadyNow();
    expect(after - before).toBeGreaterThanOrEqual(0);
    expect(after - before).toBeLessThan(60_000);
  }
});
