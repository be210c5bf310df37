import sharp from 'sharp';
import { z } from 'zod';
import type { Asked } from '../image-service/server.ts';

/** Rules of a model, from the page of its reference. */
interface ModelRules {
  call: string;
  isAsync: boolean;
  hasChoices: boolean;
  body: z.ZodType;
  /** True for sizes that it takes. */
  takesSize(width: number, height: number): boolean;
}

const seed = z.int().min(0).max(2_147_483_647).optional();
const size = z
  .string()
  .regex(/^\d+\*\d+$/)
  .optional();
const image = z.strictObject({
  image: z.string().regex(/^(https?:\/\/|data:image\/(png|jpeg|bmp|tiff|webp);base64,)/),
});
const messages = (most: number, longest: number) =>
  z.tuple([
    z.strictObject({
      role: z.literal('user'),
      content: z.array(z.union([image, z.strictObject({ text: z.string().min(1).max(longest) })])).refine((content) => {
        const images = content.filter((part) => 'image' in part).length;
        return images >= 1 && images <= most && content.length - images === 1;
      }),
    }),
  ]);
const switches = { prompt_extend: z.boolean().optional(), watermark: z.boolean().optional() };
const negative = z.string().max(500).optional();

/** Total pixels from 768² to 1280², proportion from 1:4 to 4:1. */
const wanSize = (width: number, height: number) =>
  width * height >= 768 ** 2 && width * height <= 1280 ** 2 && width <= 4 * height && height <= 4 * width;
/** Sides from 512 to 2048. */
const qwenSize = (width: number, height: number) => Math.min(width, height) >= 512 && Math.max(width, height) <= 2048;

/** https://help.aliyun.com/zh/model-studio/qwen-image-edit-api and, in tables, https://doc.302.ai/399827835e0 */
const qwenEdit = (mostPictures: number): ModelRules => ({
  ...{ call: 'multimodal-generation/generation', isAsync: false, hasChoices: true, takesSize: qwenSize },
  body: z.strictObject({
    model: z.string(),
    input: z.strictObject({ messages: messages(3, 800) }),
    parameters: z
      .strictObject({ n: z.int().min(1).max(mostPictures), size, seed, negative_prompt: negative, ...switches })
      .partial()
      .optional(),
  }),
});

export const models: Readonly<Record<string, ModelRules>> = {
  'qwen-image-edit-plus': qwenEdit(6),
  'qwen-image-edit-max': qwenEdit(6),
  // https://www.alibabacloud.com/help/en/model-studio/wan2-5-image-edit-api-reference
  'wan2.5-i2i-preview': {
    ...{ call: 'image2image/image-synthesis', isAsync: true, hasChoices: false, takesSize: wanSize },
    body: z.strictObject({
      model: z.string(),
      input: z.strictObject({
        prompt: z.string().min(1).max(2000),
        images: z.array(image.shape.image).min(1).max(3),
        negative_prompt: negative,
      }),
      parameters: z
        .strictObject({ n: z.int().min(1).max(4), size, seed, ...switches })
        .partial()
        .optional(),
    }),
  },
  // https://help.aliyun.com/en/model-studio/wan-image-generation-api-reference
  'wan2.6-image': {
    ...{ call: 'image-generation/generation', isAsync: true, hasChoices: true, takesSize: wanSize },
    body: z.strictObject({
      model: z.string(),
      input: z.strictObject({ messages: messages(4, 2000) }),
      parameters: z
        .strictObject({
          ...{ n: z.int().min(1).max(4), size, seed, negative_prompt: negative, ...switches },
          enable_interleave: z.literal(false),
        })
        .partial()
        .optional(),
    }),
  },
};

export interface DashScopeBody {
  model: string;
  input: { messages?: [{ content: Array<{ image?: string; text?: string }> }]; prompt?: string; images?: string[] };
  parameters?: { size?: string; prompt_extend?: boolean; watermark?: boolean; seed?: number; negative_prompt?: string };
}

/** The first fault of a call, as https://help.aliyun.com/zh/model-studio/developer-reference/error-code words it. */
export function callFault(call: string, { headers, body }: Asked) {
  const invalid = (message: string) => ({ status: 400, code: 'InvalidParameter', message });
  if (!headers['content-type']?.startsWith('application/json')) return invalid('Content-Type must be application/json');
  let given: { model?: unknown; parameters?: { size?: unknown } };
  try {
    given = JSON.parse(body.toString('utf8'));
  } catch {
    return invalid('Required body invalid, please check the request body format.');
  }
  const rules = models[String(given.model)];
  if (!rules) return { status: 404, code: 'ModelNotFound', message: 'Model not exist.' };
  if (rules.call !== call) return invalid('url error, please check url!');
  // Named on the pages of both calls.
  const isAsync = headers['x-dashscope-async'] === 'enable';
  if (isAsync !== rules.isAsync) {
    const kind = rules.isAsync ? 'synchronous' : 'asynchronous';
    return { status: 403, code: 'AccessDenied', message: `current user api does not support ${kind} calls.` };
  }
  const read = rules.body.safeParse(given);
  if (!read.success)
    return invalid(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  const [width, height] = String(given.parameters?.size ?? '1024*1024')
    .split('*')
    .map(Number);
  return rules.takesSize(width!, height!) ? undefined : invalid('size must be within the range of the model');
}

/** Pictures of a body; sides from 384 to 3072 pixels and at most 10 MB, as https://help.aliyun.com/zh/model-studio/qwen-image-edit-api asks. */
export async function readPictures(
  _call: string,
  { input }: DashScopeBody,
): Promise<Uint8Array[] | { code: string; message: string }> {
  const given = input.images ?? input.messages?.[0].content.flatMap((part) => part.image ?? []) ?? [];
  const pictures = given.map((text) => Buffer.from(text.slice(text.indexOf(',') + 1), 'base64'));
  for (const bytes of pictures) {
    const read = await sharp(bytes)
      .metadata()
      .catch(() => undefined);
    const fits = read && Math.min(read.width, read.height) >= 384 && Math.max(read.width, read.height) <= 3072;
    if (!fits || bytes.length > 10 * 1024 ** 2)
      return { code: 'InvalidParameter', message: 'the size of the input image is not supported' };
  }
  return pictures;
}
