import type { AdjustableClock } from './port.ts';

/** System time plus an offset that can be changed, or frozen at a moment. */
export function createAdjustableClock(system: () => number = Date.now): AdjustableClock {
  let offset = 0;
  let frozenAt: number | undefined;
  const now = () => frozenAt ?? system() + offset;
  return {
    now,
    set({ now: target, advanceMs = 0, isFrozen }) {
      const next = (target ?? now()) + advanceMs;
      const staysFrozen = isFrozen ?? frozenAt !== undefined;
      offset = next - system();
      frozenAt = staysFrozen ? next : undefined;
    },
    state: () => ({ now: now(), isFrozen: frozenAt !== undefined, offsetMs: Math.round(now() - system()) }),
  };
}
