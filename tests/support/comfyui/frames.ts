import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { joinPng, pngChunk, readPng } from '../../../mock-server/modules/studio/image/formats/png-file.ts';

/** A picture in memory: RGB, eight bits a channel. */
export interface Frame {
  width: number;
  height: number;
  data: Buffer;
}

/** One channel of eight bits; 255 is repainted. */
export type Mask = Frame;

export interface Size {
  width: number;
  height: number;
}

const opened = ({ data, width, height }: Frame, channels: 1 | 3 = 3): Sharp =>
  sharp(data, { raw: { width, height, channels }, limitInputPixels: false });

async function closed(picture: Sharp, channels: 1 | 3 = 3): Promise<Frame> {
  const space = channels === 1 ? 'b-w' : 'srgb';
  const { data, info } = await picture.toColourspace(space).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The picture of a file with its alpha as a mask; turned as EXIF says. Throws what sharp throws for other bytes. */
export async function readFrame(bytes: Buffer): Promise<{ frame: Frame; mask: Mask }> {
  const turned = await sharp(bytes, { limitInputPixels: false }).rotate().toColourspace('srgb').png().toBuffer();
  const { hasAlpha } = await sharp(turned).metadata();
  const frame = await closed(sharp(turned).removeAlpha());
  if (!hasAlpha) return { frame, mask: emptyMask({ width: 64, height: 64 }) };
  return { frame, mask: await closed(sharp(turned).extractChannel('alpha').negate({ alpha: false }), 1) };
}

const emptyMask = ({ width, height }: Size): Mask => ({ width, height, data: Buffer.alloc(width * height) });

export const plainFrame = ({ width, height }: Size, [red, green, blue]: readonly [number, number, number]): Frame => ({
  width,
  height,
  data: Buffer.alloc(width * height * 3, Buffer.from([red, green, blue])),
});

/** A channel of the picture by its name. */
export function channelOf({ width, height, data }: Frame, channel: string): Mask {
  const offset = Math.max(0, ['red', 'green', 'blue'].indexOf(channel));
  return {
    width,
    height,
    data: Buffer.from(Array.from({ length: width * height }, (_, at) => data[at * 3 + offset]!)),
  };
}

export const frameOfMask = (mask: Mask): Promise<Frame> => closed(opened(mask, 1));

const kernels: Record<string, 'nearest' | 'linear' | 'cubic' | 'lanczos3'> = {
  'nearest-exact': 'nearest',
  bilinear: 'linear',
  bicubic: 'cubic',
};

interface Scaling extends Size {
  method?: string;
  /** `center` cuts what the shape does not hold, `disabled` warps. */
  crop?: string;
}

/** A side of 0 follows the other; both 0 keep the size. */
export async function scaleFrame(
  frame: Frame,
  { width, height, method = 'lanczos', crop }: Scaling,
  channels: 1 | 3 = 3,
) {
  if (width === 0 && height === 0) return frame;
  const to = {
    width: width || Math.max(1, Math.round((frame.width * height) / frame.height)),
    height: height || Math.max(1, Math.round((frame.height * width) / frame.width)),
  };
  const fit = crop === 'center' ? 'cover' : 'fill';
  return closed(opened(frame, channels).resize({ ...to, fit, kernel: kernels[method] ?? 'lanczos3' }), channels);
}

export const invertFrame = ({ data, ...size }: Frame): Frame => ({
  ...size,
  data: data.map((value) => 255 - value) as Buffer,
});

export const blurFrame = (frame: Frame, sigma: number): Promise<Frame> =>
  closed(opened(frame).blur(Math.max(0.3, sigma)));

export const mirrorFrame = (frame: Frame): Promise<Frame> => closed(opened(frame).flop());

/** The middle of the picture with sides that are multiples of eight, as encoders cut it. */
export async function cutToEight(frame: Frame, channels: 1 | 3 = 3): Promise<Frame> {
  const [width, height] = [frame.width - (frame.width % 8), frame.height - (frame.height % 8)];
  if (width === 0 || height === 0) throw new Error('Calculated padded input size per channel: too small');
  const [left, top] = [Math.floor((frame.width - width) / 2), Math.floor((frame.height - height) / 2)];
  return closed(opened(frame, channels).extract({ left, top, width, height }), channels);
}

/** Grey where the picture ends, and a mask of what was added, which fades into the picture over `feathering` pixels. */
export async function padFrame(
  frame: Frame,
  { left, top, right, bottom, feathering }: Record<'left' | 'top' | 'right' | 'bottom' | 'feathering', number>,
): Promise<{ frame: Frame; mask: Mask }> {
  const padded = await closed(
    opened(frame).extend({ left, top, right, bottom, background: { r: 127, g: 127, b: 127 } }),
  );
  const mask = { ...padded, data: Buffer.alloc(padded.width * padded.height, 255) };
  const isFeathered = feathering > 0 && feathering * 2 < frame.width && feathering * 2 < frame.height;
  for (let y = 0; y < frame.height; y += 1)
    for (let x = 0; x < frame.width; x += 1) {
      const near = Math.min(
        left ? x : Number.POSITIVE_INFINITY,
        top ? y : Number.POSITIVE_INFINITY,
        right ? frame.width - x : Number.POSITIVE_INFINITY,
        bottom ? frame.height - y : Number.POSITIVE_INFINITY,
      );
      const share = isFeathered && near < feathering ? (feathering - near) / feathering : 0;
      mask.data[(y + top) * padded.width + x + left] = Math.round(share * share * 255);
    }
  return { frame: padded, mask };
}

/** Grows a mask by steps of one pixel, or shrinks it where they are negative; `isTapered` leaves out the corners. */
export function growMask({ width, height, data }: Mask, steps: number, isTapered: boolean): Mask {
  const pick = steps < 0 ? Math.min : Math.max;
  let from = data;
  for (let step = 0; step < Math.abs(steps); step += 1) {
    const to = Buffer.from(from);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        for (let dy = -1; dy <= 1; dy += 1)
          for (let dx = -1; dx <= 1; dx += 1) {
            if ((isTapered && dx !== 0 && dy !== 0) || x + dx < 0 || x + dx >= width) continue;
            if (y + dy < 0 || y + dy >= height) continue;
            const at = y * width + x;
            to[at] = pick(to[at]!, from[at + dy * width + dx]!);
          }
    from = to;
  }
  return { width, height, data: from };
}

/** Fades a mask towards the four edges of the picture. */
export function featherMask(
  { width, height, data }: Mask,
  edges: Record<'left' | 'top' | 'right' | 'bottom', number>,
): Mask {
  const share = (from: number, length: number) => (length > 0 && from < length ? (from + 1) / length : 1);
  const faded = Buffer.from(data);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      faded[y * width + x] = Math.round(
        data[y * width + x]! *
          share(x, edges.left) *
          share(width - 1 - x, edges.right) *
          share(y, edges.top) *
          share(height - 1 - y, edges.bottom),
      );
  return { width, height, data: faded };
}

/** `over` at a place of `under`, as strong as the mask (of any size, scaled to `over`); outside, `under` is kept to the bit. */
export async function compositeFrames(
  under: Frame,
  over: Frame,
  mask: Mask | undefined,
  at = { x: 0, y: 0 },
): Promise<Frame> {
  const weights = mask && (await scaleFrame(mask, { ...sizeOf(over), method: 'bilinear' }, 1));
  const data = Buffer.from(under.data);
  for (let y = 0; y < Math.min(over.height, under.height - at.y); y += 1)
    for (let x = 0; x < Math.min(over.width, under.width - at.x); x += 1) {
      const weight = (weights?.data[y * over.width + x] ?? 255) / 255;
      if (weight === 0) continue;
      const [to, from] = [((y + at.y) * under.width + x + at.x) * 3, (y * over.width + x) * 3];
      for (let channel = 0; channel < 3; channel += 1)
        data[to + channel] = Math.round(over.data[from + channel]! * weight + data[to + channel]! * (1 - weight));
    }
  return { ...under, data };
}

export const sizeOf = ({ width, height }: Size): Size => ({ width, height });

const hashOf = (...parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest();

/**
 * The picture in other colours, by a factor for each channel that follows from seed and place in the batch: everything
 * stays where it is. `denoise` is the strength.
 */
export async function recolour(frame: Frame, seed: unknown, place: number, denoise: number): Promise<Frame> {
  const factors = [...hashOf(seed, place).subarray(0, 3)].map((byte) => 1 - denoise * (0.05 + (0.45 * byte) / 255));
  return closed(opened(frame).linear(factors, [4, 4, 4]));
}

/** A soft picture that follows from the words alone. */
export async function inventFrame(size: Size, ...words: unknown[]): Promise<Frame> {
  const data = Buffer.concat(Array.from({ length: 6 }, (_, row) => hashOf(row, ...words).subarray(0, 24)));
  return closed(opened({ width: 8, height: 6, data }).resize({ ...size, fit: 'fill', kernel: 'cubic' }));
}

/** Every value is off by one, as no autoencoder gives a picture back to the bit. */
export const throughAutoencoder = ({ data, ...size }: Frame): Frame => ({
  ...size,
  data: data.map((value) => value ^ 1) as Buffer,
});

/** JPEG of a preview, at most 512 pixels a side. */
export const previewJpeg = (frame: Frame): Promise<Buffer> =>
  opened(frame).resize({ width: 512, height: 512, fit: 'inside', withoutEnlargement: true }).jpeg().toBuffer();

/** PNG with text chunks behind its header. */
export async function pngOf(frame: Frame, texts: Readonly<Record<string, unknown>> = {}): Promise<Buffer> {
  const { chunks } = readPng(await opened(frame).png({ compressionLevel: 4 }).toBuffer())!;
  const described = Object.entries(texts).map(([name, value]) =>
    pngChunk('tEXt', Buffer.from(`${name}\0${asciiJson(value)}`, 'latin1')),
  );
  return joinPng([chunks[0]!, ...described, ...chunks.slice(1)]);
}

/** JSON in which everything beyond ASCII is escaped, as Python writes it. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

let kept: Buffer | undefined;

/** A sound file of 400 megapixels in some fifty kilobytes. */
export function hugePng(): Buffer {
  const side = 20_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  kept ??= joinPng([
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(side * (1 + side / 8)), { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  return kept;
}

/** A picture with the alpha of another file. Throws where they differ in size. */
export async function withAlphaOf(original: Buffer, mask: Buffer): Promise<Buffer> {
  const alpha = await sharp(mask).ensureAlpha().extractChannel('alpha').raw().toBuffer({ resolveWithObject: true });
  const { width, height } = await sharp(original).metadata();
  if (width !== alpha.info.width || height !== alpha.info.height) throw new Error('images do not match');
  const joined = await sharp(original).removeAlpha().toColourspace('srgb').raw().toBuffer();
  return sharp(joined, { raw: { width, height, channels: 3 } })
    .joinChannel(alpha.data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

/** A picture again in the format that `/view` is asked for. */
export const encodeAs = (bytes: Buffer, format: 'webp' | 'jpeg', quality: number): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: false }).toFormat(format, { quality }).toBuffer();

/** Numbers of a model file's name say how much it enlarges: `4x-UltraSharp` four times. */
export const enlargementOf = (name: string): number => Number(/(\d)x|x(\d)/i.exec(name)?.slice(1).find(Boolean) ?? 4);

export const checksum = (bytes: Buffer): string => crc32(bytes).toString(16);
