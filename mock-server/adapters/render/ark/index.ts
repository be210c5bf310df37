import type { RenderEngine } from '../port.ts';
import { createServiceEngine, type ServiceEngineOptions } from '../service/index.ts';
import { sizeWithin } from '../service/model-sizes.ts';
import { describedTools, instructedTools } from '../service/tools.ts';
import { methodOfModel } from '../service/wire.ts';
import { type ArkWireOptions, createArkWire } from './wire.ts';

/** Model that the tests go by; operators name others in their settings. */
export const arkDefaults = { model: 'doubao-seedream-4-5-251128' } as const;

export interface ArkOptions extends Omit<ServiceEngineOptions, 'wire' | 'model'>, Omit<ArkWireOptions, 'address'> {}

/** Within what Seedream 4.0 to 5.0 take: 3.69 to 16.8 million pixels and a proportion of 1:16 to 16:1. */
const range = { megapixels: 4, multiple: 16, shortest: 512, longest: 8192 };

/** Renders by Seedream at Volcengine Ark, or at BytePlus by the address. */
export function createArk(options: ArkOptions): RenderEngine {
  return createServiceEngine({
    ...options,
    wire: createArkWire(options),
    model: {
      algorithm: methodOfModel(options.model),
      tools: [...instructedTools, ...describedTools],
      ...{ language: 'zh', hasNegative: false, longestPrompt: 800, longestNegative: 0 },
      sizeFor: (wanted) => sizeWithin(range, wanted),
    },
  });
}
