import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import { second } from '#shared/domain/time';
import type { Fill, OpenWorld } from './registry.ts';

export interface HomeDeps {
  /** Data folder of the product; the folders of other worlds lie in it, too, and stay. */
  dataDir: string;
  /** A folder inside it for what comes and what goes. */
  workDir: string;
  open(): Promise<OpenWorld>;
  /** Names directly in the data folder that belong to this world. */
  ownNames(): Promise<string[]>;
}

/** Requests under way get this long before the world is exchanged under them. */
const patienceMs = 2 * second;

/** The unnamed world, which has the data folder itself. Its services can be exchanged while requests wait. */
export async function openHome(deps: HomeDeps) {
  const incoming = path.join(deps.workDir, 'incoming');
  const outgoing = path.join(deps.workDir, 'outgoing');
  await moveBack();
  let world = await deps.open();
  let active = 0;
  let changed: Promise<unknown> = Promise.resolve();
  let isChanging = false;

  function pass(...[request, response, next]: Parameters<RequestHandler>): void {
    active += 1;
    // More parts than Node's ten wait for the end of an answer: log, metrics, journal, streams, and the world's own.
    response.setMaxListeners(20);
    response.on('close', () => {
      active -= 1;
    });
    world.handle(request, response, next);
  }

  async function exchange(fill: Fill, own: number): Promise<void> {
    try {
      await rm(incoming, { recursive: true, force: true });
      for (const folder of [incoming, outgoing]) await mkdir(folder, { recursive: true, mode: 0o700 });
      await fill(incoming);
      isChanging = true;
      await quieten(own);
      await world.close(0);
      try {
        await moveAll(deps.dataDir, outgoing, await deps.ownNames());
        await moveAll(incoming, deps.dataDir, await readdir(incoming));
        world = await deps.open();
      } catch (error) {
        await moveBack();
        world = await deps.open();
        throw error;
      }
      // From now on an interruption brings nothing back.
      await rename(outgoing, path.join(deps.workDir, 'former'));
    } finally {
      isChanging = false;
      await rm(deps.workDir, { recursive: true, force: true });
    }
  }

  /** The world as it was before an exchange that failed or was interrupted. */
  async function moveBack(): Promise<void> {
    const names = await readdir(outgoing).catch(() => []);
    for (const name of names) {
      await rm(path.join(deps.dataDir, name), { recursive: true, force: true });
      await rename(path.join(outgoing, name), path.join(deps.dataDir, name));
    }
    await rm(deps.workDir, { recursive: true, force: true });
  }

  async function quieten(own: number): Promise<void> {
    world.endStreams();
    const until = performance.now() + patienceMs;
    while (active > own && performance.now() < until) await setTimeout(5);
  }

  return {
    /** Answers requests; those that come during an exchange wait for its end. */
    handle: ((request, response, next) => {
      if (isChanging) void changed.catch(() => undefined).then(() => pass(request as Request, response, next));
      else pass(request, response, next);
    }) satisfies RequestHandler,

    /**
     * Ends the world and opens another one in its place; the former comes back where that fails.
     *
     * @param own 1 when a request of this world asks for it, else 0
     */
    replace(fill: Fill, own: number): Promise<void> {
      const exchanged = changed.catch(() => undefined).then(() => exchange(fill, own));
      changed = exchanged;
      return exchanged;
    },

    /** Begins the jobs of a round, unless the world is being exchanged. */
    begin: async (round: string): Promise<void> => (isChanging ? undefined : world.begin(round)),

    async close(graceMs: number): Promise<void> {
      await changed.catch(() => undefined);
      world.endStreams();
      await world.close(graceMs);
    },
  };
}

async function moveAll(from: string, to: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rename(path.join(from, name), path.join(to, name));
}
