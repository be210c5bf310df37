import type { Member, TestServer } from './server.ts';
import { drawPicture } from './server-pictures.ts';

/** Actions of the ticket tests with members of the current test's server. */
export function ticketsOf(serverNow: () => TestServer) {
  let grants = 0;
  return {
    /** Normal tickets that can be spent: 20 of the sign-up and 3 of the day to begin with. */
    normal: (member: Member) => member.api.totalTicket({ type: 1 }),

    async withPicture(draft: Parameters<TestServer['member']>[0] = {}) {
      const member = await serverNow().member(draft);
      const { imageId } = await member.upload(await drawPicture());
      return { member, imageId };
    },

    /** Normal tickets of a package; `given` says what is different about them. */
    grant: (
      member: Member,
      amount: number,
      expiresAt: number | null,
      given: { source?: string; reference?: string; idempotencyKey?: string } = {},
    ) =>
      serverNow().deps.store.transact((tx) =>
        serverNow().deps.tickets.grant(tx, member.accountId, {
          kind: 'normal',
          amount,
          source: 'package',
          reason: '普通券 100 张',
          expiresAt,
          idempotencyKey: `grant-${++grants}`,
          ...given,
        }),
      ),
  };
}
