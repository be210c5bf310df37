/** Entry of a thread that gives every function it is told of all hostile texts, and says before each which one it is. */
import { parentPort, workerData } from 'node:worker_threads';
import { hostileTexts } from './hostile-texts.ts';

const texts = hostileTexts();
for (const { address, names } of workerData as { address: string; names: readonly string[] }[]) {
  const module = (await import(address)) as Record<string, (text: string) => unknown>;
  for (const name of names) {
    parentPort?.postMessage(`${name} of ${address}`);
    for (const text of texts)
      try {
        // What is refused has been read as well; nobody waits for what is answered later.
        void Promise.resolve(module[name]?.(text)).catch(() => undefined);
      } catch {}
  }
}
parentPort?.postMessage('done');
