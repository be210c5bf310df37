import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import { second } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import { type Fill, NotOpened, type OpenWorld } from './registry.ts';
import { writeState } from './state.ts';

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

/** Names in the folder for what comes and what goes. */
const incomingName = 'incoming';
/** The world that goes, while it is being moved out: all the rest of it is still in its place, and nothing came yet. */
const outgoingName = 'outgoing';
/** The world that went, until the other one has been opened. */
const leftName = 'left';
/** The world that went for good. */
const formerName = 'former';

/** The unnamed world, which has the data folder itself. Its services can be exchanged while requests wait. */
export async function openHome(deps: HomeDeps) {
  await moveBack(deps);
  /** Undefined when an exchange failed and the former world could not be opened either; the next request tries again. */
  let world: OpenWorld | undefined = await deps.open();
  /** The one that was closed last, which says so to requests. */
  let closed = world;
  let active = 0;
  let changed: Promise<unknown> = Promise.resolve();
  let isChanging = false;

  function pass(...[request, response, next]: Parameters<RequestHandler>): void {
    if (!world)
      return void inTurn(revive).then(
        () => pass(request, response, next),
        () => closed.handle(request, response, next),
      );
    active += 1;
    // More parts than Node's ten wait for the end of an answer: log, metrics, journal, streams, and the world's own.
    response.setMaxListeners(20);
    response.on('close', () => {
      active -= 1;
    });
    world.handle(request, response, next);
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = changed.catch(() => undefined).then(work);
    changed = done;
    return done;
  }

  async function revive(): Promise<void> {
    if (world) return;
    await moveBack(deps);
    world = await deps.open();
  }

  async function exchange(fill: Fill, own: number): Promise<void> {
    await revive();
    await fillIncoming(deps, fill);
    isChanging = true;
    try {
      await quieten(own);
      closed = world as OpenWorld;
      await writeState(deps.dataDir, await closed.save());
      world = undefined;
      await closed.close(0);
      world = await moveIn(deps);
    } catch (error) {
      // If the former world cannot be opened either, the next request tries again.
      await revive().catch(() => undefined);
      throw error;
    } finally {
      isChanging = false;
    }
    await rm(deps.workDir, { recursive: true, force: true });
  }

  async function quieten(own: number): Promise<void> {
    world?.endStreams();
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
     * Ends the world and opens another one in its place; the former comes back where that fails, {@link NotOpened}
     * where the other one cannot be opened.
     *
     * @param own 1 when a request of this world asks for it, else 0
     */
    replace: (fill: Fill, own: number): Promise<void> => inTurn(() => exchange(fill, own)),

    /** Begins the jobs of a round, unless the world is being exchanged. */
    begin: async (round: string): Promise<void> => (isChanging ? undefined : world?.begin(round)),

    async close(graceMs: number): Promise<void> {
      await changed.catch(() => undefined);
      world?.endStreams();
      await world?.close(graceMs);
    },
  };
}

/** Fills the folder of what comes. Nothing is left of one that fails, or that would take the place of what is not ours. */
async function fillIncoming({ dataDir, workDir, ownNames }: HomeDeps, fill: Fill): Promise<void> {
  const incoming = path.join(workDir, incomingName);
  try {
    await rm(incoming, { recursive: true, force: true });
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    await fill(incoming);
    const own = new Set(await ownNames());
    const others = new Set((await readdir(dataDir)).filter((name) => !own.has(name)));
    const taken = (await readdir(incoming)).find((name) => others.has(name));
    if (taken !== undefined) throw new ProductError('snapshot.broken', { fill: { sentence: takenSentence(taken) } });
  } catch (error) {
    await rm(workDir, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

const takenSentence = (name: string) => `快照没有恢复，什么都没有改动：里面的文件 ${name} 与服务自己的文件同名`;

/** Puts what came in the place of the world, which is closed, and opens it. Throws {@link NotOpened}. */
async function moveIn({ dataDir, workDir, ownNames, open }: HomeDeps): Promise<OpenWorld> {
  const [incoming, outgoing] = [path.join(workDir, incomingName), path.join(workDir, outgoingName)];
  const [left, former] = [path.join(workDir, leftName), path.join(workDir, formerName)];
  await mkdir(outgoing, { mode: 0o700 });
  await moveAll(dataDir, outgoing, await ownNames());
  await rename(outgoing, left);
  await moveAll(incoming, dataDir, await readdir(incoming));
  const opened = await open().catch((error: unknown) => {
    throw new NotOpened(error);
  });
  try {
    // From now on an interruption brings nothing back.
    await rename(left, former);
  } catch (error) {
    await opened.close(0);
    throw error;
  }
  return opened;
}

/** The world as it was before an exchange that failed or was interrupted, wherever that was. */
async function moveBack({ dataDir, workDir, ownNames }: HomeDeps): Promise<void> {
  const [outgoing, left] = [path.join(workDir, outgoingName), path.join(workDir, leftName)];
  if (existsSync(left)) {
    // All of it belongs to the world that came: a log of its database would be taken for one of the other's.
    for (const name of await ownNames()) await rm(path.join(dataDir, name), { recursive: true, force: true });
    await rename(left, outgoing);
  }
  for (const name of await readdir(outgoing).catch(() => [])) {
    await rm(path.join(dataDir, name), { recursive: true, force: true });
    await rename(path.join(outgoing, name), path.join(dataDir, name));
  }
  await rm(workDir, { recursive: true, force: true });
}

async function moveAll(from: string, to: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rename(path.join(from, name), path.join(to, name));
}
