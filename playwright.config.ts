import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './tests/support/browser.ts';

const executablePath = findChromium();
const port = Number(process.env.E2E_PORT ?? 8124);
const enginePort = Number(process.env.E2E_ENGINE_PORT ?? port + 1);
const origin = `http://localhost:${port}`;
const engineOrigin = `http://localhost:${enginePort}`;
/** Stories about the phone layout carry this tag and run there only. */
const phone = /@phone/;
/** Stories about what the engine draws and how long it takes; all others meet one that is quick. */
const realEngine = /@engine|(corrections|drawing-files|live)\.spec/;
const both = (one: RegExp, other: RegExp) => new RegExp(`(?=.*(?:${one.source}))(?=.*(?:${other.source}))`, 's');
const desktopLook = { viewport: { width: 1440, height: 900 } };
const phoneLook = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

process.env.DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'zhuhui-e2e-'));
const dataFolder = process.env.DATA_DIR;

function serverAt(port: number, folder: string, settings: Record<string, string>) {
  return {
    command: 'node_modules/.bin/node mock-server/main.ts',
    env: { PORT: String(port), DATA_DIR: folder, NODE_ENV: 'production', ...settings },
    url: `http://localhost:${port}/api/health`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5000 },
    timeout: 90_000,
  };
}

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  globalTimeout: 1_020_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    baseURL: origin,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Films and copies of every page cost as much as the stories; steps, requests and the last picture are kept.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--font-render-hinting=none',
      ],
    },
  },
  projects: [
    { name: 'desktop', grepInvert: [phone, realEngine], use: desktopLook },
    { name: 'phone', grep: phone, grepInvert: realEngine, use: phoneLook },
    { name: 'engine', grep: realEngine, grepInvert: phone, use: { ...desktopLook, baseURL: engineOrigin } },
    { name: 'engine-phone', grep: both(realEngine, phone), use: { ...phoneLook, baseURL: engineOrigin } },
  ],
  webServer: [
    serverAt(port, dataFolder, { TEST_ENGINE: 'fast' }),
    serverAt(enginePort, path.join(dataFolder, 'engine'), {}),
  ],
});
