import { copyFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { DefinedTool } from '#shared/tools/define-tool';
import { priceOf } from '#shared/tools/price';
import { toolById } from '#shared/tools/registry';
import type { ToolResult } from '../../../../engine/base/job.ts';
import { openPicture, refuseUnreadable } from '../../../../engine/base/picture-file.ts';
import { dxfOf } from '../../../../engine/kernels/lines/dxf-drawing.ts';
import { svgOf } from '../../../../engine/kernels/lines/svg-drawing.ts';
import type { VectorDrawing } from '../../../../engine/kernels/lines/vector-drawing.ts';
import { frameFromRgb } from '../../../../engine/kernels/video/i420.ts';
import { writeFilm } from '../../../../engine/steps/video-file.ts';
import type { RenderListener, RenderOutput, RenderPicture, RenderRequest } from '../port.ts';

/** Longest side of what is worked on, pixels. */
const workSide = 256;
/** Longest side of a result at standard size, pixels. */
const longestSide = 1536;
/** Sizes of the blank picture of tools without a base, and of films, pixels. */
const blankSize = { width: 768, height: 512 };
const filmSize = { width: 256, height: 144 };
const filmFrames = 10;

/** A picture of at most {@link workSide}, 8-bit sRGB, and the size of the result it stands for. */
interface Sketch {
  rgb: Buffer;
  work: { width: number; height: number };
  size: { width: number; height: number };
}

/** The results of one request. `onProgress` may throw to stop. Throws JobRefused where a picture cannot be read. */
export async function drawQuickly(
  request: RenderRequest,
  onProgress: RenderListener['onProgress'],
): Promise<ToolResult> {
  const tool = toolById(request.tool);
  if (!tool) throw new Error(`no tool named ${request.tool}`);
  onProgress(0.1, { words: '分析图片', ends: 0.4 });
  const given = picturesIn(tool, request, 'image', 'images');
  if (tool.isResultOwn) return keepAsTheyAre(request, given);
  const sketch = await sketchOf(tool, request, given[0]);
  onProgress(0.4, { words: '上色', ends: 0.9 });
  if (tool.group === 'video') {
    const frame = frameFromRgb(await tinted(sketch, request.seed, filmSize), filmSize);
    return writeFilm({ ...request, onProgress }, { size: filmSize, frames: filmFrames }, (_index, out) => {
      out.data.set(frame.data);
    });
  }
  const [mask] = picturesIn(tool, request, 'mask');
  const { outputs: count } = priceOf(tool, request.params, 0);
  const outputs: RenderOutput[] = [];
  for (let position = 0; position < count; position++) {
    outputs.push(await drawOne(request, sketch, position, { base: given[0], mask }));
    onProgress(0.4 + (0.5 * (position + 1)) / count, { words: '编码', ends: 1 });
  }
  const { format } = request.params;
  if (format === 'svg' || format === 'dxf') outputs.push(await drawVector(request, sketch, format));
  return { outputs };
}

/** Pictures that stand in fields with one of these editors, in the order of the form. */
function picturesIn(tool: DefinedTool, { params, pictures }: RenderRequest, ...editors: string[]): RenderPicture[] {
  const names = Object.keys(tool.fields).filter((name) => editors.includes(tool.fields[name]?.editor ?? ''));
  const ids = names.flatMap((name) => params[name]);
  return ids.flatMap((id) => (typeof id === 'string' && pictures[id] ? [pictures[id]] : []));
}

/** Files that stay the user's own are handed back byte for byte: nothing was saved, and that is what is said. */
async function keepAsTheyAre({ outputDir }: RenderRequest, given: RenderPicture[]): Promise<ToolResult> {
  const outputs: RenderOutput[] = [];
  let bytes = 0;
  for (const [index, { file: from, width, height, format }] of given.entries()) {
    await refuseUnreadable(() => openPicture(from).stats());
    const file = path.join(outputDir, `${index}.${format}`);
    await copyFile(from, file);
    bytes += (await stat(file)).size;
    outputs.push({ file, width, height, format });
  }
  const facts = { bytesBefore: bytes, bytesAfter: bytes, isPixelIdentical: true, keptOriginals: outputs.length };
  return { outputs, facts };
}

async function sketchOf(
  tool: DefinedTool,
  request: RenderRequest,
  picture: RenderPicture | undefined,
): Promise<Sketch> {
  const { width, height } = picture ?? blankSize;
  const enlargement = typeof request.params.scale === 'number' ? request.params.scale : 1;
  const isLocal = picturesIn(tool, request, 'mask').length > 0;
  const share = isLocal ? 1 : Math.min(1, longestSide / Math.max(width, height)) * enlargement;
  const size = { width: Math.round(width * share), height: Math.round(height * share) };
  const source = picture
    ? openPicture(picture.file)
    : sharp({ create: { ...blankSize, channels: 3, background: '#b9c6cf' } });
  const fit = { width: workSide, height: workSide, fit: 'inside', withoutEnlargement: true } as const;
  const { data, info } = await refuseUnreadable(() =>
    source
      .toColourspace('srgb')
      .flatten({ background: '#ffffff' })
      .resize(fit)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  return { rgb: data, work: { width: info.width, height: info.height }, size };
}

/** Another hue for every seed, at a size. */
function tinted({ rgb, work }: Sketch, seed: number, size: { width: number; height: number }): Promise<Buffer> {
  return sharp(rgb, { raw: { ...work, channels: 3 } })
    .modulate({ hue: 20 + (seed % 320) })
    .resize({ ...size, fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
}

async function drawOne(
  { outputDir, seed }: RenderRequest,
  sketch: Sketch,
  position: number,
  { base, mask }: { base: RenderPicture | undefined; mask: RenderPicture | undefined },
): Promise<RenderOutput> {
  const { size } = sketch;
  const rgb = await tinted(sketch, seed + 37 * position, size);
  if (base && mask) await keepOutside(rgb, size, base, mask);
  const file = path.join(outputDir, `${position}.png`);
  await sharp(rgb, { raw: { ...size, channels: 3 } })
    .png({ compressionLevel: 2, adaptiveFiltering: false })
    .toFile(file);
  return { file, ...size, format: 'png' };
}

/** Puts the original back where the mask is 0, to the bit. */
async function keepOutside(
  rgb: Buffer,
  size: { width: number; height: number },
  base: RenderPicture,
  mask: RenderPicture,
): Promise<void> {
  const original = await openPicture(base.file).toColourspace('srgb').removeAlpha().raw().toBuffer();
  const chosen = await refuseUnreadable(() =>
    openPicture(mask.file)
      .removeAlpha()
      .resize({ ...size, fit: 'fill', kernel: 'nearest' })
      .extractChannel(0)
      .raw()
      .toBuffer(),
  );
  for (let pixel = 0; pixel < chosen.length; pixel++) {
    if (chosen[pixel] === 0) original.copy(rgb, pixel * 3, pixel * 3, pixel * 3 + 3);
  }
}

/** The picture's brightness as a mountain range, a line for every sixteenth row. */
async function drawVector(
  { outputDir, params }: RenderRequest,
  { rgb, work, size }: Sketch,
  format: 'svg' | 'dxf',
): Promise<RenderOutput> {
  const across = size.width / work.width;
  const down = size.height / work.height;
  const lines: VectorDrawing['layers'][number]['lines'] = [];
  for (let y = 16; y < work.height; y += 16) {
    const points: number[] = [];
    for (let x = 0; x < work.width; x += 4)
      points.push(x * across, (y - (rgb[(y * work.width + x) * 3 + 1] ?? 0) / 16) * down);
    lines.push({ points, width: 1, isCurved: false });
  }
  const drawing: VectorDrawing = { ...size, layers: [{ name: 'TEST', strength: 1, lines }] };
  const sheet = { line: '#000000', paper: '#ffffff', widthMm: Number(params.drawingWidth) || 0 };
  const file = path.join(outputDir, `line.${format}`);
  await writeFile(file, format === 'dxf' ? dxfOf(drawing, sheet) : svgOf(drawing, sheet));
  return { file, ...size, format };
}
