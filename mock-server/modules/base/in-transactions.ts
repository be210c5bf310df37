import type { WithDeps } from '../../with-deps.ts';
import type { Db, Store } from './store.ts';

type Steps = Readonly<Record<string, (tx: Db, ...rest: never[]) => Promise<unknown>>>;

/** Functions that take part in a transaction as calls of their own: each runs in one that it begins and commits. */
export function inTransactions<Functions extends Steps>(
  { transact }: Pick<Store, 'transact'>,
  functions: Functions,
): WithDeps<Db, Functions> {
  const joined = Object.entries(functions).map(([name, run]) => [
    name,
    (...rest: never[]) => transact((tx) => run(tx, ...rest)),
  ]);
  return Object.fromEntries(joined) as WithDeps<Db, Functions>;
}
