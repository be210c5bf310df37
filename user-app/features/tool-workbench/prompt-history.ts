import { readJson, storageKeys, writeJson } from '../../lib/storage';

/** Descriptions kept for each tool. */
const mostKept = 20;

type Kept = Record<string, string[]>;

function keptFor(accountId: string): Kept {
  const stored = readJson(storageKeys.promptHistory) as { accountId?: unknown; byTool?: unknown } | undefined;
  const isOwn = stored?.accountId === accountId && typeof stored.byTool === 'object' && stored.byTool !== null;
  return isOwn ? (stored.byTool as Kept) : {};
}

/** Descriptions this account ran with a tool on this device, the newest first. */
export function promptsOf(accountId: string, toolId: string): string[] {
  const kept = keptFor(accountId)[toolId];
  return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : [];
}

/** Keeps a description as the newest; whatever another account left on the device goes. */
export function keepPrompt(accountId: string, toolId: string, text: string): void {
  const words = text.trim();
  if (!words) return;
  const others = promptsOf(accountId, toolId).filter((known) => known !== words);
  const byTool = { ...keptFor(accountId), [toolId]: [words, ...others].slice(0, mostKept) };
  writeJson(storageKeys.promptHistory, { accountId, byTool });
}
