import { RenderRefused } from '../../port.ts';
import type { LightMood } from '../kernels/light/atmosphere-looks.ts';
import type { Backdrop } from '../kernels/light/sky-backdrop.ts';
import type { Pixels } from '../picture-file.ts';
import type { RenderQuality } from './render-size.ts';

type Amount = 'none' | 'few' | 'many';

/** What the six scene tools ask for; a field a tool does not have is absent. */
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
  view?: string;
  people?: Amount;
  vehicles?: Amount;
  crowd?: Amount;
  greenery?: 'none' | 'moderate' | 'lush';
  ground?: 'dry' | 'damp' | 'wet';
  lighting?: 'natural' | 'artificial' | 'mixed';
  floor?: 'matte' | 'glossy';
  lights?: 'none' | 'path' | 'accent' | 'all';
  vegetation?: 'few' | 'moderate' | 'lush' | 'wild';
  greenSpace?: 'low' | 'medium' | 'high';
  water?: 'low' | 'medium' | 'high';
  component?: string;
  signText?: string | undefined;
  crop?: ReadonlyArray<{ x: number; y: number }>;
}

/** Cuts the frame of a part out of the picture; points are in the picture's own pixels. */
export function cutFrame(pixels: Pixels, crop: SceneParams['crop'], originalWidth: number): Pixels {
  const [one, other] = crop ?? [];
  if (!one || !other) return pixels;
  const scale = pixels.width / originalWidth;
  const left = Math.max(0, Math.round(Math.min(one.x, other.x) * scale));
  const top = Math.max(0, Math.round(Math.min(one.y, other.y) * scale));
  const right = Math.min(pixels.width, Math.round(Math.max(one.x, other.x) * scale));
  const bottom = Math.min(pixels.height, Math.round(Math.max(one.y, other.y) * scale));
  if (right - left < 64 || bottom - top < 64) throw new RenderRefused('裁切框太小，边长至少需要 64 像素，请重新框选。');
  return cut(pixels, left, top, right - left, bottom - top);
}

/** Cuts the middle of a picture to a shape such as `16:9`; `source` leaves it as it is. Nothing is added. */
export function cutToRatio(pixels: Pixels, ratio: string): Pixels {
  const [across, down] = ratio.split(':').map(Number);
  if (!across || !down) return pixels;
  const wanted = across / down;
  const width = Math.min(pixels.width, Math.round(pixels.height * wanted));
  const height = Math.min(pixels.height, Math.round(pixels.width / wanted));
  return cut(pixels, (pixels.width - width) >> 1, (pixels.height - height) >> 1, width, height);
}

function cut(pixels: Pixels, left: number, top: number, width: number, height: number): Pixels {
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * pixels.width + left) * 3;
    rgb.set(pixels.rgb.subarray(from, from + width * 3), y * width * 3);
  }
  return { width, height, rgb };
}
