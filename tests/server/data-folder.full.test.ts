import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enlargement } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { refusedStart, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { createVisitor, rawRequest } from '../support/server-visitor.ts';

let dataDir: string;
const running: ServerProcess[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'zhuhui-folder-'));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.end('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess(dataDir, {
    ENGINE_THREADS: '1',
    TASK_CONCURRENCY: '1',
    GALLERY_MORE: 'false',
  });
  running.push(server);
  return server;
}

describe('a data folder has one owner:', () => {
  it('a second start says who it is and leaves the first one and its work alone', async () => {
    const first = await start();
    const made = await rawRequest(
      first.origin,
      'POST',
      '/__mock/accounts',
      { 'content-type': 'application/json' },
      '{}',
    );
    const member = createVisitor(first.origin);
    member.cookies.set('sid', (made.json as { sid: string }).sid);
    const { imageId } = await member.upload(await drawPicture('png', { width: 400, height: 300 }));
    const { taskId } = await member.api.startTask(enlargement(imageId, 4));
    const task = () => member.api.getTaskByTaskId({ taskId });
    while ((await task()).status === 'queued') await task();
    const second = await refusedStart({ DATA_DIR: dataDir, PORT: '0' });
    expect(second.code).toBe(1);
    expect(second.text).toMatch(
      /^数据目录 .+ 正在被另一个服务使用（进程号 \d+，.+ 启动）。\n请先停止它，或用 DATA_DIR=其他目录 启动。\n$/,
    );
    expect(second.text).toContain(`进程号 ${first.pid}，`);
    while (!(await task()).finishedAt) await task();
    expect(await task()).toMatchObject({ status: 'succeeded', ticket: { spent: 2 } });
    expect((await rawRequest(first.origin, 'GET', '/__mock/invariants', {})).json).toMatchObject({ ok: true });
  });

  it('of several that start at once exactly one becomes it, and one that was killed leaves it to the next', async () => {
    const starts = await Promise.allSettled([start(), start(), start()]);
    const refused = starts.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
    expect(refused).toHaveLength(2);
    for (const text of refused) expect(text).toContain('正在被另一个服务使用');
    expect(await running.pop()?.end('SIGKILL')).toBe('SIGKILL');
    await start();
  });
});

it('everything in it is for its owner alone, whatever the umask, and what an older version left open is closed', async () => {
  await mkdir(path.join(dataDir, 'data'), { mode: 0o755 });
  dataDir = path.join(dataDir, 'data');
  await writeFile(path.join(dataDir, 'installation.key'), 'of-an-older-version', { mode: 0o644 });
  await chmod(dataDir, 0o755);
  const before = process.umask(0);
  const server = await start().finally(() => process.umask(before));
  const member = createVisitor(server.origin);
  const made = await rawRequest(
    server.origin,
    'POST',
    '/__mock/accounts',
    { 'content-type': 'application/json' },
    '{}',
  );
  member.cookies.set('sid', (made.json as { sid: string }).sid);
  await member.upload(await drawPicture());
  const open: string[] = [];
  for (const name of ['.', ...(await readdir(dataDir, { recursive: true }))]) {
    const { mode } = await stat(path.join(dataDir, name));
    if ((mode & 0o077) !== 0) open.push(`${name} ${(mode & 0o777).toString(8)}`);
  }
  expect(open).toEqual([]);
  expect(await readdir(dataDir)).toEqual(
    expect.arrayContaining(['zhuhui.db', 'zhuhui.db-wal', 'zhuhui.db-shm', 'installation.key', 'files']),
  );
});

describe('a start is refused with a sentence and no stack where', () => {
  const cases: Array<[string, (folder: string) => Promise<void>, RegExp]> = [
    ['the folder is a file', (folder) => writeFile(folder, 'a file'), /需要文件夹的地方是一个文件/],
    [
      'the folder would lie in a file',
      async (folder) => {
        await writeFile(path.dirname(folder), 'a file');
      },
      /需要文件夹的地方是一个文件/,
    ],
    [
      'the database is something else',
      async (folder) => {
        await mkdir(folder);
        await writeFile(
          path.join(folder, 'zhuhui.db'),
          'this is a letter and no database, however long it is read'.repeat(99),
        );
      },
      /数据库文件已损坏，或者不是本产品的数据库。请用 npm run restore 恢复备份/,
    ],
    [
      'the database is a folder',
      (folder) => mkdir(path.join(folder, 'zhuhui.db'), { recursive: true }).then(() => undefined),
      /需要文件的地方是一个文件夹/,
    ],
    [
      'the pictures are a file',
      async (folder) => {
        await mkdir(folder);
        await writeFile(path.join(folder, 'files'), '');
      },
      /需要文件夹的地方是一个文件/,
    ],
  ];

  it.each(cases)('%s', async (_name, prepare, sentence) => {
    const folder = path.join(dataDir, 'parent', 'data');
    if (_name !== 'the folder would lie in a file') await mkdir(path.dirname(folder));
    await prepare(folder);
    const { code, text } = await refusedStart({ DATA_DIR: folder, PORT: '0' });
    expect(code).toBe(1);
    expect(text).toMatch(sentence);
    expect(text).not.toMatch(/\n\s+at /);
  });

  // Root may write everywhere, so the program runs as somebody else.
  it.runIf(process.getuid?.() === 0)('the rights to it are missing', async () => {
    const folder = path.join(dataDir, 'closed');
    await mkdir(folder, { mode: 0o500 });
    await chmod(dataDir, 0o755);
    const main = path.resolve(import.meta.dirname, '../../mock-server/main.ts');
    const child = spawn(process.execPath, [main], {
      uid: 65_534,
      env: { PATH: process.env.PATH, DATA_DIR: path.join(folder, 'data'), PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let text = '';
    child.stderr.on('data', (chunk) => (text += chunk));
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(text).toMatch(/没有读写权限/);
    expect(text).not.toMatch(/\n\s+at /);
  });
});
