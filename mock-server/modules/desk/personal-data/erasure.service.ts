import { ticketKinds } from '#shared/domain/ticket-kind';
import type { Clock } from '../../../adapters/clock/port.ts';
import { withDeps } from '../../../with-deps.ts';
import { afterCommit, type Db, mergeTextIndex, type Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { MembershipService } from '../../shop/membership/membership.service.ts';
import type { TicketService } from '../../shop/ticket/ticket.service.ts';
import type { ImageService } from '../../studio/image/image.service.ts';
import * as erasing from './erasure.repository.ts';
import * as data from './personal-data.repository.ts';

export interface ErasureDeps {
  store: Store;
  clock: Clock;
  audit: AuditService;
  images: Pick<ImageService, 'erase' | 'forget' | 'release'>;
  tickets: Pick<TicketService, 'revoke'>;
  memberships: Pick<MembershipService, 'setByStaff'>;
  endSessions: (tx: Db, accountId: string) => Promise<void>;
  /** Triggers a reload of the gallery. */
  galleryChanged: () => void;
  /** Deletes messages to these phone numbers and e-mail addresses that are kept in memory. */
  forgetSent: (recipients: readonly string[]) => void;
}

/** Caller of scheduled work. */
const theClock = { caller: { accountId: '' }, facts: { requestId: '', address: '', userAgent: '', isSecure: false } };

/** Maximum number of rows read or changed per slice. */
const rowsAtOnce = 100;
/** Number of pages of the full-text index merged per slice. */
const pagesAtOnce = 32;

/** Descriptions of the steps, shown to staff as progress. */
const stepWords: Readonly<Record<string, string>> = {
  audit: '清空审计里的内容',
  changes: '清空可撤销的改动',
  pictures: '删除图片',
  mentions: '清空别处写着的手机号与邮箱',
  account: '清空账号',
  index: '重写搜索索引',
  log: '清空数据库日志',
};

const ownSteps: ReadonlySet<string> = new Set(['audit', 'change_item', 'account', 'account_erasure']);
const tables = erasing.ofPersons.filter(([table]) => !ownSteps.has(table));

/**
 * Steps in their order: rows found by the person's records and phone number come before these are deleted. After an
 * update an unknown step restarts the erasure from the first.
 */
export const erasureSteps: readonly string[] = [
  ...['audit', 'changes', 'mentions'],
  ...tables.map(([table]) => table),
  ...['pictures', 'account', 'index', 'log'],
];

interface Progress {
  id: string;
  step: string;
  cursor: unknown;
  /** Ids of the person's account and of those merged into it. */
  accountIds: readonly string[];
}

/** Continues the step at a cursor, or with the next step. */
type Next = { cursor: unknown } | 'over';

interface ErasureParts extends ErasureDeps {
  reading: Db;
  steps: Readonly<Record<string, (progress: Progress) => Promise<void>>>;
}

/** Carries out erasures: an account is closed at once and then emptied in slices. */
export function createErasures(deps: ErasureDeps) {
  const { store, clock } = deps;
  const reading = store.reading.db;
  const steps: Readonly<Record<string, (progress: Progress) => Promise<void>>> = {
    audit: (progress) => emptyAudit(parts, progress),
    changes: (progress) => forgetChanges(parts, progress),
    mentions: (progress) => removeMentions(parts, progress),
    pictures: (progress) => erasePictures(parts, progress),
    account: (progress) => emptyAccount(parts, progress),
    /** The full-text index keeps deleted texts until its segments are merged. */
    index: (progress) =>
      changing(deps, progress, async (tx) => {
        const isLeft = await mergeTextIndex(tx, pagesAtOnce, progress.cursor === null);
        return { next: isLeft ? { cursor: ((progress.cursor as number | null) ?? 0) + 1 } : 'over' };
      }),
    log: async ({ id }) => {
      if (!(await store.truncateLog())) return;
      await store.transact(async (tx) => {
        const row = await data.findErasure(tx, id);
        const done = { status: 'done', step: null, reached: null, done_at: row?.done_at ?? clock.now() } as const;
        if (row?.status === 'running' && row.step === 'log' && row.files === null)
          await data.updateErasure(tx, id, done);
      });
    },
    ...Object.fromEntries(
      tables.map((entry) => [entry[0], (progress: Progress) => emptyTable(parts, progress, entry)]),
    ),
  };
  const parts: ErasureParts = { ...deps, reading, steps };
  return withDeps(parts, { slice });
}

/**
 * Carries out one slice of the due erasures. Accounts with open orders, tasks or refunds wait.
 * @param skipped ids of requests that cannot proceed now; extended here
 * @returns true when more work is due
 */
async function slice(deps: ErasureParts, skipped: Set<string>): Promise<boolean> {
  const { store, clock, steps } = deps;
  const due = (await data.dueErasures(store.db, clock.now())).filter(({ id }) => !skipped.has(id));
  const [row] = due;
  if (!row) return false;
  if (row.status !== 'running') {
    if (!(await begin(deps, row))) skipped.add(row.id);
    return true;
  }
  if (row.files !== null) {
    await removeFiles(deps, row);
    return true;
  }
  const accountIds = await accountsOf(deps, row.account_id);
  const step = row.step !== null && steps[row.step] ? row.step : (erasureSteps[0] as string);
  const cursor: unknown = row.reached === null ? null : JSON.parse(row.reached);
  if (step !== row.step) await store.transact((tx) => data.updateErasure(tx, row.id, { step, reached: null }));
  else await steps[step]?.({ id: row.id, step, cursor, accountIds });
  const now = await data.findErasure(store.db, row.id);
  // A reader keeps the log from being truncated: try again later.
  if (now?.step === 'log' && row.step === 'log') skipped.add(row.id);
  return true;
}

const accountsOf = async ({ store }: ErasureDeps, accountId: string) => [
  accountId,
  ...(await data.mergedInto(store.db, accountId)),
];

/** Closes the account, unless orders, tasks or refunds are open. @returns true when the erasure is running */
async function begin(deps: ErasureDeps, { id, account_id }: data.ErasureRow): Promise<boolean> {
  const { store, clock, memberships, tickets, audit } = deps;
  const accountIds = await accountsOf(deps, account_id);
  return store.transact(async (tx) => {
    const request = await data.findErasure(tx, id);
    if (request?.status === 'running') return true;
    const isAgain = request?.status === 'done' && request.started_at === null;
    if (!request || !(isAgain || request.status === 'waiting')) return false;
    const open = await data.openMatters(tx, account_id);
    if (open.orders + open.tasks + open.refunds > 0) return false;
    const now = clock.now();
    for (const each of accountIds) {
      await memberships.setByStaff(tx, each, 'free', null);
      for (const kind of ticketKinds)
        await tickets.revoke(tx, each, { kind, reason: '账号注销', key: `erase:${each}:${kind}` });
      await deps.endSessions(tx, each);
    }
    await erasing.closeAccount(tx, accountIds, now);
    await data.updateErasure(tx, id, { status: 'running', started_at: now, step: erasureSteps[0], reached: null });
    const after = { requestedBy: request.requested_by };
    await audit.record(tx, { ...theClock, action: 'account.erase', subject: account_id, after });
    afterCommit(tx, deps.galleryChanged);
    return true;
  });
}

/** Stores the progress, and the files that have to be deleted. */
async function advance(tx: Db, { id, step }: Progress, next: Next, files: readonly string[] = []): Promise<void> {
  const place = erasureSteps.indexOf(step);
  const kept = await data.findErasure(tx, id);
  const left = [...(JSON.parse(kept?.files ?? '[]') as string[]), ...files];
  await data.updateErasure(tx, id, {
    step: next === 'over' ? (erasureSteps[place + 1] ?? null) : step,
    reached: next === 'over' ? null : JSON.stringify(next.cursor),
    files: left.length > 0 ? JSON.stringify(left) : null,
  });
}

/** True when no other run has advanced the erasure meanwhile. */
async function isStill(tx: Db, { id, step, cursor }: Progress): Promise<boolean> {
  const row = await data.findErasure(tx, id);
  return (
    row?.status === 'running' && row.step === step && row.reached === (cursor === null ? null : JSON.stringify(cursor))
  );
}

function changing(
  { store }: ErasureDeps,
  progress: Progress,
  body: (tx: Db) => Promise<{ next: Next; files?: readonly string[] }>,
) {
  return store.transact(async (tx) => {
    if (!(await isStill(tx, progress))) return;
    const { next, files } = await body(tx);
    await advance(tx, progress, next, files);
  });
}

/** Step `audit`: empties the audit rows about the person and lists them, one page per slice. */
async function emptyAudit(deps: ErasureParts, progress: Progress): Promise<void> {
  const { audit, reading } = deps;
  const { accountIds } = progress;
  const behind =
    (progress.cursor as number | null) ?? (await audit.idBefore(await erasing.firstKnownAt(reading, accountIds)));
  const names = [...accountIds, ...(await erasing.namesOf(reading, accountIds))];
  const owned = (rows: Parameters<typeof erasing.ownedAmong>[2]) => erasing.ownedAmong(reading, accountIds, rows);
  const { ids, upTo } = await audit.rowsAbout({ names, owned }, behind, rowsAtOnce);
  await changing(deps, progress, async (tx) => {
    const emptied = await audit.empty(tx, ids, new Set(accountIds));
    const subject = accountIds[0] ?? '';
    if (emptied.length > 0)
      await audit.record(tx, { ...theClock, action: 'account.erase', subject, after: { emptied } });
    return { next: upTo === undefined ? 'over' : { cursor: upTo } };
  });
}

async function forgetChanges(deps: ErasureParts, progress: Progress): Promise<void> {
  const { reading } = deps;
  const { accountIds, cursor } = progress;
  const page = await erasing.changesAfter(reading, (cursor ?? undefined) as erasing.Key | undefined, rowsAtOnce);
  const names = [...accountIds, ...(await erasing.namesOf(reading, accountIds))];
  const owned = await erasing.ownedAmong(
    reading,
    accountIds,
    page.map(({ resource, subject }, id) => ({ id, resource, subject })),
  );
  const told = (row: (typeof page)[number]) => `${row.subject} ${row.before} ${row.after}`;
  const keys = page
    .filter((row, place) => owned.has(place) || names.some((name) => told(row).includes(name)))
    .map((row): erasing.Key => [row.change_set_id, row.place]);
  const last = page.at(-1);
  await changing(deps, progress, async (tx) => {
    await erasing.forgetChanges(tx, keys);
    return { next: page.length < rowsAtOnce || !last ? 'over' : { cursor: [last.change_set_id, last.place] } };
  });
}

/**
 * Step `mentions`: removes phone numbers and e-mail addresses from tables without personal data. The cursor is the
 * index of the table.
 */
async function removeMentions(deps: ErasureParts, progress: Progress): Promise<void> {
  const { reading } = deps;
  const place = (progress.cursor as number | null) ?? 0;
  const places = await erasing.placesOfWords(reading);
  const names = await erasing.namesOf(reading, progress.accountIds);
  const at = places[place];
  const keys = at && names.length > 0 ? await erasing.keysNaming(reading, at, names, rowsAtOnce) : [];
  await changing(deps, progress, async (tx) => {
    if (at && keys.length > 0) {
      await erasing.removeNames(tx, at, names, keys);
      return { next: { cursor: place } };
    }
    return { next: at ? { cursor: place + 1 } : 'over' };
  });
}

/** Files that rows name, besides those of pictures, by table. */
const filesOf: Readonly<Record<string, typeof erasing.readingFiles>> = {
  task_reading: erasing.readingFiles,
  task_try: erasing.tryFiles,
  building_model: erasing.buildingFiles,
  image: erasing.shownBuildingFiles,
};

async function emptyTable(deps: ErasureParts, progress: Progress, entry: (typeof tables)[number]): Promise<void> {
  const { clock, images, reading } = deps;
  const behind = (progress.cursor ?? undefined) as erasing.Key | undefined;
  const keys = await erasing.keysOf(reading, entry, progress.accountIds, behind, rowsAtOnce);
  await changing(deps, progress, async (tx) => {
    if (keys.length === 0) return { next: 'over' };
    const named = await filesOf[entry[0]]?.(tx, keys);
    await erasing.eraseRows(tx, entry, keys, clock.now());
    const files = await images.release(tx, named ?? []);
    return { next: keys.length < rowsAtOnce ? 'over' : { cursor: keys.at(-1) }, files };
  });
}

async function erasePictures(deps: ErasureParts, progress: Progress): Promise<void> {
  const found = await erasing.freePictures(deps.reading, progress.accountIds, rowsAtOnce);
  await changing(deps, progress, async (tx) => {
    const free = found.length > 0 ? await erasing.freePictures(tx, progress.accountIds, rowsAtOnce, found) : [];
    if (free.length === 0) return { next: 'over' };
    await erasing.dropCovers(tx, free);
    const files = await deps.images.erase(tx, free);
    return { next: { cursor: ((progress.cursor as number | null) ?? 0) + 1 }, files };
  });
}

async function emptyAccount(deps: ErasureParts, progress: Progress): Promise<void> {
  const names = await erasing.namesOf(deps.reading, progress.accountIds);
  const own = erasing.ofPersons.filter(([table]) => table === 'account' || table === 'account_erasure');
  await changing(deps, progress, async (tx) => {
    for (const entry of own) {
      const keys = await erasing.keysOf(tx, entry, progress.accountIds, undefined, rowsAtOnce);
      if (keys.length > 0) await erasing.eraseRows(tx, entry, keys, deps.clock.now());
    }
    afterCommit(tx, () => deps.forgetSent(names));
    return { next: 'over' };
  });
}

/** Deletes the files that previous slices have listed. */
async function removeFiles(deps: ErasureDeps, row: data.ErasureRow): Promise<void> {
  await deps.images.forget(JSON.parse(row.files ?? '[]') as string[]);
  await deps.store.transact((tx) => data.updateErasure(tx, row.id, { files: null }));
}

/** Progress of a running erasure; null while it waits and when it is done. */
export function progressOf({ status, step }: Pick<data.ErasureRow, 'status' | 'step'>) {
  if (status !== 'running' || step === null) return null;
  const words = stepWords[step] ?? '删除与清空各类记录';
  return { step: erasureSteps.indexOf(step) + 1, steps: erasureSteps.length, words };
}
