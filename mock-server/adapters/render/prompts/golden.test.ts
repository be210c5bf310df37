/**
 * Words of every tool for every graph that runs it, as they were read and found good. Whoever changes them reads the
 * difference and keeps the new ones by running this suite with `GOLDEN=keep`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { toolById } from '#shared/tools/registry';
import { completeParams } from '../../../../tests/support/tool-params.ts';
import { shippedGraphs } from '../comfyui/graphs.ts';
import { carriedBy } from '../comfyui/slot-values.ts';
import { writePrompt } from './index.ts';

const file = new URL('./golden.json', import.meta.url);

/** The usual form, and one in which much is chosen. */
const forms: Readonly<Record<string, Record<string, unknown>>> = {
  usual: { promptTxt: '', negTxt: '' },
  chosen: {
    ...{ promptTxt: '红砖，large terrace，晒着太阳的老猫', negTxt: '电线', cnStrength: 0.9, people: 'many' },
    ...{ atmosphere: 'dusk', view: 'semiAerial', environment: 'waterfront', mode: 'redraw', time: 'night' },
  },
};

function written(): Record<string, object> {
  const texts: Record<string, object> = {};
  for (const graph of shippedGraphs.values())
    for (const id of graph.tools)
      for (const [form, values] of Object.entries(forms)) {
        const tool = toolById(id)!;
        const known = Object.fromEntries(Object.entries(values).filter(([name]) => name in tool.fields));
        const pictures = new Set(
          form === 'chosen' ? (['style', 'line'] as const).filter((slot) => graph.slots[slot]) : [],
        );
        texts[`${graph.id} ${id} ${form}`] = writePrompt(
          id,
          { ...completeParams(tool, 'base'), ...known },
          {
            ...{ language: graph.language, manner: graph.manner, hasNegative: graph.slots.negative !== undefined },
            ...{ pictures, carried: carriedBy(graph) },
          },
        );
      }
  return texts;
}

it('writes the words that were kept', () => {
  const texts = written();
  if (process.env.GOLDEN === 'keep') writeFileSync(file, `${JSON.stringify(texts, null, 2)}\n`);
  expect(texts).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});
