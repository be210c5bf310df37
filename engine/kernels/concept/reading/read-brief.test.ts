import { describe, expect, it } from 'vitest';
import { categories } from '#shared/tools/categories';
import { sortWords } from '../../../base/words.ts';
import { kindRules, styleLabels } from '../words/building-rules.ts';
import { readBrief } from './read-brief.ts';

const read = (promptTxt: string, more: object = {}) => readBrief({ promptTxt, ...more }, 3);

describe('reading a description', () => {
  it('reads type, storeys, walls, hour, water and trees from Chinese', () => {
    const { brief, understood, notes } = read('三层现代别墅，清水混凝土与木，黄昏，湖边，松林');
    expect(brief).toMatchObject({
      kind: 'villa',
      style: 'modern',
      storeys: 3,
      areStoreysGiven: true,
      walls: ['concrete', 'wood'],
      hour: 'dusk',
      weather: 'clear',
      surroundings: 'waterfront',
      trees: 'pine',
    });
    expect(understood).toBe('别墅 · 3 层 · 现代 · 清水混凝土、木 · 黄昏 · 滨水 · 人视 · 松林');
    expect(notes).toEqual([]);
  });

  it('reads the same kind of things from English', () => {
    expect(read('six-storey brick office, rainy night').brief).toMatchObject({
      kind: 'office',
      storeys: 6,
      walls: ['brick'],
      hour: 'night',
      weather: 'rain',
    });
    expect(read('A 24 floor hotel, aerial view, snow').brief).toMatchObject({
      kind: 'hotel',
      storeys: 24,
      view: 'aerial',
      weather: 'snow',
      season: 'winter',
    });
  });

  it.each([
    ['二十八层住宅', 28],
    ['十二层办公楼', 12],
    ['两层民宿', 2],
    ['双层别墅', 2],
    ['12层酒店', 12],
    ['two-story house', 2],
    ['超高层塔楼', 46],
    ['300层办公楼', 60],
  ])('counts the storeys of %s', (words, storeys) => {
    expect(read(words).brief.storeys).toBe(storeys);
  });

  it('keeps what is not wanted out, and lists of it', () => {
    expect([...read('别墅，无车无人，没有树和灌木').brief.unwanted].sort()).toEqual([
      'cars',
      'people',
      'shrubs',
      'trees',
    ]);
    expect([...read('villa with pool, no trees or cars').brief.unwanted].sort()).toEqual(['cars', 'trees']);
    const { brief, understood } = read('湖边木别墅，有车', { negTxt: '汽车 木' });
    expect(brief.wanted.has('cars')).toBe(false);
    expect(brief.walls).toEqual([]);
    expect(understood).toContain('不要车辆、木');
  });

  it('does not take a part of a longer word for a word', () => {
    expect([...read('别墅，无边泳池').brief.wanted]).toEqual(['pool']);
    expect(read('train station, terrain').brief.weather).toBe('clear');
    expect(read('雪山脚下的酒店').brief).toMatchObject({ surroundings: 'snowMountain', weather: 'clear' });
  });

  it('tells which words nothing was made of', () => {
    const heard = (promptTxt: string, more: object = {}) => {
      const given = { promptTxt, ...more };
      return sortWords(given, readBrief(given, 3).heard);
    };
    expect(heard('别墅，饕餮纹样')).toEqual({ used: ['别墅'], ignored: ['饕餮纹样'] });
    // The first type wins, and so does the form's light; a canopy is known and yet not drawn.
    expect(heard('湖边的酒店和别墅，黄昏，雨篷', { atmosphere: 'night' })).toEqual({
      used: ['湖边', '酒店'],
      ignored: ['别墅', '黄昏', '雨篷'],
    });
    expect(heard('三层别墅，没有树和灌木', { negTxt: '汽车、饕餮' })).toEqual({
      used: ['三层', '别墅', '没有树', '不要灌木', '不要汽车'],
      ignored: ['不要饕餮'],
    });
  });

  it('follows the words in type and style, the chips in view, light and surroundings', () => {
    const form = { classifyId2: '101', classifyId3: '10103', view: 'top', atmosphere: 'night', environment: 'desert' };
    const { brief, notes } = read('红砖办公楼，白天，海边，鸟瞰', form);
    expect(brief).toMatchObject({
      kind: 'office',
      style: 'newChinese',
      view: 'top',
      hour: 'night',
      surroundings: 'desert',
    });
    expect(notes).toEqual(['类型按描述取“办公楼”']);
  });

  it('knows every type and style of the category tree by name', () => {
    const building = categories[0]!;
    const kinds = building.children!.map(({ name }) => name);
    expect(kinds.toSorted()).toEqual(
      Object.values(kindRules)
        .map(({ label }) => label)
        .toSorted(),
    );
    expect(building.children![0]!.children!.map(({ name }) => name).toSorted()).toEqual(
      Object.values(styleLabels).toSorted(),
    );
    for (const node of building.children!) {
      const { brief } = read('夜景', { classifyId2: node.id });
      expect(kindRules[brief.kind].label).toBe(node.name);
      expect(kindRules[read(node.name).brief.kind].label).toBe(node.name);
    }
  });
});
