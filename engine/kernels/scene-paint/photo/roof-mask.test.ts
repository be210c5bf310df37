import { describe, expect, it } from 'vitest';
import { mapPoint } from '../../material/homography.ts';
import type { TexturePlane } from '../../material/texture-plane.ts';
import { type SceneReading, sceneClasses } from '../../scene/scene-reading.ts';
import { planeOfRoof } from '../look/roof-finish.ts';
import { hasRoof, roofMaskOf } from './roof-mask.ts';

const size = { width: 192, height: 144 };
const { width, height } = size;
const count = width * height;
const isRoof = (y: number) => y >= 40 && y < 70;
/** A chimney before the roof. */
const isChimney = (x: number, y: number) => x >= 60 && x < 68 && y >= 34 && y < 46;

/** A house with brown tiles on ochre walls; the reading is sure of the left two thirds of its roof. */
function house(roofShare: number) {
  const rgb = new Uint8Array(count * 3);
  const shares = Object.fromEntries(sceneClasses.map((name) => [name, new Uint8Array(count)]));
  for (let i = 0; i < count; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isTiled = isRoof(y) && !isChimney(x, y);
    const colour = isChimney(x, y)
      ? [190, 70, 50]
      : y < 40
        ? [130, 175, 230]
        : isTiled
          ? [96, 74, 66]
          : [214, 176, 110];
    for (let channel = 0; channel < 3; channel++) rgb[i * 3 + channel] = colour[channel]! + ((i * 7 + channel) % 9) - 4;
    const share = isTiled && x < 128 ? roofShare : 0;
    shares.roof![i] = share;
    shares[y < 40 && !isChimney(x, y) ? 'sky' : 'wall']![i] = 255 - share;
  }
  const reading: SceneReading = {
    ...{ ...size, shares: shares as SceneReading['shares'], place: 'outdoor', confidence: 0.9, readBy: 'network' },
  };
  return { rgb, reading };
}

describe('the roof of a photograph', () => {
  it('goes as far as its colours, below the sky and above the walls; chimneys are left out', () => {
    const { rgb, reading } = house(150);
    const mask = roofMaskOf(reading, rgb, size)!;
    const at = (x: number, y: number) => mask[y * width + x]!;
    expect([at(30, 55), at(100, 60), at(170, 55)]).toEqual([255, 255, 255]);
    expect([at(30, 20), at(30, 100), at(64, 40)].every((level) => level < 60)).toBe(true);
  });

  it('is not found where the reading is not sure of one', () => {
    const { rgb, reading } = house(60);
    expect(hasRoof(reading)).toBe(false);
    expect(roofMaskOf(reading, rgb, size)).toBeUndefined();
  });

  it('is covered from ridge to eaves in the size of a roof, whatever way its plane was laid out', () => {
    const { rgb, reading } = house(150);
    const mask = roofMaskOf(reading, rgb, size)!;
    const laid = (toMetres: number[]): TexturePlane => ({
      toMetres: Float64Array.from(toMetres),
      normal: [0, 0, -1],
      focal: 200,
      kind: 'wall',
    });
    for (const plane of [laid([1, 0, 0, 0, -1, 0, 0, 0, 1]), laid([0, 1, 0, 1, 0, 0, 0, 0, 1])]) {
      const { toMetres } = planeOfRoof(plane, mask, size);
      const [ridge, eaves] = [41, 69].map((y) => mapPoint(toMetres, { x: 30, y }));
      expect(Math.abs(ridge!.x - eaves!.x)).toBeLessThan(0.01);
      expect(ridge!.y - eaves!.y).toBeGreaterThan(3.5);
      expect(ridge!.y - eaves!.y).toBeLessThan(5.5);
    }
  });
});
