import type { Visitor } from '../../support/server-visitor.ts';
import type { ExpectedMember, ExpectedState } from './expected-state.ts';
import type { KilledServer } from './killed-server.ts';
import type { Random } from './numbering.ts';

/** Context of the operations of one member, which run one after another. */
export interface MemberClient {
  server: KilledServer;
  expected: ExpectedState;
  own: ExpectedMember;
  random: Random;
  /** Repeats a call until the server answers it; `isRetry` is true after an attempt without an answer. */
  call<T>(act: (api: Visitor['api'], isRetry: boolean) => Promise<T>): Promise<T>;
  /** Executes an operation with an idempotency key: repeating it has no effect and returns the same id. */
  keyed<T extends string | number>(kind: string, send: () => Promise<T>): Promise<T>;
  /** Counts an acknowledged operation. */
  note(kind: string): void;
}

/** Context of the operations of one member of staff, which run one after another. */
export interface StaffClient {
  expected: ExpectedState;
  /** Accounts that no other member of staff changes. */
  customers: readonly ExpectedMember[];
  /** Id of the account that is banned and unbanned in turn. */
  banned: string;
  random: Random;
  /** Repeats a call until the server answers it; `isRetry` is true after an attempt without an answer. */
  call<T>(act: (api: Visitor['api'], isRetry: boolean) => Promise<T>): Promise<T>;
  /** Counts an acknowledged operation, for which the audit must have an entry. */
  note(kind: string, action: string, subject: string): void;
}
