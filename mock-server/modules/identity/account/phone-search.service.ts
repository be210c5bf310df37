import { createHash } from 'node:crypto';
import { maskPhone, readPhoneSearch } from '#shared/domain/phone';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import { type RequestFacts, type StaffCaller, sightOf } from '../../base/caller.ts';
import { limitHit, tooOften } from '../../base/limits.ts';
import type { Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import * as searches from './phone-search.repository.ts';
import { phoneSearchLimits } from './phone-search.rules.ts';

/** Counts and logs what staff who do not see whole phone numbers search for by number. */
export function createPhoneSearches({ store, clock, audit }: { store: Store; clock: Clock; audit: AuditService }) {
  const { perPerson, perMask } = phoneSearchLimits;

  return {
    /**
     * Notes a search before it is made. Throws `request.too_often`, `account.search_guessing`.
     * @param where the list that is searched
     */
    async note(caller: StaffCaller, typed: string, where: string, facts: RequestFacts): Promise<void> {
      const read = readPhoneSearch(typed);
      if (!read || sightOf(caller).seesContacts) return;
      const shown =
        'whole' in read ? maskPhone(read.whole) : `${read.head === undefined ? '' : `${read.head}****`}${read.tail}`;
      const number = 'whole' in read ? read.whole : shown;
      // A masked number reveals nothing more than it shows: it is not counted as a guess of the hidden digits.
      const mask = 'whole' in read ? shown : `*${shown}`;
      const hash = createHash('sha256').update(number).digest('hex');
      await store.transact(async (tx) => {
        const now = clock.now();
        const { accountId } = caller;
        const times = await searches.searchTimes(tx, accountId, now - perPerson.windowMs);
        const hit = limitHit([perPerson], times, now);
        if (hit) throw tooOften(hit.seconds);
        const tried = await searches.numbersTried(tx, accountId, mask, now - perMask.windowMs);
        if (!tried.some((known) => known.hash === hash)) {
          const others = tried.map(({ at }) => at);
          const wait = limitHit([perMask], others, now)?.seconds;
          const fill = { most: perMask.most };
          if (wait) throw new ProductError('account.search_guessing', { fill, retryAfter: wait });
        }
        await searches.insertSearch(tx, { account_id: accountId, mask, number_hash: hash, created_at: now });
        const after = { where };
        await audit.record(tx, { caller, facts, action: 'account.search_phone', subject: shown, after });
      });
    },

    /** Forgets what no limit counts any more; the audit keeps it. */
    sweep: () => store.slices.run((rows) => searches.removeSearches(store.db, clock.now() - perMask.windowMs, rows)),
  };
}
