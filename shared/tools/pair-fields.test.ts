import { expect, it } from 'vitest';
import { completed } from './define-tool.ts';
import { lockedColours } from './pair-fields.ts';
import { toolById } from './registry.ts';

it('a material lock promises the colours of its base until a mood, surroundings or things are asked for', () => {
  const locks = ['lockImg', 'lockImgOut'].map((id) => toolById(id)!);
  for (const tool of locks) {
    const followed = (params: Record<string, unknown>) =>
      tool.keeps?.follows?.({ ...completed(tool, {}), ...params } as never);
    expect(followed({})).toEqual({ what: 'colours', isSkyNew: false });
    expect(followed({ atmosphere: 'dusk' })).toBeUndefined();
  }
  const outdoors = { atmosphere: 'auto', environment: 'auto', people: 'none', vehicles: 'none', greenery: 'none' };
  expect(lockedColours({ ...outdoors, sky: 'sunset' })).toEqual({ what: 'colours', isSkyNew: true });
  for (const changed of [{ environment: 'city' }, { people: 'few' }, { greenery: 'lush' }])
    expect(lockedColours({ ...outdoors, ...changed, sky: 'keep' })).toBeUndefined();
});
