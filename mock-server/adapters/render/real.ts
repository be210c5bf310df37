import { type EngineChecks, withChecks } from './engine-checks.ts';
import { adapterOf, type EngineNeeds, type FileSettings } from './engine-registry.ts';
import type { RenderEngine } from './port.ts';
import { withTimeLimit } from './time-limit.ts';

/** Parts that connected engines are made with. */
export interface ConnectedNeeds extends EngineNeeds {
  /** Checks that engines have passed; without them no tool is called untested. */
  checks?: EngineChecks;
}

/** The operator's engines, in the order of their file. */
export const realEngines = (settings: readonly FileSettings[], needs: ConnectedNeeds): RenderEngine[] =>
  settings.map((engine) => realEngine(engine, needs));

/** An engine by its settings. */
export function realEngine(settings: FileSettings, needs: ConnectedNeeds): RenderEngine {
  const engine = withTimeLimit(adapterOf(settings).open(settings, needs), settings.timeLimitSeconds * 1000);
  return needs.checks ? withChecks(engine, settings, needs.checks) : engine;
}
