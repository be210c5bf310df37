import type { WordsRead } from '#shared/domain/words-read';

/**
 * The render port: what the product asks of anything that makes pictures.
 *
 * An engine is asked once (`start`) and then watched (`watch`) until it has an outcome. `start` is idempotent for
 * `request.key`, and the operation it returns is plain JSON that is kept in the job's row, so that after a restart the
 * product watches the same operation again instead of starting a second one. An engine that has forgotten an
 * operation (the embedded one, after its process ended) rejects `watch` with {@link OperationLost}; the product then
 * starts the same request again.
 */
export interface RenderEngine {
  /** Stable name shown on results and kept with tasks, e.g. `embedded`. */
  readonly name: string;
  /** Present abilities of the engine. Must answer within a second and may be called often. */
  describe(): Promise<EngineDescription>;
  /** Accepts a request. Throws {@link RenderRefused} when the request can never succeed. */
  start(request: RenderRequest): Promise<RenderOperation>;
  /**
   * Resolves when the operation has ended well. Rejects with {@link RenderRefused} (the input is at fault),
   * {@link OperationLost} (start again), `signal.reason` (aborted), or any other error (the engine is at fault and a
   * retry may help). Aborting `signal` stops the work within a second and frees what it held.
   */
  watch(operation: RenderOperation, listener: RenderListener): Promise<RenderOutcome>;
  /**
   * A renderer for pictures that are wanted while somebody draws; absent on engines that are not fast enough. Every
   * call gives the engine's one live renderer, which ends with the engine.
   */
  openLive?(): LiveRenderer;
  /**
   * Which words of a description a run with these parameters goes by, as far as that is known without the pictures; at
   * once and without a trace. Undefined for tools that take no description, and absent on engines whose model reads the
   * whole of it in its own way.
   */
  readWords?(tool: string, params: Readonly<Record<string, unknown>>): WordsRead | undefined;
  /**
   * Tells of a picture that a run of the tool may start from soon, so that the engine can look at it before. Absent on
   * engines that look at pictures only in runs.
   */
  expect?(tool: string, picture: ExpectedPicture): void;
  /**
   * Result of earlier checks of the request's pictures; answers at once. Undefined when there will be no result before
   * the run.
   */
  suitabilityOf?(request: SuitabilityRequest): Promise<EarlySuitability | undefined>;
  /** Drops the queue of pictures announced with `expect`. */
  forget?(): void;
  /** Ends everything under way and releases threads, sockets and files. */
  close(): Promise<void>;
}

/** A picture by its content. */
export interface KnownPicture {
  /** Of the file, hexadecimal. */
  sha256: string;
}

export type ExpectedPicture = KnownPicture & Omit<RenderPicture, 'reading'>;

/** A request whose pictures are checked before its run. */
export type SuitabilityRequest = Pick<RenderRequest, 'tool' | 'params'> & {
  /** Every picture the parameters name, by image id. */
  pictures: Readonly<Record<string, KnownPicture>>;
};

/** Result of the checks before a run. */
export type EarlySuitability =
  /** `watch` would reject it because of this picture; `sentence` as in {@link RenderRefused}. */
  | { misfit: { imageId: string; sentence: string } }
  /** A picture that has to be looked at first: `expect` has that done. */
  | { unseen: string };

/** Renders canvases one by one, apart from the requests of {@link RenderEngine.start}, in the order they come. */
export interface LiveRenderer {
  /** Makes ready what the first frame needs, so that it does not come late. May be called often. */
  prepare(): void;
  /**
   * Rejects with {@link RenderRefused} (the canvas cannot be read), `signal.reason` (aborted; a frame that waits is
   * never begun), or any other error (the engine is at fault). The same frame gives the same bytes, and a small change
   * of the canvas changes the picture little.
   */
  render(frame: LiveFrame): Promise<LivePicture>;
}

export interface LiveFrame {
  /** Bytes of a PNG, JPG or WebP file. */
  canvas: Uint8Array;
  /** Parameters of the tool `ailive` as its schema parsed them, without the canvas. */
  params: Readonly<Record<string, unknown>>;
  /** 0–999999. */
  seed: number;
  /** The picture's longer side, pixels; a smaller canvas is not enlarged. */
  side: number;
  signal: AbortSignal;
}

export interface LivePicture {
  /** Bytes of a JPEG file. */
  jpeg: Uint8Array;
  width: number;
  height: number;
  /** Time the work took, decoding and encoding included, milliseconds. */
  ms: number;
}

export interface EngineDescription {
  /** The engine's name for people, e.g. 「内置引擎」. */
  title: string;
  /** One entry for every tool the engine can run; a tool without an entry cannot be started on this engine. */
  tools: ReadonlyArray<ToolCapability>;
  /** Why the engine cannot be used at the moment, as a Chinese sentence; absent when it can. */
  unavailable?: string;
}

export interface ToolCapability {
  /** Id of the tool in the registry. */
  tool: string;
  /** Quality of a result, see `shared/domain/quality.ts`. */
  quality: 'final' | 'assisted' | 'preview';
  /** The method, for people who ask how the picture came to be, in Chinese, e.g. `流向 DoG（Kang 2007）`. */
  algorithm: string;
}

export interface RenderRequest {
  /** Idempotency key: the task's id. */
  key: string;
  tool: string;
  /** The tool's parameters as its schema parsed them; picture fields hold image ids that `pictures` resolves. */
  params: Readonly<Record<string, unknown>>;
  /** Every picture the parameters name, by image id. */
  pictures: Readonly<Record<string, RenderPicture>>;
  /** 0–999999. The same request with the same seed gives the same bytes on the embedded engine. */
  seed: number;
  /** An existing folder of the request's own. Outputs are written here and taken over by the product afterwards. */
  outputDir: string;
}

export interface RenderPicture {
  /** Absolute path of a readable file; never written to. Orientation is already applied. */
  file: string;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  format: 'png' | 'jpg' | 'webp';
  /**
   * Reading of the picture by an earlier run of the same request, as the engine kept it in {@link
   * RenderOutcome.readings}; absolute path of a readable file. An engine that supports it uses it, so that the same
   * request gives the same bytes although its reader was exchanged.
   */
  reading?: string;
}

/** Opaque to the product; plain JSON. */
export type RenderOperation = Readonly<Record<string, unknown>>;

export interface RenderListener {
  signal: AbortSignal;
  /**
   * `fraction` is 0–1 and never falls. Called at most ten times a second, and whenever a step begins. An engine that
   * does not know its steps leaves them out.
   */
  onProgress(fraction: number, step?: RenderStep): void;
  /** A line of the engine for the server's log, in English, with its facts; never anything that a user wrote. */
  onLine?(line: string, facts: Readonly<Record<string, string | number>>): void;
}

/** Current step of an engine. */
export interface RenderStep {
  /** A few Chinese characters, e.g. 上光. */
  words: string;
  /** The share of the whole, 0–1, at which this step ends as a rule. */
  ends: number;
}

export interface RenderOutcome {
  outputs: ReadonlyArray<RenderOutput>;
  /** Method of the result, as in {@link ToolCapability}. */
  algorithm: string;
  quality: 'final' | 'assisted' | 'preview';
  /** Wall time of the work itself, milliseconds. */
  ms: number;
  /** Facts about the result worth showing, e.g. `{ bytesBefore, bytesAfter }`. */
  facts?: Readonly<Record<string, string | number | boolean>>;
  /** Words of the description that took effect; absent when the engine cannot tell. */
  words?: WordsRead;
  /** Readings of pictures that the run used, by image id: absolute paths inside `outputDir`. */
  readings?: Readonly<Record<string, string>>;
}

export interface RenderOutput {
  /** Absolute path inside `outputDir`. */
  file: string;
  width: number;
  height: number;
  format: 'png' | 'jpg' | 'webp' | 'svg' | 'dxf' | 'mp4';
}

/** Cause of a refusal: the picture does not suit the tool, or anything else in the input. */
export type RefusalCause = 'unsuitable picture' | 'input';

/** The request can never succeed as it is. `sentence` is Chinese and shown to the user; tickets go back. */
export class RenderRefused extends Error {
  override readonly name = 'RenderRefused';
  readonly sentence: string;
  readonly fault: RefusalCause;
  constructor(sentence: string, fault: RefusalCause = 'input') {
    super(sentence);
    this.sentence = sentence;
    this.fault = fault;
  }
}

/** The engine no longer knows the operation; the same request may be started again. */
export class OperationLost extends Error {
  override readonly name = 'OperationLost';
}
