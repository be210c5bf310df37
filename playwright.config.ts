import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { serverEntry } from './scripts/lib/server-entry.mjs';
import type { WorldOptions } from './tests/kit/playwright.ts';
import { findChromium, phoneLook } from './tests/support/browser.ts';
import { makeQuickFolder } from './tests/support/quick-folder.ts';

const executablePath = findChromium();
const port = Number(process.env.E2E_PORT ?? 8124);
const enginePort = Number(process.env.E2E_ENGINE_PORT ?? port + 1);
const origin = `http://localhost:${port}`;
const engineOrigin = `http://localhost:${enginePort}`;
/** Stories about the phone layout carry this tag and run there only, or choose that look themselves. */
const phone = /@phone/;
/** Stories about what the engine draws and how long it takes; all others meet one that is quick. */
const realEngine = /@engine|(corrections|drawing-files|live)\.spec/;
const desktopLook = { viewport: { width: 1440, height: 900 } };

// Every server that the stories start, its threads and its children keep what they compiled.
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, 'node_modules/.cache/compiled');
// The workers read this file too, and share what the first reading made.
process.env.STORIES_DIR ??= makeQuickFolder('stories');
process.env.TMPDIR = process.env.STORIES_DIR;
const dataFolder = path.join(process.env.STORIES_DIR, 'data');
process.env.DATA_DIR = dataFolder;

function serverAt(port: number, folder: string, settings: Record<string, string>, program: string = serverEntry) {
  return {
    command: `"${process.execPath}" ${program}`,
    env: { PORT: String(port), DATA_DIR: folder, NODE_ENV: 'production', ...settings },
    url: `http://localhost:${port}/api/health`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5000 },
    timeout: 90_000,
  };
}

/** Pages live for seconds: compiling their scripts a second and third time costs a fifth of a story and never pays. */
const plainScripts = '--js-flags=--no-turbofan,--no-maglev';

function browserWith(...settings: string[]) {
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--font-render-hinting=none',
      ...settings,
    ],
  };
}

export default defineConfig<WorldOptions>({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  // A story waits for a third of its time, so one more than there are cores; beyond four, the two servers would be slow.
  workers: Math.min(availableParallelism() + 1, 4),
  forbidOnly: true,
  timeout: 120_000,
  globalTimeout: 2_100_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    baseURL: origin,
    // Stories that move the clock, set faults or change what everybody sees choose a world of their own.
    worldPer: 'none',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // A kept page would hide what the server says; the stories about it allow it.
    serviceWorkers: 'block',
    // A moving page is drawn by the processor here: half of what a page costs, for nothing that a story looks at.
    contextOptions: { reducedMotion: 'reduce' },
    // Films and copies of every page cost as much as the stories; steps, requests and the last picture are kept.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: browserWith(plainScripts),
  },
  projects: [
    { name: 'desktop', grepInvert: [phone, realEngine], use: desktopLook },
    { name: 'phone', grep: phone, grepInvert: realEngine, use: phoneLook },
    { name: 'engine', grep: realEngine, use: { ...desktopLook, baseURL: engineOrigin, launchOptions: browserWith() } },
  ],
  webServer: [
    serverAt(port, dataFolder, { TEST_ENGINE: 'fast' }),
    serverAt(enginePort, path.join(dataFolder, 'engine'), {}, 'tests/support/bare-server.ts'),
  ],
});
