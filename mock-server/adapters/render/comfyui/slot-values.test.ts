import { describe, expect, it } from 'vitest';
import { toolById } from '#shared/tools/registry';
import { completeParams } from '../../../../tests/support/tool-params.ts';
import type { RenderRequest } from '../port.ts';
import type { GraphFile } from './graph-file.ts';
import { shippedGraphs } from './graphs.ts';
import { valuesFor } from './slot-values.ts';

const graphs = [...shippedGraphs.values()];
const size = { width: 1024, height: 768 };
const setting = { frame: { run: size, result: size }, pictures: new Set<never>(), index: 0, count: 1, prefix: 'zh' };

function valuesOf(graph: GraphFile, params: Record<string, unknown>, more: Partial<typeof setting> = {}) {
  const tool = toolById(graph.tools[0]!)!;
  const picture = { file: '/base.png', width: 100, height: 100, format: 'png' } as const;
  const request: RenderRequest = {
    ...{ key: 'k', tool: tool.id, seed: 5, outputDir: '/', pictures: { base: picture } },
    params: { ...completeParams(tool, 'base'), ...params },
  };
  return valuesFor(graph, request, { ...setting, ...more });
}

describe.each(graphs.map((graph) => ({ graph })))('numbers of $graph.id', ({ graph }) => {
  it('lie within what its nodes take, whatever the form says, and grow with the similarity', () => {
    for (const lock of [false, true])
      for (let cnStrength = 0, before = -1; cnStrength <= 1.001; cnStrength += 0.05) {
        const values = valuesOf(graph, { cnStrength, lock });
        for (const [slot, value] of Object.entries(values))
          if (/Strength|End|denoise/.test(slot)) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
          }
        const held = Number(values.lineStrength ?? values.depthStrength ?? 0);
        expect(held).toBeGreaterThanOrEqual(before);
        before = held;
      }
  });

  it('give every output another seed, and a slot for nothing that it does not have', () => {
    expect([0, 1].map((index) => valuesOf(graph, {}, { index }).seed)).toEqual([5, 6]);
    const strengths = Object.keys(valuesOf(graph, {})).filter((slot) => /Strength|End|denoise|negative/.test(slot));
    expect(strengths.filter((slot) => !(slot in graph.slots))).toEqual([]);
  });
});

describe('numbers of the structure graph', () => {
  const structure = shippedGraphs.get('structure-sdxl')!;

  it('are its own where the form is balanced, and hold the lines to the end under a lock', () => {
    expect(valuesOf(structure, { cnStrength: 0.75, lock: false })).toMatchObject({
      ...{ lineStrength: 0.8, depthStrength: 0.5, segmentationStrength: 0.3 },
    });
    expect(valuesOf(structure, { cnStrength: 0.4, lock: true })).toMatchObject({ lineStrength: 1, lineEnd: 1 });
    expect(valuesOf(structure, { cnStrength: 0.4, lock: false })).not.toHaveProperty('lineEnd');
  });

  it.each([
    ['drawing', 1],
    ['view', 0.85],
    ['model', 0.85],
    ['photo', 0.55],
  ] as const)('keep as much of a %s as it has to keep', (base, denoise) => {
    expect(valuesOf(structure, {}, { base } as object)).toMatchObject({ denoise });
  });
});
