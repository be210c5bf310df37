import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flows } from '../support/flows/index.ts';
import { busyAt, meetTrouble, type Stages, stagesOf } from '../support/troubled-flow.ts';

/** A step with more transactions than this repeats itself, as the deletion of somebody's data does. */
const distinct = 20;
const repeated = 6;

describe.each(flows.map((flow) => ({ name: flow.name, flow })))('$name', ({ flow }) => {
  let reached: Stages;
  beforeAll(async () => {
    reached = await stagesOf(flow);
  });
  afterAll(() => rm(reached.folder, { recursive: true, force: true }));

  it.each(flow.steps.map(([step], position) => [step, position] as const))(
    '%s: a database that is busy at any transaction is said, costs nothing, and does no harm afterwards',
    async (_step, position) => {
      const stage = reached.stages[position];
      if (!stage) throw new Error('the flow did not come so far');
      const faults: string[] = [];
      for (let transaction = 0; ; transaction += transaction < distinct ? 1 : repeated) {
        const found = await meetTrouble(flow, reached, stage, busyAt(transaction));
        if (!found) break;
        faults.push(...found);
      }
      expect(faults).toEqual([]);
    },
  );
});
