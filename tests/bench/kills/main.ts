import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { plantFirstStart } from '../../support/server-template.ts';
import { rawRequest } from '../../support/server-visitor.ts';
import { type Measurement, say } from '../measurement.ts';
import { compareWithExpected } from './compare.ts';
import { createExpectedState, type ExpectedState, operationCount } from './expected-state.ts';
import { createKilledServer, type KilledServer } from './killed-server.ts';
import { createBannableAccount, createMember, createMemberLoad } from './member.ts';
import { type Random, randomOf } from './numbering.ts';
import { createStaffLoad } from './staff.ts';

const members = 8;
const staff = 2;

/**
 * Kills the server at random moments under a mixed load, restarts it, and compares its data with the acknowledged
 * operations: `npm run bench -- kills [kills] [operations] [seed]`. Throws when they differ.
 */
export async function benchKills([kills = '30', operations = '2000', seed = '1']: readonly string[] = []): Promise<
  Measurement[]
> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-kills-'));
  await plantFirstStart(dataDir);
  const server = createKilledServer(dataDir);
  const expected = createExpectedState();
  try {
    const load = { kills: Number(kills), operations: Number(operations), random: randomOf(Number(seed)) };
    const figures = await runLoad(server, expected, load);
    await finish(server, expected, dataDir);
    for (const fault of expected.faults) say(`DIFFERENCE: ${fault}`);
    if (expected.faults.length > 0)
      throw new Error(`the data differs in ${expected.faults.length} places; ${dataDir} is kept`);
    await rm(dataDir, { recursive: true, force: true });
    return figures;
  } finally {
    await server.end('SIGKILL');
  }
}

interface Load {
  kills: number;
  operations: number;
  random: Random;
}

async function runLoad(
  server: KilledServer,
  expected: ExpectedState,
  { kills, operations, random }: Load,
): Promise<Measurement[]> {
  await server.start();
  const sid = await logIn(server);
  for (let made = 0; made < members; made++) await createMember(server, expected);
  const banned: string[] = [];
  while (banned.length < staff) banned.push(await createBannableAccount(server, expected));
  const loads = [
    ...expected.members.map((own) => createMemberLoad(server, expected, own, random)),
    ...banned.map((account, index) => {
      const customers = expected.members.filter((_own, at) => at % staff === index);
      return createStaffLoad(server, expected, { sid, customers, banned: account }, random);
    }),
  ];
  let isOver = false;
  const running = loads.map(async (act) => {
    while (!isOver) await act().catch((error: unknown) => void expected.faults.push(`an operation failed: ${error}`));
  });
  let killed = 0;
  while (killed < kills || operationCount(expected) < operations) {
    const share = Math.max(1, (2 * (operations - operationCount(expected))) / Math.max(1, kills - killed));
    const until = operationCount(expected) + random() * Math.min(share, 400);
    while (operationCount(expected) < until && expected.faults.length < 20) await pause(10);
    await pause(random() * 300);
    await server.end('SIGKILL');
    killed++;
    if (killed % 5 === 0) say(`killed ${killed} times, ${operationCount(expected)} operations acknowledged`);
    if (expected.faults.length >= 20) break;
    await server.start();
  }
  isOver = true;
  if (expected.faults.length < 20) await Promise.all(running);
  for (const [kind, times] of [...expected.done].sort(([, a], [, b]) => b - a)) say(`${kind}: ${times}`);
  return [
    { name: 'SIGKILLs under load', ours: killed, unit: 'kills' },
    { name: 'operations acknowledged, all of them there once', ours: operationCount(expected), unit: 'operations' },
    { name: 'calls cut off and made again', ours: server.unansweredCalls(), unit: 'calls' },
    { name: 'acknowledged operations sent again under their key', ours: expected.repeats, unit: 'operations' },
  ];
}

/** Kills the server once more, waits for queued work to end, and compares all data. */
async function finish(server: KilledServer, expected: ExpectedState, dataDir: string): Promise<void> {
  await server.end('SIGKILL');
  await server.start();
  say('waits for the tasks and refunds to end');
  for (let looks = 0; looks < 600 && (await isWorkLeft(server)); looks++) await pause(500);
  const staffSid = await logIn(server);
  await compareWithExpected(server, expected, await server.visit({ name: 'staff_sid', value: staffSid }), dataDir);
  const { json } = await rawRequest(await server.origin(), 'GET', '/__mock/invariants', {});
  const { ok, checks } = json as { ok: boolean; checks: { name: string; faults: string[] }[] };
  if (!ok) expected.faults.push(...checks.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`)));
  await server.end('SIGTERM');
  const script = path.resolve(import.meta.dirname, '../../../scripts/verify.ts');
  const verified = promisify(execFile)(process.execPath, [script], { env: { ...process.env, DATA_DIR: dataDir } });
  await verified.then(
    ({ stdout }) => say(stdout.trim()),
    (error: Error & { stderr?: string }) => expected.faults.push(`verify: ${error.stderr ?? error.message}`),
  );
}

async function isWorkLeft(server: KilledServer): Promise<boolean> {
  const { api } = await server.visit({ name: 'staff_sid', value: await logIn(server) });
  const [tasks, refunds] = await Promise.all([
    api.staffTasks({ status: ['queued', 'running'] }),
    api.staffRefunds({ status: 'pending' }),
  ]);
  return tasks.length + refunds.length > 0;
}

async function logIn(server: KilledServer): Promise<string> {
  const visitor = await server.visit({ name: 'staff_sid', value: '' });
  await visitor.api.staffLogin({ account: 'admin', password: 'zhuhui-admin' });
  return visitor.cookies.get('staff_sid') ?? '';
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
