/** Entry module of every pool thread: runs the calls that it receives, one at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from './thread-priority.ts';

export interface ThreadStart {
  /** URL of the module whose functions are called. */
  file: string;
  niceness: number;
}

/** A call of one of the module's exported functions. */
export interface ThreadCall {
  /** Name of the export; `default` when absent. */
  name?: string;
  given: unknown;
}

export type ThreadAnswer<Result> = 'begun' | { result: Result } | { error: unknown };

const { file, niceness } = workerData as ThreadStart;
lowerPriority(niceness);
const functions = (await import(file)) as Record<string, (given: unknown) => unknown>;

parentPort?.on('message', ({ name = 'default', given }: ThreadCall) => {
  const tell = (answer: ThreadAnswer<unknown>) => parentPort?.postMessage(answer);
  tell('begun');
  const perform = async () => {
    const called = functions[name];
    if (!called) throw new Error(`${file} has no function named ${name}`);
    return called(given);
  };
  perform().then(
    (result) => tell({ result }),
    (error: unknown) => tell({ error }),
  );
});
