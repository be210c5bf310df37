import type { StaffAgreement, StaffAgreementDetail } from '#shared/contract/agreement-desk';
import type { PendingChange } from '#shared/contract/pending-change';
import { agreementTitles, agreementVersionName } from '#shared/domain/agreement';
import { day, dayKey } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import { withDeps } from '../../../with-deps.ts';
import type { StaffAct } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { PendingChanges } from '../../records/pending/pending-change.service.ts';
import type { RecordKind, UndoItem } from '../../records/record-kit/record-kind.ts';
import { createRecordKit, type RecordDeps, type RecordKit } from '../../records/record-kit/record-kit.ts';
import * as rows from './agreement.repository.ts';
import type { AgreementService } from './agreement.service.ts';

interface AgreementDeskDeps extends RecordDeps {
  store: Store;
  agreements: AgreementService;
  pending: PendingChanges;
  /** Minimum number of days between publication and effective date of a version that requires consent. */
  noticeDays: () => number;
}

type Agreement = StaffAgreement & { draft: string | null };
type Field = 'draft' | 'edition';
type Verb = 'draft' | 'publish';

interface AgreementDeskParts extends AgreementDeskDeps {
  kit: RecordKit<'agreement', Agreement, Pick<Agreement, Field>, Verb>;
}

const agreementKind = (parts: () => AgreementDeskParts): RecordKind<'agreement', Agreement, Field, Verb> => ({
  resource: 'agreement',
  source: rows.agreementSource,
  // The edition is the newest of those that were published.
  columns: { draft: 'draft', edition: () => ({}) },
  rows: async (db, ids) => (await described(db)).filter(({ id }) => ids.includes(id)),
  missing: 'content.not_found',
  stale: 'content.changed_meanwhile',
  current: ({ id }, tx) => detail(tx, id),
  titleOf: (verb, { before, after }) =>
    verb === 'publish'
      ? `发布「${before?.title}」版本 ${after?.edition}`
      : `${after?.draft === null ? '丢弃' : '修改'}「${before?.title}」的草稿`,
  isStamped: true,
  changed: (tx) => parts().agreements.renew(tx),
  undo: { revert: (tx, item) => putBack(parts(), tx, item) },
});

export type AgreementDesk = ReturnType<typeof createAgreementDesk>;

interface Publication {
  effectiveOn: string;
  needsConsent: boolean;
}

/** Drafts and publications of the agreements by staff. */
export function createAgreementDesk(deps: AgreementDeskDeps) {
  const { store, pending } = deps;
  const parts: AgreementDeskParts = {
    ...deps,
    kit: createRecordKit(
      deps,
      agreementKind(() => parts),
    ),
  };
  pending.register<Publication>('agreement', {
    async carryOut(tx, { subject, version, change, reason, requestedBy }, decision) {
      const before = await parts.kit.mustFind(tx, subject);
      if (before.version !== version) throw new ProductError('pending.stale');
      await parts.kit.takeVersion(tx, before, version);
      // The notice period starts with the publication, which is the approval.
      const effectiveOn = change.effectiveOn > earliest(deps) ? change.effectiveOn : earliest(deps);
      await carryOut(parts, tx, decision, before, { ...change, effectiveOn, reason, by: requestedBy });
      return undefined;
    },
  });
  const list: ConsoleList<StaffAgreement> = parts.kit.list;
  return {
    list,
    ...withDeps(parts, { saveDraft, publish }),
    detail: (id: string) => detail(store.db, id),
  };
}

/** Keeps a draft, or none. */
async function saveDraft(
  { store, kit }: AgreementDeskParts,
  act: StaffAct,
  id: string,
  { draft, version }: { draft: string | null; version: number },
): Promise<StaffAgreementDetail> {
  return store.transact(async (tx) => {
    await kit.change(tx, act, id, { verb: 'draft', version, fields: { draft } });
    return detail(tx, id);
  });
}

/** Throws `agreement.consented` where people have agreed to the version already. */
async function putBack(
  { kit }: AgreementDeskParts,
  tx: Db,
  { id, before, after }: UndoItem<Pick<Agreement, Field>>,
): Promise<void> {
  const present = await kit.mustFind(tx, id);
  if ((before?.edition ?? 0) < (after?.edition ?? 0)) {
    const name = agreementVersionName(present.id, present.edition);
    const count = (await rows.countConsents(tx, [name])).get(name) ?? 0;
    if (count > 0) throw new ProductError('agreement.consented', { fill: { count } });
    await rows.removeEdition(tx, name);
  }
  await kit.write(tx, id, { draft: before?.draft ?? null }, { version: present.version + 1 });
}

/**
 * Publishes the draft. A version that requires consent needs approval and takes effect after the notice period.
 * Throws `agreement.no_draft`, `agreement.same_text`, `agreement.past_date`, `agreement.too_early`.
 */
async function publish(
  deps: AgreementDeskParts,
  act: StaffAct,
  id: string,
  asked: { effectiveOn: string; needsConsent: boolean; reason: string; version: number },
): Promise<StaffAgreementDetail & { pendingChange?: PendingChange }> {
  const { store, clock, noticeDays, pending, kit } = deps;
  return store.transact(async (tx) => {
    const before = await kit.mustFind(tx, id);
    const { effectiveOn, needsConsent, reason } = asked;
    if (before.version !== asked.version)
      throw new ProductError('content.changed_meanwhile', { beside: { current: await detail(tx, id) } });
    if (before.draft === null) throw new ProductError('agreement.no_draft');
    const newest = (await rows.allEditions(tx)).find(({ agreement_id }) => agreement_id === before.id);
    if (newest?.body === before.draft) throw new ProductError('agreement.same_text');
    if (effectiveOn < dayKey(clock.now()))
      throw new ProductError('agreement.past_date', { fields: { effectiveOn: ['生效日期不能早于今天'] } });
    if (needsConsent && effectiveOn < earliest(deps)) {
      const fill = { days: noticeDays(), first: earliest(deps) };
      const { message } = new ProductError('agreement.too_early', { fill });
      throw new ProductError('agreement.too_early', { fill, fields: { effectiveOn: [message] } });
    }
    if (needsConsent && (await pending.isNeeded(tx, act.caller))) {
      const { title, version, edition } = before;
      const asked = { kind: 'agreement', subject: id, title, version, reason } as const;
      const shown = [
        { name: 'edition' as const, before: `版本 ${edition}`, after: `版本 ${edition + 1}，要求重新同意` },
        { name: 'effectiveOn' as const, before: before.effectiveOn, after: effectiveOn },
      ];
      const change = { effectiveOn, needsConsent };
      const pendingChange = await pending.hold(tx, act, { ...asked, change, shown });
      return { ...(await detail(tx, id)), pendingChange };
    }
    await kit.takeVersion(tx, before, asked.version);
    return carryOut(deps, tx, act, before, { effectiveOn, needsConsent, reason, by: act.caller.accountId });
  });
}

async function detail(handle: Db, id: string): Promise<StaffAgreementDetail> {
  const agreement = (await described(handle)).find((each) => each.id === id);
  if (!agreement) throw new ProductError('content.not_found');
  const own = (await rows.allEditions(handle)).filter(({ agreement_id }) => agreement_id === id);
  const consents = await rows.countConsents(
    handle,
    own.map((edition) => edition.id),
  );
  const names = await rows.loginNames(
    handle,
    own.flatMap(({ published_by }) => published_by ?? []),
  );
  const versions = own.map((edition) => ({
    ...{ edition: edition.edition, effectiveOn: edition.effective_on, text: edition.body, reason: edition.reason },
    ...{ needsConsent: edition.needs_consent === 1, publishedAt: edition.published_at },
    publishedBy: edition.published_by === null ? null : (names.get(edition.published_by) ?? ''),
    consents: consents.get(edition.id) ?? 0,
  }));
  return { ...agreement, versions };
}

/** Earliest effective date, as `YYYY-MM-DD`, of a version published now that requires consent. */
const earliest = ({ clock, noticeDays }: Pick<AgreementDeskDeps, 'clock' | 'noticeDays'>) =>
  dayKey(clock.now() + noticeDays() * day);

async function carryOut(
  { clock, kit }: AgreementDeskParts,
  tx: Db,
  act: StaffAct,
  before: Agreement,
  { effectiveOn, needsConsent, reason, by }: Publication & { reason: string; by: string },
): Promise<StaffAgreementDetail> {
  if (before.draft === null) throw new ProductError('agreement.no_draft');
  const { id } = before;
  const edition = before.edition + 1;
  await rows.insertEdition(tx, {
    ...{ id: agreementVersionName(id, edition), agreement_id: id, edition, body: before.draft },
    ...{ effective_on: effectiveOn, needs_consent: needsConsent ? 1 : 0, reason },
    ...{ published_at: clock.now(), published_by: by },
  });
  await kit.write(tx, id, { draft: null });
  await kit.note(tx, act, 'publish', { id, before, reason });
  return detail(tx, id);
}

async function described(db: Db): Promise<Agreement[]> {
  const editions = await rows.allEditions(db);
  return (await rows.allAgreements(db)).flatMap(({ id, place, draft, version, updated_at }) => {
    const newest = editions.find(({ agreement_id }) => agreement_id === id);
    if (!newest) return [];
    return [
      {
        ...{ id, title: agreementTitles[id], place, draft, hasDraft: draft !== null, version, updatedAt: updated_at },
        ...{ edition: newest.edition, effectiveOn: newest.effective_on, publishedAt: newest.published_at },
        needsConsent: newest.needs_consent === 1,
      },
    ];
  });
}
