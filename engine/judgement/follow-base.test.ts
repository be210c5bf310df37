import { describe, expect, it } from 'vitest';
import { drawFacade, facadeSize, withNoise } from '../../tests/support/judged-pictures.ts';
import { lumaOf } from '../base/colour.ts';
import { followBase } from './follow-base.ts';
import type { JudgedPixels } from './judged-picture.ts';

const { width, height } = facadeSize;
const leftHalf = Uint8Array.from({ length: width * height }, (_, i) => (i % width < width / 2 ? 255 : 0));

/** A tint that grows to the right, warm, over a picture with grain of its own. */
function tinted(base: JudgedPixels): JudgedPixels {
  const grained = withNoise(base, 4, 3);
  const shifts = [34, -6, -28];
  const rgb = Uint8Array.from(grained.rgb, (level, i) => {
    const share = 0.4 + (0.6 * (Math.floor(i / 3) % width)) / width;
    return Math.max(0, Math.min(255, Math.round(level + share * shifts[i % 3]!)));
  });
  return { ...grained, rgb };
}

/** Mean distance of colours, luma left out, and of luma, levels, over the pixels that are not chosen. */
function distances(one: JudgedPixels, two: JudgedPixels, except?: Uint8Array) {
  let [colours, light, count] = [0, 0, 0];
  for (let i = 0; i < width * height; i++) {
    if (except?.[i]) continue;
    const [red, green, blue] = [0, 1, 2].map((c) => one.rgb[i * 3 + c]! - two.rgb[i * 3 + c]!) as [
      number,
      number,
      number,
    ];
    const luma = lumaOf(red, green, blue);
    colours += Math.abs(red - luma) + Math.abs(blue - luma);
    light += luma;
    count++;
  }
  return { colours: colours / count, light: light / count };
}

describe('a result whose colours are promised', () => {
  it('loses a tint that grows over the picture, and keeps its light and grain', async () => {
    const base = await drawFacade();
    const result = tinted(base);
    const before = distances(result, base);
    const after = distances(followBase(base, result, { what: 'colours' }), base);
    expect(before.colours).toBeGreaterThan(25);
    // The grain stays: it has no slow part.
    const grain = distances(withNoise(base, 4, 3), base).colours;
    expect(after.colours - grain).toBeLessThan(0.25 * (before.colours - grain));
    expect(after.light).toBeCloseTo(before.light, 0);
    const all = distances(followBase(base, result, { what: 'colours and light' }), base);
    expect(Math.abs(all.light)).toBeLessThan(0.3 * Math.abs(before.light));
  });

  it('keeps its own colours where the wish changed them, which tint nothing beside', async () => {
    const base = await drawFacade();
    const result = tinted(base);
    for (let i = 0; i < leftHalf.length; i++) if (leftHalf[i]) result.rgb.set([20, 40, 220], i * 3);
    const { rgb } = followBase(base, result, { what: 'colours', except: leftHalf });
    const middleOfLeft = (height / 2) * width + width / 4;
    expect([...rgb.subarray(middleOfLeft * 3, middleOfLeft * 3 + 3)]).toEqual([20, 40, 220]);
    const follows = { rgb, width, height };
    const beside = distances(follows, base, leftHalf).colours;
    expect(beside).toBeLessThan(0.5 * distances(result, base, leftHalf).colours);
  });
});
