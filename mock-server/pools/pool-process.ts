import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { WorkerLost } from './failures.ts';
import { begin, type Handed, type PoolWorker, type UnderWay } from './worker-pool.ts';

/** What a process may know of the server's surroundings: no secret is among it. */
const known = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE'];

/** What a process says: that it begins a job, and what came of it. */
export type ProcessMessage<Answer> = 'begun' | { answer: Answer };

export interface ProcessOptions {
  /** What it runs; it answers each message with {@link ProcessMessage}s and ends when it is disconnected. */
  program: URL;
  /** 0–19: how far it steps back when the machine is busy. */
  niceness: number;
  env: Record<string, string>;
}

/** A process of its own; one job at a time. */
export class PoolProcess<Job extends object, Answer> implements PoolWorker<Job, Answer> {
  readonly #child: ChildProcess;
  readonly gone: Promise<void>;
  #underWay: UnderWay<Answer> | undefined;
  isAlive = true;

  /** Throws where the system gives no process. */
  constructor({ program, niceness, env }: ProcessOptions) {
    const kept = Object.fromEntries(known.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
    this.#child = fork(fileURLToPath(program), [], {
      // Flags of the parent (test runners, debuggers) are not the process's.
      execArgv: [],
      env: { ...kept, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.gone = this.#watch();
    try {
      if (this.#child.pid !== undefined) os.setPriority(this.#child.pid, niceness);
    } catch {
      // It is gone already, which shows when it is given a job.
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
      // Whatever goes wrong with the sending ends the process, and that is answered.
      this.#child.send(job, (error) => error && this.#child.kill('SIGKILL'));
    });
  }

  /** Resolves when it is gone: what it was writing stands still then. */
  async end(): Promise<void> {
    this.isAlive = false;
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill('SIGKILL');
      // A program without anything else to do would end before.
      this.#hold(true);
    }
    await this.gone;
  }

  async #watch(): Promise<void> {
    this.#child.on('message', (message: ProcessMessage<Answer>) => {
      if (message !== 'begun') this.#settle((job) => job.resolve(message.answer));
      else begin(this.#underWay);
    });
    // Rejects where it could not be started, which ends it without an exit.
    const end = await once(this.#child, 'exit').catch((error: unknown) => [error]);
    this.isAlive = false;
    // What it had said before is read first.
    if (this.#child.connected) await once(this.#child, 'disconnect');
    this.#settle((job) => job.reject(new WorkerLost(job.hasBegun, end.at(-1) ?? end[0])));
  }

  #settle(how: (job: UnderWay<Answer>) => void): void {
    const job = this.#underWay;
    this.#underWay = undefined;
    this.#hold(false);
    if (job) how(job);
  }

  /** An idle process does not keep the server's running. */
  #hold(isBusy: boolean): void {
    const change = isBusy ? 'ref' : 'unref';
    this.#child[change]();
    this.#child.channel?.[change]();
  }
}
