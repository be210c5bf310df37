import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Every commit of every server's database waits for the disk; where the machine has memory for it, there is none. */
function quickFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize < 2 ** 31) return undefined;
    const folder = mkdtempSync('/dev/shm/zhuhui-vitest-');
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    return undefined;
  }
}

const folder = quickFolder();
if (folder) process.env.TMPDIR = folder;

const everywhere = {
  environment: 'node',
  // Files that follow each other in a process share its modules: no test replaces a module or leaves a fake behind.
  pool: 'forks',
  isolate: false,
  exclude: ['**/node_modules/**', '**/dist/**', '**/.umi*/**'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  restoreMocks: true,
  unstubEnvs: true,
} as const;

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      // What runs in browsers is written for a bundler and goes through Vite.
      { test: { ...everywhere, name: 'apps', include: ['{user-app,admin-app}/**/*.test.ts'] } },
      // What runs on Node is loaded as Node loads it.
      {
        test: {
          ...everywhere,
          name: 'node',
          include: [
            '{shared,engine,mock-server}/**/*.test.ts',
            'scripts/**/*.test.{ts,mjs}',
            'tests/{contract,tools,server}/**/*.test.ts',
          ],
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
    ],
  },
});
