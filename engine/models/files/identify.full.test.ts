import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onnxFile } from '../../../tests/support/onnx-graph.ts';
import { lamaGraph } from '../../../tests/support/slot-graphs.ts';
import { identifyModel } from './identify.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'identify-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: string | Uint8Array) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), content);
  return identifyModel(folder, name);
};

describe('a wrong file', () => {
  it('that is cut off anywhere is told so, and none is taken for whole', async () => {
    const whole = onnxFile(lamaGraph());
    for (let length = 1; length < whole.length; length += 7) {
      await write('cut.onnx', whole);
      truncateSync(path.join(folder, 'cut.onnx'), length);
      const { fault, candidates } = await identifyModel(folder, 'cut.onnx');
      expect({ fault, candidates }, String(length)).toMatchObject({ fault: expect.any(String), candidates: [] });
    }
  });
});
