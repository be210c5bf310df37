import { copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { verifyData } from '../../scripts/lib/verify.ts';
import { createFlowEngine, createFlowModel, type Flow, type Varying } from './flows/flow.ts';
import { observeWrites } from './observed-writes.ts';
import { startTestServer, type TestServer } from './server.ts';

/** The data folder as a process leaves it that is killed right after a write, and how far its flow was. */
export interface Interruption {
  /** Position and name of the last write. */
  write: string;
  folder: string;
  now: number;
  /** Position of the next step, or of the one that was under way. */
  step: number;
  isUnderWay: boolean;
  facts: object;
}

export interface Observed {
  ending: Ending;
  interruptions: Interruption[];
  folder: string;
}

/** Data at the end of a flow, in a form that does not differ from run to run. */
export interface Ending {
  outcome: unknown;
  /** Rows of every table, and the balance of the books by kind of account. */
  tally: Record<string, number>;
}

const options = () => ({
  engine: createFlowEngine(),
  chatAdapters: [createFlowModel()],
  config: { sessionDays: 3650, staffSessionDays: 3650, taskConcurrency: 1 },
});

export const startFlowServer = (more: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> =>
  startTestServer({ ...options(), ...more, config: { ...options().config, ...more.config } });

export interface Observation {
  /** Folder for what is kept; a new one when absent. */
  folder?: string;
  /** Which writes are kept, by their position; all when absent. */
  isKept?: (position: number) => boolean;
  /** Called when something is kept, before the writer goes on. */
  whenKept?: (interruption: Interruption, dataDir: string) => void;
}

/**
 * Runs a flow to its end and keeps, after every write that a kill could follow, the data folder as it is. A killed
 * process leaves just that: what it wrote stays in the files, whether the disk has it yet or not.
 */
export async function runObserved(flow: Flow, observation: Observation = {}): Promise<Observed> {
  const { folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-interruptions-')), isKept, whenKept } = observation;
  const server = await startFlowServer();
  const interruptions: Interruption[] = [];
  let writes = 0;
  let facts: object = await flow.prepare(server);
  await server.pass(0);
  let at = { step: 0, isUnderWay: false };
  const after = ({ name }: { name: string }) => {
    const position = writes++;
    if (isKept && !isKept(position)) return;
    const write = `${position}: ${name}`;
    const interruption = { ...at, write, facts, now: server.clock.now(), folder: path.join(folder, String(position)) };
    copyFolder(server.dataDir, interruption.folder);
    interruptions.push(interruption);
    whenKept?.(interruption, server.dataDir);
  };
  const end = observeWrites(server.dataDir, { after });
  try {
    for (const [step, [, act]] of flow.steps.entries()) {
      at = { step, isUnderWay: true };
      facts = { ...facts, ...(await act(server, facts, false)) };
      at = { step: step + 1, isUnderWay: false };
    }
  } finally {
    end();
  }
  const ending = await endingOf(server, flow, facts);
  await server.close();
  return { ending, interruptions, folder };
}

/** Starts a server on what a kill left, lets it come to rest, goes on with the flow, and tells how it ended and its faults. */
export async function goOn(flow: Flow, interruption: Interruption): Promise<{ ending: Ending; faults: string[] }> {
  const { folder, now, step, isUnderWay } = interruption;
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) });
  const server = await startFlowServer({ dataDir: folder, startsAt: now, log });
  try {
    await server.deps.runner.idle();
    await server.deps.buildings.idle();
    const faults = await faultsOf(server);
    let facts = interruption.facts;
    for (const [position, [, act]] of flow.steps.entries()) {
      if (position < step) continue;
      facts = { ...facts, ...(await act(server, facts, isUnderWay && position === step)) };
    }
    const ending = await endingOf(server, flow, facts);
    return { ending, faults: [...faults, ...(await faultsOf(server)), ...logged] };
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Faults that the control plane and `npm run verify` find. */
export async function faultsOf(server: TestServer): Promise<string[]> {
  const found = await server.faults();
  // The check leaves out files that are newer than the mark of the database, so the mark is set anew before.
  await server.deps.rounds.marks.all();
  await verifyData(server.dataDir, { onFault: (sentence) => found.push(sentence), patienceMs: 1 });
  return found;
}

export async function endingOf(server: TestServer, flow: Flow, facts: object): Promise<Ending> {
  await server.pass(0);
  const outcome = await flow.outcome(server, facts);
  return { outcome, tally: tallyOf(server.dataDir) };
}

/** Numbers that every kill may change. */
const always: Varying = {
  bill_day: { may: 'be more', because: 'every look at the clock compares a further day' },
  job_attempt: { may: 'differ', because: 'a run that is cut off is a further try' },
  task_event: { may: 'differ', because: 'everybody is told of a run that begins again' },
  task_log: { may: 'differ', because: 'the log tells of runs that were cut off' },
};

/** Tables of what a repeated or an interrupted request rightly leaves more or less of. */
const passing = new Set(['sqlite_sequence', 'installation']);

function tallyOf(folder: string): Record<string, number> {
  const db = new Database(path.join(folder, 'zhuhui.db'), { readonly: true });
  try {
    const names = db
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
      .pluck()
      .all() as string[];
    const counts = names
      .filter((name) => !passing.has(name))
      .map((name) => [name, db.prepare(`SELECT count(*) FROM "${name}"`).pluck().get() as number]);
    const books = db
      .prepare('SELECT kind, role, sum(balance) AS balance FROM ledger_account GROUP BY kind, role')
      .all();
    const balances = (books as Array<{ kind: string; role: string; balance: number }>).map(
      ({ kind, role, balance }) => [`${kind} ${role}`, balance] as const,
    );
    return Object.fromEntries([...counts, ...balances]);
  } finally {
    db.close();
  }
}

/** Locks, and what SQLite makes anew beside a database. To open the former ends the lock in this process. */
const isLeftOut = (name: string) => /^owner\.|-shm$/.test(name);
/** Folders of the control plane, which flows do not use. */
const ofPlane = ['worlds', 'exchange', 'snapshots'];

/**
 * A copy at one moment of this thread; stored files, which never change, get a second name.
 *
 * @param omitted names that are left out
 */
export function copyFolder(from: string, to: string, omitted: readonly string[] = ofPlane, isBlob = false): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (isLeftOut(entry.name) || omitted.includes(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target, omitted, isBlob || entry.name === 'blobs');
    else if (isBlob) linkSync(source, target);
    else copyFileSync(source, target);
  }
}

/** Places in which two values differ, with both. */
export function differences(expected: unknown, found: unknown, place = ''): string[] {
  if (isNode(expected) && isNode(found)) {
    const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])];
    return names.flatMap((name) => differences(expected[name], found[name], place ? `${place}.${name}` : name));
  }
  return Object.is(expected, found) ? [] : [`${place} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`];
}

/** The same for two endings, without what may vary after a kill. */
export function lossesOf(flow: Flow, expected: Ending, found: Ending): string[] {
  const allowed = { ...always, ...flow.varying };
  const isAllowed = (name: string) => {
    const rule = allowed[name];
    const [before = 0, after = 0] = [expected.tally[name], found.tally[name]];
    return rule && (rule.may === 'differ' || (rule.may === 'be less' ? after <= before : after >= before));
  };
  const tally = Object.fromEntries(
    Object.entries(found.tally).map(([name, count]) => [name, isAllowed(name) ? expected.tally[name] : count]),
  );
  return differences(expected, { ...found, tally });
}

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
