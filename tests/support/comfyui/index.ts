/**
 * A strict fake of ComfyUI 0.3.64, written from the recorded wire of the real server (`recorded/`), with which
 * `recorded.test.ts` compares it. It listens on a free loopback port, runs graphs one after the other and makes true
 * PNG files from the pictures that it was sent; only models are missing, so that a sampler recolours in their place.
 *
 * Start: `const comfy = await startFakeComfyUi({ models: { checkpoints: ['sdxl_base.safetensors'] } })`, then
 * `comfy.baseUrl`, and `await comfy.close()` at the end.
 *
 * Faults: `comfy.next({ fails: 'outOfMemory' })` for the next accepted job, `comfy.always(…)` for all that have none of
 * their own (`JobScript`); `comfy.breakNext('GET /view', { status: 503, retryAfter: 2 })` for requests (`HttpFault`);
 * `comfy.restart()`, `comfy.down()` and `comfy.up()`, `comfy.forgetSockets()` and `comfy.cutSockets()` for the server;
 * `comfy.removeNode(…)` and `comfy.removeModel(…)` for its holdings. `comfy.hold('step')` holds jobs at a place until
 * they are released, so that no test waits for time to pass.
 *
 * Reading: `comfy.asked` are all requests, `comfy.accepted` the jobs, `comfy.files` the folders, `comfy.sockets()`
 * the open sockets, `comfy.executions(…)` the nodes that were executed.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type AnswerFault, createGates, type HttpFault, type HttpFaultRule, type JobScript } from './faults.ts';
import { createFiles } from './files.ts';
import type { Models, NodeClasses } from './node-class.ts';
import { coreNodes } from './node-classes.ts';
import { createQueue, type HistoryEntry, type Job, type QueueItem } from './queue.ts';
import { type Answer, type Asked, answer, type Office } from './routes.ts';
import { type Cache, runJob } from './run.ts';
import { createSockets } from './sockets.ts';
import { type Form, readForm } from './upload.ts';
import type { NodeProblems } from './validation.ts';

export interface FakeComfyUiOptions {
  /** File names by folder; empty. */
  models?: Models;
  /** Node classes beside the core ones. */
  nodes?: NodeClasses;
  /** Milliseconds since 1970, for the timestamps of events. */
  now?: () => number;
  /** Memory of the graphics card in bytes; 24 GB. */
  vramTotal?: number;
  /** Bodies above it are refused with 413; 100 MiB. */
  maxUploadBytes?: number;
  /** Order in which the output nodes of a graph are taken up, which is arbitrary in the real server; that of the graph. */
  orderOutputs?: (ids: string[]) => string[];
}

/** A request as it came in. */
export interface ReceivedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  /** JSON, or the parts of a form; undefined for anything else. */
  body: unknown;
}

export async function startFakeComfyUi(options: FakeComfyUiOptions = {}) {
  const { now = Date.now, vramTotal = 24 * 1024 ** 3, maxUploadBytes = 104_857_600 } = options;
  const models: Models = structuredClone(options.models ?? {});
  const classes = { ...coreNodes, ...options.nodes };
  const features = { supports_preview_metadata: true, max_upload_size: maxUploadBytes };
  const files = createFiles();
  const queue = createQueue();
  const gates = createGates();
  const history = new Map<string, HistoryEntry>();
  const cache: Cache = new Map();
  const asked: ReceivedRequest[] = [];
  const accepted: QueueItem[] = [];
  const executed: string[] = [];
  const ended: string[] = [];
  const scripts: JobScript[] = [];
  const rules: HttpFaultRule[] = [];
  let usual: JobScript = {};
  let number = 0;
  let port = 0;
  /** Aborted at a restart; what began before has no effect any more. */
  let life = new AbortController();
  let running: { job: Job; interrupt: AbortController; node?: string | undefined } | undefined;
  let worker: Promise<void> = Promise.resolve();
  let isEverythingFreed = false;

  const queueLength = () => queue.length + Number(running !== undefined);
  const tellStatus = () => sockets.sendText('status', { status: { exec_info: { queue_remaining: queueLength() } } });

  async function workOn(lifetime: AbortSignal): Promise<void> {
    await gates.pass('queue', lifetime);
    if (lifetime.aborted) return;
    const job = queue.take();
    if (!job) return;
    const interrupt = new AbortController();
    const stop = () => interrupt.abort();
    lifetime.addEventListener('abort', stop, { once: true });
    running = { job, interrupt };
    tellStatus();
    const entry = await runJob(job, depsOf(lifetime), interrupt.signal);
    lifetime.removeEventListener('abort', stop);
    await gates.pass('history', lifetime);
    if (lifetime.aborted) return;
    finish(job, entry);
  }

  function finish({ item: [, id, , extra], script }: Job, entry: HistoryEntry): void {
    if (script.areFilesGone)
      for (const { images } of Object.values(entry.outputs))
        for (const { filename, subfolder } of images as Array<{ filename: string; subfolder: string }>)
          files.remove('output', subfolder, filename);
    running = undefined;
    history.set(id, entry);
    ended.push(id);
    tellStatus();
    const isTold = extra.client_id !== undefined && !script.drops?.includes('executing');
    if (isTold) sockets.sendText('executing', { node: null, prompt_id: id }, extra.client_id);
    if (isTold && script.repeatsEvents) sockets.sendText('executing', { node: null, prompt_id: id }, extra.client_id);
    if (isEverythingFreed) cache.clear();
    isEverythingFreed = false;
  }

  /** Nothing is sent or noted once the server has gone. */
  const depsOf = (lifetime: AbortSignal) => {
    const alive =
      <Parts extends unknown[]>(send: (...parts: Parts) => void) =>
      (...parts: Parts) => {
        if (!lifetime.aborted) send(...parts);
      };
    return {
      ...{ classes, holdings: { models, files }, cache, gates, now },
      sockets: {
        hasMetadata: sockets.hasMetadata,
        sendText: alive(sockets.sendText),
        sendPreview: alive(sockets.sendPreview),
        sendPreviewWithMetadata: alive(sockets.sendPreviewWithMetadata),
        sendNoise: alive(sockets.sendNoise),
      },
      onNode: alive((node: string | undefined) => {
        if (running) running.node = node;
        if (node !== undefined && running) executed.push(running.job.item[2][node]!.class_type!);
      }),
      temporaryLetters: 'khazk',
    };
  };

  function accept(item: QueueItem): Record<string, NodeProblems> {
    const script = scripts.shift() ?? usual;
    accepted.push(item);
    if (!script.isLost) {
      queue.put({ item, script });
      tellStatus();
      const { signal } = life;
      worker = worker.then(() => workOn(signal));
    }
    if (!script.hasNodeErrors) return {};
    const [id = '1'] = Object.keys(item[2]);
    const error = { type: 'custom_validation_failed', message: 'Custom validation failed for node' };
    const errors = [{ ...error, details: 'image - Invalid image file: gone.png', extra_info: { input_name: 'image' } }];
    return { [id]: { errors, dependent_outputs: item[4], class_type: item[2][id]!.class_type! } };
  }

  const office: Office = {
    ...{ models, files, classes, features, vramTotal, history, accept },
    vramFree: () => Math.floor(vramTotal * (running ? 0.2 : 0.8)),
    running: () => (running ? [running.job.item] : []),
    pending: () => queue.items(),
    nextNumber: () => number++,
    orderOutputs: options.orderOutputs ?? ((ids) => ids),
    removePending(id) {
      if (queue.remove(id)) tellStatus();
    },
    clearPending() {
      queue.clear();
      tellStatus();
    },
    interrupt: () => running?.interrupt.abort(),
    free(isEverything) {
      isEverythingFreed ||= isEverything;
      if (running || !isEverythingFreed) return;
      cache.clear();
      isEverythingFreed = false;
    },
  };

  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  const sockets = createSockets(server, {
    features,
    queueLength,
    refusal: refuseSocket,
    runningNode: (sid) => (running?.job.item[3].client_id === sid ? running?.node : undefined),
  });

  function refuseSocket(url: URL, headers: IncomingHttpHeaders): number | undefined {
    asked.push({ method: 'GET', path: '/ws', query: Object.fromEntries(url.searchParams), headers, body: undefined });
    const fault = faultFor('GET /ws');
    if (typeof fault === 'object' && 'status' in fault) return fault.status;
    return isForeign(headers) ? 403 : undefined;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://fake');
    const path = url.pathname.replace(/^\/api(?=\/.)/, '');
    const body = await bodyOf(request);
    const form = once(() => readForm(request.headers, body));
    const method = request.method ?? '';
    const query = Object.fromEntries(url.searchParams);
    asked.push({ method, path, query, headers: request.headers, body: await shownBody(request.headers, body, form) });
    const fault = faultFor(`${method} ${path}`);
    if (fault === 'silence') return;
    if (fault === 'cut') return void request.socket.destroy();
    if (typeof fault === 'object' && 'status' in fault) return send(response, faultAnswer(fault));
    if (typeof fault === 'object') await wait(fault.slowMilliseconds);
    const made = await soundAnswer(request.headers, { method, path, query: url.searchParams, body, form });
    if (fault === 'cutAfter') return void request.socket.destroy();
    if (fault === 'half') return sendHalf(response, made);
    send(response, made);
  }

  async function soundAnswer(headers: IncomingHttpHeaders, request: Asked): Promise<Answer> {
    if (isForeign(headers)) return { status: 403 };
    if (request.body.length > maxUploadBytes) {
      const text = `Maximum request body size ${maxUploadBytes} exceeded, actual body size ${request.body.length}`;
      return { status: 413, contentType: 'text/plain; charset=utf-8', body: text };
    }
    return answer(request, office);
  }

  function faultFor(route: string): HttpFault | undefined {
    const at = rules.findIndex((rule) => route.startsWith(rule.route));
    if (at < 0) return undefined;
    const rule = rules[at]!;
    rule.times -= 1;
    if (rule.times === 0) rules.splice(at, 1);
    return rule.fault;
  }

  async function up(): Promise<void> {
    if (server.listening) return;
    life = new AbortController();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  }

  /** Queue, history, cache and previews go with the process; `input` and `output` are folders of the machine. */
  async function down(): Promise<void> {
    life.abort();
    gates.releaseAll();
    sockets.cut();
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
    await worker;
    running = undefined;
    number = 0;
    queue.clear();
    history.clear();
    cache.clear();
    files.clearTemp();
  }
  await up();

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    /** Every request, oldest first; sockets are `GET /ws`. */
    asked,
    /** Jobs as they were put into the queue, oldest first. */
    accepted,
    /** Ids of the jobs that have run, in the order in which they ended. */
    ended,
    files,
    models,
    /** Times that nodes of a class were executed; cached ones do not count. */
    executions: (className: string) => executed.filter((name) => name === className).length,
    /** WebSockets that are open, forgotten ones included. */
    sockets: () => sockets.count(),
    /** Jobs that wait or run. */
    queueLength,
    /** Courses of the next accepted jobs, one after the other. */
    next: (...following: JobScript[]) => void scripts.push(...following),
    /** Course of every job that has none of its own. */
    always(script: JobScript): void {
      usual = script;
    },
    /** The next requests whose method and path begin like `route` go wrong. */
    breakNext: (route: string, fault: HttpFault, times = 1) => void rules.push({ route, fault, times }),
    hold: gates.hold,
    removeNode: (className: string) => delete classes[className],
    removeModel(folder: string, name: string): void {
      models[folder] = (models[folder] ?? []).filter((model) => model !== name);
    },
    /** Sockets stay open and hear nothing any more. */
    forgetSockets: () => sockets.forget(),
    /** Sockets break without a closing handshake. */
    cutSockets: () => sockets.cut(),
    down,
    up,
    async restart(): Promise<void> {
      await down();
      await up();
    },
    async close(): Promise<void> {
      await down();
      sockets.close();
    },
  };
}

export type FakeComfyUi = Awaited<ReturnType<typeof startFakeComfyUi>>;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function once<Result>(make: () => Result): () => Result {
  const made: Result[] = [];
  return () => {
    if (made.length === 0) made.push(make());
    return made[0]!;
  };
}

async function shownBody(headers: IncomingHttpHeaders, body: Buffer, form: () => Promise<Form>): Promise<unknown> {
  if (headers['content-type']?.startsWith('multipart/')) return form().catch(() => undefined);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** True for an `Origin` that is not the host: the guard against pages that call a server on the same machine. */
function isForeign({ origin, host }: Record<string, unknown>): boolean {
  if (typeof origin !== 'string' || typeof host !== 'string') return false;
  const asked = URL.parse(`http://${host}`);
  const from = URL.parse(origin);
  if (!asked || !from || !/^(localhost|127\..*|\[::1\])$/.test(asked.hostname)) return false;
  return from.port === '' || asked.port === '' ? from.hostname !== asked.hostname : from.host !== asked.host;
}

function faultAnswer({ status, retryAfter, body = '', contentType = 'text/plain' }: AnswerFault): Answer {
  return {
    status,
    contentType,
    body,
    ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
  };
}

const headersOf = ({ contentType, headers, body = '' }: Answer) => ({
  ...headers,
  ...(contentType && { 'Content-Type': contentType }),
  'Content-Length': Buffer.byteLength(body),
});

function send(response: ServerResponse, made: Answer): void {
  response.writeHead(made.status, headersOf(made)).end(made.body);
}

/** Half of the body, or none of an empty one, before the connection breaks. */
function sendHalf(response: ServerResponse, made: Answer): void {
  const body = Buffer.from(made.body ?? '');
  response.writeHead(made.status, { ...headersOf(made), 'Content-Length': body.length || 1 });
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy());
  response.flushHeaders();
}
