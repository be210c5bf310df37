import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { z } from 'zod';
import { drawnPicture, type PictureFlaw } from '../image-service/pictures.ts';
import { type Answer, type Asked, createCourses, json, startImageServer } from '../image-service/server.ts';

/**
 * A strict fake of Volcengine Ark's images (Seedream), written from published pages: each rule names the page it was
 * read at. Every picture it makes is counted as paid.
 */

/**
 * Status, code and message of refusals: https://www.volcengine.com/docs/82379/1299023 and, of moderation and risk,
 * https://www.volcengine.com/docs/82379/1099476
 */
const refusals = {
  moderated: [
    ...([400, 'InputTextSensitiveContentDetected'] as const),
    'The request failed because the input text may contain sensitive information.',
  ],
  moderatedPicture: [
    ...([400, 'OutputImageSensitiveContentDetected'] as const),
    'The request failed because the output image may contain sensitive information.',
  ],
  riskyPicture: [400, 'InputImageRiskDetection', 'The request could not be processed.'],
  badPicture: [400, 'InvalidParameter.UnsupportedImageFormat', 'The image format is not supported.'],
  noBalance: [403, 'AccountOverdueError', 'The request failed because your account has an overdue balance.'],
  wrongKey: [401, 'AuthenticationError', 'The API key or AK/SK in the request is missing or invalid.'],
  notOpen: [404, 'ModelNotOpen', 'Your account has not activated the model.'],
  busy: [429, 'RateLimitExceeded.EndpointRPMExceeded', 'The Requests Per Minute (RPM) limit has been exceeded.'],
  overloaded: [429, 'ServerOverloaded', 'The service is currently unable to handle additional requests.'],
  ownFailure: [500, 'InternalServiceError', 'The service encountered an unexpected internal error.'],
} as const satisfies Record<string, readonly [number, string, string]>;
export type ArkRefusal = keyof typeof refusals;

export interface ArkScript {
  refuses?: ArkRefusal;
  /** The answer is 200, and its picture was refused: https://docs.router.shengsuanyun.com/204175126d0 */
  failsInside?: ArkRefusal;
  flaw?: PictureFlaw;
  hasNoPicture?: boolean;
  /** The link has expired when it is given. */
  isExpired?: boolean;
}

/**
 * Body of a request, from https://doc.aimanyi.top/api-349230272.html and https://doc.aimanyi.top/api-347960869.html;
 * at most 14 pictures by https://novita.ai/docs/api-reference/model-apis-seedream-4.5
 */
const Body = z.strictObject({
  model: z.string(),
  prompt: z.string().min(1),
  image: z
    .array(z.string().regex(/^(https?:\/\/|data:image\/(jpeg|png|webp|bmp|tiff|gif);base64,)/))
    .min(1)
    .max(14)
    .optional(),
  size: z.string().optional(),
  sequential_image_generation: z.enum(['auto', 'disabled']).optional(),
  stream: z.boolean().optional(),
  response_format: z.enum(['url', 'b64_json']).optional(),
  watermark: z.boolean().optional(),
});
export type ArkBody = z.infer<typeof Body>;

/** Fewest pixels of a picture: https://novita.ai/docs/api-reference/model-apis-seedream-4.5, and of 4.0 the page of its size. */
const fewestPixels: Readonly<Record<string, number>> = {
  'doubao-seedream-4-5-251128': 3_686_400,
  'doubao-seedream-4-0-250828': 1024 * 1024,
};
const mostPixels = 16_777_216;

const failure = (status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) =>
  json(
    status,
    { error: { code, message: `${message} Request id: ${randomUUID()}`, param: '', type: 'Error' } },
    headers,
  );

const refusal = (kind: ArkRefusal): Answer => {
  const [status, code, message] = refusals[kind];
  return failure(status, code, message, kind === 'busy' ? { 'retry-after': '7' } : {});
};

export async function startFakeArk({ key = 'ark-fake' }: { key?: string } = {}) {
  const courses = createCourses<ArkScript, ArkBody>();
  const files = new Map<string, { bytes: Uint8Array; isExpired: boolean }>();

  async function answer(asked: Asked): Promise<Answer> {
    if (asked.path.startsWith('/results/')) return storedFile(files.get(asked.path));
    // https://volcengine.com/docs/82379/1299023, AuthenticationError
    if (asked.headers.authorization !== `Bearer ${key}`) return refusal('wrongKey');
    if (asked.method !== 'POST' || asked.path !== '/api/v3/images/generations')
      return failure(404, 'NotFound', 'The specified resource is not found.');
    return draw(asked);
  }

  /** Links live 24 hours: https://doc.aimanyi.top/api-347960869.html */
  function storedFile(file: { bytes: Uint8Array; isExpired: boolean } | undefined): Answer {
    if (file && !file.isExpired) return { status: 200, headers: { 'content-type': 'image/jpeg' }, body: file.bytes };
    const body = JSON.stringify({ Code: 'AccessDenied', Message: 'Request has expired.' });
    return { status: 403, headers: { 'content-type': 'application/json' }, body };
  }

  async function draw(asked: Asked): Promise<Answer> {
    const read = await readBody(asked);
    if ('fault' in read) return read.fault;
    const { body, pictures } = read;
    const script = courses.take();
    if (script.refuses) return refusal(script.refuses);
    await courses.pass();
    if (script.failsInside) return picturesAnswer(body, [inner(script.failsInside)]);
    courses.keep(body);
    if (script.hasNoPicture) return picturesAnswer(body, []);
    const [width = 2048, height = 2048] = (body.size ?? '2048x2048').split('x').map(Number);
    const png = await drawnPicture({ width, height, base: pictures[0], flaw: script.flaw });
    // Pictures are JPEGs: https://doc.aimanyi.top/api-347960869.html. What is damaged on purpose stays as it is.
    const bytes = script.flaw ? png : await sharp(png).jpeg({ quality: 95 }).toBuffer();
    if (body.response_format === 'b64_json')
      return picturesAnswer(body, [{ b64_json: Buffer.from(bytes).toString('base64'), size: body.size }]);
    const path = `/results/${randomUUID()}_0.jpeg`;
    files.set(path, { bytes, isExpired: script.isExpired ?? false });
    const link = `http://${asked.headers.host}${path}?X-Tos-Algorithm=TOS4-HMAC-SHA256&X-Tos-Expires=86400`;
    return picturesAnswer(body, [{ url: link, size: body.size }]);
  }

  const server = await startImageServer(answer);
  return {
    ...server,
    address: `${server.origin}/api/v3`,
    ...courses.handles,
  };
}

const inner = (kind: ArkRefusal) => ({ error: { code: refusals[kind][1], message: refusals[kind][2] } });

/** https://six-ai.apifox.cn/348601985e0 */
const picturesAnswer = ({ model }: ArkBody, data: object[]): Answer =>
  json(200, { model, created: 1_757_469_561, data, usage: { generated_images: 1, output_tokens: 16_280 } });

async function readBody({
  headers,
  body,
}: Asked): Promise<{ body: ArkBody; pictures: Uint8Array[] } | { fault: Answer }> {
  const invalid = (parameter: string, words: string) =>
    ({ fault: failure(400, 'InvalidParameter', `The parameter ${parameter} is not valid: ${words}.`) }) as const;
  if (!headers['content-type']?.startsWith('application/json')) return invalid('Content-Type', 'application/json');
  let given: unknown;
  try {
    given = JSON.parse(body.toString('utf8'));
  } catch {
    return invalid('body', 'no JSON');
  }
  // https://www.volcengine.com/docs/82379/1299023, MissingParameter
  if (!(given as { prompt?: unknown }).prompt)
    return {
      fault: failure(
        400,
        'MissingParameter',
        'The request failed because it is missing one or multiple required parameters.',
      ),
    };
  const read = Body.safeParse(given);
  if (!read.success) return invalid(String(read.error.issues[0]?.path[0] ?? ''), read.error.issues[0]?.message ?? '');
  const fewest = fewestPixels[read.data.model];
  if (fewest === undefined)
    return { fault: failure(404, 'InvalidEndpointOrModel.NotFound', 'The model does not exist.') };
  const sizeFault = faultOfSize(read.data.size ?? '2048x2048', fewest);
  if (sizeFault) return invalid('size', sizeFault);
  const pictures = (read.data.image ?? []).map((text) => Buffer.from(text.slice(text.indexOf(',') + 1), 'base64'));
  for (const bytes of pictures) if (!(await isFit(bytes))) return { fault: refusal('badPicture') };
  return { body: read.data, pictures };
}

/** Total pixels and a proportion from 1/16 to 16: https://novita.ai/docs/api-reference/model-apis-seedream-4.5 */
function faultOfSize(size: string, fewest: number): string | undefined {
  const [width, height] = /^\d+x\d+$/.test(size) ? size.split('x').map(Number) : [];
  if (!width || !height) return 'a resolution or WIDTHxHEIGHT';
  if (width * height < fewest) return `image size must be at least ${fewest} pixels`;
  if (width * height > mostPixels) return `image size must be at most ${mostPixels} pixels`;
  return Math.max(width / height, height / width) > 16 ? 'aspect ratio' : undefined;
}

/** At most 10 MB and sides of more than 14 pixels in a proportion of 1/16 to 16: https://www.volcengine.com/docs/82379/1541523 */
async function isFit(bytes: Uint8Array): Promise<boolean> {
  try {
    const { width, height } = await sharp(bytes).metadata();
    return (
      bytes.length <= 10 * 1024 ** 2 && Math.min(width, height) > 14 && Math.max(width / height, height / width) <= 16
    );
  } catch {
    return false;
  }
}
