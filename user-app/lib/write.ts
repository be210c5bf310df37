import { createWriteGuard } from '#shared/client/write-guard';
import { connection } from './connection.ts';
import { stayInWorld } from './world.ts';

const guard = createWriteGuard(connection);

/** Sends a write request. All write requests of the app must go through it, whatever sends them. */
export const write: typeof guard = async (send) => {
  stayInWorld();
  return guard(send);
};
