import type { RenderPicture, RenderRequest } from './port.ts';

/** Parts that pictures of a form play for models that work from pictures. */
type GivenPicture = 'base' | 'style' | 'mask';

/** Fields of a form that may hold the picture of each part; the first that is set counts. */
const fields: Readonly<Record<GivenPicture, readonly string[]>> = {
  base: ['upload_img'],
  style: ['style_img', 'texture_img', 'sky_img'],
  mask: ['mask'],
};

const pictureAt = (id: unknown, pictures: RenderRequest['pictures']): RenderPicture | undefined =>
  typeof id === 'string' ? pictures[id] : undefined;

/** The picture that a form gives for a part; a reference that the form wants left aside is none. */
export function givenPicture(
  part: GivenPicture,
  { params, pictures }: Pick<RenderRequest, 'params' | 'pictures'>,
): RenderPicture | undefined {
  if (part === 'style' && params.ignoreWordAndImage === true) return undefined;
  const field = fields[part].find((name) => pictureAt(params[name], pictures));
  return field === undefined ? undefined : pictureAt(params[field], pictures);
}
