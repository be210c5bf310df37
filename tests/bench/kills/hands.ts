import type { Visitor } from '../../support/server-visitor.ts';
import type { Books, MemberBook } from './book.ts';
import type { Random } from './numbering.ts';
import type { World } from './world.ts';

/** Who makes a member's operations: one at a time, the next when the last was answered and written down. */
export interface MemberHand {
  world: World;
  books: Books;
  own: MemberBook;
  random: Random;
  /** Makes a call until it is answered; `isAgain` after an answer was lost. */
  call<T>(act: (api: Visitor['api'], isAgain: boolean) => Promise<T>): Promise<T>;
  /** Makes an operation that has a key: sent again it does nothing, and is answered the same. */
  keyed<T extends string | number>(kind: string, send: () => Promise<T>): Promise<T>;
  /** Counts an operation that was acknowledged. */
  note(kind: string): void;
}

/** Who makes a staff member's operations, one verb at a time. */
export interface StaffHand {
  books: Books;
  /** The accounts that nobody else of staff works with. */
  wards: readonly MemberBook[];
  /** Id of the account that is banned and let in again. */
  banned: string;
  random: Random;
  /** Makes a call until it is answered; `isAgain` after an answer was lost. */
  call<T>(act: (api: Visitor['api'], isAgain: boolean) => Promise<T>): Promise<T>;
  /** Counts a verb that was acknowledged, which the audit must tell of. */
  note(kind: string, action: string, subject: string): void;
}
