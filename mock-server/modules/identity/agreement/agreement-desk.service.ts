import type { StaffAgreement, StaffAgreementDetail } from '#shared/contract/agreement-desk';
import type { PendingChange } from '#shared/contract/pending-change';
import { agreementTitles, agreementVersionName } from '#shared/domain/agreement';
import { day, dayKey } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffAct, StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets } from '../../records/audit/change-sets.service.ts';
import type { PendingChanges } from '../../records/pending/pending-change.service.ts';
import * as rows from './agreement.repository.ts';
import type { AgreementService } from './agreement.service.ts';

interface AgreementDeskDeps {
  store: Store;
  clock: Clock;
  agreements: AgreementService;
  audit: AuditService;
  changeSets: ChangeSets;
  pending: PendingChanges;
  /** Minimum number of days between publication and effective date of a version that requires consent. */
  noticeDays: () => number;
}

/** Every agreement of the console's list. */
export const agreementList: ConsoleList<StaffAgreement> = {
  source: rows.agreementSource,
  rows: async (db, ids) => (await described(db)).filter(({ id }) => ids.includes(id)),
  idOf: (row) => row.id,
};

export type AgreementDesk = ReturnType<typeof createAgreementDesk>;

interface Deed {
  caller: StaffCaller;
  facts: RequestFacts;
  action: string;
  title: string;
  before: StaffAgreement & { draft: string | null };
  reason?: string;
}

interface Publication {
  effectiveOn: string;
  needsConsent: boolean;
}

/** What staff write and publish of the agreements. */
export function createAgreementDesk(deps: AgreementDeskDeps) {
  const { store, clock, agreements, changeSets, pending } = deps;
  changeSets.register('agreement', {
    now: async (tx, id) => stateOf(await find(tx, id)),
    async revert(tx, { id, before, after }) {
      const present = await find(tx, id);
      const { draft } = before as State;
      if ((before as State).edition < (after as State).edition) {
        const name = agreementVersionName(present.id, present.edition);
        const count = (await rows.countConsents(tx, [name])).get(name) ?? 0;
        if (count > 0) throw new ProductError('agreement.consented', { fill: { count } });
        await rows.removeEdition(tx, name);
      }
      await rows.updateAgreement(tx, present.id, { draft, version: present.version + 1, updated_at: clock.now() });
      await agreements.renew(tx);
    },
  });
  pending.register<Publication>('agreement', {
    async carryOut(tx, { subject, version, change, reason, requestedBy }, decision) {
      const before = await find(tx, subject);
      if (before.version !== version) throw new ProductError('pending.stale');
      await take(deps, tx, before, version);
      // The notice period starts with the publication, which is the approval.
      const effectiveOn = change.effectiveOn > earliest(deps) ? change.effectiveOn : earliest(deps);
      await carryOut(deps, tx, decision, before, { ...change, effectiveOn, reason, by: requestedBy });
      return undefined;
    },
  });
  return {
    ...withDeps(deps, { saveDraft, publish }),
    detail: (id: string) => detail(store.db, id),
  };
}

/** Keeps a draft, or none. */
async function saveDraft(
  deps: AgreementDeskDeps,
  caller: StaffCaller,
  id: string,
  { draft, version }: { draft: string | null; version: number },
  facts: RequestFacts,
): Promise<StaffAgreementDetail> {
  return deps.store.transact(async (tx) => {
    const before = await find(tx, id);
    await take(deps, tx, before, version);
    await rows.updateAgreement(tx, before.id, { draft });
    const title = draft === null ? `丢弃「${before.title}」的草稿` : `修改「${before.title}」的草稿`;
    return note(deps, tx, { caller, facts, action: 'agreement.draft', title, before });
  });
}

/**
 * Publishes the draft. A version that requires consent needs approval and takes effect after the notice period.
 * Throws `agreement.no_draft`, `agreement.same_text`, `agreement.past_date`, `agreement.too_early`.
 */
async function publish(
  deps: AgreementDeskDeps,
  caller: StaffCaller,
  id: string,
  asked: { effectiveOn: string; needsConsent: boolean; reason: string; version: number },
  facts: RequestFacts,
): Promise<StaffAgreementDetail & { pendingChange?: PendingChange }> {
  const { store, clock, noticeDays, pending } = deps;
  return store.transact(async (tx) => {
    const before = await find(tx, id);
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
    if (needsConsent && (await pending.isNeeded(tx, caller))) {
      const { title, version, edition } = before;
      const asked = { kind: 'agreement', subject: id, title, version, reason } as const;
      const shown = [
        { name: 'edition' as const, before: `版本 ${edition}`, after: `版本 ${edition + 1}，要求重新同意` },
        { name: 'effectiveOn' as const, before: before.effectiveOn, after: effectiveOn },
      ];
      const change = { effectiveOn, needsConsent };
      const pendingChange = await pending.hold(tx, { caller, facts }, { ...asked, change, shown });
      return { ...(await detail(tx, id)), pendingChange };
    }
    await take(deps, tx, before, asked.version);
    return carryOut(deps, tx, { caller, facts }, before, { effectiveOn, needsConsent, reason, by: caller.accountId });
  });
}

async function find(handle: Db, id: string): Promise<StaffAgreement & { draft: string | null }> {
  const found = (await described(handle)).find((agreement) => agreement.id === id);
  if (!found) throw new ProductError('content.not_found');
  return found;
}

async function detail(handle: Db, id: string): Promise<StaffAgreementDetail> {
  const agreement = await find(handle, id);
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

async function take(deps: AgreementDeskDeps, tx: Db, before: StaffAgreement, version: number): Promise<void> {
  if (!(await rows.takeVersion(tx, before.id, version, deps.clock.now())))
    throw new ProductError('content.changed_meanwhile', { beside: { current: await detail(tx, before.id) } });
}

async function note(
  deps: AgreementDeskDeps,
  tx: Db,
  { caller, facts, action, title, before, reason }: Deed,
): Promise<StaffAgreementDetail> {
  const { audit, changeSets, agreements } = deps;
  const { id } = before;
  const after = await find(tx, id);
  await audit.record(tx, { caller, facts, action, subject: id, before, after, ...(reason && { reason }) });
  const item = { resource: 'agreement', id, before: stateOf(before), after: stateOf(after) };
  await changeSets.record(tx, { caller, facts, title, items: [item] });
  await agreements.renew(tx);
  return detail(tx, id);
}

/** Earliest effective date, as `YYYY-MM-DD`, of a version published now that requires consent. */
const earliest = ({ clock, noticeDays }: AgreementDeskDeps) => dayKey(clock.now() + noticeDays() * day);

async function carryOut(
  deps: AgreementDeskDeps,
  tx: Db,
  { caller, facts }: StaffAct,
  before: StaffAgreement & { draft: string | null },
  { effectiveOn, needsConsent, reason, by }: Publication & { reason: string; by: string },
): Promise<StaffAgreementDetail> {
  if (before.draft === null) throw new ProductError('agreement.no_draft');
  const edition = before.edition + 1;
  await rows.insertEdition(tx, {
    ...{ id: agreementVersionName(before.id, edition), agreement_id: before.id, edition, body: before.draft },
    ...{ effective_on: effectiveOn, needs_consent: needsConsent ? 1 : 0, reason },
    ...{ published_at: deps.clock.now(), published_by: by },
  });
  await rows.updateAgreement(tx, before.id, { draft: null });
  const title = `发布「${before.title}」版本 ${edition}`;
  return note(deps, tx, { caller, facts, action: 'agreement.publish', title, before, reason });
}

type State = ReturnType<typeof stateOf>;
const stateOf = ({ draft, edition }: { draft: string | null; edition: number }) => ({ draft, edition });

async function described(db: Db): Promise<Array<StaffAgreement & { draft: string | null }>> {
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
