import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flows } from '../support/flows/index.ts';
import { fillDiskAt, type Stages, stagesOf } from '../support/full-disk-flow.ts';

describe.each(flows.map((flow) => ({ name: flow.name, flow })))('$name', ({ flow }) => {
  let reached: Stages;
  beforeAll(async () => {
    reached = await stagesOf(flow);
  });
  afterAll(() => rm(reached.folder, { recursive: true, force: true }));

  it.each(flow.steps.map(([step], position) => [step, position] as const))(
    '%s: a disk that is full from any write on is said, costs nothing, and does no harm once there is room',
    async (_step, position) => {
      const stage = reached.stages[position];
      if (!stage) throw new Error('the flow did not come so far');
      const faults: string[] = [];
      for (let write = 0; ; write++) {
        const found = await fillDiskAt(flow, reached, stage, write);
        if (!found) break;
        faults.push(...found);
      }
      expect(faults).toEqual([]);
    },
  );
});
