/** A thread with one connection that reads. */
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../pools/thread-priority.ts';
import { serveReading } from './serve-reading.ts';

const { file, niceness } = workerData as { file: string; niceness: number };
lowerPriority(niceness);
if (!parentPort) throw new Error('a reading thread is started by its pool');
serveReading(file, parentPort);
