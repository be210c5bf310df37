import type Database from 'better-sqlite3';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { StartRefusal } from '../start-refusal.ts';
import { foundation } from './migrations/0001-foundation.ts';
import { queueAndProjects } from './migrations/0002-queue-and-projects.ts';
import { live } from './migrations/0003-live.ts';
import { commerce } from './migrations/0004-commerce.ts';
import { billDays } from './migrations/0005-bill-days.ts';
import { requestsAndRefunds } from './migrations/0006-requests-and-refunds.ts';
import { installation } from './migrations/0007-installation.ts';
import { doors } from './migrations/0008-doors.ts';
import { numbers } from './migrations/0009-numbers.ts';
import { names } from './migrations/0010-names.ts';
import { shares } from './migrations/0011-shares.ts';
import { steps } from './migrations/0012-steps.ts';
import { wordsAndDoubles } from './migrations/0013-words-and-doubles.ts';
import { removedProjects } from './migrations/0014-removed-projects.ts';
import { gallery } from './migrations/0015-gallery.ts';
import { eventIds } from './migrations/0016-event-ids.ts';
import { chat } from './migrations/0017-chat.ts';
import { authorReports } from './migrations/0018-author-reports.ts';
import { audit } from './migrations/0019-audit.ts';
import { listIndexes } from './migrations/0020-list-indexes.ts';
import { rights } from './migrations/0021-rights.ts';
import { secondFactor } from './migrations/0022-second-factor.ts';
import { catalogue } from './migrations/0023-catalogue.ts';
import { works } from './migrations/0024-works.ts';
import { people } from './migrations/0025-people.ts';
import { views } from './migrations/0026-views.ts';
import { personalData } from './migrations/0027-personal-data.ts';
import { categoryUse } from './migrations/0028-category-use.ts';
import { agreements } from './migrations/0029-agreements.ts';
import { accountIndexes } from './migrations/0030-account-indexes.ts';
import { galleryShelf } from './migrations/0031-gallery-shelf.ts';
import { models } from './migrations/0032-models.ts';
import { nullFilters } from './migrations/0033-null-filters.ts';
import { taskReadings } from './migrations/0034-task-readings.ts';
import { heldAgain } from './migrations/0035-held-again.ts';
import { shelfTexts } from './migrations/0036-shelf-texts.ts';
import { pins } from './migrations/0037-pins.ts';
import { housekeeping } from './migrations/0038-housekeeping.ts';
import { secondPerson } from './migrations/0040-second-person.ts';
import { erasures } from './migrations/0043-erasures.ts';
import { erasurePlace } from './migrations/0044-erasure-place.ts';
import { membershipAnchors } from './migrations/0045-membership-anchors.ts';
import { formerPhones } from './migrations/0046-former-phones.ts';
import { ownLists } from './migrations/0047-own-lists.ts';
import { billSums } from './migrations/0048-bill-sums.ts';
import { taskRequests } from './migrations/0049-task-requests.ts';
import { engineStarts } from './migrations/0050-engine-starts.ts';
import { jobLanes } from './migrations/0051-job-lanes.ts';
import { outputJudgements } from './migrations/0052-output-judgements.ts';
import { connectedEngines } from './migrations/0053-connected-engines.ts';
import { structurePromises } from './migrations/0054-structure-promises.ts';
import { taskScores } from './migrations/0055-task-scores.ts';
import { unorderedTasks } from './migrations/0056-unordered-tasks.ts';
import { buildingModels } from './migrations/0057-building-models.ts';
import { engineOptions } from './migrations/0058-engine-options.ts';
import { engineGraphs } from './migrations/0059-engine-graphs.ts';
import { viewerFiles } from './migrations/0060-viewer-files.ts';

/** Released before the builder was used: SQL as it stands, never edited. */
interface Frozen {
  name: string;
  sql: string;
}

/** Statements made with the schema builder, in their order; the builder knows no schema, which changes under it. */
interface Built {
  name: string;
  build: (db: Kysely<unknown>) => CompiledQuery[];
}

/** Forward only, in order; a released migration is never edited. */
export const migrations: ReadonlyArray<Frozen | Built> = [
  { name: '0001-foundation', sql: foundation },
  { name: '0002-queue-and-projects', sql: queueAndProjects },
  { name: '0003-live', sql: live },
  { name: '0004-commerce', sql: commerce },
  { name: '0005-bill-days', sql: billDays },
  { name: '0006-requests-and-refunds', sql: requestsAndRefunds },
  { name: '0007-installation', sql: installation },
  { name: '0008-doors', sql: doors },
  { name: '0009-numbers', build: numbers },
  { name: '0010-names', build: names },
  { name: '0011-shares', build: shares },
  { name: '0012-steps', build: steps },
  { name: '0013-words-and-doubles', build: wordsAndDoubles },
  { name: '0014-removed-projects', build: removedProjects },
  { name: '0015-gallery', build: gallery },
  { name: '0016-event-ids', build: eventIds },
  { name: '0017-chat', build: chat },
  { name: '0018-author-reports', build: authorReports },
  { name: '0019-audit', build: audit },
  { name: '0020-list-indexes', build: listIndexes },
  { name: '0021-rights', build: rights },
  { name: '0022-second-factor', build: secondFactor },
  { name: '0023-catalogue', build: catalogue },
  { name: '0024-works', build: works },
  { name: '0025-people', build: people },
  { name: '0026-views', build: views },
  { name: '0027-personal-data', build: personalData },
  { name: '0028-category-use', build: categoryUse },
  { name: '0029-agreements', build: agreements },
  { name: '0030-account-indexes', build: accountIndexes },
  { name: '0031-gallery-shelf', build: galleryShelf },
  { name: '0032-models', build: models },
  { name: '0033-null-filters', build: nullFilters },
  { name: '0034-task-readings', build: taskReadings },
  { name: '0035-held-again', build: heldAgain },
  { name: '0036-shelf-texts', build: shelfTexts },
  { name: '0037-pins', build: pins },
  { name: '0038-housekeeping', build: housekeeping },
  { name: '0040-second-person', build: secondPerson },
  { name: '0043-erasures', build: erasures },
  { name: '0044-erasure-place', build: erasurePlace },
  { name: '0045-membership-anchors', build: membershipAnchors },
  { name: '0046-former-phones', build: formerPhones },
  { name: '0047-own-lists', build: ownLists },
  { name: '0048-bill-sums', build: billSums },
  { name: '0049-task-requests', build: taskRequests },
  { name: '0050-engine-starts', build: engineStarts },
  { name: '0051-job-lanes', build: jobLanes },
  { name: '0052-output-judgements', build: outputJudgements },
  { name: '0053-connected-engines', build: connectedEngines },
  { name: '0054-structure-promises', build: structurePromises },
  { name: '0055-task-scores', build: taskScores },
  { name: '0056-unordered-tasks', build: unorderedTasks },
  { name: '0057-building-models', build: buildingModels },
  { name: '0058-engine-options', build: engineOptions },
  { name: '0059-engine-graphs', build: engineGraphs },
  { name: '0060-viewer-files', build: viewerFiles },
];

/**
 * Brings the database up to date in one transaction that holds the lock from its beginning: all that is missing, or
 * nothing. @param now the product's clock
 */
export function migrate(connection: Database.Database, now: () => number, wanted = migrations): void {
  connection.exec('CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)');
  if (missing(connection, wanted).length === 0) return;
  const note = connection.prepare('INSERT INTO migration (name, applied_at) VALUES (?, ?)');
  connection
    .transaction(() => {
      for (const migration of missing(connection, wanted)) {
        apply(connection, migration);
        note.run(migration.name, new Date(now()).toISOString());
      }
    })
    .immediate();
}

/** Name of the last migration of this version; names sort as migrations follow each other. */
export const latestMigration: string = migrations.at(-1)?.name ?? '';

/** Returns the number of outstanding migrations, and whether the database is new. */
export function outstanding(connection: Database.Database): { steps: number; isNew: boolean } {
  const isNew = connection.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'migration'`).get() === undefined;
  return { steps: isNew ? migrations.length : missing(connection, migrations).length, isNew };
}

function missing(connection: Database.Database, wanted: typeof migrations): Array<Frozen | Built> {
  const rows = connection.prepare('SELECT name FROM migration').all() as Array<{ name: string }>;
  const applied = new Set(rows.map((row) => row.name));
  const unknown = [...applied].filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length > 0) throw new StartRefusal(`数据库来自更新的版本（${unknown.join('、')}），请升级程序`);
  return wanted.filter(({ name }) => !applied.has(name));
}

function apply(connection: Database.Database, migration: Frozen | Built): void {
  if ('sql' in migration) {
    connection.exec(migration.sql);
    return;
  }
  for (const { sql, parameters } of migration.build(builder)) connection.prepare(sql).run(...parameters);
}

/** Writes statements and runs none. */
const builder = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});
