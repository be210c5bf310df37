import type { BuildingView } from '#shared/domain/building-view';
import type { WordsRead } from '#shared/domain/words-read';
import { SentenceError } from '#shared/sentence-error';
import type { JobModels } from './models.ts';

/** A picture a job works on. */
export interface JobPicture {
  /** Absolute path of a readable file; never written to. Orientation is already applied. */
  file: string;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  format: 'png' | 'jpg' | 'webp';
  /** Absolute path of the reading of an earlier run of the same job; it is used instead of a new one. */
  reading?: string;
  /** The building model that the picture shows; tools that can, draw the model itself. */
  building?: PictureBuilding;
}

/** A view of a building model. */
export interface PictureBuilding {
  /** Absolute path of a file of `engine/kernels/building/building-file.ts`; never written to. */
  model: string;
  view: BuildingView;
  /** Degrees by which true north is turned clockwise from the top of the plan. */
  north: number;
}

/** A file a job has made. */
export interface JobOutput {
  /** Absolute path inside `outputDir`. */
  file: string;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  format: 'png' | 'jpg' | 'webp' | 'svg' | 'dxf' | 'mp4';
}

/** Quality of a result, see `shared/domain/quality.ts`. */
export type JobQuality = 'final' | 'assisted' | 'preview';

/** A job as a tool gets it in the worker thread. */
export interface ToolJob {
  /** The tool's parameters as its schema parsed them; picture fields hold image ids that `pictures` resolves. */
  params: Readonly<Record<string, unknown>>;
  /** Every picture the parameters name, by image id. */
  pictures: Readonly<Record<string, JobPicture>>;
  /** 0–999999. The same job with the same seed gives the same bytes. */
  seed: number;
  /** An existing folder of the job's own, where outputs are written. */
  outputDir: string;
  /** Existing folder for files that can be made again and serve later jobs; nothing is kept when absent. */
  cacheFolder?: string;
  /** Neural networks; without them everything is done the classical way. */
  models?: JobModels;
  /** Readings of pictures, by file; each reader adds its own. */
  readings?: Map<string, KeptReading>;
  /** Only the first frames of a film, where its cover or its beginning is all that is wanted; 1 or more. */
  mostFrames?: number;
  /** Light is traced for no more points than this, where a rough look is all that is wanted. */
  mostPoints?: number;
  /** Absent where no other thread can take part. */
  callHelpers?: CallHelpers | undefined;
  /** 0–1; may be called as often as convenient, the worker thins the calls out. Tools use `stepsOf` of `steps.ts`. */
  onProgress(fraction: number, step?: JobStep): void;
}

/**
 * Asks threads that have nothing to do to take part in some work until the job ends. They may come late, never, or leave
 * at any moment.
 *
 * @param work data that can be posted, for the engine's worker; results come back in its shared memory
 */
export type CallHelpers = (work: object) => void;

/** Parts of a reading: the scene, and the planes of the operator's networks. */
export type ReadingPart = 'scene' | 'depth' | 'matte';

/**
 * Reading of a picture that a run used, kept so that the same job can use it again; see `engine/steps/reading-file.ts`.
 */
export interface KeptReading {
  parts: Readonly<Partial<Record<ReadingPart, Uint8Array>>>;
  /** The operator's network that read the scene, for people; absent where ours or none did. */
  readBy?: string;
}

/** Current step of a job. */
export interface JobStep {
  /** A few Chinese characters, e.g. 上光. */
  words: string;
  /** The share of the whole job, 0–1, at which this step ends as a rule: nobody shows more before the next report. */
  ends: number;
}

export interface ToolResult {
  outputs: JobOutput[];
  /** Facts about the result worth showing, e.g. `{ bytesBefore, bytesAfter }`. */
  facts?: Record<string, string | number | boolean>;
  /** Quality of this result; absent when it is the tool's usual one. */
  quality?: JobQuality;
  /**
   * Method in Chinese; absent when it is the tool's usual one. Differs e.g. when a network of the operator's was used.
   */
  algorithm?: string;
  /**
   * Words of the description that took effect, when they depend on the picture; otherwise `readWords` of the tool
   * tells.
   */
  words?: WordsRead;
  /**
   * Files with the readings of the job's pictures, by image id: absolute paths inside `outputDir`. The worker adds
   * them.
   */
  readings?: Record<string, string>;
}

/**
 * One tool of the engine. `run` throws {@link JobRefused} when the input is at fault; anything else it throws is the
 * engine's fault. It runs in a worker thread that may be ended at any moment, so it holds nothing outside.
 */
export interface EngineTool {
  quality: JobQuality;
  /** The method, for people who ask how the picture came to be, in Chinese, e.g. `流向 DoG（Kang 2007）`. */
  algorithm: string;
  run(job: ToolJob): Promise<ToolResult>;
  /**
   * Which words of the description a run with these parameters goes by, as far as that is known without the pictures.
   * A tool without it makes nothing of a description. Parameters are whole, though not all need be valid together.
   */
  readWords?(params: Readonly<Record<string, unknown>>): WordsRead;
  /**
   * Checks of a base picture that are possible before a run, in the order of a run; absent on tools that take every
   * picture that shows something.
   */
  looks?: readonly SuitabilityCheck[];
  /**
   * True when a base picture that is a view of a building model is drawn from the model itself. What else a run looks
   * for in its base picture is then not looked for.
   */
  takesBuildings?: boolean;
  /** True when a base picture of one colour is something to begin with. */
  takesBlank?: true;
  /** Kind of place that a base picture has to show, unless something is painted on it; absent when any will do. */
  shows?: ShownPlace;
  /** Choices that runs do nothing with; absent on tools where none is known before a run. */
  foresight?: ChoiceForesight;
}

/** Tells before a run which choices of the form it will do nothing with. */
export interface ChoiceForesight {
  /** Kinds of a base picture, by names of the tool's own; kept as JSON for {@link idleChoices}. */
  kindsOf(picture: JobPicture): Promise<Readonly<Record<string, string>>>;
  /**
   * A Chinese sentence for each field whose value a run will not follow, or only in part. A run reports all of them; a
   * choice that it follows is none of them. Under `upload_img`: the picture is only lit, which no run reports.
   *
   * @param kinds undefined while the base picture was not looked at: then fewer are told
   */
  idleChoices(
    params: Readonly<Record<string, unknown>>,
    kinds: Readonly<Record<string, string>> | undefined,
  ): Readonly<Record<string, string>>;
}

/** Kinds of places that tools make pictures of: buildings and land, rooms, drawings of either from above. */
export type ShownPlace = 'outdoors' | 'room' | 'plan';

/** True when a base picture, which is that of the field `upload_img`, is what a tool is for. */
export interface SuitabilityCheck {
  /**
   * True when a run with these parameters would end as {@link check} does; other sizes or masks may change the answer.
   */
  appliesTo(params: Readonly<Record<string, unknown>>): boolean;
  /** @throws UnsuitablePicture as a run would */
  check(picture: JobPicture, place: Pick<ToolJob, 'cacheFolder' | 'models'>): Promise<void>;
}

/** Answer of the worker; a refusal is data, because an error loses its class between threads. */
export type WorkerAnswer = { result: ToolResult } | { refusal: string; isPictureUnsuitable: boolean };

/** The job can never succeed as it is. `sentence` is Chinese and shown to the user. */
export class JobRefused extends SentenceError {
  override readonly name = 'JobRefused';
}

/**
 * The picture is not what the tool is for, or does not show what it needs: a plan where a photograph is asked for, a
 * room without a floor. The sentence says what was seen and which tool or which picture fits.
 */
export class UnsuitablePicture extends JobRefused {}
