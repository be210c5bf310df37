import type { ToolAnswer } from '#shared/contract/task';

/** Title of an engine of a tool, also of one that cannot be used now; its id where it does not take part any more. */
export const engineTitle = ({ engines, closedEngines }: ToolAnswer, id: string): string =>
  [...engines, ...closedEngines].find(({ name }) => name === id)?.title ?? id;
