import { describe, expect, it } from 'vitest';
import { sortWords } from '../../../base/words.ts';
import { readBrief } from '../reading/read-brief.ts';
import { lexicon } from './brief-lexicon.ts';

const told = (promptTxt: string) => sortWords({ promptTxt }, readBrief({ promptTxt }, 3).heard);

describe('words of the trade', () => {
  it.each([
    ['落地窗的现代别墅', { wanted: ['curtainWall'] }],
    ['竖梃立面的科研楼', { kind: 'office', wanted: ['fins'] }],
    ['干挂石材的档案馆', { kind: 'culture', walls: ['limestone'] }],
    ['冲孔铝板的数据中心', { kind: 'factory', walls: ['aluminium'] }],
    ['粉墙黛瓦马头墙的合院', { kind: 'villa', style: 'newChinese', walls: ['render'] }],
    ['碳化木别墅，雪松，暴雨', { walls: ['darkWood'], trees: 'pine', weather: 'rain' }],
  ])('%s is understood', (words, expected) => {
    const { brief } = readBrief({ promptTxt: words }, 3);
    const { wanted = [], ...rest } = expected as { wanted?: string[] };
    expect(brief).toMatchObject(rest);
    expect([...brief.wanted]).toEqual(expect.arrayContaining(wanted));
  });

  it('tells what no building is drawn by yet', () => {
    expect(told('悬挑的别墅，落地窗，木格栅')).toEqual({ used: ['别墅', '落地窗', '木格栅'], ignored: ['悬挑'] });
  });

  it('reads no word as another that a word of the trade holds', () => {
    expect(readBrief({ promptTxt: '木纹混凝土美术馆' }, 3).brief.walls).toEqual(['concrete']);
    expect(readBrief({ promptTxt: '砖格栅办公楼' }, 3).brief.walls).toEqual(['brick']);
    const labels = lexicon.filter(({ pattern }) => '雨篷'.replace(pattern, '') === '').map(({ label }) => label);
    expect(labels).toEqual(['雨篷']);
  });
});
