import type { RenderEngine } from '../port.ts';
import { createServiceEngine, type ServiceEngineOptions } from '../service/index.ts';
import { nearestSize } from '../service/model-sizes.ts';
import { describedTools, instructedTools, maskedTools } from '../service/tools.ts';
import { methodOfModel } from '../service/wire.ts';
import { createOpenAiWire, type OpenAiWireOptions } from './wire.ts';

/** Models and sizes that the tests go by; operators name others in their settings. */
export const openAiDefaults = {
  model: 'gpt-image-1.5',
  quality: 'medium',
  sizes: ['1536x1024', '1024x1536', '1024x1024'],
} as const;

export interface OpenAiImagesOptions
  extends Omit<ServiceEngineOptions, 'wire' | 'model'>,
    Omit<OpenAiWireOptions, 'address'> {
  language: 'zh' | 'en';
  /** Sizes that the model takes, as `1536x1024`; at least one. */
  sizes: readonly string[];
}

/** Renders at a service, or a server of the operator's, that speaks OpenAI's protocol of images. */
export function createOpenAiImages(options: OpenAiImagesOptions): RenderEngine {
  const { model, sizes, language } = options;
  const known = sizes.map((size) => {
    const [width = 1024, height = 1024] = size.split('x').map(Number);
    return { width, height };
  });
  return createServiceEngine({
    ...options,
    wire: createOpenAiWire(options),
    model: {
      algorithm: methodOfModel(model),
      tools: [...instructedTools, ...maskedTools, ...describedTools],
      ...{ language, hasNegative: false, longestPrompt: 32_000, longestNegative: 0 },
      sizeFor: (wanted) => nearestSize(known, wanted),
    },
  });
}
