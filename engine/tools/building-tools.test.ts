import { expect, test } from 'vitest';
import { tools } from '#shared/tools/registry';
import { engineTools } from './index.ts';

test.each(tools.map((tool) => [tool.id, tool] as const))('%s draws models itself where it is said to', (id, tool) => {
  const draws = 'takesBuilding' in tool && tool.takesBuilding === 'drawn';
  expect(engineTools[id]?.takesBuildings ?? false).toBe(draws);
});
