import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { ApiError } from '#shared/client/create-client';
import { day, hour, minute } from '#shared/domain/time';
import type { Flow } from './flows/flow.ts';
import { copyFolder, faultsOf, startFlowServer } from './interrupted-flow.ts';
import { observeWrites } from './observed-writes.ts';
import type { TestServer } from './server.ts';
import type { Stages } from './troubled-flow.ts';

/** Moves of the clock, in milliseconds, from the moment of the story. */
export const clockMoves: ReadonlyArray<[name: string, ms: (now: number) => number]> = [
  ['an hour on', () => hour],
  ['a day back', () => -day],
  // Half a minute into the first day in China of the month after the next one.
  ['over two ends of months', (now) => Date.parse('2027-01-01T00:00:30+08:00') - now],
  ['an hour back', () => -hour],
  ['seventy hours on', () => 70 * hour],
];

/**
 * Does a step of a flow and moves the clock right after one of its writes, while everything that is due then runs beside
 * the rest of the step. Then time goes on, comes back to where it was where it went back, and all has to be in order.
 *
 * @param position of the write, from 0
 * @returns faults, each a sentence; undefined when the step has no such write
 */
export async function moveClockAt(
  flow: Flow,
  stage: Stages['stages'][number],
  position: number,
  [name, msOf]: (typeof clockMoves)[number],
): Promise<string[] | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'zhuhui-clock-'));
  copyFolder(stage.folder, folder);
  const faults: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void faults.push(line) });
  const server = await startFlowServer({ dataDir: folder, startsAt: stage.now, log });
  const ms = msOf(stage.now);
  const besides: Array<Promise<unknown>> = [];
  let writes = 0;
  let struck = '';
  const after = (write: { name: string }) => {
    if (writes++ !== position) return;
    struck = write.name;
    server.clock.set({ advanceMs: ms });
    besides.push(server.deps.tick(), server.deps.sweep());
  };
  const end = observeWrites(folder, { after });
  try {
    const step = flow.steps[stage.step]?.[1];
    await step?.(server, stage.facts, false).catch((error: unknown) => {
      // A step may come too late, or too early, and is refused then.
      if (!(error instanceof ApiError) || error.status >= 500) faults.push(`the answer was ${String(error)}`);
    });
    end();
    await Promise.all(besides);
    if (struck === '') return undefined;
    await settle(server, faults);
    if (ms < 0) {
      server.clock.set({ advanceMs: -ms });
      await settle(server, faults);
    }
    return faults.map((fault) => `${name} after write ${position} (${struck}): ${fault}`);
  } catch (error) {
    return [`${name} after write ${position} (${struck}): ${String(error)}`];
  } finally {
    end();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Leases run out and what was cut off is taken up again. */
async function settle(server: TestServer, faults: string[]): Promise<void> {
  for (let minutes = 0; minutes < 2; minutes++) await server.pass(minute);
  await server.deps.sweep();
  faults.push(...(await faultsOf(server)));
}
