import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { minute } from '#shared/domain/time';
import type { ControlAnswer, ControlTask } from '../../../engine/control-worker.ts';
import type { ModelAccess } from '../../../engine/models/client.ts';
import { DeadlyJob } from '../../pools/failures.ts';
import { createThreadPool } from '../../pools/pool-thread.ts';
import { type BuildingEngine, BuildingRefused } from '../building/port.ts';
import {
  type ControlPicture,
  type ControlPictures,
  ControlRefused,
  type ControlSize,
  type ControlSource,
} from './port.ts';

export interface EmbeddedControlOptions {
  /** Existing folder where readings of pictures are kept, which the embedded engine shares. */
  cacheFolder?: string;
  /** Casts the layers of views of building models; without it those are pictures like others. */
  buildings?: Pick<BuildingEngine, 'layers'>;
  /** The networks it may use from now on; without them there are lines and masks only. */
  models?: () => ModelAccess;
}

const longestMs = 2 * minute;
const deadlySentence = '这张图片两次使识别程序中断，请换一张图片';

/** Control pictures by this machine's reader of scenes, its lines, and the operator's networks, in a thread of its own. */
export function createEmbeddedControl(options: EmbeddedControlOptions = {}): ControlPictures {
  const { cacheFolder, models, buildings } = options;
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
  async function picture(taskFor: (target: string) => ControlTask | Promise<ControlTask>): Promise<ControlPicture> {
    const folder = await mkdtemp(path.join(tmpdir(), 'control-'));
    try {
      const target = path.join(folder, 'control.png');
      const answer = await ask(await taskFor(target));
      return 'missing' in answer ? answer : { png: await readFile(target) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** The layers of a view of a building model, in a file beside the picture; nothing where they cannot be had. */
  async function layersFor({ picture: shown, part }: ControlSource, size: ControlSize, target: string) {
    if (!shown.building || !buildings) return undefined;
    const { model, view } = shown.building;
    const film = part && {
      left: part.left / shown.width,
      top: part.top / shown.height,
      width: part.width / shown.width,
      height: part.height / shown.height,
    };
    const wanted = { ...size, aspect: shown.width / shown.height, ...(film && { part: film }) };
    const course = { owner: 'control', signal: AbortSignal.timeout(longestMs) };
    return buildings.layers({ model, view, ...wanted, target }, course).then(
      () => ({ layers: target }),
      (error: unknown) => {
        if (error instanceof BuildingRefused) return undefined;
        throw error;
      },
    );
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
      picture(async (target) => ({
        ...{ kind, size, target, ...placeOf(source) },
        ...(await layersFor(source, size, `${target}.layers`)),
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
