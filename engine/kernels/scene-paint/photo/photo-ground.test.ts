import { describe, expect, it } from 'vitest';
import type { SceneFrame } from '../reading/scene-planes.ts';
import { groundViewOf, layGround } from './photo-ground.ts';

const size = { width: 320, height: 240 };
const { width } = size;
const groundTop = 130;
const hard = new Uint8Array(width * size.height).fill(255, groundTop * width);

/** Grey asphalt under a wall, with a white stripe across it and the shadow of a house on its right half. */
function street() {
  const rgb = new Uint8Array(width * size.height * 3);
  for (let i = 0; i < width * size.height; i++) {
    const y = Math.floor(i / width);
    const isStripe = y >= 200 && y < 207;
    const level = y < groundTop ? 200 : isStripe ? 235 : 105;
    const shaded = y >= groundTop && i % width > 160 ? 0.5 : 1;
    rgb.fill(Math.round(level * shaded), i * 3, i * 3 + 3);
  }
  return rgb;
}

/** A camera that looks straight ahead, whose edges say where the horizon is; or say nothing. */
function frameOf(horizon: number | undefined, support: number): SceneFrame {
  const frame = { up: [0, -1, 0], right: [1, 0, 0], ahead: [0, 0, 1], focal: 300, support } as const;
  return { size, segments: [], frame, horizon };
}

const meanOf = (
  rgb: Uint8Array,
  [left, right]: readonly [number, number],
  [top, bottom]: readonly [number, number],
) => {
  let sum = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += rgb[(y * width + x) * 3]!;
  return sum / (right - left) / (bottom - top);
};

describe('the ground of a photograph', () => {
  it('ends where the edges of the buildings say, and never below ground that is seen', () => {
    expect(groundViewOf(hard, size, frameOf(110, 0.8))!.horizon).toBe(110);
    expect(groundViewOf(hard, size, frameOf(180, 0.8))!.horizon).toBeLessThan(groundTop);
    expect(groundViewOf(hard, size, frameOf(undefined, 0.1))!.horizon).toBeLessThan(groundTop);
    expect(groundViewOf(new Uint8Array(hard.length), size, frameOf(110, 0.8))).toBeUndefined();
  });

  it('loses its marks, keeps its shadows and gets joints; nothing else changes', () => {
    const before = street();
    const view = groundViewOf(hard, size, frameOf(110, 0.8))!;
    const after = layGround(before, hard, size, view, { paving: '石板', colour: '#bdb7ac', gloss: 0, seed: 5 });
    expect([...after.subarray(0, groundTop * width * 3)]).toEqual([...before.subarray(0, groundTop * width * 3)]);
    const [stripe, beside] = [meanOf(after, [20, 140], [201, 206]), meanOf(after, [20, 140], [212, 232])];
    expect(Math.abs(stripe - beside)).toBeLessThan(15);
    expect(meanOf(after, [200, 300], [160, 230])).toBeLessThan(0.75 * meanOf(after, [20, 140], [160, 230]));
    const rows = Array.from({ length: 30 }, (_, y) => meanOf(after, [20, 140], [205 + y, 206 + y]));
    expect(Math.max(...rows) - Math.min(...rows)).toBeGreaterThan(8);
  });
});
