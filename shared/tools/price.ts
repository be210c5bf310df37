import type { DefinedTool } from './define-tool.ts';

/** Multiplier of the `quality` field: standard, 2K, 4K (product.md §2.1). */
const sizeMultipliers: Record<string, number> = { standard: 1, '2k': 2, '4k': 4 };

export interface Price {
  outputs: number;
  /** Tickets for one output. */
  each: number;
  /** Outputs that today's free allowance covers. */
  free: number;
  /** Tickets that the whole run holds. */
  total: number;
}

/**
 * What a run costs. `params` may be an unfinished form; what is missing counts as its default.
 * @param freeLeft outputs of this tool that are still free today.
 */
export function priceOf(tool: DefinedTool, params: Record<string, unknown>, freeLeft: number): Price {
  const outputs = typeof tool.outputs === 'number' ? tool.outputs : tool.outputs(params as never);
  const multiplier = sizeMultipliers[String(params.quality ?? 'standard')] ?? 1;
  const each = tool.price ? tool.price(params as never) : tool.ticket.cost * multiplier;
  const free = each === 0 ? 0 : Math.min(outputs, Math.max(0, freeLeft));
  return { outputs, each, free, total: (outputs - free) * each };
}
