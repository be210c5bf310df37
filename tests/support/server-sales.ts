import type { PaidPlan } from '#shared/domain/plan';
import type { TicketKind } from '#shared/domain/ticket-kind';
import type { TestServer } from './server.ts';

interface Bought {
  plan: PaidPlan;
  seats?: number;
  /** Order it belongs to. */
  reference?: string;
}

/** Deliveries of the order service without an order, on the server of the current test. */
export function salesOf(serverNow: () => TestServer) {
  const transact = <T>(body: Parameters<TestServer['deps']['store']['transact']>[0]): Promise<T> =>
    serverNow().deps.store.transact(body) as Promise<T>;
  const memberships = () => serverNow().deps.memberships;
  const given = ({ plan, seats = 1, reference }: Bought) => ({
    plan,
    seats,
    source: 'order',
    reference: reference ?? null,
  });

  return {
    buyMonths: (accountId: string, bought: Bought, months: number) =>
      transact<{ startsAt: number; endsAt: number }>((tx) =>
        memberships().giveMonths(tx, accountId, { ...given(bought), months }),
      ),
    buyDays: (accountId: string, bought: Bought, days: number) =>
      transact<{ startsAt: number; endsAt: number }>((tx) =>
        memberships().giveDays(tx, accountId, { ...given(bought), days }),
      ),
    raise: (accountId: string, plan: PaidPlan, until: number, reference = 'upgrade') =>
      transact<{ startsAt: number; endsAt: number } | null>((tx) =>
        memberships().applyUpgrade(tx, accountId, { plan, seats: 1, until, reference }),
      ),
    giveBack: (accountId: string, reference: string) =>
      transact<void>((tx) => memberships().revoke(tx, accountId, reference)),

    /** Tickets that can be spent, of everything but gifts. */
    async bought(accountId: string, kind: TicketKind = 'normal'): Promise<number> {
      const { purses } = await serverNow().deps.tickets.summary(accountId);
      const lots = purses.find((purse) => purse.kind === kind)?.lots ?? [];
      return lots
        .filter(({ source }) => source === 'plan' || source === 'package')
        .reduce((sum, { left }) => sum + left, 0);
    },
  };
}
