import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { offlineModelId } from '#shared/domain/chat';
import type { AccountFacts } from '../port.ts';
import { createOfflineAssistant } from './offline-assistant.ts';

/**
 * Questions as designers type them, each with the entries that answer it. The assistant was tuned on `tuned` alone;
 * `held` was asked when that was over (34 of 40 then). `outside` is beside its field.
 */
const Questions = z.object({
  tuned: z.array(z.tuple([z.string()], z.string())),
  held: z.array(z.tuple([z.string()], z.string())),
  outside: z.array(z.string()),
});
const questions = Questions.parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'questions.json'), 'utf8')));

const assistant = createOfflineAssistant({ clock: { now: () => 0 } });
const facts = new Proxy({} as AccountFacts, { get: () => () => Promise.resolve([]) });

async function ask(text: string) {
  const entryIds: string[] = [];
  let said = '';
  const turns = [{ role: 'user' as const, text, pictures: [] }];
  const { signal } = new AbortController();
  const request = { model: offlineModelId, turns, isDeep: false, continued: '', facts, signal };
  for await (const part of assistant.answer(request)) {
    if (part.type === 'text') said += part.text;
    if (part.type === 'sources') entryIds.push(...part.sources.flatMap(({ entryId }) => entryId ?? []));
  }
  return { said, entryIds };
}

describe('questions of designers', () => {
  beforeAll(async () => {
    const wanted = [...questions.tuned, ...questions.held].flatMap(([, ...ids]) => ids);
    const found = await Promise.all(wanted.map((id) => assistant.find(id)));
    expect(wanted.filter((_, at) => !found[at])).toEqual([]);
  });

  it('find the right entry among the first three', async () => {
    const all = [...questions.tuned, ...questions.held];
    expect(all).toHaveLength(120);
    const missed: string[] = [];
    for (const [question, ...wanted] of all) {
      const { entryIds } = await ask(question);
      if (!entryIds.slice(0, 3).some((id) => wanted.includes(id))) missed.push(question);
    }
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(12);
  });

  it('beside its field are not answered', async () => {
    expect(questions.outside).toHaveLength(40);
    const answered: string[] = [];
    for (const question of questions.outside)
      if (!(await ask(question)).said.startsWith('这个我不知道')) answered.push(question);
    expect(answered.length, answered.join('\n')).toBeLessThanOrEqual(4);
  });
});
