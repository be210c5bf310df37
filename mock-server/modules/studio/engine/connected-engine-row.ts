import type { ConnectedEngine } from '#shared/contract/connected-engine-desk';
import type { Seal } from '../../base/seal.ts';
import type { allConnected } from './connected-engine.repository.ts';

export type ConnectedRow = Awaited<ReturnType<typeof allConnected>>[number];

/** Purpose of the seal on keys of engines. */
export const keySealPurpose = 'connected engines';

/** The header with the key; none without a key, or where the installation's key is another one by now. */
export function headersOfRow(seal: Seal, { key_header, sealed_key }: ConnectedRow): Record<string, string> {
  if (sealed_key === null) return {};
  try {
    return { [key_header]: seal.open(sealed_key) };
  } catch {
    return {};
  }
}

const read = <T>(text: string) => JSON.parse(text) as T;

/** An engine of the console as it stands in the database. */
export function toEngine(row: ConnectedRow): ConnectedEngine {
  return {
    ...{ id: row.id, source: 'console', title: row.title, address: row.address },
    adapter: row.adapter as ConnectedEngine['adapter'],
    options: read(row.options),
    licences: read(row.licences),
    graphs: read(row.graphs),
    models: read(row.models),
    tools: read(row.tools),
    ...{ priceFactor: row.price_factor, laneSize: row.lane_size, timeLimitSeconds: row.time_limit_seconds },
    budget: read(row.budget),
    plans: read(row.plans),
    ...{ leavesHouse: row.leaves_house === 1, isEnabled: row.is_enabled === 1 },
    ...{ keyHeader: row.key_header, hasKey: row.sealed_key !== null },
    ...{ version: row.version, updatedAt: row.updated_at },
  };
}
