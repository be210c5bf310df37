import type { Clock } from '../../../adapters/clock/port.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import * as accounts from './account.repository.ts';

export interface BanEndDeps {
  store: Store;
  clock: Clock;
  audit: AuditService;
  tellStanding(tx: Db, accountId: string): Promise<void>;
}

/** Nobody's doing: the clock's. */
const byItself = {
  caller: { accountId: '' },
  facts: { requestId: '', address: '', userAgent: '', isSecure: true },
  action: 'account.ban_ended',
  reason: '封禁到期，自动恢复',
};

/** Lifts bans that have come to their end, each with its audit row; mostly there are none. */
export function createBanEnds({ store, clock, audit, tellStanding }: BanEndDeps): () => Promise<void> {
  async function lift(tx: Db, id: string): Promise<void> {
    const known = await accounts.findAccount(tx, id);
    if (!known || known.banned_until === null || known.banned_until > clock.now()) return;
    const { status, status_reason: statusReason, banned_until: bannedUntil } = known;
    await accounts.updateAccount(tx, id, {
      ...{ status: 'active', status_reason: '', banned_until: null },
      ...{ version: known.version + 1, updated_at: clock.now() },
    });
    if (status === 'banned') await tellStanding(tx, id);
    const before = { status, statusReason, bannedUntil };
    const after = { status: 'active', statusReason: '', bannedUntil: null };
    await audit.record(tx, { ...byItself, subject: id, before, after });
  }

  return async () => {
    await store.slices.run(async () => {
      const [id] = await accounts.endedBans(store.db, clock.now(), 1);
      if (id !== undefined) await store.transact((tx) => lift(tx, id));
      return id !== undefined;
    });
  };
}
