import { describe, expect, it } from 'vitest';
import { roomOfWord } from './plan-lexicon.ts';
import { measureOfWord } from './plan-measures.ts';

describe('names of rooms', () => {
  it.each([
    ['主卧', 'bedroom', '主卧'],
    ['次卧2', 'bedroom', '次卧2'],
    ['客餐厅', 'livingDining', '客餐厅'],
    ['生活阳台', 'balcony', '生活阳台'],
    ['多功能室', 'study', '多功能室'],
    ['设备平台', 'equipment', '设备平台'],
    ['W.I.C.', 'cloakroom', '衣帽间'],
    ['MBR', 'bedroom', '主卧'],
    ['BR 2', 'bedroom', '卧室2'],
    ['LDK', 'livingDining', '客餐厅'],
    ['Kitchen', 'kitchen', '厨房'],
    ['KIT.', 'kitchen', '厨房'],
    ['Reception Room', 'living', '客厅'],
    ['Double Garage', 'garage', '车库'],
    ['Upper Hallway', 'hall', '过道'],
    ['客厅 20.5㎡', 'living', '客厅'],
  ])('%s is a %s', (text, kind, name) => {
    expect(roomOfWord(text)).toEqual({ kind, name });
  });

  it('are known with one letter misread, and shown as they should be', () => {
    expect(roomOfWord('厨务')).toEqual({ kind: 'kitchen', name: '厨房' });
    expect(roomOfWord('卫生问')).toEqual({ kind: 'bath', name: '卫生间' });
    expect(roomOfWord('Bedrom')).toMatchObject({ kind: 'bedroom' });
  });

  it('are not heard in other words, numbers and dimensions', () => {
    for (const text of [
      '3600',
      '12\'6"',
      '大门',
      'Fourth Floor',
      'N',
      '房天下',
      'Approximate Gross Internal Area',
      '04',
    ]) {
      expect(roomOfWord(text), text).toBeUndefined();
    }
  });
});

describe('dimensions', () => {
  it.each([
    ['3600', 3.6],
    ['12050', 12.05],
    ['3.6m', 3.6],
    ['12\'-6"', 3.81],
    ['12′6″', 3.81],
  ])('%s is %d m long', (text, metres) => {
    const measure = measureOfWord(text);
    expect(measure?.kind).toBe('length');
    expect((measure as { metres: number }).metres).toBeCloseTo(metres);
  });

  it.each([
    ['10\'1"×11\'1"', 3.073, 3.378],
    ["12' x 10'", 3.658, 3.048],
    ['3.82 x 2.45', 3.82, 2.45],
    ['5.16x3.48m', 5.16, 3.48],
    ['322×347', 3.22, 3.47],
    ['3600x4200', 3.6, 4.2],
  ])('%s is a room of %d × %d m', (text, one, other) => {
    const measure = measureOfWord(text) as { kind: string; metres: readonly number[] };
    expect(measure.kind).toBe('sides');
    expect(measure.metres[0]).toBeCloseTo(one, 2);
    expect(measure.metres[1]).toBeCloseTo(other, 2);
  });

  it.each([
    ['12.5㎡', 12.5],
    ['82 sq m / 883 sq ft', 82],
    ['100 sq ft', 9.29],
  ])('%s is an area of %d m²', (text, squareMetres) => {
    const measure = measureOfWord(text) as { squareMetres: number };
    expect(measure.squareMetres).toBeCloseTo(squareMetres, 1);
  });

  it('are not made of flats’ numbers, years and scraps', () => {
    for (const text of ['04', '2025', '188', '7', 'BH=700', '1506', ''])
      expect(measureOfWord(text), text).toBeUndefined();
  });
});
