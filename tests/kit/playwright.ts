/*
 * Playwright test in a world of its own. Beside client.ts and session.ts it needs `@playwright/test` alone, and can be
 * copied with them.
 */
import { type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import { type Account, type AccountDraft, createKit, type World } from './client.ts';

/** Options of `use`. */
export interface WorldOptions {
  /** `worker`: the tests of a worker share a world; `test`: each has its own; `none`: they are in the unnamed one. */
  worldPer: 'test' | 'worker' | 'none';
  /** Scenario that a world of a test begins with; without one it is empty but for the administrator. */
  scenario: string | undefined;
  /** Token of the control plane, where the server runs on another machine or in a container. */
  controlToken: string | undefined;
}

/** Fixtures of a test; pages and requests of the browser are in the world by its cookie. */
export interface WorldFixtures {
  world: World;
  /** Makes somebody and logs the browser in as them. */
  account: (draft?: AccountDraft) => Promise<Account>;
  /** Opens another browser in the world, which knows nothing of the first. Closed at the end. */
  open: (options?: BrowserContextOptions) => Promise<Page>;
  clock: World['clock'];
  faults: World['faults'];
  pay: World['pay'];
  sms: World['sms'];
}

interface WorkerWorld {
  /** Name that nobody else uses; worlds of tests begin with it. */
  name: string;
  /** Notes that the worker's world is used; the same world for the same server. */
  at(baseUrl: string, make: () => World): World;
}

let made = 0;

export const test = base.extend<WorldOptions & WorldFixtures, { workerWorld: WorkerWorld }>({
  worldPer: ['test', { option: true }],
  scenario: [undefined, { option: true }],
  controlToken: [undefined, { option: true }],
  workerWorld: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use, { workerIndex }) => {
      const worlds = new Map<string, World>();
      const at = (baseUrl: string, make: () => World) => {
        const world = worlds.get(baseUrl) ?? make();
        worlds.set(baseUrl, world);
        return world;
      };
      await use({ name: `w${workerIndex}-${Date.now().toString(36)}`, at });
      for (const world of worlds.values()) await world.remove();
    },
    { scope: 'worker' },
  ],
  world: async ({ baseURL, controlToken, worldPer, scenario, workerWorld }, use) => {
    const kit = createKit({ baseUrl: baseURL ?? '', ...(controlToken !== undefined && { token: controlToken }) });
    if (worldPer === 'none') return use(kit.world());
    if (worldPer === 'worker') return use(workerWorld.at(baseURL ?? '', () => kit.world(workerWorld.name)));
    made += 1;
    const world = kit.world(`${workerWorld.name}-${made}`);
    if (scenario !== undefined) await world.state.reset(scenario);
    await use(world);
    await world.remove();
  },
  context: async ({ context, world }, use) => {
    await world.enter(context);
    await use(context);
  },
  request: async ({ playwright, baseURL, world }, use) => {
    const extraHTTPHeaders = world.name === undefined ? {} : { 'x-mock-space': world.name };
    const request = await playwright.request.newContext({
      ...(baseURL !== undefined && { baseURL }),
      extraHTTPHeaders,
    });
    await use(request);
    await request.dispose();
  },
  account: ({ context, world }, use) =>
    use(async (draft) => {
      const account = await world.account(draft);
      const cookies = [...account.cookies].map(([name, value]) => ({ name, value, url: world.baseUrl }));
      await context.addCookies(cookies);
      return account;
    }),
  open: async ({ browser, world }, use) => {
    const opened: Page[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      await world.enter(context);
      const page = await context.newPage();
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
  clock: ({ world }, use) => use(world.clock),
  faults: ({ world }, use) => use(world.faults),
  pay: ({ world }, use) => use(world.pay),
  sms: ({ world }, use) => use(world.sms),
});
