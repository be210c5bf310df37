import { createWriteGuard } from '#shared/client/write-guard';
import { connection } from './connection.ts';

/** The way of everything that changes something on the server, whatever sends it. */
export const write = createWriteGuard(connection);
