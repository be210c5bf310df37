import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flows } from '../support/flows/index.ts';
import { clockMoves, moveClockAt } from '../support/moved-clock-flow.ts';
import { type Stages, stagesOf } from '../support/troubled-flow.ts';

/** Tests of a step, each with every so many of its writes, so that none takes minutes. */
const partsOfStep = 2;
/** A step with more writes than this repeats itself, as the deletion of somebody's data does. */
const distinct = 40;
const repeated = 6;

describe.each(flows.map((flow) => ({ name: flow.name, flow })))('$name', ({ flow }) => {
  let reached: Stages;
  beforeAll(async () => {
    reached = await stagesOf(flow);
  });
  afterAll(() => rm(reached.folder, { recursive: true, force: true }));

  const parts = flow.steps.flatMap(([step], position) =>
    Array.from({ length: partsOfStep }, (_, part) => [step, part + 1, position] as const),
  );

  // A write meets one of the moves, its neighbours others: each write with each move would take minutes.
  it.each(parts)(
    '%s, part %i: wherever the clock goes after a write, nothing fails and the books are right',
    async (_step, part, position) => {
      const stage = reached.stages[position];
      if (!stage) throw new Error('the flow did not come so far');
      const faults: string[] = [];
      for (let write = part - 1; ; write += write < distinct ? partsOfStep : partsOfStep * repeated) {
        const move = clockMoves[(write + position) % clockMoves.length];
        const found = move && (await moveClockAt(flow, stage, write, move));
        if (!found) break;
        faults.push(...found);
      }
      expect(faults).toEqual([]);
    },
  );
});
