import { ProductError } from '#shared/errors';
import type { StaffCaller } from '../../base/caller.ts';
import type { Db } from '../../base/store.ts';
import type { AccountService } from './account.service.ts';

export type Reasons = ReturnType<typeof createReasons>;

/**
 * Requirement to give reasons.
 * @param isFree whether somebody of this login name has not: the administrator whom a first start in local mode makes
 */
export function createReasons(accounts: Pick<AccountService, 'find'>, isFree: (loginName: string) => boolean) {
  /** Returns true when somebody needs neither a reason nor a second person. */
  async function isTrusted(handle: Db, { accountId, role }: StaffCaller): Promise<boolean> {
    return role === 'admin' && isFree((await accounts.find(handle, accountId)).login_name ?? '');
  }

  return {
    isTrusted,

    /** The reason; throws `request.invalid` with `fields.reason` where it is missing and needed. */
    async require(handle: Db, caller: StaffCaller, reason: string | undefined): Promise<string> {
      if (reason) return reason;
      if (await isTrusted(handle, caller)) return '';
      throw new ProductError('request.invalid', { fields: { reason: ['请写明理由'] } });
    },
  };
}
