import sharp from 'sharp';
import { JobRefused } from './base/job.ts';
import { openPicture, refuseUnreadable } from './base/picture-file.ts';
import { drawLive, type LiveParams } from './kernels/live/live-picture.ts';

// A canvas is seen once; a cache would only hold memory.
sharp.cache(false);
sharp.concurrency(1);

/** Message from the renderer: a canvas file, the parameters and the size of the picture. */
export interface LiveTask {
  canvas: Uint8Array<ArrayBuffer>;
  params: Readonly<Record<string, unknown>>;
  seed: number;
  /** Longer side of the picture, pixels. */
  side: number;
}

export interface LivePicture {
  /** Bytes of a JPEG file. */
  jpeg: Uint8Array;
  width: number;
  height: number;
  /** Time the work took, decoding and encoding included, milliseconds. */
  ms: number;
}

/** Result of the worker thread. A refusal is returned as data, since error classes do not survive messages. */
export type LiveAnswer = LivePicture | { refusal: string };

const jpegQuality = 85;

/** Entry point of the worker thread: renders one frame. */
export default async function drawFrame({ canvas, params, seed, side }: LiveTask): Promise<LiveAnswer> {
  const startedAt = performance.now();
  try {
    const { data, info } = await refuseUnreadable(() =>
      openPicture(Buffer.from(canvas.buffer, canvas.byteOffset, canvas.byteLength))
        .rotate()
        .toColourspace('srgb')
        .flatten({ background: '#ffffff' })
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true }),
    );
    const { width, height } = info;
    const rgb = drawLive({ width, height, rgb: data }, params as unknown as LiveParams, seed);
    const encoded = await sharp(rgb, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' })
      .toBuffer();
    return { jpeg: Uint8Array.from(encoded), width, height, ms: performance.now() - startedAt };
  } catch (error) {
    if (error instanceof JobRefused) return { refusal: error.sentence };
    throw error;
  }
}
