import type { BuildingView } from '#shared/domain/building-view';
import { SentenceError } from '#shared/sentence-error';
/**
 * The control port: pictures by which a generative model keeps to a base picture. Engines that need them ask here, so
 * that none of them depends on how they are made.
 */
export interface ControlPictures {
  /** Kind of a base picture, by which a model is given more or less freedom. Throws {@link ControlRefused}. */
  look(picture: ControlSource['picture']): Promise<BaseKind>;
  /**
   * Makes a control picture of the size that is asked for; the same question gives the same bytes. Throws {@link
   * ControlRefused} when the picture cannot be read, or shows nothing to hold on to.
   */
  make(kind: ControlKind, source: ControlSource, size: ControlSize): Promise<ControlPicture>;
  /** Makes a mask for a model: white is made anew. Throws {@link ControlRefused}. */
  mask(source: ControlSource, size: ControlSize, edge: MaskEdge): Promise<Uint8Array>;
  /** Ends work under way and releases threads. */
  close(): Promise<void>;
}

/** `line`: white on black. `depth`: lighter where nearer. `segmentation`: in the colours of ADE20K. */
export type ControlKind = 'line' | 'depth' | 'segmentation';

/**
 * `drawing`: strokes or flat colours. `view`: of a modelling program, without light. `model`: shaded, without materials.
 * `photo`: anything with light and materials.
 */
export type BaseKind = 'drawing' | 'view' | 'model' | 'photo';

export interface ControlSize {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
}

export interface ControlSource {
  /**
   * `file` is the absolute path of a readable picture, whose orientation is already applied. `building` is the model that
   * it is a view of: lines, depth and classes then come from the model.
   */
  picture: ControlSize & { file: string; building?: ControlBuilding };
  /** Part that is shown, pixels of the picture; the whole picture when absent. */
  part?: ControlPart | undefined;
}

/** `model` is the absolute path of a file of `engine/kernels/building/building-file.ts`. */
export interface ControlBuilding {
  model: string;
  view: BuildingView;
}

export interface ControlPart extends ControlSize {
  left: number;
  top: number;
}

export interface MaskEdge {
  /** Pixels of the mask by which the chosen region is grown. */
  grow: number;
  /** Pixels of the mask over which its edge rises, outside of what is grown. */
  feather: number;
}

/** Bytes of a PNG file, or why there is none, as a Chinese sentence without a full stop: a run may go on without it. */
export type ControlPicture = { png: Uint8Array } | { missing: string };

/** The picture does not suit. `sentence` is Chinese and shown to the user. */
export class ControlRefused extends SentenceError {
  override readonly name = 'ControlRefused';
}
