import { availableParallelism } from 'node:os';
import type { InferenceSession, Tensor as RuntimeTensor } from 'onnxruntime-common';
import { type ModelShape, ModelUnavailable, type RunOptions, type TensorData, type Tensors } from '../base/models.ts';
import { clamp } from '../base/scalar.ts';

/** Interface that both packages of onnxruntime share. */
type Runtime = Pick<typeof import('onnxruntime-common'), 'InferenceSession' | 'Tensor'>;

export type RuntimeKind = 'native' | 'web';

export interface LoadedRuntime {
  kind: RuntimeKind;
  runtime: Runtime;
}

/** Leaves a core to the server; onnxruntime counts those of the host, containers have fewer. */
const sessionThreads = clamp(availableParallelism() - 1, 1, 4);

/**
 * onnxruntime-node where its library loads, else onnxruntime-web, which is the same in WebAssembly, 5–9 times slower.
 * @param only for tests of the second
 * @throws ModelUnavailable when neither can be loaded
 */
export async function loadRuntime(only?: RuntimeKind): Promise<LoadedRuntime> {
  if (only !== 'web') {
    try {
      return { kind: 'native', runtime: await import('onnxruntime-node') };
    } catch (cause) {
      if (only === 'native') throw noRuntime(cause);
    }
  }
  try {
    const runtime = await import('onnxruntime-web');
    runtime.env.wasm.numThreads = 1;
    runtime.env.logLevel = 'error';
    return { kind: 'web', runtime };
  } catch (cause) {
    throw noRuntime(cause);
  }
}

const noRuntime = (cause: unknown) =>
  new ModelUnavailable('no runtime', '这台机器上无法加载 onnxruntime，模型不可用。', { cause });

/** A file that is loaded. */
export interface LoadedModel {
  shape: ModelShape;
  run(inputs: Tensors, options?: Pick<RunOptions, 'outputs'>): Promise<Tensors>;
  release(): Promise<void>;
}

/** @throws ModelUnavailable for a file that is no model this runtime can run */
export async function loadModel({ kind, runtime }: LoadedRuntime, file: string): Promise<LoadedModel> {
  const session = await runtime.InferenceSession.create(file, {
    executionProviders: [kind === 'native' ? 'cpu' : 'wasm'],
    intraOpNumThreads: sessionThreads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Sizes vary from run to run: an arena would keep the largest of each.
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 3,
  }).catch((cause: unknown) => {
    throw new ModelUnavailable('broken file', loadSentence(cause), { cause });
  });
  return {
    shape: { inputs: shapesOf(session.inputMetadata), outputs: shapesOf(session.outputMetadata) },
    async run(inputs, { outputs } = {}) {
      const feeds = Object.fromEntries(
        Object.entries(inputs).map(([name, { data, dims }]) => [name, tensorOf(runtime, data, dims)]),
      );
      const wanted = outputs ?? session.outputNames;
      const results = await session.run(feeds, wanted).catch((cause: unknown) => {
        throw new ModelUnavailable(troubleOf(cause), runSentence(cause), { cause });
      });
      return Object.fromEntries(wanted.map((name) => [name, plain(results[name]!)]));
    },
    release: () => session.release(),
  };
}

function shapesOf(metadata: readonly InferenceSession.ValueMetadata[]) {
  return metadata.map((value) =>
    value.isTensor
      ? { name: value.name, type: value.type, dims: value.shape }
      : { name: value.name, type: 'none', dims: [] },
  );
}

function tensorOf(runtime: Runtime, data: TensorData, dims: readonly number[]): RuntimeTensor {
  if (data instanceof Float32Array) return new runtime.Tensor('float32', data, dims);
  if (data instanceof Uint8Array) return new runtime.Tensor('uint8', data, dims);
  if (data instanceof Int32Array) return new runtime.Tensor('int32', data, dims);
  return new runtime.Tensor('int64', data, dims);
}

function plain({ data, dims, type }: RuntimeTensor): { data: TensorData; dims: readonly number[] } {
  const isKnown =
    data instanceof Float32Array ||
    data instanceof Uint8Array ||
    data instanceof Int32Array ||
    data instanceof BigInt64Array;
  if (!isKnown) throw new ModelUnavailable('refused input', `模型给出了不支持的数据类型 ${type}。`);
  return { data, dims };
}

function loadSentence(cause: unknown): string {
  const text = String(cause);
  const missing = /Could not find an implementation for (\S+)/.exec(text)?.[1];
  if (missing) return `这个模型用到了运行库不支持的算子 ${missing}。`;
  if (/bad_alloc|out of memory/i.test(text)) return '加载这个模型所需的内存不够。';
  return '这个文件无法作为 ONNX 模型加载。';
}

const troubleOf = (cause: unknown) => (/bad_alloc|out of memory/i.test(String(cause)) ? 'too large' : 'refused input');

function runSentence(cause: unknown): string {
  return troubleOf(cause) === 'too large' ? '运行这个模型所需的内存不够。' : '模型没有接受这张图片的数据。';
}
