import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { keepPrompt, promptsOf } from './prompt-history';

const stored = new Map<string, string>();
vi.stubGlobal('window', {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  },
});
beforeEach(() => stored.clear());
afterAll(() => vi.unstubAllGlobals());

test('the last twenty descriptions of a tool are kept, each once, the newest first', () => {
  for (let i = 1; i <= 25; i++) keepPrompt('anna', 'text2Img', `别墅 ${i}`);
  keepPrompt('anna', 'text2Img', ' 别墅 10 ');
  keepPrompt('anna', 'text2Img', '   ');
  keepPrompt('anna', 'lama', '红砖');
  const kept = promptsOf('anna', 'text2Img');
  expect(kept).toHaveLength(20);
  expect(kept.slice(0, 3)).toEqual(['别墅 10', '别墅 25', '别墅 24']);
  expect(promptsOf('anna', 'lama')).toEqual(['红砖']);
});

test('nobody sees what another account wrote on the device', () => {
  keepPrompt('anna', 'text2Img', '别墅');
  expect(promptsOf('ben', 'text2Img')).toEqual([]);
  keepPrompt('ben', 'text2Img', '酒店');
  expect(promptsOf('anna', 'text2Img')).toEqual([]);
});

test('what is not ours is no history', () => {
  stored.set('promptHistory', '{"accountId":"anna","byTool":{"text2Img":[1,"别墅"],"lama":7}}');
  expect([promptsOf('anna', 'text2Img'), promptsOf('anna', 'lama')]).toEqual([['别墅'], []]);
});
