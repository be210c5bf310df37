import { z } from 'zod';
import { contract } from '../../shared/contract/index.ts';

/** A filter's name and a value, in the form that a query string and a JSON body share. */
export type Filters = Readonly<Record<string, string | number | boolean>>;

/** An endpoint that reads the user's own records. */
export interface OwnList {
  name: string;
  method: string;
  path: string;
  /** `page` or `cursor` of lists that are read page by page; null of answers that hold everything at once. */
  paging: 'page' | 'cursor' | null;
  /** No filter, every value of every filter, and every pair of filters. */
  queries: Filters[];
}

/** A value of each filter that is no enumeration. Words that occur nowhere make a search read the most rows. */
const sampleValues: Filters = {
  tool: 'toline',
  type: 1,
  keyword: '没有这样的词',
  isStarred: true,
  withPicture: 1,
  projectId: 'none',
  from: 1000,
  to: 2000,
};

/** Returns every endpoint that reads the user's own records and needs no input. */
export function ownLists(): OwnList[] {
  return Object.entries(contract).flatMap(([name, { method, access, path, input, changesState, answers, media }]) => {
    const isRead = access === 'user' && !changesState && answers === 'envelope' && media === undefined;
    if (!isRead || path.includes(':') || !input.safeParse({}).success) return [];
    const shape: Record<string, z.ZodType> = input instanceof z.ZodObject ? input.shape : {};
    const paging = 'page' in shape ? 'page' : 'cursor' in shape ? 'cursor' : null;
    return [{ name, method, path, paging, queries: queriesOf(path, shape) }];
  });
}

function queriesOf(path: string, shape: Record<string, z.ZodType>): Filters[] {
  const filters = Object.entries(shape)
    .filter(([name]) => !['page', 'size', 'cursor'].includes(name))
    .map(([name, field]) => valuesOf(path, name, field).map((value) => ({ [name]: value })));
  const pairs = filters.flatMap((ones, place) =>
    filters.slice(place + 1).flatMap((others) => ones.flatMap((one) => others.map((other) => ({ ...one, ...other })))),
  );
  return [{}, ...filters.flat(), ...pairs];
}

function valuesOf(path: string, name: string, field: z.ZodType): Array<string | number | boolean> {
  const inner = field instanceof z.ZodOptional || field instanceof z.ZodDefault ? field.unwrap() : field;
  if (inner instanceof z.ZodEnum) return inner.options;
  const value = sampleValues[name];
  if (value === undefined) throw new Error(`The filter ${name} of ${path} has no sample value`);
  return [value];
}

/** Data of a list endpoint. Lists with `page` have a `total`, those with a cursor a `nextCursor`. */
interface ListData {
  total?: number;
  nextCursor?: string | null;
}

/** Requests a list over HTTP. Throws when the server refuses. */
export async function readOwnList(
  origin: string,
  { method, path }: Pick<OwnList, 'method' | 'path'>,
  query: Filters,
  cookie: string,
): Promise<ListData> {
  const typed = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const answer =
    method === 'GET'
      ? await fetch(`${origin}${path}?${new URLSearchParams(typed)}`, { headers: { cookie } })
      : await fetch(origin + path, {
          method,
          headers: { cookie, 'content-type': 'application/json' },
          body: JSON.stringify(query),
        });
  const { data, error } = (await answer.json()) as { data: ListData | null; error?: object };
  if (!answer.ok || data === null)
    throw new Error(`${path} ${JSON.stringify(query)} answered ${answer.status}: ${JSON.stringify(error)}`);
  return data;
}
