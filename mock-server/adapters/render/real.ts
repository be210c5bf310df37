import type { ControlPictures } from '../control/port.ts';
import { createComfyUi } from './comfyui/index.ts';
import type { EngineSettings } from './engine-settings.ts';
import type { RenderEngine } from './port.ts';
import { withTimeLimit } from './time-limit.ts';

/** The operator's engines, in the order of their file. */
export function realEngines(settings: readonly EngineSettings[], control: ControlPictures): RenderEngine[] {
  return settings.map(({ name, title, address, headers, graphFiles, tools, models, timeLimitSeconds }) =>
    withTimeLimit(
      createComfyUi({ name, title, address, headers, graphs: graphFiles, tools, models, control }),
      timeLimitSeconds * 1000,
    ),
  );
}
