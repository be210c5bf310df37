import { z } from 'zod';
import { engineFields, HeaderValue } from '#shared/contract/engine-fields';
import { dashScopeDefaults } from './dashscope/index.ts';
import { commonSettings } from './engine-settings.ts';
import { openAiDefaults } from './openai-images/index.ts';
import { describedTools, instructedTools, maskedTools } from './service/tools.ts';

/** Name of a model as its service has it. */
const ModelId = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w./:@-]*$/, '模型名称只能用英文字母、数字和 . - _ / : @');

/** A size that a model takes, e.g. `1536x1024`. */
const PictureSize = z.string().superRefine((text, context) => {
  const [width = 0, height = 0] = /^\d+x\d+$/.test(text) ? text.split('x').map(Number) : [];
  if (width >= 256 && height >= 256 && width <= 4096 && height <= 4096) return;
  context.addIssue({ code: 'custom', message: '尺寸写成 宽x高，如 1536x1024，每边 256–4096 像素' });
});

const toolsOf = (ids: readonly string[]) =>
  engineFields.tools.superRefine((tools, context) => {
    for (const tool of tools)
      if (!ids.includes(tool)) context.addIssue({ code: 'custom', message: `这个适配器不支持工具 ${tool}` });
  });

const serviceSettings = {
  ...commonSettings,
  /** Sent as `Authorization: Bearer`; kept secret. */
  key: HeaderValue.min(1).max(500).optional(),
  /** Charge of the service for one picture, fen; 0 for a server of the operator's. */
  pictureFen: z.number().min(0).max(100_000).optional(),
} as const;

export const OpenAiImagesSettings = z.strictObject({
  ...serviceSettings,
  adapter: z.literal('openai-images'),
  tools: toolsOf([...instructedTools, ...maskedTools, ...describedTools]).optional(),
  model: ModelId.default(openAiDefaults.model),
  /** `local`: a server of the operator's own. */
  dialect: z.enum(['openai', 'local']).default('openai'),
  language: z.enum(['zh', 'en']).default('zh'),
  sizes: z
    .array(PictureSize)
    .min(1)
    .max(20)
    .default([...openAiDefaults.sizes]),
  quality: z.enum(['auto', 'low', 'medium', 'high']).optional(),
  inputFidelity: z.enum(['low', 'high']).optional(),
});

export const DashScopeSettings = z.strictObject({
  ...serviceSettings,
  adapter: z.literal('dashscope'),
  tools: toolsOf(instructedTools).optional(),
  model: ModelId.default(dashScopeDefaults.model),
  call: z.enum(['multimodal', 'image-generation', 'image2image']).default(dashScopeDefaults.call),
});

export type OpenAiImagesSettings = z.infer<typeof OpenAiImagesSettings>;
export type DashScopeSettings = z.infer<typeof DashScopeSettings>;
