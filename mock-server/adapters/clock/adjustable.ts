import { AsyncLocalStorage } from 'node:async_hooks';
import type { AdjustableClock } from './port.ts';

/** A moment at which a piece of work takes place. What it leaves behind goes on in the present. */
interface View {
  moment: number;
  isOver: boolean;
}

/** System time plus an offset that can be changed, or frozen at a moment. */
export function createAdjustableClock(system: () => number = Date.now): AdjustableClock {
  let offset = 0;
  let frozenAt: number | undefined;
  const now = () => frozenAt ?? system() + offset;
  const views = new AsyncLocalStorage<View>();
  return {
    now() {
      const view = views.getStore();
      return view && !view.isOver ? view.moment : now();
    },
    async at(moment, work) {
      const view = { moment, isOver: false };
      try {
        return await views.run(view, work);
      } finally {
        view.isOver = true;
      }
    },
    set({ now: target, advanceMs = 0, isFrozen }) {
      const next = (target ?? now()) + advanceMs;
      const staysFrozen = isFrozen ?? frozenAt !== undefined;
      offset = next - system();
      frozenAt = staysFrozen ? next : undefined;
    },
    state: () => ({ now: now(), isFrozen: frozenAt !== undefined, offsetMs: Math.round(now() - system()) }),
  };
}
