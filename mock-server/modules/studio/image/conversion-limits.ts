import { minute, second } from '#shared/domain/time';
import { type ConvertedFormat, uploadFormatNames } from '#shared/domain/upload-formats';
import { ProductError } from '#shared/errors';

const megabyte = 1024 ** 2;

/** Resource limits of the conversion of an uploaded file to a picture. */
export interface ConversionLimit {
  /** Maximum duration, in milliseconds. */
  longestMs: number;
  /** Maximum memory of the worker process, in bytes. */
  mostMemory: number;
}

/** The decoders of most formats need up to twice the pixels of the largest allowed picture. */
const usual: ConversionLimit = { longestMs: minute, mostMemory: 1280 * megabyte };

/** A PDF contains drawing programs: its cost depends on neither the file size nor the page size. */
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
