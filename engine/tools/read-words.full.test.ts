import { describe, expect, it } from 'vitest';
import { longestWordTold, mostWordsTold } from '#shared/domain/words-read';
import { completed } from '#shared/tools/define-tool';
import { toolById, tools } from '#shared/tools/registry';
import { readWordsOf } from './read-words.ts';

const read = (id: string, params: Record<string, unknown>) => readWordsOf(id, completed(toolById(id)!, params));
const villa = '现代别墅，黄昏，木格栅';

describe('the words of a description, by tool', () => {
  it.each<[tool: string, params: Record<string, unknown>, used: string[], ignored: string[]]>([
    ['text2Img', { promptTxt: villa }, ['现代', '别墅', '黄昏', '木格栅'], []],
    ['text2Img', { promptTxt: villa, atmosphere: 'night' }, ['现代', '别墅', '木格栅'], ['黄昏']],
    [
      'text2Img',
      { promptTxt: '一层白色售楼部，海边，电影感，饕餮' },
      ['一层', '白色', '售楼部', '海边', '电影'],
      ['饕餮'],
    ],
    ['text2Img', { promptTxt: 'a modern villa with brass gargoyles' }, ['modern', 'villa', 'brass'], ['gargoyles']],
    [
      'text2Img',
      { promptTxt: '新中式客厅，落地窗，木地板，布艺沙发，黄昏，饕餮' },
      ['新中式', '客厅', '落地窗', '木地板', '布艺', '沙发', '黄昏'],
      ['饕餮'],
    ],
    ['text2Img', { promptTxt: '卧室，四坡屋顶，不要地毯' }, ['卧室', '不要地毯'], ['四坡屋顶']],
    ['text2Video', { promptTxt: '海边别墅，镜头缓缓推近' }, ['海边', '别墅', '推近'], ['缓缓']],
    ['text2Video', { promptTxt: '海边别墅，推近', cameraMove: 'still' }, ['海边', '别墅'], ['推近']],
    ['img2Video', { promptTxt: '推近，再向左平移，然后上升' }, ['推近', '向左平移'], ['上升']],
    ['architecturalRender', { promptTxt: villa }, ['黄昏'], ['现代别墅', '木格栅']],
    ['architecturalRender', { promptTxt: villa, atmosphere: 'snow' }, [], ['现代别墅', '黄昏', '木格栅']],
    ['architecturalRender', { promptTxt: villa, ignoreWordAndImage: true }, [], ['现代别墅', '黄昏', '木格栅']],
    [
      'architecturalRender',
      { promptTxt: '红砖外墙，暖光', negTxt: '行人、飞碟' },
      ['红砖', '暖', '不要行人'],
      ['不要飞碟'],
    ],
    ['indoorRender', { promptTxt: '夜景，大雾，温馨' }, ['夜景', '温馨'], ['大雾']],
    ['styleTransfer', { promptTxt: '柔和，黄昏' }, ['柔和'], ['黄昏']],
    ['styleTransfer', { promptTxt: '暖，冷' }, [], ['暖', '冷']],
    ['localRenderingPro', { promptTxt: '木格栅' }, ['木'], ['格栅']],
    ['localRenderingPro', { promptTxt: '红砖墙', style_img: 'img_a' }, [], ['红砖墙']],
    ['lama', { promptTxt: '红砖墙', mode: 'redraw' }, ['红砖'], []],
    ['lama', { promptTxt: '红砖墙', mode: 'erase' }, [], ['红砖墙']],
    ['emptyRoom', { promptTxt: '灰色沙发，不要地毯，水晶球' }, ['灰', '沙发', '不要地毯'], ['水晶球']],
    ['realUpImg', { promptTxt: '锐利的砖墙' }, ['锐利', '砖'], []],
    ['extendImg', { promptTxt: '天空与大海' }, [], ['天空', '大海']],
    ['ailive', { promptTxt: '红砖别墅，黄昏，湖边' }, ['红砖', '黄昏', '湖边'], ['别墅']],
  ])('%s goes by what it says of %o', (id, params, used, ignored) => {
    expect(read(id, params)).toEqual({ used, ignored });
  });

  it('are told by every tool that takes a description, and by no other', () => {
    for (const tool of tools) {
      const words = readWordsOf(tool.id, completed(tool, { promptTxt: '饕餮纹样' }));
      expect(words, tool.id).toEqual('promptTxt' in tool.fields ? { used: [], ignored: ['饕餮纹样'] } : undefined);
    }
  });

  it('are cut short, each told once and not too many', () => {
    const many = Array.from({ length: 40 }, (_, i) => `饕餮${i}号`).join('，');
    const { ignored } = read('text2Img', { promptTxt: `${many}，饕餮0号` })!;
    expect(ignored).toHaveLength(mostWordsTold);
    expect(ignored.slice(0, 2)).toEqual(['饕餮0号', '饕餮1号']);
    const long = read('text2Img', { promptTxt: '饕'.repeat(90) })!.ignored;
    expect(long.map((word) => word.length)).toEqual([longestWordTold]);
  });
});
