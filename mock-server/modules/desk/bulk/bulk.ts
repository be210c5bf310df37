import type { BulkAnswer, BulkAsk } from '#shared/contract/bulk';
import { mayStaff, type StaffPermission } from '#shared/domain/staff-permissions';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import { type Db, inSavepoint, type Store } from '../../base/store.ts';
import type { ChangeItem, ChangeSets } from '../../records/audit/change-sets.service.ts';
import { createStaffRequests } from '../../shop/ticket/staff-requests.ts';

/** One row's part: what the verb does to one record, with its audit row and its change, inside the transaction. */
export interface BulkVerb {
  permission: StaffPermission;
  /** `停用账号`; the change is called `批量停用账号：97 条`. */
  title: string;
  row(tx: Db, id: string, call: { caller: StaffCaller; facts: RequestFacts; reason: string }): Promise<unknown>;
}

export type Bulk = ReturnType<typeof createBulk>;

/** Verbs over many records: each row for itself, one change for all, the same answer however often it is sent. */
export function createBulk({ store, clock, changeSets }: { store: Store; clock: Clock; changeSets: ChangeSets }) {
  const requests = createStaffRequests({ clock });

  /**
   * Rows that are refused stay as they were and are reported; what is no refusal undoes everything. Throws
   * `auth.forbidden`, `request.client_key_reused`.
   */
  return async function run(
    resource: string,
    verb: BulkVerb,
    asked: BulkAsk,
    caller: StaffCaller,
    facts: RequestFacts,
  ): Promise<BulkAnswer> {
    if (!mayStaff(caller.role, verb.permission)) throw new ProductError('auth.forbidden');
    const { clientKey, reason = '', verb: name } = asked;
    const ids = [...new Set(asked.ids)];
    const work = async (tx: Db): Promise<BulkAnswer> => {
      const items: ChangeItem[] = [];
      const done: string[] = [];
      const failed: BulkAnswer['failed'] = [];
      for (const id of ids) {
        const gather: ChangeItem[] = [];
        const note = { permission: verb.permission, tell: () => undefined, gather };
        try {
          await inSavepoint(tx, () => verb.row(tx, id, { caller, facts: { ...facts, change: note }, reason }));
          items.push(...gather);
          done.push(id);
        } catch (error) {
          if (!(error instanceof ProductError)) throw error;
          failed.push({ id, reason: error.reason, message: error.message });
        }
      }
      const tell = facts.change?.tell ?? (() => undefined);
      const title = `批量${verb.title}：${done.length} 条`;
      const change = { ...facts, change: { permission: verb.permission, tell } };
      const changeId = await changeSets.record(tx, { caller, facts: change, title, items });
      return { done, failed, changeId };
    };
    const content = { action: `bulk:${resource}`, verb: name, ids, reason };
    return store.transact((tx) =>
      requests.once(tx, { operator: caller.accountId, clientKey, content }, () => work(tx)),
    );
  };
}
