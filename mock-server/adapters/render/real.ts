import { adapterOf, type EngineNeeds, type FileSettings } from './engine-registry.ts';
import type { RenderEngine } from './port.ts';
import { withTimeLimit } from './time-limit.ts';

/** The operator's engines, in the order of their file. */
export const realEngines = (settings: readonly FileSettings[], needs: EngineNeeds): RenderEngine[] =>
  settings.map((engine) => realEngine(engine, needs));

/** An engine by its settings. */
export const realEngine = (settings: FileSettings, needs: EngineNeeds): RenderEngine =>
  withTimeLimit(adapterOf(settings).open(settings, needs), settings.timeLimitSeconds * 1000);
