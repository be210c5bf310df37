import { type ErrorReason, ProductError } from '#shared/errors';

/** Start of a page of a list: after the row with this score and id. Scores are whole and not negative. */
export interface Position {
  score: number;
  id: string | number;
}

/** Window for a repository: rows after `after` from the highest score down, one more than the page has. */
export interface PageWindow {
  after: Position | undefined;
  limit: number;
}

const anyId = /^\w{1,64}$/;
const numbers = /^\d{1,15}$/;

function writeCursor({ score, id }: Position): string {
  return Buffer.from(`${score} ${id}`).toString('base64url');
}

function readCursor(cursor: string, ids: 'words' | 'numbers'): Position | undefined {
  const [score = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (rest.length > 0 || !numbers.test(score) || !(ids === 'words' ? anyId : numbers).test(id)) return undefined;
  return { score: Number(score), id: ids === 'words' ? id : Number(id) };
}

/**
 * One page of a list that clients walk by an opaque cursor. Throws `refusal` for a cursor that is none of ours.
 * @param ids what the rows' ids are made of
 */
export async function pageOf<Row>(
  query: { cursor?: string | undefined; size: number },
  { ids, refusal }: { ids: 'words' | 'numbers'; refusal: ErrorReason },
  read: (stretch: PageWindow) => Promise<Row[]>,
  positionOf: (row: Row) => Position,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, ids);
  if (query.cursor !== undefined && !after) throw new ProductError(refusal);
  const found = await read({ after, limit: query.size + 1 });
  const rows = found.slice(0, query.size);
  const last = found.length > query.size ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? writeCursor(positionOf(last)) : null };
}
