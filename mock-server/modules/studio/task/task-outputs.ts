import type { ChangeArea, Measured, StructurePromise } from '#shared/domain/judgement';
import type { ResultQuality } from '#shared/domain/quality';
import type { RenderOutcome } from '../../../adapters/render/port.ts';
import type { StoredFile } from '../image/image.service.ts';

/** An output as a stored file, with its label. */
export type FinishedOutput = StoredFile & {
  label: ResultQuality;
  isDouble?: boolean;
  /** True when it should have been judged and could not: it is not charged. */
  isUnjudged?: true;
  /** Absent where nothing was held against it. */
  judged?: { measured: Measured; areas: readonly ChangeArea[]; heat?: StoredFile };
  /** Absent where no structure score was wished for. */
  promise?: StructurePromise;
};

/** Outcome of a run without its files. */
export type TryOutcome = Pick<RenderOutcome, 'algorithm' | 'ms' | 'facts' | 'words' | 'costFen'>;

/** An output with its place among those that the task was asked for. */
interface TriedOutput {
  place: number;
  output: FinishedOutput;
}

/** A run of a task whose outputs are judged and stored. */
export interface TaskTry {
  seed: number;
  outcome: TryOutcome;
  outputs: readonly TriedOutput[];
}

/** Files of outputs with the pictures of their broken lines. */
export function filesIn(outputs: readonly FinishedOutput[]): StoredFile[] {
  return outputs.flatMap((output) => (output.judged?.heat ? [output, output.judged.heat] : [output]));
}
