import type { NoticeFields, StaffNotice, StaffNoticeDetail } from '#shared/contract/notice-desk';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets } from '../../records/audit/change-sets.service.ts';
import * as rows from './notice.repository.ts';
import type { NoticeService } from './notice.service.ts';

interface NoticeDeskDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  notices: NoticeService;
  audit: AuditService;
  changeSets: ChangeSets;
}

/** Every notice of the console's list. */
export const noticeList: ConsoleList<StaffNotice> = {
  source: rows.noticeSource,
  rows: async (db, ids) => described(db, await rows.noticesByIds(db, ids.map(String))),
  idOf: (row) => row.id,
};

export type NoticeDesk = ReturnType<typeof createNoticeDesk>;

/** A notice as undoing puts it back. */
type State = NoticeFields & Pick<StaffNotice, 'standing' | 'edition'>;

interface Deed {
  caller: StaffCaller;
  facts: RequestFacts;
  verb: keyof typeof verbWords;
  id: string;
  before?: StaffNotice;
}

/** What staff write and publish for everybody. */
export function createNoticeDesk(deps: NoticeDeskDeps) {
  const { store, clock, notices, changeSets } = deps;
  changeSets.register('notice', {
    async now(tx, id) {
      const notice = await find(tx, id);
      return notice ? stateOf(notice) : null;
    },
    async revert(tx, { id, before, after }) {
      const { standing, edition, ...fields } = (before ?? {}) as State;
      const published = (after as State | null)?.edition ?? 0;
      if (published > (edition ?? 0)) await rows.removeEdition(tx, editionId(id, published));
      if (!before) await rows.removeNotice(tx, id);
      else {
        const { version } = await mustFind(tx, id);
        await rows.updateNotice(tx, id, {
          ...{ ...toRow(fields), standing, edition, version: version + 1, updated_at: clock.now() },
        });
      }
      await notices.renew(tx);
    },
  });
  return {
    ...withDeps(deps, { create, update, publish, withdraw }),
    detail: (id: string) => detail(store.db, id),
  };
}

async function create(
  deps: NoticeDeskDeps,
  caller: StaffCaller,
  fields: NoticeFields,
  facts: RequestFacts,
): Promise<StaffNoticeDetail> {
  const { store, ids, clock } = deps;
  requireOrder(fields);
  return store.transact(async (tx) => {
    const id = ids.next('notice');
    const now = clock.now();
    await rows.insertNotice(tx, { id, ...toRow(fields), standing: 'draft', created_at: now, updated_at: now });
    return note(deps, tx, { caller, facts, verb: 'create', id });
  });
}

async function update(
  deps: NoticeDeskDeps,
  caller: StaffCaller,
  id: string,
  { version, ...patch }: { [K in keyof NoticeFields]?: NoticeFields[K] | undefined } & { version: number },
  facts: RequestFacts,
): Promise<StaffNoticeDetail> {
  return deps.store.transact(async (tx) => {
    const before = await mustFind(tx, id);
    await take(deps, tx, before, version);
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    const fields = { ...before, ...given } as NoticeFields;
    requireOrder(fields);
    await rows.updateNotice(tx, id, toRow(fields));
    return note(deps, tx, { caller, facts, verb: 'update', id, before });
  });
}

/** Throws `notice.over`. */
async function publish(
  deps: NoticeDeskDeps,
  caller: StaffCaller,
  id: string,
  version: number,
  facts: RequestFacts,
): Promise<StaffNoticeDetail> {
  const { store, clock } = deps;
  return store.transact(async (tx) => {
    const before = await mustFind(tx, id);
    await take(deps, tx, before, version);
    if (before.endsAt !== null && before.endsAt <= clock.now())
      throw new ProductError('notice.over', { fields: { endsAt: ['结束时间已过'] } });
    const edition = before.edition + 1;
    await rows.insertEdition(tx, {
      ...{ id: editionId(id, edition), notice_id: id, edition, ...toRow(before) },
      ...{ published_at: clock.now(), published_by: caller.accountId },
    });
    await rows.updateNotice(tx, id, { standing: 'published', edition });
    return note(deps, tx, { caller, facts, verb: 'publish', id, before });
  });
}

/** Throws `notice.not_published`. */
async function withdraw(
  deps: NoticeDeskDeps,
  caller: StaffCaller,
  id: string,
  version: number,
  facts: RequestFacts,
): Promise<StaffNoticeDetail> {
  return deps.store.transact(async (tx) => {
    const before = await mustFind(tx, id);
    await take(deps, tx, before, version);
    if (before.standing !== 'published') throw new ProductError('notice.not_published');
    await rows.updateNotice(tx, id, { standing: 'withdrawn' });
    return note(deps, tx, { caller, facts, verb: 'withdraw', id, before });
  });
}

async function find(handle: Db, id: string): Promise<StaffNotice | undefined> {
  const [notice] = await described(handle, await rows.noticesByIds(handle, [id]));
  return notice;
}

async function mustFind(handle: Db, id: string): Promise<StaffNotice> {
  const notice = await find(handle, id);
  if (!notice) throw new ProductError('content.not_found');
  return notice;
}

async function detail(handle: Db, id: string): Promise<StaffNoticeDetail> {
  const notice = await mustFind(handle, id);
  const editions = await rows.editionsOf(handle, [id]);
  const names = await rows.loginNames(
    handle,
    editions.map(({ published_by }) => published_by),
  );
  const dismissals = await rows.countDismissals(
    handle,
    editions.map((edition) => edition.id),
  );
  return {
    ...notice,
    editions: editions.map((row) => ({
      ...{ ...fieldsOf(row), edition: row.edition, publishedAt: row.published_at },
      ...{ publishedBy: names.get(row.published_by) ?? '', dismissals: dismissals.get(row.id) ?? 0 },
    })),
  };
}

async function take(deps: NoticeDeskDeps, tx: Db, before: StaffNotice, version: number): Promise<void> {
  if (!(await rows.takeVersion(tx, before.id, version, deps.clock.now())))
    throw new ProductError('content.changed_meanwhile', { beside: { current: await detail(tx, before.id) } });
}

function requireOrder({ startsAt, endsAt }: Pick<NoticeFields, 'startsAt' | 'endsAt'>): void {
  if (endsAt !== null && endsAt <= startsAt)
    throw new ProductError('notice.ends_first', { fields: { endsAt: ['结束时间要晚于开始时间'] } });
}

async function note(
  deps: NoticeDeskDeps,
  tx: Db,
  { caller, facts, verb, id, before }: Deed,
): Promise<StaffNoticeDetail> {
  const { audit, changeSets, notices } = deps;
  const after = await mustFind(tx, id);
  const states = { ...(before && { before }), after };
  await audit.record(tx, { caller, facts, action: `notice.${verb}`, subject: id, ...states });
  const item = { resource: 'notice', id, before: before ? stateOf(before) : null, after: stateOf(after) };
  const title = `${verbWords[verb]}公告「${after.title}」`;
  await changeSets.record(tx, { caller, facts, title, items: [item] });
  await notices.renew(tx);
  return detail(tx, id);
}

const verbWords = { create: '新建', update: '修改', publish: '发布', withdraw: '撤下' } as const;

const editionId = (id: string, edition: number) => `${id}-${edition}`;

type WrittenFields = Pick<rows.NoticeRow, 'title' | 'body' | 'audience' | 'starts_at' | 'ends_at' | 'is_dismissible'>;

const toRow = ({ title, text, audience, startsAt, endsAt, isDismissible }: NoticeFields): WrittenFields => ({
  ...{ title, body: text, audience, starts_at: startsAt, ends_at: endsAt },
  is_dismissible: isDismissible ? 1 : 0,
});

const fieldsOf = (row: WrittenFields): NoticeFields => ({
  ...{ title: row.title, text: row.body, audience: row.audience as NoticeFields['audience'] },
  ...{ startsAt: row.starts_at, endsAt: row.ends_at, isDismissible: row.is_dismissible === 1 },
});

const stateOf = ({ standing, edition, ...notice }: StaffNotice): State => {
  const { title, text, audience, startsAt, endsAt, isDismissible } = notice;
  return { title, text, audience, startsAt, endsAt, isDismissible, standing, edition };
};

async function described(db: Db, found: readonly rows.NoticeRow[]): Promise<StaffNotice[]> {
  const editions = await rows.editionsOf(
    db,
    found.map(({ id }) => id),
  );
  return found.map((row) => {
    const fields = fieldsOf(row);
    const newest = editions.find(({ notice_id }) => notice_id === row.id);
    return {
      ...{ id: row.id, ...fields, standing: row.standing, edition: row.edition, version: row.version },
      hasDraft: !newest || JSON.stringify(fieldsOf(newest)) !== JSON.stringify(fields),
      ...{ createdAt: row.created_at, updatedAt: row.updated_at },
    };
  });
}
