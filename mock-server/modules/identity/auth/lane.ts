/**
 * Lets so much work run at once and so much wait for it; what is beyond that is refused, so that a flood of it leaves
 * the machine to others.
 */
export function createLane({ atOnce }: { atOnce: number }) {
  const waiting: Array<() => void> = [];
  let running = 0;

  /** Runs the work when it is its turn. @param mostWaiting `null` is returned at once where as many wait already */
  async function run<T>(work: () => Promise<T>, mostWaiting: number): Promise<T | null> {
    if (running < atOnce) running++;
    else if (waiting.length >= mostWaiting) return null;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  return { run, isFull: (mostWaiting: number): boolean => running >= atOnce && waiting.length >= mostWaiting };
}
