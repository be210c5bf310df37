import { describe, expect, it } from 'vitest';
import { buildScene, type SceneName } from './catalogue.ts';

const PAIRS: readonly (readonly [SceneName, SceneName])[] = [
  ['villa-white', 'villa-day'],
  ['villa-day', 'villa-dusk'],
  ['office-white', 'office-street'],
  ['living-room-empty', 'living-room'],
  ['living-room', 'living-room-dark-wood'],
  ['birdseye-white', 'birdseye'],
];

describe('sample scenes', () => {
  it.each(PAIRS)(
    '%s and %s are seen from the same place, so that a slider can lie over both',
    (before, after) => {
      expect(buildScene(before).camera).toEqual(buildScene(after).camera);
    },
    30_000,
  );
});
