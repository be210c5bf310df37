import { minute, second } from '#shared/domain/time';
import { type ConvertedFormat, uploadFormatNames } from '#shared/domain/upload-formats';
import { ProductError } from '#shared/errors';

const megabyte = 1024 ** 2;

/** What making a picture of a file in another format may take. */
export interface ConversionLimit {
  /** From its begin, milliseconds. */
  longestMs: number;
  /** Of the process that does it, bytes. */
  mostMemory: number;
}

/** The decoder of most formats holds twice the pixels of the largest picture. */
const usual: ConversionLimit = { longestMs: minute, mostMemory: 1280 * megabyte };

/** A PDF is a program: what it takes has nothing to do with the size of its file or its page. */
export const conversionLimits: Record<ConvertedFormat, ConversionLimit> = {
  heic: usual,
  avif: usual,
  tiff: usual,
  bmp: usual,
  pdf: { longestMs: 20 * second, mostMemory: 512 * megabyte },
};

export function tooHeavy(format: ConvertedFormat, cause: unknown): ProductError {
  const megabytes = conversionLimits[format].mostMemory / megabyte;
  const fill = { format: uploadFormatNames[format], megabytes };
  return new ProductError(format === 'pdf' ? 'upload.pdf_too_heavy' : 'upload.too_heavy', { fill, cause });
}

export function tooHard(format: ConvertedFormat, longestMs: number, cause: unknown): ProductError {
  const fill = { format: uploadFormatNames[format], seconds: longestMs / second };
  return new ProductError(format === 'pdf' ? 'upload.pdf_too_hard' : 'upload.too_hard', { fill, cause });
}
