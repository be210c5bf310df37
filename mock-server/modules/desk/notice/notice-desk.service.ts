import type { NoticeFields, StaffNotice, StaffNoticeDetail } from '#shared/contract/notice-desk';
import { ProductError } from '#shared/errors';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { StaffAct } from '../../base/caller.ts';
import type { Db, Store } from '../../base/store.ts';
import { type RecordKind, storedRows } from '../../records/record-kit/record-kind.ts';
import { createRecordKit, type RecordDeps, type RecordKit } from '../../records/record-kit/record-kit.ts';
import * as rows from './notice.repository.ts';
import type { NoticeService } from './notice.service.ts';

interface NoticeDeskDeps extends RecordDeps {
  store: Store;
  ids: Ids;
  notices: NoticeService;
}

const verbs = { create: '新建', update: '修改', publish: '发布', withdraw: '撤下' } as const;
const columns = {
  title: 'title',
  text: 'body',
  audience: 'audience',
  startsAt: 'starts_at',
  endsAt: 'ends_at',
  isDismissible: 'is_dismissible',
  standing: 'standing',
  edition: 'edition',
} as const;

const noticeKind = ({
  notices,
}: NoticeDeskDeps): RecordKind<'notice', StaffNotice, keyof typeof columns, keyof typeof verbs> => ({
  resource: 'notice',
  source: rows.noticeSource,
  columns,
  rows: async (db, ids) => described(db, await storedRows(db, 'notice', ids)),
  missing: 'content.not_found',
  stale: 'content.changed_meanwhile',
  current: ({ id }, tx) => detail(tx, id),
  titleOf: (verb, { after }) => `${verbs[verb]}公告「${after?.title}」`,
  isStamped: true,
  changed: (tx) => notices.renew(tx),
  undo: {
    async prepare(tx, { id, before, after }) {
      const published = after?.edition ?? 0;
      if (published > (before?.edition ?? 0)) await rows.removeEdition(tx, editionId(id, published));
    },
  },
});

type NoticePatch = { [K in keyof NoticeFields]?: NoticeFields[K] | undefined } & { version: number };
type NoticeKit = RecordKit<'notice', StaffNotice, Pick<StaffNotice, keyof typeof columns>, keyof typeof verbs>;

interface NoticeDeskParts extends NoticeDeskDeps {
  kit: NoticeKit;
}

export type NoticeDesk = ReturnType<typeof createNoticeDesk>;

/** Drafts and publications of notices by staff. */
export function createNoticeDesk(deps: NoticeDeskDeps) {
  const kit = createRecordKit(deps, noticeKind(deps));
  return {
    list: kit.list,
    ...withDeps({ ...deps, kit }, { create, update, publish, withdraw }),
    detail: (id: string) => detail(deps.store.db, id),
  };
}

async function create(deps: NoticeDeskParts, act: StaffAct, fields: NoticeFields): Promise<StaffNoticeDetail> {
  const { store, ids, clock, kit } = deps;
  requireOrder(fields);
  return store.transact(async (tx) => {
    const more = { id: ids.next('notice'), created_at: clock.now() };
    const { id } = await kit.create(tx, act, { ...fields, standing: 'draft' }, more);
    return detail(tx, id);
  });
}

async function update(
  deps: NoticeDeskParts,
  act: StaffAct,
  id: string,
  { version, ...fields }: NoticePatch,
): Promise<StaffNoticeDetail> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const check = (before: StaffNotice) => requireOrder({ ...before, ...given });
  return changed(deps, act, id, { version, fields, check });
}

/** Throws `notice.over`. */
async function publish(deps: NoticeDeskParts, act: StaffAct, id: string, version: number): Promise<StaffNoticeDetail> {
  const { store, clock, kit } = deps;
  return store.transact(async (tx) => {
    const before = await kit.mustFind(tx, id);
    await kit.takeVersion(tx, before, version);
    if (before.endsAt !== null && before.endsAt <= clock.now())
      throw new ProductError('notice.over', { fields: { endsAt: ['结束时间已过'] } });
    const edition = before.edition + 1;
    await rows.insertEdition(tx, {
      ...{ id: editionId(id, edition), notice_id: id, edition, ...toRow(before) },
      ...{ published_at: clock.now(), published_by: act.caller.accountId },
    });
    await kit.write(tx, id, { standing: 'published', edition });
    await kit.note(tx, act, 'publish', { id, before });
    return detail(tx, id);
  });
}

/** Throws `notice.not_published`. */
async function withdraw(deps: NoticeDeskParts, act: StaffAct, id: string, version: number): Promise<StaffNoticeDetail> {
  const check = ({ standing }: StaffNotice) => {
    if (standing !== 'published') throw new ProductError('notice.not_published');
  };
  return changed(deps, act, id, { verb: 'withdraw', version, fields: { standing: 'withdrawn' }, check });
}

async function changed(
  { store, kit }: NoticeDeskParts,
  act: StaffAct,
  id: string,
  change: Parameters<NoticeKit['change']>[3],
) {
  return store.transact(async (tx) => {
    await kit.change(tx, act, id, change);
    return detail(tx, id);
  });
}

async function detail(handle: Db, id: string): Promise<StaffNoticeDetail> {
  const [notice] = await described(handle, await storedRows(handle, 'notice', [id]));
  if (!notice) throw new ProductError('content.not_found');
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

function requireOrder({ startsAt, endsAt }: Pick<NoticeFields, 'startsAt' | 'endsAt'>): void {
  if (endsAt !== null && endsAt <= startsAt)
    throw new ProductError('notice.ends_first', { fields: { endsAt: ['结束时间要晚于开始时间'] } });
}

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
