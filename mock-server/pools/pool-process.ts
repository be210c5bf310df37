import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { WorkerLost } from './failures.ts';
import { begin, type Handed, type PoolWorker, type UnderWay } from './worker-pool.ts';

/** Environment variables that a child process inherits; none of them holds a secret. */
const inheritedVariables = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'LD_LIBRARY_PATH',
  'NODE_COMPILE_CACHE',
];

/** Messages from the child process: `begun` when it begins a job, then the answer. */
export type ProcessMessage<Answer> = 'begun' | { answer: Answer };

export interface ProcessOptions {
  /**
   * Script that the process runs. It answers each message with {@link ProcessMessage}s and exits when it is
   * disconnected.
   */
  program: URL;
  /** Niceness of the process, 0–19. */
  niceness: number;
  env: Record<string, string>;
}

/** A child process that runs one job at a time. */
export class PoolProcess<Job extends object, Answer> implements PoolWorker<Job, Answer> {
  readonly #child: ChildProcess;
  readonly gone: Promise<void>;
  #underWay: UnderWay<Answer> | undefined;
  isAlive = true;

  /** Throws when the process cannot be created. */
  constructor({ program, niceness, env }: ProcessOptions) {
    const kept = Object.fromEntries(
      inheritedVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
    );
    this.#child = fork(fileURLToPath(program), [], {
      // The child does not inherit the parent's flags (test runners, debuggers).
      execArgv: [],
      env: { ...kept, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.gone = this.#watch();
    try {
      if (this.#child.pid !== undefined) os.setPriority(this.#child.pid, niceness);
    } catch {
      // The process has already exited; `do` reports that.
    }
    this.#hold(false);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  memory(): number {
    try {
      const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1];
      return Number(resident ?? 0) * 1024;
    } catch {
      return 0;
    }
  }

  do({ job }: Handed<Job>, onBegun: () => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (!this.isAlive || !this.#child.connected) throw new WorkerLost(false);
      this.#underWay = { resolve, reject, hasBegun: false, onBegun };
      this.#hold(true);
      // A failed send kills the process; its exit rejects the job.
      this.#child.send(job, (error) => error && this.#child.kill('SIGKILL'));
    });
  }

  /** Resolves when the process has exited, so it writes no files any more. */
  async end(): Promise<void> {
    this.isAlive = false;
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill('SIGKILL');
      // Without this reference the server could exit before the child has.
      this.#hold(true);
    }
    await this.gone;
  }

  async #watch(): Promise<void> {
    this.#child.on('message', (message: ProcessMessage<Answer>) => {
      if (message === 'begun') begin(this.#underWay);
      else if ('answer' in message) this.#settle((job) => job.resolve(message.answer));
    });
    // `once` rejects when the process could not be started: `error` is emitted instead of `exit`.
    const end = await once(this.#child, 'exit').catch((error: unknown) => [error]);
    this.isAlive = false;
    // Messages sent before the exit are read first.
    if (this.#child.connected) await once(this.#child, 'disconnect');
    this.#settle((job) => job.reject(new WorkerLost(job.hasBegun, end.at(-1) ?? end[0])));
  }

  #settle(how: (job: UnderWay<Answer>) => void): void {
    const job = this.#underWay;
    this.#underWay = undefined;
    this.#hold(false);
    if (job) how(job);
  }

  /** An idle child process does not keep the server's process alive. */
  #hold(isBusy: boolean): void {
    const change = isBusy ? 'ref' : 'unref';
    this.#child[change]();
    this.#child.channel?.[change]();
  }
}
