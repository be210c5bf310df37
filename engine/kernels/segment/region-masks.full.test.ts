import { describe, expect, it } from 'vitest';
import { drawKnownScene } from '../../../tests/support/known-scenes.ts';
import { measureAccuracy } from '../../../tests/support/segment-accuracy.ts';
import { chooseRegions } from './region-masks.ts';
import { buildRegionModel, packRegionModel, unpackRegionModel } from './region-masks-model.ts';

describe('clicks on drawn scenes with known objects', () => {
  it('find the thing that was meant, by themselves, among three, and after corrections', async () => {
    const { first, bestOfThree, corrected, clicks } = await measureAccuracy([1], 1);
    expect(clicks).toBeGreaterThan(50);
    expect(first).toBeGreaterThan(0.6);
    expect(bestOfThree).toBeGreaterThan(0.74);
    expect(corrected).toBeGreaterThan(0.8);
  }, 180_000);
});

describe('a choice of regions', async () => {
  const scene = await drawKnownScene('room', 4, 480);
  const model = buildRegionModel(scene.rgb, scene);
  const onPicture = { x: 250, y: 90 };
  const onRug = { x: 200, y: 320 };

  it('is the same for the same question, also from the cache', () => {
    const again = unpackRegionModel(packRegionModel(model));
    const prompt = { positives: [onPicture], negatives: [onRug] };
    expect(chooseRegions(again, prompt)).toEqual(chooseRegions(model, prompt));
  });

  it('goes from small to large without doubles', () => {
    const { choices, chosen } = chooseRegions(model, { positives: [onRug], negatives: [] });
    const areas = choices.map(({ area }) => area);
    expect(areas).toHaveLength(3);
    expect(new Set(areas).size).toBe(3);
    expect(areas).toEqual(areas.toSorted((one, other) => one - other));
    expect(choices[chosen]!.score).toBe(Math.max(...choices.map(({ score }) => score)));
  });

  it('holds what was clicked with plus and not what was clicked with minus', () => {
    const prompt = { positives: [onRug, onPicture], negatives: [{ x: 30, y: 30 }] };
    const { choices } = chooseRegions(model, prompt);
    const isChosen = ({ x, y }: { x: number; y: number }) =>
      choices.map(({ regions }) => regions[model.labels[y * model.width + x]!]);
    for (const place of prompt.positives) expect(new Set(isChosen(place))).toEqual(new Set([1]));
    expect(new Set(isChosen(prompt.negatives[0]!))).toEqual(new Set([0]));
  });

  it('lies in the box when there is one', () => {
    const box = { left: 190, top: 50, right: 310, bottom: 132 };
    const { choices, chosen } = chooseRegions(model, { positives: [], negatives: [], box });
    const truth = scene.objects.indexOf('picture');
    let common = 0;
    let union = 0;
    model.labels.forEach((label, i) => {
      const isMeant = scene.ids[i] === truth;
      const isIn = choices[chosen]!.regions[label] === 1;
      if (isMeant && isIn) common++;
      if (isMeant || isIn) union++;
    });
    expect(common / union).toBeGreaterThan(0.9);
  });

  it('is empty where nothing lies in the box but never fails', () => {
    const box = { left: 3, top: 3, right: 4, bottom: 4 };
    const { choices, chosen } = chooseRegions(model, { positives: [], negatives: [], box });
    expect(choices[chosen]!.area).toBeLessThan(500);
  });

  it('is not read from bytes that are something else', () => {
    const packed = packRegionModel(model);
    expect(packed.length).toBeLessThan(1_500_000);
    for (const bytes of [Buffer.alloc(0), Buffer.from('hello'), packed.subarray(0, 5000), packed.subarray(0, 9)]) {
      expect(() => unpackRegionModel(bytes)).toThrow(RangeError);
    }
  });
});
