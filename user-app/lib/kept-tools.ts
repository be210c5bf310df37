import { readStrings, storageKeys, writeJson } from './storage';

/** Says to the boot script that this tool's page may open with something of one's own. */
export function noteKeptTool(toolId: string): void {
  const known = readStrings(storageKeys.keptTools);
  if (!known.includes(toolId)) writeJson(storageKeys.keptTools, [...known, toolId]);
}
