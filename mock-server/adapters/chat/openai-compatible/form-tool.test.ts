import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectChatModels, type FakeChatModels } from '../../../../tests/support/chat-models.ts';
import { type ChatScript, startFakeChatModels } from '../../../../tests/support/fake-chat-models.ts';
import { partsOf, requestOf, textOf } from '../conformance.ts';

describe('a form that a model fills', () => {
  let fake: FakeChatModels;
  beforeEach(async () => {
    fake = await startFakeChatModels();
  });
  afterEach(() => fake.close());

  const call = {
    tool: 'architecturalRender',
    params: {
      classifyId2: '酒店',
      classifyId3: '新中式',
      atmosphere: '黄昏',
      cnStrength: '0.8',
      promptTxt: '木格栅，暖光',
    },
    note: '按傍晚的酒店填写',
  };
  const written = JSON.stringify(call);
  const offered = async (script: ChatScript) => {
    fake.next({ text: '', finish: 'tool_calls', ...script });
    const parts = await partsOf(connectChatModels(fake).adapter.answer(requestOf('deepseek-chat', '帮我填一个酒店')));
    return { parts, cards: parts.flatMap((part) => (part.type === 'card' ? part.card : [])) };
  };
  const called = (...calls: object[]) => ({ tool_calls: calls });
  const card = {
    tool: 'architecturalRender',
    title: '建筑渲染',
    params: {
      classifyId2: '106',
      classifyId3: '10603',
      atmosphere: 'dusk',
      cnStrength: 0.8,
      promptTxt: '木格栅，暖光',
    },
    note: '按傍晚的酒店填写',
  };

  it.each<[string, object[]]>([
    [
      'in one piece',
      [called({ index: 0, id: 'a', type: 'function', function: { name: 'fill_form', arguments: written } })],
    ],
    [
      'in pieces',
      [
        called({ index: 0, id: 'a', function: { name: 'fill_form', arguments: '' } }),
        ...[...written].map((sign) => called({ index: 0, function: { arguments: sign } })),
      ],
    ],
    [
      'with its name in every piece',
      [
        called({ index: 0, id: 'a', function: { name: 'fill_form', arguments: written.slice(0, 40) } }),
        called({ index: 0, id: 'a', function: { name: 'fill_form', arguments: written.slice(40) } }),
      ],
    ],
    [
      'without index and id',
      [
        called({ function: { name: 'fill_form', arguments: written.slice(0, 9) } }),
        called({ function: { arguments: written.slice(9) } }),
      ],
    ],
    ['as an object', [called({ function: { name: 'fill_form', arguments: call } })]],
    [
      'as a function call of old',
      [
        { function_call: { name: 'fill_form', arguments: written.slice(0, 9) } },
        { function_call: { arguments: written.slice(9) } },
      ],
    ],
  ])('becomes a card: %s', async (_how, deltas) => {
    for (const isPlain of deltas.length === 1 ? [false, true] : [false]) {
      const { parts, cards } = await offered({ deltas, isPlain });
      expect(cards).toEqual([card]);
      expect(textOf(parts)).toBe('按你的要求填好了“建筑渲染”的表单，打开后请检查再开始。');
      expect(parts.at(-1)).toEqual({ type: 'end', why: 'stop' });
    }
  });

  it('may be one of two, whose pieces come mixed', async () => {
    const other = JSON.stringify({ tool: 'toline', params: { 线宽: 3 } });
    const { cards } = await offered({
      deltas: [
        called(
          { index: 0, function: { name: 'fill_form', arguments: written.slice(0, 30) } },
          { index: 1, function: { name: 'fill_form', arguments: other.slice(0, 5) } },
        ),
        called(
          { index: 1, function: { arguments: other.slice(5) } },
          { index: 0, function: { arguments: written.slice(30) } },
        ),
      ],
    });
    expect(cards).toEqual([card, { tool: 'toline', title: '转线稿', params: { lineWidth: 3 }, note: '' }]);
  });

  it('keeps the words that were said beside it', async () => {
    const { parts, cards } = await offered({
      text: '填好了。',
      deltas: [called({ function: { name: 'fill_form', arguments: call } })],
    });
    expect(textOf(parts)).toBe('填好了。');
    expect(cards).toHaveLength(1);
  });

  it('takes over what the tool knows and takes, and tells the rest', async () => {
    const params = {
      atmosphere: '黄昏',
      cnStrength: 7,
      quality: '8K',
      upload_img: 'x',
      pub: true,
      magic: 1,
      num: 2,
      lock: 'true',
      seed: 5,
    };
    const { cards } = await offered({
      deltas: [called({ function: { name: 'fill_form', arguments: { ...call, params } } })],
    });
    expect(cards[0]?.params).toEqual({ atmosphere: 'dusk', num: 2, lock: true });
    expect(cards[0]?.note).toBe('按傍晚的酒店填写 没有填上：结构相似度、清晰度、底图、公开到“发现”、magic、种子。');
  });

  it.each<[string, object]>([
    ['JSON that breaks off', { name: 'fill_form', arguments: '{"tool":"toline","par' }],
    ['a tool that there is not', { name: 'fill_form', arguments: { tool: 'rm', params: { lineWidth: 2 } } }],
    ['nothing that the tool takes', { name: 'fill_form', arguments: { tool: 'toline', params: { lineWidth: 99 } } }],
    ['another function', { name: 'start_task', arguments: { tool: 'toline', params: { lineWidth: 2 } } }],
    ['names of the prototype', { name: 'fill_form', arguments: { tool: 'constructor', params: { __proto__: 1 } } }],
  ])('is none with %s, and the words stay', async (_what, piece) => {
    const deltas = [called({ index: 0, function: piece })];
    const { parts, cards } = await offered({ text: '我来填。', deltas });
    expect(cards).toEqual([]);
    expect(textOf(parts)).toBe('我来填。');
    await expect(offered({ deltas })).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
