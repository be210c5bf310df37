import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createKit } from './client.ts';
import { curlScripts, qaDocument } from './document.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ engine: 'embedded' });
});
afterAll(() => server.close());

const { prelude, scripts } = curlScripts(readFileSync(qaDocument, 'utf8'));

it.each(scripts)('the curl of docs/QA.md goes through: %s', async (heading, script) => {
  const name = `curl-${Number.parseInt(heading, 10)}`;
  const kit = createKit({ baseUrl: server.origin, adminPassword: server.adminPassword });
  const { PATH = '' } = process.env;
  const env = {
    ...process.env,
    PATH: `${path.dirname(process.execPath)}:${PATH}`,
    ...{ BASE: server.origin, WORLD: name, ADMIN_PASSWORD: server.adminPassword },
  };
  const cwd = path.resolve(import.meta.dirname, '../..');
  await promisify(execFile)('bash', ['-c', prelude + script], { cwd, env }).finally(kit.world(name).remove);
  expect(await kit.worlds()).toEqual([]);
});
