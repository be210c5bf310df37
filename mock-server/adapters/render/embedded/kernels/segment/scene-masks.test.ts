import { describe, expect, it } from 'vitest';
import { drawKnownScene, type KnownScene } from '../../../../../../tests/support/known-scenes.ts';
import { sceneMasks } from './scene-masks.ts';

function overlap(mask: Uint8Array, scene: KnownScene, objects: readonly string[]): number {
  const meant = new Set(objects.map((name) => scene.objects.indexOf(name)));
  let common = 0;
  let union = 0;
  for (let i = 0; i < mask.length; i++) {
    const isMeant = meant.has(scene.ids[i]!);
    const isFound = mask[i]! > 127;
    if (isMeant && isFound) common++;
    if (isMeant || isFound) union++;
  }
  return common / union;
}

describe('sky and ground', () => {
  it.each([
    ['facade', ['pavement', 'street'], 0.76, 0.65],
    ['villa', ['lawn', 'terrace', 'pool', 'pool edge'], 0.8, 0.85],
  ] as const)('are found before a %s', async (name, ground, leastSky, leastGround) => {
    const scene = await drawKnownScene(name, 1);
    const masks = sceneMasks(scene.rgb, scene, { isOutdoor: true });
    expect(overlap(masks.sky, scene, ['sky'])).toBeGreaterThan(leastSky);
    expect(overlap(masks.ground, scene, ground)).toBeGreaterThan(leastGround);
    expect(masks.sky.some((value, i) => value > 200 && masks.ground[i]! > 60)).toBe(false);
    const again = sceneMasks(scene.rgb, scene, { isOutdoor: true });
    expect(again).toEqual(masks);
  });

  it('are not looked for indoors', async () => {
    const scene = await drawKnownScene('room', 1, 320);
    const { sky, ground, skyShare, groundShare } = sceneMasks(scene.rgb, scene, { isOutdoor: false });
    expect([skyShare, groundShare]).toEqual([0, 0]);
    expect(sky.some(Boolean) || ground.some(Boolean)).toBe(false);
  });

  it('are absent from an even dark picture', () => {
    const size = { width: 300, height: 200 };
    const { skyShare } = sceneMasks(new Uint8Array(300 * 200 * 3).fill(20), size, { isOutdoor: true });
    expect(skyShare).toBe(0);
  });
});
