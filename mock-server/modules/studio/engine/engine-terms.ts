import type { Plan } from '#shared/domain/plan';

/** Terms on which an engine is offered to accounts; the operator sets them. */
export interface EngineTerms {
  /** A run costs the tool's tickets times this, each output rounded up to whole tickets. */
  priceFactor: number;
  /** Runs at once on the engine's own lane; undefined: it shares the server's. */
  laneSize?: number;
  /** True when today's free outputs of a tool count on this engine. */
  hasFreeOutputs: boolean;
  /** Plans that may use it; undefined: all. */
  plans?: readonly Plan[];
  /** Chinese sentence about what leaves the house; undefined where nothing does. */
  leaves?: string;
  budget?: EngineBudget;
}

/** Limits of what the engine's service may cost the operator, fen. */
export interface EngineBudget {
  /** Reserved for each run before it starts, and counted where the service does not tell its cost. */
  perRunFen: number;
  dayFen?: number | undefined;
  monthFen?: number | undefined;
}

/** Terms of an engine of this server. */
export const ownTerms: EngineTerms = { priceFactor: 1, hasFreeOutputs: true };

/** Terms of the operator's engines by name; all others have {@link ownTerms}. */
export type EngineTermsByName = ReadonlyMap<string, EngineTerms>;

/** Lane that all engines without one of their own share. */
export const sharedLane = 'server';

/** Lanes in which tasks wait for their engines, each with so many runs at once as is set now. */
export interface Lanes {
  of(engine: string): string;
  sizes(): ReadonlyMap<string, number>;
}

/**
 * @param terms read anew at each question, since engines come and go
 * @param shared runs at once on the lane that engines share
 */
export function createLanes(terms: EngineTermsByName, shared: () => number): Lanes {
  const own = () =>
    [...terms].flatMap(([name, { laneSize }]) => (laneSize === undefined ? [] : [[name, laneSize] as const]));
  return {
    of: (engine) => (terms.get(engine)?.laneSize === undefined ? sharedLane : engine),
    sizes: () => new Map([[sharedLane, shared()], ...own()]),
  };
}
