import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flows } from '../support/flows/index.ts';
import { goOn, lossesOf, type Observed, runObserved } from '../support/interrupted-flow.ts';
import { inherited } from '../support/server-process.ts';
import { dataOf } from '../support/world-data.ts';

/** Tests of each flow, so that none is long. */
const parts = [0, 1, 2, 3];

describe.each(flows.map((flow) => ({ name: flow.name, flow })))('$name', ({ name, flow }) => {
  let observed: Observed;
  beforeAll(async () => {
    observed = await runObserved(flow);
  });
  afterAll(() => rm(observed.folder, { recursive: true, force: true }));

  it.each(parts)('killed after any write, nothing is lost and nothing done twice (%i)', async (part) => {
    const { ending, interruptions } = observed;
    const walked = interruptions.filter((_each, position) => position % parts.length === part);
    expect(walked.length).toBeGreaterThan(2);
    const faults: string[] = [];
    for (const interruption of walked) {
      const found = await goOn(flow, interruption).then(
        (end) => [...lossesOf(flow, ending, end.ending), ...end.faults],
        (error: unknown) => [String(error)],
      );
      const step = flow.steps[interruption.step]?.[0] ?? 'the end';
      faults.push(...found.map((fault) => `${interruption.write}, ${step}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  it('what these tests take for the leavings of a killed process is just that', async () => {
    const write = Math.floor(observed.interruptions.length / 2);
    const scratch = await mkdtemp(path.join(tmpdir(), 'zhuhui-killed-'));
    const program = path.resolve(import.meta.dirname, '../support/killed-flow.ts');
    const args = [program, name, String(write), path.join(scratch, 'kept')];
    const child = spawn(process.execPath, args, { env: { ...inherited, TMPDIR: scratch }, stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    const left = (await readdir(scratch)).filter((entry) => entry.startsWith('zhuhui-test-'));
    expect(left).toHaveLength(1);
    expect(await dataOf(path.join(scratch, 'kept', String(write)))).toEqual(
      await dataOf(path.join(scratch, left[0] ?? '')),
    );
    await rm(scratch, { recursive: true, force: true });
  });
});
