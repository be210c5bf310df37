import { completed, type DefinedTool } from './define-tool.ts';
import { ticketsOf } from './ticket-count.ts';

/** Multiplier of the `quality` field: standard, 2K, 4K. Tools use the name for other things too, so only these count. */
const sizeMultipliers = new Map<unknown, number>([
  ['standard', 1],
  ['2k', 2],
  ['4k', 4],
]);

export interface Price {
  outputs: number;
  /** Tickets for one output; of runs that differ, the most. */
  each: number;
  /** Outputs that today's free allowance covers. */
  free: number;
  /** Tickets that the whole run holds; those of previews return. */
  total: number;
}

/** Terms of the engine that will run a tool, as far as they count in the price. */
export interface EnginePrice {
  /** Multiplier of the tool's tickets, 0 or more; 1 when absent. Each output is rounded up to whole tickets. */
  priceFactor?: number;
  /** False when today's free outputs do not count on it; true when absent. */
  hasFreeOutputs?: boolean;
}

/**
 * Price of a run. `params` may be an unfinished form; missing and wrong values count as their defaults.
 * @param freeLeft outputs of this tool that are still free today.
 */
export function priceOf(
  tool: DefinedTool,
  params: Readonly<Record<string, unknown>>,
  freeLeft: number,
  engine?: EnginePrice,
): Price {
  const values = completed(tool, params);
  const outputs = typeof tool.outputs === 'number' ? tool.outputs : tool.outputs(values as never);
  const { priceFactor = 1, hasFreeOutputs = true } = engine ?? {};
  const usual = tool.price
    ? tool.price(values as never)
    : tool.ticket.cost * (sizeMultipliers.get(values.quality) ?? 1);
  const each = ticketsOf(usual, priceFactor);
  const { freeWhen } = tool.ticket;
  const isFreeRun = each > 0 && hasFreeOutputs && (!freeWhen || values[freeWhen.field] === freeWhen.is);
  const free = isFreeRun ? Math.min(outputs, Math.max(0, freeLeft)) : 0;
  return { outputs, each, free, total: (outputs - free) * each };
}

/** Price of several runs started together: each takes what the ones before it left of the allowance. */
export function priceOfRuns(
  tool: DefinedTool,
  runs: readonly Readonly<Record<string, unknown>>[],
  freeLeft: number,
  engine?: EnginePrice,
): Price {
  const sum = { outputs: 0, each: 0, free: 0, total: 0 };
  for (const params of runs) {
    const { outputs, each, free, total } = priceOf(tool, params, freeLeft - sum.free, engine);
    sum.outputs += outputs;
    sum.each = Math.max(sum.each, each);
    sum.free += free;
    sum.total += total;
  }
  return sum;
}
