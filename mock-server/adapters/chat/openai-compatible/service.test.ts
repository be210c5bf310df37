import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerLimit } from '#shared/domain/chat';
import { minute } from '#shared/domain/time';
import {
  askFake,
  type ConnectionChanges,
  connectChatModels,
  type FakeChatModels,
  faultOf,
} from '../../../../tests/support/chat-models.ts';
import { type ChatScript, startFakeChatModels } from '../../../../tests/support/fake-chat-models.ts';
import { createTestTimers } from '../../../../tests/support/server-chat.ts';
import { partsOf, requestOf, textOf } from '../conformance.ts';
import type { ChatFaultKind, ChatPart } from '../port.ts';

describe('a service', () => {
  let fake: FakeChatModels;
  beforeEach(async () => {
    fake = await startFakeChatModels();
  });
  afterEach(() => fake.close());

  const ask = (script: ChatScript, changes?: ConnectionChanges) => askFake(fake, script, changes);
  const text = '混凝土🏠与木格栅，$V=abh$，“清水”→原色。';

  it.each<[string, ChatScript, ChatFaultKind, RegExp]>([
    [
      '401',
      { status: 401, body: '{"error":{"message":"bad key sk-fake-0123456789abcdef"}}' },
      'unavailable',
      /CHAT_API_KEY.*401/,
    ],
    ['403 in HTML', { status: 403, body: '<html><h1>Forbidden</h1></html>' }, 'unavailable', /CHAT_API_KEY.*Forbidden/],
    ['404', { status: 404, body: '{"error":"model not found"}' }, 'unavailable', /CHAT_BASE_URL、CHAT_MODELS/],
    [
      'a redirect',
      { status: 307, headers: { location: 'http://127.0.0.1:1/v1' } },
      'unavailable',
      /CHAT_BASE_URL.*307/,
    ],
    ['402', { status: 402, body: '{"error":{"message":"Insufficient Balance"}}' }, 'limit', /402/],
    ['429', { status: 429, body: '' }, 'limit', /429/],
    ['429 for an hour', { status: 429, headers: { 'retry-after': '3600' }, body: '{}' }, 'limit', /429/],
    [
      '429 and no retry',
      { status: 429, headers: { 'retry-after-ms': '1', 'x-should-retry': 'false' }, body: '{}' },
      'limit',
      /429/,
    ],
    [
      '400 for its length',
      {
        status: 400,
        body: '{"error":{"message":"This model\'s maximum context length is 8192 tokens.","code":"context_length_exceeded"}}',
      },
      'context',
      /400/,
    ],
    [
      '400 for its length, Qwen',
      { status: 400, body: '{"error":{"message":"Range of input length should be [1, 30720]"}}' },
      'context',
      /400/,
    ],
    ['413', { status: 413, body: '<html>' }, 'context', /413/],
    [
      '400 for its content, DeepSeek',
      { status: 400, body: '{"error":{"message":"Content Exists Risk","code":"invalid_request_error"}}' },
      'refused',
      /400/,
    ],
    [
      '400 for its content, Qwen',
      {
        status: 400,
        body: '{"error":{"code":"data_inspection_failed","message":"Input data may contain inappropriate content."}}',
      },
      'refused',
      /400/,
    ],
    ['400 for a debt', { status: 400, body: '{"code":"Arrearage","message":"Access denied"}' }, 'limit', /400/],
    ['400 for anything else', { status: 400, body: '[1,2' }, 'unavailable', /400/],
    ['400 with ten megabytes', { status: 400, body: 'x'.repeat(10_000_000) }, 'unavailable', /400/],
    ['422', { status: 422, body: '{"detail":[{"msg":"field required"}]}' }, 'unavailable', /422/],
    [
      'an error in place of an answer',
      { raw: 'data: {"error":{"code":400,"message":"prompt is too long"}}\n\n' },
      'context',
      /prompt is too long/,
    ],
    ['HTML in place of an answer', { raw: '<html>Sign in to the hotel</html>' }, 'unavailable', /JSON/],
    ['an answer without a word', { text: '' }, 'unavailable', /without an answer/],
    ['an answer that was filtered whole', { text: '', finish: 'content_filter' }, 'refused', /filtered/],
  ])('that answers with %s is told from others, once', async (_what, script, kind, log) => {
    const { parts, warnings } = ask(script);
    expect(await faultOf(parts)).toBe(kind);
    expect(fake.asked).toHaveLength(1);
    expect(warnings).toEqual([expect.stringMatching(log)]);
    expect(warnings[0]?.length).toBeLessThan(600);
    expect(warnings.join()).not.toContain(fake.key);
  });

  it.each<[string, ChatScript]>([
    ['500', { status: 500, body: '<h1>oops</h1>' }],
    ['503', { status: 503, headers: { 'retry-after': '0' }, body: '' }],
    ['a socket that is cut', { never: 'cut' }],
    ['a stream that is cut before a word', { breaks: 'cut', after: 0 }],
    ['a stream that ends before a word', { breaks: 'end', after: 1 }],
    ['429 for a moment', { status: 429, headers: { 'retry-after-ms': '5' }, body: '{}' }],
    ['429 for a second at most', { status: 429, headers: { 'retry-after': new Date(0).toUTCString() }, body: '{}' }],
  ])('that fails with %s is asked once more, and no third time', async (_what, script) => {
    fake.next(script);
    expect(textOf(await ask({ ...script }, {}).parts.catch(() => []))).toBe('');
    expect(fake.asked).toHaveLength(2);
    fake.next(script, { text });
    expect(textOf(await partsOf(connectChatModels(fake).adapter.answer(requestOf('deepseek-chat', '你好'))))).toBe(
      text,
    );
    expect(fake.asked).toHaveLength(4);
  });

  it('that cannot be reached is unavailable, and the log says why', async () => {
    const { parts, warnings } = ask({}, { baseUrl: 'http://127.0.0.1:1/v1' });
    expect(await faultOf(parts)).toBe('unavailable');
    expect(warnings[0]).toMatch(/ECONNREFUSED|bad port/);
  });

  it('that never answers is given up, and its socket with it', async () => {
    const timers = createTestTimers();
    const { parts } = ask({ never: 'silence' }, { timers });
    const hangUp = fake.hangUp();
    await expect.poll(() => fake.asked.length).toBe(1);
    timers.pass(10 * minute);
    expect(await faultOf(parts)).toBe('waited');
    await hangUp;
    expect(fake.asked).toHaveLength(1);
  });

  it('that sends nothing but comments is waited for as long as the setting says, and no longer', async () => {
    const timers = createTestTimers();
    const { parts, warnings } = ask(
      { text, breaks: 'comments', after: 1 },
      { timers, patience: { first: 5 * minute } },
    );
    let isOver = false;
    void faultOf(parts).then(() => (isOver = true));
    await expect.poll(() => fake.asked.length).toBe(1);
    timers.pass(5 * minute - 1);
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    timers.pass(1);
    expect(await faultOf(parts)).toBe('waited');
    expect(warnings).toEqual([expect.stringMatching(/no content within 300000 ms/)]);
  });

  it('that has begun may pause for a minute between two pieces, whatever comments it sends', async () => {
    const timers = createTestTimers();
    fake.next({ text, breaks: 'comments', after: 4 });
    const { adapter } = connectChatModels(fake, { timers });
    const answer = adapter.answer(requestOf('deepseek-chat', '你好'))[Symbol.asyncIterator]();
    let said = '';
    for (const wanted = text.slice(0, 9); said !== wanted; ) {
      const { value } = await answer.next();
      said += textOf([value as ChatPart]);
      // Each piece of content restarts the pause timeout of one minute.
      if (said !== wanted) timers.pass(59_999);
    }
    const broken = faultOf(answer.next());
    await new Promise(setImmediate);
    timers.pass(60_000);
    expect(await broken).toBe('interrupted');
  });

  it.each<[string, ChatScript]>([
    ['ends before a byte', { raw: '' }],
    ['ends before a word', { breaks: 'end', after: 1 }],
    ['says [DONE] before a word', { raw: 'data: [DONE]\n\n' }],
    ['is cut before a word', { breaks: 'cut', after: 0 }],
  ])('whose stream %s twice has interrupted its answer', async (_what, script) => {
    fake.next(script);
    expect(await faultOf(ask(script).parts)).toBe('interrupted');
    expect(fake.asked).toHaveLength(2);
  });

  it('loses its socket when its asker goes', async () => {
    const { adapter } = connectChatModels(fake);
    fake.next({ text, breaks: 'silence', after: 4 });
    const controller = new AbortController();
    const answer = adapter
      .answer(requestOf('deepseek-chat', '你好', { signal: controller.signal }))
      [Symbol.asyncIterator]();
    await answer.next();
    const hangUp = fake.hangUp();
    controller.abort();
    await hangUp;
    await expect(
      (async () => {
        while (!(await answer.next()).done);
      })(),
    ).rejects.toBe(controller.signal.reason);
  });

  it('is let go of when the reader leaves and when the adapter closes', async () => {
    const { adapter, warnings } = connectChatModels(fake);
    fake.always({ text, breaks: 'silence', after: 4 });
    let hangUp = fake.hangUp();
    for await (const part of adapter.answer(requestOf('deepseek-chat', '你好'))) if (part) break;
    await hangUp;
    hangUp = fake.hangUp();
    const answer = partsOf(adapter.answer(requestOf('deepseek-chat', '你好')));
    await expect.poll(() => fake.asked.length).toBe(2);
    await Promise.all([adapter.close(), expect(answer).rejects.toThrow('closed'), hangUp]);
    expect(warnings).toEqual([]);
  });

  it('may send a line of two megabytes in small pieces, and no more than an answer may have', async () => {
    const long = '长'.repeat(150_000);
    const line = `data: ${JSON.stringify({ choices: [{ delta: { content: long }, finish_reason: 'stop' }], padding: 'x'.repeat(1_800_000) })}\n\n`;
    expect(textOf(await ask({ raw: line, writes: 512 }).parts)).toBe(long);

    const { parts } = ask({ text: '长'.repeat(answerLimit + 1), step: 50_000 });
    expect(await faultOf(parts)).toBe('interrupted');
    const broken = ask({ raw: `data: ${'x'.repeat(9_000_000)}` });
    expect(await faultOf(broken.parts)).toBe('unavailable');
  });

  it('that does not know the count of tokens or tools is asked without them from then on', async () => {
    const strict = await startFakeChatModels({
      refuses: (body) =>
        body.stream_options
          ? 'Unrecognized request argument supplied: stream_options'
          : body.tools
            ? 'registry.ollama.ai/library/gemma does not support tools'
            : undefined,
    });
    const { adapter, warnings } = connectChatModels(strict);
    strict.always({ text });
    for (const times of [3, 4]) {
      expect(textOf(await partsOf(adapter.answer(requestOf('deepseek-chat', '你好'))))).toBe(text);
      expect(strict.asked).toHaveLength(times);
    }
    expect(warnings).toHaveLength(2);
    await strict.close();
  });

  it('is asked over the same connection again, as a new one costs a handshake', async () => {
    const { adapter } = connectChatModels(fake);
    fake.always({ text, writes: 20 });
    for (let times = 0; times < 6; times++)
      expect(textOf(await partsOf(adapter.answer(requestOf('deepseek-chat', '你好'))))).toBe(text);
    expect(fake.connections()).toBeLessThan(4);
  });

  it('that refuses the key is asked once', async () => {
    const { adapter, warnings } = connectChatModels(fake, { apiKey: 'wrong' });
    expect(await faultOf(partsOf(adapter.answer(requestOf('deepseek-chat', '你好'))))).toBe('unavailable');
    expect(warnings).toEqual([expect.stringMatching(/CHAT_API_KEY/)]);
  });
});
