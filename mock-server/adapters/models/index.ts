import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { ModelAccess } from '../../../engine/models/client.ts';
import { knownFiles } from '../../../engine/models/files/known-files.ts';
import { createModelHost, type ModelHostOptions } from '../../../engine/models/host.ts';
import { slotAdapter } from '../../../engine/models/slots/index.ts';
import { createModelFolder } from './folder.ts';
import type { ModelCatalogue, Models, TrialResult } from './port.ts';
import type { ModelTrial } from './test-thread.ts';

export interface ModelsOptions extends Pick<ModelHostOptions, 'only' | 'mostMemory'> {
  dataDir: string;
  log: Logger;
}

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
    close: host.close,
  };
}

function runTrial(trial: ModelTrial): Promise<TrialResult> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const thread = new Worker(new URL('./test-thread.ts', import.meta.url), { workerData: trial, execArgv: [] });
    const failed = () => {
      resolve({ fault: '试运行没有完成，模型可能与所选类型不符。', ms: Math.round(performance.now() - startedAt) });
    };
    thread.once('message', (result: TrialResult) => resolve(result));
    thread.once('error', failed);
    thread.once('exit', failed);
  });
}
