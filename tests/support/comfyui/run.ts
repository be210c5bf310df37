import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Gates, type JobScript, NodeError, nodeFailure, traceback } from './faults.ts';
import type { Files, Folder, SavedPicture } from './files.ts';
import { checksum, type Frame, hugePng, mirrorFrame, plainFrame, pngOf, scaleFrame } from './frames.ts';
import type { Call, Graph, Holdings, NodeClasses, Produced, Value } from './node-class.ts';
import type { HistoryEntry, Job } from './queue.ts';
import type { Preview, Sockets } from './sockets.ts';
import { isLink } from './validation.ts';

/** Results of nodes by what they were made of. */
export type Cache = Map<string, Produced>;

export interface RunDeps {
  classes: NodeClasses;
  holdings: Holdings;
  cache: Cache;
  gates: Gates;
  sockets: Pick<Sockets, 'sendText' | 'sendPreview' | 'sendPreviewWithMetadata' | 'hasMetadata' | 'sendNoise'>;
  now(): number;
  /** Name of the node that runs, undefined between runs. */
  onNode(id: string | undefined): void;
  /** Five letters in the names of previews. */
  temporaryLetters: string;
}

/** Ends a run that was interrupted. */
class Interrupted extends Error {}

/** A run and its end, as the history keeps it. `signal` interrupts it. */
export async function runJob({ item, script }: Job, deps: RunDeps, signal: AbortSignal): Promise<HistoryEntry> {
  const [, promptId, graph, extra, outputs] = item;
  const messages: HistoryEntry['status']['messages'] = [];
  const events = createEvents({ deps, script, promptId, clientId: extra.client_id });
  const tell = (type: string, data: object, isForAll = false) => {
    const stamped = { ...data, timestamp: deps.now() };
    messages.push([type, stamped]);
    if (extra.client_id !== undefined || isForAll) events.send(type, stamped);
  };

  tell('execution_start', { prompt_id: promptId });
  const keys = keysOf(graph, deps);
  for (const key of deps.cache.keys()) if (![...keys.values()].includes(key)) deps.cache.delete(key);
  const cached = Object.keys(graph).filter((id) => deps.cache.has(keys.get(id)!));
  tell('execution_cached', { nodes: cached, prompt_id: promptId });

  const progress = createProgress(events, promptId);
  const executed: string[] = [];
  let isSuccess = true;
  const pending = createPending(graph, outputs, deps, (id) => deps.cache.has(keys.get(id)!));
  for (let id = pending.next(); id !== undefined; id = pending.next()) {
    const node = deps.classes[graph[id]!.class_type!]!;
    const known = deps.cache.get(keys.get(id)!);
    if (known) {
      events.sendToOwner('executed', executedData(id, promptId, known.images));
      progress.finish(id);
      continue;
    }
    progress.start(id);
    deps.onNode(id);
    events.sendToOwner('executing', { node: id, display_node: id, prompt_id: promptId });
    const call = createCall({ id, graph, extra: extra.extra_pnginfo, script, keys, deps, progress, signal });
    try {
      throwIfInterrupted(signal);
      fail(script, graph[id]!.class_type!);
      const produced = await node.work(call);
      deps.cache.set(keys.get(id)!, produced);
      if (produced.images) events.sendToOwner('executed', executedData(id, promptId, produced.images));
    } catch (error) {
      isSuccess = false;
      const at = { prompt_id: promptId, node_id: id, node_type: graph[id]!.class_type, executed };
      if (error instanceof Interrupted) tell('execution_interrupted', at, true);
      else tell('execution_error', { ...at, ...shownError(error, inputsOf(graph, id)), current_outputs: cached });
      break;
    }
    progress.finish(id);
    executed.push(id);
  }
  deps.onNode(undefined);
  if (isSuccess && script.isSuccessWithError)
    messages.push(['execution_error', { prompt_id: promptId, node_id: '1', ...shownError(nodeFailure('error'), {}) }]);
  if (isSuccess) tell('execution_success', { prompt_id: promptId });
  const shown = Object.keys(graph)
    .map((id) => ({ id, images: deps.cache.get(keys.get(id)!)?.images }))
    .filter(({ images }) => images && !script.hasNoOutputs);
  return {
    prompt: item,
    outputs: Object.fromEntries(shown.map(({ id, images }) => [id, { images: images! }])),
    status: { status_str: isSuccess ? 'success' : 'error', completed: isSuccess, messages },
    meta: Object.fromEntries(
      shown.map(({ id }) => [id, { node_id: id, display_node: id, parent_node: null, real_node_id: id }]),
    ),
  };
}

const executedData = (id: string, promptId: string, images: SavedPicture[] | undefined) => ({
  node: id,
  display_node: id,
  output: images ? { images } : null,
  prompt_id: promptId,
});

function throwIfInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw new Interrupted();
}

/** Throws where the script lets a node of this class fail. */
function fail({ fails, failsAt }: JobScript, className: string): void {
  const usual = fails === 'damagedModel' ? /Loader/ : /^KSampler$/;
  if (fails && (failsAt ? failsAt === className : usual.test(className))) throw nodeFailure(fails);
}

/** Constants and linked values as texts, the way the server tells them. */
const inputsOf = (graph: Graph, id: string) =>
  Object.fromEntries(
    Object.entries(graph[id]!.inputs ?? {}).map(([name, value]) => [
      name,
      [isLink(value) ? 'tensor([[[[0.2000, …]]]])' : value],
    ]),
  );

function shownError(error: unknown, current_inputs: object): object {
  const known = error instanceof NodeError ? error : new NodeError(String(error), 'RuntimeError');
  return {
    exception_message: `${known.message}\n${known.tip}`,
    exception_type: known.type,
    traceback: traceback('execute'),
    current_inputs,
  };
}

type Events = ReturnType<typeof createEvents>;

/** Frames to the owner of a job, with the faults of its script. */
function createEvents(of: { deps: RunDeps; script: JobScript; promptId: string; clientId: string | undefined }) {
  const { deps, script, clientId } = of;
  const times = script.repeatsEvents ? 2 : 1;

  function send(type: string, data: object): void {
    if (script.isNoisy) {
      deps.sockets.sendText('crystools.monitor', { cpu_utilization: 3 }, clientId);
      deps.sockets.sendNoise(clientId);
      const foreign = randomUUID();
      deps.sockets.sendText('progress_state', { prompt_id: foreign, nodes: {} }, clientId);
    }
    if (!script.drops?.includes(type))
      for (let time = 0; time < times; time += 1) deps.sockets.sendText(type, data, clientId);
  }

  return {
    /** To the owner, or to everybody where a job has none. */
    send,
    sendToOwner(type: string, data: object): void {
      if (clientId !== undefined) send(type, data);
    },
    preview(preview: Preview, metadata: object, moment: 'early' | 'late'): void {
      if (script.drops?.includes('binary')) return;
      const hasMetadata = deps.sockets.hasMetadata(clientId);
      if (hasMetadata !== (moment === 'early')) return;
      for (let time = 0; time < times; time += 1)
        if (hasMetadata) deps.sockets.sendPreviewWithMetadata(preview, metadata, clientId);
        else deps.sockets.sendPreview(preview, clientId);
    },
  };
}

/** State of all nodes that have begun, told whole at every change. */
function createProgress(events: Events, promptId: string) {
  const states = new Map<string, { value: number; max: number; state: 'running' | 'finished' }>();

  const about = (id: string) => ({
    node_id: id,
    prompt_id: promptId,
    display_node_id: id,
    parent_node_id: null,
    real_node_id: id,
  });
  const tell = () => {
    const nodes = Object.fromEntries([...states].map(([id, state]) => [id, { ...state, ...about(id) }]));
    events.send('progress_state', { prompt_id: promptId, nodes });
  };

  return {
    start(id: string): void {
      states.set(id, { value: 0, max: 1, state: 'running' });
      tell();
    },
    update(id: string, value: number, max: number, preview?: Preview): void {
      states.set(id, { value, max, state: 'running' });
      tell();
      if (preview) events.preview(preview, about(id), 'early');
      events.sendToOwner('progress', { value, max, prompt_id: promptId, node: id });
      if (preview) events.preview(preview, about(id), 'late');
    },
    finish(id: string): void {
      const max = states.get(id)?.max ?? 1;
      states.set(id, { value: max, max, state: 'finished' });
      tell();
    },
  };
}

/** For every node a key that is the same when its class, its constants, its files and all before it are the same. */
function keysOf(graph: Graph, { classes, holdings }: RunDeps): Map<string, string> {
  const keys = new Map<string, string>();
  const keyOf = (id: string): string => {
    const earlier = keys.get(id);
    if (earlier) return earlier;
    const { class_type, inputs = {} } = graph[id]!;
    const node = classes[class_type!]!;
    const parts = Object.entries(inputs).map(([name, value]) => [
      name,
      isLink(value) ? [keyOf(value[0]), value[1]] : value,
    ]);
    const files = Object.keys(node.judges ?? {}).map((name) => fileKey(holdings.files, String(inputs[name])));
    const text = JSON.stringify([class_type, parts, files, node.isAlwaysNew && randomUUID()]);
    const key = createHash('sha256').update(text).digest('hex');
    keys.set(id, key);
    return key;
  };
  for (const [id, { class_type }] of Object.entries(graph)) if (class_type && isWhole(graph, id)) keyOf(id);
  return keys;
}

const fileKey = (files: Files, name: string) => checksum(files.annotated(name) ?? Buffer.alloc(0));

/** True when every link before a node leads to a node; a bad branch beside a sound one may not. */
function isWhole(graph: Graph, id: string, open: readonly string[] = []): boolean {
  if (!graph[id]?.inputs || open.includes(id)) return false;
  return Object.values(graph[id].inputs).every((value) => !isLink(value) || isWhole(graph, value[0], [...open, id]));
}

/** The order of execution: a node that shows a result first, then one that is one or two nodes before such a one. */
function createPending(graph: Graph, outputs: readonly string[], deps: RunDeps, isCached: (id: string) => boolean) {
  const pending = new Map<string, Set<string>>();
  const linksOf = (id: string) =>
    Object.values(graph[id]!.inputs ?? {})
      .filter(isLink)
      .map(([from]) => from);

  function add(id: string): void {
    const stack = [id];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (pending.has(next)) continue;
      const needed = linksOf(next).filter((from) => !isCached(from));
      pending.set(next, new Set(needed));
      stack.push(...needed);
    }
  }
  for (const output of outputs) add(output);

  const isOutput = (id: string) => deps.classes[graph[id]!.class_type!]!.isOutput === true;
  const dependents = (id: string) =>
    [...pending].filter(([, needed]) => needed.has(id)).map(([dependent]) => dependent);
  const distance = (id: string): number => {
    if (isOutput(id)) return 0;
    const near = dependents(id);
    if (near.some(isOutput)) return 1;
    return near.flatMap(dependents).some(isOutput) ? 2 : 3;
  };

  return {
    /** The next node, which counts as done from then on. */
    next(): string | undefined {
      const ready = [...pending].filter(([, needed]) => needed.size === 0).map(([id]) => id);
      const distances = ready.map(distance);
      const next = ready[distances.indexOf(Math.min(...distances))];
      if (next === undefined) return undefined;
      pending.delete(next);
      for (const needed of pending.values()) needed.delete(next);
      return next;
    },
  };
}

interface CallParts {
  id: string;
  graph: Graph;
  extra: Record<string, unknown> | undefined;
  script: JobScript;
  keys: Map<string, string>;
  deps: RunDeps;
  progress: ReturnType<typeof createProgress>;
  signal: AbortSignal;
}

function createCall({ id, graph, extra, script, keys, deps, progress, signal }: CallParts): Call {
  const inputs = graph[id]!.inputs ?? {};
  const { files } = deps.holdings;
  const value = (name: string): Value | undefined => {
    const link = inputs[name];
    return isLink(link) ? deps.cache.get(keys.get(link[0])!)?.values?.[link[1]] : undefined;
  };
  const needed = <Part>(name: string, part: Part | undefined): Part => {
    if (part === undefined) throw new NodeError(`missing a required argument: '${name}'`, 'TypeError');
    return part;
  };
  const text = (name: string) => String(needed(name, inputs[name]));
  return {
    value,
    frames: (name) => needed(name, value(name)?.frames),
    mask: (name) => needed(name, value(name)?.mask),
    number: (name) => Number(needed(name, inputs[name])),
    text,
    flag: (name) => Boolean(inputs[name]),
    files,
    script,
    async progress(step, max, preview) {
      await deps.gates.pass('step', signal);
      if (script.stepMilliseconds) await wait(script.stepMilliseconds, undefined, { signal }).catch(() => undefined);
      else await new Promise(setImmediate);
      throwIfInterrupted(signal);
      progress.update(id, step, max, preview);
    },
    async save(frames, prefix, folder) {
      const name = folder === 'temp' ? `${prefix}_temp_${deps.temporaryLetters}` : prefix;
      const texts = { prompt: graph, ...extra };
      return savePictures({ files, frames, name, folder, texts, picture: script.picture });
    },
  };
}

interface Saving {
  files: Files;
  frames: readonly Frame[];
  name: string;
  folder: Folder;
  texts: Record<string, unknown>;
  picture: JobScript['picture'];
}

/** Writes `prefix_00001_.png` and so on; the prefix may name a subfolder. Throws for one outside its folder. */
async function savePictures({ files, frames, name, folder, texts, picture }: Saving): Promise<SavedPicture[]> {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  const filename = parts.pop() ?? 'ComfyUI';
  const subfolder = parts.join('/');
  if (name.startsWith('/') || parts.includes('..') || filename === '..')
    throw new NodeError('**** ERROR: Saving image outside the output folder is not allowed.');
  const first = files.nextNumber(folder, subfolder, filename);
  const saved: SavedPicture[] = [];
  for (const [place, frame] of frames.entries()) {
    const file = `${filename}_${String(first + place).padStart(5, '0')}_.png`;
    files.put(folder, subfolder, file, await fileOf(frame, texts, picture));
    saved.push({ filename: file, subfolder, type: folder });
  }
  return saved;
}

async function fileOf(frame: Frame, texts: Record<string, unknown>, picture: JobScript['picture']): Promise<Buffer> {
  if (picture === 'huge') return hugePng();
  if (picture === 'black') return pngOf(plainFrame(frame, [0, 0, 0]), texts);
  if (picture === 'otherHouse') return pngOf(await mirrorFrame(frame), texts);
  if (picture === 'wrongSize')
    return pngOf(await scaleFrame(frame, { width: Math.ceil(frame.width * 0.75), height: frame.height }), texts);
  const bytes = await pngOf(frame, texts);
  return picture === 'damaged' ? bytes.subarray(0, Math.floor(bytes.length * 0.6)) : bytes;
}
