import sharp from 'sharp';
import { drawnPicture, type PictureFlaw } from '../image-service/pictures.ts';
import { type Answer, type Asked, createCourses, json, startImageServer } from '../image-service/server.ts';
import { badRequest, editFault, type FieldFault, generationFault, type PictureFields } from './fields.ts';

/**
 * A strict fake of OpenAI's images, written from its published pages: each rule names the page it was read at.
 *
 * It refuses what the service refuses, and every picture it makes is counted as paid.
 */

/** Refusals of the service, by what they are about. */
export type OpenAiRefusal = keyof typeof refusals;

const rejected = 'Your request was rejected by the safety system. If you believe this is an error, contact us.';

const error = (status: number, code: string, type: string, message: string, headers = {}) =>
  json(status, { error: { message, type, param: null, code } }, headers);

const refusals = {
  // Body as reported in https://github.com/jeffstric/ZJT/issues/480
  moderated: () => error(400, 'moderation_blocked', 'image_generation_user_error', rejected),
  // https://help.openai.com/en/articles/6891839-api-error-code-guidance
  wrongKey: () => error(401, 'invalid_api_key', 'invalid_request_error', 'Incorrect API key provided: sk-***.'),
  noBalance: () =>
    error(429, 'insufficient_quota', 'insufficient_quota', 'You exceeded your current quota, please check your plan.'),
  // https://platform.openai.com/docs/guides/rate-limits, header as OpenAI's client library reads it:
  // https://github.com/openai/openai-python/blob/main/src/openai/_base_client.py
  busy: () => error(429, 'rate_limit_exceeded', 'requests', 'Rate limit reached.', { 'retry-after': '7' }),
  // https://help.openai.com/en/articles/6891839-api-error-code-guidance
  ownFailure: () =>
    error(500, 'server_error', 'server_error', 'The server had an error while processing your request.'),
  overloaded: () =>
    error(503, 'server_is_overloaded', 'service_unavailable_error', 'The engine is currently overloaded.'),
} satisfies Record<string, () => Answer>;

export interface OpenAiScript {
  refuses?: OpenAiRefusal;
  flaw?: PictureFlaw;
  /** The answer is 200 and has no picture, as reported in https://github.com/Wei-Shaw/sub2api/issues/2399 */
  hasNoPicture?: boolean;
}

export interface FakeOpenAiOptions {
  /** Key that is asked for; without one none is, as at servers of one's own. */
  key?: string;
  models?: readonly string[];
  /** `local`: a server of one's own, which knows `response_format` and answers with links unless it is asked for base64. */
  dialect?: 'openai' | 'local';
}

/** A picture that was made. */
export interface MadeImage {
  fields: PictureFields;
  kind: 'edit' | 'generation';
}

export async function startFakeOpenAiImages(options: FakeOpenAiOptions = {}) {
  const { key, models = ['gpt-image-1.5', 'gpt-image-1-mini'], dialect = 'openai' } = options;
  const courses = createCourses<OpenAiScript, MadeImage>();
  const links = new Map<string, Uint8Array>();

  async function answer(asked: Asked): Promise<Answer> {
    const picture = links.get(asked.path);
    if (picture) return { status: 200, headers: { 'content-type': 'image/png' }, body: picture };
    // https://platform.openai.com/docs/api-reference/authentication
    if (key !== undefined && asked.headers.authorization !== `Bearer ${key}`) return refusals.wrongKey();
    const route = `${asked.method} ${asked.path}`;
    if (route === 'GET /v1/models') return listOfModels();
    if (route === 'POST /v1/images/generations') return draw(generationFields(asked), 'generation');
    if (route === 'POST /v1/images/edits') return draw(await editFields(asked), 'edit');
    return error(404, 'not_found', 'invalid_request_error', `Invalid URL (${route})`);
  }

  /** https://platform.openai.com/docs/api-reference/models/list */
  const listOfModels = () =>
    json(200, {
      object: 'list',
      data: models.map((id) => ({ id, object: 'model', created: 1_766_000_000, owned_by: 'system' })),
    });

  async function draw(fields: PictureFields | FieldFault, kind: MadeImage['kind']): Promise<Answer> {
    if ('message' in fields) return badRequest(fields);
    const fault = kind === 'edit' ? await editFault(fields, dialect) : generationFault(fields, dialect);
    if (fault) return badRequest(fault);
    if (!models.includes(fields.text.model ?? ''))
      return badRequest({ code: 'model_not_found', param: 'model', message: 'The model does not exist.' });
    const script = courses.take();
    if (script.refuses) return refusals[script.refuses]();
    await courses.pass();
    courses.keep({ fields, kind });
    return answerOf(fields, script);
  }

  /** https://platform.openai.com/docs/api-reference/images/object */
  async function answerOf({ text, images }: PictureFields, { flaw, hasNoPicture }: OpenAiScript): Promise<Answer> {
    const [width = 1024, height = 1024] = (text.size ?? '1024x1024').split('x').map(Number);
    const bytes = await drawnPicture({ width, height, base: images[0], flaw });
    const isLink = dialect === 'local' && text.response_format !== 'b64_json';
    const path = `/generated-images/${courses.handles.made.length}.png`;
    if (isLink) links.set(path, bytes);
    const picture = isLink ? { url: `${server.origin}${path}` } : { b64_json: bytes.toString('base64') };
    return json(200, {
      created: 1_766_000_000,
      ...(dialect === 'openai' && { background: 'opaque', output_format: 'png', quality: 'medium', size: text.size }),
      data: hasNoPicture ? [] : [picture],
      usage: {
        total_tokens: 100,
        input_tokens: 50,
        output_tokens: 50,
        input_tokens_details: { text_tokens: 10, image_tokens: 40 },
      },
    });
  }

  const server = await startImageServer(answer);
  return {
    ...server,
    /** Address for settings. */
    address: `${server.origin}/v1`,
    ...courses.handles,
  };
}

function generationFields({ headers, body }: Asked): PictureFields | FieldFault {
  if (!headers['content-type']?.startsWith('application/json'))
    return { code: 'unsupported_content_type', param: null, message: 'Content-Type must be application/json.' };
  try {
    const text = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    return { text: Object.fromEntries(Object.entries(text).map(([name, value]) => [name, String(value)])), images: [] };
  } catch {
    return { code: 'invalid_json', param: null, message: 'We could not parse the JSON body of your request.' };
  }
}

async function editFields({ headers, body }: Asked): Promise<PictureFields | FieldFault> {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data'))
    return { code: 'unsupported_content_type', param: null, message: 'Content-Type must be multipart/form-data.' };
  const form = await new Response(Uint8Array.from(body), { headers: { 'content-type': type } }).formData();
  const fields: PictureFields = { text: {}, images: [], imageField: undefined };
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.text[name] = value;
    else if (name === 'mask') fields.mask = await value.bytes();
    else {
      fields.imageField = name;
      fields.images.push(await value.bytes());
    }
  }
  return fields;
}

/** Share of a mask that is transparent, 0–1. */
export async function transparentShare(mask: Uint8Array): Promise<number> {
  const { channels } = await sharp(mask).stats();
  return 1 - (channels[3]?.mean ?? 255) / 255;
}
