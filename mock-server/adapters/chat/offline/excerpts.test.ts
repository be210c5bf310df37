import { expect, it, vi } from 'vitest';
import { ChatFault, type Embedder } from '../port.ts';
import { createOfflineAssistant } from './offline-assistant.ts';

const clock = { now: () => 0 };

const never = new AbortController().signal;
const wordsOnly = createOfflineAssistant({ clock });

/** Vectors in which texts are near that share characters; rare ones count as much as common ones. */
function characters(): Embedder & { asked: number } {
  const embedder = {
    asked: 0,
    async embed(texts: readonly string[]) {
      embedder.asked += 1;
      return texts.map((text) => {
        const vector = new Float32Array(4096);
        for (const sign of text) vector[(sign.codePointAt(0) ?? 0) % 4096] = 1;
        const length = Math.hypot(...vector) || 1;
        return vector.map((value) => value / length);
      });
    },
  };
  return embedder;
}

it('gives a model the entries that fit its question, and none for what is not in the knowledge base', async () => {
  const { excerptsFor } = wordsOnly;
  const found = await excerptsFor('水磨石地面怎么描述', never);
  expect(found[0]?.source).toMatchObject({ title: expect.stringContaining('水磨石'), entryId: expect.any(String) });
  expect(found[0]?.text.length).toBeGreaterThan(50);
  expect(found.length).toBeLessThanOrEqual(3);
  expect(await excerptsFor('明天股票会涨吗', never)).toEqual([]);
});

it('also finds by meaning once the vectors of the entries are there', async () => {
  const embedder = characters();
  const { excerptsFor } = createOfflineAssistant({ clock, embedder });
  const byWords = await wordsOnly.excerptsFor('磨石子', never);
  expect(await excerptsFor('磨石子', never)).toEqual(byWords);
  const askedSoFar = async () => {
    await excerptsFor('磨石子', never);
    return embedder.asked;
  };
  // The entries once, then a question each.
  await expect.poll(askedSoFar).toBeGreaterThan(1);
  const terrazzo = await wordsOnly.find(byWords[0]?.source.entryId ?? '');
  const same = await excerptsFor(`${terrazzo?.title}${terrazzo?.text}`.slice(0, 200), never);
  expect(same.map(({ source }) => source.entryId)).toContain(terrazzo?.id);
});

it('goes by words where the service of vectors fails, and asks it again', async () => {
  const embed = vi.fn<Embedder['embed']>().mockRejectedValue(new ChatFault('unavailable', 'down'));
  const { excerptsFor } = createOfflineAssistant({ clock, embedder: { embed } });
  const byWords = await wordsOnly.excerptsFor('水磨石', never);
  expect(byWords.length).toBeGreaterThan(0);
  for (const times of [1, 2]) {
    expect(await excerptsFor('水磨石', never)).toEqual(byWords);
    expect(embed).toHaveBeenCalledTimes(times);
  }
});
