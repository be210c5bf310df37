import type { membershipContract } from '#shared/contract/membership';
import type { Handlers } from '../../../http/mount.ts';
import type { MembershipService } from './membership.service.ts';

export function membershipRoutes(service: MembershipService): Pick<Handlers<typeof membershipContract>, 'membership'> {
  return { membership: ({ caller }) => service.overview(caller.accountId) };
}
