import type { Notice } from '#shared/contract/notice';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import { afterCommit, type Db, type Store } from '../../base/store.ts';
import type { AccountService } from '../../identity/account/account.service.ts';
import * as rows from './notice.repository.ts';

export type NoticeService = ReturnType<typeof createNoticeService>;

interface NoticeDeps {
  store: Store;
  clock: Clock;
  accounts: AccountService;
}

/** Notices for everybody. The published ones are kept in memory: most of the time there are none. */
export function createNoticeService({ store, clock, accounts }: NoticeDeps) {
  const { db } = store;
  let published: readonly rows.EditionRow[] = [];

  const isDue = ({ starts_at, ends_at }: rows.EditionRow) =>
    starts_at <= clock.now() && (ends_at === null || clock.now() < ends_at);

  async function load(): Promise<void> {
    published = await rows.publishedEditions(db);
  }
  store.whenEmptied(load);

  return {
    load,

    /** Shows what a transaction has published as soon as it is committed. */
    async renew(tx: Db): Promise<void> {
      const next = await rows.publishedEditions(tx);
      afterCommit(tx, () => {
        published = next;
      });
    },

    /** For this person, the newest first, without what they have put away. */
    async listFor(accountId: string | undefined): Promise<Notice[]> {
      const due = published.filter(isDue);
      if (due.length === 0) return [];
      const plan = accountId === undefined ? undefined : (await accounts.vipInfo(accountId)).plan;
      const meant = due.filter(({ audience }) => audience === 'all' || audience === plan);
      const dismissed =
        accountId === undefined || meant.length === 0
          ? new Set<string>()
          : await rows.dismissedBy(
              db,
              accountId,
              meant.map(({ id }) => id),
            );
      return meant
        .filter(({ id }) => !dismissed.has(id))
        .map(({ notice_id, edition, title, body, is_dismissible, ends_at }) => ({
          ...{ id: notice_id, edition, title, text: body, isDismissible: is_dismissible === 1, endsAt: ends_at },
        }));
    },

    /** Throws `notice.not_found`. */
    async dismiss(accountId: string, id: string, edition: number): Promise<void> {
      const found = published.find((row) => row.notice_id === id && row.edition === edition);
      if (!found || found.is_dismissible === 0) throw new ProductError('notice.not_found');
      await rows.insertDismissal(db, accountId, found.id, clock.now());
    },
  };
}
