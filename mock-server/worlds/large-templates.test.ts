import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLargeTemplates, type LargeTemplatesDeps, type Plan } from './large-templates.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-large-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const plan: Plan = {
  tables: ['part'],
  steps: [
    {
      title: '零件',
      rows: 45_000,
      statements: [
        `WITH RECURSIVE numbers (n) AS (SELECT :from UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < :to)
          INSERT INTO part (id, half, made_at) SELECT n, n / 2, :now FROM numbers`,
      ],
    },
  ],
  bytes: 1_000_000,
};

const templatesOf = (change: Partial<LargeTemplatesDeps> = {}) =>
  createLargeTemplates({
    ...{ folder: path.join(folder, 'templates'), plans: { parts: plan }, basis: '1', key: () => 'secret' },
    async make(_scenario, target) {
      const db = new Database(path.join(target, 'zhuhui.db'));
      db.exec('CREATE TABLE part (id INTEGER PRIMARY KEY, half INTEGER, made_at INTEGER)');
      db.exec('CREATE INDEX part_half ON part (half)');
      db.close();
    },
    now: () => 42,
    warn: () => undefined,
    ...change,
  });

const kept = () => readdir(path.join(folder, 'templates'));
const made = (templates: ReturnType<typeof templatesOf>) =>
  expect.poll(async () => (await templates.begin('parts')).state, { timeout: 20_000 }).toBe('ready');

it('makes all rows in slices, the indexes after them, and gives copies', async () => {
  const templates = templatesOf();
  expect(await templates.stateOf('parts')).toEqual({ state: 'none', progress: 0, step: '' });
  expect(await templates.begin('parts')).toMatchObject({ state: 'making', progress: 0 });
  await made(templates);
  const target = path.join(folder, 'world');
  await templates.fill('parts', target);
  const db = new Database(path.join(target, 'zhuhui.db'), { readonly: true });
  expect(db.prepare('SELECT count(*), max(id), max(half), min(made_at) FROM part').raw().get()).toEqual([
    45_000, 44_999, 22_499, 42,
  ]);
  expect(db.prepare(`SELECT count(*) FROM sqlite_master WHERE name = 'part_half'`).pluck().get()).toBe(1);
  db.close();
  await templates.close();
});

it('keeps what is made for the next process, and deletes what is half made or made otherwise', async () => {
  const templates = templatesOf();
  await made(templates);
  await templates.close();
  const [name = ''] = await kept();
  await mkdir(path.join(folder, 'templates', `${name}.draft`));
  await writeFile(path.join(folder, 'templates', 'parts-0123456789abcdef'), '');
  const next = templatesOf();
  await next.start();
  expect(await kept()).toEqual([name]);
  expect(await next.stateOf('parts')).toMatchObject({ state: 'ready' });
  await next.close();
  const later = templatesOf({ basis: '2' });
  await later.start();
  expect(await kept()).toEqual([]);
  await later.close();
});

it('stops, leaves nothing, and can begin again', async () => {
  const templates = templatesOf();
  await templates.begin('parts');
  await templates.remove('parts');
  expect(await kept()).toEqual([]);
  await made(templates);
  await templates.close();
});

it('tells what went wrong once, begins again, and leaves nothing of it', async () => {
  let isDiskFull = true;
  const templates = templatesOf({
    async make(_scenario, target) {
      if (isDiskFull) throw new Error('the disk is full');
      const db = new Database(path.join(target, 'zhuhui.db'));
      db.exec('CREATE TABLE part (id INTEGER PRIMARY KEY, half INTEGER, made_at INTEGER)');
      db.close();
    },
  });
  await templates.begin('parts');
  await expect.poll(() => templates.begin('parts').catch((error: Error) => error.message)).toBe('the disk is full');
  expect(await kept()).toEqual([]);
  isDiskFull = false;
  await made(templates);
  await templates.close();
});

it('refuses where the disk has no room for the template and a copy', async () => {
  const templates = templatesOf({ plans: { parts: { ...plan, bytes: 1e15 } } });
  await expect(templates.begin('parts')).rejects.toMatchObject({ reason: 'scenario.no_room', status: 503 });
  expect(await kept()).toEqual([]);
  await templates.close();
});
