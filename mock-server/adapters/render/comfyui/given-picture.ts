import type { RenderPicture, RenderRequest } from '../port.ts';
import type { PictureSlot } from './graph-file.ts';

/** Fields of a form that may hold the picture of each slot; the first that is set counts. */
const fields: Partial<Record<PictureSlot, readonly string[]>> = {
  base: ['upload_img'],
  style: ['style_img', 'texture_img', 'sky_img'],
  mask: ['mask'],
};

const pictureAt = (id: unknown, pictures: RenderRequest['pictures']): RenderPicture | undefined =>
  typeof id === 'string' ? pictures[id] : undefined;

/** The picture that a form gives for a slot; a reference that the form wants left aside is none. */
export function givenPicture(
  slot: 'base' | 'style' | 'mask',
  { params, pictures }: Pick<RenderRequest, 'params' | 'pictures'>,
): RenderPicture | undefined {
  if (slot === 'style' && params.ignoreWordAndImage === true) return undefined;
  const field = fields[slot]?.find((name) => pictureAt(params[name], pictures));
  return field === undefined ? undefined : pictureAt(params[field], pictures);
}
