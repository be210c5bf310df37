import type { Measurement } from '../measurement.ts';
import { startServer } from '../server.ts';
import { measureCost } from './cost.ts';
import { measureEarlier } from './earlier.ts';
import { measureFlood } from './flood.ts';

/**
 * Cost of worlds, and of one to another.
 *
 * @param asked a commit of a time before worlds, with which requests that name none are compared
 */
export async function benchWorlds([commit]: readonly string[] = []): Promise<Measurement[]> {
  const server = await startServer(undefined, { GALLERY_MORE: 'false' });
  const measured: Measurement[] = [];
  try {
    measured.push(...(await measureFlood(server)), ...(await measureCost(server)));
  } finally {
    await server.stop();
  }
  return commit === undefined ? measured : [...measured, ...(await measureEarlier(commit))];
}
