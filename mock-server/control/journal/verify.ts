import type { z } from 'zod';
import type { journalContract } from '../journal-contract.ts';
import type { Head } from './exchange.ts';
import type { Journal } from './journal.ts';
import { withoutMarks } from './redaction.ts';
import { type Accounts, conditionsOf, type Difference, differencesIn } from './selection.ts';

type Asked = z.output<typeof journalContract.verifyJournal.input>;

interface Compared {
  head: Head;
  differences: Difference[];
}

export interface Verified {
  ok: boolean;
  count: number;
  sentence: string;
  /** The newest that matched. */
  matched: Head[];
  nearest: Array<{ head: Head; differences: string[] }>;
}

const shownMatches = 20;
const shownNear = 3;

/** Counts the requests that match. Where there are too few, names those that come closest, the closest first. */
export async function verify(journal: Journal, asked: Asked, accounts: Accounts): Promise<Verified> {
  const { match, times, atMost = times } = asked;
  const atLeast = asked.atLeast ?? times ?? (atMost === undefined ? 1 : 0);
  const compared = await compare(journal, match, accounts);
  const matched = compared.filter(({ differences }) => differences.length === 0).map(({ head }) => head);
  const count = matched.length;
  const isShort = count < atLeast;
  const near = isShort ? closest(compared) : [];
  const isOver = atMost !== undefined && count > atMost;
  return {
    ok: !isShort && !isOver,
    count,
    sentence: sentenceOf(count, { atLeast, atMost, isShort, isOver }, near),
    matched: matched.slice(0, shownMatches),
    nearest: near.map(({ head, differences }) => ({ head, differences: differences.map(({ words }) => words) })),
  };
}

async function compare(journal: Journal, match: Asked['match'], accounts: Accounts): Promise<Compared[]> {
  const conditions = await conditionsOf(match, accounts);
  const needsWhole = match.query ?? match.header ?? match.body;
  const compared: Compared[] = [];
  for (const { head, read } of await journal.newest(({ isPlane }) => !isPlane)) {
    const differences = conditions.flatMap((condition) => condition(head) ?? []);
    if (needsWhole) differences.push(...differencesIn(match, await read()));
    compared.push({ head, differences });
  }
  return compared;
}

function closest(compared: readonly Compared[]): Compared[] {
  const far = ({ differences }: Compared) => differences.reduce((sum, { distance }) => sum + distance, 0);
  return compared
    .filter(({ differences }) => differences.length > 0)
    .sort((one, other) => far(one) - far(other))
    .slice(0, shownNear);
}

function sentenceOf(
  count: number,
  {
    atLeast,
    atMost,
    isShort,
    isOver,
  }: { atLeast: number; atMost: number | undefined; isShort: boolean; isOver: boolean },
  [nearest]: readonly Compared[],
): string {
  if (isOver) return `有 ${count} 个匹配的请求，最多应有 ${atMost} 个。`;
  if (!isShort) return `有 ${count} 个匹配的请求。`;
  const found = count === 0 ? '没有匹配的请求' : `只有 ${count} 个匹配的请求，应有 ${atLeast} 个`;
  if (!nearest) return `${found}${count === 0 ? '，记录里也没有别的请求' : ''}。`;
  const { method, path } = nearest.head;
  const differences = nearest.differences.map(({ words }) => words).join('；');
  return `${found}；最接近的是 ${method} ${withoutMarks(path)}，不同之处：${differences}。`;
}
