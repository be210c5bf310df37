import { availableParallelism } from 'node:os';
import path from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { userContract } from './shared/contract/user.ts';
import { wireOf } from './shared/contract/wire.ts';
import { findChromium } from './tests/support/browser.ts';
import { productFiles } from './tests/support/component-files.ts';
import { makeQuickFolder } from './tests/support/quick-folder.ts';

/** Where the long files are, the longest first: a long one that starts last would leave the other cores idle. */
const longOnes = ['tests/walks/', 'tests/tools/', 'engine/tools/', 'tests/server/', 'tests/generated/', 'engine/'];

/** Within a folder the last run's durations decide, or sizes where there was none. */
class LongOnesFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const rankOf = ({ moduleId, project }: (typeof files)[number]) => {
      const file = path.relative(import.meta.dirname, moduleId);
      const place = longOnes.findIndex((folder) => file.startsWith(folder));
      // The apps last: their files are short, and every change of project starts new processes.
      return project.name === 'apps' ? longOnes.length + 1 : place < 0 ? longOnes.length : place;
    };
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other));
  }
}

process.env.TMPDIR = makeQuickFolder('vitest');

// Workers, and the servers that stories start, keep what they compiled: a start takes less than half as long.
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, 'node_modules/.cache/compiled');

/**
 * Which tests run: `short` without the files `*.full.test.ts`, `full` these alone, all when absent. Those show what takes
 * minutes: goldens, matrices of hostile input, crashes, other databases, large pictures.
 */
const part = process.env.TESTS;
const full = '**/*.full.test.{ts,tsx,mjs}';
const included = (...patterns: string[]) =>
  part === 'full' ? patterns.map((pattern) => pattern.replaceAll('.test.', '.full.test.')) : patterns;

const everywhere = {
  environment: 'node',
  // Files that follow each other in a process share its modules: no test replaces a module or leaves a fake behind.
  pool: 'forks',
  isolate: false,
  exclude: ['**/node_modules/**', '**/dist/**', '**/.umi*/**', ...(part === 'short' ? [full] : [])],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Bounds for what never comes; how long things take is measured by `npm run bench`.
  expect: { poll: { timeout: 30_000 } },
  restoreMocks: true,
  unstubEnvs: true,
} as const;

/** Umi takes a sheet whose names a source of the user app imports for a module, Vite by its file name. */
const sheetsAsModules: Plugin = {
  name: 'sheets-as-modules',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!source.endsWith('.css') || !importer?.startsWith(path.resolve(import.meta.dirname, 'user-app'))) return null;
    return `${path.resolve(path.dirname(importer), source)}?.module.css`;
  },
};

const browserCalls = { USER_CALLS: JSON.stringify(wireOf(userContract)) };
const executablePath = findChromium();

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongOnesFirst },
    projects: [
      // What runs in browsers is written for a bundler and goes through Vite.
      {
        define: browserCalls,
        test: { ...everywhere, name: 'apps', include: included('{user-app,admin-app}/**/*.test.ts') },
      },
      // Parts of both apps in a browser, with answers by the contract in place of a server.
      {
        define: browserCalls,
        plugins: [sheetsAsModules, productFiles],
        resolve: {
          alias: [
            {
              find: /^.*\/lib\/router$|^\.\/router$/,
              replacement: path.resolve(import.meta.dirname, 'tests/support/component-router.tsx'),
            },
            { find: /^@\//, replacement: `${path.resolve(import.meta.dirname, 'user-app')}/` },
          ],
        },
        optimizeDeps: {
          entries: ['tests/support/components.tsx', '{user-app,admin-app}/**/*.component{,.full}.test.tsx'],
        },
        test: {
          ...everywhere,
          name: 'components',
          include: included('{user-app,admin-app}/**/*.component{,.full}.test.tsx'),
          setupFiles: ['tests/support/components.tsx', 'user-app/global.css'],
          // Each file begins with fresh stores, as a page does.
          isolate: true,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1440, height: 900 },
            provider: playwright({
              launchOptions: {
                ...(executablePath && { executablePath }),
                args: ['--no-sandbox', '--disable-dev-shm-usage'],
              },
              contextOptions: { locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      // What runs on Node is loaded as Node loads it.
      {
        test: {
          ...everywhere,
          name: 'node',
          include: included(
            '{shared,engine,mock-server}/**/*.test.ts',
            'scripts/**/*.test.{ts,mjs}',
            'tests/{bench,contract,generated,kit,support,tools,server,walks}/**/*.test.ts',
          ),
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
    ],
  },
});
