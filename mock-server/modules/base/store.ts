/** Access of services to the database: a handle to pass on, and transactions. */
export type { Db, Emptied, Store } from '../../db/open.ts';
export { prepared, preparedByIds } from '../../db/prepared.ts';
export type { OpenSnapshot } from '../../db/reading.ts';
export { removeSome } from '../../db/sweeping.ts';
export { mergeTextIndex } from '../../db/text-search.ts';
export { afterCommit, inSavepoint } from '../../db/transact.ts';
