import type { z } from 'zod';
import type { ExportFormat } from '#shared/contract/export-desk';
import type { ListQuery } from '#shared/contract/list';
import { readListQuery } from '#shared/contract/list-query';
import { mayStaff } from '#shared/domain/staff-permissions';
import { inChina, toChinaTime } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { ConsoleResource, ListReader } from '../../base/console-list.ts';
import type { Store } from '../../base/store.ts';
import type { AccountService } from '../../identity/account/account.service.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ConnectedEngineDesk } from '../../studio/engine/connected-engine-desk.service.ts';
import type { Cell } from './cell.ts';
import { type Column, columnsOf, type Names } from './columns.ts';
import { byteOrderMark, csvLine } from './csv.ts';
import { mostSheetRows, xlsxStream } from './xlsx.ts';

export interface ListExport {
  fileName: string;
  chunks: AsyncIterable<Buffer>;
}

export type Exports = ReturnType<typeof createExports>;

/** Lists of the console as files: all rows that match, as of the moment the file was begun. */
export function createExports({
  store,
  clock,
  audit,
  accounts,
  connectedEngineDesk,
  resources,
  reader,
}: {
  store: Store;
  clock: Clock;
  audit: AuditService;
  accounts: Pick<AccountService, 'namesOf'>;
  connectedEngineDesk: Pick<ConnectedEngineDesk, 'titles'>;
  resources: readonly ConsoleResource[];
  reader: ListReader;
}) {
  /** Cells of a list's rows, in batches, with names in place of the ids of accounts and engines. */
  async function* cellsOf(batches: Batches, columns: readonly Column[]): AsyncGenerator<Cell[][]> {
    const engines = await connectedEngineDesk.titles();
    const persons = columns.filter(({ isPerson }) => isPerson);
    for await (const batch of batches) {
      const rows = batch as ReadonlyArray<Readonly<Record<string, unknown>>>;
      const named = rows.flatMap((row) => persons.map(({ field }) => row[field]));
      const ids = [...new Set(named.filter((id) => typeof id === 'string'))];
      const people = ids.length > 0 ? await accounts.namesOf(ids) : new Map<string, string>();
      const names: Names = { people, engines };
      yield rows.map((row) => columns.map((column) => column.read(row, names)));
    }
  }

  return {
    /** Throws `query.unsupported` for what the list does not understand, `request.not_found` for no list. */
    async begin(
      caller: StaffCaller,
      name: string,
      format: ExportFormat,
      query: ListQuery,
      facts: RequestFacts,
    ): Promise<ListExport> {
      const resource = resources.find((each) => each.name === name);
      if (!resource) throw new ProductError('request.not_found');
      const { permission, list: definition, output } = resource.call;
      if (permission && !mayStaff(caller.role, permission)) throw new ProductError('auth.forbidden');
      const request = readListQuery(definition, query);
      const list = resource.listFor(caller);
      if (format === 'xlsx') {
        const { total } = await reader.page(list, { ...request, offset: 0, limit: 1 }, caller);
        if (total >= mostSheetRows) throw new ProductError('export.too_long', { fill: { most: mostSheetRows - 1 } });
      }
      const asked = { caller, facts, action: 'record.export', subject: name };
      await store.transact((tx) => audit.record(tx, { ...asked, after: { format, query } }));
      const columns = columnsOf(name, (output as z.ZodArray<z.ZodType>).element);
      const rows = await begun(reader.all(list, request, caller));
      const at = clock.now();
      return {
        fileName: `${name}-${toChinaTime(at).replace(/\D/g, '').slice(0, 14)}.${format}`,
        chunks:
          format === 'csv'
            ? csvChunks(columns, cellsOf(rows, columns))
            : xlsxStream(columns, cellsOf(rows, columns), inChina(at)),
      };
    },
  };
}

type Batches = AsyncIterable<unknown[]>;

/** Takes the first batch at once: what the file shows is as of now, not of when its first byte is sent. */
async function begun(batches: AsyncGenerator<unknown[], void>): Promise<Batches> {
  const first = await batches.next();
  async function* all() {
    try {
      if (first.done) return;
      yield first.value;
      yield* batches;
    } finally {
      await batches.return();
    }
  }
  return all();
}

async function* csvChunks(columns: readonly Column[], batches: AsyncIterable<Cell[][]>): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark + csvLine(columns.map(({ heading }) => heading)));
  for await (const rows of batches) yield Buffer.from(rows.map(csvLine).join(''));
}
