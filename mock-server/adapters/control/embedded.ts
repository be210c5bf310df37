import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { minute } from '#shared/domain/time';
import type { ControlAnswer, ControlTask } from '../../../engine/control-worker.ts';
import type { ModelAccess } from '../../../engine/models/client.ts';
import { DeadlyJob } from '../../pools/failures.ts';
import { createThreadPool } from '../../pools/pool-thread.ts';
import { type ControlPictures, ControlRefused } from './port.ts';

export interface EmbeddedControlOptions {
  /** Existing folder where readings of pictures are kept, which the embedded engine shares. */
  cacheFolder?: string;
  /** The networks it may use from now on; without them there are lines and masks only. */
  models?: () => ModelAccess;
}

const longestMs = 2 * minute;
const deadlySentence = '这张图片两次使识别程序中断，请换一张图片';

/** Control pictures by this machine's reader of scenes, its lines, and the operator's networks, in a thread of its own. */
export function createEmbeddedControl({ cacheFolder, models }: EmbeddedControlOptions = {}): ControlPictures {
  const pool = createThreadPool<ControlAnswer>(
    {
      file: new URL('../../../engine/control-worker.ts', import.meta.url),
      niceness: 10,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    },
    { size: 1, longestMs, idleMs: minute },
  );

  async function ask(task: ControlTask): Promise<Exclude<ControlAnswer, { refusal: string }>> {
    const answer = await pool
      .run(() => ({ job: { given: task } }))
      .catch((error: unknown) => {
        throw error instanceof DeadlyJob ? new ControlRefused(deadlySentence, { cause: error }) : error;
      });
    if ('refusal' in answer) throw new ControlRefused(answer.refusal);
    return answer;
  }

  /** Asks for a picture and reads the file that the thread has written. */
  async function picture(taskFor: (target: string) => ControlTask): Promise<{ png: Uint8Array } | { missing: string }> {
    const folder = await mkdtemp(path.join(tmpdir(), 'control-'));
    try {
      const target = path.join(folder, 'control.png');
      const answer = await ask(taskFor(target));
      return 'missing' in answer ? answer : { png: await readFile(target) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  const placeOf = ({ picture: shown, part }: Parameters<ControlPictures['make']>[1]) => ({
    picture: shown,
    ...(part && { part }),
  });

  return {
    async look(shown) {
      const answer = await ask({ kind: 'look', picture: shown });
      return 'base' in answer ? answer.base : 'photo';
    },
    make: (kind, source, size) =>
      picture((target) => ({
        ...{ kind, size, target, ...placeOf(source) },
        ...(cacheFolder && { cacheFolder }),
        ...(models && { models: models() }),
      })),
    async mask(source, size, edge) {
      const made = await picture((target) => ({ kind: 'mask', size, target, ...placeOf(source), ...edge }));
      if ('missing' in made) throw new ControlRefused(made.missing);
      return made.png;
    },
    close: () => pool.close(),
  };
}
