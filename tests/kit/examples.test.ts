import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createKit } from './client.ts';
import { examples } from './examples/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const quick = Object.entries(examples).filter(([, { isSlow }]) => !isSlow);

it.each(quick)('the example %s goes through', async (name, { run }) => {
  const kit = createKit({ baseUrl: server.origin, adminPassword: server.adminPassword });
  const world = kit.world(name);
  await run(world).finally(world.remove);
  expect(await kit.worlds()).toEqual([]);
});
