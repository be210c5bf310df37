import { z } from 'zod';
import { EngineFailure } from '../port.ts';

/** Answers of a ComfyUI server, as far as they are used; everything else in them is left alone. */

const NodeErrors = z.record(
  z.string(),
  z.object({
    class_type: z.string().optional(),
    errors: z.array(z.object({ type: z.string(), message: z.string(), details: z.string().optional() })),
  }),
);

const PromptAnswer = z.object({ prompt_id: z.string(), node_errors: NodeErrors.default({}) });

const PromptRefusal = z.object({
  error: z.object({ type: z.string(), message: z.string(), details: z.string().optional() }),
  node_errors: z.union([NodeErrors, z.array(z.unknown())]).default({}),
});

/** `[number, prompt id, …]` */
const QueueItem = z.tuple([z.number(), z.string()], z.unknown());
type QueueItem = z.infer<typeof QueueItem>;
const QueueAnswer = z.object({ queue_running: z.array(QueueItem), queue_pending: z.array(QueueItem) });

const StoredFile = z.object({ filename: z.string(), subfolder: z.string().default(''), type: z.string() });
export type StoredFile = z.infer<typeof StoredFile>;

const HistoryEntry = z.object({
  outputs: z.record(z.string(), z.object({ images: z.array(StoredFile).optional() })),
  status: z.object({
    status_str: z.string(),
    completed: z.boolean(),
    messages: z.array(z.tuple([z.string(), z.record(z.string(), z.unknown())])),
  }),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

const ObjectInfo = z.record(
  z.string(),
  z.object({
    input: z
      .object({ required: z.record(z.string(), z.unknown()), optional: z.record(z.string(), z.unknown()) })
      .partial(),
  }),
);
export type ObjectInfo = z.infer<typeof ObjectInfo>;

const SystemStats = z.object({
  system: z.object({ comfyui_version: z.string().default('') }),
  devices: z.array(z.object({ vram_total: z.number().default(0) })).default([]),
});

/** Longest wait for an answer, milliseconds; files take longer. */
const answerMs = 15_000;
const fileMs = 60_000;

export type ComfyWire = ReturnType<typeof createWire>;

/**
 * Calls of a ComfyUI server (0.3.64). Each rejects with a plain error when the server cannot be reached, and with
 * {@link EngineFailure} `busy` when it says so.
 *
 * @param address without a slash at its end
 * @param headers of every request, for servers behind a gate
 */
export function createWire(address: string, headers: Readonly<Record<string, string>> = {}) {
  async function ask(
    path: string,
    init: RequestInit & { signal?: AbortSignal } = {},
    ms = answerMs,
  ): Promise<Response> {
    const limit = AbortSignal.timeout(ms);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const response = await fetch(`${address}${path}`, {
      ...init,
      redirect: 'error',
      signal,
      headers: { ...headers, ...init.headers },
    }).catch((error: unknown) => {
      throw isUnreachable(error) ? new EngineFailure('busy', 'the server cannot be reached', { cause: error }) : error;
    });
    if (response.status === 429 || response.status === 503) throw busy(response);
    return response;
  }

  async function askJson<T>(schema: z.ZodType<T>, path: string, signal?: AbortSignal): Promise<T> {
    const response = await ask(path, signal ? { signal } : {});
    if (!response.ok) throw new Error(`GET ${path.split('?')[0]} answered ${response.status}`);
    return schema.parse(await response.json());
  }

  const post = (path: string, body: object) =>
    ask(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

  return {
    socketAddress: (clientId: string) => `${address.replace(/^http/, 'ws')}/ws?clientId=${clientId}`,
    objectInfo: (signal?: AbortSignal) => askJson(ObjectInfo, '/object_info', signal),
    systemStats: (signal?: AbortSignal) => askJson(SystemStats, '/system_stats', signal),
    queue: () => askJson(QueueAnswer, '/queue'),

    /** Undefined for ids that it does not know or has not ended. */
    async history(promptId: string): Promise<HistoryEntry | undefined> {
      const answer = await askJson(z.record(z.string(), HistoryEntry), `/history/${encodeURIComponent(promptId)}`);
      return answer[promptId];
    },

    /** Bytes of a file; undefined when it is not there. */
    async view({ filename, subfolder, type }: StoredFile): Promise<Uint8Array | undefined> {
      const query = new URLSearchParams({ filename, subfolder, type });
      const response = await ask(`/view?${query}`, {}, fileMs);
      if (response.status === 404) return undefined;
      if (!response.ok) throw new Error(`GET /view answered ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },

    async has(file: StoredFile): Promise<boolean> {
      const response = await ask(`/view?${new URLSearchParams({ ...file, preview: 'jpeg;1' })}`);
      await response.body?.cancel();
      return response.ok;
    },

    /** Stores a picture among the inputs under its name; returns the name that it got. */
    async upload(name: string, bytes: Uint8Array): Promise<string> {
      const form = new FormData();
      form.set('image', new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), name);
      form.set('overwrite', 'true');
      const response = await ask('/upload/image', { method: 'POST', body: form }, fileMs);
      if (response.status === 413) throw new EngineFailure('config', 'the server takes no files of this size');
      if (!response.ok) throw new Error(`POST /upload/image answered ${response.status}`);
      const stored = z.object({ name: z.string(), subfolder: z.string().default('') }).parse(await response.json());
      return stored.subfolder === '' ? stored.name : `${stored.subfolder}/${stored.name}`;
    },

    /**
     * Queues a graph behind the last of the same model that waits, so that models are not exchanged from job to job.
     * Rejects with {@link EngineFailure} `config` for graphs that it does not take.
     */
    async prompt({ id, clientId, graph, model }: QueuedGraph): Promise<void> {
      const body = { prompt: graph, prompt_id: id, client_id: clientId, extra_data: { [modelMark]: model } };
      const number = placeBehind(await this.queue(), model);
      const response = await post('/prompt', { ...body, ...(number !== undefined && { number }) });
      if (response.status === 400) throw new EngineFailure('config', refusalWords(await response.json()));
      if (!response.ok) throw new Error(`POST /prompt answered ${response.status}`);
      const { node_errors: errors } = PromptAnswer.parse(await response.json());
      if (Object.keys(errors).length > 0)
        throw new EngineFailure('config', `a part of the graph was not accepted: ${errorWords(errors)}`);
    },

    /** Takes a job out of the queue; one that runs is interrupted. Unknown ids are no failure. */
    async remove(promptId: string): Promise<void> {
      await post('/queue', { delete: [promptId] });
    },
    async interrupt(promptId: string): Promise<void> {
      await post('/interrupt', { prompt_id: promptId });
    },
    async free(): Promise<void> {
      await post('/free', { unload_models: true, free_memory: true });
    },
  };
}

/** A graph on its way to the queue. */
export interface QueuedGraph {
  id: string;
  /** Of the socket that hears of it. */
  clientId: string;
  graph: object;
  /** Jobs of one name use the same models. */
  model: string;
}

/** Name under which a job carries that of its models. */
const modelMark = 'zhuhui_model';
/** Most jobs of one model in a row while others wait: nobody is held up for longer. */
const mostInRow = 6;

/**
 * Number in the queue of a job that goes behind the others of its model; undefined where it goes to the end. Jobs in a
 * row have the number of the first, and fractions.
 */
function placeBehind(
  { queue_running: running, queue_pending: pending }: z.infer<typeof QueueAnswer>,
  model: string,
): number | undefined {
  const waiting = pending.toSorted(([one], [other]) => one - other);
  if (waiting.every((job) => modelOf(job) === model)) return undefined;
  const alike = [...running, ...waiting].filter((job) => modelOf(job) === model);
  const last = alike.at(-1)?.[0];
  if (last === undefined) return undefined;
  const row = alike.filter(([number]) => Math.floor(number) === Math.floor(last)).length;
  return row >= mostInRow ? undefined : Math.floor(last) + row / (2 * mostInRow);
}

function modelOf([, , , extra]: QueueItem): unknown {
  return typeof extra === 'object' && extra !== null ? (extra as Record<string, unknown>)[modelMark] : undefined;
}

/** Errors of a connection that was never made: the server has not heard of the request. */
const unmade: ReadonlySet<unknown> = new Set([
  ...(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'] as const),
]);

const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && unmade.has((error.cause as { code?: unknown } | undefined)?.code);

function busy(response: Response): EngineFailure {
  const seconds = Number(response.headers.get('retry-after'));
  return new EngineFailure('busy', `the server answered ${response.status}`, {
    ...(Number.isFinite(seconds) && seconds > 0 && { retryAfterMs: seconds * 1000 }),
  });
}

function refusalWords(answer: unknown): string {
  const read = PromptRefusal.safeParse(answer);
  if (!read.success) return 'the graph was not accepted';
  const { error, node_errors: errors } = read.data;
  const nodes = Array.isArray(errors) ? '' : errorWords(errors);
  return [error.message, error.details ?? '', nodes].filter(Boolean).join('; ').slice(0, 500);
}

const errorWords = (errors: z.infer<typeof NodeErrors>): string =>
  Object.entries(errors)
    .flatMap(([node, { class_type: kind = '', errors: list }]) =>
      list.map(({ message, details = '' }) => `${kind || node}: ${message} ${details}`.trim()),
    )
    .join('; ')
    .slice(0, 500);

/** Choices of a node's input, in both forms that servers describe them in; undefined where it has none. */
export function choicesOf(info: ObjectInfo, node: string, input: string): readonly unknown[] | undefined {
  const inputs = info[node]?.input;
  const given = inputs?.required?.[input] ?? inputs?.optional?.[input];
  if (!Array.isArray(given)) return undefined;
  const [kind, details] = given as [unknown, unknown];
  if (Array.isArray(kind)) return kind;
  if (kind !== 'COMBO') return undefined;
  const { options } = (details ?? {}) as { options?: unknown };
  return Array.isArray(options) ? options : undefined;
}
