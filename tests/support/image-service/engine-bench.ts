import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { architecturalRender } from '#shared/tools/outdoor';
import { drawHouse } from '../../../mock-server/adapters/render/conformance.ts';
import type { RenderEngine, RenderListener, RenderRequest } from '../../../mock-server/adapters/render/port.ts';
import { completeParams } from '../tool-params.ts';

/** Params of a rendering of one building with the fewest pictures. */
export const oneRendering = (imageId: string, params: Record<string, unknown> = {}) =>
  architecturalRender.params.parse({
    ...completeParams(architecturalRender, imageId),
    ...{ num: 1, style_img: undefined, ...params },
  });

/** A folder with a house in it, and requests to render it. */
export async function createEngineBench() {
  const folder = await mkdtemp(path.join(tmpdir(), 'service-engine-'));
  const house = await drawHouse(folder, 400);
  let keys = 0;
  return {
    folder,
    house,
    requestFor(params: Record<string, unknown> = {}): RenderRequest {
      keys += 1;
      return {
        ...{ key: `bench-${keys}`, tool: 'architecturalRender', seed: 7, outputDir: folder },
        ...{ params: oneRendering('base', params), pictures: { base: house } },
      };
    },
    close: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

export const quiet = (signal = new AbortController().signal): RenderListener => ({
  ...{ signal, onProgress: () => undefined },
});

export const runOn = async (engine: RenderEngine, request: RenderRequest) =>
  engine.watch(await engine.start(request), quiet(), request);

/** The error that a promise rejects with; undefined when it resolves. */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
