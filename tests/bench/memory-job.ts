/**
 * Runs one job of the embedded engine as a worker thread does, alone in its process. Takes the job as JSON from standard
 * input and answers with one line of JSON: `{ megabytes, ms, refusal? }`.
 */
import { text } from 'node:stream/consumers';
import { MessageChannel } from 'node:worker_threads';
import runTask, { type WorkerTask } from '../../engine/worker.ts';

const task = JSON.parse(await text(process.stdin)) as Omit<WorkerTask, 'progress'>;
const { port1, port2 } = new MessageChannel();
port1.unref();
const before = process.resourceUsage().maxRSS;
const startedAt = performance.now();
const answer = await runTask({ ...task, progress: port2 });
const report = {
  megabytes: Math.round((process.resourceUsage().maxRSS - before) / 1024),
  ms: Math.round(performance.now() - startedAt),
  ...('refusal' in answer && { refusal: answer.refusal }),
};
port1.close();
console.log(JSON.stringify(report));
