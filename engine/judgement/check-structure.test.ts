import { describe, expect, it } from 'vitest';
import {
  drawFacade,
  facadeColumn,
  facadeSize,
  facadeWindows,
  overlapOf,
  relight,
  relightKinds,
  windowSvg,
} from '../../tests/support/judged-pictures.ts';
import { checkStructure } from './check-structure.ts';

const base = await drawFacade();
const bay = { x: 25, y: 220, width: 70, height: 90 };

describe('the structure of a result', () => {
  it('is whole when only colours changed', async () => {
    const fills = ['#2b4a7d', '#7d3b2c', '#f0d38c', '#4e5a52', '#5d7a3a'] as const;
    const { score, boxes, heat } = checkStructure(base, await drawFacade({ fills }));
    expect(score).toBeGreaterThanOrEqual(98);
    expect(boxes).toEqual([]);
    const hot = heat.levels.filter((level) => level > 60).length;
    expect(hot).toBeLessThan(0.002 * heat.levels.length);
  });

  it.each(relightKinds.map((kind, seed) => [kind, seed] as const))('is whole in another light: %s', (_, seed) => {
    const { score, boxes } = checkStructure(base, relight(base, seed));
    expect(boxes).toEqual([]);
    expect(score).toBeGreaterThanOrEqual(95);
  });

  it('has a box around a window that was drawn', async () => {
    const { score, boxes } = checkStructure(base, await drawFacade({ over: windowSvg(bay) }));
    expect(boxes.map(({ kind }) => kind)).toEqual(['new']);
    expect(overlapOf(boxes[0]!, bay)).toBeGreaterThanOrEqual(0.6);
    expect(score).toBeLessThan(99);
  });

  it('has a box around a window that is missing, and heat there', async () => {
    const without = 2;
    const gone = facadeWindows[without]!;
    const { score, boxes, heat } = checkStructure(base, await drawFacade({ without }));
    expect(boxes.map(({ kind }) => kind)).toEqual(['missing']);
    expect(overlapOf(boxes[0]!, gone)).toBeGreaterThanOrEqual(0.6);
    expect(score).toBeLessThan(97);
    const heatAt = ({ x, y, height }: typeof gone) => {
      const [column, row] = [x / facadeSize.width, (y + height / 2) / facadeSize.height];
      return heat.levels[Math.floor(row * heat.height) * heat.width + Math.floor(column * heat.width)]!;
    };
    expect(heatAt(gone)).toBeGreaterThan(150);
    expect(heatAt(facadeWindows[5]!)).toBeLessThan(20);
  });

  it('tells a column that was moved by two percent', async () => {
    const column = Math.round(0.02 * facadeSize.width);
    const { boxes } = checkStructure(base, await drawFacade({ column }));
    expect(boxes.map(({ kind }) => kind)).toEqual(['moved']);
    expect(overlapOf(boxes[0]!, { ...facadeColumn, width: facadeColumn.width + column })).toBeGreaterThanOrEqual(0.6);
  });

  it('lets lines be a quarter of a percent of the diagonal beside their place', async () => {
    const { boxes } = checkStructure(base, await drawFacade({ column: 2 }));
    expect(boxes).toEqual([]);
  });

  it('is judged outside of what was to be changed only', async () => {
    const result = await drawFacade({ over: windowSvg(bay), without: 2 });
    const outside = new Uint8Array(facadeSize.width * facadeSize.height);
    for (let y = bay.y; y < bay.y + bay.height; y++) {
      outside.fill(255, y * facadeSize.width + bay.x, y * facadeSize.width + bay.x + bay.width);
    }
    expect(checkStructure(base, result, { outside }).boxes.map(({ kind }) => kind)).toEqual(['missing']);
  });

  it('does not count what is new where things were asked for', async () => {
    const { score, boxes } = checkStructure(base, await drawFacade({ over: windowSvg(bay) }), { expectsNew: true });
    expect(boxes).toEqual([]);
    expect(score).toBeGreaterThanOrEqual(98);
  });

  it('is nothing where the result shows nothing', () => {
    const black = { ...base, rgb: new Uint8Array(base.rgb.length) };
    const white = { ...base, rgb: new Uint8Array(base.rgb.length).fill(255) };
    expect(checkStructure(base, black).score).toBe(0);
    expect(checkStructure(base, white).score).toBe(0);
  });

  it('is whole where the base has no lines', () => {
    const blank = { ...base, rgb: new Uint8Array(base.rgb.length).fill(200) };
    expect(checkStructure(blank, blank)).toMatchObject({ score: 100, boxes: [] });
  });
});
