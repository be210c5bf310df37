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
  /** Confirmed licences as JSON: id, member of staff and moment. */
  licences: Generated<string>;
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

/** A graph of the operator's own for ComfyUI. */
export interface EngineGraphTable {
  id: string;
  /** The file as JSON. */
  content: string;
  version: number;
  updated_at: number;
}

/** A version of such a graph as it was saved; those of removed graphs stay. */
export interface EngineGraphVersionTable {
  graph_id: string;
  version: number;
  content: string;
  created_at: number;
}

export interface EnginesSchema {
  connected_engine: ConnectedEngineTable;
  engine_graph: EngineGraphTable;
  engine_graph_version: EngineGraphVersionTable;
}
