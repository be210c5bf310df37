import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './tests/support/browser.ts';

const executablePath = findChromium();
const port = Number(process.env.E2E_PORT ?? 8124);
const origin = `http://localhost:${port}`;
/** Specs that are about the phone layout carry this tag and run there only. */
const phoneTag = /@phone/;

function dataFolder(): string {
  process.env.DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'zhuhui-e2e-'));
  return process.env.DATA_DIR;
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
    // Filming every story costs a quarter of the time; the steps with their pages are kept.
    trace: { mode: 'retain-on-failure', screenshots: false },
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
    { name: 'desktop', grepInvert: phoneTag, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: phoneTag,
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    },
  ],
  webServer: {
    command: 'node_modules/.bin/node mock-server/main.ts',
    env: { PORT: String(port), DATA_DIR: dataFolder(), NODE_ENV: 'production' },
    url: `${origin}/api/health`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    timeout: 90_000,
  },
});
