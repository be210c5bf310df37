import type { ModelSlotId } from '#shared/contract/model-desk';

export interface ModelSlotTable {
  slot: ModelSlotId;
  mode: 'automatic' | 'builtIn' | 'file';
  /** Path within the models' folder; empty unless the mode is `file`. */
  file: string;
  /** Of the engine; empty unless the mode is `file`. */
  adapter: string;
  version: number;
  updated_by: string;
  updated_at: number;
}

export interface ModelTrialTable {
  /** Of the file's content, its decoder's and the adapter. */
  id: string;
  /** A Chinese sentence; empty for a trial that was passed. */
  fault: string;
  ms: number;
  tried_at: number;
}

export interface ModelTables {
  model_slot: ModelSlotTable;
  model_trial: ModelTrialTable;
}
