import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { copyFolder, faultsOf } from '../support/interrupted-flow.ts';
import { observeWrites } from '../support/observed-writes.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { controlOf } from '../support/server-control.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { noRoom, takesRoom } from '../support/troubled-flow.ts';

/** Phone numbers of people in the snapshot, in the world that it is restored in, and in both. */
const [kept, later, always] = ['13811110001', '13811110002', '13811110003'];

let scratch: string;
/** A data folder that no server uses, with a world and a snapshot of what it was before. */
let ground: string;
let server: TestServer | undefined;
const { control } = controlOf(() => server as TestServer);

const start = async (dataDir: string) => {
  server = await startTestServer({ dataDir });
  return server;
};
const stop = async () => {
  await server?.stop(0);
  server = undefined;
};

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'zhuhui-exchange-'));
  const first = await startTestServer();
  server = first;
  for (const phoneNo of [always, kept]) await (await first.member({ phoneNo })).upload(await drawPicture());
  expect((await control('POST', '/snapshots', { name: 'before' })).status).toBe(200);
  const [account] = await first.deps.store.db.selectFrom('account').select('id').where('phone_no', '=', kept).execute();
  expect(account).toBeDefined();
  await first.deps.store.db.updateTable('account').set({ phone_no: later }).where('phone_no', '=', kept).execute();
  await (await first.member({ phoneNo: '13811110004' })).upload(await drawPicture('png', { shade: 77 }));
  await first.stop(0);
  server = undefined;
  ground = path.join(scratch, 'ground');
  copyFolder(first.dataDir, ground, ['worlds']);
  await rm(first.dataDir, { recursive: true, force: true });
});
afterEach(stop);
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** Which world stands: one of the two, whole. */
async function worldOf(running: TestServer): Promise<{ world: string; faults: string[] }> {
  const rows = await running.deps.store.db.selectFrom('account').select('phone_no').execute();
  const phones = new Set(rows.map(({ phone_no }) => phone_no));
  const world =
    phones.has(kept) && !phones.has(later) ? 'kept' : phones.has(later) && !phones.has(kept) ? 'later' : 'none';
  return { world: phones.has(always) ? world : 'none', faults: await faultsOf(running) };
}

it('killed after any write of a restore, one of the two worlds stands, whole', async () => {
  const running = await start(await freshCopy('watched'));
  const left: Array<{ write: string; folder: string }> = [];
  const end = observeWrites(running.dataDir, {
    after({ name }) {
      const folder = path.join(scratch, `killed-${left.length}`);
      copyFolder(running.dataDir, folder, ['worlds', 'snapshots']);
      left.push({ write: `${left.length}: ${name}`, folder });
    },
  });
  expect((await control('POST', '/snapshots/before/restore')).status).toBe(200);
  end();
  expect(await worldOf(running)).toEqual({ world: 'kept', faults: [] });
  await stop();
  expect(left.length).toBeGreaterThan(20);

  const found: string[] = [];
  const worlds: string[] = [];
  for (const { write, folder } of left) {
    const { world, faults } = await worldOf(await start(folder));
    worlds.push(world);
    found.push(...[...faults, ...(world === 'none' ? ['no world'] : [])].map((fault) => `${write}: ${fault}`));
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
  expect(found).toEqual([]);
  // It stands as it was, and from some write on as it has become.
  expect(worlds).toEqual(worlds.toSorted((one, other) => other.localeCompare(one)));
  expect(new Set(worlds)).toEqual(new Set(['later', 'kept']));
});

it('with a disk that is full from any write of a restore on, it is said, and the world goes on whole', async () => {
  const running = await start(await freshCopy('full'));
  const found: string[] = [];
  for (let position = 0; ; position++) {
    let writes = 0;
    let first = '';
    const end = observeWrites(running.dataDir, {
      before(write) {
        if (!takesRoom(write) || writes++ < position) return;
        first ||= write.name;
        throw noRoom(write);
      },
    });
    const { status, text } = await control('POST', '/snapshots/before/restore');
    end();
    // A world that could not be opened without room is opened for the next request.
    expect((await control('GET', '/clock')).status).toBe(200);
    const { world, faults } = await worldOf(running);
    const place = `${position} (${first})`;
    found.push(...faults.map((fault) => `${place}: ${fault}`));
    if (world !== (status === 200 ? 'kept' : 'later')) found.push(`${place}: ${world} after ${status}`);
    if (status === 200) return expect([position > 20, found]).toEqual([true, []]);
    if (!text.includes('server.storage_full')) found.push(`${place}: answered ${status} ${text}`);
  }
});

async function freshCopy(name: string): Promise<string> {
  const folder = path.join(scratch, name);
  await rm(folder, { recursive: true, force: true });
  copyFolder(ground, folder, []);
  return folder;
}
