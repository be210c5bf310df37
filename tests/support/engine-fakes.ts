import type { EngineAdapter } from '#shared/domain/engine-adapters';
import { shippedGraphs } from '../../mock-server/adapters/render/comfyui/graphs.ts';
import { startFakeArk } from './ark/index.ts';
import { startFakeComfyUi } from './comfyui/index.ts';
import { startFakeDashScope } from './dashscope/index.ts';
import { startFakeOpenAiImages } from './openai-images/index.ts';

/** A service or server that engines are connected to, as far as stories of all of them need to know it. */
export interface EngineFake {
  /** `http://host:port` */
  origin: string;
  /** Path of the address below the origin. */
  path: string;
  /** Settings of an engine, as in the file of engines, without name, title and address. */
  settings: Record<string, unknown>;
  /** Charge for a picture, fen; undefined where it does not tell. */
  pictureFen: number | undefined;
  /** True where the picture comes with the answer to its request, which a killed process never hears. */
  losesAnswers: boolean;
  /** Pictures that it has begun to make, each of which costs. */
  paid(): number;
  /** Holds what it makes from now on. */
  hold(): { reached: Promise<void>; release(): void };
  /** The next picture is black. */
  spoil(): void;
  /** The next request is refused; absent where there is nobody who would refuse. */
  refuse?(cause: 'moderated' | 'noBalance' | 'wrongKey'): void;
  close(): Promise<void>;
}

const key = 'sk-story';
const pictureFen = 20;

async function comfyUi(): Promise<EngineFake> {
  const graph = shippedGraphs.get('edit-qwen')!;
  const models: Record<string, string[]> = {};
  for (const { folder, name } of graph.needs.models) models[folder] = [...(models[folder] ?? []), name];
  const fake = await startFakeComfyUi({ models });
  return {
    ...{ origin: fake.baseUrl, path: '', pictureFen: undefined, losesAnswers: false },
    spoil: () => fake.next({ picture: 'black' }),
    settings: { adapter: 'comfyui', leavesHouse: false, graphs: [graph.id] },
    paid: () => fake.accepted.length,
    hold: () => fake.hold('step'),
    close: fake.close,
  };
}

async function openAiImages(): Promise<EngineFake> {
  const fake = await startFakeOpenAiImages({ key });
  return {
    ...{ origin: fake.origin, path: '/v1', pictureFen, losesAnswers: true },
    spoil: () => fake.next({ flaw: 'black' }),
    settings: { adapter: 'openai-images', key, leavesHouse: true, pictureFen },
    paid: () => fake.made.length,
    hold: fake.hold,
    refuse: (refuses) => fake.next({ refuses }),
    close: fake.close,
  };
}

async function ark(): Promise<EngineFake> {
  const fake = await startFakeArk({ key });
  return {
    ...{ origin: fake.origin, path: '/api/v3', pictureFen, losesAnswers: true },
    spoil: () => fake.next({ flaw: 'black' }),
    settings: { adapter: 'ark', key, leavesHouse: true, pictureFen },
    paid: () => fake.made.length,
    hold: fake.hold,
    refuse: (refuses) => fake.next({ refuses }),
    close: fake.close,
  };
}

const dashScope = (model: string, call: string) => async (): Promise<EngineFake> => {
  const fake = await startFakeDashScope({ key });
  // Tasks that have ended by the first look at them: the pause between two looks is real time.
  fake.always({ states: [] });
  return {
    ...{ origin: fake.origin, path: '/api/v1', pictureFen, losesAnswers: call === 'multimodal' },
    spoil: () => fake.next({ flaw: 'black', states: [] }),
    settings: { adapter: 'dashscope', key, model, call, leavesHouse: true, pictureFen },
    paid: () => fake.made.length,
    hold: fake.hold,
    refuse: (refuses) => fake.next({ refuses }),
    close: fake.close,
  };
};

/** Fakes of every adapter of connected engines, one for each manner of its calls. */
export const engineFakes: {
  readonly [Adapter in EngineAdapter]: Readonly<Record<string, () => Promise<EngineFake>>>;
} = {
  comfyui: { comfyui: comfyUi },
  'openai-images': { 'openai-images': openAiImages },
  dashscope: {
    'dashscope multimodal': dashScope('qwen-image-edit-plus', 'multimodal'),
    'dashscope image-generation': dashScope('wan2.6-image', 'image-generation'),
    'dashscope image2image': dashScope('wan2.5-i2i-preview', 'image2image'),
  },
  ark: { ark },
};

/** All of them by name. */
export const eachEngineFake = Object.values(engineFakes).flatMap((fakes) =>
  Object.entries(fakes).map(([name, start]) => ({ name, start })),
);
