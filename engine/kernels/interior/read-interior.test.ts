import { describe, expect, it } from 'vitest';
import { readInterior } from './read-interior.ts';

const read = (promptTxt: string, more: Partial<Parameters<typeof readInterior>[0]> = {}) =>
  readInterior({ promptTxt, ...more });

describe('a description of a room', () => {
  it.each<[text: string, understood: string]>([
    ['新中式客厅，落地窗，木地板，布艺沙发', '客厅 · 新中式 · 木地板 · 落地窗 · 布艺 · 白天'],
    ['奶油风卧室，人字拼地板，绿色墙面，黄昏', '卧室 · 奶油 · 人字拼地板 · 绿墙 · 黄昏'],
    ['工业风办公室，水磨石，红砖墙，夜景', '办公室 · 工业 · 水磨石 · 红砖墙 · 夜景'],
    ['书房，清水混凝土墙，天窗，层高4.5米', '书房 · 现代简约 · 清水混凝土 · 天窗 · 层高 4.5 米 · 白天'],
    ['酒店大堂，挑高，大理石地面，海边', '大堂 · 意式 · 大理石地面 · 挑高 · 白天 · 窗外海岸'],
    ['茶室，沙发', '茶室 · 新中式 · 白天'],
    ['a scandinavian living room with wooden floor, night', '客厅 · 北欧 · 木地板 · 夜景'],
    ['咖啡店室内，原木风', '咖啡店 · 原木 · 白天'],
    ['厨房，尽头落地窗', '厨房 · 现代简约 · 白天'],
    ['书店室内，雪景', '书店（书房） · 现代简约 · 白天 · 雪'],
  ])('%s', (text, understood) => {
    expect(read(text)?.understood).toBe(understood);
  });

  it.each([
    '三层现代别墅，黄昏，湖边',
    '湖边咖啡馆，木格栅',
    '书店，红砖',
    '客厅通透的别墅外观',
    '城市展厅，鸟瞰',
    '不要室内',
  ])('%s is a building', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('says what was left aside or put in its place', () => {
    expect(read('室内，温馨')?.notes).toEqual(['描述没有说明是哪个房间，按客厅出图']);
    expect(read('教室室内', { classifyId2: '101', view: 'aerial' })?.notes).toEqual([
      '“教室”按相近的办公室布置',
      '描述是室内，表单的建筑类型没有采用',
      '室内按人视出图',
    ]);
  });

  it('lets the form decide the hour and what lies outside, and negations keep things away', () => {
    const { brief } = read('客厅，黄昏，湖边，不要落地窗，不要地毯', { atmosphere: 'night', environment: 'city' })!;
    expect(brief).toMatchObject({ hour: 'night', surroundings: 'city' });
    expect([...brief.windows, ...brief.wishes.unwanted]).toEqual(['rug', 'roundRug']);
    expect(read('客厅，木地板', { negTxt: '木地板' })!.brief.floor).toBeUndefined();
    expect(read('客厅', { classifyId3: '10103' })!.brief.style).toBe('新中式');
  });
});
