import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawKnownScene, type KnownScene } from '../../../tests/support/known-scenes.ts';
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
    ['facade', ['pavement', 'street'], 0.85, 0.68],
    ['villa', ['lawn', 'terrace', 'pool', 'pool edge'], 0.85, 0.9],
  ] as const)('are found before a %s', async (name, ground, leastSky, leastGround) => {
    const scene = await drawKnownScene(name, 1);
    const masks = sceneMasks(scene.rgb, scene);
    expect(overlap(masks.sky, scene, ['sky'])).toBeGreaterThan(leastSky);
    expect(overlap(masks.ground, scene, ground)).toBeGreaterThan(leastGround);
    expect(masks.sky.every((value, i) => value + masks.ground[i]! <= 255)).toBe(true);
    const again = sceneMasks(scene.rgb, scene);
    for (const name of ['sky', 'ground'] as const) expect(Buffer.compare(again[name], masks[name])).toBe(0);
  });

  it('are found around a model without colour, and the model is neither', async () => {
    const size = { width: 320, height: 240 };
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240"
      fill="#e9e9e9"/><rect y="190" width="320" height="50" fill="#b4b4b4"/><rect x="90" y="70" width="140" height="130"
      fill="#cfcfcf"/><rect x="230" y="90" width="40" height="106" fill="#8d8d8d"/></svg>`;
    const rgb = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
    const { sky, ground } = sceneMasks(rgb, size);
    const at = (mask: Uint8Array, x: number, y: number) => mask[y * size.width + x]!;
    expect([at(sky, 20, 20), at(sky, 160, 40), at(sky, 300, 120)]).toEqual([255, 255, 255]);
    expect([at(ground, 20, 225), at(ground, 160, 230)]).toEqual([255, 255]);
    expect([at(sky, 160, 130), at(ground, 160, 130), at(sky, 250, 140), at(ground, 250, 120)]).toEqual([0, 0, 0, 0]);
  });

  it.each([20, 235])('leave an even picture of level %d without a sky', (level) => {
    const size = { width: 300, height: 200 };
    const { sky } = sceneMasks(new Uint8Array(300 * 200 * 3).fill(level), size);
    expect(sky.every((value) => value === 0)).toBe(true);
  });
});
