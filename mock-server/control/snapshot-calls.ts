import { pipeline } from 'node:stream/promises';
import { ProductError } from '#shared/errors';
import type { Handlers } from '../http/mount.ts';
import { storageFault } from '../storage-fault.ts';
import { type Fill, NotOpened } from '../worlds/registry.ts';
import type { Snapshots } from '../worlds/snapshots.ts';
import { stateName } from '../worlds/state.ts';
import { requireSavedState } from './saved-state.ts';
import type { snapshotContract } from './snapshot-contract.ts';
import type { WorldState } from './world-state.ts';

export interface SnapshotCallDeps {
  /** Folder of this world. */
  dataDir: string;
  /** Undefined where the world cannot be exchanged, as in parts of tests. */
  snapshots: Snapshots | undefined;
  exchange: ((fill: Fill) => Promise<void>) | undefined;
  /** Part of this world that lies in memory. */
  save(): Promise<WorldState>;
}

export function snapshotCalls(deps: SnapshotCallDeps): Handlers<typeof snapshotContract> {
  function kept(): Snapshots {
    if (!deps.snapshots) throw new ProductError('request.not_found');
    return deps.snapshots;
  }

  return {
    snapshots: () => kept().list(),
    async makeSnapshot({ input: { name } }) {
      const state: WorldState = { ...(await deps.save()), isSnapshot: true };
      const more = { [stateName]: JSON.stringify(state) };
      return kept().make(name, deps.dataDir, more);
    },
    async restoreSnapshot({ params: { name } }) {
      const fill = await kept().fillOf(name);
      if (!deps.exchange) throw new ProductError('request.not_found');
      await restore(deps.exchange, fill);
      return { ok: true, name };
    },
    async removeSnapshot({ params: { name } }) {
      await kept().remove(name);
      return { ok: true };
    },
    async snapshotFile({ params: { name }, response }) {
      const archive = await kept().download(name);
      response.set({ 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${name}.zip"` });
      await pipeline(archive, response);
    },
    putSnapshotFile: ({ params: { name }, request }) => kept().receive(name, request, requireSavedState),
  };
}

/** Throws `snapshot.broken` for data that pass every examination and cannot be worked with all the same. */
async function restore(exchange: (fill: Fill) => Promise<void>, fill: Fill): Promise<void> {
  try {
    await exchange(async (folder) => {
      await fill(folder);
      await requireSavedState(folder);
    });
  } catch (error) {
    if (error instanceof NotOpened && !isOfMachine(error.cause))
      throw new ProductError('snapshot.broken', {
        fill: { sentence: '快照没有恢复，什么都没有改动：里面的数据打不开，可能已损坏' },
        cause: error,
      });
    throw error;
  }
}

const isOfMachine = (error: unknown): boolean => {
  const reason = storageFault(error)?.reason;
  return reason !== undefined && reason !== 'server.storage_broken';
};
