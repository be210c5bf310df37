import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { minute } from '#shared/domain/time';
import { type AppParts, createApp } from './app.ts';
import { copyPlainFiles, latestMigration, replacedIn } from './backup/backup.ts';
import { createBackupPool } from './backup/backup-pool.ts';
import type { Config } from './config.ts';
import { mayUsePlane } from './control/access.ts';
import { bulkPlans, type ScenarioName, scenarioOf } from './control/scenarios.ts';
import {
  createDeps,
  type Deps,
  type Ground,
  installationKey,
  openGround,
  type Replacements,
  sharedOf,
} from './deps.ts';
import { createMessages, type Messages } from './http/messages.ts';
import { staticApps } from './http/static.ts';
import { createIds } from './ids.ts';
import { createBulkPool } from './worlds/bulk-pool.ts';
import { fewAtOnce } from './worlds/few-at-once.ts';
import { openHome } from './worlds/home.ts';
import { createLargeTemplates, type LargeTemplates } from './worlds/large-templates.ts';
import { createWorlds, type Fill, type OpenWorld, type Worlds } from './worlds/registry.ts';
import { refuseWorlds, worldRouter } from './worlds/router.ts';
import { createSnapshots } from './worlds/snapshots.ts';
import { createTemplates, type Templates } from './worlds/templates.ts';
import { createTurns, type Turns } from './worlds/turns.ts';

export interface Product {
  /** Answers requests as the whole product. */
  app: RequestListener;
  /** For the server that listens for the app, so that requests and answers need no change. */
  classes: Messages['classes'];
  /** Services of the unnamed world as it is now. */
  readonly deps: Deps;
  /** Other worlds beside it; in local mode only. */
  worlds: Worlds | undefined;
  /** Tells the simulated payment company of every world the address at which this process reaches itself. */
  reachAt(address: string): void;
  /** Begins the recurring jobs of all worlds. */
  beginRounds(): void;
  /** Ends the jobs, all streams and all services; what is under way gets `graceMs`. */
  close(graceMs: number): Promise<void>;
}

interface Parts {
  config: Config;
  log: Logger;
  isReady: () => boolean;
  replacements: Replacements;
  ground: Ground;
  messages: Messages;
  /** Files of both apps, which are the same in every world. */
  pages: RequestHandler;
  turns: Turns;
  /** Folder of everything that belongs to other worlds than the unnamed one. */
  folder: string;
  origin: { address: string | undefined };
}

/** Parts of local mode alone. */
interface LocalParts {
  worlds: Worlds;
  templates: Templates;
  pool: ReturnType<typeof createBackupPool>;
  /** Makes the databases of templates. It waits for no rows of a large one, which have a thread of their own. */
  databases: ReturnType<typeof createBulkPool>;
  snapshots: ReturnType<typeof createSnapshots>;
  largeTemplates: LargeTemplates;
}

/** Memory for pages of a named world's database. */
const worldCacheKilobytes = 512;

/** The product with its worlds: the unnamed one, which requests reach that name none, and in local mode the others. */
export async function createProduct(
  config: Config,
  log: Logger,
  isReady: () => boolean,
  replacements: Replacements = {},
): Promise<Product> {
  const ground = await openGround(config, log, replacements);
  let deps: Deps | undefined;
  const parts: Parts = {
    ...{ config, log, isReady, replacements, ground },
    messages: createMessages(config),
    pages: staticApps(config.distDir, config.mode === 'local'),
    turns: createTurns(() => deps?.settings.limit('taskConcurrency') ?? config.taskConcurrency),
    folder: path.join(config.dataDir, 'worlds'),
    origin: { address: undefined },
  };
  const local = config.mode === 'local' ? localParts(parts) : undefined;
  const exchange = (fill: Fill) => home.replace(fill, 1);
  const home = await openHome({
    dataDir: config.dataDir,
    workDir: path.join(config.dataDir, 'exchange'),
    ownNames: () => replacedIn(config.dataDir),
    open: async () => {
      const opened = await openUnnamed(parts, local, exchange);
      deps = opened.deps;
      return opened.world;
    },
  }).catch(async (error: unknown) => {
    await ground.close();
    throw error;
  });
  local?.worlds.start();
  void local?.largeTemplates
    .start()
    .catch((error: unknown) => log.error({ error }, 'templates of an earlier process could not be deleted'));
  const current = (): Deps => deps as Deps;
  const timers: NodeJS.Timeout[] = [];

  return {
    app: (request, response) => home.handle(request as Request, response as Response, () => undefined),
    classes: parts.messages.classes,
    worlds: local?.worlds,
    get deps() {
      return current();
    },
    reachAt(address) {
      parts.origin.address = address;
      current().simulatedPayment?.reachProductAt(address);
    },
    beginRounds() {
      for (const [name, { everyMs }] of Object.entries(current().rounds))
        timers.push(setInterval(() => void Promise.all([home.begin(name), local?.worlds.begin(name)]), everyMs));
      if (local) timers.push(setInterval(() => void local.worlds.tidy(), minute / 4));
    },
    async close(graceMs) {
      for (const timer of timers.splice(0)) clearInterval(timer);
      // One after the other each would have its own `graceMs`, and streams of the last one would end late.
      await Promise.all([local?.largeTemplates.close(), local?.worlds.close(graceMs), home.close(graceMs)]);
      await Promise.all([local?.pool.close(), local?.databases.close()]);
      await ground.close();
    },
  };
}

function localParts(parts: Parts): LocalParts {
  const { config, folder, log, replacements } = parts;
  const worlds: Worlds = createWorlds({
    home: folder,
    open: (world) => openNamed(parts, local, world),
    fillNew: (target) => local.templates.fill('empty', target),
    now: replacements.machineNow,
    warn: (error, words) => log.error({ error }, words),
  });
  const templates = createTemplates(path.join(folder, 'templates'), (scenario, target) =>
    makeTemplate(parts, local, scenario, target),
  );
  const pool = createBackupPool();
  const databases = createBulkPool();
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const snapshots = createSnapshots({
    ...{ folder: path.join(config.dataDir, 'snapshots'), version, migration: latestMigration, pool },
  });
  const largeTemplates = createLargeTemplates({
    folder: path.join(config.dataDir, 'templates'),
    plans: bulkPlans(replacements.scenarioShare ?? 1),
    basis: JSON.stringify([version, latestMigration, config.adminPassword]),
    key: () => installationKey(config.dataDir),
    async make(scenario, target) {
      // The audit is chained by the key of the installation, which the unnamed world keeps.
      await copyPlainFiles(config.dataDir, target);
      await makeTemplate(parts, local, scenario, target);
    },
    now: Date.now,
    warn: (error, words) => log.error({ error }, words),
  });
  const local: LocalParts = { worlds, templates, pool, databases, snapshots, largeTemplates };
  return local;
}

async function openUnnamed(parts: Parts, local: LocalParts | undefined, exchange: (fill: Fill) => Promise<void>) {
  const { config, log, isReady, replacements, ground, messages, pages, origin } = parts;
  const plane = local && {
    ...{ worlds: local.worlds, snapshots: local.snapshots, largeTemplates: local.largeTemplates },
    ...{ turns: parts.turns, exchange },
  };
  const deps = await createDeps(config, log, { ...replacements, ...plane }, ground);
  const { control } = deps;
  const router =
    local && control ? worldRouter(local.worlds, (request) => mayUsePlane(request, control.token)) : refuseWorlds;
  if (origin.address !== undefined) deps.simulatedPayment?.reachProductAt(origin.address);
  return { deps, world: asWorld({ config, deps, log, isReady, messages, pages, router }) };
}

async function openNamed(
  parts: Parts,
  local: LocalParts,
  { name, folder: dataDir }: { name: string; folder: string },
): Promise<OpenWorld> {
  const { isReady, messages, pages, origin } = parts;
  const log = parts.log.child({ world: name });
  const config = configOf(parts, dataDir);
  const deps = await createDeps(config, log, {
    ...replacementsOf(parts, local, name),
    isReadingThreaded: await isLarge(dataDir),
    exchange: (fill) => local.worlds.replace(name, fill, 1),
  });
  if (origin.address !== undefined) deps.simulatedPayment?.reachProductAt(origin.address);
  const world = asWorld({ config, deps, log, isReady, messages, pages });
  return { ...world, handle: fewAtOnce(world.handle) };
}

/** Makes the data of a scenario, as a world begins with them; the tasks of the examples are worked off. */
async function makeTemplate(parts: Parts, local: LocalParts, scenario: string, dataDir: string): Promise<void> {
  const ids = createIds();
  ids.follow(`template ${scenario}`);
  const replacements = replacementsOf(parts, local, '.template');
  await local.databases.run({ kind: 'make', file: path.join(dataDir, 'zhuhui.db'), now: Date.now() });
  const isSeedSkipped = scenario !== 'seed' && scenarioOf(scenario as ScenarioName).base !== 'seed';
  const deps = await createDeps(configOf(parts, dataDir), parts.log, { ...replacements, isSeedSkipped, ids });
  if (!isSeedSkipped) await deps.runner.idle();
  // Tasks that wait are to wait in every copy.
  await deps.runner.stop(0);
  await deps.control?.prepare(scenario);
  await deps.close(0);
}

/** Reading a database of this many bytes would keep others waiting; a reader costs as much memory as ten worlds. */
const largeBytes = 64 * 1024 ** 2;

async function isLarge(dataDir: string): Promise<boolean> {
  return (await stat(path.join(dataDir, 'zhuhui.db'))).size > largeBytes;
}

/** Settings of a named world: those of the product, in its own folder. */
const configOf = ({ config }: Parts, dataDir: string): Config => ({ ...config, dataDir, isGalleryGrowing: false });

function replacementsOf({ config, replacements, ground, turns }: Parts, local: LocalParts, name: string): Replacements {
  const { galleryFolder, chatAdapters, chatTimers, pause } = replacements;
  const { worlds, snapshots, templates, largeTemplates } = local;
  const fill = (scenario: string, folder: string) =>
    scenarioOf(scenario as ScenarioName).bulk
      ? largeTemplates.fill(scenario, folder)
      : templates.fill(scenario, folder);
  return {
    ...{ galleryFolder, chatAdapters, chatTimers, pause, worlds, snapshots, largeTemplates, turns },
    ...{ isReadingThreaded: false, isLasting: false, cacheKilobytes: worldCacheKilobytes },
    world: {
      ...{ name, shared: sharedOf(ground.shared, name), fill },
      planeKey: installationKey(config.dataDir),
    },
  };
}

/** Services of a world as those who open and end worlds handle them. */
function asWorld(parts: AppParts): OpenWorld {
  const { deps } = parts;
  let isEnded = false;
  const { app, endStreams } = createApp({ ...parts, isEnded: () => isEnded });
  return {
    handle: app,
    endStreams,
    begin: (round) => deps.rounds[round as keyof Deps['rounds']].begin(),
    isAtRest: deps.isAtRest,
    save: deps.saveState,
    close(graceMs) {
      isEnded = true;
      return deps.close(graceMs);
    },
  };
}
