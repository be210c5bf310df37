import type { Generated } from 'kysely';

/** An engine that staff have connected. */
export interface ConnectedEngineTable {
  /** Name, kept with tasks. */
  id: string;
  title: string;
  adapter: Generated<string>;
  address: string;
  /** Lists and the budget as JSON; `null` for none. */
  graphs: string;
  models: string;
  tools: string;
  /** Settings of the adapter alone, as JSON. */
  options: Generated<string>;
  price_factor: number;
  lane_size: number;
  time_limit_seconds: number;
  budget: string;
  plans: string;
  leaves_house: number;
  is_enabled: number;
  key_header: Generated<string>;
  /** Sealed with the installation's key; null without one. */
  sealed_key: string | null;
  version: number;
  updated_at: number;
}

export interface EnginesSchema {
  connected_engine: ConnectedEngineTable;
}
