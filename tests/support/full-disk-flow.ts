import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { ApiError } from '#shared/client/create-client';
import { minute } from '#shared/domain/time';
import type { Flow } from './flows/flow.ts';
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

/** Removing takes no room, nor does the begin of a transaction. The books of the simulated company lie on a disk of its own. */
export const takesRoom = ({ name, isLasting }: DiskWrite) =>
  isLasting && !/^(?:rm|unlink|rmdir|begin) |simulated-payment/.test(name);

/**
 * Does a step with a disk that is full from one of its writes on, then, when there is room again, the step once more and
 * all that follow.
 *
 * @param position of the first write that finds no room, from 0
 * @returns faults, each a sentence; undefined when the step has no such write
 */
export async function fillDiskAt(
  flow: Flow,
  { ending }: Stages,
  stage: Stages['stages'][number],
  position: number,
): Promise<string[] | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-full-'));
  copyFolder(stage.folder, folder);
  const server = await startFlowServer({ dataDir: folder, startsAt: stage.now });
  const place = `${flow.steps[stage.step]?.[0]}, write ${position}`;
  let writes = 0;
  let first = '';
  const before = (write: DiskWrite) => {
    if (!takesRoom(write) || writes++ < position) return;
    first ||= write.name;
    throw noRoom(write);
  };
  const end = observeWrites(folder, { before });
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
        end();
        if (first === '') return undefined;
        if (refused !== undefined && !isSaid(refused)) faults.push(`the answer was ${String(refused)}`);
        // A run that could not say that it found no room waits until its lease has run out; answers end with a sweep.
        for (let minutes = 0; minutes < 2; minutes++) await server.pass(minute);
        await server.deps.sweep();
        faults.push(...(await faultsOf(server)));
      }
      facts = { ...facts, ...(await act(server, facts, step === stage.step)) };
    }
    faults.push(...lossesOf(flow, ending, await endingOf(server, flow, facts)), ...(await faultsOf(server)));
    return faults.map((fault) => `${place} (${first}): ${fault}`);
  } catch (error) {
    return [`${place} (${first}): ${String(error)}`];
  } finally {
    end();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const isSaid = (error: unknown) => error instanceof ApiError && error.reason === 'server.storage_full';

/** The error of a full disk, as the writer gets it. */
export function noRoom({ name }: DiskWrite): Error {
  return name.endsWith('.db')
    ? new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
    : Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
}
