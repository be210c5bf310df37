import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import type { Mask } from '../../base/mask.ts';
import type { ModelRunner, ModelShape, ModelSlot, SlotModel } from '../../base/models.ts';
import type { SceneClass } from '../../kernels/scene/scene-reading.ts';

/** A picture as adapters take it: 8-bit sRGB. */
export interface SlotPicture extends Size {
  rgb: RgbBytes;
}

/** Input of an adapter: the file, the runner that executes it, and how to cancel and report. */
export interface SlotUse {
  runner: ModelRunner;
  model: SlotModel;
  signal?: AbortSignal;
  /** 0–1. */
  onProgress?(fraction: number): void;
}

/** Properties of a family of networks, common to all slots. */
interface Adapter<Slot extends ModelSlot> {
  slot: Slot;
  /** As `SlotModel.adapter` names it; unique. */
  name: string;
  /** The family, for people. */
  label: string;
  /** Files come in pairs: the encoder and its own decoder. */
  isPair?: boolean;
  /**
   * Returns true when a file of this shape can belong to the family: by types, ranks, fixed sizes and names, never by
   * the order of its inputs. Some families look alike; the name of the file or its sidecar then decides between those
   * that match.
   * @param pair shape of the decoder, where that is known
   */
  matches(shape: ModelShape, pair?: ModelShape): boolean;
  /**
   * Tries the file on a picture whose answer is known.
   * @returns what is wrong, in Chinese; undefined when nothing is
   * @throws ModelUnavailable when it does not run at all
   */
  selfTest(runner: ModelRunner, model: SlotModel): Promise<string | undefined>;
}

/** Fills holes. Outside the mask the answer is bit-identical to the picture. */
export interface InpaintAdapter extends Adapter<'inpaint'> {
  /** @param mask of the picture's size; from `chosenLevel` on a pixel is a hole */
  fill(use: SlotUse, picture: SlotPicture, mask: Mask): Promise<RgbBytes>;
}

/** Points and box that select an object, in pixels of the picture. */
export interface SegmentPrompt {
  points: ReadonlyArray<{ x: number; y: number; isInside: boolean }>;
  box?: { left: number; top: number; right: number; bottom: number };
}

/** Output of the encoder for a picture, 4–17 MB; the caller keeps it for the next click. */
export interface SegmentEmbedding {
  /** Size of the picture it was made of. */
  picture: Size;
  /** Size of what the network saw, without padding: points are told in its pixels. */
  frame: Size;
  tensors: Readonly<Record<string, { dims: readonly number[]; data: Float32Array }>>;
}

export interface SegmentCandidate {
  /** 0 or 255 per pixel of the picture. */
  mask: Mask;
  /** Quality of the mask as estimated by the network, about 0–1. */
  score: number;
}

/** Objects by click and box. */
export interface SegmentAdapter extends Adapter<'segment'> {
  isPair: true;
  encode(use: SlotUse, picture: SlotPicture): Promise<SegmentEmbedding>;
  /** Best first. */
  decode(use: SlotUse, embedding: SegmentEmbedding, prompt: SegmentPrompt): Promise<SegmentCandidate[]>;
}

export interface DepthAdapter extends Adapter<'depth'> {
  /** Nearness of each pixel, 0 (farthest) – 1 (nearest), relative and without a unit; of the picture's size. */
  nearness(use: SlotUse, picture: SlotPicture): Promise<Float32Array>;
}

/** A straight piece of line, ends in pixels of the picture. */
export interface LineSegment {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  /** 0–1. */
  score: number;
}

/** Straight lines, or how much of an edge each pixel is (0–1, of the picture's size); never both. */
export interface LinesAdapter extends Adapter<'lines'> {
  find(use: SlotUse, picture: SlotPicture): Promise<{ segments: LineSegment[] } | { edges: Float32Array }>;
}

export interface UpscaleAdapter extends Adapter<'upscale'> {
  /** By how much the file enlarges, 1 or more, whole. */
  scaleOf(use: SlotUse): Promise<number>;
  /** Enlarged by `wanted` (whole), whatever the file's own factor: its tiles are resampled. */
  enlarge(use: SlotUse, picture: SlotPicture, wanted: number): Promise<SlotPicture>;
}

export interface MatteAdapter extends Adapter<'matte'> {
  /** Opacity 0–1 per pixel of the picture; undefined when the network sees no subject. */
  matte(use: SlotUse, picture: SlotPicture): Promise<Float32Array | undefined>;
}

/** Confidence of each class at each point, 0–255; the picture's size, at most 1024 a side. */
export interface SemanticShares extends Size {
  shares: Readonly<Record<SceneClass, Uint8Array>>;
}

export interface SemanticAdapter extends Adapter<'semantic'> {
  classify(use: SlotUse, picture: SlotPicture): Promise<SemanticShares>;
}

export type SlotAdapter =
  | InpaintAdapter
  | SegmentAdapter
  | DepthAdapter
  | LinesAdapter
  | UpscaleAdapter
  | MatteAdapter
  | SemanticAdapter;
