import sharp from 'sharp';
import { priceOf } from '#shared/tools/price';
import { toolById } from '#shared/tools/registry';
import { type ControlPictures, ControlRefused } from '../../control/port.ts';
import { givenPicture } from '../given-picture.ts';
import { RenderRefused, type RenderRequest } from '../port.ts';
import { writePrompt } from '../prompts/index.ts';
import { resultSize, type Size } from '../result-size.ts';
import { type Frame, framedPng, frameIn, referencePng } from './framed.ts';
import type { PictureJob, ServiceModel } from './wire.ts';

/** Part of a mask's longer side by which what is made anew is grown, so that no seam of the old is left. */
const grownShare = 1 / 256;

/** Words of one output of a request. */
export interface JobWords {
  prompt: string;
  negative: string;
  unread: string[];
}

/** Words of each output of a request; at least one. */
export function wordsOf({ tool, params, names, pictures }: RenderRequest, model: ServiceModel): JobWords[] {
  const defined = toolById(tool);
  const count = defined ? priceOf(defined, params, 0).outputs : 1;
  const hasBase = givenPicture('base', { params, pictures }) !== undefined;
  const hasStyle = givenPicture('style', { params, pictures }) !== undefined;
  return Array.from({ length: count }, (_, output) => {
    const { prompt, negative, unread } = writePrompt(tool, params, {
      ...{ language: model.language, manner: hasBase ? 'instruction' : 'description', hasNegative: model.hasNegative },
      pictures: new Set(hasStyle ? (['style'] as const) : []),
      ...{ carried: new Set<string>(), longest: model.longestPrompt, names, output },
    });
    return { prompt, negative: negative.slice(0, model.longestNegative), unread };
  });
}

/** Pictures and sizes in common to all outputs of a request. */
export interface Prepared {
  jobs: PictureJob[];
  /** Size that was asked of the service. */
  asked: Size;
  /** Place of the result in the picture that the service makes; the whole picture without a base. */
  frame: Frame | undefined;
}

/** Jobs of a request. Throws {@link RenderRefused} for pictures that cannot be read. */
export async function prepare(
  request: RenderRequest,
  model: ServiceModel,
  control: Pick<ControlPictures, 'mask'>,
): Promise<Prepared> {
  const asked = model.sizeFor(resultSize(request));
  const base = givenPicture('base', request);
  const style = givenPicture('style', request);
  const mask = givenPicture('mask', request);
  const frame = base && frameIn(base, asked);
  const pictures: PictureJob['pictures'] = {
    ...(base && frame && { base: await framedPng(base, frame, asked) }),
    ...(style && { style: await referencePng(style) }),
    ...(mask && frame && { mask: await maskPng(mask, { control, frame, asked }) }),
  };
  const jobs = wordsOf(request, model).map(({ prompt, negative }, index) => ({
    ...{ prompt, negative, seed: request.seed + index, size: asked, pictures },
  }));
  return { jobs, asked, frame };
}

async function maskPng(
  picture: RenderRequest['pictures'][string],
  { control, frame, asked }: { control: Pick<ControlPictures, 'mask'>; frame: Frame; asked: Size },
): Promise<Uint8Array> {
  const grow = Math.ceil(Math.max(frame.width, frame.height) * grownShare);
  try {
    const { width, height } = frame;
    const made = await control.mask({ picture }, { width, height }, { grow, feather: 0 });
    return await framedMask(made, frame, asked);
  } catch (error) {
    throw error instanceof ControlRefused ? new RenderRefused(error.sentence) : error;
  }
}

async function framedMask(made: Uint8Array, { left, top, width, height }: Frame, asked: Size): Promise<Uint8Array> {
  return sharp(made)
    .extend({
      ...{ left, top, right: asked.width - width - left, bottom: asked.height - height - top },
      background: '#000',
    })
    .png()
    .toBuffer();
}
