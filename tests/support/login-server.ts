import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bareServer, type ServerProcess, startServerProcess } from './server-process.ts';
import { test as base } from './user.ts';

/** A server of its own with every way to log in: its clock moves, and codes have limits for each network address. */
export const test = base.extend<object, { loginServer: ServerProcess }>({
  loginServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'zhuhui-login-'));
      const settings = { DIST_DIR: path.resolve('dist'), EMAIL_LOGIN: 'true', ACCOUNT_LOGIN: 'true' };
      const server = await startServerProcess(dataDir, settings, bareServer);
      await use(server);
      await server.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ loginServer }, use) => use(loginServer.origin),
});
