import type { ControlPictures } from '../control/port.ts';
import { createComfyUi } from './comfyui/index.ts';
import type { EngineSettings } from './engine-settings.ts';
import type { RenderEngine } from './port.ts';
import { withTimeLimit } from './time-limit.ts';

/** The operator's engines, in the order of their file. */
export function realEngines(settings: readonly EngineSettings[], control: ControlPictures): RenderEngine[] {
  return settings.map(({ graphFiles, confirmedLicences, timeLimitSeconds, ...engine }) => {
    const { name, title, address, headers, tools, models } = engine;
    const options = { name, title, address, headers, tools, models, control };
    return withTimeLimit(
      createComfyUi({ ...options, graphs: graphFiles, confirmed: confirmedLicences }),
      timeLimitSeconds * 1000,
    );
  });
}
