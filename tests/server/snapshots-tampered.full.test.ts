import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import JSZip from 'jszip';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Manifest } from '../../mock-server/backup/backup.ts';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { controlOf } from '../support/server-control.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
const { control, checks } = controlOf(() => server);
let snapshots: string;
let member: Member;
let imageId: string;

const inSpace = (method: string, address: string, body?: Uint8Array) =>
  fetch(`${server.origin}/__mock/snapshots${address}`, {
    method,
    headers: { 'x-mock-space': 'beside' },
    ...(body && { body: body as BodyInit }),
  });

beforeAll(async () => {
  server = await startTestServer();
  snapshots = path.join(server.dataDir, 'snapshots');
  member = await server.member();
  ({ imageId } = await member.upload(await drawPicture()));
  await member.api.sendSmsCode({ phoneNo: '13811112222' });
  await (await server.staff('admin')).api.pauseQueue({ reason: '换显卡' });
  expect((await control('POST', '/snapshots', { name: 'whole' })).status).toBe(200);
});
afterAll(() => server.close());

/** A copy of the snapshot in which a part was changed, with a manifest that agrees with it. */
async function tampered(change: (folder: string) => unknown): Promise<string> {
  const folder = path.join(snapshots, 'bad');
  await rm(folder, { recursive: true, force: true });
  await cp(path.join(snapshots, 'whole'), folder, { recursive: true });
  await change(folder);
  const manifestFile = path.join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest;
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'manifest.json')
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  manifest.files = await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(path.join(folder, name));
      return { path: name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    }),
  );
  await writeFile(manifestFile, JSON.stringify(manifest));
  return folder;
}

async function zipped(folder: string): Promise<Uint8Array> {
  const zip = new JSZip();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) zip.file(path.relative(folder, file), await readFile(file), { createFolders: false });
  }
  return zip.generateAsync({ type: 'uint8array' });
}

const file = (name: string, text: string | Uint8Array) => (folder: string) => writeFile(path.join(folder, name), text);

const state =
  (change: (state: Record<string, unknown>) => unknown) =>
  async (folder: string): Promise<void> => {
    const name = path.join(folder, 'world.json');
    const saved = JSON.parse(await readFile(name, 'utf8')) as Record<string, unknown>;
    change(saved);
    await writeFile(name, JSON.stringify(saved));
  };

const database =
  (sql: string, name = 'zhuhui.db') =>
  (folder: string): void => {
    const connection = new Database(path.join(folder, name));
    connection.pragma('foreign_keys = OFF');
    connection.exec(sql);
    connection.close();
  };

/** Turns bytes in the middle of the database, where its rows are. */
async function damaged(folder: string): Promise<void> {
  const name = path.join(folder, 'zhuhui.db');
  const bytes = await readFile(name);
  bytes.fill(0x5a, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 20_000);
  await writeFile(name, bytes);
}

const notOurs = 'zhuhui.db 已损坏，或者不是本产品的数据库';
const badState = 'world.json 读不懂';

/** Changes of a snapshot, each with words of its refusal. */
const table: ReadonlyArray<[what: string, change: (folder: string) => unknown, words: string]> = [
  ['a state that is no JSON', file('world.json', '{'), badState],
  ['a state without a clock', file('world.json', '{}'), badState],
  ['a clock beyond all dates', state((saved) => Object.assign(saved.clock as object, { now: 9e15 })), badState],
  ['messages that are none', state((saved) => Object.assign(saved, { sms: [null] })), badState],
  ['rules that no request can meet', state((saved) => Object.assign(saved, { faults: hung })), badState],
  [
    'exchanges that are none',
    state((saved) => Object.assign(saved, { journal: { number: 1, exchanges: [{}] } })),
    badState,
  ],
  ['no database', (folder) => rm(path.join(folder, 'zhuhui.db')), 'zhuhui.db'],
  ['a text for a database', file('zhuhui.db', 'not a database at all'), notOurs],
  ['an empty database', file('zhuhui.db', ''), 'zhuhui.db 不是本产品的数据库'],
  // SQLite finds the damage when it opens the file or in its integrity check, with a sentence for each.
  ['a damaged database', damaged, 'zhuhui.db 已损坏'],
  ['a table less', database('DROP TABLE notice_dismissal'), '结构与这个版本不同：table notice_dismissal'],
  ['a column more', database('ALTER TABLE account ADD COLUMN more TEXT'), '结构与这个版本不同：table account'],
  [
    'a trigger',
    database('CREATE TRIGGER t AFTER INSERT ON account BEGIN SELECT 1; END'),
    '结构与这个版本不同：trigger t',
  ],
  [
    'rows that point nowhere',
    database("INSERT INTO notice_dismissal VALUES ('nobody', 'none', 1)"),
    '记录指向不存在的记录',
  ],
  ['a later migration', database("INSERT INTO migration VALUES ('9999-later', '')"), '数据库来自更新的版本'],
  ['no installation', database('DELETE FROM installation'), '没有安装的编号'],
  ['books that are none', file('simulated-payment.db', 'x'.repeat(5000)), 'simulated-payment.db 已损坏'],
  ['the key of another installation', file('installation.key', 'A'.repeat(43)), '审计与 installation.key 不符'],
  ['a key that is none', file('installation.key', ''), 'installation.key 不是本产品的密钥'],
  ['no key', (folder) => rm(path.join(folder, 'installation.key')), '没有密钥 installation.key'],
  ['the lock of a folder', file('owner.db', ''), 'owner.db'],
  ['the log of a database', file('zhuhui.db-wal', ''), 'zhuhui.db-wal'],
];

/** Those that only show when the world is opened. */
const opened: typeof table = [
  ['settings that are no JSON', database("INSERT INTO setting VALUES ('taskConcurrency', '{', 1, 'x', 1)"), '打不开'],
  [
    'books of another company',
    database('DROP TABLE refund; DROP TABLE trade; CREATE TABLE trade (x)', 'simulated-payment.db'),
    '打不开',
  ],
];

const hung = { seed: 1, rules: [{ match: {}, kind: 'hang', after: 0, prob: 1, seen: 0, struck: 0, drawn: 0 }] };

it.each(table)('refuses an upload with %s', async (_what, change, words) => {
  const answer = await inSpace('PUT', '/uploaded/file', await zipped(await tampered(change)));
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(words)]);
  expect(await readdir(snapshots)).toEqual(['bad', 'whole']);
});

it.each([...table, ...opened])(
  'restores nothing with %s, in no world, and each goes on',
  async (_what, change, words) => {
    await tampered(change);
    const named = await inSpace('POST', '/bad/restore');
    const answers = [
      await control('POST', '/snapshots/bad/restore'),
      { status: named.status, text: await named.text() },
    ];
    for (const { status, text } of answers) {
      expect([status, text]).toEqual([422, expect.stringContaining(words)]);
      expect(text).not.toContain(server.dataDir);
    }
    expect(await checks()).toEqual({ ok: true, broken: [] });
    expect((await member.api.userInfo()).userId).toBe(member.accountId);
    expect((await member.fetch(`/api/images/${imageId}`)).status).toBe(200);
    expect(server.sms.sent('13811112222')).toHaveLength(1);
    expect((await inSpace('GET', '')).status).toBe(200);
  },
);
