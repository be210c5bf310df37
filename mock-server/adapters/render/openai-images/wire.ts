import sharp from 'sharp';
import { z } from 'zod';
import { EngineFailure } from '../port.ts';
import { type Caller, createCaller, jsonBody } from '../service/caller.ts';
import type { FaultTable } from '../service/faults.ts';
import type { MadePicture, PictureJob, ServiceWire } from '../service/wire.ts';

export interface OpenAiWireOptions {
  /** Without a slash at its end, e.g. `https://api.openai.com/v1`. */
  address: string;
  headers: Readonly<Record<string, string>>;
  model: string;
  /** `local`: a server of the operator's that speaks the same protocol and is asked for base64. */
  dialect: 'openai' | 'local';
  quality?: string | undefined;
  inputFidelity?: string | undefined;
}

/** Refusals of OpenAI and of services that follow it. */
const openAiFaults: FaultTable = {
  codes: [
    ['moderation_blocked', 'moderation'],
    ['content_policy_violation', 'moderation'],
    ['content_filter', 'moderation'],
    ['insufficient_quota', 'quota'],
    ['insufficient_credits', 'quota'],
    ['billing_*', 'quota'],
    ['quota_exceeded', 'quota'],
    ['rate_limit*', 'busy'],
    ['invalid_image*', 'input'],
    ['image_parse_error', 'input'],
    ['unsupported_image*', 'input'],
    ['image_generation_user_error', 'moderation'],
  ],
  statuses: { 402: 'quota', 408: 'unknown', 429: 'busy', 503: 'busy', 504: 'unknown', 524: 'unknown' },
};

const plain = z.string().nullish().catch(null);
const Refused = z.object({ error: z.object({ code: plain, type: plain, param: plain }) });
const Models = z.object({ data: z.array(z.object({ id: z.string() })) });
const Answer = z.object({
  data: z
    .array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() }))
    .nullish()
    .transform((data) => data ?? []),
});

/** Most bytes of an answer: a picture of 4096 × 4096 in base64. */
const answerBytes = 96 * 1024 ** 2;

/** Images of OpenAI's protocol: generations, and edits with several pictures and a mask. */
export function createOpenAiWire(options: OpenAiWireOptions): ServiceWire {
  const { address, headers, model, dialect } = options;
  const caller = createCaller({ address, headers, faults: openAiFaults, codesOf });
  const common = {
    ...{ model, n: 1 },
    ...(dialect === 'local' ? { response_format: 'b64_json' } : { output_format: 'png' }),
    ...(options.quality !== undefined && { quality: options.quality }),
  };

  return {
    async send(job, signal) {
      const fields = { ...common, prompt: job.prompt, size: `${job.size.width}x${job.size.height}` };
      const call = { signal, mostBytes: answerBytes };
      const isEdit = job.pictures.base !== undefined || job.pictures.style !== undefined;
      const { data } = isEdit
        ? await caller.ask(Answer, '/images/edits', {
            ...call,
            body: await formBody(
              { ...fields, ...(options.inputFidelity && { input_fidelity: options.inputFidelity }) },
              job.pictures,
            ),
          })
        : await caller.ask(Answer, '/images/generations', { ...call, body: jsonBody(fields) });
      return { made: pictureOf(data[0]) };
    },
    probe: (signal) => probe(caller, model, signal),
  };
}

function pictureOf(
  given: { b64_json?: string | null | undefined; url?: string | null | undefined } | undefined,
): MadePicture {
  if (given?.b64_json) return { base64: given.b64_json };
  if (given?.url) return { link: given.url };
  throw new EngineFailure('engine', 'the service answered without a picture');
}

async function formBody(fields: Record<string, unknown>, { base, style, mask }: PictureJob['pictures']) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  const pictures = [base, style].filter((bytes) => bytes !== undefined);
  const name = pictures.length > 1 ? 'image[]' : 'image';
  for (const [index, bytes] of pictures.entries()) form.append(name, fileOf(bytes), `picture-${index + 1}.png`);
  if (mask) form.set('mask', fileOf(await alphaMask(mask)), 'mask.png');
  const encoded = new Response(form);
  return { bytes: await encoded.bytes(), type: encoded.headers.get('content-type') ?? '' };
}

const fileOf = (bytes: Uint8Array) => new Blob([Uint8Array.from(bytes)], { type: 'image/png' });

/** A mask as this protocol has it: transparent where the picture is made anew. */
async function alphaMask(mask: Uint8Array): Promise<Uint8Array> {
  const { data, info } = await sharp(mask).greyscale().negate().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .joinChannel(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

async function probe(caller: Caller, model: string, signal: AbortSignal): Promise<string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(20_000)]);
  const { data } = await caller.ask(Models, '/models', { signal: limit, mostBytes: 8 * 1024 ** 2 });
  if (data.length > 0 && !data.some(({ id }) => id === model))
    throw new EngineFailure('config', 'the model is not in the service’s list');
  return `服务有应答，可以使用模型 ${model}`;
}

function codesOf(body: unknown): string[] {
  const read = Refused.safeParse(body);
  if (!read.success) return [];
  const { code, type, param } = read.data.error;
  return [code, type, param].filter((each) => typeof each === 'string');
}
