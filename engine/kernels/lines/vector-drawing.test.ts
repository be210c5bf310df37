import { describe, expect, it } from 'vitest';
import { parseDxf } from '../../../tests/support/dxf.ts';
import { dxfOf } from './dxf-drawing.ts';
import type { LineSource } from './line-source.ts';
import { outlineShade } from './shade-outlines.ts';
import { svgOf } from './svg-drawing.ts';
import { scaleDrawing, simplify, type VectorDrawing } from './vector-drawing.ts';

const drawing: VectorDrawing = {
  width: 200,
  height: 100,
  layers: [
    { name: 'OUTLINE', strength: 1, lines: [{ points: [0, 0, 199, 0, 199, 99], width: 2, isCurved: false }] },
    { name: 'HATCH', strength: 0.45, lines: [{ points: [10, 10, 20, 20], width: 1, isCurved: false }] },
    { name: 'DETAIL', strength: 1, lines: [{ points: [40, 50, 60, 40, 80, 50, 100, 60], width: 1.5, isCurved: true }] },
    { name: 'EMPTY', strength: 1, lines: [] },
  ],
};

describe('a drawing without pixels', () => {
  it('keeps its outer edges when its size changes', () => {
    const [line] = scaleDrawing(drawing, { width: 400, height: 300 }).layers[0]!.lines;
    expect(line).toEqual({ points: [0.5, 1, 398.5, 1, 398.5, 298], width: 4, isCurved: false });
  });

  it('loses the points that say nothing', () => {
    const straight = Array.from({ length: 50 }, (_, i) => [i, (i % 2) * 0.2]).flat();
    const corner = [...straight, ...Array.from({ length: 50 }, (_, i) => [50, i]).flat()];
    expect(simplify(corner, 0.5)).toEqual([0, 0, 50, 0, 50, 49]);
  });

  it('is an SVG of one path per pen, without empty layers', () => {
    const svg = svgOf(drawing, { line: '#102030', paper: '#fffef0', widthMm: 100 });
    expect(svg).toContain('width="100mm" height="50mm" viewBox="0 0 200 100"');
    expect(svg).toContain('<path stroke-width="2" d="M0.5 0.5L199.5 0.5L199.5 99.5"/>');
    expect(svg).toContain('<g id="HATCH" fill="none" stroke="#102030"');
    expect(svg).toContain('opacity="0.45"');
    expect(svg).not.toContain('EMPTY');
    // The curve runs through its points.
    expect(svg).toMatch(/M40\.5 50\.5C\S+ \S+ \S+ \S+ 60\.5 40\.5C\S+ \S+ \S+ \S+ 80\.5 50\.5C/);
  });

  it('is a DXF with y up, in millimetres', () => {
    const dxf = parseDxf(dxfOf(drawing, { line: '#c81e1e', widthMm: 400 }));
    expect(dxf).toMatchObject({ version: 'AC1009', right: 400, top: 200 });
    expect(dxf.layers).toEqual([
      { name: '0', colour: 7 },
      { name: 'OUTLINE', colour: 1 },
      { name: 'HATCH', colour: 8 },
      { name: 'DETAIL', colour: 1 },
    ]);
    const [outline, hatch, curve] = dxf.entities;
    expect(outline).toMatchObject({ kind: 'POLYLINE', layer: 'OUTLINE', width: 4, isClosed: false });
    expect(outline!.points).toEqual([
      [1, 199],
      [399, 199],
      [399, 1],
    ]);
    expect(hatch).toMatchObject({ kind: 'LINE', layer: 'HATCH' });
    expect(curve!.points.length).toBeGreaterThan(10);
    expect(curve!.points).toContainEqual([121, 119]);
  });

  it('keeps to the sheet where a line leaves the picture', () => {
    const layers = [
      { name: 'OUTLINE', strength: 1, lines: [{ points: [-9, 50, 230, 120], width: 1, isCurved: false }] },
    ];
    const dxf = parseDxf(dxfOf({ ...drawing, layers }, { line: '#000000', widthMm: 0 }));
    expect(dxf.entities[0]!.points).toEqual([
      [0, 49.5],
      [200, 0],
    ]);
  });
});

describe('deep shade', () => {
  it('has an outline, and another for the light within', () => {
    const size = { width: 160, height: 120 };
    const lightness = Float32Array.from({ length: size.width * size.height }, (_, i) => {
      const [x, y] = [i % size.width, Math.floor(i / size.width)];
      const isIn = (left: number, top: number, right: number, bottom: number) =>
        x >= left && x < right && y >= top && y < bottom;
      return isIn(20, 20, 120, 100) && !isIn(60, 40, 100, 80) ? 0.1 : 0.8;
    });
    const outlines = outlineShade({ size, unit: 1, lightness } as LineSource);
    const areas = outlines.map(({ points }) => {
      let twice = 0;
      for (let i = 0; i + 3 < points.length; i += 2) {
        twice += points[i]! * points[i + 3]! - points[i + 2]! * points[i + 1]!;
      }
      return twice / 2;
    });
    expect(areas).toHaveLength(2);
    // The hole runs the other way round.
    const [one, other] = areas.map(Math.abs).sort((a, b) => b - a);
    expect(Math.sign(areas[0]!)).toBe(-Math.sign(areas[1]!));
    expect(one! / (100 * 80)).toBeCloseTo(1, 1);
    expect(other! / (40 * 40)).toBeCloseTo(1, 0);
  });

  it('is closed at the border of the picture', () => {
    const size = { width: 64, height: 48 };
    const lightness = new Float32Array(size.width * size.height).fill(0.05);
    const [outline] = outlineShade({ size, unit: 1, lightness } as LineSource);
    const { points } = outline!;
    expect(points.slice(0, 2)).toEqual(points.slice(-2));
    expect(points.every((value, i) => value >= -0.5 && value <= (i % 2 === 0 ? 63.5 : 47.5))).toBe(true);
  });
});
