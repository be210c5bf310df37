import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../open.ts';
import { foundation } from './0001-foundation.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-migration-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('finds in older data what works were made from, how large they are and what they say', async () => {
  const file = path.join(folder, 'old.db');
  const old = new Database(file);
  old.exec('CREATE TABLE migration (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)');
  old.exec(foundation);
  old.prepare("INSERT INTO migration VALUES ('0001-foundation', '')").run();
  old.exec(`
    INSERT INTO account (id, nick_name, user_type, invite_code, created_at, updated_at) VALUES ('u', '', 1, 'A', 1, 1);
    INSERT INTO blob VALUES ('s', 1, 1);`);
  const image = old.prepare(
    "INSERT INTO image (id, owner_id, sha256, width, height, bytes, format, type, main_color, thumb_hash, created_at) VALUES (?, 'u', 's', 1, 1, 1, 'png', 1, '', '', 1)",
  );
  for (const id of ['img_a', 'img_b', 'img_c']) image.run(id);
  const task = old.prepare(
    "INSERT INTO task (id, account_id, tool, client_key, params, status, seq, engine, seed, ticket_kind, ticket_each, free_outputs, outputs, created_at) VALUES (?, 'u', 't', ?, ?, 'queued', 1, 'e', 1, 'normal', 1, 0, 1, 1)",
  );
  const params = {
    task_one: { upload_img: 'img_a', promptTxt: 'Villa 清晨', quality: '2k' },
    task_two: { images: ['img_b', 'img_c', 'img_absent'], quality: 90, scale: 4 },
  };
  for (const [id, values] of Object.entries(params)) task.run(id, id, JSON.stringify(values));
  old.prepare("INSERT INTO job (task_id, state, run_at, created_at) VALUES ('task_one', 'ready', 1, 1)").run();
  old.close();

  const { db, close } = openStore(file);
  expect(await db.selectFrom('task_input').selectAll().orderBy('image_id').execute()).toEqual([
    { task_id: 'task_one', field: 'upload_img', image_id: 'img_a' },
    { task_id: 'task_two', field: 'images', image_id: 'img_b' },
    { task_id: 'task_two', field: 'images', image_id: 'img_c' },
  ]);
  expect(await db.selectFrom('task').select(['words', 'workload', 'project_id']).orderBy('id').execute()).toEqual([
    { words: 'villa 清晨', workload: '2k', project_id: null },
    { words: '', workload: 'x4', project_id: null },
  ]);
  expect(await db.selectFrom('job').select(['account_id', 'turn']).execute()).toEqual([{ account_id: 'u', turn: 0 }]);
  await close();
});
