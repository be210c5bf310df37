import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Ledger, openLedger, owners } from '../support/server-ledger.ts';

const [anna, bert] = owners;

let ledger: Ledger;
beforeEach(async () => {
  ledger = await openLedger();
});
afterEach(() => ledger.store.close());

const grant = (owner: string, reason: string) =>
  ledger.store.transact((tx) =>
    ledger.tickets.grant(tx, owner, {
      kind: 'normal',
      amount: 1,
      source: 'gift',
      reason,
      expiresAt: null,
      idempotencyKey: `${owner}:${reason}`,
    }),
  );

const reasons = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];

it('a statement of one moment goes on where it was when the database is cleaned up between two pages', async () => {
  for (const reason of reasons) {
    await grant(bert, reason);
    await grant(anna, reason);
  }
  const first = await ledger.tickets.statement(anna, { size: 3 });

  const ofBert = ledger.store.db.selectFrom('ledger_transaction').select('id').where('account_id', '=', bert);
  await ledger.store.db.deleteFrom('ledger_entry').where('transaction_id', 'in', ofBert).execute();
  await ledger.store.db.deleteFrom('ledger_transaction').where('account_id', '=', bert).execute();
  await sql`VACUUM`.execute(ledger.store.db);

  const rest = await ledger.tickets.statement(anna, { size: 100, cursor: first.nextCursor ?? '' });
  expect([...first.list, ...rest.list].map((movement) => movement.reason)).toEqual(reasons.toReversed());
  expect([...first.list, ...rest.list].map((movement) => movement.balanceAfter)).toEqual([7, 6, 5, 4, 3, 2, 1]);

  await grant(anna, 'eight');
  expect((await ledger.tickets.statement(anna, { size: 1 })).list).toMatchObject([{ reason: 'eight' }]);
});
