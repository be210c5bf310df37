import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { ProductError } from '#shared/errors';
import { type BuildingEngine, BuildingRefused } from '../../../adapters/building/port.ts';
import type { BlobStorage } from '../../../adapters/storage/port.ts';
import { WorkerLost } from '../../../pools/failures.ts';
import { storageFault } from '../../../storage-fault.ts';
import type { Store } from '../../base/store.ts';
import type { ImageService } from '../image/image.service.ts';
import * as buildings from './building.repository.ts';

export interface ReadingDeps {
  store: Store;
  storage: BlobStorage;
  images: ImageService;
  engine: BuildingEngine;
  log: Logger;
}

export type BuildingReadings = ReturnType<typeof createBuildingReadings>;

type ReadModel = Awaited<ReturnType<BuildingEngine['read']>>;

/**
 * Readings of models under way. A model whose reading a stop, a crash or a full disk has ended keeps its state and is
 * read again.
 */
export function createBuildingReadings(deps: ReadingDeps) {
  const underWay = new Map<string, { controller: AbortController; done: Promise<void> }>();
  let isClosed = false;

  function stop(modelId: string): void {
    underWay.get(modelId)?.controller.abort(new Error('nobody wants this reading any more'));
  }
  const stopAll = () => [...underWay.keys()].forEach(stop);
  deps.store.whenEmptied(stopAll);

  /** Begins to read a model in state `reading`; returns at once. */
  function begin(modelId: string): void {
    if (isClosed) return;
    const controller = new AbortController();
    const done = read(deps, modelId, controller.signal)
      .catch((error: unknown) => deps.log.error({ error, model: modelId }, 'a building model was not read'))
      .finally(() => {
        if (underWay.get(modelId)?.controller === controller) underWay.delete(modelId);
      });
    underWay.set(modelId, { controller, done });
  }

  return {
    begin,
    stop,
    /** Begins again what has ended without a result. */
    async resume(): Promise<void> {
      for (const modelId of await buildings.idsInReading(deps.store.db)) if (!underWay.has(modelId)) begin(modelId);
    },
    /** Resolves when nothing is being read. */
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.all([...underWay.values()].map(({ done }) => done));
    },
    async close(): Promise<void> {
      isClosed = true;
      stopAll();
      await Promise.all([...underWay.values()].map(({ done }) => done));
    },
  };
}

async function read(deps: ReadingDeps, modelId: string, signal: AbortSignal): Promise<void> {
  const { store, storage, engine, log } = deps;
  const row = await buildings.findBuilding(store.db, modelId);
  if (row?.state !== 'reading') return;
  const folder = await storage.workFolder();
  try {
    const [target, viewerTarget] = [path.join(folder, 'model'), path.join(folder, 'viewer')];
    const file = await storage.localFile(row.sha256);
    const placement = row.placement === null ? undefined : JSON.parse(row.placement);
    const work = { file, name: row.file_name, target, viewerTarget, ...(placement && { placement }) };
    const found = await engine.read(work, { owner: row.account_id, signal });
    signal.throwIfAborted();
    await keep(deps, row, found, { target, viewerTarget });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof BuildingRefused)) log.error({ error, model: modelId }, 'a building model was not read');
    if (isPassing(error)) return;
    await refuse(deps, modelId, sentenceOf(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stores what was read, unless the model was removed or confirmed otherwise meanwhile. */
async function keep(
  deps: ReadingDeps,
  row: buildings.BuildingRow,
  found: ReadModel,
  { target, viewerTarget }: { target: string; viewerTarget: string },
): Promise<void> {
  const { store, images } = deps;
  const mesh = await images.keepFile(target);
  const viewer = await images.keepFile(viewerTarget).catch(async (error: unknown) => {
    await images.discard([mesh.sha256]);
    throw error;
  });
  const both = [mesh.sha256, viewer.sha256];
  const stored = store.transact(async (tx) => {
    const now = await buildings.findBuilding(tx, row.id);
    if (now?.state !== 'reading' || now.placement !== row.placement) return false;
    for (const key of [mesh, viewer]) await images.registerFile(tx, key);
    await buildings.updateBuilding(tx, row.id, {
      state: row.placement === null ? 'unconfirmed' : 'ready',
      format: found.format,
      mesh_sha256: mesh.sha256,
      mesh_bytes: mesh.bytes,
      viewer_sha256: viewer.sha256,
      viewer_bytes: viewer.bytes,
      facts: JSON.stringify(found.facts),
      views: JSON.stringify(found.views),
    });
    const former = buildings.readFiles(now).filter((sha256) => !both.includes(sha256));
    if (former.length > 0) await images.releaseAfter(tx, former);
    return true;
  });
  const isKept = await stored.catch(async (error: unknown) => {
    await images.discard(both);
    throw error;
  });
  if (!isKept) await images.discard(both);
}

async function refuse({ store, images }: ReadingDeps, modelId: string, sentence: string): Promise<void> {
  await store.transact(async (tx) => {
    const row = await buildings.findBuilding(tx, modelId);
    if (row?.state !== 'reading') return;
    const noFiles = { mesh_sha256: null, mesh_bytes: 0, viewer_sha256: null, viewer_bytes: 0 };
    const nothing = { ...noFiles, facts: null, views: null, placement: null };
    await buildings.updateBuilding(tx, modelId, { ...nothing, state: 'refused', sentence });
    const former = buildings.readFiles(row);
    if (former.length > 0) await images.releaseAfter(tx, former);
  });
}

/** True when the file may be read another time: the server stops, its disk is full, or it has no process left. */
function isPassing(error: unknown): boolean {
  const isClosing = error instanceof ProductError && error.reason === 'server.not_ready';
  return isClosing || error instanceof WorkerLost || storageFault(error) !== undefined;
}

function sentenceOf(error: unknown): string {
  return error instanceof BuildingRefused ? error.sentence : '读取模型的程序出错，模型没有读成，请删除后重新上传';
}
