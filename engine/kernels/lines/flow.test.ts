import { describe, expect, it } from 'vitest';
import { cellGrid } from './cells.ts';
import { addGradient, differenceOfGaussians, makeStructure, smoothAlongFlow, tangentFlow } from './flow.ts';

const size = { width: 96, height: 64 };
const length = size.width * size.height;

describe('smoothing along the flow', () => {
  const along = { x: new Float32Array(length).fill(1), y: new Float32Array(length) };

  it.each([0.6, 0.9, 1.8, 3.5, 7])('spreads a point as a Gaussian of its width does: %d', (sigma) => {
    const point = new Float32Array(length);
    const [x, y] = [48, 30];
    point[y * size.width + x] = 1;
    const spread = smoothAlongFlow(point, size, along, sigma);
    let total = 0;
    let variance = 0;
    for (let column = 0; column < size.width; column++) {
      const value = spread[y * size.width + column]!;
      total += value;
      variance += value * (column - x) ** 2;
    }
    expect(total).toBeCloseTo(1, 4);
    expect(Math.sqrt(variance)).toBeCloseTo(sigma, 2);
  });

  it('follows a circle without widening it', () => {
    const [centreX, centreY, radius] = [48, 32, 20];
    const ring = new Float32Array(length);
    const flow = { x: new Float32Array(length), y: new Float32Array(length) };
    const distanceAt = (i: number) => Math.hypot((i % size.width) - centreX, Math.floor(i / size.width) - centreY);
    for (let i = 0; i < length; i++) {
      const distance = distanceAt(i) || 1;
      flow.x[i] = -(Math.floor(i / size.width) - centreY) / distance;
      flow.y[i] = ((i % size.width) - centreX) / distance;
      ring[i] = Math.exp(-((distance - radius) ** 2) / (2 * 1.5 ** 2));
    }
    const smooth = smoothAlongFlow(ring, size, flow, 3.5);
    for (let i = 0; i < length; i++) {
      if (Math.abs(distanceAt(i) - radius) < 0.5) expect(smooth[i]).toBeGreaterThan(0.8);
      if (Math.abs(distanceAt(i) - radius) > 6) expect(smooth[i]).toBeLessThan(0.03);
    }
  });
});

describe('the flow', () => {
  it.each([1, 2])('runs along a slanted edge: smoothing %d', (sigma) => {
    const angle = 0.5;
    const plane = Float32Array.from({ length }, (_, i) => {
      const across = Math.floor(i / size.width) * Math.cos(angle) - (i % size.width) * Math.sin(angle);
      return 1 / (1 + Math.exp(-(across - 8) / 1.2));
    });
    const grid = cellGrid(size, 2);
    const structure = makeStructure(size, sigma);
    addGradient(plane, new Float32Array(grid.width * grid.height).fill(1), grid, structure);
    const flow = tangentFlow(structure);
    let seen = 0;
    for (let i = 0; i < length; i++) {
      if (structure.gradient[i]! < 0.1) continue;
      expect(Math.abs(flow.x[i]! * Math.cos(angle) + flow.y[i]! * Math.sin(angle))).toBeGreaterThan(0.99);
      seen++;
    }
    expect(seen).toBeGreaterThan(80);
  });
});

describe('the difference of Gaussians', () => {
  it('is positive on a dark line and not on flat paper', () => {
    const plane = new Float32Array(length).fill(0.5);
    for (let y = 0; y < size.height; y++) plane[y * size.width + 40] = -0.5;
    const response = differenceOfGaussians(plane, size, { sigma: 1, balance: 0.99 });
    expect(response[32 * size.width + 40]).toBeGreaterThan(0.1);
    expect(response[32 * size.width + 80]).toBeLessThan(0);
  });
});
