import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Flow } from './flows/flow.ts';
import { flows } from './flows/index.ts';

import { type Stages, stagesOf } from './troubled-flow.ts';

/** A flow before one of its steps, and the number of the write or transaction that trouble begins with, from 0. */
export interface Strike {
  flow: Flow;
  reached: Stages;
  stage: Stages['stages'][number];
  /** Number of the step. */
  position: number;
  at: number;
}

interface Strikes {
  /** Expected of every strike, for the names of the tests. */
  title: string;
  /** Tests of a step, each with every so many of its strikes, so that none takes minutes; 1 when absent. */
  parts?: number;
  /** A step with more strikes than this repeats itself, and only every `repeated`th of the others is made. */
  distinct?: number;
  repeated?: number;
  /** Faults that were found; undefined when the step ended before the strike. */
  strike: (strike: Strike) => Promise<string[] | undefined>;
}

/** Tests that strike at every step of every flow, again and again until a strike comes after the step's end. */
export function strikeEveryStep({ title, parts = 1, distinct = Infinity, repeated = 1, strike }: Strikes): void {
  describe.each(flows.map((flow) => ({ name: flow.name, flow })))('$name', ({ flow }) => {
    let reached: Stages;
    beforeAll(async () => {
      reached = await stagesOf(flow);
    });
    afterAll(() => rm(reached.folder, { recursive: true, force: true }));

    const tests = flow.steps.flatMap(([step], position) =>
      Array.from({ length: parts }, (_, part) => [step, part + 1, position] as const),
    );
    it.each(tests)(`%s, part %i: ${title}`, async (_step, part, position) => {
      const stage = reached.stages[position];
      if (!stage) throw new Error('the flow did not come so far');
      const faults: string[] = [];
      for (let at = part - 1; ; at += at < distinct ? parts : parts * repeated) {
        const found = await strike({ flow, reached, stage, position, at });
        if (!found) break;
        faults.push(...found);
      }
      expect(faults).toEqual([]);
    });
  });
}
