import path from 'node:path';
import sharp from 'sharp';
import {
  Detached,
  OperationLost,
  type RenderEngine,
  type RenderOutput,
  RenderRefused,
  type RenderRequest,
  StartUnknown,
} from '../../mock-server/adapters/render/port.ts';

interface PaidJob {
  key: string;
  ended: Promise<void>;
  end(): void;
}

/** A rendering service outside of the server: its jobs cost money and outlive the servers that watch them. */
export interface PaidService {
  /** Keys of the jobs that were begun, each paid for, in order. */
  readonly paid: readonly string[];
  /** Seeds and parameters of the jobs that were begun, in order. */
  readonly asked: readonly Pick<RenderRequest, 'seed' | 'params'>[];
  /** Keys of the jobs that were cancelled. */
  readonly cancelled: readonly string[];
  /** From now on jobs stay unfinished until {@link PaidService.finish}. */
  hold(): void;
  /** Ends all jobs, and those begun from now on at once. */
  finish(): void;
  /** Resolves when the next watch of a held job begins. */
  watched(): Promise<void>;
  /**
   * The next starts fail with these errors.
   * @param isBegun true when the job is begun all the same, as after an answer that got lost
   */
  failStarts(errors: readonly Error[], isBegun?: boolean): void;
  /** From now on it cannot tell what was begun. */
  forgetKeys(): void;
  /** From now on it cannot be used for this reason; with undefined it can. */
  close(reason: string | undefined): void;
  /** An adapter to it, one for each server. */
  engine(): RenderEngine;
}

/** @param tools that it can run; all of them start from one picture */
export function createPaidService(tools: readonly string[] = ['upScaleImg']): PaidService {
  const jobs = new Map<string, PaidJob>();
  const paid: string[] = [];
  const asked: Pick<RenderRequest, 'seed' | 'params'>[] = [];
  const cancelled: string[] = [];
  const lookers: Array<() => void> = [];
  let isHeld = false;
  let isForgetful = false;
  let closed: string | undefined;
  let failing: { errors: readonly Error[]; isBegun: boolean } = { errors: [], isBegun: false };

  function begin({ key, seed, params }: RenderRequest): void {
    if (jobs.has(key)) return;
    paid.push(key);
    asked.push({ seed, params });
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    jobs.set(key, { key, ended, end });
    if (!isHeld) end();
  }

  async function untilEnded(job: PaidJob, signal: AbortSignal): Promise<void> {
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const leave = () => reject(signal.reason);
    signal.throwIfAborted();
    signal.addEventListener('abort', leave, { once: true });
    if (isHeld) for (const look of lookers.splice(0)) look();
    await Promise.race([job.ended, stopped]).finally(() => signal.removeEventListener('abort', leave));
  }

  function cancel(job: PaidJob): void {
    if (!jobs.delete(job.key)) return;
    cancelled.push(job.key);
  }

  const engine: RenderEngine = {
    name: 'paid',
    probe: {
      words: '只问服务是否可用，不产生费用。',
      run: async () => ({ sentence: '服务可用', isUsable: true, parts: [] }),
    },
    describe: async () => ({
      title: '收费引擎',
      tools: tools.map((tool) => ({ tool, quality: 'final', algorithm: 'negative' })),
      ...(closed !== undefined && { unavailable: closed }),
    }),
    async start(request) {
      if (!tools.includes(request.tool)) throw new RenderRefused('收费引擎不支持这个工具。');
      const [error, ...others] = failing.errors;
      if (error) {
        if (failing.isBegun) begin(request);
        failing = { ...failing, errors: others };
        throw error;
      }
      begin(request);
      return { job: request.key };
    },
    async recover(key) {
      if (isForgetful) throw new StartUnknown('the service lists no jobs');
      return jobs.has(key) ? { job: key } : undefined;
    },
    async watch(operation, { signal, onProgress }, { outputDir, pictures, params, seed }) {
      const job = jobs.get(String(operation.job));
      try {
        signal.throwIfAborted();
        if (!job) throw new OperationLost('the service knows no such job');
        onProgress(0.5);
        await untilEnded(job, signal);
        const [picture] = Object.values(pictures);
        const count = typeof params.num === 'number' ? params.num : 1;
        const outputs: RenderOutput[] = [];
        for (let place = 0; place < count; place += 1) {
          const file = path.join(outputDir, `result-${place}.png`);
          // No two results are the same, whoever makes them.
          const { width, height } = await sharp(picture!.file)
            .negate({ alpha: false })
            .linear(1 - 0.2 * place, 40 * place + (seed % 50))
            .png()
            .toFile(file)
            .catch(() => {
              throw new RenderRefused('图片无法解码');
            });
          outputs.push({ file, width, height, format: 'png' });
        }
        signal.throwIfAborted();
        onProgress(1);
        return { outputs, algorithm: 'negative', quality: 'final', ms: 5, costFen: 12 };
      } catch (error) {
        if (job && signal.aborted && !(signal.reason instanceof Detached)) cancel(job);
        throw error;
      }
    },
    close: async () => undefined,
  };

  return {
    paid,
    asked,
    cancelled,
    hold: () => {
      isHeld = true;
    },
    finish() {
      isHeld = false;
      for (const job of jobs.values()) job.end();
    },
    watched: () => new Promise((resolve) => lookers.push(resolve)),
    failStarts(errors, isBegun = false) {
      failing = { errors, isBegun };
    },
    close(reason) {
      closed = reason;
    },
    forgetKeys() {
      isForgetful = true;
    },
    engine: () => engine,
  };
}
