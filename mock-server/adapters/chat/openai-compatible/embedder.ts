import { z } from 'zod';
import type { Timers } from '../../../timers.ts';
import { ChatFault, type Embedder } from '../port.ts';
import { type CompletionRun, type Patience, patience, startRun } from './run.ts';
import { createService, type ServiceDeps, type ServiceSettings } from './service.ts';

/** Texts of one request; DashScope takes ten at most, others more. */
const batchSize = 10;
/** Timeout of one request in milliseconds. */
const longest = 60_000;
/** Maximum size of a response in bytes: ten vectors of 8,192 numbers as text. */
const answerBytes = 4 * 1024 * 1024;

const Answer = z.object({
  data: z.array(z.object({ index: z.int().min(0).optional(), embedding: z.array(z.number()).min(1) })),
});

export interface EmbedderSettings extends ServiceSettings {
  model: string;
}

/** Vectors by `POST {baseUrl}/embeddings`, of one length over the embedder's life and of unit length each. */
export function createEmbedder(
  { model, ...settings }: EmbedderSettings,
  deps: { log: ServiceDeps['log']; timers: Timers; patience?: Partial<Patience> },
): Embedder {
  const times = { ...patience, first: longest, ...deps.patience };
  const service = createService(settings, { log: deps.log, timers: deps.timers, patience: times });
  let dimension: number | undefined;

  async function embedBatch(input: readonly string[], run: CompletionRun): Promise<Float32Array[]> {
    const response = await service.post('/embeddings', { model, input, encoding_format: 'float' }, run);
    const { data } = Answer.parse(await jsonOf(response));
    if (data.length !== input.length) throw new Error(`${data.length} vectors for ${input.length} texts`);
    const byPlace = new Map(data.map(({ index, embedding }, place) => [index ?? place, unitVector(embedding)]));
    return input.map((_, place) => {
      const vector = byPlace.get(place);
      dimension ??= vector?.length;
      if (!vector || vector.length !== dimension) throw new Error('vectors missing or of several lengths');
      return vector;
    });
  }

  /** One request is one run: what came of others does not make its failure an interruption. */
  async function embedWithin(batch: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const run = startRun(signal, { times, timers: deps.timers, closers: new Set() });
    const attempt = async function* () {
      yield await embedBatch(batch, run);
    };
    try {
      const vectors: Float32Array[] = [];
      for await (const some of service.tryTwice(run, attempt)) vectors.push(...some);
      return vectors;
    } catch (error) {
      if (error instanceof ChatFault) service.report(error, { model });
      throw error;
    } finally {
      run.end();
    }
  }

  return {
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += batchSize)
        vectors.push(...(await embedWithin(texts.slice(from, from + batchSize), signal)));
      return vectors;
    },
  };
}

/** Throws when the body is not JSON or is too long. The error message contains nothing of the body. */
async function jsonOf(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > answerBytes) throw new Error(`more than ${answerBytes} bytes of vectors`);
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    throw new Error(`no JSON but ${length} bytes`);
  }
}

/** Throws for a vector without direction. */
function unitVector(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values);
  if (!Number.isFinite(length) || length === 0) throw new Error('a vector without direction');
  return Float32Array.from(values, (value) => value / length);
}
