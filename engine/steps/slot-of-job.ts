import type { ToolJob, ToolResult } from '../base/job.ts';
import { type ModelSlot, ModelUnavailable } from '../base/models.ts';
import { slotAdapter } from '../models/slots/index.ts';
import type { SlotAdapter, SlotUse } from '../models/slots/slot-adapter.ts';

/** Answer of the network that an operator has put into a slot. */
export interface SlotAnswer<T> {
  /** Absent where there is no file, where it cannot be used now, or where it found nothing: then the classical way. */
  answer?: T;
  /** Facts and method for the result; empty when there is no file. */
  told: Pick<ToolResult, 'algorithm' | 'facts'>;
}

/** A network that would work longer than this is given up for the classical way, milliseconds. */
const longestWork = 90_000;
/** The pace is judged from here on, milliseconds: the first tile waits for the file to load. */
const leastWork = 10_000;

/**
 * Asks the network in a slot, if an operator has put one there.
 *
 * @param work what is asked; undefined when the network found nothing
 * @param onProgress 0–1
 */
export async function askSlot<Slot extends ModelSlot, T>(
  job: Pick<ToolJob, 'models'>,
  slot: Slot,
  work: (adapter: Extract<SlotAdapter, { slot: Slot }>, use: SlotUse) => Promise<T | undefined>,
  onProgress?: (fraction: number) => void,
): Promise<SlotAnswer<T>> {
  const model = job.models?.slots[slot];
  if (!job.models || !model) return { told: {} };
  const adapter = slotAdapter(slot, model.adapter);
  if (!adapter) return { told: gaveUp(model.label, '没有适配这类模型的程序') };
  const start = performance.now();
  const use: SlotUse = {
    runner: job.models.runner,
    model,
    onProgress(fraction) {
      const spent = performance.now() - start;
      if (spent > leastWork && spent / fraction > longestWork) {
        throw new ModelUnavailable('too slow', '这张图片用模型处理需要的时间太长。');
      }
      onProgress?.(fraction);
    },
  };
  try {
    const answer = await work(adapter, use);
    if (answer === undefined) return { told: {} };
    const facts = { model: model.label, modelSha256: model.sha256 };
    return { answer, told: { algorithm: `${model.label}（神经网络模型）`, facts } };
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error;
    return { told: gaveUp(model.label, error.sentence) };
  }
}

function gaveUp(label: string, sentence: string): Pick<ToolResult, 'facts'> {
  const why = sentence.replace(/。$/, '');
  return { facts: { note: `模型“${label}”这次没有用上（${why}），已用内置算法完成`, modelFallback: why } };
}

/** Facts of several origins; what each wants noted stands side by side. */
export function joinFacts(...parts: ReadonlyArray<ToolResult['facts']>): NonNullable<ToolResult['facts']> {
  const note = parts.flatMap((part) => (part?.note === undefined ? [] : [part.note])).join('；');
  return { ...Object.assign({}, ...parts), ...(note && { note }) };
}
