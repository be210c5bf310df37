import { z } from 'zod';
import { offlineModelId } from '#shared/domain/chat';
import { setting, text } from './setting.ts';

/** Fields of a request that the adapter writes itself. */
const ownFields = ['messages', 'stream', 'stream_options', 'tools', 'tool_choice', 'n'];

/** Fields that a model's requests carry besides those that all have. */
const MoreFields = z
  .record(z.string(), z.json('只能写 JSON 的值'), '应为对象，如 {"enable_thinking":true}')
  .refine((fields) => ownFields.every((name) => !(name in fields)), `不能含有 ${ownFields.join('、')}`);

const yesOrNo = z.boolean('请填写 true 或 false');
const words = (most: number) =>
  z
    .string({ error: ({ input }) => (input === undefined ? '请填写' : '应为文字') })
    .trim()
    .max(most, `最多 ${most} 个字`);

const OfferedModel = z.strictObject(
  {
    /** As the service calls it, e.g. `qwen-plus`. */
    model: words(60).min(1, '请填写'),
    /** As conversations remember it; `model` when left out. */
    id: z
      .string('应为文字')
      .regex(/^[\w./:@-]{1,60}$/, '最多 60 个字母、数字或 . / : @ _ -')
      .optional(),
    title: words(30).min(1, '请填写'),
    /** Purpose of the model; a note that it is an outside service is added. */
    note: words(100).default(''),
    isPriced: yesOrNo,
    canSeePictures: yesOrNo.default(false),
    /** True when it is told of the tools, some 5,000 characters with every request, so that it can fill their forms. */
    canFillForms: yesOrNo.default(true),
    /** Characters of the conversation that are sent, the newest; the question is always sent. */
    historyCharacters: z
      .int('应为整数')
      .min(500, '应在 500 到 1000000 之间')
      .max(1_000_000, '应在 500 到 1000000 之间')
      .default(40_000),
    /** Further fields of requests without and with deep thinking; models without `deep` cannot think deeply. */
    plain: MoreFields.default({}),
    deep: MoreFields.optional(),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? `没有这一项：${issue.keys.join('、')}` : '应为对象') },
);

/** A model of the list `CHAT_MODELS`. */
export type OfferedModel = Omit<z.output<typeof OfferedModel>, 'id'> & { id: string };

const OfferedModels = z
  .array(OfferedModel, '应为数组')
  .min(1, '至少写一个模型')
  .max(20, '最多 20 个模型')
  .transform((list) => list.map((model) => ({ ...model, id: model.id ?? model.model })));

const modelList = z.string().transform((text, context): OfferedModel[] => {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const json = parseJson(text);
  if (json === undefined)
    return refuse('不是 JSON，请写成 [{"model":"deepseek-v4-pro","title":"DeepSeek","isPriced":true}]');
  const read = OfferedModels.safeParse(json);
  if (!read.success) return refuse(read.error.issues.map(sentenceOf).join('；'));
  const ids = read.data.map(({ id }) => id);
  const doubled = ids.find((id, place) => ids.indexOf(id) !== place || id === offlineModelId);
  if (doubled === undefined) return read.data;
  return refuse(doubled === offlineModelId ? `id 不能是 ${offlineModelId}，离线助手用它` : `id“${doubled}”重复`);
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sentenceOf({ path, message }: z.core.$ZodIssue): string {
  const [place, ...names] = path;
  if (typeof place !== 'number') return message;
  return `第 ${place + 1} 个模型${names.length > 0 ? `的 ${names.join('.')}` : ''}：${message}`;
}

const baseUrl = z
  .string()
  .max(500)
  .default('')
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
  .superRefine((text, context) => {
    const fault = text === '' ? undefined : baseUrlFault(text);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

function baseUrlFault(text: string): string | undefined {
  const url = /^https?:\/\//.test(text) ? URL.parse(text) : null;
  if (!url) return '请填写完整的地址，如 https://api.deepseek.com/v1';
  if (url.username || url.password) return '地址里不能有用户名和密码，密钥请写在 CHAT_API_KEY';
  if (url.search || url.hash) return '地址里不能有 ? 和 #';
  if (/\/(chat\/completions|completions|embeddings|responses)$/.test(url.pathname))
    return '只写到 /v1 这一级，不带 /chat/completions';
  return undefined;
}

/** The settings of the assistant's models. */
export const chatSettings = {
  chatProvider: setting(
    'CHAT_PROVIDER',
    'AI 助手：off 只有离线助手，openai-compatible 另外接入 OpenAI 兼容接口的模型（DeepSeek、通义千问、Ollama、vLLM 等），写法见 [OPERATING.md](OPERATING.md)',
    z.enum(['off', 'openai-compatible']).default('off'),
  ),
  chatBaseUrl: setting('CHAT_BASE_URL', '模型接口的地址，写到 /v1 为止，如 `https://api.deepseek.com/v1`', baseUrl, {
    neededBy: 'openai-compatible',
  }),
  chatApiKey: setting(
    'CHAT_API_KEY',
    '模型接口的密钥，或以 @ 开头的文件路径；不需要密钥的（如本机的 Ollama）不填',
    text(4000),
  ),
  chatModels: setting(
    'CHAT_MODELS',
    '提供哪些模型，JSON 数组，第一个为默认：model、title、isPriced 必填，另有 id、note、canSeePictures、canFillForms、historyCharacters、plain、deep',
    modelList.optional(),
    { neededBy: 'openai-compatible' },
  ),
  chatFirstWordSeconds: setting(
    'CHAT_FIRST_WORD_SECONDS',
    '模型最多等多久开始回答，秒，10～3600；期间页面显示“排队中”，等不到就结束并退券',
    z.coerce
      .number('应为整数')
      .int('应为整数')
      .min(10, '应在 10 到 3600 之间')
      .max(3600, '应在 10 到 3600 之间')
      .default(600),
  ),
  chatEmbeddingModel: setting(
    'CHAT_EMBEDDING_MODEL',
    '同一接口的向量模型：模型回答前按意思查找知识库；不填则只按词查找。离线助手不用它，从不联网',
    text(100),
  ),
} as const;
