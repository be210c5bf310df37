import type { Response } from 'express';
import type { z } from 'zod';
import { ticketKinds } from '#shared/domain/ticket-kind';
import { day } from '#shared/domain/time';
import type { Clock } from '../adapters/clock/port.ts';
import { cookieName, setSessionCookie, userCookie } from '../http/cookies.ts';
import type { Ids } from '../ids.ts';
import type { RequestFacts } from '../modules/base/caller.ts';
import type { Store } from '../modules/base/store.ts';
import type { AccountService } from '../modules/identity/account/account.service.ts';
import type { AuthService } from '../modules/identity/auth/auth.service.ts';
import type { MembershipService } from '../modules/shop/membership/membership.service.ts';
import type { TicketService } from '../modules/shop/ticket/ticket.service.ts';
import type { controlContract } from './contract.ts';

export interface TestAccountDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  accounts: AccountService;
  memberships: MembershipService;
  auth: AuthService;
  tickets: TicketService;
}

type Wish = z.output<typeof controlContract.makeAccount.input>;

const month = 30 * day;

/** Accounts as a test wants them: with a plan, with tickets, logged in. */
export function createTestAccounts({ store, clock, ids, accounts, memberships, auth, tickets }: TestAccountDeps) {
  async function make({ phoneNo = randomPhone(ids), nickName, plan, tickets: extra }: Wish) {
    return store.transact(async (tx) => {
      const known = await accounts.findByPhone(tx, phoneNo);
      const account = known ?? (await accounts.create(tx, { phoneNo, nickName, isTestUser: true }));
      if (plan !== undefined && (known || plan !== 'free'))
        await memberships.setByStaff(tx, account.id, plan, clock.now() + month, 'control');
      const byKind = typeof extra === 'number' ? { normal: extra } : extra;
      for (const kind of ticketKinds) {
        await tickets.grant(tx, account.id, {
          kind,
          amount: byKind[kind as keyof typeof byKind] ?? 0,
          source: 'adjust',
          reason: '测试发放',
          expiresAt: null,
          idempotencyKey: ids.next('grant'),
          operator: 'control-plane',
        });
      }
      return { accountId: account.id, phoneNo };
    });
  }

  return {
    /** A known phone number keeps its account. The session comes in the answer and as a cookie of it. */
    async open(wish: Wish, facts: RequestFacts, response: Response) {
      const { accountId, phoneNo } = await make(wish);
      const { token, redirectUrl } = await auth.openTestSession(accountId, facts);
      setSessionCookie(response, userCookie, token, 1);
      const { plan } = await accounts.vipInfo(accountId);
      const left = await tickets.spendable(store.db, accountId);
      const session = { sid: token, cookie: `${cookieName(response.req, userCookie)}=${token}`, redirectUrl };
      return { accountId, phoneNo, plan, tickets: left, ...session };
    },
  };
}

/** A phone number that no operator gives out, drawn by `ids`. */
export function randomPhone(ids: Ids): string {
  return `199${String(ids.number(100_000_000)).padStart(8, '0')}`;
}
