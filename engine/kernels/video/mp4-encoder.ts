import type { H264MP4Encoder } from 'h264-mp4-encoder';
import type { Frame } from './i420.ts';
import { tidyMp4 } from './mp4-boxes.ts';

export interface Mp4Settings {
  /** Pixels, even, 16 or more. */
  width: number;
  /** Pixels, even, 16 or more. */
  height: number;
  /** Frames a second, constant. */
  fps: number;
  /** Quantisation 10 (large, near lossless) … 51 (small, coarse); 24 when not given, where stills show no blocks. */
  quantisation?: number;
  /** Effort 0 (best compression) … 10 (fastest); 8 when not given. */
  speed?: number;
}

export interface Mp4Encoder {
  /** Adds the next frame; it may be drawn over afterwards. */
  addFrame(frame: Frame): void;
  /** Ends the film and gives the file: H.264 Baseline in MP4, index in front. At least one frame must have come. */
  finish(): Uint8Array;
  /** Frees the memory; every encoder must be closed, finished or not. */
  close(): void;
}

/** Seconds between frames that need no other frame, i.e. how finely a player can jump. */
const keyFrameSeconds = 2;

/**
 * Encodes frames as they come. The encoder is minih264 with libmp4v2 as WebAssembly inside one script
 * (h264-mp4-encoder 1.0.12: MIT, public domain, MPL-1.1): nothing native, nothing fetched. The film grows in its
 * memory, so a file should stay below about 1 GB. The same frames give the same bytes.
 */
export async function createMp4Encoder(settings: Mp4Settings): Promise<Mp4Encoder> {
  const { width, height, fps, quantisation = 24, speed = 8 } = settings;
  if (width % 2 !== 0 || height % 2 !== 0 || Math.min(width, height) < 16) {
    throw new RangeError(`video sides must be even and at least 16, not ${width}×${height}`);
  }
  const encoder = await load();
  encoder.width = width;
  encoder.height = height;
  encoder.frameRate = fps;
  encoder.quantizationParameter = quantisation;
  encoder.speed = speed;
  encoder.groupOfPictures = Math.round(fps * keyFrameSeconds);
  encoder.initialize();
  let isFinished = false;
  return {
    addFrame(frame) {
      if (frame.width !== width || frame.height !== height) {
        throw new RangeError(`a frame of ${frame.width}×${frame.height} in a film of ${width}×${height}`);
      }
      encoder.addFrameYuv(frame.data);
    },
    finish() {
      encoder.finalize();
      isFinished = true;
      return tidyMp4(encoder.FS.readFile(encoder.outputFilename));
    },
    close() {
      const { FS, outputFilename } = encoder;
      // The library aborts when a film that was begun is not ended.
      if (!isFinished) encoder.finalize();
      encoder.delete();
      // The module's in-memory file system lives as long as the thread and would keep the film's bytes.
      FS.unlink(outputFilename);
    },
  };
}

let films = 0;

async function load(): Promise<H264MP4Encoder> {
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const before = events.map((event) => new Set(process.listeners(event as 'uncaughtException')));
  const { default: library } = await import('h264-mp4-encoder');
  const encoder = await library.createH264MP4Encoder();
  // The runtime of the module listens for errors of the whole thread and swallows rejections; it must not.
  events.forEach((event, at) => {
    for (const listener of process.listeners(event as 'uncaughtException')) {
      if (!before[at]!.has(listener)) process.removeListener(event, listener);
    }
  });
  films += 1;
  encoder.outputFilename = `film-${films}.mp4`;
  return encoder;
}
