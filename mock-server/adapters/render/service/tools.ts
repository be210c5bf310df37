import { readFileSync } from 'node:fs';

const tools = JSON.parse(readFileSync(new URL('./tools.json', import.meta.url), 'utf8')) as {
  instructed: string[];
  masked: string[];
  described: string[];
};

/** Ids of tools that a model which carries out instructions can run from the base alone. */
export const instructedTools: readonly string[] = tools.instructed;
/** Ids of tools for models that are told by a mask what to make anew. */
export const maskedTools: readonly string[] = tools.masked;
/** Ids of tools that start from words alone. */
export const describedTools: readonly string[] = tools.described;
