import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { enlargement, type Member, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { inherited } from '../support/server-process.ts';

const scripts = path.resolve(import.meta.dirname, '../../scripts');
let folder: string;
let server: TestServer;
let member: Member;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-backup-'));
  server = await startTestServer({ config: { taskConcurrency: 1 } });
  member = await server.member({ plan: 'basic' });
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs one of the two programs on a data folder. */
function run(
  script: 'backup' | 'restore',
  dataDir: string,
  ...args: string[]
): Promise<{ code: number; text: string }> {
  const env = { ...inherited, DATA_DIR: dataDir };
  return new Promise((resolve) => {
    execFile(process.execPath, [path.join(scripts, `${script}.ts`), ...args], { env }, (error, out, errors) => {
      resolve({ code: error ? Number(error.code) : 0, text: `${out}${errors}` });
    });
  });
}

/** Names of a data folder's files, without owner files, SQLite's temporary files and the manifest. */
async function filesIn(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return names.filter((name) => !/^owner\.|-(wal|shm)$|^manifest\.json$/.test(name)).sort();
}

async function onlyBackup(): Promise<string> {
  const names = await readdir(folder);
  expect(names).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d-\d{6}$/)]);
  return path.join(folder, names[0] ?? '');
}

/** The same person at a server that was started on `dataDir`. */
async function moveTo(dataDir: string): Promise<Member> {
  server = await startTestServer({ dataDir, config: { taskConcurrency: 1 } });
  const visitor = server.visitor();
  visitor.cookies.set('sid', member.cookies.get('sid') ?? '');
  return { ...visitor, accountId: member.accountId, phoneNo: member.phoneNo };
}

it('made while tasks run and put into an empty folder, it has everything; running tasks are finished there', async () => {
  const { imageId } = await member.upload(await drawPicture());
  server.engine.readPictures();
  const done = (await member.api.startTask(enlargement(imageId))).taskId;
  await server.deps.runner.idle();
  server.engine.hold();
  const underWay = (await member.api.startTask(enlargement(imageId, 4))).taskId;
  await server.engine.waiting();
  await writeFile(path.join(server.dataDir, 'moderation-words.txt'), '某词\n');
  await writeFile(path.join(server.dataDir, 'later.db'), '');
  const made = await run('backup', server.dataDir, folder);
  expect(made).toEqual({ code: 0, text: expect.stringMatching(/^已备份到 .+：\d+ 个文件，\d+\.\d MB。\n$/) });
  const backup = await onlyBackup();
  // The backup contains all other files of the data folder, further databases included.
  expect(await filesIn(backup)).toEqual(await filesIn(server.dataDir));
  expect(await filesIn(backup)).toEqual(expect.arrayContaining(['later.db', 'zhuhui.db', 'simulated-payment.db']));
  // What comes later is not in it.
  await member.upload(await drawPicture('png', { shade: 77 }));
  await server.stop(0);
  const original = server.dataDir;

  const target = path.join(folder, 'restored');
  expect(await run('restore', target, backup)).toEqual({
    code: 0,
    text: expect.stringMatching(/^已恢复 .+ 的备份到 .+，全部核对无误。\n现在可以启动服务：npm start\n$/),
  });
  const again = await moveTo(target);
  expect((await again.fetch(`/api/images/${imageId}`)).status).toBe(200);
  expect(await server.settled(again, done)).toMatchObject({ status: 'succeeded', ticket: { spent: 1 } });
  expect(await server.settled(again, underWay)).toMatchObject({ status: 'succeeded', ticket: { spent: 2 } });
  expect((await again.api.getTaskList()).total).toBe(2);
  server.engine.readPictures();
  await again.api.retryTask({ taskId: done, clientKey: 'again' });
  await server.deps.runner.idle();
  expect(server.engine.wentBy).toEqual({ [imageId]: 'reading 1' });
  expect(await readFile(path.join(target, 'moderation-words.txt'), 'utf8')).toBe('某词\n');
  expect(await server.faults()).toEqual([]);
  for (const name of ['.', ...(await readdir(backup, { recursive: true }))]) {
    const { mode } = await stat(path.join(backup, name));
    if (!name.startsWith('files')) expect([name, mode & 0o077]).toEqual([name, 0]);
  }
  await rm(original, { recursive: true });
});

it('a restore waits for nobody: it refuses while a server runs, and keeps what was there aside', async () => {
  const { imageId, sha256 } = await member.upload(await drawPicture());
  await run('backup', server.dataDir, folder);
  const backup = await onlyBackup();
  const later = await member.upload(await drawPicture('png', { shade: 78 }));
  const refused = await run('restore', server.dataDir, backup);
  expect(refused).toEqual({ code: 1, text: expect.stringContaining('正在被另一个服务使用') });
  expect((await member.fetch(`/api/images/${later.imageId}`)).status).toBe(200);
  await server.stop(0);
  const restored = await run('restore', server.dataDir, backup);
  expect(restored).toEqual({ code: 0, text: expect.stringContaining('原来的数据移到了') });
  const again = await moveTo(server.dataDir);
  expect((await again.fetch(`/api/images/${imageId}`)).status).toBe(200);
  expect((await again.fetch(`/api/images/${later.imageId}`)).status).toBe(404);
  expect(await server.faults()).toEqual([]);
  const aside = await readdir(path.join(server.dataDir, 'before-restore'), { recursive: true });
  expect(aside.map((name) => path.basename(name))).toEqual(expect.arrayContaining(['zhuhui.db', sha256, later.sha256]));
});

it('a backup with a picture or a manifest that is not as it was is refused, and nothing changes', async () => {
  const { sha256 } = await member.upload(await drawPicture());
  await run('backup', server.dataDir, folder);
  const backup = await onlyBackup();
  const target = path.join(folder, 'restored');
  const picture = path.join('files', 'blobs', sha256.slice(0, 2), sha256);
  await rm(path.join(backup, picture));
  await writeFile(path.join(backup, picture), 'not what it was');
  expect(await run('restore', target, backup)).toEqual({
    code: 1,
    text: expect.stringContaining(`没有恢复，数据没有变化：备份不完整：\n  ${picture}：内容与清单不符`),
  });
  await appendFile(path.join(backup, 'manifest.json'), 'x');
  expect(await run('restore', target, backup)).toMatchObject({ code: 1, text: expect.stringContaining('读不懂') });
  await rm(path.join(backup, 'manifest.json'));
  expect(await run('restore', target, backup)).toMatchObject({
    code: 1,
    text: expect.stringContaining('不是完整的备份'),
  });
  await expect(readdir(target)).rejects.toThrow('ENOENT');
});

it('--keep removes the oldest complete ones and nothing else', async () => {
  await member.upload(await drawPicture());
  const backups = path.join(server.dataDir, 'backups');
  for (let count = 0; count < 2; count++) expect((await run('backup', server.dataDir)).code).toBe(0);
  const [oldest = ''] = await readdir(backups);
  await writeFile(path.join(backups, 'a letter'), '');
  expect(await run('backup', server.dataDir, '--keep', '2')).toMatchObject({
    code: 0,
    text: expect.stringContaining(`已删除较早的备份 ${oldest}。`),
  });
  const left = await readdir(backups);
  expect(left).toHaveLength(3);
  expect(left).toContain('a letter');
  expect(left).not.toContain(oldest);
  for (const args of [['--keep', '0'], ['--keep', 'x'], ['--other'], ['a', 'b']])
    expect(await run('backup', server.dataDir, ...args)).toMatchObject({
      code: 1,
      text: expect.stringContaining('用法：'),
    });
});
