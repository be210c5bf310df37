import { expect, it } from 'vitest';
import { shippedGraphs } from './graphs.ts';
import { unheededFields } from './unheeded-fields.ts';

const of = (graph: string, tool: string) => unheededFields(shippedGraphs.get(graph)!, tool);

it('a graph heeds the structure by control pictures or by words, and a reference where it takes one', () => {
  expect(of('structure-sdxl', 'architecturalRender')).toEqual(['style_img', 'ipaPlus']);
  expect(of('edit-qwen', 'architecturalRender')).toEqual([]);
  expect(of('text-qwen', 'text2Img')).toEqual(['style_img', 'ipaPlus']);
});

it('choices, words and technical fields are heeded by every graph', () => {
  for (const [id, { tools }] of shippedGraphs)
    for (const tool of tools) {
      const unheeded = of(id, tool);
      for (const name of ['promptTxt', 'classifyId2', 'atmosphere', 'num', 'quality', 'seed', 'engine'])
        expect(unheeded, `${id} ${tool}`).not.toContain(name);
    }
});
