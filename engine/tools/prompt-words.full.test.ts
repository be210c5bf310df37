import { describe, expect, it } from 'vitest';
import { completed } from '#shared/tools/define-tool';
import { wordGroupsOf } from '#shared/tools/prompt-words';
import { writePrompt } from '#shared/tools/prompt-writer';
import { toolById, tools } from '#shared/tools/registry';
import { readBrief } from '../kernels/concept/reading/read-brief.ts';
import { readWordsOf } from './read-words.ts';

const withPrompt = tools.filter((tool) => 'promptTxt' in tool.fields);
/** Values with which a tool takes a description at all. */
const openValues = (id: string, more: Record<string, unknown> = {}) =>
  completed(toolById(id)!, id === 'lama' ? { mode: 'redraw' } : more);

describe('what a form offers to write is what the engine understands', () => {
  const offered = withPrompt.flatMap((tool) =>
    wordGroupsOf(tool, openValues(tool.id)).flatMap(({ label, words }) => words.map((word) => [tool.id, label, word])),
  );
  it.each(offered)('%s · %s · %s', (id, _label, word) => {
    const words = readWordsOf(id!, { ...openValues(id!), promptTxt: word! });
    expect(words).toEqual({ used: [word], ignored: [] });
  });

  it('every tool but two offers words, and none to a tool without a description', () => {
    const without = withPrompt.filter((tool) => wordGroupsOf(tool, openValues(tool.id)).length === 0);
    expect(without.map(({ id }) => id)).toEqual(['ailive', 'extendImg']);
    expect(tools.filter((tool) => !withPrompt.includes(tool)).flatMap((tool) => wordGroupsOf(tool, {}))).toEqual([]);
  });

  it('a kind that the form decides is not offered', () => {
    const labels = (more: Record<string, unknown>) =>
      wordGroupsOf(toolById('text2Img')!, openValues('text2Img', more)).map((one) => one.label);
    expect(labels({})).toEqual(['风格', '时间', '天气', '材质', '环境', '镜头']);
    expect(labels({ atmosphere: 'dusk', view: 'top' })).toEqual(['风格', '材质', '环境']);
  });
});

describe('a description written for a form', () => {
  it.each(withPrompt.map(({ id }) => id))('%s uses every word of it, and does not always say the same', (id) => {
    const tool = toolById(id)!;
    const values = openValues(id);
    const written = Array.from({ length: 24 }, (_, variation) => writePrompt(tool, values, variation));
    for (const promptTxt of written) expect(readWordsOf(id, { ...values, promptTxt })!.ignored, promptTxt).toEqual([]);
    const isSilent = id === 'ailive' || id === 'extendImg';
    expect(new Set(written).size).toBeGreaterThan(isSilent ? 0 : 3);
    expect(written.every((text) => (text === '') === isSilent)).toBe(true);
  });

  it('leaves what the form decides to the form', () => {
    const tool = toolById('text2Img')!;
    const values = openValues('text2Img', {
      atmosphere: 'night',
      environment: 'desert',
      view: 'aerial',
      classifyId3: '10103',
    });
    for (let variation = 0; variation < 12; variation++) {
      const promptTxt = writePrompt(tool, values, variation);
      expect(readWordsOf('text2Img', { ...values, promptTxt })!.ignored).toEqual([]);
      expect(readBrief({ ...values, promptTxt }, 0).brief.style).toBe('newChinese');
      expect(promptTxt).toBe(writePrompt(tool, values, variation));
    }
  });
});
