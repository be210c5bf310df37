import { z } from 'zod';
import { engineFields, HeaderValue } from '#shared/contract/engine-fields';
import { type AdapterDesk, modelOption, pictureFenOption } from './adapter-desk.ts';
import { arkDefaults } from './ark/index.ts';
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

const openAiTools = [...instructedTools, ...maskedTools, ...describedTools];

export const OpenAiImagesSettings = z.strictObject({
  ...serviceSettings,
  adapter: z.literal('openai-images'),
  tools: toolsOf(openAiTools).optional(),
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

export const openAiImagesDesk: AdapterDesk = {
  address: { example: 'https://api.openai.com/v1', hint: '也可以是说同样协议的服务，包括自己的服务器。' },
  ...{ keyScheme: 'Bearer', leavesHouse: true, tools: openAiTools },
  options: [
    modelOption,
    {
      ...{ name: 'dialect', title: '服务', kind: 'choice' },
      hint: '自己的服务器可以没有密钥，要求直接返回图片。',
      choices: { openai: 'OpenAI 或同类服务', local: '自己的服务器' },
    },
    {
      ...{ name: 'language', title: '模型读的语言', kind: 'choice', hint: '' },
      choices: { zh: '中文', en: '英文' },
    },
    {
      ...{ name: 'sizes', title: '模型接受的尺寸', kind: 'lines' },
      hint: '一行一个，写成 宽x高，如 1536x1024。',
    },
    {
      ...{ name: 'quality', title: '画质', kind: 'choice', hint: '不选则由服务决定；OpenAI 用中。' },
      choices: { auto: '自动', low: '低', medium: '中', high: '高' },
    },
    {
      ...{ name: 'inputFidelity', title: '对底图的忠实', kind: 'choice', hint: '不选则由服务决定。' },
      choices: { low: '低', high: '高' },
    },
    pictureFenOption,
  ],
};

export const DashScopeSettings = z.strictObject({
  ...serviceSettings,
  adapter: z.literal('dashscope'),
  tools: toolsOf(instructedTools).optional(),
  model: ModelId.default(dashScopeDefaults.model),
  call: z.enum(['multimodal', 'image-generation', 'image2image']).default(dashScopeDefaults.call),
});

export const dashScopeDesk: AdapterDesk = {
  address: {
    example: 'https://dashscope.aliyuncs.com/api/v1',
    hint: '新加坡是 https://dashscope-intl.aliyuncs.com/api/v1，两地的密钥不通用。',
  },
  ...{ keyScheme: 'Bearer', leavesHouse: true, tools: instructedTools },
  options: [
    modelOption,
    {
      ...{ name: 'call', title: '接口', kind: 'choice', hint: '要与模型一致。' },
      choices: {
        ...{
          multimodal: '千问（直接返回）',
          'image-generation': '万相 2.6 起（任务）',
          image2image: '万相 2.5（任务）',
        },
      },
    },
    pictureFenOption,
  ],
};

const arkTools = [...instructedTools, ...describedTools];

export const ArkSettings = z.strictObject({
  ...serviceSettings,
  adapter: z.literal('ark'),
  tools: toolsOf(arkTools).optional(),
  model: ModelId.default(arkDefaults.model),
});

export const arkDesk: AdapterDesk = {
  address: {
    example: 'https://ark.cn-beijing.volces.com/api/v3',
    hint: '海外的 BytePlus 用它自己的地址和密钥。',
  },
  ...{ keyScheme: 'Bearer', leavesHouse: true, tools: arkTools },
  options: [modelOption, pictureFenOption],
};

export type ArkSettings = z.infer<typeof ArkSettings>;
export type OpenAiImagesSettings = z.infer<typeof OpenAiImagesSettings>;
export type DashScopeSettings = z.infer<typeof DashScopeSettings>;
