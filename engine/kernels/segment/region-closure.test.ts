import { describe, expect, it } from 'vitest';
import { makeRandom } from '../../base/random.ts';
import type { SceneClass } from '../scene/scene-reading.ts';
import { cutRegions } from './region-cut.ts';
import { chooseRegions } from './region-masks.ts';
import type { RegionPrompt } from './region-masks-choice.ts';
import { buildRegionModel, packRegionModel, unpackRegionModel } from './region-masks-model.ts';

const size = { width: 320, height: 240 };
const wall = { left: 0, top: 60, right: 320, bottom: 180 };
const isIn = (x: number, y: number, { left, top, right, bottom }: typeof wall) =>
  x >= left && x < right && y >= top && y < bottom;
const isPane = (x: number, y: number) => isIn(x, y, wall) && x % 80 >= 24 && x % 80 < 56 && y % 60 >= 12 && y % 60 < 46;
/** A van of a dark half, a bright half and wheels. */
const van = { left: 110, top: 140, right: 210, bottom: 200 };

/** A wall with dark windows before sky and street; a van stands on the street where one is wanted. */
function drawStreet(hasVan: boolean): Uint8Array {
  const random = makeRandom(7);
  const rgb = new Uint8Array(size.width * size.height * 3);
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      let colour = y < wall.top ? [150, 190, 230] : [120, 120, 124];
      if (isIn(x, y, wall)) colour = isPane(x, y) ? [40, 46, 60] : [190, 140, 110];
      if (hasVan && isIn(x, y, van)) colour = y > 180 ? [25, 25, 28] : x < 160 ? [30, 70, 160] : [235, 235, 225];
      for (let channel = 0; channel < 3; channel++) {
        rgb[i * 3 + channel] = Math.max(0, Math.min(255, colour[channel]! + 16 * (random() - 0.5)));
      }
    }
  }
  return rgb;
}

/** Coarse answer of a made-up network: a quarter of the size, never quite sure. */
function glance(hasVan: boolean) {
  const small = { width: size.width / 4, height: size.height / 4 };
  const count = small.width * small.height;
  const planes = { sky: [0, 60], wall: [60, 180], hard: [180, 240] };
  const shares = new Map<SceneClass, Float32Array>();
  for (const [name, [from, to]] of Object.entries(planes)) {
    shares.set(
      name as SceneClass,
      new Float32Array(count).map((_, i) => {
        const y = 4 * Math.floor(i / small.width);
        return y >= from! && y < to! ? 0.7 : 0.1;
      }),
    );
  }
  const vehicle = new Float32Array(count);
  if (hasVan) {
    for (let i = 0; i < count; i++) {
      if (!isIn(4 * (i % small.width), 4 * Math.floor(i / small.width), van)) continue;
      for (const plane of shares.values()) plane[i]! *= 0.3;
      vehicle[i] = 0.6;
    }
  }
  return { ...small, shares: shares.set('vehicle', vehicle) };
}

function bestOverlap(
  hasVan: boolean,
  isKnown: boolean,
  prompt: RegionPrompt,
  isMeant: (x: number, y: number) => boolean,
) {
  const model = buildRegionModel(drawStreet(hasVan), size, isKnown ? glance(hasVan) : undefined);
  const { choices } = chooseRegions(unpackRegionModel(packRegionModel(model)), prompt);
  const overlaps = choices.map(({ regions }) => {
    let [both, either] = [0, 0];
    model.labels.forEach((label, i) => {
      const meant = isMeant(i % size.width, Math.floor(i / size.width));
      const found = regions[label] === 1;
      if (meant && found) both++;
      if (meant || found) either++;
    });
    return both / either;
  });
  return Math.max(...overlaps);
}

describe('whole things of a drawn street', () => {
  it('a click on a wall finds it across its windows', () => {
    const prompt = { positives: [{ x: 8, y: 90 }], negatives: [] };
    expect(bestOverlap(false, true, prompt, (x, y) => isIn(x, y, wall))).toBeGreaterThan(0.9);
  });

  it('a click on one half of a van finds both, and its wheels, by the class', () => {
    const prompt = { positives: [{ x: 130, y: 165 }], negatives: [] };
    expect(bestOverlap(true, true, prompt, (x, y) => isIn(x, y, van))).toBeGreaterThan(0.8);
  });

  it('a box finds what is in it although its parts have nothing in common', () => {
    const box = { left: van.left - 5, top: van.top - 4, right: van.right + 5, bottom: van.bottom + 4 };
    const prompt = { positives: [], negatives: [], box };
    expect(bestOverlap(true, false, prompt, (x, y) => isIn(x, y, van))).toBeGreaterThan(0.75);
  });
});

describe('the cheapest division of a graph', () => {
  it('parts a chain at its weakest border, and leaves nodes that nothing holds where they lean', () => {
    const edges = { first: Uint16Array.of(0, 1, 2), second: Uint16Array.of(1, 2, 3), cost: Float32Array.of(5, 1, 5) };
    expect([...cutRegions(Float32Array.of(9, -0.5, 0.5, -9), edges)]).toEqual([1, 1, 0, 0]);
    const loose = { ...edges, cost: new Float32Array(3) };
    expect([...cutRegions(Float32Array.of(9, -0.5, 0.5, -9), loose)]).toEqual([1, 0, 1, 0]);
  });
});
