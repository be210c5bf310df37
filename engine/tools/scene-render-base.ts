import { JobRefused } from '../base/job.ts';
import type { Pixels } from '../base/picture-file.ts';
import type { TextRange } from '../base/words.ts';
import type { Scene } from '../kernels/light/atmosphere.ts';
import type { LightMood } from '../kernels/light/atmosphere-looks.ts';
import type { InputKind } from '../kernels/light/relight-input-kind.ts';
import type { Backdrop } from '../kernels/light/sky-backdrop.ts';
import type { RegionedPicture } from '../kernels/light/style-transport-regions.ts';
import type { RoomLayers } from '../kernels/live/live-view-room.ts';
import type { ScenePreset } from '../kernels/scene-paint/look/presets.ts';
import type { SceneWords } from '../kernels/scene-paint/look/scene-words.ts';
import type { PhotoParts } from '../kernels/scene-paint/photo/photo-parts.ts';
import type { ReadScene } from '../kernels/scene-paint/reading/reading.ts';
import type { RoomReading } from '../kernels/scene-paint/room-paint.ts';
import type { RenderQuality } from './render-size.ts';

type Amount = 'none' | 'few' | 'many';
type Level = 'low' | 'medium' | 'high';

/** Camera position of the scene. */
type SceneView =
  | 'auto'
  | 'eye'
  | 'semiAerial'
  | 'aerial'
  | 'lowAngle'
  | 'elevation'
  | 'axonometric'
  | 'top'
  | 'closeUp';

/** Parameters of the six scene tools; a field a tool does not have is absent. */
export interface SceneParams {
  upload_img: string;
  classifyId2: string;
  classifyId3?: string | undefined;
  cnStrength: number;
  lock: boolean;
  promptTxt?: string | undefined;
  negTxt?: string | undefined;
  style_img?: string | undefined;
  ipaPlus: boolean;
  ignoreWordAndImage: boolean;
  num: number;
  ratio: string;
  quality: RenderQuality;
  atmosphere?: 'auto' | LightMood;
  environment?: 'auto' | Backdrop;
  view?: SceneView;
  people?: Amount;
  vehicles?: Amount;
  crowd?: Amount;
  plants?: Amount;
  greenery?: 'none' | 'moderate' | 'lush';
  ground?: 'dry' | 'damp' | 'wet';
  lighting?: 'natural' | 'artificial' | 'mixed';
  floor?: 'matte' | 'glossy';
  lights?: 'none' | 'path' | 'accent' | 'all';
  vegetation?: 'few' | 'moderate' | 'lush' | 'wild';
  waterFeature?: 'none' | 'pool' | 'pond' | 'stream' | 'waterfall' | 'fountain';
  hardscape?: 'few' | 'moderate' | 'many';
  roads?: Level;
  greenSpace?: Level;
  water?: Level;
  component?: 'shopFront' | 'window' | 'balcony' | 'roof' | 'curtainWall' | 'entrance' | 'railing' | 'eaves';
  isPastedBack?: boolean;
  signText?: string | undefined;
  crop?: ReadonlyArray<{ x: number; y: number }>;
}

/** Method by which a base picture is redrawn: line drawings are filled, sketches and views keep what they show. */
export type BaseSource = 'drawing' | 'sketch' | 'view';

export type Viewpoint = 'street' | 'above' | 'room' | 'garden';

const viewsFromAbove: ReadonlySet<SceneView> = new Set(['semiAerial', 'aerial', 'axonometric', 'top']);

/** Returns `above`, the place of district views, for a street scene whose view is from above; else `place`. */
export function placeSeen(place: Viewpoint, view: SceneView = 'auto'): Viewpoint {
  return place === 'street' && viewsFromAbove.has(view) ? 'above' : place;
}

/** Everything that stays the same for all outputs of a run. */
export interface SceneSetting {
  params: SceneParams;
  place: Viewpoint;
  scene: Scene;
  kind: InputKind;
  preset: ScenePreset;
  words: SceneWords;
  /** Sentences for the user that come up while outputs are made. */
  notices: Set<string>;
  isFromAbove: boolean;
  /** Present for models outdoors. */
  model?: ReadScene | undefined;
  /** Mask of the part that is asked for, 0–255 per pixel; absent when the picture was not read by a network. */
  part?: Uint8Array | undefined;
  /** Present for photographs of buildings that are surely read. */
  photo?: PhotoParts | undefined;
  /** A photograph whose parts are not surely told apart: its materials stay, and its windows dark. */
  isOnlyLit?: boolean;
  /** Nobody is sure where its sky is. */
  isSkyKept?: boolean;
  /** Plants were set along the walls of a photograph. */
  isPlanted?: boolean;
  /** A view or a sketch outdoors shows no horizon: it gets no ground and no sky. */
  isGroundUnseen?: boolean;
  /** A view of a room stands before the even background of its program. */
  isBackdropSeen?: boolean;
  /** Parts that were laid anew, 0–255 per pixel. */
  covered?: Uint8Array | undefined;
  /** Method by which the base is redrawn; absent for pictures that have light of their own. */
  source?: BaseSource | undefined;
  /** The reading of a room in the picture; present for rooms. */
  layers?: RoomLayers | undefined;
  /** Masks of a room's surfaces, 0–255 per pixel; present where a network read it. */
  surfaces?: Readonly<Record<'floor' | 'wall' | 'ceiling', Uint8Array>> | undefined;
  /** Words of the description that surfaces or parts were laid by. */
  laidWords: TextRange[];
  /** Present for rooms. */
  room?: RoomReading | undefined;
  reference?: RegionedPicture | undefined;
}

/** True for photographs and renderings: they have a light and a grain of their own, which nothing drawn would share. */
export const isPhotograph = ({ kind, source }: Pick<SceneSetting, 'kind' | 'source'>): boolean =>
  kind === 'shaded' && source === undefined;

/** A box of whole pixels. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The frame of a part in a picture that is `scale` as large as the one the points lie in; undefined without one. */
export function frameOf(
  size: { width: number; height: number },
  crop: SceneParams['crop'],
  scale: number,
): Frame | undefined {
  const [one, other] = crop ?? [];
  if (!one || !other) return undefined;
  const left = Math.max(0, Math.round(Math.min(one.x, other.x) * scale));
  const top = Math.max(0, Math.round(Math.min(one.y, other.y) * scale));
  const right = Math.min(size.width, Math.round(Math.max(one.x, other.x) * scale));
  const bottom = Math.min(size.height, Math.round(Math.max(one.y, other.y) * scale));
  if (right - left < 64 || bottom - top < 64) throw new JobRefused('裁切框太小，边长至少需要 64 像素，请重新框选。');
  return { left, top, width: right - left, height: bottom - top };
}

/** Cuts the middle of a picture to a shape such as `16:9`; `source` leaves it as it is. Nothing is added. */
export function cutToRatio(pixels: Pixels, ratio: string, channels = 3): Pixels {
  const [across, down] = ratio.split(':').map(Number);
  if (!across || !down) return pixels;
  const wanted = across / down;
  const width = Math.min(pixels.width, Math.round(pixels.height * wanted));
  const height = Math.min(pixels.height, Math.round(pixels.width / wanted));
  const left = (pixels.width - width) >> 1;
  return cut(pixels, { left, top: (pixels.height - height) >> 1, width, height }, channels);
}

/** Cuts a box out of interleaved bytes. */
export function cut(pixels: Pixels, { left, top, width, height }: Frame, channels = 3): Pixels {
  const rgb = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * pixels.width + left) * channels;
    rgb.set(pixels.rgb.subarray(from, from + width * channels), y * width * channels);
  }
  return { width, height, rgb };
}
