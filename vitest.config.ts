import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{shared,engine,user-app,admin-app,mock-server,scripts}/**/*.test.{ts,tsx}',
      'tests/{contract,tools,server}/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.umi*/**'],
    environment: 'node',
    // A process each: native modules and worker threads of the engine do not share one with the next test file.
    pool: 'forks',
    maxWorkers: availableParallelism(),
    testTimeout: 30_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
