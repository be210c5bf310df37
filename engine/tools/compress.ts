import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sharp } from 'sharp';
import type { ParamsOf } from '#shared/tools/define-tool';
import type { compress as definition } from '#shared/tools/enhance';
import { type EngineTool, type JobOutput, type JobPicture, JobRefused, type ToolJob } from '../base/job.ts';
import { copyPngMetadata, type Stripper, stripJpeg, stripPng, stripWebp } from '../base/metadata.ts';
import { optimisePng } from '../base/oxipng.ts';
import { openPicture, pictureOf, readBytes, refuseUnreadable } from '../base/picture-file.ts';
import { stepsOfOutput } from '../base/steps.ts';

type Format = JobPicture['format'];

type CompressParams = ParamsOf<(typeof definition)['fields']>;

/** A picture on its way: its bytes so far and what is known of them. */
interface Source {
  bytes: Buffer;
  format: Format;
  width: number;
  height: number;
  /** The picture is to be made smaller in pixels. */
  isReduced: boolean;
  /** The EXIF orientation matters, so metadata must stay for the picture to look the same. */
  isTurned: boolean;
}

interface Compressed {
  bytes: Buffer;
  format: Format;
}

/**
 * Pictures made smaller in bytes. "Lossless" is proven, not assumed: both files are decoded and every sample compared,
 * alpha included. A picture of the same size in pixels whose result is not smaller, or not the same in lossless mode,
 * keeps its original bytes.
 */
export const compress: EngineTool = {
  quality: 'final',
  algorithm: 'oxipng、无损 WebP、JPEG 分段重写；视觉无损用 mozjpeg 和 libimagequant',
  async run(job) {
    const params = job.params as CompressParams;
    const outputs: JobOutput[] = [];
    let bytesBefore = 0;
    let bytesAfter = 0;
    let isPixelIdentical = true;
    let keptOriginals = 0;
    for (const [index, imageId] of params.images.entries()) {
      const step = stepsOfOutput(job, { from: 0, index, count: params.images.length });
      step('分析图片', 0.1);
      const source = await readSource(pictureOf(job, imageId), params);
      refuseImpossible(source, params, index);
      step('压缩', 0.85);
      const isLossless = params.mode === 'lossless';
      const candidate = await (isLossless ? compressLossless(source, params) : compressVisual(source, params));
      step('核对', 1);
      const isSame = !source.isReduced && (await hasSamePixels(source.bytes, candidate.bytes));
      const isWorse = !source.isReduced && candidate.bytes.length >= source.bytes.length;
      const isKept = isWorse || (isLossless && !source.isReduced && !isSame);
      const chosen = isKept ? { bytes: source.bytes, format: source.format } : candidate;
      if (isKept) keptOriginals++;
      else isPixelIdentical &&= isSame;
      outputs.push(await writeOutput(job, `compressed-${index + 1}`, chosen));
      bytesBefore += source.bytes.length;
      bytesAfter += chosen.bytes.length;
    }
    return { outputs, facts: { bytesBefore, bytesAfter, isPixelIdentical, keptOriginals } };
  },
};

async function readSource(picture: JobPicture, { maxSide }: CompressParams): Promise<Source> {
  const bytes = await readBytes(picture);
  const meta = await refuseUnreadable(() => openPicture(bytes).metadata());
  const formats: Record<string, Format> = { jpeg: 'jpg', png: 'png', webp: 'webp' };
  const format = formats[meta.format ?? ''];
  if (!format) throw new JobRefused('只能压缩 JPG、PNG 和 WebP 图片。');
  if ((meta.pages ?? 1) > 1) throw new JobRefused('暂不支持压缩动图，请上传静态图片。');
  // A broken body shows only when it is decoded.
  await refuseUnreadable(() => openPicture(bytes).stats());
  const { width, height } = meta;
  const isReduced = maxSide > 0 && Math.max(width, height) > maxSide;
  return { bytes, format, width, height, isReduced, isTurned: (meta.orientation ?? 1) !== 1 };
}

function refuseImpossible({ format, isReduced }: Source, params: CompressParams, index: number): void {
  if (params.mode !== 'lossless') return;
  const target = params.format === 'keep' ? format : params.format;
  const which = params.images.length > 1 ? `第 ${index + 1} 张图片` : '这张图片';
  if (target === 'jpg' && format !== 'jpg') {
    throw new JobRefused(
      `JPEG 不是无损格式，${which}（${format.toUpperCase()}）无法无损转换为 JPG，请选择「视觉无损」或 PNG、WebP 格式。`,
    );
  }
  if (target === 'jpg' && isReduced) {
    throw new JobRefused(`JPEG 不是无损格式，${which}无法在缩小尺寸的同时保持无损，请选择「视觉无损」或不限制最长边。`);
  }
}

async function compressLossless(source: Source, params: CompressParams): Promise<Compressed> {
  const { format, maxSide, isMetadataKept } = params;
  const target = format === 'keep' ? source.format : format;
  const keepsMetadata = isMetadataKept || source.isTurned;
  if (!source.isReduced && target === source.format) {
    return { bytes: await rewriteLossless(source, keepsMetadata), format: target };
  }
  const pipeline = encoderFor(source, maxSide, keepsMetadata);
  if (target === 'png') return { bytes: await optimisePng(await pipeline.png().toBuffer()), format: target };
  return { bytes: await pipeline.webp({ lossless: true, exact: true, effort: 4 }).toBuffer(), format: target };
}

/** Same format, same pixels, fewer bytes. */
async function rewriteLossless({ bytes, format }: Source, keepsMetadata: boolean): Promise<Buffer> {
  if (format === 'png') {
    const optimised = await optimisePng(bytes);
    return keepsMetadata ? copyPngMetadata(bytes, optimised) : stripPng(optimised);
  }
  if (keepsMetadata) return bytes;
  return strippers[format](bytes);
}

const strippers: Record<Format, Stripper> = { jpg: stripJpeg, png: stripPng, webp: stripWebp };

async function compressVisual(source: Source, params: CompressParams): Promise<Compressed> {
  const { quality } = params;
  const target = params.format === 'keep' ? source.format : params.format;
  const pipeline = encoderFor(source, params.maxSide, params.isMetadataKept || source.isTurned);
  switch (target) {
    case 'jpg': {
      const chromaSubsampling = quality >= 90 ? '4:4:4' : '4:2:0';
      const opaque = pipeline.flatten({ background: '#ffffff' });
      return { bytes: await opaque.jpeg({ quality, mozjpeg: true, chromaSubsampling }).toBuffer(), format: target };
    }
    case 'webp':
      return { bytes: await pipeline.webp({ quality, smartSubsample: true, effort: 4 }).toBuffer(), format: target };
    case 'png':
      return { bytes: await compressPngVisually(pipeline, quality), format: target };
  }
}

/** A palette where 256 colours are enough to look the same; where they are not (a photo), every colour stays. */
async function compressPngVisually(pipeline: Sharp, quality: number): Promise<Buffer> {
  const full = await pipeline.clone().png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
  const palette = await pipeline.clone().png({ palette: true, quality, dither: 0.6, effort: 7 }).toBuffer();
  const error = await meanSquareError(full, palette);
  // 42 dB at quality 90 and 48 dB at 100: differences that are not seen at normal viewing distance.
  const leastDecibels = 42 + (quality - 90) * 0.6;
  const decibels = error === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10(255 ** 2 / error);
  return optimisePng(decibels >= leastDecibels ? palette : full);
}

function encoderFor(source: Source, maxSide: number, keepsMetadata: boolean): Sharp {
  // The colour profile stays even without the other metadata: without it the same numbers mean other colours.
  let pipeline = openPicture(source.bytes, { isProfileIgnored: true });
  if (source.isReduced) {
    pipeline = pipeline.resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true });
  }
  return keepsMetadata ? pipeline.keepMetadata() : pipeline.keepIccProfile();
}

async function writeOutput(job: ToolJob, name: string, { bytes, format }: Compressed): Promise<JobOutput> {
  const file = path.join(job.outputDir, `${name}.${format}`);
  await writeFile(file, bytes);
  const { width, height } = await openPicture(bytes).metadata();
  return { file, width, height, format };
}

/** True when two files decode to the same samples, alpha and colour profile included. */
export async function hasSamePixels(one: Buffer, other: Buffer): Promise<boolean> {
  const [a, b] = await Promise.all([openPicture(one).metadata(), openPicture(other).metadata()]);
  if (a.width !== b.width || a.height !== b.height) return false;
  if ((a.orientation ?? 1) !== (b.orientation ?? 1)) return false;
  if (!(a.icc ?? Buffer.alloc(0)).equals(b.icc ?? Buffer.alloc(0))) return false;
  const isDeep = a.depth !== 'uchar' || b.depth !== 'uchar';
  const decode = (bytes: Buffer) =>
    openPicture(bytes, { isProfileIgnored: true })
      .toColourspace(isDeep ? 'rgb16' : 'srgb')
      .ensureAlpha()
      .raw({ depth: isDeep ? 'ushort' : 'uchar' })
      .toBuffer();
  const [samples, others] = await Promise.all([decode(one), decode(other)]);
  return samples.equals(others);
}

async function meanSquareError(one: Buffer, other: Buffer): Promise<number> {
  const decode = (bytes: Buffer) => openPicture(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer();
  const [a, b] = await Promise.all([decode(one), decode(other)]);
  let total = 0;
  for (let i = 0; i < a.length; i++) total += (a[i]! - b[i]!) ** 2;
  return total / a.length;
}
