import type { BuildingCourse, BuildingEngine } from '../adapters/building/port.ts';
import type { RenderEngine, RenderRequest } from '../adapters/render/port.ts';
import type { PictureWork } from '../modules/studio/image/picture-work.ts';
import type { Turns } from '../worlds/turns.ts';
import type { Shared } from './shared.ts';

/**
 * The shared parts as a named world uses them: it neither empties caches nor ends threads of others. Networks of
 * operators are changed in the unnamed world alone.
 */
export function sharedOf(shared: Shared, world: string): Shared {
  return {
    ...shared,
    models: undefined,
    engines: shared.engines.map((engine) => engineOf(engine, world)),
    pictures: picturesOf(shared.pictures, world),
    buildingEngine: buildingsOf(shared.buildingEngine, world),
    variants: { ...shared.variants, trim: async () => undefined },
    close: async () => undefined,
  };
}

/** The engine with as many runs at once as there are places, which worlds take in turns. */
export function inTurns(engine: RenderEngine, world: string, turns: Turns): RenderEngine {
  return {
    ...partsOf(engine),
    ...(engine.forget && { forget: engine.forget.bind(engine) }),
    start: engine.start.bind(engine),
    recover: engine.recover.bind(engine),
    async watch(operation, listener, request) {
      // Of a run that is stopped while it waits the engine has to hear, too: it forgets the operation.
      const giveBack = await turns.take(world, listener.signal).catch(() => undefined);
      try {
        return await engine.watch(operation, listener, request);
      } finally {
        giveBack?.();
      }
    },
    close: engine.close.bind(engine),
  };
}

function engineOf(engine: RenderEngine, world: string): RenderEngine {
  return { ...keyedByWorld(engine, world), close: async () => undefined };
}

/** The engine with keys of a world, so that requests of two worlds are never the same. */
export function keyedByWorld(engine: RenderEngine, world: string): RenderEngine {
  const keyOf = (key: string) => `${world}.${key}`;
  const ofWorld = (request: RenderRequest) => ({ ...request, key: keyOf(request.key) });
  return {
    ...partsOf(engine),
    start: (request) => engine.start(ofWorld(request)),
    recover: (key) => engine.recover(keyOf(key)),
    watch: (operation, listener, request) => engine.watch(operation, listener, ofWorld(request)),
    close: engine.close.bind(engine),
  };
}

/** Those methods of an engine that run nothing, bound to it. */
function partsOf(engine: RenderEngine) {
  const { describe, readWords, expect, suitabilityOf, idleChoicesOf, openLive } = engine;
  return {
    name: engine.name,
    ...(engine.isConnected && { isConnected: true }),
    probe: engine.probe,
    describe: describe.bind(engine),
    ...(readWords && { readWords: readWords.bind(engine) }),
    ...(expect && { expect: expect.bind(engine) }),
    ...(suitabilityOf && { suitabilityOf: suitabilityOf.bind(engine) }),
    ...(idleChoicesOf && { idleChoicesOf: idleChoicesOf.bind(engine) }),
    ...(openLive && { openLive: openLive.bind(engine) }),
  };
}

/** Accounts of different worlds are different owners. */
function buildingsOf(engine: BuildingEngine, world: string): BuildingEngine {
  const inWorld = (course: BuildingCourse) => ({ ...course, owner: `${world}/${course.owner}` });
  return {
    name: engine.name,
    read: (work, course) => engine.read(work, inWorld(course)),
    draw: (work, course) => engine.draw(work, inWorld(course)),
    layers: (work, course) => engine.layers(work, inWorld(course)),
    pids: engine.pids,
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
