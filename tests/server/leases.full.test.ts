import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDeps } from '../../mock-server/deps.ts';
import { enlargement, type Member, startTestServer, type TestServer } from '../support/server.ts';
import { createTestEngine } from '../support/server-engine.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
let member: Member;
let imageId: string;
beforeEach(async () => {
  server = await startTestServer({ config: { taskConcurrency: 1 } });
  member = await server.member({ plan: 'basic' });
  ({ imageId } = await member.upload(await drawPicture()));
});
afterEach(() => server.close());

it('after a crash with waiting tasks the start is quiet, and they wait until they are taken', async () => {
  server.engine.hold();
  const first = await member.api.startTask(enlargement(imageId));
  const second = await member.api.startTask(enlargement(imageId));
  await server.engine.waiting();
  await server.stop(0);
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const engine = createTestEngine();
  engine.hold();
  const deps = await createDeps(server.config, pino({ level: 'warn' }, sink), {
    clock: server.clock,
    engines: [engine],
  });
  await engine.waiting();
  const { db } = deps.store;
  const rows = await db.selectFrom('task').select(['id', 'status']).orderBy('created_at').orderBy('id').execute();
  expect(Object.fromEntries(rows.map((row) => [row.id, row.status]))).toEqual({
    [first.taskId]: 'running',
    [second.taskId]: 'queued',
  });
  engine.release();
  await deps.runner.idle();
  await deps.close(0);
  expect(lines).toEqual([]);
  server = await startTestServer({ dataDir: server.dataDir });
});
