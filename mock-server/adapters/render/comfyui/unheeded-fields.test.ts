import { expect, it } from 'vitest';
import { shippedGraphs } from './graphs.ts';
import { unheededFields } from './unheeded-fields.ts';

const of = (graph: string, tool: string) => unheededFields(shippedGraphs.get(graph)!, tool);

it('a graph heeds the structure by control pictures or by words, and a reference where it takes one', () => {
  expect(of('depth-qwen', 'architecturalRender')).toEqual(['style_img', 'ipaPlus']);
  expect(of('structure-sdxl', 'architecturalRender')).toEqual([]);
  expect(of('edit-qwen', 'architecturalRender')).toEqual([]);
  expect(of('text-qwen', 'text2Img')).toEqual(['style_img', 'ipaPlus']);
});

it('what the scope of a graph carries out is heeded, and helps for the embedded engine are not', () => {
  expect(of('repaint-sdxl', 'localRenderingPro')).toEqual([]);
  expect(of('extend-sdxl', 'extendImg')).toEqual([]);
  expect(of('repaint-sdxl', 'materialChange')).toEqual(['perspective', 'corners']);
});

it('choices, words and technical fields are heeded by every graph', () => {
  for (const [id, { tools }] of shippedGraphs)
    for (const tool of tools) {
      const unheeded = of(id, tool);
      for (const name of ['promptTxt', 'classifyId2', 'atmosphere', 'num', 'quality', 'seed', 'engine'])
        expect(unheeded, `${id} ${tool}`).not.toContain(name);
    }
});
