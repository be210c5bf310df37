import { z } from 'zod';
import { EngineFailure, RenderRefused } from '../port.ts';
import { createCaller, jsonBody } from '../service/caller.ts';
import { dataUri } from '../service/data-uri.ts';
import { type FaultTable, failureOf } from '../service/faults.ts';
import type { MadePicture, ServiceWire } from '../service/wire.ts';

export interface ArkWireOptions {
  /** Without a slash at its end, e.g. `https://ark.cn-beijing.volces.com/api/v3`. */
  address: string;
  headers: Readonly<Record<string, string>>;
  model: string;
}

/** Refusals as https://www.volcengine.com/docs/82379/1299023 and https://www.volcengine.com/docs/82379/1099476 list them. */
const arkFaults: FaultTable = {
  codes: [
    ['InputTextSensitiveContentDetected*', 'moderation'],
    ['InputImageSensitiveContentDetected*', 'moderation'],
    ['OutputImageSensitiveContentDetected*', 'moderation'],
    ['SensitiveContentDetected*', 'moderation'],
    ['InputTextRiskDetection', 'moderation'],
    ['InputImageRiskDetection', 'moderation'],
    ['OutputImageRiskDetection', 'moderation'],
    ['InvalidParameter.OversizedImage', 'input'],
    ['InvalidParameter.UnsupportedImageFormat', 'input'],
    ['AccountOverdueError', 'quota'],
    ['QuotaExceeded', 'quota'],
    ['SetLimitExceeded', 'quota'],
    ['InternalServiceError', 'engine'],
  ],
  statuses: { 402: 'quota', 408: 'unknown', 429: 'busy', 503: 'busy', 504: 'unknown' },
};

/** Refusals of a request that lacks its words: whoever is told so has a key that counts. */
const probeFaults: FaultTable = {
  ...arkFaults,
  codes: [['MissingParameter*', 'input'], ['InvalidParameter*', 'input'], ...arkFaults.codes],
};

const plain = z.string().nullish().catch(null);
const Refused = z.object({ error: z.object({ code: plain, type: plain }) });
const Answer = z.object({
  data: z
    .array(z.object({ url: plain, b64_json: plain, error: z.object({ code: plain }).nullish().catch(null) }))
    .nullish()
    .transform((data) => data ?? []),
});

const path = '/images/generations';
/** Most bytes of an answer, for services that answer with base64 where a link was asked for. */
const answerBytes = 96 * 1024 ** 2;

/**
 * Pictures of Seedream. One is asked for at a time, without the watermark that the service adds by itself, and as a
 * link: a short answer is rarely lost on its way, and the link can be fetched again.
 */
export function createArkWire({ address, headers, model }: ArkWireOptions): ServiceWire {
  const caller = createCaller({ address, headers, faults: arkFaults, codesOf });
  const prober = createCaller({ address, headers, faults: probeFaults, codesOf });

  return {
    async send({ prompt, size, pictures }, signal) {
      const given = [pictures.base, pictures.style].filter((bytes) => bytes !== undefined);
      const image = await Promise.all(given.map(dataUri));
      const body = jsonBody({
        ...{ model, prompt, size: `${size.width}x${size.height}`, response_format: 'url' },
        ...{ sequential_image_generation: 'disabled', stream: false, watermark: false },
        ...(image.length > 0 && { image }),
      });
      const { data } = await caller.ask(Answer, path, { signal, body, mostBytes: answerBytes });
      return { made: pictureOf(data[0]) };
    },
    async probe(signal) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(20_000)]);
      try {
        // Without words nothing is drawn and nothing costs.
        await prober.ask(z.unknown(), path, { signal: limit, body: jsonBody({ model }) });
      } catch (error) {
        if (!(error instanceof RenderRefused)) throw error;
      }
      return `服务有应答，密钥有效；模型 ${model} 是否可用要到第一次出图才知道`;
    },
  };
}

function pictureOf(given: z.infer<typeof Answer>['data'][number] | undefined): MadePicture {
  if (given?.url) return { link: given.url };
  if (given?.b64_json) return { base64: given.b64_json };
  const code = given?.error?.code;
  if (code) throw failureOf(arkFaults, { status: 0, codes: [code] });
  throw new EngineFailure('engine', 'the service answered without a picture');
}

function codesOf(body: unknown): string[] {
  const read = Refused.safeParse(body);
  return read.success ? [read.data.error.code, read.data.error.type].filter((each) => typeof each === 'string') : [];
}
