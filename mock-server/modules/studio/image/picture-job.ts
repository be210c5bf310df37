import type { ImageFormat } from '#shared/contract/image';
import type { ConvertedFormat } from '#shared/domain/upload-formats';
import { ProductError } from '#shared/errors';
import { convert, type Origin } from './convert.ts';
import { makeCopy, measure, type PictureFacts, readHeader, takeIn, type UploadHeader } from './picture.ts';
import { findDoubles } from './picture-doubles.ts';
import { type Crop, measureLikeness, type PictureLikeness } from './picture-likeness.ts';
import type { CopyPlan } from './view.rules.ts';

/** Work on a picture file that decodes it. It is plain data: it goes to a process of its own. */
export type PictureJob =
  /** Reads what an upload claims to be. */
  | { kind: 'header'; file: string }
  /** Makes a picture of an upload in another format, in place. `page` counts from 1. */
  | { kind: 'convert'; file: string; format: ConvertedFormat; page: number | undefined }
  /** Turns an upload upright and its colours to sRGB, in place, and decodes all of it. */
  | { kind: 'take in'; file: string; header: UploadHeader }
  | { kind: 'measure'; file: string }
  /** Finds pictures that repeat an earlier one. */
  | { kind: 'doubles'; files: string[]; maskFile?: string | undefined }
  /** Measures what a picture, or a part of it, is found by. */
  | { kind: 'likeness'; file: string; crop?: Crop | undefined }
  /** Writes a copy to `target`. */
  | { kind: 'copy'; file: string; target: string; plan: CopyPlan };

export interface PictureResults {
  header: UploadHeader | { format: ConvertedFormat };
  convert: Origin;
  'take in': PictureFacts;
  measure: Omit<PictureFacts, 'format'>;
  doubles: number[];
  likeness: PictureLikeness;
  copy: { format: ImageFormat };
}

/** Answer of a process. */
export type PictureAnswer = { rss: number } & (
  | { result: PictureResults[keyof PictureResults] }
  | { refusal: { reason: ProductError['reason']; fill?: Record<string, string | number> | undefined } }
  | { error: { message: string; code?: string | undefined } }
);

export async function answerPictureJob(job: PictureJob): Promise<PictureAnswer> {
  const outcome = await perform(job).then(
    (result) => ({ result }),
    (error: Error & { code?: string }) =>
      error instanceof ProductError
        ? { refusal: { reason: error.reason, fill: error.values } }
        : { error: { message: error.message, code: error.code } },
  );
  return { ...outcome, rss: process.memoryUsage.rss() };
}

function perform(job: PictureJob): Promise<PictureResults[keyof PictureResults]> {
  switch (job.kind) {
    case 'header':
      return readHeader(job.file);
    case 'convert':
      return convert(job.file, job.format, job.page);
    case 'take in':
      return takeIn(job.file, job.header);
    case 'measure':
      return measure(job.file);
    case 'doubles':
      return findDoubles(job.files, job.maskFile);
    case 'likeness':
      return measureLikeness(job.file, job.crop);
    case 'copy':
      return makeCopy(job.file, job.target, job.plan);
  }
}
