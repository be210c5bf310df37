import { describe, expect, it } from 'vitest';
import { type GalleryColour, galleryColourNames, galleryColours } from '#shared/domain/gallery';
import { parseHexColour } from '../../base/colour.ts';
import { bitCount, colourLikeness, hammingDistance, layoutLikeness, likenessOf } from './index.ts';

const size = { width: 96, height: 64 };
type Paint = (x: number, y: number) => readonly [number, number, number];

/** A picture of 96 × 64 painted by fractions of its sides. */
function draw(paint: Paint, { width, height } = size): Uint8Array {
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rgb.set(paint((x + 0.5) / width, (y + 0.5) / height), (y * width + x) * 3);
  return rgb;
}
const measure = (paint: Paint) => likenessOf(draw(paint), size);
const coloursIn = (bits: number) => galleryColourNames.filter((_, place) => bits & (1 << place));

/** A house before a sky on a lawn, its roof to the left. */
const house: Paint = (x, y) => {
  if (x > 0.2 && x < 0.6 && y > 0.4 && y < 0.8) return x < 0.3 ? [90, 60, 40] : [235, 230, 220];
  if (y < 0.4 && Math.abs(x - 0.4) < (y - 0.2) * 1.2) return [150, 50, 40];
  return y < 0.65 ? [150, 190, 235] : [80, 140, 70];
};
const mirrored: Paint = (x, y) => house(1 - x, y);
const brighter: Paint = (x, y) => house(x, y).map((value) => Math.min(255, value * 1.15)) as never;
const stripes: Paint = (x) => (Math.floor(x * 12) % 2 ? [30, 30, 30] : [240, 240, 240]);

describe('the fingerprints of a picture', () => {
  it('count the bits of a slope: to the right always brighter is all ones', () => {
    const slope = measure((x) => [255 * x, 255 * x, 255 * x]);
    expect([slope.dhash, slope.dhashMirrored]).toEqual(['f'.repeat(16), '0'.repeat(16)]);
  });

  it('stay when it is brighter, and are told in a mirror', () => {
    const [one, light, mirror] = [measure(house), measure(brighter), measure(mirrored)];
    expect(hammingDistance(one.phash, light.phash)).toBeLessThanOrEqual(4);
    expect(hammingDistance(one.dhash, light.dhash)).toBeLessThanOrEqual(4);
    expect(hammingDistance(one.dhashMirrored, mirror.dhash)).toBeLessThanOrEqual(2);
    expect(hammingDistance(one.phash, mirror.phash)).toBeGreaterThan(10);
    expect(hammingDistance(one.phash, measure(stripes).phash)).toBeGreaterThan(20);
  });

  it('differ by as many bits as they do', () => {
    expect(hammingDistance('0000000000000000', 'ffffffffffffffff')).toBe(64);
    expect(hammingDistance('8000000000000001', '0000000000000000')).toBe(2);
    expect([bitCount(0), bitCount(-1), bitCount(0x80000001)]).toEqual([0, 32, 2]);
  });
});

describe('the colours of a picture', () => {
  it.each(Object.keys(galleryColours) as GalleryColour[])('a sheet of %s is that colour and no other', (name) => {
    const colour = parseHexColour(galleryColours[name].swatch);
    expect(coloursIn(measure(() => colour).colourBits)).toEqual([name]);
  });

  it('are those that cover enough', () => {
    const found = coloursIn(measure(house).colourBits);
    expect(found).toContain('green');
    expect(found).toContain('blue');
    expect(found).not.toContain('purple');
    const speck: Paint = (x, y) => (x < 0.1 && y < 0.1 ? [192, 57, 43] : [141, 139, 136]);
    expect(coloursIn(measure(speck).colourBits)).toEqual(['grey']);
  });
});

describe('the likeness of two pictures', () => {
  const like = (one: Paint, other: Paint) => {
    const [mine, theirs] = [measure(one).features, measure(other).features];
    return { layout: layoutLikeness(mine, 0, theirs), colour: colourLikeness(mine, 0, theirs) };
  };
  it('is whole with itself, and reads features anywhere in a long row of them', () => {
    const { layout, colour } = like(house, house);
    expect(layout).toBeCloseTo(1, 2);
    expect(colour).toBeCloseTo(1, 1);
    const { features } = measure(house);
    const row = new Uint8Array(3 * features.length);
    row.set(features, features.length);
    expect(layoutLikeness(row, features.length, features)).toBeCloseTo(layout, 10);
  });

  it('tells what is laid out alike in other colours from what has its colours elsewhere', () => {
    const recoloured: Paint = (x, y) => house(x, y).toReversed() as never;
    const upsideDown: Paint = (x, y) => house(x, 1 - y);
    expect(like(house, recoloured).layout).toBeGreaterThan(0.85);
    expect(like(house, recoloured).colour).toBeLessThan(0.6);
    expect(like(house, upsideDown).colour).toBeGreaterThan(0.95);
    expect(like(house, upsideDown).layout).toBeLessThan(0.6);
    expect(like(house, stripes).layout).toBeLessThan(0.5);
  });

  it('of pictures without an edge or a colour is a number', () => {
    const blank: Paint = () => [128, 128, 128];
    const { layout, colour } = like(blank, house);
    expect([layout, colour].every((value) => value >= 0 && value <= 1)).toBe(true);
  });
});
