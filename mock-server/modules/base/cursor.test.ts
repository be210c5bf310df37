import { expect, it } from 'vitest';
import { type Position, pageOf } from './cursor.ts';

const rows = [9, 9, 7, 7, 7, 3].map((score, place) => ({ score, id: `row_${9 - place}` }));
const named = { ids: 'words', refusal: 'works.bad_cursor' } as const;
const numbered = { ids: 'numbers', refusal: 'ticket.bad_cursor' } as const;
const encode = (text: string) => Buffer.from(text).toString('base64url');

/** Reads the rows as a repository does: by score and then id, the highest first. */
async function walk(size: number): Promise<Array<Array<{ score: number; id: string }>>> {
  const pages = [];
  let cursor: string | undefined;
  do {
    const page = await pageOf(
      { cursor, size },
      named,
      async ({ after, limit }) => {
        const isAfter = (row: Position) =>
          !after || row.score < after.score || (row.score === after.score && row.id < after.id);
        return rows.filter(isAfter).slice(0, limit);
      },
      (row) => row,
    );
    pages.push(page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

it.each([1, 2, 3, 5, 6, 7])('pages of %i hold every row once, in order, those of one score too', async (size) => {
  const pages = await walk(size);
  expect(pages.flat()).toEqual(rows);
  expect(pages).toHaveLength(Math.ceil(rows.length / size));
});

it('a position comes back as it went', async () => {
  const position = { score: 1_795_000_000_000, id: 'task_k3v9' };
  const { nextCursor } = await pageOf(
    { size: 1 },
    named,
    async () => [position, position],
    (row) => row,
  );
  let seen: Position | undefined;
  const read = async ({ after }: { after: Position | undefined }) => {
    seen = after;
    return [];
  };
  await pageOf({ cursor: nextCursor ?? '', size: 1 }, named, read, () => position);
  expect(seen).toEqual(position);
});

it.each(['', 'nonsense', '%00', '../..', encode("1 ' OR 1"), encode('x task_1'), encode('-1 task_1'), encode('1 a b')])(
  'the cursor %j is refused and nothing is read',
  async (cursor) => {
    const read = () => Promise.reject(new Error('was read'));
    await expect(pageOf({ cursor, size: 1 }, named, read, () => ({ score: 1, id: '' }))).rejects.toMatchObject({
      reason: 'works.bad_cursor',
    });
  },
);

it('a list with numbers takes no words', async () => {
  const read = async () => [];
  const page = (cursor: string) => pageOf({ cursor, size: 1 }, numbered, read, () => ({ score: 1, id: 1 }));
  await expect(page(encode('1 task_1'))).rejects.toMatchObject({ reason: 'ticket.bad_cursor' });
  await expect(page(encode('1 12'))).resolves.toEqual({ rows: [], nextCursor: null });
});
