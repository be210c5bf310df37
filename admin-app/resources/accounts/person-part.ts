import type { Account } from '#shared/contract/staff';

/** What every section of an account's page is given. */
export interface PersonPart {
  account: Account;
}
