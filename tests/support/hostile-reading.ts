/** Thread entry: calls every given function with all hostile texts, and posts its name before it begins. */
import { parentPort, workerData } from 'node:worker_threads';
import { hostileTexts } from './hostile-texts.ts';

const texts = hostileTexts();
for (const { address, names } of workerData as { address: string; names: readonly string[] }[]) {
  const module = (await import(address)) as Record<string, (text: string) => unknown>;
  for (const name of names) {
    parentPort?.postMessage(`${name} of ${address}`);
    for (const text of texts)
      try {
        // A thrown error counts as read. Promises are not awaited.
        void Promise.resolve(module[name]?.(text)).catch(() => undefined);
      } catch {}
  }
}
parentPort?.postMessage('done');
