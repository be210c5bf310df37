import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createAnnounce, longMs, muchBytes } from './announce.ts';
import { migrate, migrations } from './db/migrate.ts';
import { openStore } from './db/open.ts';

function announcing(tookMs: number) {
  const lines: string[] = [];
  let at = 0;
  const announce = createAnnounce(
    (line) => lines.push(line),
    () => at,
  );
  const work = () => {
    lines.push('work');
    at += tookMs;
  };
  return { lines, announce, work };
}

it('says before and after what is done to a big database, however quick it was', () => {
  const { lines, announce, work } = announcing(200);
  announce('升级数据库（2 步）', 3 * muchBytes, work);
  expect(lines).toEqual([
    '正在升级数据库（2 步），共 300 MB，请不要关闭程序。',
    'work',
    '已升级数据库（2 步），用时 0.2 秒。',
  ]);
});

it('says afterwards what took long with a small one, and nothing where it was quick', () => {
  const slow = announcing(longMs + 500);
  slow.announce('建立数据库', 0, slow.work);
  expect(slow.lines).toEqual(['work', '已建立数据库，用时 1.5 秒。']);
  const quick = announcing(longMs);
  quick.announce('建立数据库', 0, quick.work);
  expect(quick.lines).toEqual(['work']);
});

it('announces the first start, an upgrade and the log of a server that was killed, and nothing at other starts', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-announce-'));
  const file = path.join(folder, 'zhuhui.db');
  const older = path.join(folder, 'older.db');
  const told: string[] = [];
  const start = (database: string) =>
    openStore(database, {
      now: () => 0,
      announce: (what, _bytes, work) => {
        told.push(what);
        work();
      },
    });
  try {
    await start(file).close();
    await start(file).close();
    expect(told).toEqual(['建立数据库']);

    const connection = new Database(older);
    migrate(connection, () => 0, migrations.slice(0, -2));
    connection.close();
    await start(older).close();
    expect(told.splice(0)).toEqual(['建立数据库', '升级数据库（2 步）']);

    const killed = new Database(file);
    killed.pragma('wal_autocheckpoint = 0');
    killed.exec(`CREATE TABLE room (bytes BLOB); INSERT INTO room VALUES (zeroblob(${10 * 1024 * 1024}))`);
    const store = start(file);
    expect(told).toEqual(['把日志并入数据库']);
    await store.close();
    killed.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
