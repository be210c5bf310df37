/** Entry of the thread that makes one Word document: parsing may take long, and others are not to wait for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { toWord, type WordJob } from './export-word.ts';

parentPort?.postMessage(await toWord(workerData as WordJob));
