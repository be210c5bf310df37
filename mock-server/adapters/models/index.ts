import type { Logger } from 'pino';
import type { ModelAccess } from '../../../engine/models/client.ts';
import { createModelHost, type ModelHostOptions } from '../../../engine/models/host.ts';

export interface ModelsOptions extends Pick<ModelHostOptions, 'only' | 'mostMemory'> {
  log: Logger;
}

/** Networks for the engines of this machine, run in a process of their own. */
export async function openModels({ log, ...options }: ModelsOptions) {
  const host = await createModelHost({ ...options, warn: (words, error) => log.warn({ error }, words) });
  return {
    /** What jobs may use from now on. */
    access: (): ModelAccess => ({ address: host.address, slots: {} }),
    close: host.close,
  };
}
