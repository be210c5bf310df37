import { describe, expect, it } from 'vitest';
import { liveMaterials } from '#shared/domain/live-material';
import { parseHexColour } from '../../base/colour.ts';
import { Paint, paintOf } from './live-paint.ts';

describe('a colour on the canvas', () => {
  it.each(liveMaterials.map(({ id, colour }) => [id, colour] as const))('of the chip %s means it', (id, colour) => {
    const meant = id === 'roof' ? Paint.dark : Paint[id];
    expect(paintOf(...parseHexColour(colour))).toBe(meant);
  });

  it('is paper only when it is white, and a material also when it is not quite the chip’s', () => {
    expect(paintOf(255, 255, 255)).toBe(Paint.paper);
    expect(paintOf(250, 248, 247)).toBe(Paint.paper);
    expect(paintOf(200, 60, 40)).toBe(Paint.brick);
    expect(paintOf(40, 120, 60)).toBe(Paint.foliage);
    expect(paintOf(30, 30, 34)).toBe(Paint.dark);
    expect(paintOf(200, 60, 200)).toBe(Paint.other);
  });
});
