import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const model = { model: 'deepseek-chat', title: 'DeepSeek', isPriced: true };
const read = (more: Record<string, unknown>) =>
  readConfig({
    CHAT_PROVIDER: 'openai-compatible',
    CHAT_BASE_URL: 'https://api.deepseek.com/v1/',
    CHAT_MODELS: JSON.stringify([model]),
    ...Object.fromEntries(
      Object.entries(more).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    ),
  });

test('models are read with what was left out, and their service needs an address and one model', () => {
  const { chatBaseUrl, chatModels } = read({
    CHAT_MODELS: [model, { ...model, id: 'deep', deep: { model: 'deepseek-reasoner' } }],
  });
  expect(chatBaseUrl).toBe('https://api.deepseek.com/v1');
  const rest = { note: '', canSeePictures: false, canFillForms: true, historyCharacters: 40_000, plain: {} };
  expect(chatModels).toEqual([
    { ...model, ...rest, id: 'deepseek-chat' },
    { ...model, ...rest, id: 'deep', deep: { model: 'deepseek-reasoner' } },
  ]);
  expect(() => readConfig({ CHAT_PROVIDER: 'openai-compatible' })).toThrow(/CHAT_BASE_URL：.*\n.*CHAT_MODELS：/);
  expect(readConfig({ MODE: 'local' }).chatProvider).toBe('off');
});

test.each<[string, unknown, RegExp]>([
  ['no JSON', 'deepseek-chat', /不是 JSON，请写成 \[/],
  ['no list', model, /CHAT_MODELS：应为数组/],
  ['an empty list', [], /至少写一个模型/],
  ['no model but a name', ['deepseek-chat'], /第 1 个模型：应为对象/],
  [
    'what is needed missing',
    [model, { model: 'a' }],
    /第 2 个模型的 title：请填写；第 2 个模型的 isPriced：请填写 true 或 false/,
  ],
  ['a name that is unknown', [{ ...model, price: 1 }], /第 1 个模型：没有这一项：price/],
  [
    'fields that are the adapter’s own',
    [{ ...model, plain: { stream: false } }],
    /第 1 个模型的 plain：不能含有 messages、stream/,
  ],
  ['a title that is a number', [{ ...model, title: 7 }], /的 title：应为文字/],
  ['an id with spaces', [{ ...model, id: 'a b' }], /的 id：最多 60 个字母/],
  ['an id twice', [model, model], /id“deepseek-chat”重复/],
  ['the id of the offline assistant', [{ ...model, id: 'offline' }], /id 不能是 offline/],
  ['too little of a conversation', [{ ...model, historyCharacters: 3 }], /historyCharacters：应在 500 到 1000000 之间/],
])('a list of models with %s is refused in words', (_what, list, sentence) => {
  expect(() => read({ CHAT_MODELS: list })).toThrow(sentence);
});

test.each([
  ['api.deepseek.com/v1', /请填写完整的地址/],
  ['https://me:my-secret@api.deepseek.com/v1', /不能有用户名和密码/],
  ['https://api.deepseek.com/v1/chat/completions', /不带 \/chat\/completions/],
  ['https://api.deepseek.com/v1?key=my-secret', /不能有 \? 和 #/],
])('the address of a service is refused in words, and not repeated: %s', (url, sentence) => {
  expect(() => read({ CHAT_BASE_URL: url })).toThrow(sentence);
  expect(() => read({ CHAT_BASE_URL: url })).not.toThrow(/my-secret/);
});

test('every block of settings in the manual is taken as it stands', () => {
  const manual = readFileSync(new URL('../docs/OPERATING.md', import.meta.url), 'utf8');
  const blocks = [...manual.matchAll(/```\n(CHAT_[\s\S]*?)\n```/g)].map(([, block = '']) =>
    Object.fromEntries(block.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2))),
  );
  expect(blocks.map((block) => readConfig(block).chatModels?.map(({ title }) => title))).toEqual([
    ['DeepSeek'],
    ['通义千问', '通义千问 看图'],
    ['本机模型'],
    ['Qwen3'],
  ]);
});
