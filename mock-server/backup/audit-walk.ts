import type Database from 'better-sqlite3';
import { type ChainEnd, type ChainedRow, type ChainFault, createChain } from '../modules/records/audit/chain.ts';

/**
 * Walks the chain of the audit as of one moment, also while the server writes.
 * @param key content of `installation.key`
 * @returns the number of rows, and the first fault
 */
export function walkAudit(connection: Database.Database, key: string): { rows: number; fault: ChainFault | undefined } {
  const walk = createChain(key).walk();
  return connection.transaction(() => {
    for (const row of connection.prepare('SELECT * FROM audit ORDER BY id').iterate())
      if (!walk.see(row as ChainedRow)) break;
    const said = connection.prepare('SELECT audit_rows AS rows, audit_head AS head FROM installation').get();
    return walk.end(said as ChainEnd);
  })();
}
