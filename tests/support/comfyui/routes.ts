import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { isFolder } from './files.ts';
import { encodeAs, pngOf, readFrame } from './frames.ts';
import { type Graph, type Holdings, type NodeClasses, nodeInfo } from './node-class.ts';
import type { ExtraData, HistoryEntry, QueueItem } from './queue.ts';
import { type Form, storeMask, storeUpload } from './upload.ts';
import { type NodeProblems, validate } from './validation.ts';

export interface Asked {
  method: string;
  /** Without `/api` before it. */
  path: string;
  query: URLSearchParams;
  body: Buffer;
  /** Parts of a multipart body. */
  form(): Promise<Form>;
}

export interface Answer {
  status: number;
  contentType?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Needs of the calls beyond files and nodes. */
export interface Office extends Holdings {
  classes: NodeClasses;
  vramTotal: number;
  vramFree(): number;
  features: object;
  running(): QueueItem[];
  pending(): QueueItem[];
  history: Map<string, HistoryEntry>;
  /** Next number of the queue; counted by every request that names none, refused ones included. */
  nextNumber(): number;
  orderOutputs(ids: string[]): string[];
  accept(item: QueueItem): Record<string, NodeProblems>;
  removePending(id: string): void;
  clearPending(): void;
  interrupt(): void;
  free(isEverything: boolean): void;
}

const json = (body: unknown, status = 200): Answer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});
const empty = (status: number): Answer => ({ status });

const trouble: Answer = {
  status: 500,
  contentType: 'text/plain; charset=utf-8',
  body: '500 Internal Server Error\n\nServer got itself in trouble',
};

/** Folders of models that a server of this version has. */
const modelFolders = [
  ...['checkpoints', 'configs', 'loras', 'vae', 'text_encoders', 'diffusion_models', 'clip_vision', 'style_models'],
  ...['embeddings', 'diffusers', 'vae_approx', 'controlnet', 'gligen', 'upscale_models', 'custom_nodes'],
  ...['hypernetworks', 'photomaker', 'classifiers', 'model_patches', 'audio_encoders'],
];

type Handler = (asked: Asked, office: Office, part: string) => Answer | Promise<Answer>;

const bodyOf = ({ body }: Asked) => JSON.parse(body.toString('utf8')) as Record<string, unknown>;

/** Calls by method and path; `:part` stands for the rest of the path. What a handler throws is answered with 500. */
const handlers: Record<string, Handler> = {
  'GET /system_stats': (_, office) => json(systemStats(office)),
  'GET /features': (_, { features }) => json(features),
  'GET /embeddings': () => json([]),
  'GET /extensions': () => json([]),
  'GET /models': () => json(modelFolders),
  'GET /models/:part': (_, { models }, folder) =>
    modelFolders.includes(folder) ? json([...(models[folder] ?? [])].sort()) : empty(404),
  'GET /object_info': (_, office) =>
    json(
      Object.fromEntries(Object.entries(office.classes).map(([name, node]) => [name, nodeInfo(name, node, office)])),
    ),
  'GET /object_info/:part': (_, office, name) => {
    const node = Object.hasOwn(office.classes, name) ? office.classes[name] : undefined;
    return json(node ? { [name]: nodeInfo(name, node, office) } : {});
  },
  'GET /prompt': (_, office) =>
    json({ exec_info: { queue_remaining: office.running().length + office.pending().length } }),
  'POST /prompt': (asked, office) => queuePrompt(bodyOf(asked), office),
  'GET /queue': (_, office) => json({ queue_running: office.running(), queue_pending: office.pending() }),
  'POST /queue': (asked, office) => {
    const { clear, delete: ids } = bodyOf(asked);
    if (clear) office.clearPending();
    for (const id of (ids ?? []) as string[]) office.removePending(id);
    return empty(200);
  },
  'POST /interrupt': (asked, office) => {
    const id = interruptedId(asked);
    if (!id || office.running().some(([, running]) => running === id)) office.interrupt();
    return empty(200);
  },
  'POST /free': (asked, office) => {
    office.free(Boolean(bodyOf(asked).free_memory));
    return empty(200);
  },
  'GET /history': ({ query }, { history }) => json(Object.fromEntries(pageOf([...history], query))),
  'GET /history/:part': (_, { history }, id) => json(history.has(id) ? { [id]: history.get(id) } : {}),
  'POST /history': (asked, { history }) => {
    const { clear, delete: ids } = bodyOf(asked);
    if (clear) history.clear();
    for (const id of (ids ?? []) as string[]) history.delete(id);
    return empty(200);
  },
  'POST /upload/image': async (asked, { files }) => {
    const stored = storeUpload(files, await asked.form());
    return stored ? json(stored) : empty(400);
  },
  'POST /upload/mask': async (asked, { files }) => {
    const stored = await storeMask(files, await asked.form());
    return stored ? json(stored) : empty(400);
  },
  'GET /view': (asked, office) => view(asked, office),
};

/** Entries of the history by `max_items` and `offset`; a missing or negative offset gives the newest ones. */
function pageOf<Entry>(entries: Entry[], query: URLSearchParams): Entry[] {
  const count = query.has('max_items') ? Number(query.get('max_items')) : entries.length;
  const offset = Number(query.get('offset') ?? -1);
  const from = offset < 0 ? Math.max(0, entries.length - count) : offset;
  return entries.slice(from, from + count);
}

/** A body that is no JSON counts as one without an id. */
function interruptedId(asked: Asked): unknown {
  try {
    return bodyOf(asked).prompt_id;
  } catch {
    return undefined;
  }
}

function systemStats({ vramTotal, vramFree }: Office): object {
  const ram = 25_325_268_992;
  return {
    system: {
      os: 'posix',
      ram_total: ram,
      ram_free: 10_977_255_424,
      comfyui_version: '0.3.64',
      required_frontend_version: '1.27.10',
      installed_templates_version: null,
      required_templates_version: '0.1.95',
      python_version: '3.13.5 (main, Aug 10 2026, 12:06:59) [GCC 14.2.0]',
      pytorch_version: '2.6.0+cu124',
      embedded_python: false,
      argv: ['main.py', '--listen', '127.0.0.1'],
    },
    devices: [
      {
        name: 'cuda:0 NVIDIA GeForce RTX 4090 : cudaMallocAsync',
        type: 'cuda',
        index: 0,
        vram_total: vramTotal,
        vram_free: vramFree(),
        torch_vram_total: vramTotal,
        torch_vram_free: vramFree(),
      },
    ],
  };
}

function queuePrompt(body: Record<string, unknown>, office: Office): Answer {
  const front = body.front ? -1 : 1;
  const number = 'number' in body ? Number(body.number) : front * office.nextNumber();
  if (!('prompt' in body)) {
    const text = 'No prompt provided';
    return json({ error: { type: 'no_prompt', message: text, details: text, extra_info: {} }, node_errors: {} }, 400);
  }
  const graph = body.prompt as Graph;
  const id = 'prompt_id' in body ? String(body.prompt_id) : randomUUID();
  const targets = body.partial_execution_targets as string[] | undefined;
  const { error, nodeErrors, outputs } = validate(graph, office.classes, office, targets);
  if (error) return json({ error, node_errors: nodeErrors }, 400);
  const extra: ExtraData = { ...(body.extra_data as ExtraData | undefined) };
  if ('client_id' in body) extra.client_id = String(body.client_id);
  const invented = office.accept([number, id, graph, extra, office.orderOutputs(outputs)]);
  return json({ prompt_id: id, number, node_errors: { ...nodeErrors, ...invented } });
}

async function view({ query }: Asked, { files }: Office): Promise<Answer> {
  const asked = query.get('filename');
  if (asked === null) return empty(404);
  if (asked === '' || asked.startsWith('/') || asked.includes('..')) return empty(400);
  const type = query.get('type') ?? 'output';
  if (!isFolder(type)) return empty(400);
  const subfolder = query.get('subfolder') ?? '';
  if (!files.isInside(subfolder, '')) return empty(403);
  const filename = path.posix.basename(asked);
  const bytes = files.get(type, subfolder, filename);
  if (!bytes) return empty(404);
  const headers = { 'Content-Disposition': `filename="${filename}"` };
  if (query.has('preview')) {
    const [first, ...rest] = query.get('preview')!.split(';');
    const format = first === 'jpeg' ? 'jpeg' : 'webp';
    const quality = Number(rest.at(-1)) || 90;
    return { status: 200, contentType: `image/${format}`, headers, body: await encodeAs(bytes, format, quality) };
  }
  if (query.get('channel') === 'rgb')
    return { status: 200, contentType: 'image/png', headers, body: await pngOf((await readFrame(bytes)).frame) };
  return { status: 200, contentType: contentTypeOf(filename), headers, body: bytes };
}

const contentTypeOf = (filename: string): string =>
  ({ '.png': 'image/png', '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.webp': 'image/webp' })[
    path.posix.extname(filename).toLowerCase()
  ] ?? 'application/octet-stream';

/** Answer of the sound server to a request. */
export async function answer(asked: Asked, office: Office): Promise<Answer> {
  const [, parent, part = ''] = /^(\/[^/]+)\/(.+)$/.exec(asked.path) ?? [];
  const handler = handlers[`${asked.method} ${asked.path}`] ?? handlers[`${asked.method} ${parent}/:part`];
  if (!handler) return { status: 404, contentType: 'application/octet-stream' };
  try {
    return await handler(asked, office, decodeURIComponent(part));
  } catch {
    return trouble;
  }
}
