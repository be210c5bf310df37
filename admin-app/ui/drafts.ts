import dayjs from 'dayjs';
import type { BrowserStore } from '#shared/browser/stores';
import { day } from '#shared/domain/time';
import { confirmationField } from './confirmation.ts';

/**
 * Drafts of forms, per person, record and form. Only changed fields are kept, so that all others come from the record
 * as it is when one returns.
 */
export interface Draft {
  values: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  savedAt: number;
}

const prefix = 'console.draft.';
const keptMs = 7 * day;
/** Fields that are never kept: credentials, confirmations, and keys that must be new at each try. */
const neverKept = new Set(['password', 'newPassword', 'totpCode', 'clientKey', confirmationField]);

/** @param form the address of the drawer, with the name of the dialog where one lies over it */
export function draftKey(staffId: string, form: string): string {
  return `${prefix}${staffId}.${form}`;
}

/** Undefined where there is none, or none that can be read, or none young enough. */
export function readDraft(shelf: BrowserStore, key: string, now: number): Draft | undefined {
  try {
    const kept = JSON.parse(shelf.getItem(key) ?? 'null') as Draft | null;
    if (!kept || now - kept.savedAt > keptMs) return undefined;
    const values = Object.fromEntries(Object.entries(kept.values).map(([name, value]) => [name, fromKept(value)]));
    return Object.keys(values).length > 0 ? { values, savedAt: kept.savedAt } : undefined;
  } catch {
    return undefined;
  }
}

/** Writes it down; where there is no room for it, it is not kept. */
export function keepDraft(shelf: BrowserStore, key: string, { values, savedAt }: Draft): void {
  const kept = Object.entries(values).filter(([name]) => !neverKept.has(name));
  if (kept.length === 0) return;
  try {
    removeOldDrafts(shelf, savedAt);
    const written = Object.fromEntries(kept.map(([name, value]) => [name, toKept(value)]));
    shelf.setItem(key, JSON.stringify({ values: written, savedAt }));
  } catch {
    // The form itself still has it.
  }
}

function removeOldDrafts(shelf: BrowserStore, now: number): void {
  for (const key of shelf.keys().filter((name) => name.startsWith(prefix))) {
    if (!readDraft(shelf, key, now)) shelf.removeItem(key);
  }
}

/** Days of a date field are kept as days, whatever the hour they were chosen at. */
interface KeptDay {
  day: string;
}

function toKept(value: unknown): unknown {
  return dayjs.isDayjs(value) ? ({ day: value.format('YYYY-MM-DD') } satisfies KeptDay) : value;
}

function fromKept(value: unknown): unknown {
  const isDay = typeof value === 'object' && value !== null && typeof (value as KeptDay).day === 'string';
  return isDay ? dayjs((value as KeptDay).day) : value;
}
