import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { floats, longs, node, onnxFile } from '../../tests/support/onnx-graph.ts';
import { createDirectRunner } from './direct-runner.ts';

const folder = mkdtempSync(join(tmpdir(), 'graph-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('writes a graph that onnxruntime runs, with any size, an initialiser and attributes of each kind', async () => {
  const file = join(folder, 'half.onnx');
  writeFileSync(
    file,
    onnxFile({
      inputs: [{ name: 'image', type: 'uint8', dims: ['batch', 3, 'height', 'width'] }],
      outputs: [
        { name: 'grey', type: 'float32', dims: ['batch', 1, 'height', 'width'] },
        { name: 'leaked', type: 'float32', dims: ['batch', 1, 'height', 'width'] },
      ],
      nodes: [
        node('Cast', ['image'], 'float', { to: 1 }),
        node('ReduceMean', ['float'], 'mean', { axes: [1], keepdims: 1 }),
        node('Mul', ['mean', 'half'], 'grey'),
        node('Sub', ['grey', 'offset'], 'below'),
        node('LeakyRelu', ['below'], 'flat', { alpha: { float: 0.5 } }),
        node('Reshape', ['flat', 'same'], 'leaked'),
      ],
      initialisers: [floats('half', [0.5]), floats('offset', [10]), longs('same', [0, 1, 0, -1])],
    }),
  );
  const runner = createDirectRunner('native');
  expect((await runner.describe(file)).inputs).toEqual([
    { name: 'image', type: 'uint8', dims: ['batch', 3, 'height', 'width'] },
  ]);
  const { grey, leaked } = await runner.run(file, {
    image: { dims: [1, 3, 1, 2], data: Uint8Array.of(6, 30, 9, 60, 3, 90) },
  });
  expect(grey).toEqual({ dims: [1, 1, 1, 2], data: Float32Array.of(3, 30) });
  expect(leaked!.data).toEqual(Float32Array.of(-3.5, 20));
});
