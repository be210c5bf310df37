import { copyFile, mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { day } from '#shared/domain/time';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
let member: Member;
beforeEach(async () => {
  server = await startTestServer();
  member = await server.member();
});
afterEach(() => server.close());

const upload = async (shade: number) => member.upload(await drawPicture('png', { shade }));
const inFolder = (name: string) => path.join(server.dataDir, name);
const database = () => inFolder('zhuhui.db');

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(inFolder(folder), { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && entry.name.length === 64);
  return files.map((entry) => path.relative(server.dataDir, path.join(entry.parentPath, entry.name))).sort();
}

/** Ends the server, changes its data, and starts another one on it. */
async function restart(change: () => Promise<unknown>, acceptDatabase?: 'older'): Promise<void> {
  const { dataDir, stop, clock } = server;
  const now = clock.now();
  await stop(0);
  await change();
  server = await startTestServer({ dataDir, config: { acceptDatabase } });
  server.clock.set({ now });
  member = { ...server.visitor(), accountId: member.accountId, phoneNo: member.phoneNo };
}

async function refused(change: () => Promise<unknown>): Promise<string> {
  const { dataDir, stop } = server;
  await stop(0);
  await change();
  const before = await filesBelow('files');
  const outcome = await startTestServer({ dataDir }).catch((error: Error) => error);
  if (!(outcome instanceof Error)) {
    await outcome.stop(0);
    throw new Error('it has started');
  }
  expect(outcome.name).toBe('StartRefusal');
  expect(await filesBelow('files')).toEqual(before);
  return outcome.message;
}

const pictureStatus = async (imageId: string) => {
  const { token } = await server.deps.auth.openTestSession(member.accountId, {
    requestId: '',
    address: '',
    userAgent: '',
    isSecure: false,
  });
  const visitor = server.visitor();
  visitor.cookies.set('sid', token);
  return (await visitor.fetch(`/api/images/${imageId}`)).status;
};

describe('pictures outlive their database:', () => {
  it('yesterday’s copy is refused; accepted, it puts later pictures aside, and the right one finds them again', async () => {
    const first = await upload(1);
    await restart(() => copyFile(database(), inFolder('yesterday')));
    const { token } = await server.deps.auth.openTestSession(member.accountId, {
      requestId: '',
      address: '',
      userAgent: '',
      isSecure: false,
    });
    member.cookies.set('sid', token);
    const later = [await upload(2), await upload(3)];
    const sentence = await refused(async () => {
      await copyFile(database(), inFolder('today'));
      await copyFile(inFolder('yesterday'), database());
    });
    expect(sentence).toMatch(
      /^数据库比图片旧：数据库停在 2026\/11\/20 12:00:00，图片最后一次使用是在 2026\/11\/20 12:00:00/,
    );
    expect(sentence).toContain('npm run restore <备份文件夹>');
    expect(sentence).toContain('ACCEPT_DATABASE=older');

    server = await startTestServer({ dataDir: server.dataDir, config: { acceptDatabase: 'older' } });
    expect(await server.faults()).toEqual([]);
    expect(await pictureStatus(first.imageId)).toBe(200);
    const aside = await filesBelow('files-quarantine');
    expect(aside.map((file) => path.basename(file)).sort()).toEqual(later.map((image) => image.sha256).sort());
    expect(aside[0]).toMatch(/^files-quarantine\/2026-11-20\//);

    await restart(() => copyFile(inFolder('today'), database()));
    for (const image of [first, ...later]) expect(await pictureStatus(image.imageId)).toBe(200);
    expect(await filesBelow('files-quarantine')).toEqual([]);
    expect(await server.faults()).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['missing', () => rm(database())],
    ['of no bytes', () => truncate(database())],
    [
      'missing, beside pictures of a version that left no mark',
      async () => {
        await rm(database());
        await rm(inFolder('files/database.json'));
      },
    ],
  ])('a database that is %s is refused, and nothing is removed', async (_name, lose) => {
    const { sha256 } = await upload(4);
    expect(await refused(lose)).toMatch(/^数据库不见了或是空的，而数据目录里还有图片/);
    server = await startTestServer({ dataDir: server.dataDir, config: { acceptDatabase: 'older' } });
    expect((await filesBelow('files-quarantine')).map((file) => path.basename(file))).toEqual([sha256]);
    expect(await server.faults()).toEqual([]);
  });

  it('the database of another installation is refused', async () => {
    await upload(5);
    const other = await startTestServer();
    await other.member();
    // Servers of tests begin with copies of one database.
    await other.deps.store.db.updateTable('installation').set({ id: 'of-others' }).execute();
    await other.stop(0);
    const sentence = await refused(() => copyFile(path.join(other.dataDir, 'zhuhui.db'), database()));
    expect(sentence).toMatch(/^数据库属于另一套安装/);
    await rm(other.dataDir, { recursive: true });
    server = await startTestServer({ dataDir: server.dataDir, config: { acceptDatabase: 'older' } });
  });

  it('half a mark, and none beside a database in use, let it start and are written anew', async () => {
    const { imageId } = await upload(6);
    await restart(() => writeFile(inFolder('files/database.json'), '{"installation":'));
    await restart(() => rm(inFolder('files/database.json')));
    expect(await pictureStatus(imageId)).toBe(200);
    expect(await readdir(inFolder('files'))).toContain('database.json');
  });
});

describe('what lies aside', () => {
  async function strand(): Promise<string> {
    const folder = await server.deps.storage.workFolder();
    await writeFile(`${folder}/output`, 'written just before the crash');
    const { sha256 } = await server.deps.storage.adopt(`${folder}/output`);
    await restart(async () => undefined);
    expect((await filesBelow('files-quarantine')).map((file) => path.basename(file))).toEqual([sha256]);
    return sha256;
  }

  it('goes after 30 days', async () => {
    await strand();
    server.clock.set({ advanceMs: 29 * day });
    await server.deps.sweep();
    expect(await filesBelow('files-quarantine')).toHaveLength(1);
    server.clock.set({ advanceMs: day });
    await server.deps.sweep();
    expect(await filesBelow('files-quarantine')).toEqual([]);
    await server.deps.sweep();
    expect(await readdir(inFolder('files-quarantine'))).toEqual([]);
  });

  it('stays for as long as the database has not come further than when it was put aside', async () => {
    const sha256 = await strand();
    const [file = ''] = await filesBelow('files-quarantine');
    const far = inFolder(path.join('files-quarantine', '2026-11-20', '999'));
    await mkdir(far);
    await copyFile(inFolder(file), path.join(far, sha256));
    server.clock.set({ advanceMs: 90 * day });
    await server.deps.sweep();
    expect(await filesBelow('files-quarantine')).toEqual([`files-quarantine/2026-11-20/999/${sha256}`]);
  });
});
