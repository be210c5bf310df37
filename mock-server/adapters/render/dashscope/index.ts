import type { RenderEngine } from '../port.ts';
import { createServiceEngine, type ServiceEngineOptions } from '../service/index.ts';
import { sizeWithin } from '../service/model-sizes.ts';
import { instructedTools } from '../service/tools.ts';
import { methodOfModel } from '../service/wire.ts';
import { createDashScopeWire, type DashScopeCall, type DashScopeWireOptions } from './wire.ts';

/** Model and call that the tests go by; operators name others in their settings. */
export const dashScopeDefaults = { model: 'qwen-image-edit-plus', call: 'multimodal' } as const;

export interface DashScopeOptions
  extends Omit<ServiceEngineOptions, 'wire' | 'model'>,
    Omit<DashScopeWireOptions, 'address'> {}

/** Most characters of an instruction by the call. */
const longest: Readonly<Record<DashScopeCall, number>> = {
  ...{ multimodal: 800, 'image-generation': 2000, image2image: 2000 },
};

/** Within what all its models take: Qwen 512–2048 a side, Wan 768² to 1280² pixels and a proportion of 1:4 to 4:1. */
const range = { megapixels: 1.6, multiple: 16, shortest: 640, longest: 2048 };

/** Renders at Alibaba Cloud Model Studio (DashScope), in Beijing or Singapore by the address. */
export function createDashScope(options: DashScopeOptions): RenderEngine {
  return createServiceEngine({
    ...options,
    wire: createDashScopeWire(options),
    model: {
      algorithm: methodOfModel(options.model),
      tools: instructedTools,
      ...{ language: 'zh', hasNegative: true, longestPrompt: longest[options.call], longestNegative: 500 },
      sizeFor: (wanted) => sizeWithin(range, wanted),
    },
  });
}
