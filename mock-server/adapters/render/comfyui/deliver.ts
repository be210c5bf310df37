import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import type { ControlPictures } from '../../control/port.ts';
import { givenPicture } from '../given-picture.ts';
import { EngineFailure, OperationLost, type RenderOutput, type RenderPicture, type RenderRequest } from '../port.ts';
import type { Size } from '../result-size.ts';
import { type Frame, tileOverlap } from './frame.ts';
import type { ComfyWire, StoredFile } from './wire.ts';

/** A finished run: its files, in the order of its jobs. */
export interface Finished {
  request: RenderRequest;
  files: readonly StoredFile[];
  frames: readonly Frame[];
}

/**
 * Fetches the results of a run and writes them as they were asked for. Local results are laid over the base: outside of
 * what was to change its pixels stay equal to the bit.
 */
export async function deliver(
  { wire, control }: { wire: ComfyWire; control: ControlPictures },
  { request, files, frames }: Finished,
): Promise<RenderOutput[]> {
  if (files.length === 0) throw new EngineFailure('engine', 'the job delivered nothing');
  const pictures = await Promise.all(files.map((file) => fetched(wire, file)));
  const base = givenPicture('base', request);
  const [frame] = frames;
  const results =
    frame?.paste === 'tile' && base
      ? [joined(pictures, frames, base)]
      : pictures.map((bytes) => finished(bytes, frame!, { request, base, control }));
  return Promise.all(
    results.map(async (result, index) => {
      const file = path.join(request.outputDir, `result-${index + 1}.png`);
      await writeFile(file, await result);
      return { file, ...frame!.result, format: 'png' };
    }),
  );
}

/** Brightest value that a picture which failed may have. */
const black = 8;

async function fetched(wire: ComfyWire, file: StoredFile): Promise<Uint8Array> {
  const bytes = await wire.view(file);
  if (!bytes) throw new OperationLost('a result is gone');
  const { channels } = await sharp(bytes).stats();
  if (channels.slice(0, 3).every(({ max }) => max < black)) throw new EngineFailure('engine', 'the result is black');
  return bytes;
}

interface Place {
  request: RenderRequest;
  base: RenderPicture | undefined;
  control: ControlPictures;
}

/** PNG of a result at its size, without the text that servers put into their files. */
async function finished(bytes: Uint8Array, frame: Frame, { request, base, control }: Place): Promise<Buffer> {
  const { result, place, paste } = frame;
  if (!base || !place || !paste) return (await sized(bytes, result)).png().toBuffer();
  if (paste === 'margins') {
    const whole = await (await sized(bytes, result)).raw().toBuffer();
    const own = await rawOf(base, 3);
    if (request.params.isSourceKept !== false) lay(whole, result, own, place);
    return sharp(whole, { raw: { ...result, channels: 3 } })
      .png()
      .toBuffer();
  }
  const channels = (await sharp(base.file).metadata()).hasAlpha ? 4 : 3;
  const whole = await rawOf(base, channels);
  const made = await (await sized(bytes, place)).raw().toBuffer();
  const weights = paste === 'mask' ? await weightsOf(request, place, control) : undefined;
  blend(whole, { ...result, channels }, { made, place, weights });
  return sharp(whole, { raw: { ...result, channels } })
    .png()
    .toBuffer();
}

const sized = async (bytes: Uint8Array, { width, height }: Size) =>
  sharp(bytes).toColourspace('srgb').removeAlpha().resize(width, height, { fit: 'fill', kernel: 'lanczos3' });

/** Pixels of a picture as they are decoded. */
async function rawOf({ file }: RenderPicture, channels: 3 | 4): Promise<Buffer> {
  const picture = sharp(file).toColourspace('srgb');
  return (channels === 4 ? picture.ensureAlpha() : picture.removeAlpha()).raw().toBuffer();
}

/** Pixels from the edge of a mask inwards over which the old picture passes into the new one, where a form says none. */
const usualFeather = 8;

/** Share of the new picture at each pixel of a part, 0–255: 0 outside of the mask. */
async function weightsOf(
  request: RenderRequest,
  place: NonNullable<Frame['place']>,
  control: ControlPictures,
): Promise<Uint8Array> {
  const picture = givenPicture('mask', request)!;
  const { feather: asked } = request.params;
  const feather = typeof asked === 'number' ? Math.round(asked) : usualFeather;
  // The edge lies inside of the mask: what is grown is taken back by as much.
  const png = await control.mask({ picture, part: place }, place, { grow: -feather, feather });
  return sharp(png).extractChannel(0).raw().toBuffer();
}

interface Laid {
  /** Interleaved red, green, blue of the place. */
  made: Uint8Array;
  place: NonNullable<Frame['place']>;
  /** Share of each pixel, 0–255; all of it when absent. */
  weights: Uint8Array | undefined;
}

/** Lays a new part over a picture; pixels of weight 0 and transparency are not touched. */
function blend(whole: Buffer, { width, channels }: Size & { channels: number }, { made, place, weights }: Laid): void {
  for (let y = 0; y < place.height; y++)
    for (let x = 0; x < place.width; x++) {
      const from = y * place.width + x;
      const share = weights ? weights[from]! : 255;
      if (share === 0) continue;
      const at = ((place.top + y) * width + place.left + x) * channels;
      for (let channel = 0; channel < 3; channel++) {
        const old = whole[at + channel]!;
        whole[at + channel] = old + Math.round(((made[from * 3 + channel]! - old) * share) / 255);
      }
    }
}

/** Copies the rows of a picture to their place in a larger one, three channels each. */
function lay(whole: Buffer, { width }: Size, picture: Buffer, place: NonNullable<Frame['place']>): void {
  for (let y = 0; y < place.height; y++)
    picture.copy(whole, ((place.top + y) * width + place.left) * 3, y * place.width * 3, (y + 1) * place.width * 3);
}

/** Blur that parts colours and light from detail, pixels of the result. */
const colourBlur = 24;

/** An enlargement of its tiles: their detail over the colours of the enlarged base, each fading into those before it. */
async function joined(pictures: readonly Uint8Array[], frames: readonly Frame[], base: RenderPicture): Promise<Buffer> {
  const { result } = frames[0]!;
  const canvas = await sharp(base.file)
    .toColourspace('srgb')
    .removeAlpha()
    .resize(result.width, result.height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  const raw = { raw: { ...result, channels: 3 as const }, limitInputPixels: false };
  const overlays: OverlayOptions[] = [];
  for (const [index, bytes] of pictures.entries()) {
    const place = frames[index]!.place!;
    const tile = await (await sized(bytes, place)).raw().toBuffer();
    const old = await sharp(canvas, raw).extract(place).raw().toBuffer();
    const input = withFade(await keepColours(tile, old, place), place);
    overlays.push({ input, raw: { ...place, channels: 4 }, left: place.left, top: place.top });
  }
  return sharp(canvas, raw).composite(overlays).removeAlpha().png().toBuffer();
}

/** The tile with the low frequencies of the base in the place of its own. */
async function keepColours(tile: Buffer, old: Buffer, size: Size): Promise<Buffer> {
  const raw = { raw: { width: size.width, height: size.height, channels: 3 as const } };
  const [own, wanted] = await Promise.all(
    [tile, old].map((bytes) => sharp(bytes, raw).blur(colourBlur).raw().toBuffer()),
  );
  const out = Buffer.alloc(tile.length);
  for (let i = 0; i < out.length; i++) out[i] = Math.min(255, Math.max(0, tile[i]! + wanted![i]! - own![i]!));
  return out;
}

/** Four channels: the tile becomes opaque over the overlap with its neighbours on the left and above. */
function withFade(tile: Buffer, place: NonNullable<Frame['place']>): Buffer {
  const { width, height, left, top } = place;
  const out = Buffer.alloc(width * height * 4);
  const fade = (at: number, start: number) => (start === 0 ? 1 : Math.min(1, (at + 1) / tileOverlap));
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      tile.copy(out, i * 4, i * 3, i * 3 + 3);
      out[i * 4 + 3] = Math.round(255 * Math.min(fade(x, left), fade(y, top)));
    }
  return out;
}
