import type { ModelAccess } from '../../../engine/models/client.ts';
import { createThreadPool } from '../../pools/pool-thread.ts';
import type { OutputJudgement, ResultJudge } from './port.ts';
import type { JudgeTask } from './worker.ts';

export interface EmbeddedJudgeOptions {
  /** Outputs that are judged at once; 1 when absent. */
  threads?: number;
  /** Timeout of one output once a thread has it, milliseconds; 60 000 when absent. */
  longestMs?: number;
  /** The networks it may use from now on; things in pictures are not told apart when absent. */
  models?: () => ModelAccess;
}

/** Judges on this machine's processor, in threads of its own. */
export function createEmbeddedJudge({
  threads = 1,
  longestMs = 60_000,
  models,
}: EmbeddedJudgeOptions = {}): ResultJudge {
  const pool = createThreadPool<OutputJudgement>(
    {
      file: new URL('./worker.ts', import.meta.url),
      niceness: 5,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    },
    { size: threads, longestMs, isStoppable: true, idleMs: 30_000 },
  );
  return {
    name: 'embedded',
    judge(question, signal) {
      const task = (): JudgeTask => ({ question, ...(models && { models: models() }) });
      return pool.run(() => ({ job: { given: task() } }), { signal });
    },
    close: () => pool.close(),
  };
}
