import type { ModelSlotId } from '#shared/contract/model-desk';
import type { ModelCandidate, ModelFile, SlotModel } from '../../../adapters/models/port.ts';
import type { SlotRow, TrialRow } from './model.repository.ts';

/** File in use in a slot, and the reason why a chosen file is not. */
export interface SlotChoice {
  file?: ModelFile;
  model?: SlotModel;
  fault: string;
}

/** Files of the folder, and the results of their trials by the key of {@link trialKey}. */
export interface KnownModels {
  files: readonly ModelFile[];
  trials: ReadonlyMap<string, TrialRow>;
}

/** Names a trial: another content, decoder or adapter is another trial. */
export function trialKey(
  files: readonly ModelFile[],
  { sha256 }: ModelFile,
  { adapter, pair }: ModelCandidate,
): string {
  const second = pair && files.find(({ file }) => file === pair)?.sha256;
  return [sha256, adapter, ...(second ? [second] : [])].join(':');
}

/** A file as jobs are told of it. */
export function modelOf(file: ModelFile, { slot, adapter, pair, options }: ModelCandidate): SlotModel {
  const { label, sha256 } = file;
  return { slot, adapter, label, file: file.file, sha256, ...(pair && { pair }), ...(options && { options }) };
}

/** Files that may be taken without anyone's decision: it is sure what they are, and customers may be served with them. */
export function automaticFiles(files: readonly ModelFile[], slot: ModelSlotId): ModelFile[] {
  return files.filter(
    ({ candidates, fault, knownBy, use }) =>
      fault === undefined && knownBy && use === 'commercial' && candidates.length === 1 && candidates[0]!.slot === slot,
  );
}

/**
 * File in use in a slot. A file is used only after it has passed its trial.
 * @param decided what staff decided; nothing where nobody did
 */
export function chooseModel(slot: ModelSlotId, decided: SlotRow | undefined, known: KnownModels): SlotChoice {
  const { files, trials } = known;
  if (decided?.mode === 'builtIn') return { fault: '' };
  if (decided?.mode === 'file') {
    const file = files.find(({ name }) => name === decided.file);
    if (!file) return { fault: `选定的文件 ${decided.file} 不在模型文件夹里，暂用内置算法。` };
    const candidate = candidateOf(file, slot, decided.adapter);
    if (!candidate) return { fault: `选定的文件 ${decided.file} 现在不能用：${file.fault ?? '内容已变。'}` };
    const trial = trials.get(trialKey(files, file, candidate));
    if (!trial) return { fault: `选定的文件 ${decided.file} 还没有试运行。` };
    if (trial.fault) return { fault: `选定的文件 ${decided.file} 试运行没有通过：${trial.fault}` };
    return { file, model: modelOf(file, candidate), fault: '' };
  }
  for (const file of automaticFiles(files, slot)) {
    const [candidate] = file.candidates;
    if (trials.get(trialKey(files, file, candidate!))?.fault === '')
      return { file, model: modelOf(file, candidate!), fault: '' };
  }
  return { fault: '' };
}

/** Candidate of a file for a slot; the adapter may be left out when there is only one. */
export function candidateOf(file: ModelFile, slot?: string, adapter?: string): ModelCandidate | undefined {
  const fitting = file.candidates.filter(
    (candidate) => (!slot || candidate.slot === slot) && (!adapter || candidate.adapter === adapter),
  );
  return fitting.length === 1 || adapter ? fitting[0] : undefined;
}
