import type { z } from 'zod';
import { sentenceOf } from '#shared/contract/sentence';
import { unmetStamp } from '#shared/domain/judgement';
import type { ResultQuality } from '#shared/domain/quality';
import { minute } from '#shared/domain/time';
import { type DefinedTool, pictureFieldsOf, pictureIdsOf } from '#shared/tools/define-tool';

/** Name of the engine that the parameters request, as JSON if it is not a string; undefined when they request none. */
export function nameOfEngine({ engine }: Readonly<Record<string, unknown>>): string | undefined {
  return engine === undefined || typeof engine === 'string' ? engine : JSON.stringify(engine);
}

/** Every picture the parameters name, with the field it stands in. */
export function inputsOf(
  tool: DefinedTool,
  params: Record<string, unknown>,
): Array<{ field: string; imageId: string }> {
  return pictureFieldsOf(tool).flatMap((field) =>
    pictureIdsOf(tool, { [field]: params[field] }).map((imageId) => ({ field, imageId })),
  );
}

/** Questions of one account while it fills in a form, of each kind. */
export const questionLimit = { windowMs: minute, most: 240 };

/** Tries of a job before its task fails. */
export const maxAttempts = 3;

export const leaseMs = 20_000;

/** Waits 1 s, 4 s, 16 s … before another try. */
export function retryDelay(attempt: number): number {
  return 1000 * 4 ** (attempt - 1);
}

/** A run whose engine took no more work is tried again after this long, or when the engine asked for. */
export const busyRetryMs = 15_000;

/** Tries in a row that an engine may turn down because it is busy; then the task fails. */
export const mostBusyTries = 20;

/** Longest pause that an engine may ask for. */
export const longestPauseMs = 60 * minute;

/** A run that found the disk full or broken is tried again after this long, until it works or is canceled. */
export const storageRetryMs = 15_000;

/**
 * Returns true when the outputs of a run are meant to differ by themselves. False for tools that make one picture for
 * each given one.
 */
export function areVariants(tool: DefinedTool): boolean {
  return !tool.isResultOwn && Object.values(tool.fields).every(({ editor }) => editor !== 'images');
}

/** Outcome of an output as its tickets go by it: only one that is `charged` costs any. */
export type OutputFate = 'charged' | 'preview' | 'double' | 'unjudged' | 'unmet';

/**
 * Fate of an output.
 * @param isUnjudged true when it could not be judged, through our fault
 * @param isUnmet true when its structure is below the wished score
 */
export function fateOf({
  label,
  isDouble,
  isUnjudged,
  isUnmet = false,
}: {
  label: ResultQuality;
  isDouble: boolean;
  isUnjudged: boolean;
  isUnmet?: boolean;
}): OutputFate {
  if (isUnjudged) return 'unjudged';
  if (isDouble) return 'double';
  if (isUnmet) return 'unmet';
  return label === 'preview' ? 'preview' : 'charged';
}

/** Held tickets and the spent part of them. */
interface Bill {
  spent: number;
  /** Tickets that return for outputs that are not charged. */
  back: number;
  /** Free outputs used. */
  free: number;
}

type PricedTask = Readonly<{ outputs: number; free_outputs: number; ticket_each: number }>;

/**
 * Final cost of a run: every output is settled by its own fate, and today's free outputs are used for those that are
 * charged.
 * @param fates of the outputs in their order; those beyond the number that was asked for cost nothing
 */
export function billOf(task: PricedTask, fates: readonly OutputFate[]): Bill {
  const counted = fates.slice(0, task.outputs);
  const charged = counted.filter((fate) => fate === 'charged').length;
  const free = Math.min(task.free_outputs, charged);
  const spent = (charged - free) * task.ticket_each;
  return { spent, back: Math.max(0, counted.length - task.free_outputs) * task.ticket_each - spent, free };
}

const backWords: Readonly<Record<Exclude<OutputFate, 'charged'>, string>> = {
  preview: '示意图',
  double: '重复结果',
  unjudged: '未能体检',
  unmet: `结构${unmetStamp}`,
};
const backKinds = Object.keys(backWords) as Array<keyof typeof backWords>;

/** Reason of the tickets that return, as the ledger has it. */
export function backReason(fates: readonly OutputFate[]): string {
  const kinds = backKinds.filter((kind) => fates.includes(kind));
  return `${kinds.map((kind) => backWords[kind]).join('、')}退回`;
}

/**
 * Chinese sentence about the outputs that were not charged; undefined when all were.
 * @param back tickets that returned for them
 */
export function fatesSentence(fates: readonly OutputFate[], back: number): string | undefined {
  const countOf = (kind: OutputFate) => fates.filter((fate) => fate === kind).length;
  const [previews, doubles, unjudged] = [countOf('preview'), countOf('double'), countOf('unjudged')];
  const unmet = countOf('unmet');
  const says = [
    // A tool that only ever makes sketches says so before the start.
    ...(previews > 0 && back > 0 ? [previews === fates.length ? '这次只得到示意图' : `有 ${previews} 张是示意图`] : []),
    ...(doubles > 0 ? [`有 ${doubles} 张与前面的结果几乎相同`] : []),
    ...(unjudged > 0 ? [`有 ${unjudged} 张未能体检`] : []),
    ...(unmet > 0 ? [`有 ${unmet} 张结构${unmetStamp}`] : []),
  ];
  if (says.length === 0) return undefined;
  return [...says, ...(back > 0 ? [`已退回 ${back} 张券`] : [])].join('，');
}

/** Faults of parameters, per field and as one sentence. */
export function paramFaults(issues: readonly z.core.$ZodIssue[]): { fields: Record<string, string[]>; detail: string } {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const name = issue.path.map(String).join('.') || '_';
    fields[name] = [...(fields[name] ?? []), sentenceOf(issue)];
  }
  return { fields, detail: Object.values(fields).flat().join('；') };
}
