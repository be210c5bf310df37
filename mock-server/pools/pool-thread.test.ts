import { expect, it } from 'vitest';
import { createThreadPool } from './pool-thread.ts';

/** A module that says something of its own before it answers, as Node does with every import while it watches files. */
const module = `
  import { parentPort } from 'node:worker_threads';
  export default async (given) => {
    parentPort.postMessage({ 'watch:import': ['file:///a.ts'] });
    await new Promise((resolve) => setImmediate(resolve));
    return given * 2;
  };
`;

it('what a thread says beside its answer is not taken for the answer', async () => {
  const file = new URL(`data:text/javascript,${encodeURIComponent(module)}`);
  const pool = createThreadPool<number>({ file }, { size: 1, longestMs: 60_000 });
  expect(await pool.run(() => ({ job: { given: 21 } }))).toBe(42);
  await pool.close();
});
