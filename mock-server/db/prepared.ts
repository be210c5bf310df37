import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Stands in a query for a value that is given when it runs. */
class Blank {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Blanks<Given> = { readonly [Name in keyof Given]: Given[Name] };

/** Gives a blank for every name that is asked for. */
const blanks = new Proxy({}, { get: (_, name) => new Blank(String(name)) });

/**
 * A query that is built and compiled once and runs with new values each time: building takes several times as long as
 * SQLite takes for one row. Its words must not depend on what is given, so `build` only hands values on as parameters
 * and looks at none of them.
 */
export function prepared<Given extends object, Row>(
  build: (db: Kysely<Schema>, given: Blanks<Given>) => Compilable<Row>,
): (db: Kysely<Schema>, given: Given) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, given) => {
    compiled ??= build(db, blanks as Blanks<Given>).compile();
    const parameters = compiled.parameters.map((value) =>
      value instanceof Blank ? given[value.name as keyof Given] : value,
    );
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

/** The same for rows by their ids, compiled once for each number of ids, which a page has at most `mostRows` of. */
export function preparedByIds<Id extends string | number, Row>(
  build: (db: Kysely<Schema>, ids: readonly Id[]) => Compilable<Row>,
): (db: Kysely<Schema>, ids: ReadonlyArray<string | number>) => Promise<Row[]> {
  const byCount = new Map<number, ReturnType<typeof prepared<Record<number, unknown>, Row>>>();
  return async (db, ids) => {
    let query = byCount.get(ids.length);
    if (!query) {
      query = prepared((handle, given) =>
        build(
          handle,
          Array.from(ids, (_, place) => given[place] as Id),
        ),
      );
      byCount.set(ids.length, query);
    }
    return query(db, { ...ids });
  };
}
