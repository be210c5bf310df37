import { day } from '#shared/domain/time';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import type { Authenticator, RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { Db, Store } from '../../base/store.ts';
import { isBanned } from '../account/account.rules.ts';
import type { AccountService } from '../account/account.service.ts';
import { hashSecret } from '../account/password.ts';
import { setUpsOf } from '../staff-security/security.rules.ts';
import * as auth from './auth.repository.ts';
import { devicesKeptMs, sessionsKept } from './auth.rules.ts';

export interface SessionDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  accounts: AccountService;
  sessionDays: number;
  staffSessionDays: number;
  /** Returns true for the example staff of local mode, who are exempt from all checks. */
  isExempt: (loginName: string) => boolean;
}

export type SessionService = ReturnType<typeof createSessionService>;

/** A session just opened: the cookie's token, and for users the CAS ticket of this login. */
export interface OpenedSession {
  token: string;
  ticket: string;
}

/** Opens, reads and ends sessions. Tokens and tickets leave it once and are kept as hashes. */
export function createSessionService(deps: SessionDeps) {
  const { store, clock, ids, accounts } = deps;
  const { db } = store;

  /** A user's session that counts, by the hash of its token or of its CAS ticket. */
  async function findSession(
    by: { tokenHash: string } | { ticketHash: string },
  ): Promise<{ accountId: string; ticketHash: string; openedAt: number } | null> {
    const row = await auth.liveSession(db, by, 'user', clock.now());
    if (!row?.ticket_hash || isBanned(row, clock.now())) return null;
    return { accountId: row.account_id, ticketHash: row.ticket_hash, openedAt: row.created_at };
  }

  /** A member of staff whose session counts. */
  async function staffOf(sessionHash: string): Promise<StaffCaller | null> {
    const row = await auth.liveStaffSession(db, sessionHash, clock.now());
    if (!row?.role || isBanned(row, clock.now())) return null;
    const mustSetUp = setUpsOf(row, deps.isExempt(row.login_name ?? ''));
    return { kind: 'staff', accountId: row.account_id, role: row.role, sessionHash, mustSetUp };
  }

  const authenticator: Omit<Authenticator, 'viewer'> = {
    async user(token) {
      const sessionHash = hashSecret(token);
      const session = await findSession({ tokenHash: sessionHash });
      return session && { kind: 'user', accountId: session.accountId, sessionHash };
    },
    staff: (token) => staffOf(hashSecret(token)),
  };

  return {
    authenticator,

    /** For use inside a transaction. `ticket` is empty for staff. */
    async openSession(
      tx: Db,
      kind: 'user' | 'staff',
      accountId: string,
      facts: RequestFacts,
      deviceId: string | null = null,
    ): Promise<OpenedSession> {
      const token = ids.secret();
      const ticket = kind === 'user' ? `TGT-${ids.secret()}` : '';
      const now = clock.now();
      const newest = hashSecret(token);
      await auth.insertSession(tx, {
        token_hash: newest,
        kind,
        account_id: accountId,
        ticket_hash: ticket ? hashSecret(ticket) : null,
        address: facts.address,
        user_agent: facts.userAgent,
        device_id: deviceId,
        created_at: now,
        expires_at: now + (kind === 'user' ? deps.sessionDays : deps.staffSessionDays) * day,
      });
      await auth.removeOldestSessions(tx, { kind, accountId, newest }, sessionsKept);
      if (kind === 'user' || deviceId !== null) {
        const { address, userAgent } = facts;
        await auth.noteDevice(tx, { id: ids.next('device'), accountId, deviceId, address, userAgent, now });
      }
      await accounts.noteLogin(tx, accountId);
      return { token, ticket };
    },

    findSession,
    staffOf,

    /** Returns true when a user's session still counts. */
    isLive: async (sessionHash: string): Promise<boolean> => (await findSession({ tokenHash: sessionHash })) !== null,

    async endSession(token: string): Promise<void> {
      await auth.removeSession(db, hashSecret(token));
    },

    /** Ends the session behind a CAS ticket; one that has ended already is fine. */
    async endSessionByTicket(ticket: string): Promise<void> {
      await auth.removeSessionByTicket(db, hashSecret(ticket));
    },

    /** Removes what has expired; run now and then. */
    async sweep(): Promise<void> {
      await store.slices.run((rows) => auth.removeSessions(db, clock.now(), rows));
      await store.slices.run((rows) => auth.removeCodes(db, clock.now() - 2 * day, rows));
      await store.slices.run((rows) => auth.forgetDevices(db, clock.now() - devicesKeptMs, rows));
    },
  };
}
