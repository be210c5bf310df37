import { type TicketKind, ticketKinds } from '#shared/domain/ticket-kind';
import { day, dayKey, endOfDay } from '#shared/domain/time';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Db } from '../../base/store.ts';
import { livePlan } from '../../identity/account/account.rules.ts';
import type { Plans } from '../product/catalogue.ts';
import * as given from './gift.repository.ts';
import type { Ledger } from './ticket-ledger.ts';

/** Gift of a new account, valid 7 days (docs/RULES.md R40). */
const signUpGift: Record<TicketKind, number> = { normal: 20, live: 3, gpt: 20 };
const signUpGiftDays = 7;
/** Both sides of an invitation get it; an inviter for so many new accounts at most. */
const invitationGift = { kind: 'normal', amount: 10, days: 30 } as const;
const mostInvitations = 50;

const staffType = 9;

interface DailyGift {
  kind: TicketKind;
  amount: number;
  key: string;
}

/** Automatic gifts: at sign-up, for an invitation, and every day of the free plan. */
export function createGifts({ clock, books, plans }: { clock: Clock; books: Ledger; plans: Plans }) {
  /** Gifts of the account's plan that are due today. */
  async function dueToday(handle: Db, accountId: string): Promise<DailyGift[]> {
    const owner = await given.findOwner(handle, accountId);
    if (!owner || owner.user_type === staffType) return [];
    const now = clock.now();
    const quota = plans.of(livePlan(owner, now)).daily;
    const gifts = ticketKinds
      .map((kind) => ({ kind, amount: quota[kind], key: `daily:${accountId}:${dayKey(now)}:${kind}` }))
      .filter(({ amount }) => amount > 0);
    if (gifts.length === 0) return [];
    const known = await given.knownKeys(
      handle,
      gifts.map(({ key }) => key),
    );
    return gifts.filter(({ key }) => !known.has(key));
  }

  return {
    isDailyDue: async (handle: Db, accountId: string) => (await dueToday(handle, accountId)).length > 0,

    async giveDaily(tx: Db, accountId: string): Promise<void> {
      const expiresAt = endOfDay(clock.now());
      for (const { kind, amount, key } of await dueToday(tx, accountId)) {
        const words = { source: 'daily', reason: '每日赠送' };
        await books.grant(tx, accountId, { kind, amount, ...words, expiresAt, idempotencyKey: key });
      }
    },

    async giveSignUpGift(tx: Db, accountId: string): Promise<void> {
      const expiresAt = clock.now() + signUpGiftDays * day;
      for (const kind of ticketKinds) {
        const words = { source: 'gift', reason: '注册赠送' };
        const idempotencyKey = `sign-up:${accountId}:${kind}`;
        await books.grant(tx, accountId, { kind, amount: signUpGift[kind], ...words, expiresAt, idempotencyKey });
      }
    },

    async giveInvitationGift(tx: Db, inviterId: string, invitedId: string): Promise<void> {
      const { kind, amount, days } = invitationGift;
      const gift = { kind, amount, source: 'gift', reason: '邀请好友', expiresAt: clock.now() + days * day };
      await books.grant(tx, invitedId, { ...gift, idempotencyKey: `invited:${invitedId}` });
      if ((await given.countGrants(tx, inviterId, 'inviter:')) >= mostInvitations) return;
      await books.grant(tx, inviterId, { ...gift, idempotencyKey: `inviter:${invitedId}` });
    },
  };
}
