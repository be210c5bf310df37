import { day, daysInMonth, midnightOf } from '#shared/domain/time';
import { toolById, tools } from '#shared/tools/registry';
import { findTyped, isSound, readable } from '../../base/pinyin.ts';

/** Projects of one account. */
export const projectLimit = 200;
/** Time in which a deleted project can be restored, milliseconds. */
export const removedProjectMs = day;
/** Time for which the recycle bin keeps a work, milliseconds. */
export const binMs = 30 * day;
/** Pictures of a tree of versions. */
export const versionLimit = 400;
/** Megabytes, as stored, of one archive. */
export const archiveMegabytes = 500;

/** One word of a search: text that may also be the name of tools, or a period. */
export type Term = { text: string; tools: string[] } | { from: number; to: number };

/** Words all of which have to fit. Dates are days and months in Shanghai. */
export function termsOf(keyword: string): Term[] {
  return keyword
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((text) => periodOf(text) ?? { text, tools: toolsNamed(text) });
}

/** By name, id and keywords as they are written, and by the name's pinyin. */
function toolsNamed(text: string): string[] {
  const isNamed = (name: string) => name.toLowerCase().includes(text);
  const soundsSo = (name: string) => isSound(text) && findTyped(readable(name), text) !== undefined;
  return tools
    .filter(({ id, title, keywords }) => [id, title, ...keywords].some(isNamed) || soundsSo(title))
    .map(({ id }) => id);
}

function periodOf(text: string): { from: number; to: number } | undefined {
  const match = /^(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?$/.exec(text);
  if (!match) return undefined;
  const [year, month, date] = match.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  if (year === undefined || month === undefined || month < 1 || month > 12) return undefined;
  const from = midnightOf(year, month, date ?? 1);
  if (date === undefined) return { from, to: midnightOf(year, month + 1, 1) };
  const isReal = date >= 1 && date <= daysInMonth(year, month);
  return isReal ? { from, to: from + day } : undefined;
}

/** Returns true when a parameter names a picture that the result is a version of; a mask only says where. */
export function isSource(tool: string, field: string): boolean {
  return toolById(tool)?.fields[field]?.editor !== 'mask';
}

/** `teda_img_01.png`: numbered so that the archive keeps the order (docs/RULES.md R56 names a single one). */
export function nameInArchive(stem: string, place: number, count: number, format: string): string {
  const digits = Math.max(2, String(count).length);
  return `${stem}_${String(place + 1).padStart(digits, '0')}.${format}`;
}
