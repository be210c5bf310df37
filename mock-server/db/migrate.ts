import type Database from 'better-sqlite3';
import { StartRefusal } from '../start-refusal.ts';
import { foundation } from './migrations/0001-foundation.ts';
import { queueAndProjects } from './migrations/0002-queue-and-projects.ts';
import { live } from './migrations/0003-live.ts';
import { commerce } from './migrations/0004-commerce.ts';
import { billDays } from './migrations/0005-bill-days.ts';
import { requestsAndRefunds } from './migrations/0006-requests-and-refunds.ts';
import { installation } from './migrations/0007-installation.ts';
import { doors } from './migrations/0008-doors.ts';

/** Forward only, in order; a released migration is never edited. */
const migrations = [
  { name: '0001-foundation', sql: foundation },
  { name: '0002-queue-and-projects', sql: queueAndProjects },
  { name: '0003-live', sql: live },
  { name: '0004-commerce', sql: commerce },
  { name: '0005-bill-days', sql: billDays },
  { name: '0006-requests-and-refunds', sql: requestsAndRefunds },
  { name: '0007-installation', sql: installation },
  { name: '0008-doors', sql: doors },
] as const;

export function migrate(connection: Database.Database): void {
  connection.exec('CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)');
  const applied = new Set(
    connection
      .prepare('SELECT name FROM migration')
      .all()
      .map((row) => (row as { name: string }).name),
  );
  const unknown = [...applied].filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length > 0) throw new StartRefusal(`数据库来自更新的版本（${unknown.join('、')}），请升级程序`);
  for (const { name, sql } of migrations) {
    if (applied.has(name)) continue;
    connection.transaction(() => {
      connection.exec(sql);
      connection.prepare("INSERT INTO migration (name, applied_at) VALUES (?, datetime('now'))").run(name);
    })();
  }
}
