import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createRunNotes } from './notes.ts';

it('of writes of a note at once, as of a run that was detached and goes on, none fails and the last one stays', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'run-notes-'));
  const notes = createRunNotes(root);
  await notes.begin('run');
  const noteOf = (sentAt: number) => ({ parts: { 0: { sentAt } } });
  await Promise.all(Array.from({ length: 20 }, (_, sentAt) => notes.write('run', noteOf(sentAt))));
  expect((await notes.read('run'))?.parts[0]?.sentAt).toBe(19);
  await rm(root, { recursive: true });
});
