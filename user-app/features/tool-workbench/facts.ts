import type { Task } from '#shared/contract/task';
import { formatBytes, formatNumber } from '#shared/domain/format';

export type Facts = Readonly<Record<string, string | number | boolean>>;

const labels: Record<string, string> = {
  bytesBefore: '原体积',
  bytesAfter: '现体积',
  isPixelIdentical: '逐像素一致',
  keptOriginals: '保持原文件',
  changedPixelsOutside: '选区外改动像素',
  note: '说明',
};

/** What the engine says about a result, as rows to read; a fact without a name of its own keeps the engine's. */
export function factRows(facts: Facts): [label: string, text: string][] {
  return Object.entries(facts).map(([name, value]) => [labels[name] ?? name, textOf(name, value)]);
}

function textOf(name: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'string') return value;
  return name.startsWith('bytes')
    ? formatBytes(value)
    : formatNumber(Number.isInteger(value) ? value : Number(value.toFixed(3)));
}

/** That nothing outside the mask was touched, where the engine counted it; `outside` is how many pixels that are. */
export function untouchedLine({ facts }: Pick<Task, 'facts'>, outside: number | undefined): string | undefined {
  if (facts?.changedPixelsOutside !== 0) return undefined;
  return `选区外改动像素 0${outside === undefined ? '' : ` / ${formatNumber(outside)}`}`;
}

/** Bytes before and after, where the engine tells them. */
export function savingOf(task: Pick<Task, 'facts' | 'images'>): string | undefined {
  const { bytesBefore, bytesAfter } = task.facts ?? {};
  if (typeof bytesBefore !== 'number' || typeof bytesAfter !== 'number' || bytesBefore === 0) return undefined;
  const change = Math.round((1 - bytesAfter / bytesBefore) * 100);
  const verdict = change > 0 ? `减小 ${change}%` : change < 0 ? `增大 ${-change}%` : '大小不变';
  const sum = task.images.length > 1 ? '合计 ' : '';
  return `${sum}${formatBytes(bytesBefore)} → ${formatBytes(bytesAfter)}，${verdict}`;
}

/** Whether a run was about the files themselves, so that turning them into PNG would undo it. */
export function isFileTheResult(task: Pick<Task, 'facts'>): boolean {
  return typeof task.facts?.bytesAfter === 'number';
}
