import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { EngineFailure, type RenderOutput } from '../port.ts';
import type { Size } from '../result-size.ts';

/** Brightest value that a picture which failed may have. */
const black = 8;

/** True for pictures without light, which models make when they fail. */
export const isBlack = (channels: readonly { max: number }[]): boolean =>
  channels.slice(0, 3).every(({ max }) => max < black);

/**
 * Writes a result of a model as a PNG at its size, without the text that services put into their files.
 *
 * @param shown part of the picture that is the result, pixels; the whole picture when absent
 * @throws {EngineFailure} `engine` for pictures that are black
 */
export async function writeResult(
  bytes: Uint8Array,
  { width, height }: Size,
  file: string,
  shown?: Size & { left: number; top: number },
): Promise<RenderOutput> {
  const { channels } = await sharp(bytes).stats();
  if (isBlack(channels)) throw new EngineFailure('engine', 'the result is black');
  const whole = sharp(bytes).removeAlpha();
  const picture = (shown ? whole.extract(shown) : whole).resize(width, height, { fit: 'fill', kernel: 'lanczos3' });
  await writeFile(file, await picture.png().toBuffer());
  return { file, width, height, format: 'png' };
}
