import type { MaskProcessor } from './mask-processor';

export type WorkshopName = keyof MaskProcessor;

export interface Request {
  id: number;
  name: WorkshopName;
  args: unknown[];
}

export interface MaskWorkerAnswer {
  id: number;
  value?: unknown;
  problem?: string;
}

/** The workshop as it looks from here: every call answers later. */
export type MaskWork = {
  [name in WorkshopName]: (
    ...args: Parameters<MaskProcessor[name]>
  ) => Promise<Awaited<ReturnType<MaskProcessor[name]>>>;
} & { close: () => void };

const names = [
  'start',
  'change',
  'preview',
  'exportPng',
  'marked',
  'readMask',
  'studyPicture',
  'studyPixels',
  'likeColour',
  'snap',
  'trace',
] as const satisfies readonly WorkshopName[];

function callsBy(call: (name: WorkshopName, args: unknown[]) => Promise<unknown>, close: () => void): MaskWork {
  const calls = names.map((name) => [name, (...args: unknown[]) => call(name, args)] as const);
  return { ...Object.fromEntries(calls), close } as MaskWork;
}

/** The workshop in this thread, where there are no workers. */
export function workHere(workshop: MaskProcessor): MaskWork {
  const call = async (name: WorkshopName, args: unknown[]) =>
    (workshop[name] as (...given: unknown[]) => unknown).apply(workshop, args);
  return callsBy(call, () => undefined);
}

/** The workshop in a thread of its own. Calls are worked off in order. */
export function createMaskWorkerClient(worker: Worker): MaskWork {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  const endAll = (problem: string) => {
    for (const { reject } of waiting.values()) reject(new Error(problem));
    waiting.clear();
  };
  worker.onmessage = ({ data: { id, value, problem } }: MessageEvent<MaskWorkerAnswer>) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    if (problem === undefined) caller?.resolve(value);
    else caller?.reject(new Error(problem));
  };
  worker.onerror = () => endAll('选区处理中断，请重新打开编辑器');
  const call = (name: WorkshopName, args: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      worker.postMessage({ id: lastId, name, args } satisfies Request);
    });
  return callsBy(call, () => {
    worker.terminate();
    endAll('编辑器已关闭');
  });
}
