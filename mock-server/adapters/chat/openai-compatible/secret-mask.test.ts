import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askFake, type FakeChatModels, faultOf } from '../../../../tests/support/chat-models.ts';
import { type ChatScript, startFakeChatModels } from '../../../../tests/support/fake-chat-models.ts';
import { createSecretMask } from './secret-mask.ts';

const key = 'sk-fake-0123456789abcdef';
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Encodings in which a service may echo the key: `[name, text]`. */
const echoes: [string, string][] = [
  ['as it is', `你的密钥是 ${key}，请保管`],
  ['a part of it', `密钥 ${key.slice(0, 14)}… 无效`],
  ['twice', `${key}${key}`],
  ['in base64', base64(key)],
  ['in base64 behind one byte', base64(`"${key}"`)],
  ['in base64 within a header', base64(`Authorization: Bearer ${key}\r\n`)],
  ['in base64 for addresses', Buffer.from(`a?>${key}`).toString('base64url')],
  ['in hexadecimal', Buffer.from(key).toString('hex')],
];

/** True when the text, as it is or decoded, contains 12 consecutive characters of the key. */
function shows(text: string): boolean {
  const decoded = [0, 1, 2, 3].map((from) => Buffer.from(text.slice(from), 'base64').toString('latin1'));
  return [text, ...decoded, Buffer.from(text, 'hex').toString('latin1')].some((read) =>
    [...key.slice(11)].some((_, at) => read.includes(key.slice(at, at + 12))),
  );
}

describe('a key that is said back', () => {
  it.each(echoes)('%s is masked in a text and in all its pieces', (_how, text) => {
    const mask = createSecretMask(key);
    expect(shows(mask.whole(text))).toBe(false);
    for (const size of [1, 2, 5, 11, 12, 13]) {
      const take = mask.pieces();
      let shown = '';
      for (let at = 0; at < text.length; at += size) shown += take(text.slice(at, at + size));
      expect(shown + take('', true)).toBe(mask.whole(text));
    }
  });

  it('leaves other words as they are, and takes time by the length of the text', () => {
    const mask = createSecretMask(key);
    const text = `sk-fake 与 sk-fake-01 不是密钥${'s'.repeat(65_536)}${'sk-fake-012'.repeat(5_000)}`;
    expect(mask.whole(text)).toBe(text);
    expect(createSecretMask('ollama').whole('ollama')).toBe('ollama');
    expect(mask.within({ [key]: [key, 3, { note: key }] })).toEqual({ '***': ['***', 3, { note: '***' }] });
  });
});

describe('an answer in which the service says the key back', () => {
  let fake: FakeChatModels;
  beforeEach(async () => {
    fake = await startFakeChatModels();
  });
  afterEach(() => fake.close());

  const ways: [string, (echo: string) => ChatScript][] = [
    ['text', (text) => ({ text, step: 5 })],
    ['thoughts', (reasoning) => ({ text: '好', reasoning, step: 5 })],
    ['thoughts in tags', (reasoning) => ({ text: '好', reasoning, reasoningIn: 'tags', step: 5 })],
    ['one JSON', (text) => ({ text, isPlain: true })],
    [
      'a form',
      (note) => {
        const written = JSON.stringify({ tool: 'architecturalRender', params: { promptTxt: note }, note });
        const call = { index: 0, function: { name: 'fill_form', arguments: written } };
        return { text: '', finish: 'tool_calls', deltas: [{ tool_calls: [call] }] };
      },
    ],
    ['a refusal', (message) => ({ status: 400, body: JSON.stringify({ error: { message } }) })],
    ['a long refusal', (echo) => ({ status: 400, body: `${'x'.repeat(290)}${echo}` })],
    [
      'an error in the stream',
      (message) => ({ breaks: { event: { error: { message } } }, after: 3, text: '好'.repeat(9) }),
    ],
    ['a name of its end', (finish) => ({ text: '', finish })],
    ['nonsense', (echo) => ({ raw: `data: {${echo}\n\n` })],
  ];
  it.each(ways)('as %s shows it neither to its asker nor in the log', async (_where, script) => {
    for (const [how, echo] of echoes) {
      const { parts, warnings } = askFake(fake, script(echo));
      const said = await parts.catch(async (error: Error) => [error.message, error.cause ?? '', await faultOf(parts)]);
      const texts = said.map((part) => (part instanceof Object && 'text' in part ? part.text : JSON.stringify(part)));
      expect([how, shows(texts.join('')), shows(warnings.join(''))]).toEqual([how, false, false]);
    }
  });
});
