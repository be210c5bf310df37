import type { StaffClient } from './clients.ts';
import { count, type ExpectedState } from './expected-state.ts';
import type { KilledServer } from './killed-server.ts';
import { pickFrom, type Random } from './numbering.ts';
import { categoryOperations } from './staff-categories.ts';
import { customerOperations } from './staff-customers.ts';
import { decisionOperations } from './staff-decisions.ts';

interface StaffAccount extends Pick<StaffClient, 'customers' | 'banned'> {
  sid: string;
}

/** @returns a function that executes one operation of this member of staff, chosen at random */
export function createStaffLoad(
  server: KilledServer,
  expected: ExpectedState,
  { sid, customers, banned }: StaffAccount,
  random: Random,
): () => Promise<void> {
  const client: StaffClient = {
    ...{ expected, customers, banned, random },
    call: (act) =>
      server.retryUntilAnswered(async (isRetry) =>
        act((await server.visit({ name: 'staff_sid', value: sid })).api, isRetry),
      ),
    note(kind, action, subject) {
      count(expected.done, kind);
      count(expected.staffOperations, `${action} ${subject}`);
    },
  };
  const { give, takeBack, writeNote, deleteNote, ban } = customerOperations(client);
  const { refund, approve } = decisionOperations(client, give);
  const { makeCategory, changeCategory } = categoryOperations(client);
  const operations = [
    give,
    takeBack,
    writeNote,
    deleteNote,
    ban,
    refund,
    refund,
    approve,
    approve,
    makeCategory,
    changeCategory,
  ];
  return async () => (pickFrom(operations, random) ?? give)();
}
