import { SentenceError } from '#shared/sentence-error';
import type { BuildingRead, DrawBuilding, LayerBuilding, ReadBuilding } from '../../../engine/kernels/building/jobs.ts';

/** The building port: what the product asks of anything that reads files of building models and draws them. */
export interface BuildingEngine {
  /** Stable name, e.g. `embedded`. */
  readonly name: string;
  /**
   * Reads a model file into a file of our own, `target`, which is written when it resolves. One owner's readings come
   * one after the other. Throws {@link BuildingRefused}, `server.not_ready` (closed meanwhile: read it again after the
   * next start), the signal's reason, and any other error (the program is at fault).
   */
  read(work: BuildingReading, course: BuildingCourse): Promise<BuildingRead>;
  /**
   * Draws a view of a model that was read; the same view gives the same picture. One owner's drawings come one after
   * the other. Throws {@link BuildingRefused}, `request.too_often` where an owner has too many waiting, and errors as
   * with {@link read}.
   */
  draw(work: BuildingDrawing, course: BuildingCourse): Promise<void>;
  /**
   * Writes the exact layers of a view, in the format of `engine/kernels/building/layer-file.ts`. Takes turns and throws
   * as {@link draw} does.
   */
  layers(work: BuildingLayering, course: BuildingCourse): Promise<void>;
  /** Process ids of those that run, for tests. */
  pids(): number[];
  /** Ends work under way and releases processes. */
  close(): Promise<void>;
}

export type BuildingReading = Omit<ReadBuilding, 'kind'>;
export type BuildingDrawing = Omit<DrawBuilding, 'kind'>;

export type BuildingLayering = Omit<LayerBuilding, 'kind'>;

export interface BuildingCourse {
  /** Name under which work takes turns: an account. */
  owner: string;
  /** Ends the work. */
  signal: AbortSignal;
}

/** The file, or this view of it, can never be read or drawn. `sentence` is Chinese and shown to the user. */
export class BuildingRefused extends SentenceError {
  override readonly name = 'BuildingRefused';
}
