import type { RenderEngine, RenderRequest } from '../adapters/render/port.ts';
import type { PictureWork } from '../modules/studio/image/picture-work.ts';
import type { Turns } from '../worlds/turns.ts';
import type { Shared } from './shared.ts';

/**
 * The shared parts as a named world uses them: it takes turns with other worlds at the engines, and neither empties
 * caches nor ends threads of others. Networks of operators are changed in the unnamed world alone.
 */
export function sharedOf(shared: Shared, world: string, turns: Turns): Shared {
  return {
    ...shared,
    models: undefined,
    engines: shared.engines.map((engine) => engineOf(engine, world, turns)),
    pictures: picturesOf(shared.pictures, world),
    variants: { ...shared.variants, clear: async () => undefined, trim: async () => undefined },
    close: async () => undefined,
  };
}

function engineOf(engine: RenderEngine, world: string, turns: Turns): RenderEngine {
  const { describe, readWords, expect, suitabilityOf, openLive } = engine;
  return {
    name: engine.name,
    describe: describe.bind(engine),
    ...(readWords && { readWords: readWords.bind(engine) }),
    ...(expect && { expect: expect.bind(engine) }),
    ...(suitabilityOf && { suitabilityOf: suitabilityOf.bind(engine) }),
    ...(openLive && { openLive: openLive.bind(engine) }),
    // Worlds that follow the same seed have tasks with the same ids.
    start: (request: RenderRequest) => engine.start({ ...request, key: `${world}/${request.key}` }),
    async watch(operation, listener) {
      const giveBack = await turns.take(world, listener.signal);
      try {
        return await engine.watch(operation, listener);
      } finally {
        giveBack();
      }
    },
    close: async () => undefined,
  };
}

/** Accounts of different worlds are different owners. */
function picturesOf(pictures: PictureWork, world: string): PictureWork {
  const ownerOf = (owner: string) => `${world}/${owner}`;
  return {
    ...pictures,
    takeIn: (owner, ...rest) => pictures.takeIn(ownerOf(owner), ...rest),
    measure: (owner, ...rest) => pictures.measure(ownerOf(owner), ...rest),
    doubles: (owner, ...rest) => pictures.doubles(ownerOf(owner), ...rest),
    likeness: (owner, ...rest) => pictures.likeness(ownerOf(owner), ...rest),
    copy: (owner, ...rest) => pictures.copy(ownerOf(owner), ...rest),
    close: async () => undefined,
  };
}
