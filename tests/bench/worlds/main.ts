import type { Measurement } from '../measurement.ts';
import { startServer } from '../server.ts';
import { measureCost } from './cost.ts';
import { measureEarlier } from './earlier.ts';
import { measureFlood } from './flood.ts';

/**
 * Cost of worlds, and of one to another; or, where a commit is named, the speed of requests that name no world beside
 * that of the program at the commit.
 */
export async function benchWorlds([commit]: readonly string[] = []): Promise<Measurement[]> {
  if (commit !== undefined) return measureEarlier(commit);
  const server = await startServer(undefined, { GALLERY_MORE: 'false' });
  try {
    return [...(await measureFlood(server)), ...(await measureCost(server))];
  } finally {
    await server.stop();
  }
}
