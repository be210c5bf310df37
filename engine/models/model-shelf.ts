import { stat } from 'node:fs/promises';
import { ModelUnavailable } from '../base/models.ts';
import { type LoadedModel, type LoadedRuntime, loadModel } from './runtime.ts';

/** Files above this are an operator's and kept sparingly, bytes; those that come with the product are smaller. */
const largeFile = 12_000_000;
/** Large files that are kept loaded: a pair is two. */
const mostLarge = 2;
const mostSmall = 8;

interface Shelved {
  model: Promise<LoadedModel>;
  isLarge: boolean;
}

/**
 * Files that are loaded, those used last; a file is loaded when it is first asked for. For one who asks at a time: what
 * was taken is good until the next is taken.
 * @param open loads the runtime; asked again after it failed
 */
export function createModelShelf(open: () => Promise<LoadedRuntime>) {
  let runtime: Promise<LoadedRuntime> | undefined;
  const shelf = new Map<string, Shelved>();

  async function makeRoom(isLarge: boolean): Promise<void> {
    const alike = [...shelf].filter(([, other]) => other.isLarge === isLarge);
    for (const [file, { model }] of alike.slice(0, Math.max(0, alike.length + 1 - (isLarge ? mostLarge : mostSmall)))) {
      shelf.delete(file);
      await model.then((loaded) => loaded.release()).catch(() => undefined);
    }
  }

  return {
    /** @throws ModelUnavailable */
    async take(file: string): Promise<LoadedModel> {
      const known = shelf.get(file);
      if (known) {
        shelf.delete(file);
        shelf.set(file, known);
        return known.model;
      }
      const { size } = await stat(file).catch((cause: unknown) => {
        throw new ModelUnavailable('broken file', '模型文件不见了。', { cause });
      });
      const isLarge = size > largeFile;
      await makeRoom(isLarge);
      runtime ??= open();
      const model = runtime.then((loaded) => loadModel(loaded, file));
      shelf.set(file, { model, isLarge });
      try {
        return await model;
      } catch (error) {
        shelf.delete(file);
        if (error instanceof ModelUnavailable && error.trouble === 'no runtime') runtime = undefined;
        throw error;
      }
    },
    loaded: () => [...shelf.keys()],
  };
}
