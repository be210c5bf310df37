import { afterEach, expect, it } from 'vitest';
import { type FakeTraits, startFakeChatModels } from '../../../../tests/support/fake-chat-models.ts';
import { realTimers } from '../../../timers.ts';
import { createEmbedder } from './embedder.ts';

let close: () => Promise<void> = async () => undefined;
afterEach(() => close());

async function setUp(traits: FakeTraits = {}, apiKey?: string) {
  const fake = await startFakeChatModels(traits);
  close = fake.close;
  const warnings: string[] = [];
  const log = { warn: (fact: object, sentence: string) => void warnings.push(`${sentence} ${JSON.stringify(fact)}`) };
  const settings = { baseUrl: fake.baseUrl, apiKey: apiKey ?? fake.key, model: 'text-embedding-v4' };
  return { fake, warnings, embedder: createEmbedder(settings, { log, timers: realTimers, patience: { retry: 1 } }) };
}

const never = new AbortController().signal;

it('gives each text its own vector of unit length, in as many requests as it takes', async () => {
  const { fake, embedder } = await setUp();
  const texts = Array.from(
    { length: 33 },
    (_, place) => `${String.fromCodePoint(0x4e00 + place)}${'字'.repeat(place)}`,
  );
  const vectors = await embedder.embed(texts, never);
  expect(vectors).toHaveLength(33);
  for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  expect(fake.asked.map(({ body }) => body.input?.length)).toEqual([10, 10, 10, 3]);
  expect(fake.asked[0]?.body).toMatchObject({ model: 'text-embedding-v4', encoding_format: 'float' });
  const [alone] = await embedder.embed([texts[20] ?? ''], never);
  expect(alone).toEqual(vectors[20]);
  expect(await embedder.embed([], never)).toEqual([]);
});

it('refuses vectors of several lengths, within a request and later', async () => {
  const { embedder, warnings } = await setUp({ dimension: (text) => text.length });
  await expect(embedder.embed(['一二三', '一二'], never)).rejects.toMatchObject({ kind: 'unavailable' });
  const { embedder: other } = await setUp({ dimension: (text) => text.length });
  await other.embed(['一二三'], never);
  await expect(other.embed(['一二'], never)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(warnings).toHaveLength(1);
});

it('tells the operator of a key that is not taken, and goes when its asker goes', async () => {
  const { embedder, warnings } = await setUp({}, 'wrong');
  await expect(embedder.embed(['一'], never)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(warnings).toEqual([expect.stringMatching(/CHAT_API_KEY/)]);
  const reason = new Error('gone');
  await expect(embedder.embed(['一'], AbortSignal.abort(reason))).rejects.toBe(reason);
});
