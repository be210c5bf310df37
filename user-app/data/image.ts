import { TransportError } from '#shared/client/transport';
import type { UploadedImage } from '#shared/contract/image';
import { recognisedBytes, recogniseUpload, type UploadFormat, uploadFormatsText } from '#shared/domain/upload-formats';
import { calls } from '../lib/calls';
import { imageUrl as sizedUrl, wholeImageUrl } from '../lib/image-url';
import { type SendOptions, sendForm } from './send-form';

export interface UploadOptions extends SendOptions {
  /** Idempotency key: a retry with the same key within an hour returns the same picture. */
  clientKey?: string | undefined;
  /** Page of a PDF, counted from 1; the first when absent. */
  page?: number | undefined;
}

/** Largest upload, bytes. */
export const largestUpload = 20 * 1024 * 1024;

/** Facts of a chosen file, by its first bytes. */
export interface Inspected {
  /** The sentence it is refused with before it is sent. */
  refusal?: string;
  /** True when browsers can draw it. */
  isDrawable: boolean;
}

const drawable: readonly UploadFormat[] = ['png', 'jpg', 'webp', 'avif', 'bmp'];

/** Looks at a file before it is sent. What browsers draw may be too large: it is shrunk. */
export async function inspectFile(file: File): Promise<Inspected> {
  const start = await file.slice(0, recognisedBytes).arrayBuffer();
  const known = recogniseUpload(new Uint8Array(start), file.name);
  if (!known) return { refusal: `文件不是 ${uploadFormatsText}`, isDrawable: false };
  if ('advice' in known) return { refusal: known.advice, isDrawable: false };
  const isDrawable = drawable.includes(known.format);
  return file.size > largestUpload && !isDrawable ? { refusal: '图片不能超过20MB', isDrawable } : { isDrawable };
}

const sizes = new Map<string, UploadedImage>();

/** Facts of a picture that was uploaded in this window. */
export function uploadedImage(imageId: string): UploadedImage | undefined {
  return sizes.get(imageId);
}

/** Sends a picture. Throws `ApiError` (refused) or {@link TransportError} (no answer, aborted). */
export async function uploadImage(file: File, options: UploadOptions = {}): Promise<UploadedImage> {
  const { clientKey, page, ...sending } = options;
  const form = new FormData();
  if (clientKey !== undefined) form.set('clientKey', clientKey);
  if (page !== undefined) form.set('page', String(page));
  form.set('file', file, file.name);
  const image = await sendForm<UploadedImage>(calls.uploadImage, form, sending);
  noteUploaded(image);
  return image;
}

/** Notes the facts of a picture of this account that has just been stored. */
export function noteUploaded(image: UploadedImage): void {
  sizes.set(image.imageId, image);
}

/**
 * Address of a picture to look at, about `width` pixels wide; without a width at its full size. Above 1280 pixels it
 * bears the brand watermark where its type does.
 */
export function imageUrl(imageId: string, width?: number): string {
  return width ? sizedUrl(imageId, { w: width }) : wholeImageUrl(imageId);
}

/** Address of a picture for reading its colours and lines: made smaller where it would bear the watermark. */
export function cleanImageUrl(imageId: string, width?: number): string {
  return width ? sizedUrl(imageId, { w: width, clean: true }) : `${imageUrl(imageId)}?clean=true`;
}

export interface SamplePicture {
  name: string;
  file: string;
  thumb: string;
  width: number;
  height: number;
  title: string;
  mainColor: string;
}

let samples: Promise<SamplePicture[]> | undefined;

/** The pictures under `/samples` and the bases beside them; read once. */
function readSamples(): Promise<SamplePicture[]> {
  samples ??= Promise.all(['/samples/index.json', '/samples/bases/index.json'].map(readIndex))
    .then((lists) => lists.flat())
    .catch((error: unknown) => {
      samples = undefined;
      throw error;
    });
  return samples;
}

async function readIndex(address: string): Promise<SamplePicture[]> {
  const response = await fetch(address);
  if (!response.ok) throw new TransportError('network', response.status);
  return (await response.json()) as SamplePicture[];
}

/** A sample picture as a file to upload. */
export async function readSampleFile(name: string): Promise<File> {
  const sample = (await readSamples()).find((picture) => picture.name === name);
  if (!sample) throw new Error('没有这张示例图');
  const response = await fetch(`/samples/${sample.file}`);
  if (!response.ok) throw new TransportError('network', response.status);
  const bytes = await response.blob();
  return new File([bytes], sample.file.split('/').at(-1) ?? sample.file, { type: bytes.type });
}

/**
 * Returns true when a picture was deleted, or is no longer this person's. Unknown while the server does not answer:
 * then it is not.
 */
export async function isPictureGone(imageId: string): Promise<boolean> {
  const answer = await fetch(imageUrl(imageId), { method: 'HEAD' }).catch(() => undefined);
  return answer?.status === 404;
}
