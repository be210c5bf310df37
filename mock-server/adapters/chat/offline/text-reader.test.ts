import { afterEach, expect, it } from 'vitest';
import { createTextReader, type TextReader } from './text-reader.ts';

const never = new AbortController().signal;
let reader: TextReader;
afterEach(() => reader.close());

/** Entry module that behaves like the reading thread, but never answers the question 读不完. */
const endless = new URL('../../../../tests/support/endless-reading.ts', import.meta.url);

it('gives up a question that takes too long, and reads the next one in a fresh thread', async () => {
  reader = createTextReader(endless, 50);
  expect(await reader.sectionsOf(['读不完'], [], never)).toBeUndefined();
  expect(await reader.entriesFor('读不完', never)).toEqual([]);
  expect(await reader.sectionsOf(['好读'], [], never)).toEqual([{ head: '好读', reply: { blocks: ['读完了'] } }]);
});

it('lets go of who has gone before their turn', async () => {
  reader = createTextReader(endless);
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(reader.sectionsOf(['好读'], [], gone)).rejects.toThrow('gone');
});
