import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DefinedTool } from './define-tool.ts';
import { priceOf, priceOfRuns } from './price.ts';
import { toolById, tools } from './registry.ts';

const tool = (id: string) => toolById(id) as DefinedTool;
const total = (id: string, params: Record<string, unknown>, freeLeft = 0) => priceOf(tool(id), params, freeLeft).total;

/**
 * Published prices: tickets of a run at its defaults and with no free allowance left, outputs × tickets per output. A tool
 * that is not listed costs what its entry in the registry says.
 */
const atDefaults: Record<string, [outputs: number, each: number]> = {
  architecturalRender: [2, 1],
  birdsViewRender: [2, 1],
  landscapeRender: [2, 1],
  indoorRender: [2, 1],
  gongzhuangRender: [2, 1],
  lockImg: [1, 1],
  lockImgOut: [1, 1],
  architecturalPart: [2, 1],
  localRenderingPro: [2, 1],
  localRenderingProIndoor: [2, 1],
  lama: [1, 1],
  clean: [1, 1],
  emptyRoom: [2, 1],
  indoorExterior: [2, 1],
  materialChange: [1, 1],
  styleTransfer: [2, 1],
  styleTransferIndoor: [2, 1],
  atmosphereChange: [1, 1],
  toline: [1, 1],
  allPlan: [1, 1],
  colorFlatPicture: [1, 1],
  text2Img: [2, 1],
  extendImg: [1, 1],
  matting: [1, 1],
  realUpImg: [1, 2],
  upScaleImg: [1, 1],
  compress: [0, 0],
  ailive: [1, 0],
  text2Video: [1, 10],
  img2Video: [1, 10],
  imgs2Video: [1, 2],
};

describe('prices', () => {
  it('are those of the price table at the defaults', () => {
    const priced = tools.map((one) => [one.id, priceOf(one, {}, 0)] as const);
    expect(Object.fromEntries(priced.map(([id, { outputs, each }]) => [id, [outputs, each]]))).toMatchObject(
      atDefaults,
    );
    expect(priced.filter(([, { outputs, each, total: sum }]) => sum !== outputs * each)).toEqual([]);
  });

  it('are live tickets for real-time rendering and normal ones for all else', () => {
    expect(tools.filter((one) => one.ticket.kind !== 'normal').map((one) => [one.id, one.ticket.kind])).toEqual([
      ['ailive', 'live'],
    ]);
  });

  it.each([
    ['architecturalRender', { num: 4 }, 4],
    ['architecturalRender', { num: 4, quality: '2k' }, 8],
    ['architecturalRender', { num: 1, quality: '4k' }, 4],
    ['atmosphereChange', { weather: 'snow', season: 'winter', quality: '2k' }, 6],
    ['upScaleImg', { scale: 1 }, 1],
    ['upScaleImg', { scale: 2 }, 1],
    ['upScaleImg', { scale: 4 }, 2],
    ['realUpImg', { scale: 2 }, 2],
    ['realUpImg', { scale: 4 }, 4],
    ['text2Video', { duration: 10 }, 20],
    ['text2Video', { resolution: '1080p' }, 20],
    ['img2Video', { duration: 10, resolution: '1080p' }, 40],
    ['compress', { images: ['a', 'b', 'c'], mode: 'visual', quality: 100 }, 0],
  ])('%s with %j costs %i', (id, params, expected) => {
    expect(total(id, params)).toBe(expected);
  });

  it('counts every compressed picture as an output', () => {
    expect(priceOf(tool('compress'), { images: ['a', 'b', 'c'] }, 0)).toEqual({
      outputs: 3,
      each: 0,
      free: 0,
      total: 0,
    });
  });

  it('takes the daily allowance off, output by output', () => {
    expect(
      tools.flatMap(({ id, ticket }) => (ticket.freeDaily ? [`${id} ${ticket.freeDaily}`] : [])).toSorted(),
    ).toEqual(['clean 10', 'lama 10', 'matting 20', 'toline 30']);
    expect(priceOf(tool('toline'), {}, 1)).toEqual({ outputs: 1, each: 1, free: 1, total: 0 });
    expect(priceOf(tool('toline'), {}, -3)).toEqual({ outputs: 1, each: 1, free: 0, total: 1 });
    expect(priceOf(tool('indoorRender'), { num: 3 }, 2)).toEqual({ outputs: 3, each: 1, free: 2, total: 1 });
  });

  it('lets several runs share one allowance, and one run cost what it costs alone', () => {
    const lines = tool('toline');
    expect(priceOfRuns(lines, [{}, {}, {}], 2)).toEqual({ outputs: 3, each: 1, free: 2, total: 1 });
    expect(priceOfRuns(tool('indoorRender'), [{ num: 3 }, { num: 1 }], 0).total).toBe(4);
    for (const one of tools) expect(priceOfRuns(one, [{}], 5), one.id).toEqual(priceOf(one, {}, 5));
  });

  it('gives the allowance of the full-screen editor to erasing only', () => {
    expect(total('lama', { mode: 'erase' }, 10)).toBe(0);
    expect(total('lama', { mode: 'redraw' }, 10)).toBe(1);
  });

  it('is a whole number of tickets whatever an unfinished or hostile form holds', () => {
    const value = fc.oneof(fc.anything(), fc.constantFrom('4k', 'constructor', '__proto__', Number.NaN, -1, 1e308));
    const form = fc.dictionary(fc.constantFrom('num', 'quality', 'scale', 'images', 'mode', 'duration', 'time'), value);
    fc.assert(
      fc.property(fc.constantFrom(...tools), form, fc.integer(), (one, params, freeLeft) => {
        const { total: sum, outputs } = priceOf(one, params, freeLeft);
        expect(Number.isInteger(sum) && sum >= 0 && outputs >= 0 && outputs <= 20).toBe(true);
      }),
      { numRuns: 500, seed: 20 },
    );
  });
});
