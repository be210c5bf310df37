import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  askFake,
  type ConnectionChanges,
  connectChatModels,
  type FakeChatModels,
  faultOf,
} from '../../../../tests/support/chat-models.ts';
import { type ChatScript, startFakeChatModels } from '../../../../tests/support/fake-chat-models.ts';
import { requestOf, textOf } from '../conformance.ts';
import type { ChatPart } from '../port.ts';

describe('a streamed answer', () => {
  let fake: FakeChatModels;
  beforeEach(async () => {
    fake = await startFakeChatModels();
  });
  afterEach(() => fake.close());

  const ask = (script: ChatScript, changes?: ConnectionChanges) => askFake(fake, script, changes);
  const reasoningOf = (parts: ChatPart[]) => parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');
  const text = '混凝土🏠与木格栅，$V=abh$，“清水”→原色。';

  it.each<[string, ChatScript]>([
    ['one byte at a time', { writes: 1 }],
    ['cut inside characters', { writes: 5, step: 1 }],
    ['lines ended as on Windows', { newline: '\r\n', writes: 3 }],
    ['lines ended as on old Macs', { newline: '\r' }],
    ['comments in between', { hasComments: true, writes: 7 }],
    ['odd chunks', { isOdd: true }],
    ['no [DONE]', { hasDone: false }],
    ['no [DONE] and no count', { hasDone: false, hasUsage: false }],
    ['no last empty line', { isLastLineOpen: true }],
    ['one JSON and no stream', { isPlain: true }],
    ['a name for its end that nobody knows', { finish: 'eos_token' }],
  ])('is understood with %s', async (_what, script) => {
    const parts = await ask({ text, ...script }).parts;
    expect(textOf(parts)).toBe(text);
    const usage = { type: 'usage', usage: { prompt: 11, completion: text.length } };
    expect(parts.slice(-2)).toEqual(
      script.hasUsage === false
        ? [expect.anything(), { type: 'end', why: 'stop' }]
        : [usage, { type: 'end', why: 'stop' }],
    );
  });

  it.each<[string, ChatScript]>([
    ['in reasoning_content', { reasoningIn: 'reasoning_content' }],
    ['in reasoning', { reasoningIn: 'reasoning', isOdd: true }],
    ['in tags', { reasoningIn: 'tags', step: 1 }],
    ['in tags in one piece', { reasoningIn: 'tags', step: 1000 }],
    ['in one JSON', { reasoningIn: 'reasoning', isPlain: true }],
    ['in tags in one JSON', { reasoningIn: 'tags', isPlain: true }],
  ])('thinks %s, apart from the answer', async (_where, script) => {
    const reasoning = '先想 a < b 与 </thin 再说';
    const parts = await ask({ text: `<b>${text}</b> 里的 <think> 是字`, reasoning, ...script }).parts;
    expect(reasoningOf(parts).trim()).toBe(reasoning);
    expect(textOf(parts)).toBe(`<b>${text}</b> 里的 <think> 是字`);
  });

  it.each<[string, ChatScript, string]>([
    ['length', { finish: 'length' }, 'length'],
    ['content_filter', { finish: 'content_filter' }, 'filter'],
  ])('ends with %s as it says', async (_why, script, why) => {
    expect((await ask({ text, ...script }).parts).at(-1)).toEqual({ type: 'end', why });
  });

  it.each<[string, ChatScript]>([
    ['neither [DONE] nor an end', { breaks: 'end', after: 5 }],
    ['[DONE] without an end', { finish: null }],
    ['a socket that is cut', { breaks: 'cut', after: 5 }],
    ['an error in the stream', { breaks: { event: { error: { message: 'overloaded', code: 503 } } }, after: 5 }],
    ['an error that is a text', { breaks: { event: { error: 'overloaded' } }, after: 5 }],
    ['half a message', { breaks: { event: '{"choices":[{' }, after: 5 }],
    ['silence', { breaks: 'silence', after: 5 }],
    ['an end for want of machines', { finish: 'insufficient_system_resource' }],
  ])('that breaks off with %s is an interruption and is not asked again', async (_what, script) => {
    const parts: ChatPart[] = [];
    fake.next({ text, ...script });
    const { adapter } = connectChatModels(fake, { patience: { pause: 200, retry: 1 } });
    const answer = (async () => {
      for await (const part of adapter.answer(requestOf('deepseek-chat', '你好'))) parts.push(part);
    })();
    expect(await faultOf(answer)).toBe('interrupted');
    expect(textOf(parts)).not.toBe('');
    expect(parts.some(({ type }) => type === 'end')).toBe(false);
    expect(fake.asked).toHaveLength(1);
  });

  it('waits no minute for [DONE] once the model has ended, and takes an end that is cut off behind it', async () => {
    const count = text.length / 3 + 2;
    const parts = await ask(
      { text, hasUsage: false, breaks: 'silence', after: Math.ceil(count) },
      { patience: { pause: 150 } },
    ).parts;
    expect(textOf(parts)).toBe(text);
    expect(parts.at(-1)).toEqual({ type: 'end', why: 'stop' });
    expect(textOf(await ask({ text, hasUsage: false, breaks: 'cut', after: Math.ceil(count) }).parts)).toBe(text);
  });
});
