import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { plantFirstStart } from '../../support/server-template.ts';
import { rawRequest } from '../../support/server-visitor.ts';
import { type Measurement, say } from '../measurement.ts';
import { type Books, openBooks, operationsIn } from './book.ts';
import { compareBooks } from './compare.ts';
import { joinBanned, joinMember, memberAt } from './member.ts';
import { type Random, randomOf } from './numbering.ts';
import { staffAt } from './staff.ts';
import { createWorld, type World } from './world.ts';

const members = 8;
const staff = 2;

/**
 * Kills the real server under a mixed load at random moments, starts it again, and compares what its clients were told
 * with what it has in the end: `npm run bench -- kills [kills] [operations] [seed]`. Throws where the books differ.
 */
export async function benchKills([kills = '30', operations = '2000', seed = '1']: readonly string[] = []): Promise<
  Measurement[]
> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-kills-'));
  await plantFirstStart(dataDir);
  const world = createWorld(dataDir);
  const books = openBooks();
  try {
    const load = { kills: Number(kills), operations: Number(operations), random: randomOf(Number(seed)) };
    const figures = await runLoad(world, books, load);
    await settle(world, books, dataDir);
    for (const fault of books.faults) say(`DIFFERENCE: ${fault}`);
    if (books.faults.length > 0)
      throw new Error(`the books differ in ${books.faults.length} places; ${dataDir} is kept`);
    await rm(dataDir, { recursive: true, force: true });
    return figures;
  } finally {
    await world.end('SIGKILL');
  }
}

interface Load {
  kills: number;
  operations: number;
  random: Random;
}

async function runLoad(world: World, books: Books, { kills, operations, random }: Load): Promise<Measurement[]> {
  await world.start();
  const sid = await logIn(world);
  for (let made = 0; made < members; made++) await joinMember(world, books);
  const banned: string[] = [];
  while (banned.length < staff) banned.push(await joinBanned(world, books));
  const lanes = [
    ...books.members.map((own) => memberAt(world, books, own, random)),
    ...banned.map((account, index) => {
      const wards = books.members.filter((_own, at) => at % staff === index);
      return staffAt(world, books, { sid, wards, banned: account }, random);
    }),
  ];
  let isOver = false;
  const running = lanes.map(async (act) => {
    while (!isOver) await act().catch((error: unknown) => void books.faults.push(`an operation failed: ${error}`));
  });
  let killed = 0;
  while (killed < kills || operationsIn(books) < operations) {
    const share = Math.max(1, (2 * (operations - operationsIn(books))) / Math.max(1, kills - killed));
    const until = operationsIn(books) + random() * Math.min(share, 400);
    while (operationsIn(books) < until && books.faults.length < 20) await pause(10);
    await pause(random() * 300);
    await world.end('SIGKILL');
    killed++;
    if (killed % 5 === 0) say(`killed ${killed} times, ${operationsIn(books)} operations acknowledged`);
    if (books.faults.length >= 20) break;
    await world.start();
  }
  isOver = true;
  if (books.faults.length < 20) await Promise.all(running);
  for (const [kind, times] of [...books.done].sort(([, a], [, b]) => b - a)) say(`${kind}: ${times}`);
  return [
    { name: 'SIGKILLs under load', ours: killed, unit: 'kills' },
    { name: 'operations acknowledged, all of them there once', ours: operationsIn(books), unit: 'operations' },
    { name: 'calls cut off and made again', ours: world.cutOff(), unit: 'calls' },
    { name: 'acknowledged operations sent again under their key', ours: books.repeats, unit: 'operations' },
  ];
}

/** Kills it a last time, lets it finish what waits, and looks at everything. */
async function settle(world: World, books: Books, dataDir: string): Promise<void> {
  await world.end('SIGKILL');
  await world.start();
  say('waits for the tasks and refunds to end');
  for (let looks = 0; looks < 600 && (await stillBusy(world)); looks++) await pause(500);
  const staffSid = await logIn(world);
  await compareBooks(world, books, await world.visit({ name: 'staff_sid', value: staffSid }), dataDir);
  const { json } = await rawRequest(await world.origin(), 'GET', '/__mock/invariants', {});
  const { ok, checks } = json as { ok: boolean; checks: { name: string; faults: string[] }[] };
  if (!ok) books.faults.push(...checks.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`)));
  await world.end('SIGTERM');
  const script = path.resolve(import.meta.dirname, '../../../scripts/audit-verify.ts');
  const verified = promisify(execFile)(process.execPath, [script], { env: { ...process.env, DATA_DIR: dataDir } });
  await verified.then(
    ({ stdout }) => say(stdout.trim()),
    (error: Error & { stderr?: string }) => books.faults.push(`audit:verify: ${error.stderr ?? error.message}`),
  );
}

async function stillBusy(world: World): Promise<boolean> {
  const { api } = await world.visit({ name: 'staff_sid', value: await logIn(world) });
  const [tasks, refunds] = await Promise.all([
    api.staffTasks({ status: ['queued', 'running'] }),
    api.staffRefunds({ status: 'pending' }),
  ]);
  return tasks.length + refunds.length > 0;
}

async function logIn(world: World): Promise<string> {
  const visitor = await world.visit({ name: 'staff_sid', value: '' });
  await visitor.api.staffLogin({ account: 'admin', password: 'zhuhui-admin' });
  return visitor.cookies.get('staff_sid') ?? '';
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
