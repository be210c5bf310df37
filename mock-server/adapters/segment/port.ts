import { SentenceError } from '#shared/sentence-error';
import type { SceneLayer } from '#shared/tools/field-kind';

/**
 * The segmentation port: what the product asks of anything that finds the thing a user points at in a picture.
 */
export interface Segmenter {
  /** Stable name, e.g. `embedded`. */
  readonly name: string;
  /**
   * Answers clicks and a box with masks. The first call for a picture may take seconds, later ones are quick; the same
   * question gives the same answer. Throws {@link SegmentRefused} when the picture cannot be read.
   *
   * @param grow pixels by which the masks are extended beyond the found region, 0 or more
   */
  segment(picture: SegmentPicture, prompt: SegmentPrompt, grow?: number): Promise<SegmentAnswer>;
  /**
   * Answers with sky, ground or windows of an outdoor picture without being pointed at them; area 0 when there is none.
   * Costs and errors as with {@link segment}.
   */
  scene(picture: SegmentPicture, layer: SceneLayer, grow?: number): Promise<SegmentMask>;
  /** Ends work under way and releases threads. */
  close(): Promise<void>;
}

export interface SegmentPicture {
  /** Hash of the file's content, hexadecimal; what is made of a picture is kept under it. */
  sha256: string;
  /** Absolute path of a readable PNG, JPEG or WebP file; orientation is already applied. */
  file: string;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  /**
   * Absolute path of the exact layers of a picture that is a view of a building model, in its own size; see
   * `engine/kernels/building/layer-file.ts`. They answer in place of what can be seen.
   */
  layers?: string;
}

/** All in pixels of the picture, inside it. At least one point with label 1, or a box. */
export interface SegmentPrompt {
  /** Label 1 lies on what is meant, label 0 beside it. */
  points: ReadonlyArray<{ x: number; y: number; label: 0 | 1 }>;
  /** Holds what is meant. */
  box?: { x: number; y: number; width: number; height: number };
}

export interface SegmentAnswer {
  /** One to three, from small to large. */
  masks: ReadonlyArray<SegmentMask>;
  /** Index of the likeliest. */
  chosen: number;
}

export interface SegmentMask {
  /** PNG of the picture's size, 8 bits, one channel, 255 inside and 0 outside. */
  png: Buffer;
  /** Pixels inside. */
  area: number;
  /** Expected overlap (intersection over union) with what was meant, 0–1. */
  score: number;
}

/** The picture can never be segmented. `sentence` is Chinese and shown to the user. */
export class SegmentRefused extends SentenceError {
  override readonly name = 'SegmentRefused';
}
