import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { hour, minute, second } from '#shared/domain/time';
import { worldName } from '#shared/domain/world';
import { ProductError } from '#shared/errors';
import { withDeps } from '../with-deps.ts';
import { writeState } from './state.ts';

/** The services of a world, in work. */
export interface OpenWorld {
  /** Answers requests as the whole product. */
  handle: RequestHandler;
  endStreams(): void;
  /** Begins the jobs of a round, see `deps/housekeeping.ts`. */
  begin(round: string): Promise<void>;
  /** True when no task and no answer is waiting or under way. */
  isAtRest(): Promise<boolean>;
  /** Part of it that lies in memory; JSON. */
  save(): Promise<object>;
  /** Ends it; what is still under way after `graceMs` goes on when the world is opened again. */
  close(graceMs: number): Promise<void>;
}

/** Fills the empty folder of a world. */
export type Fill = (folder: string) => Promise<void>;

/** A folder was filled and no world could be opened in it; the former world stands again. `cause` says why. */
export class NotOpened extends Error {
  override readonly name = 'NotOpened';
  constructor(cause: unknown) {
    super('the filled folder could not be opened', { cause });
  }
}

export interface WorldsDeps {
  /** Folder of everything that belongs to worlds; what an earlier process left in it is deleted. */
  home: string;
  /** Opens the world in a filled folder. */
  open(world: { name: string; folder: string }): Promise<OpenWorld>;
  /** Fills the folder of a world that is used for the first time. */
  fillNew: Fill;
  /** Milliseconds of the machine; worlds live by them and not by the product's clock. */
  now?: (() => number) | undefined;
  /** Reports what fails in the background. */
  warn(error: unknown, words: string): void;
}

/** A world as the control plane lists it. */
export interface ListedWorld {
  name: string;
  /** Milliseconds of the machine. */
  createdAt: number;
  usedAt: number;
  isAwake: boolean;
}

interface Entry {
  name: string;
  folder: string;
  createdAt: number;
  usedAt: number;
  /** Requests that are being answered. */
  active: number;
  opened: OpenWorld | undefined;
  /** The last change; the next one begins after it. */
  changed: Promise<unknown>;
  /** Changes that have not ended. */
  changes: number;
  isFilled: boolean;
}

const mostWorlds = 50;
const sleepsAfter = minute;
const endsAfter = hour;
/** Requests under way get this long before a world is exchanged under them. */
const patienceMs = 2 * second;
/** Fifty worlds are through well before their next round. */
const betweenRoundsMs = 5;

export type Worlds = ReturnType<typeof createWorlds>;

interface WorldParts extends Omit<WorldsDeps, 'now'> {
  now: () => number;
  entries: Map<string, Entry>;
  state: RegistryState;
}

interface RegistryState {
  isClosing: boolean;
  /** Resolves when the worlds of an earlier process are deleted. */
  prepared: Promise<void>;
}

/**
 * Worlds beside the unnamed one: made when they are first used, put to sleep after a minute without use, gone after an
 * hour. They end with the process.
 */
export function createWorlds(deps: WorldsDeps) {
  const entries = new Map<string, Entry>();
  const state: RegistryState = { isClosing: false, prepared: Promise.resolve() };
  const parts: WorldParts = { ...deps, now: deps.now ?? Date.now, entries, state };
  return withDeps(parts, { start, use, list, replace, remove, begin, tidy, close });
}

/**
 * Deletes the worlds of an earlier process. Called when the data folder is known to be this process's own, and before
 * the first request.
 */
function start({ home, state, warn }: WorldParts): void {
  state.prepared = rm(home, { recursive: true, force: true });
  state.prepared.catch((error: unknown) => warn(error, 'worlds of an earlier process could not be deleted'));
}

/**
 * Resolves with what answers a request in this world. The request counts until `ended` is called. Throws
 * `space.bad_name`, `space.too_many`, `server.not_ready`.
 */
async function use(deps: WorldParts, name: string): Promise<{ world: OpenWorld; ended: () => void }> {
  const entry = enter(deps, name);
  entry.usedAt = deps.now();
  try {
    // It may have been deleted while this request waited.
    const world = await change(entry, async () => (deps.entries.get(name) === entry ? begun(deps, entry) : undefined));
    return world ?? use(deps, name);
  } catch (error) {
    const isWanted = entry.isFilled || entry.changes > 0;
    if (!isWanted && deps.entries.get(name) === entry) deps.entries.delete(name);
    throw error;
  }
}

/** Counts a request from now on. Before, while it waits, nothing waits for it. */
async function begun(deps: WorldParts, entry: Entry): Promise<{ world: OpenWorld; ended: () => void }> {
  const world = await wake(deps, entry);
  entry.active += 1;
  const ended = () => {
    entry.active -= 1;
    entry.usedAt = deps.now();
  };
  return { world, ended };
}

/** The world that was used last comes first. */
function list({ entries }: WorldParts): ListedWorld[] {
  return [...entries.values()]
    .map(({ name, createdAt, usedAt, opened }) => ({ name, createdAt, usedAt, isAwake: opened !== undefined }))
    .sort((before, after) => after.usedAt - before.usedAt);
}

/**
 * Fills a folder anew, ends the world and opens it in that one. A world whose folder cannot be filled goes on, and one
 * whose new folder cannot be opened is opened again as it was; throws {@link NotOpened} then.
 *
 * @param own 1 when a request of this world asks for it, else 0
 */
async function replace(deps: WorldParts, name: string, fill: Fill, own = 0): Promise<void> {
  const entry = enter(deps, name);
  const isReplaced = await change(entry, async () => {
    if (deps.entries.get(name) !== entry) return false;
    const incoming = await prepare(entry, fill);
    await quieten(entry, own);
    if (entry.opened) await writeState(entry.folder, await entry.opened.save());
    await end(entry, 0);
    await exchange(deps, entry, incoming);
    return true;
  });
  // It was deleted meanwhile, so the request that asks belongs to no world any more.
  if (!isReplaced) await replace(deps, name, fill);
}

/** Ends the world and deletes its data; `own` as in {@link replace}. Throws `space.not_found`. */
async function remove(deps: WorldParts, name: string, own = 0): Promise<void> {
  const entry = deps.entries.get(name);
  if (!entry || !(await erase(deps, entry, own))) throw new ProductError('space.not_found');
}

/** False, and nothing is done, where it is gone already or `isMeant` says no. */
function erase(
  { entries }: WorldParts,
  entry: Entry,
  own: number,
  isMeant: () => boolean = () => true,
): Promise<boolean> {
  return change(entry, async () => {
    // Another world may have the name and the folder by now.
    if (entries.get(entry.name) !== entry || !isMeant()) return false;
    await quieten(entry, own);
    await end(entry, 0);
    await rm(entry.folder, { recursive: true, force: true });
    entries.delete(entry.name);
    return true;
  });
}

/** Begins the jobs of a round in every world that is awake. */
async function begin({ entries, warn }: WorldParts, round: string): Promise<void> {
  for (const { name, opened } of entries.values()) {
    if (!opened) continue;
    await opened.begin(round).catch((error: unknown) => warn(error, `jobs of world ${name} failed`));
    // The rounds of many worlds, one right after the other, would keep requests waiting.
    await setTimeout(betweenRoundsMs);
  }
}

/** Puts worlds to sleep that are not used, and ends those that were not used for long. */
async function tidy(deps: WorldParts): Promise<void> {
  for (const entry of [...deps.entries.values()]) {
    const isOver = () => entry.active === 0 && deps.now() - entry.usedAt >= endsAfter;
    await (isOver() ? erase(deps, entry, 0, isOver) : doze(deps, entry)).catch((error: unknown) =>
      deps.warn(error, `world ${entry.name} could not be put away`),
    );
  }
}

/** Ends all worlds; none is made any more. */
async function close({ entries, state }: WorldParts, graceMs: number): Promise<void> {
  state.isClosing = true;
  await state.prepared.catch(() => undefined);
  await Promise.all(
    [...entries.values()].map((entry) =>
      change(entry, async () => {
        entry.opened?.endStreams();
        await end(entry, graceMs);
      }),
    ),
  );
}

function enter({ entries, home, now, state }: WorldParts, name: string): Entry {
  if (!worldName.test(name)) throw new ProductError('space.bad_name');
  if (state.isClosing) throw new ProductError('server.not_ready');
  const found = entries.get(name);
  if (found) return found;
  if (entries.size >= mostWorlds) throw new ProductError('space.too_many', { fill: { most: mostWorlds } });
  const entry: Entry = {
    ...{ name, folder: path.join(home, 'named', name), createdAt: now(), usedAt: now(), active: 0 },
    ...{ opened: undefined, changed: state.prepared, changes: 0, isFilled: false },
  };
  entries.set(name, entry);
  return entry;
}

/** Changes of a world come one after the other; the one after a failed one begins with what is there. */
function change<T>(entry: Entry, work: () => Promise<T>): Promise<T> {
  entry.changes += 1;
  const changed = entry.changed
    .catch(() => undefined)
    .then(work)
    .finally(() => {
      entry.changes -= 1;
    });
  entry.changed = changed;
  return changed;
}

async function wake({ open, fillNew }: WorldParts, entry: Entry): Promise<OpenWorld> {
  if (entry.opened) return entry.opened;
  if (!entry.isFilled) await settle(entry, await prepare(entry, fillNew));
  const { name, folder } = entry;
  entry.opened = await open({ name, folder });
  return entry.opened;
}

/** Fills a folder beside that of the world; nothing is left of one that fails. */
async function prepare({ folder }: Entry, fill: Fill): Promise<string> {
  const incoming = `${folder}.incoming`;
  const drop = () => rm(incoming, { recursive: true, force: true });
  await drop();
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    await fill(incoming);
  } catch (error) {
    await drop().catch(() => undefined);
    throw error;
  }
  return incoming;
}

/** Puts a filled folder in the place of the one that a new world has not yet. */
async function settle(entry: Entry, incoming: string): Promise<void> {
  await rm(entry.folder, { recursive: true, force: true });
  await rename(incoming, entry.folder);
  entry.isFilled = true;
}

/** Opens the world in a filled folder in the place of its own, which comes back where that fails; it is not open. */
async function exchange(deps: WorldParts, entry: Entry, incoming: string): Promise<void> {
  const outgoing = `${entry.folder}.outgoing`;
  await rm(outgoing, { recursive: true, force: true });
  const hadFolder = entry.isFilled;
  if (hadFolder) await rename(entry.folder, outgoing);
  try {
    await settle(entry, incoming);
    await wake(deps, entry).catch((error: unknown) => {
      throw new NotOpened(error);
    });
  } catch (error) {
    await rm(entry.folder, { recursive: true, force: true });
    entry.isFilled = false;
    if (hadFolder) await rename(outgoing, entry.folder);
    entry.isFilled = hadFolder;
    throw error;
  }
  await rm(outgoing, { recursive: true, force: true }).catch((error: unknown) =>
    deps.warn(error, `the former data of world ${entry.name} could not be deleted`),
  );
}

async function end(entry: Entry, graceMs: number): Promise<void> {
  const { opened } = entry;
  entry.opened = undefined;
  await opened?.close(graceMs);
}

/** Ends event streams and waits for other requests than the `own` one that asks. */
async function quieten(entry: Entry, own: number): Promise<void> {
  entry.opened?.endStreams();
  const until = performance.now() + patienceMs;
  while (entry.active > own && performance.now() < until) await setTimeout(5);
}

async function doze({ now }: WorldParts, entry: Entry): Promise<void> {
  const isIdle = () => entry.active === 0 && now() - entry.usedAt >= sleepsAfter;
  if (!entry.opened || !isIdle()) return;
  await change(entry, async () => {
    if (!entry.opened || !isIdle() || !(await entry.opened.isAtRest())) return;
    await writeState(entry.folder, await entry.opened.save());
    await end(entry, 0);
  });
}
