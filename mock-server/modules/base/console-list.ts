import type { ListCallName } from '#shared/contract/console';
import type { Endpoint } from '#shared/contract/endpoint';
import { type ListRequest, mostRows } from '#shared/contract/list';
import type { ListDefinition } from '#shared/contract/list-definition';
import { boundsOf, inOrder, type ListSource, listIds, readListPage, sizeOf } from '../../db/list.ts';
import type { Schema } from '../../db/schema.ts';
import { type StaffCaller, sightOf } from './caller.ts';
import { pageOfComputed } from './computed-list.ts';
import type { Db, Store } from './store.ts';

/** One list of the console: whose rows, and how they look. Pages, single rows, several rows and exports come from it. */
export interface ConsoleList<Row> {
  source: ListSource<keyof Schema & string>;
  /** Rows by their ids in any order, as this member of staff may see them. */
  rows(db: Db, ids: ReadonlyArray<string | number>, caller: StaffCaller): Promise<Row[]>;
  idOf(row: Row): string | number;
}

/** A list of few rows that stand in no table: all of them are reckoned whenever it is asked. */
export interface ComputedList<Row> {
  all(caller: StaffCaller): Promise<Row[]>;
  idOf(row: Row): string | number;
  /** Of lists that can be searched. */
  isFound?(row: Row, typed: string): boolean;
}

export type AnyList<Row> = ConsoleList<Row> | ComputedList<Row>;

/** A resource of the console: the call that lists it, and where its rows come from. */
export interface ConsoleResource {
  /** Last part of the path, e.g. `tasks`. */
  name: string;
  callName: ListCallName;
  call: Endpoint & { list: ListDefinition };
  /** The list as this member of staff may see it. */
  listFor(caller: StaffCaller): AnyList<unknown>;
}

export interface ListAnswer<Row> {
  list: Row[];
  total: number;
  isEstimated: boolean;
}

/** Returns the ids of accounts found by a former phone number or the id of a merged account. */
export type LeadsTo = (typed: string) => Promise<string[]>;

/** Lists of so few rows are read at once; it takes less than asking a reader to. */
const readAtOnce = 2000;

/** Reads lists of the console, long ones beside the connection that writes. */
export function createListReader({ store, leadsTo }: { store: Store; leadsTo?: LeadsTo }) {
  const sightFor = async ({ q }: Pick<ListRequest, 'q'>, caller: StaffCaller) => ({
    ...sightOf(caller),
    leads: q === undefined || !leadsTo ? [] : await leadsTo(q),
  });

  return {
    /** One page of a list. */
    async page<Row>(list: AnyList<Row>, request: ListRequest, caller: StaffCaller): Promise<ListAnswer<Row>> {
      if ('all' in list) return pageOfComputed(await list.all(caller), request, list.idOf, list.isFound);
      const bounds = await boundsOf(store.db, list.source.table);
      const db = bounds && sizeOf(bounds) > readAtOnce ? store.reading.db : store.db;
      const sight = await sightFor(request, caller);
      const { ids, total, isEstimated } = await readListPage(db, list.source, request, sight, bounds);
      const rows = ids.length > 0 ? await list.rows(db, ids, caller) : [];
      return { list: inOrder(ids, rows, list.idOf), total, isEstimated };
    },

    /** One row, undefined where there is none. */
    async one<Row>(
      list: AnyList<Row>,
      id: string | number,
      caller: StaffCaller,
      handle: Db = store.db,
    ): Promise<Row | undefined> {
      if ('all' in list) return (await list.all(caller)).find((row) => String(list.idOf(row)) === String(id));
      const [row] = await list.rows(handle, [id], caller);
      return row;
    },

    /** All rows of a list in batches, as of one moment. What is not taken to its end has to be left with `return`. */
    async *all<Row>(list: AnyList<Row>, request: ListRequest, caller: StaffCaller): AsyncGenerator<Row[], void> {
      if ('all' in list) {
        const whole = { ...request, offset: 0, limit: Number.POSITIVE_INFINITY };
        yield pageOfComputed(await list.all(caller), whole, list.idOf, list.isFound).list;
        return;
      }
      const sight = await sightFor(request, caller);
      const { db, walk, close } = await store.reading.open();
      try {
        for await (const found of walk(await listIds(db, list.source, request, sight))) {
          for (let from = 0; from < found.length; from += mostRows) {
            const ids = found.slice(from, from + mostRows).map(({ id }) => id);
            yield inOrder(ids, await list.rows(db, ids, caller), list.idOf);
          }
        }
      } finally {
        await close();
      }
    },
  };
}

export type ListReader = ReturnType<typeof createListReader>;
