import type { BuildingView } from '#shared/domain/building-view';
import type { WordsRead } from '#shared/domain/words-read';
import { SentenceError } from '#shared/sentence-error';

/**
 * The render port: what the product asks of anything that makes pictures.
 *
 * An engine is asked once (`start`) and then watched (`watch`) until it has an outcome. The product notes the key of a
 * request before `start`, and keeps the operation that `start` returns, plain JSON, in the job's row. After a stop or a
 * crash it watches the same operation again; where only the key was noted, `recover` tells whether the engine has
 * begun. So no request is paid for twice. An engine that has forgotten an operation (the embedded one, after its
 * process ended) rejects `watch` with {@link OperationLost}; the product then starts the request again under a new key.
 */
export interface RenderEngine {
  /** Stable name shown on results and kept with tasks, e.g. `embedded`. */
  readonly name: string;
  /**
   * True for engines outside of this program, whose results may have another size or crop than was asked for: they are
   * brought to their base, and are never called results of the embedded engine.
   */
  readonly isConnected?: boolean;
  /** Present abilities of the engine. Must answer within a second and may be called often. */
  describe(): Promise<EngineDescription>;
  /**
   * Accepts a request; idempotent for its key. Throws {@link RenderRefused} when the request can never succeed and
   * {@link EngineFailure} when the engine did not accept it. After any other error it is unknown whether the engine has
   * begun, which `recover` finds out.
   */
  start(request: RenderRequest): Promise<RenderOperation>;
  /**
   * The operation that a `start` under this key has begun, which may hold less than the one that `start` returned;
   * undefined when none was begun. Rejects with {@link StartUnknown} where the engine cannot tell.
   */
  recover(key: string): Promise<RenderOperation | undefined>;
  /**
   * Resolves when the operation has ended well. Rejects with {@link RenderRefused} (the input is at fault),
   * {@link OperationLost} (start again), {@link EngineFailure} (by its kind), a DOMException `TimeoutError` (longer than
   * the engine allows; the work is cancelled), `signal.reason` (aborted), or any other error (the engine is at fault
   * and a retry may help).
   *
   * Aborting `signal` ends the watch within a second. With the reason {@link Detached} work outside of this process
   * goes on and can be watched again; with any other reason it is cancelled and frees what it held.
   *
   * @param request the one that was started; after a restart its `outputDir` is another
   */
  watch(operation: RenderOperation, listener: RenderListener, request: RenderRequest): Promise<RenderOutcome>;
  /** A test for staff that is free of charge and leaves nothing behind. */
  readonly probe: EngineProbe;
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
  /**
   * Choices of the request that a run will do nothing with, as far as earlier looks at its pictures tell; answers at
   * once. A Chinese sentence by field. Absent on engines that cannot tell.
   */
  idleChoicesOf?(request: SuitabilityRequest): Promise<Readonly<Record<string, string>>>;
  /** Drops the queue of pictures announced with `expect`. */
  forget?(): void;
  /** Ends everything under way and releases threads, sockets and files. */
  close(): Promise<void>;
}

/** A picture by its content. */
export interface KnownPicture {
  /** Of the file, hexadecimal. */
  sha256: string;
  /** True when runs get its building model with it, see {@link RenderPicture.building}. */
  isBuildingView?: boolean;
}

export type ExpectedPicture = KnownPicture & Omit<RenderPicture, 'reading' | 'building'>;

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

export interface EngineProbe {
  /** Effect and cost of the test, a Chinese sentence. */
  words: string;
  /** Rejects where nothing can be found out. Ends within a minute. */
  run(signal: AbortSignal): Promise<ProbeReport>;
}

/** Result of a probe. */
export interface ProbeReport {
  /** A Chinese sentence about what was found. */
  sentence: string;
  /** False when the engine answers and can run nothing. */
  isUsable: boolean;
  /** Parts that were looked at one by one, such as the graphs of a server. */
  parts: readonly ProbePart[];
}

export interface ProbePart {
  title: string;
  /** True when it has all it needs. */
  isReady: boolean;
  /** Its tools, or what it lacks, as Chinese sentences. */
  words: readonly string[];
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
  /** Best label of its results; every output is judged. */
  quality: 'final' | 'assisted' | 'preview';
  /** The method, for people who ask how the picture came to be, in Chinese, e.g. `流向 DoG（Kang 2007）`. */
  algorithm: string;
  /** Names of the tool's fields that a run does not go by; none when absent. */
  unheeded?: readonly string[];
  /** True where nobody has seen a whole run of the method pass its check on the engine as it is set up now. */
  isUntested?: boolean;
}

export interface RenderRequest {
  /** Idempotency key: one start of one attempt at a task. Letters, digits, `.`, `-` and `_`, at most 120; unique everywhere. */
  key: string;
  tool: string;
  /** The tool's parameters as its schema parsed them; picture fields hold image ids that `pictures` resolves. */
  params: Readonly<Record<string, unknown>>;
  /** Names of chosen categories that staff made, by field; `params` has the presets nearest to them. */
  names?: Readonly<Record<string, string>>;
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
  /** The building model that it is a view of; absent for all other pictures. */
  building?: RenderedBuilding;
}

/** A view of a building model, by which an engine can draw the same view of the model itself. */
export interface RenderedBuilding {
  /** Absolute path of the model as the building port has read it; never written to. */
  model: string;
  view: BuildingView;
  /** Degrees by which true north is turned clockwise from the top of the plan. */
  north: number;
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
  /** An unfinished picture, small, for who waits; at most a few in a second. */
  onPreview?(preview: RenderPreview): void;
}

export interface RenderPreview {
  bytes: Uint8Array;
  format: 'png' | 'jpg';
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
  /** Amount that the service charges the operator for this run, fen, as far as it is known; absent on own hardware. */
  costFen?: number;
}

export interface RenderOutput {
  /** Absolute path inside `outputDir`. */
  file: string;
  width: number;
  height: number;
  format: 'png' | 'jpg' | 'webp' | 'svg' | 'dxf' | 'mp4';
}

/**
 * Charge of a service for what it did before it failed, fen; `unknown` where it made something and tells no price.
 * Nothing when absent.
 */
export type FailureCost = number | 'unknown';

/** Cause of a refusal: the picture does not suit the tool, the service's moderation, or anything else in the input. */
export type RefusalCause = 'unsuitable picture' | 'moderation' | 'input';

/** The request can never succeed as it is. `sentence` is Chinese and shown to the user; tickets go back. */
export class RenderRefused extends SentenceError {
  override readonly name = 'RenderRefused';
  readonly fault: RefusalCause;
  cost?: FailureCost;
  constructor(sentence: string, fault: RefusalCause = 'input') {
    super(sentence);
    this.fault = fault;
  }
}

/**
 * Failures that are no fault of the request:
 * - `config`: wrong key, address, model or graph; the operator has to act;
 * - `quota`: no balance or budget left; the operator has to act;
 * - `busy`: the service takes no more at the moment;
 * - `engine`: the run failed and another one may succeed.
 */
export type EngineFailureKind = 'config' | 'quota' | 'busy' | 'engine';

/** The engine has not done the work. The message is English, for the log and for staff. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
  readonly kind: EngineFailureKind;
  /** Pause that the service asked for, milliseconds. */
  readonly retryAfterMs: number | undefined;
  cost?: FailureCost;
  constructor(kind: EngineFailureKind, message: string, options: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(message, options);
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** The engine no longer knows the operation; the same request may be started again. */
export class OperationLost extends Error {
  override readonly name = 'OperationLost';
}

/** The engine cannot tell whether a start has begun; starting again might be charged twice. */
export class StartUnknown extends Error {
  override readonly name = 'StartUnknown';
}

/** Reason of a signal that ends watching while the work may go on. */
export class Detached extends Error {
  override readonly name = 'Detached';
}
