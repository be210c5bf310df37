import path from 'node:path';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { minute } from '#shared/domain/time';
import { type AppParts, createApp, type ProductApp } from './app.ts';
import type { Config } from './config.ts';
import { mayUsePlane } from './control/access.ts';
import { createDeps, type Deps, installationKey, type Replacements, sharedOf } from './deps.ts';
import { staticApps } from './http/static.ts';
import { createIds } from './ids.ts';
import { createWorlds, type OpenWorld, type Worlds } from './worlds/registry.ts';
import { refuseWorlds, worldRouter } from './worlds/router.ts';
import { createTemplates } from './worlds/templates.ts';
import { createTurns } from './worlds/turns.ts';

export interface Product extends ProductApp {
  /** Services of the unnamed world. */
  deps: Deps;
  /** Other worlds beside it; in local mode only. */
  worlds: Worlds | undefined;
  /** Tells the simulated payment company of every world the address at which this process reaches itself. */
  reachAt(address: string): void;
  /** Begins the recurring jobs of all worlds. */
  beginRounds(): void;
  /** Ends the jobs, all streams and all services; what is under way gets `graceMs`. */
  close(graceMs: number): Promise<void>;
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
  const pages = staticApps(config.distDir, config.mode === 'local');
  let runsAtOnce = () => config.taskConcurrency;
  const turns = createTurns(() => runsAtOnce());
  const home = path.join(config.dataDir, 'worlds');
  const worlds =
    config.mode === 'local'
      ? createWorlds({
          home,
          open: (world) => openWorld(world),
          fillNew: (target) => templates.fill('empty', target),
          now: replacements.machineNow,
          warn: (error, words) => log.error({ error }, words),
        })
      : undefined;
  const templates = createTemplates(path.join(home, 'templates'), (scenario, target) => make(scenario, target));

  const fill = (scenario: string, target: string) => templates.fill(scenario, target);

  /** Settings of a world: those of the product, in its own folder. */
  const configOf = (dataDir: string): Config => ({ ...config, dataDir, isGalleryGrowing: false });
  const replacementsOf = (name: string): Replacements => ({
    ...{ galleryFolder: replacements.galleryFolder, chatAdapters: replacements.chatAdapters },
    ...{ chatTimers: replacements.chatTimers, isReadingThreaded: false, cacheKilobytes: worldCacheKilobytes },
    ...{ turns, worlds, isLasting: false },
    world: { name, shared: sharedOf(deps.shared, name), fill, planeKey: installationKey(config.dataDir) },
  });

  /** Data of a scenario, as a world begins with them; its tasks have been worked off. */
  async function make(scenario: string, dataDir: string): Promise<void> {
    const { world, ...rest } = replacementsOf('.template');
    const isSeedSkipped = scenario === 'empty';
    const ids = createIds();
    ids.follow(`template ${scenario}`);
    const made = await createDeps(configOf(dataDir), log, { ...rest, world, isSeedSkipped, ids });
    await made.runner.idle();
    await made.close(0);
  }

  async function openWorld({ name, folder: dataDir }: { name: string; folder: string }): Promise<OpenWorld> {
    const own = log.child({ world: name });
    const settings = configOf(dataDir);
    const opened = await createDeps(settings, own, replacementsOf(name));
    if (origin !== undefined) opened.simulatedPayment?.reachProductAt(origin);
    return openWorldOf({ config: settings, deps: opened, log: own, isReady, pages });
  }

  const deps = await createDeps(config, log, { ...replacements, worlds, ...(worlds && { turns }) });
  runsAtOnce = () => deps.settings.limit('taskConcurrency');
  worlds?.start();
  let origin: string | undefined;
  const { control } = deps;
  const router: RequestHandler =
    worlds && control ? worldRouter(worlds, (request) => mayUsePlane(request, control.token)) : refuseWorlds;
  const { app, endStreams } = createApp({ config, deps, log, isReady, pages, router });
  const timers: NodeJS.Timeout[] = [];

  return {
    ...{ app, endStreams, deps, worlds },

    reachAt(address: string) {
      origin = address;
      deps.simulatedPayment?.reachProductAt(address);
    },

    beginRounds() {
      for (const [name, { begin, everyMs }] of Object.entries(deps.rounds))
        timers.push(
          setInterval(() => {
            void begin();
            void worlds?.begin(name);
          }, everyMs),
        );
      timers.push(setInterval(() => void worlds?.tidy(), minute / 4));
    },

    async close(graceMs) {
      for (const timer of timers.splice(0)) clearInterval(timer);
      endStreams();
      await worlds?.close(graceMs);
      await deps.close(graceMs);
    },
  };
}

/** Services of a world as the registry of worlds handles them. */
function openWorldOf(parts: AppParts): OpenWorld {
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
