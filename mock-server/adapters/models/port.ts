import type { ModelSlot, SlotModel } from '../../../engine/base/models.ts';
import type { ModelAccess } from '../../../engine/models/client.ts';
import type { KnownFile } from '../../../engine/models/files/known-files.ts';
import type { ModelFile } from '../../../engine/models/files/model-file.ts';
import type { ModelHostState } from '../../../engine/models/host.ts';

export type { SlotModel } from '../../../engine/base/models.ts';
export type { ModelCandidate, ModelFile } from '../../../engine/models/files/model-file.ts';

/** Networks for the engines of this machine: those that come with it, and the files of operators. */
export interface Models {
  /** Access to networks for jobs from now on. */
  access(): ModelAccess;
  /** Puts files into slots, in the place of those that were there. */
  use(slots: ModelAccess['slots']): void;
  /** Every file in the folder of operators; reads what has changed. */
  scan(): Promise<ModelFile[]>;
  /** Tries a file on a picture whose answer is known, in a thread of its own. */
  test(model: SlotModel): Promise<TrialResult>;
  state(): ModelHostState;
  /** Files that broke the process down may be tried again. */
  forgive(): void;
  /** Ends the process and so frees its memory; it comes back when it is asked. */
  end(): void;
  close(): Promise<void>;
}

/** Result of a trial; `fault` is a Chinese sentence. */
export interface TrialResult {
  fault?: string;
  /** Milliseconds, loading the file included. */
  ms: number;
}

/** Known files and families, independent of the files that are present. */
export interface ModelCatalogue {
  known: readonly KnownFile[];
  /** The family an adapter knows, for people. */
  familyOf(slot: ModelSlot, adapter: string): string;
}
