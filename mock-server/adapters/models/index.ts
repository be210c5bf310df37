import path from 'node:path';
import type { Logger } from 'pino';
import { minute } from '#shared/domain/time';
import type { ModelAccess } from '../../../engine/models/client.ts';
import { knownFiles } from '../../../engine/models/files/known-files.ts';
import { createModelHost, type ModelHostOptions } from '../../../engine/models/host.ts';
import { slotAdapter } from '../../../engine/models/slots/index.ts';
import { workerFault } from '../../pools/failures.ts';
import { createThreadPool } from '../../pools/pool-thread.ts';
import { createModelFolder } from './folder.ts';
import type { ModelCatalogue, Models, TrialResult } from './port.ts';
import type { ModelTrial } from './test-thread.ts';

export interface ModelsOptions extends Pick<ModelHostOptions, 'only' | 'mostMemory'> {
  dataDir: string;
  log: Logger;
}

/** Timeout of a trial run of a model file in milliseconds. */
const trialMs = 5 * minute;

export const modelCatalogue: ModelCatalogue = {
  known: knownFiles,
  familyOf: (slot, adapter) => slotAdapter(slot, adapter)?.label ?? adapter,
};

/** Networks run in a process of their own (decision 0027). */
export async function openModels({ dataDir, log, ...options }: ModelsOptions): Promise<Models> {
  const host = await createModelHost({ ...options, warn: (words, error) => log.warn({ error }, words) });
  const folder = await createModelFolder(path.join(dataDir, 'models'));
  let slots: ModelAccess['slots'] = {};
  const { address } = host;
  const trials = createThreadPool<TrialResult>(
    { file: new URL('./test-thread.ts', import.meta.url) },
    // Each trial gets a fresh thread, so that nothing of the previous file stays in memory.
    { size: 1, longestMs: trialMs, isSpent: () => true },
  );

  /** Returns a `fault` when the trial fails, times out or ends two threads. Throws when no thread was available. */
  async function runTrial(given: ModelTrial): Promise<TrialResult> {
    const startedAt = performance.now();
    return trials
      .run(() => ({ job: { given } }))
      .catch((error: unknown) => {
        if (workerFault(error)?.status === 503) throw error;
        log.warn({ error }, 'the trial of a model failed');
        const fault = '试运行没有完成，模型可能与所选类型不符。';
        return { fault, ms: Math.round(performance.now() - startedAt) };
      });
  }

  return {
    access: () => ({ address, slots }),
    use(chosen) {
      slots = chosen;
    },
    scan: folder.scan,
    test: (model) => runTrial({ address, model }),
    state: host.state,
    forgive: host.forgive,
    end: host.end,
    async close() {
      await trials.close();
      await host.close();
    },
  };
}
