import { toolById } from '#shared/tools/registry';
import type { ControlPictures } from '../../control/port.ts';
import { givenPicture } from '../given-picture.ts';
import {
  Detached,
  type EngineDescription,
  EngineFailure,
  OperationLost,
  type ProbePart,
  type ProbeReport,
  type RenderEngine,
  type RenderOperation,
  type RenderOutcome,
  RenderRefused,
  type RenderRequest,
} from '../port.ts';
import { deliver } from './deliver.ts';
import type { GraphFile, LicenceId, ModelNames } from './graph-file.ts';
import { createHealth, type Health } from './health.ts';
import { stateOf } from './jobs.ts';
import { cancelJobs, firstJobId, queueJobs, type RunDeps, runJobs } from './run.ts';
import { ControlAbsent } from './run-inputs.ts';
import { createSocket } from './socket.ts';
import { unheededFields } from './unheeded-fields.ts';
import { createWire } from './wire.ts';

export interface ComfyUiOptions {
  name: string;
  title: string;
  /** `http://host:port`, without a slash at its end. */
  address: string;
  /** In the order in which they are preferred for a tool. */
  graphs: readonly GraphFile[];
  /** Tools that it may run; undefined: all of its graphs. */
  tools?: readonly string[] | undefined;
  /** The operator's model files by the names that graphs have. */
  models?: ModelNames;
  headers?: Readonly<Record<string, string>>;
  /** Licences of graphs that the operator has confirmed. */
  confirmed?: readonly LicenceId[];
  /** Source of control pictures; not closed with the engine. */
  control: ControlPictures;
  now?: () => number;
}

/** Renders with graphs on a ComfyUI server; needs core nodes only. Made for version 0.3.64 and later. */
export function createComfyUi(options: ComfyUiOptions): RenderEngine {
  const { name, title, graphs, control, models = {}, confirmed = [], now = Date.now } = options;
  const wire = createWire(options.address, options.headers);
  const socket = createSocket(wire.socketAddress, options.headers);
  const health = createHealth({ wire, graphs, models, confirmed, now });
  const deps: RunDeps = { wire, socket, control, models };
  /** Keys whose jobs were cancelled here; the server may still tell of them. */
  const cancelled = new Set<string>();
  const mayRun = (tool: string) => options.tools === undefined || options.tools.includes(tool);

  /** Graphs that can run a request now, in the order in which they are preferred; at least one. */
  async function graphsFor(request: RenderRequest): Promise<GraphFile[]> {
    const { tool } = request;
    const known = graphs.filter(({ tools }) => tools.includes(tool));
    if (known.length === 0 || !mayRun(tool)) throw new RenderRefused(`「${title}」不支持这个工具。`);
    const { able, unavailable } = await health.recent();
    const found = able.filter(({ id }) => known.some((graph) => graph.id === id));
    const fitting = found.filter((graph) => graph.slots.style || !givenPicture('style', request));
    if (fitting.length > 0) return fitting;
    if (found.length > 0)
      throw new RenderRefused(`「${title}」的${toolById(tool)?.title}不能用参考图，请移除参考图或换一个引擎。`);
    if (unavailable !== undefined) throw new EngineFailure('busy', 'the server cannot be used at the moment');
    throw new EngineFailure('config', 'no graph of this tool has all it needs');
  }

  /** Begins a request on the first graph that can run with its pictures. */
  async function begin(request: RenderRequest): Promise<RenderOperation> {
    let absent: ControlAbsent | undefined;
    for (const graph of await graphsFor(request))
      try {
        return { key: request.key, graph: graph.id, ...(await queueJobs(deps, { request, graph, share: 1 })) };
      } catch (error) {
        if (!(error instanceof ControlAbsent)) throw error;
        absent ??= error;
      }
    throw new RenderRefused(`${absent?.sentence}。`, 'unsuitable picture');
  }

  return {
    name,
    isConnected: true,
    probe: {
      words: '只询问 ComfyUI 的版本、节点和模型，不生成图片。',
      run: async () => probeReport(await health.fresh(), graphs, mayRun),
    },
    async describe() {
      return descriptionOf(title, await health.recent(), graphs, mayRun);
    },
    async start(request): Promise<RenderOperation> {
      return begin(request).catch((error: unknown) => {
        // The kept health is out of date: the server or one of its models is gone.
        if (error instanceof EngineFailure && error.kind !== 'engine') health.forget();
        throw error;
      });
    },
    async recover(key) {
      for (const graph of graphs)
        if ((await stateOf(wire, firstJobId(key, graph))) !== 'gone') return { key, graph: graph.id };
      return undefined;
    },
    async watch(operation, listener, given): Promise<RenderOutcome> {
      const graph = graphs.find(({ id }) => id === operation.graph);
      const request = { ...given, key: String(operation.key) };
      const { signal } = listener;
      try {
        signal.throwIfAborted();
        if (!graph || cancelled.has(request.key)) throw new OperationLost('the operation is not known');
        const { files, frames, ms } = await runJobs(deps, { request, graph, share: 1 }, listener);
        const outputs = await deliver(deps, { request, files, frames });
        signal.throwIfAborted();
        listener.onProgress(1);
        return { outputs, algorithm: graph.algorithm, quality: 'assisted', ms, facts: factsOf(operation) };
      } catch (error) {
        if (!signal.aborted) throw error;
        if (graph && !(signal.reason instanceof Detached)) {
          cancelled.add(request.key);
          await cancelJobs(deps, request, graph);
        }
        throw signal.reason;
      }
    },
    async close() {
      socket.close();
    },
  };
}

/** Words and notes of the beginning of a run, as facts about its result. */
function factsOf({ prompt, negative, notes }: RenderOperation): Record<string, string> {
  const note = Array.isArray(notes) ? notes.join('；') : '';
  return {
    ...(typeof prompt === 'string' && prompt !== '' && { prompt }),
    ...(typeof negative === 'string' && negative !== '' && { negative }),
    ...(note !== '' && { note: `这次${note}` }),
  };
}

/** Findings by graph. Throws where the server does not answer. */
function probeReport(
  { able, lacking, version, unavailable }: Health,
  graphs: readonly GraphFile[],
  mayRun: (tool: string) => boolean,
): ProbeReport {
  if (lacking.size === 0) throw new Error(unavailable);
  const parts = graphs.map(({ id, title, tools }): ProbePart => {
    const isReady = able.some((graph) => graph.id === id);
    const run = tools.filter(mayRun).map((tool) => toolById(tool)?.title ?? tool);
    return {
      title: `${title}（${id}）`,
      isReady,
      words: isReady ? [`可用于${run.join('、')}`] : (lacking.get(id) ?? []),
    };
  });
  const found = able.length === 0 ? '没有一张图能运行' : `${graphs.length} 张图里 ${able.length} 张能运行`;
  return { sentence: `ComfyUI ${version} 有应答，${found}`, isUsable: able.length > 0, parts };
}

function descriptionOf(
  title: string,
  { able, unavailable }: Health,
  graphs: readonly GraphFile[],
  mayRun: (tool: string) => boolean,
): EngineDescription {
  // A server that cannot be used is shown with all that it could do.
  const shown = able.length > 0 ? able : graphs;
  const tools = [...new Set(shown.flatMap((graph) => graph.tools))].filter((tool) => mayRun(tool) && toolById(tool));
  return {
    title,
    tools: tools.map((tool) => {
      const graph = shown.find((each) => each.tools.includes(tool));
      const unheeded = graph ? unheededFields(graph, tool) : [];
      return { tool, quality: 'assisted', algorithm: graph?.algorithm ?? '', unheeded };
    }),
    ...(unavailable !== undefined && { unavailable }),
  };
}
