import { expect, it } from 'vitest';
import { shippedGraphs } from './graphs.ts';
import { unheededFields } from './unheeded-fields.ts';

const of = (graph: string, tool: string) => unheededFields(shippedGraphs.get(graph)!, tool);

it('a graph without control pictures heeds no structure, one with them does', () => {
  expect(of('edit-qwen', 'architecturalRender')).toEqual(expect.arrayContaining(['cnStrength', 'lock']));
  expect(of('structure-sdxl', 'architecturalRender')).not.toContain('cnStrength');
});

it('choices, words and technical fields are heeded by every graph', () => {
  for (const [id, { tools }] of shippedGraphs)
    for (const tool of tools) {
      const unheeded = of(id, tool);
      for (const name of ['promptTxt', 'classifyId2', 'atmosphere', 'num', 'quality', 'seed', 'engine'])
        expect(unheeded, `${id} ${tool}`).not.toContain(name);
    }
});
