import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flows } from '../support/flows/index.ts';
import { fullDiskFrom, meetTrouble, type Stages, stagesOf } from '../support/troubled-flow.ts';

/** Tests of a step, each with every so many of its writes, so that none takes minutes. */
const partsOfStep = 4;

describe.each(flows.map((flow) => ({ name: flow.name, flow })))('$name', ({ flow }) => {
  let reached: Stages;
  beforeAll(async () => {
    reached = await stagesOf(flow);
  });
  afterAll(() => rm(reached.folder, { recursive: true, force: true }));

  const parts = flow.steps.flatMap(([step], position) =>
    Array.from({ length: partsOfStep }, (_, part) => [step, part + 1, position] as const),
  );

  it.each(parts)(
    '%s, part %i: a disk that is full from any write on is said, costs nothing, and does no harm once there is room',
    async (_step, part, position) => {
      const stage = reached.stages[position];
      if (!stage) throw new Error('the flow did not come so far');
      const faults: string[] = [];
      for (let write = part - 1; ; write += partsOfStep) {
        const found = await meetTrouble(flow, reached, stage, fullDiskFrom(write));
        if (!found) break;
        faults.push(...found.map((fault) => `write ${write}, ${fault}`));
      }
      expect(faults).toEqual([]);
    },
  );
});
