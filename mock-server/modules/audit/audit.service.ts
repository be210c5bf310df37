import type { Clock } from '../../adapters/clock/port.ts';
import type { RequestFacts, StaffCaller } from '../caller.ts';
import type { Db } from '../store.ts';
import { insertAudit, removeAudit } from './audit.repository.ts';

export interface AuditRecord {
  /** Who did it; an empty id where nobody has proved who they are. */
  caller: Pick<StaffCaller, 'accountId'>;
  facts: RequestFacts;
  /** `subject kind.verb`, e.g. `account.update`. */
  action: string;
  /** Id of what was changed. */
  subject: string;
  /** The whole record, so that every field that changed stands in the row. */
  before?: object;
  after?: object;
  /** Why, in the words of who did it; empty where nobody was asked. */
  reason?: string;
}

export type AuditService = ReturnType<typeof createAuditService>;

/** Who changed what, written in the same transaction as the change. */
export function createAuditService({ clock }: { clock: Clock }) {
  return {
    async record(tx: Db, { caller, facts, action, subject, before, after, reason = '' }: AuditRecord): Promise<void> {
      await insertAudit(tx, {
        actor_id: caller.accountId,
        action,
        resource: action.split('.')[0] ?? action,
        subject,
        reason,
        before: before ? JSON.stringify(before) : null,
        after: after ? JSON.stringify(after) : null,
        address: facts.address,
        user_agent: facts.userAgent,
        request_id: facts.requestId,
        created_at: clock.now(),
      });
    },

    /** Removes rows of some actions made before a moment. What staff did stays. */
    forget: (tx: Db, actions: readonly string[], before: number) => removeAudit(tx, actions, before),
  };
}
