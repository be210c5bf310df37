import { describe, expect, it } from 'vitest';
import { offlineModelId } from '#shared/domain/chat';
import type { AccountFacts, ChatPart, ChatRequest } from '../port.ts';
import { createOfflineAssistant } from './offline-assistant.ts';

const assistant = createOfflineAssistant();

const facts: AccountFacts = {
  tickets: async () => ({ normal: 0, live: 0, gpt: 0 }),
  membership: async () => null,
  tasks: async () => [],
  orders: async () => [],
};

async function ask(questions: string | readonly string[], more: Partial<ChatRequest> = {}) {
  const turns = [questions].flat().flatMap((text) => [
    { role: 'user' as const, text, pictures: [] },
    { role: 'assistant' as const, text: '…', pictures: [] },
  ]);
  const request: ChatRequest = {
    model: offlineModelId,
    turns: turns.slice(0, -1),
    isDeep: false,
    continued: '',
    facts,
    signal: new AbortController().signal,
    ...more,
  };
  const parts: ChatPart[] = [];
  for await (const part of assistant.answer(request)) parts.push(part);
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const sources = parts.flatMap((part) => (part.type === 'sources' ? part.sources : []));
  return { parts, text, sources, entryIds: sources.flatMap(({ entryId }) => entryId ?? []) };
}

describe('the offline assistant', () => {
  it('is one free model that says what it is', () => {
    expect(assistant.models()).toEqual([
      expect.objectContaining({ id: offlineModelId, isOffline: true, isPriced: false, canSeePictures: false }),
    ]);
    expect(assistant.models()[0]?.note).toContain('没有语言模型');
  });

  it('answers from an entry that it names, with the pages that help, and ends once', async () => {
    const { parts, text, sources, entryIds } = await ask('水磨石地面怎么写才像');
    expect(text).toContain('骨料');
    expect(entryIds[0]).toBe('material-terrazzo');
    expect(sources.some(({ to }) => to === '/materialChange')).toBe(true);
    expect(parts.filter(({ type }) => type === 'end')).toEqual([{ type: 'end', why: 'stop' }]);
    expect(parts.at(-1)?.type).toBe('end');
    expect((await assistant.find('material-terrazzo'))?.title).toBe('水磨石');
    expect(await assistant.find('material-nothing')).toBeUndefined();
  });

  it('says that it does not know what it does not hold, and what it can', async () => {
    const { text, sources } = await ask('红烧肉要炖多久才烂');
    expect(text).toMatch(/^这个我不知道/);
    expect(text).toContain('券');
    expect(sources).toEqual([]);
  });

  it('reads a short question together with the one before', async () => {
    expect((await ask(['水磨石怎么写', '那分格条呢'])).entryIds[0]).toBe('material-terrazzo');
    expect((await ask(['水磨石怎么写', '那红烧肉呢'])).text).toMatch(/^这个我不知道/);
  });

  it('answers two questions in two sections', async () => {
    const { text, entryIds } = await ask('青砖墙怎么描述？微水泥为什么显脏？');
    expect(text.match(/^### .+$/gm)).toEqual(['### 青砖墙怎么描述', '### 微水泥为什么显脏']);
    expect(entryIds).toEqual(expect.arrayContaining(['material-grey-brick', 'material-micro-cement']));
  });

  it('says the same to the same question, and goes on where it broke off', async () => {
    const whole = (await ask('耐候钢用在哪里')).text;
    expect((await ask('耐候钢用在哪里')).text).toBe(whole);
    const continued = whole.slice(0, 40);
    expect(continued + (await ask('耐候钢用在哪里', { continued })).text).toBe(whole);
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    await expect(ask('青砖', { signal: stop.signal })).rejects.toThrow('stopped');
  });

  it('greets, thanks and says of itself what is true', async () => {
    for (const said of [
      '你好',
      '你好呀！',
      '谢谢',
      '你是谁？',
      '你能做什么',
      '你用的什么模型',
      '你是不是deepseek',
      '好的',
    ]) {
      const { text, entryIds } = await ask(said);
      expect(text, said).not.toMatch(/不知道/);
      expect(text.length, said).toBeLessThan(260);
      expect(entryIds, said).toEqual([]);
    }
    expect((await ask('你用的什么模型')).text).toContain('没有用语言模型');
  });
});
