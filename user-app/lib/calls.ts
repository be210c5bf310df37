import type { userContract } from '#shared/contract/user';
import type { WireOf } from '#shared/contract/wire';

declare global {
  /** Written by the build, so that the first screens load no schemas; see `.umirc.ts`. */
  const USER_CALLS: WireOf<typeof userContract>;
}

/** Wire facts of every call of a user. */
export const calls = USER_CALLS;
