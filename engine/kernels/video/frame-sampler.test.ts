import { describe, expect, it } from 'vitest';
import { planCamera } from './camera-path.ts';
import { type CameraPose, restingPose, viewColumn } from './camera-pose.ts';
import { makeFrameSampler } from './frame-sampler.ts';
import { type Frame, makeFrame } from './i420.ts';

const width = 160;
const height = 90;

/** A still with one soft round dot, centred at a place in 0–1 of its sides; `radius` in its pixels. */
function dotStill(place: { x: number; y: number }, scale = 1, radius = 3): Frame {
  const still = makeFrame(width * scale, height * scale);
  const { samples } = still.planes[0]!;
  for (let y = 0; y < still.height; y++) {
    for (let x = 0; x < still.width; x++) {
      const dx = x + 0.5 - place.x * still.width;
      const dy = y + 0.5 - place.y * still.height;
      samples[y * still.width + x] = Math.round(220 * Math.exp(-(dx * dx + dy * dy) / (2 * radius * radius)));
    }
  }
  return still;
}

/** Brightness-weighted mean place of the luma, pixels. */
function centroid({ planes }: Frame): { x: number; y: number } {
  let total = 0;
  let sumX = 0;
  let sumY = 0;
  planes[0]!.samples.forEach((value, at) => {
    total += value;
    sumX += value * ((at % width) + 0.5);
    sumY += value * (Math.floor(at / width) + 0.5);
  });
  return { x: sumX / total, y: sumY / total };
}

/** Column of the frame that looks at `u` of the picture, pixels: the view, inverted by bisection. */
function columnLookingAt(u: number, pose: CameraPose): number {
  let [low, high] = [-0.5, 0.5];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (viewColumn(pose, middle).u < u) low = middle;
    else high = middle;
  }
  return (low + 0.5) * width;
}

const noise = (frame: Frame): Frame => {
  frame.data.forEach((_, at) => {
    frame.data[at] = (Math.imul(at + 1, 2654435761) >>> 24) & 255;
  });
  return frame;
};

describe('the frame sampler', () => {
  const { draw } = makeFrameSampler();
  const out = makeFrame(width, height);

  it('copies a picture of the frame size bit by bit when the camera rests', () => {
    const still = noise(makeFrame(width, height));
    draw(still, restingPose, out);
    expect(Buffer.from(out.data).equals(still.data)).toBe(true);
  });

  it('moves by whole pixels exactly', () => {
    const still = noise(makeFrame(width, height));
    draw(still, { ...restingPose, x: 4 / width }, out);
    for (let y = 0; y < height; y++) {
      const row = y * width;
      expect(out.data.subarray(row, row + width - 4)).toEqual(still.data.subarray(row + 4, row + width));
    }
  });

  it.each([1, 1.2])('moves a dot evenly below the pixel, from a still %f times the frame', (scale) => {
    const still = dotStill({ x: 0.55, y: 0.5 }, scale, 3 * scale);
    for (let step = 0; step <= 40; step++) {
      const pose = { ...restingPose, distance: 0.9, x: step * 0.0007, y: step * -0.0004 };
      draw(still, pose, out);
      const { x, y } = centroid(out);
      expect(Math.abs(x - ((0.05 - pose.x) / 0.9 + 0.5) * width)).toBeLessThan(0.05);
      expect(Math.abs(y - (-pose.y / 0.9 + 0.5) * height)).toBeLessThan(0.05);
    }
  });

  it.each(['pushIn', 'trackLeft', 'rise', 'orbitRight', 'panLeft'] as const)(
    'keeps a dot within a tenth of a pixel of its way during %s',
    (move) => {
      const place = { x: 0.6, y: 0.45 };
      const still = dotStill(place);
      const path = planCamera({ moves: [move], strength: 'strong', seconds: 5, focus: { x: 0.5, y: 0.5 } });
      for (let step = 0; step <= 30; step++) {
        const pose = path.poseAt(step / 30);
        draw(still, pose, out);
        const x = columnLookingAt(place.x, pose);
        const { scale } = viewColumn(pose, x / width - 0.5);
        const seen = centroid(out);
        expect(Math.abs(seen.x - x)).toBeLessThan(0.1);
        expect(Math.abs(seen.y - ((place.y - 0.5 - pose.y) / scale + 0.5) * height)).toBeLessThan(0.1);
      }
    },
  );

  it('keeps a plain field plain, beyond its edges too', () => {
    const still = makeFrame(240, 130);
    still.data.fill(97);
    for (const pose of [
      { x: 0.3, y: -0.3, distance: 1, yaw: 0, orbit: 0 },
      { x: 0, y: 0, distance: 1.3, yaw: 0.2, orbit: -0.1 },
    ]) {
      draw(still, pose, out);
      expect(new Set(out.data)).toEqual(new Set([97]));
    }
  });

  it('lets fine stripes fade to grey instead of shimmering when the still is larger', () => {
    const still = makeFrame(240, 136);
    still.data.fill(128);
    const { samples } = still.planes[0]!;
    samples.forEach((_, at) => {
      samples[at] = at % 2 === 0 ? 28 : 228;
    });
    draw(still, restingPose, out);
    const middle = out.planes[0]!.samples.subarray(45 * width + 20, 45 * width + width - 20);
    // Taking every position as it comes would give the full 200 levels between dark and light.
    expect(Math.max(...middle) - Math.min(...middle)).toBeLessThan(90);
  });
});
