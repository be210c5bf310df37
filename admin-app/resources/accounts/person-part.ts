import type { Account } from '#shared/contract/staff';

/** Properties of every section of an account's page. */
export interface PersonPart {
  account: Account;
}
