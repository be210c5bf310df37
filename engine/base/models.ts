import { SentenceError } from '#shared/sentence-error';
/**
 * The port between the engine and neural networks. Whoever implements it runs them outside the thread that asks (see
 * `engine/models/`); kernels and adapters of slots know nothing but this file.
 */
export interface ModelRunner {
  /**
   * Returns names, types and sizes of the file's inputs and outputs; loads it when it is not loaded.
   * @param file absolute path of an ONNX file
   * @throws ModelUnavailable
   */
  describe(file: string): Promise<ModelShape>;
  /**
   * One pass. The same file, inputs and runtime give the same bytes.
   * @param inputs by the names of {@link describe}
   * @throws ModelUnavailable; `signal.reason` when aborted, within a second
   */
  run(file: string, inputs: Tensors, options?: RunOptions): Promise<Tensors>;
}

export interface RunOptions {
  /** Which outputs are wanted; all when absent. */
  outputs?: readonly string[];
  signal?: AbortSignal;
}

/** Values in row-major order; their type is that of the array: float32, uint8, int32, int64. */
export interface Tensor {
  dims: readonly number[];
  data: TensorData;
}

export type TensorData = Float32Array | Uint8Array | Int32Array | BigInt64Array;

export type Tensors = Readonly<Record<string, Tensor>>;

export interface ModelShape {
  inputs: readonly TensorShape[];
  outputs: readonly TensorShape[];
}

export interface TensorShape {
  name: string;
  /** As ONNX names it, e.g. `float32`, `uint8`, `float16`. */
  type: string;
  /** A number where it is fixed, a name or −1 where any size goes. */
  dims: ReadonlyArray<number | string>;
}

/** Why a network cannot be used now; the classical way is then taken. */
export type ModelTrouble = 'no runtime' | 'broken file' | 'too large' | 'too slow' | 'ended' | 'refused input';

/** A network cannot be used. `sentence` is Chinese, for people. */
export class ModelUnavailable extends SentenceError {
  override readonly name = 'ModelUnavailable';
  readonly trouble: ModelTrouble;
  constructor(trouble: ModelTrouble, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.trouble = trouble;
  }
}

/** Tasks of the engine that a model file can take over; the order is that of the console. */
export const modelSlots = ['inpaint', 'segment', 'depth', 'lines', 'upscale', 'matte', 'semantic'] as const;
export type ModelSlot = (typeof modelSlots)[number];

/** A file an operator has put into a slot. Plain data: it travels between threads with the job. */
export interface SlotModel {
  slot: ModelSlot;
  /** Name of the adapter in `engine/models/slots/` that knows its pre- and post-processing. */
  adapter: string;
  /** For people, e.g. `LaMa`. */
  label: string;
  /** Absolute path of the ONNX file; the encoder's of a pair. */
  file: string;
  sha256: string;
  /** Absolute path of the decoder of a pair. */
  pair?: string;
  /** Options from the sidecar or the table of known files, in the form the adapter reads. */
  options?: Readonly<Record<string, unknown>>;
}

/** Networks that a job may use. */
export interface JobModels {
  runner: ModelRunner;
  slots: Readonly<Partial<Record<ModelSlot, SlotModel>>>;
}
