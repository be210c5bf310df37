import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import type { PictureAnswer, PictureJob } from './picture-job.ts';

const program = fileURLToPath(new URL('./picture-process.ts', import.meta.url));

/** What the process may know of the server's surroundings: no secret is among it. */
const known = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE'];

/** The process ended before it answered: the picture crashed it, or it was ended. */
export class PictureProcessLost extends Error {
  override readonly name = 'PictureProcessLost';
}

interface UnderWay {
  resolve: (answer: PictureAnswer) => void;
  reject: (error: Error) => void;
}

/** A process of its own for pictures; one job at a time. */
export class PictureWorker {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #underWay: UnderWay | undefined;
  isAlive = true;

  /** @param niceness 0–19: how far it steps back when the machine is busy */
  constructor(niceness: number) {
    const env = Object.fromEntries(known.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
    this.#child = fork(program, [], {
      // Flags of the parent (test runners, debuggers) are not the process's.
      execArgv: [],
      env: { ...env, UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2', VIPS_WARNING: '1' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#ended = once(this.#child, 'exit').catch(() => undefined);
    try {
      if (this.#child.pid !== undefined) os.setPriority(this.#child.pid, niceness);
    } catch {
      // It is gone already, which shows when it is given a job.
    }
    this.#child.on('message', (answer: PictureAnswer) => this.#settle((job) => job.resolve(answer)));
    const lose = (cause?: unknown) => {
      this.isAlive = false;
      this.#settle((job) => job.reject(new PictureProcessLost('the picture process ended', { cause })));
    };
    this.#child.on('error', lose);
    this.#child.on('exit', (code, signal) => lose(signal ?? code));
    this.#hold(false);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Throws {@link PictureProcessLost}. */
  do(job: PictureJob): Promise<PictureAnswer> {
    return new Promise((resolve, reject) => {
      this.#underWay = { resolve, reject };
      if (!this.isAlive) return this.#settle(() => reject(new PictureProcessLost('the picture process is gone')));
      this.#hold(true);
      // Whatever goes wrong with the sending ends the process, and that is answered.
      this.#child.send(job, (error) => error && this.#child.kill('SIGKILL'));
    });
  }

  async end(): Promise<void> {
    this.isAlive = false;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  #settle(how: (job: UnderWay) => void): void {
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
