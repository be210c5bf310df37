import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { ApiError } from '#shared/client/create-client';
import { minute } from '#shared/domain/time';
import type { Flow, Varying } from './flows/flow.ts';
import {
  copyFolder,
  type Ending,
  endingOf,
  faultsOf,
  type Interruption,
  lossesOf,
  startFlowServer,
} from './interrupted-flow.ts';
import { type DiskWrite, observeWrites } from './observed-writes.ts';
import type { TestServer } from './server.ts';

/** The data folder before each step of a flow. */
export interface Stages {
  ending: Ending;
  stages: Array<Omit<Interruption, 'write' | 'isUnderWay'>>;
  folder: string;
}

export async function stagesOf(flow: Flow): Promise<Stages> {
  const folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-stages-'));
  const server = await startFlowServer();
  const stages: Stages['stages'] = [];
  let facts: object = await flow.prepare(server);
  await server.pass(0);
  for (const [step, [, act]] of flow.steps.entries()) {
    const stage = { step, facts, now: server.clock.now(), folder: path.join(folder, String(step)) };
    copyFolder(server.dataDir, stage.folder);
    stages.push(stage);
    facts = { ...facts, ...(await act(server, facts, false)) };
  }
  const ending = await endingOf(server, flow, facts);
  await server.close();
  return { ending, stages, folder };
}

/** Tries that a transaction has, `db/transact.ts`. */
const tries = 5;

/** Removing takes no room, nor does the begin of a transaction. The books of the simulated company lie on a disk of its own. */
export const takesRoom = ({ name, isLasting }: DiskWrite) =>
  isLasting && !/^(?:rm|unlink|rmdir|begin) |simulated-payment/.test(name);

/** Trouble that a step meets. */
export interface Trouble {
  /** Lets it come, from now on; returns what ends it, which tells where it struck first, '' where it did not. */
  begin(server: TestServer): Promise<() => Promise<string>>;
  /** True for the answer by which a step is to tell of it. */
  isSaid(error: unknown): boolean;
  /** Numbers of the tally that it may change, beside those that a kill may. */
  varying?: Varying;
}

/** A disk that is full from one of the writes on, counted from 0. */
export const fullDiskFrom = (position: number): Trouble => ({
  async begin(server) {
    let writes = 0;
    let first = '';
    const before = (write: DiskWrite) => {
      if (!takesRoom(write) || writes++ < position) return;
      first ||= write.name;
      throw noRoom(write);
    };
    const end = observeWrites(server.dataDir, { before });
    return async () => {
      end();
      return first;
    };
  },
  isSaid: (error) => error instanceof ApiError && error.reason === 'server.storage_full',
});

/** A database that another program has, at one of the transactions, counted from 0, as often as it is tried. */
export const busyAt = (position: number): Trouble => ({
  async begin({ origin }) {
    const faults = [{ match: { step: 'db.busy' }, kind: 'fail', after: position, times: tries }];
    const ask = async (method: string, body?: object) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${origin}/__mock/faults`, {
        ...{ method, headers },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await answer.json()) as { faults: Array<{ struck: number }> };
    };
    await ask('PUT', { faults });
    return async () => {
      const [{ struck } = { struck: 0 }] = (await ask('GET')).faults;
      await ask('DELETE');
      return struck > 0 ? `transaction ${position}` : '';
    };
  },
  isSaid: (error) => error instanceof ApiError && error.reason === 'server.database_busy',
  varying: {
    order_event: { may: 'be more', because: 'a look at the payment that failed is told in the history of the order' },
    bill_day: { may: 'differ', because: 'a bill that could not be compared is asked for again an hour later' },
  },
});

/**
 * Does a step that meets trouble, then, when that has passed, the step once more and all that follow.
 *
 * @returns faults, each a sentence; undefined when the step meets none
 */
export async function meetTrouble(
  flow: Flow,
  { ending }: Stages,
  stage: Stages['stages'][number],
  trouble: Trouble,
): Promise<string[] | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-trouble-'));
  copyFolder(stage.folder, folder);
  const server = await startFlowServer({ dataDir: folder, startsAt: stage.now });
  let first = '';
  let end: Awaited<ReturnType<Trouble['begin']>> | undefined = await trouble.begin(server);
  try {
    let { facts } = stage;
    const faults: string[] = [];
    for (const [step, [, act]] of flow.steps.entries()) {
      if (step < stage.step) continue;
      if (step === stage.step) {
        const refused = await act(server, facts, false).then(
          () => undefined,
          (error: unknown) => error,
        );
        first = (await end?.()) ?? '';
        end = undefined;
        if (first === '') return undefined;
        if (refused !== undefined && !trouble.isSaid(refused)) faults.push(`the answer was ${String(refused)}`);
        // A run that could not say what it met waits until its lease has run out; answers end with a sweep.
        for (let minutes = 0; minutes < 2; minutes++) await server.pass(minute);
        await server.deps.sweep();
        faults.push(...(await faultsOf(server)));
      }
      facts = { ...facts, ...(await act(server, facts, step === stage.step)) };
    }
    const varied = { ...flow, varying: { ...flow.varying, ...trouble.varying } };
    faults.push(...lossesOf(varied, ending, await endingOf(server, flow, facts)), ...(await faultsOf(server)));
    return faults.map((fault) => `${first}: ${fault}`);
  } catch (error) {
    return [`${first}: ${String(error)}`];
  } finally {
    await end?.();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The error of a full disk, as the writer gets it. */
export function noRoom({ name }: DiskWrite): Error {
  return name.endsWith('.db')
    ? new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
    : Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
}
