import type {
  AccountDevice,
  AccountNote,
  AccountSession,
  Consent,
  MembershipPeriod,
  TicketLot,
} from '#shared/contract/account-desk';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db } from '../../base/store.ts';
import { endlessAt } from '../../shop/membership/membership.rules.ts';
import * as rows from './account-page.repository.ts';

/** Lists that the page of an account is made of. */
export function createAccountPageLists({ clock }: { clock: Clock }) {
  return {
    notes: {
      source: rows.noteSource,
      rows: shownNotes,
      idOf: ({ id }) => id,
    } satisfies ConsoleList<AccountNote>,

    sessions: (): ConsoleList<AccountSession> => ({
      source: rows.sessionSource(clock.now()) as ConsoleList<AccountSession>['source'],
      rows: async (db, ids) => (await rows.sessionsByIds(db, ids, clock.now())).map(toSession),
      idOf: ({ id }) => id,
    }),

    devices: {
      source: rows.deviceSource,
      rows: async (db, ids) => (await rows.devicesByIds(db, ids)).map(toDevice),
      idOf: ({ id }) => id,
    } satisfies ConsoleList<AccountDevice>,

    lots: {
      source: rows.lotSource,
      rows: async (db, ids) => (await rows.lotsByIds(db, ids)).map(toLot),
      idOf: ({ id }) => id,
    } satisfies ConsoleList<TicketLot>,

    periods: {
      source: rows.periodSource,
      rows: async (db, ids) => (await rows.periodsByIds(db, ids)).map(toPeriod),
      idOf: ({ id }) => id,
    } satisfies ConsoleList<MembershipPeriod>,

    consents: {
      source: rows.consentSource,
      rows: async (db, ids) => (await rows.consentsByIds(db, ids)).map(toConsent),
      idOf: ({ id }) => id,
    } satisfies ConsoleList<Consent>,
  };
}

/** Notes as one member of staff reads them. */
export async function shownNotes(
  db: Db,
  ids: ReadonlyArray<string | number>,
  caller: Pick<StaffCaller, 'accountId'>,
): Promise<AccountNote[]> {
  return (await rows.notesByIds(db, ids)).map((row) => ({
    id: row.id,
    accountId: row.account_id,
    text: row.words,
    authorId: row.author_id,
    authorName: row.nick_name || row.login_name || row.author_id,
    isOwn: row.author_id === caller.accountId,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
}

type Row<F extends (...values: never[]) => Promise<unknown[]>> = Awaited<ReturnType<F>>[number];

export function toSession(row: Row<typeof rows.sessionsByIds>): AccountSession {
  return {
    id: row.token_hash.slice(0, 16),
    accountId: row.account_id,
    address: row.address,
    userAgent: row.user_agent,
    deviceId: row.device_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

function toDevice(row: Row<typeof rows.devicesByIds>): AccountDevice {
  return {
    id: row.id,
    accountId: row.account_id,
    deviceId: row.device_id,
    userAgent: row.user_agent,
    addresses: JSON.parse(row.addresses) as string[],
    logins: row.logins,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
  };
}

function toLot(row: Row<typeof rows.lotsByIds>): TicketLot {
  return {
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    source: row.source,
    amount: row.amount,
    remaining: row.remaining,
    reason: row.reason,
    reference: row.reference,
    startsAt: row.starts_at,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}

function toPeriod(row: Row<typeof rows.periodsByIds>): MembershipPeriod {
  return {
    id: row.id,
    accountId: row.account_id,
    plan: row.plan,
    seats: row.seats,
    source: row.source,
    reference: row.reference,
    startsAt: row.starts_at,
    endsAt: row.ends_at >= endlessAt ? null : row.ends_at,
    createdAt: row.created_at,
  };
}

function toConsent(row: Row<typeof rows.consentsByIds>): Consent {
  return {
    id: row.id,
    accountId: row.account_id,
    agreementVersion: row.agreement_version,
    address: row.address,
    createdAt: row.created_at,
  };
}
