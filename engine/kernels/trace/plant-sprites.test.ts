import { expect, it } from 'vitest';
import { plantSprite } from './plant-sprites.ts';

it('is as fine as it is shown, and the same whatever was asked for before', () => {
  const small = plantSprite('shrub');
  const large = plantSprite('shrub', 320);
  expect([small.height, large.height]).toEqual([200, 400]);
  expect(plantSprite('shrub')).toBe(small);
  expect(large.metres).toBe(small.metres);
});
