import { describe, expect, it } from 'vitest';
import type { SceneClass } from '../kernels/scene/scene-reading.ts';
import { classChange, type LookedClasses } from './class-change.ts';

/** Ten points in a row; one letter is the class of a point, a capital one that is surely it. */
const names: Readonly<Record<string, SceneClass>> = { g: 'grass', w: 'wall', o: 'window', f: 'floor', p: 'plant' };

function looked(letters: string): LookedClasses {
  const shares = new Map<SceneClass, Float32Array>();
  for (const [place, letter] of [...letters].entries()) {
    const name = names[letter.toLowerCase()]!;
    const plane = shares.get(name) ?? new Float32Array(letters.length);
    plane[place] = letter === letter.toUpperCase() ? 0.9 : 0.4;
    shares.set(name, plane);
  }
  return { width: letters.length, height: 1, shares };
}

describe('things in a base and its result', () => {
  it.each([
    ['a garden that became a floor', 'GGGGGGGGGG', 'FFFFFGGGGG', 0.5],
    ['a window that became a wall, and the other way round', 'OOWWWWWWWW', 'WWOWWWWWWW', 0.3],
    ['a plant before a wall, which is laid over it', 'WWWWWWWWWW', 'PPPPPWWWWW', 0],
    ['what the result shows unsurely', 'GGGGGGGGGG', 'ffffffffff', 0],
    ['what the base shows unsurely', 'gggggggggg', 'FFFFFFFFFF', 0],
  ])('%s', (_what, before, after, leaps) => {
    expect(classChange(looked(before), looked(after)).leaps).toBeCloseTo(leaps);
  });

  it('are unsure where no class of the base has half', () => {
    expect(classChange(looked('GGggWwWWWW'), looked('GGGGWWWWWW')).unsure).toBeCloseTo(0.3);
  });

  it('are compared at places of pictures that were looked at in other sizes', () => {
    const small: LookedClasses = { width: 2, height: 1, shares: new Map([['floor', new Float32Array([0.9, 0])]]) };
    expect(classChange(looked('GGGGGGGGGG'), small).leaps).toBeCloseTo(0.5);
  });
});
