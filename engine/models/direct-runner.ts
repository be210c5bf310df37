import type { ModelRunner } from '../base/models.ts';
import { type LoadedModel, loadModel, loadRuntime, type RuntimeKind } from './runtime.ts';

/**
 * Runs networks in this very process: for scripts, benchmarks and tests. The server runs them in a process of their
 * own, which can be ended when it takes too much.
 */
export function createDirectRunner(only?: RuntimeKind): ModelRunner {
  const runtime = loadRuntime(only);
  const models = new Map<string, Promise<LoadedModel>>();
  const load = (file: string) => {
    const known = models.get(file) ?? runtime.then((loaded) => loadModel(loaded, file));
    models.set(file, known);
    return known;
  };
  return {
    describe: async (file) => (await load(file)).shape,
    async run(file, inputs, options) {
      options?.signal?.throwIfAborted();
      return (await load(file)).run(inputs, options);
    },
  };
}
