import { createThreadPool } from '../../pools/pool-thread.ts';
import type { OutputJudgement, ResultJudge } from './port.ts';

export interface EmbeddedJudgeOptions {
  /** Outputs that are judged at once; 1 when absent. */
  threads?: number;
  /** Timeout of one output once a thread has it, milliseconds; 60 000 when absent. */
  longestMs?: number;
}

/** Judges on this machine's processor, in threads of its own. */
export function createEmbeddedJudge({ threads = 1, longestMs = 60_000 }: EmbeddedJudgeOptions = {}): ResultJudge {
  const pool = createThreadPool<OutputJudgement>(
    {
      file: new URL('../../../engine/judgement/judge-output.ts', import.meta.url),
      niceness: 5,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    },
    { size: threads, longestMs, isStoppable: true, idleMs: 30_000 },
  );
  return {
    name: 'embedded',
    judge: (question, signal) => pool.run(() => ({ job: { given: question } }), { signal }),
    close: () => pool.close(),
  };
}
