/** A thread with one connection that reads. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { serveReading } from './serve-reading.ts';

const { file, niceness } = workerData as { file: string; niceness: number };
// Of this thread alone, which is so on Linux only.
if (niceness > 0 && process.platform === 'linux') setPriority(niceness);
if (!parentPort) throw new Error('a reading thread is started by its pool');
serveReading(file, parentPort);
