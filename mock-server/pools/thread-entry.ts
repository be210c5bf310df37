/** Entry of every thread of a pool: makes the calls it is sent, one after the other. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

export interface ThreadStart {
  /** URL of the file whose functions are called. */
  file: string;
  niceness: number;
}

/** A call of one of the functions that the file exports. */
export interface ThreadCall {
  /** `default` when absent. */
  name?: string;
  given: unknown;
}

export type ThreadAnswer<Result> = 'begun' | { result: Result } | { error: unknown };

const { file, niceness } = workerData as ThreadStart;
// Of this thread alone, which is so on Linux only.
if (niceness > 0 && process.platform === 'linux') setPriority(niceness);
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
