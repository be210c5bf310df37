import { localStore } from '#shared/browser/stores';

/** Pages opened last in this browser, newest first. */
export interface Recent {
  to: string;
  title: string;
}

const mostKept = 8;
const keyOf = (staffId: string) => `console.recent.${staffId}`;

export function readRecent(staffId: string): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStore.getItem(keyOf(staffId)) ?? '[]');
    return Array.isArray(kept) ? (kept as Recent[]) : [];
  } catch {
    return [];
  }
}

export function noteRecent(staffId: string, opened: Recent): void {
  const others = readRecent(staffId).filter(({ to }) => to !== opened.to);
  localStore.setItem(keyOf(staffId), JSON.stringify([opened, ...others].slice(0, mostKept)));
}
