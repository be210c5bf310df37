import type { ControlPictures } from '../control/port.ts';
import { createComfyUi } from './comfyui/index.ts';
import { createDashScope } from './dashscope/index.ts';
import type { EngineSettings } from './engine-settings.ts';
import type { FileSettings } from './engines-file.ts';
import { createOpenAiImages, openAiDefaults } from './openai-images/index.ts';
import type { RenderEngine } from './port.ts';
import type { ServiceSettings } from './service-settings.ts';
import { withTimeLimit } from './time-limit.ts';

/**
 * The operator's engines, in the order of their file.
 *
 * @param folder for the notes of services with a key
 */
export function realEngines(
  settings: readonly FileSettings[],
  control: ControlPictures,
  folder: string,
): RenderEngine[] {
  return settings.map((engine) =>
    withTimeLimit(
      engine.adapter === 'comfyui' ? comfyUiOf(engine, control) : serviceOf(engine, control, folder),
      engine.timeLimitSeconds * 1000,
    ),
  );
}

/** A ComfyUI server by its settings. */
export function comfyUiOf(settings: EngineSettings, control: ControlPictures): RenderEngine {
  const { name, title, address, headers, tools, models, graphFiles, confirmedLicences } = settings;
  const options = { name, title, address, headers, tools, models, control };
  return createComfyUi({ ...options, graphs: graphFiles, confirmed: confirmedLicences });
}

function serviceOf(settings: ServiceSettings, control: ControlPictures, folder: string): RenderEngine {
  const { name, title, address, tools, pictureFen, key } = settings;
  const headers = { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...settings.headers };
  const options = { name, title, address, headers, tools, pictureFen, control, folder };
  if (settings.adapter === 'dashscope')
    return createDashScope({ ...options, model: settings.model, call: settings.call });
  const { model, dialect, language, sizes, inputFidelity } = settings;
  const quality = settings.quality ?? (dialect === 'openai' ? openAiDefaults.quality : undefined);
  return createOpenAiImages({ ...options, model, dialect, language, sizes, quality, inputFidelity });
}
