import { expect, it } from 'vitest';
import { tools } from '#shared/tools/registry';
import { isFillable } from './form-card.ts';
import { createFormTool } from './openai-compatible/form-tool.ts';

it('models are told of every field that a card may fill, by name and with what it takes', () => {
  const { description } = createFormTool().function;
  const fillable = tools.flatMap(({ fields }) => Object.entries(fields).filter(([, field]) => isFillable(field)));
  expect(fillable.length).toBeGreaterThan(100);
  for (const [name] of fillable) expect(description).toContain(name);
  expect(description).not.toContain('undefined');
});
