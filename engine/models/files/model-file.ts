import type { ModelShape, ModelSlot, SlotModel } from '../../base/models.ts';
import type { ModelUse } from './known-files.ts';

/** Evidence a file was identified by. */
export type KnownBy = 'checksum' | 'sidecar' | 'signature' | 'name';

/** A file of the models' folder, identified. */
export interface ModelFile {
  /** Absolute path. */
  file: string;
  /** Path within the folder, with `/`. */
  name: string;
  bytes: number;
  sha256: string;
  /** Why it cannot be used at all, a Chinese sentence. */
  fault?: string;
  /** Slots and adapters that fit, likeliest first; several when the operator has to choose. */
  candidates: readonly ModelCandidate[];
  knownBy?: KnownBy;
  label: string;
  licence: string;
  use: ModelUse;
  shape?: ModelShape;
  /** It is the second half of a pair and no model of its own. */
  isDecoder?: boolean;
}

export interface ModelCandidate {
  slot: ModelSlot;
  adapter: string;
  /** Absolute path of the decoder. */
  pair?: string;
  options?: SlotModel['options'];
}
