import { createWriteGuard } from '#shared/client/write-guard';
import { connection } from './connection.ts';

/** Sends a write request. All write requests of the app must go through it, whatever sends them. */
export const write = createWriteGuard(connection);
