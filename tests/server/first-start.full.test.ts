import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staffRoles } from '#shared/domain/staff-permissions';
import { day } from '#shared/domain/time';
import { localPassword } from '../../mock-server/config.ts';
import { openStore } from '../../mock-server/db/open.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createTestEngine } from '../support/server-engine.ts';
import { drawPicture } from '../support/server-pictures.ts';

const samples = ['villa-day', 'living-room', 'office-street', 'landscape'];
let distDir: string;
let server: TestServer;
beforeAll(async () => {
  distDir = await mkdtemp(path.join(tmpdir(), 'zhuhui-dist-'));
  const files: Record<string, string | Buffer> = {
    'user/index.html': '<!doctype html><title>user app</title>',
    'user/assets/app-3f9a1c2b7d.js': 'console.log(1)',
    'user/umi.4d5e6f70.js': 'console.log(2)',
    'user/manifest.json': '{}',
    'user/service-worker.js': '',
    'admin/index.html': '<!doctype html><title>console</title>',
  };
  for (const [index, name] of samples.entries()) {
    files[`user/samples/${name}.jpg`] = await drawPicture('jpg', { shade: index * 10 });
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(distDir, name)), { recursive: true });
    await writeFile(path.join(distDir, name), content);
  }
  server = await startTestServer({ isSeeded: true, config: { distDir } });
});
afterAll(async () => {
  await server.close();
  await rm(distDir, { recursive: true, force: true });
});

const contentOf = async ({ deps }: TestServer) => {
  const { db } = deps.store;
  const count = async (table: 'account' | 'task' | 'task_input') =>
    (await db.selectFrom(table).selectAll().execute()).length;
  const uploads = await db.selectFrom('image').select('id').where('type', '=', 1).execute();
  return {
    accounts: await count('account'),
    tasks: await count('task'),
    inputs: await count('task_input'),
    // Each of the examples is drawn from a picture of its own, and one result is an own picture as well.
    uploads: uploads.length,
  };
};

describe('a first start that was cut off', () => {
  const moments = (['account', 'membership_period', 'image', 'task_input'] as const).flatMap((table) =>
    [0, 1, 2].map((row) => [table, row] as const),
  );

  it.each(moments)('while it put in row %s %i is carried on by the next one', async (table, row) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'zhuhui-first-'));
    const store = openStore(path.join(dataDir, 'zhuhui.db'));
    await sql
      .raw(`CREATE TRIGGER cut BEFORE INSERT ON ${table} WHEN (SELECT count(*) FROM ${table}) = ${row}
        BEGIN SELECT RAISE(ABORT, 'cut off'); END`)
      .execute(store.db);
    await expect(startTestServer({ isSeeded: true, config: { distDir }, dataDir })).rejects.toThrow('cut off');
    await sql`DROP TRIGGER cut`.execute(store.db);
    await store.close();
    const again = await startTestServer({ isSeeded: true, config: { distDir }, dataDir });
    await again.deps.runner.idle();
    await server.deps.runner.idle();
    expect(await contentOf(again)).toEqual(await contentOf(server));
    expect(await again.faults()).toEqual([]);
    await again.close();
  });
});

describe('the first start', () => {
  it('makes staff of every role who can log in', async () => {
    for (const role of staffRoles) {
      const password = role === 'admin' ? server.adminPassword : localPassword;
      expect((await server.visitor().api.staffLogin({ account: role, password })).role).toBe(role);
    }
  });

  it('has the engine work off examples that a member finds at the first login', async () => {
    await server.deps.runner.idle();
    const { visitor, answer } = await server.login('13800000001');
    expect(answer.isNew).toBe(false);
    const { list } = await visitor.api.getTaskList();
    expect(list.length).toBeGreaterThan(0);
    for (const task of list) {
      expect(task).toMatchObject({ status: 'succeeded', engine: 'test' });
      expect((await visitor.fetch(task.images[0]?.url ?? '')).status).toBe(200);
    }
    expect(await server.faults()).toEqual([]);
  });

  it('orders nothing from engines that may cost money', async () => {
    const card = { ...createTestEngine(), name: 'card', isConnected: true };
    const other = await startTestServer({ isSeeded: true, config: { distDir }, engine: [card, createTestEngine()] });
    try {
      await other.deps.runner.idle();
      const tasks = await other.deps.store.db.selectFrom('task').select('engine').distinct().execute();
      expect(tasks).toEqual([{ engine: 'test' }]);
    } finally {
      await other.close();
    }
  });

  it('is the only one that plants: later starts find what is there', async () => {
    const rows = async () => {
      const accounts = await server.deps.store.db.selectFrom('account').select('id').orderBy('id').execute();
      const tasks = await server.deps.store.db.selectFrom('task').select('id').orderBy('id').execute();
      return { accounts, tasks };
    };
    await server.deps.runner.idle();
    const before = await rows();
    await server.stop(5000);
    server = await startTestServer({ isSeeded: true, config: { distDir }, dataDir: server.dataDir });
    expect(await rows()).toEqual(before);
  });
});

describe('the two apps', () => {
  const get = async (target: string) => {
    const response = await fetch(server.origin + target, { redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it.each(['/', '/toline', '/tupianHome', '/classifyPage/1-2-3', '/index.html'])(
    'the user app answers at %s',
    async (target) => {
      const answer = await get(target);
      expect([answer.status, answer.text.includes('user app')]).toEqual([200, true]);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it.each(['/admin/', '/admin/accounts', '/admin/tasks/1'])('the console answers at %s', async (target) => {
    expect((await get(target)).text).toContain('console');
  });

  it('a console address without its slash is sent there', async () => {
    const answer = await get('/admin');
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/admin/']);
  });

  it('files with a hash in their name are kept for ever, others are asked for again', async () => {
    for (const name of ['/assets/app-3f9a1c2b7d.js', '/umi.4d5e6f70.js']) {
      expect((await get(name)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    for (const name of ['/manifest.json', '/service-worker.js'])
      expect((await get(name)).headers.get('cache-control')).toBe('no-cache');
    expect((await get('/samples/villa-day.jpg')).headers.get('cache-control')).toBe('public, max-age=86400');
  });

  it('nothing outside their folder is served', async () => {
    for (const target of [
      '/../../etc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/..%2f..%2fetc%2fpasswd',
      '/admin/..%2fuser%2fmanifest.json',
    ]) {
      expect((await server.visitor().raw('GET', target)).text).not.toMatch(/root:|^\{\}$/);
    }
  });

  it('pages load nothing from other hosts and cannot be framed by them', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    // WebAssembly for meshes of building models, and nothing else that is compiled at run time.
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain("connect-src 'self' blob:;");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toMatch(/https?:|\*/);
    const { headers } = await get('/');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('say that they are not built where they are not', async () => {
    const bare = await startTestServer();
    for (const target of ['/', '/admin/']) {
      const response = await fetch(bare.origin + target);
      expect([response.status, (await response.text()).includes('尚未构建')]).toEqual([503, true]);
    }
    await bare.close();
  });
});

it('the sweep removes sessions, codes and events that are over, and nothing else', async () => {
  const { visitor } = await server.login('13800000002');
  const count = async (table: 'session' | 'login_code' | 'task_event') =>
    (await server.deps.store.db.selectFrom(table).select('created_at').execute()).length;
  expect(await count('session')).toBeGreaterThan(0);
  expect(await count('login_code')).toBeGreaterThan(0);
  await server.deps.sweep();
  expect((await visitor.api.userInfo()).userType).toBe(2);
  await server.pass(31 * day);
  await server.deps.sweep();
  expect(await Promise.all((['session', 'login_code', 'task_event'] as const).map(count))).toEqual([0, 0, 0]);
  expect(await server.faults()).toEqual([]);
});
