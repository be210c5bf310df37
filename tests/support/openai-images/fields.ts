import sharp from 'sharp';
import { json } from '../image-service/server.ts';

/** Fields of a request: texts, and pictures as bytes. */
export interface PictureFields {
  text: Record<string, string>;
  images: Uint8Array[];
  /** `image` or `image[]`. */
  imageField?: string | undefined;
  mask?: Uint8Array;
}

export interface FieldFault {
  code: string;
  param: string | null;
  message: string;
}

type Dialect = 'openai' | 'local';

export const badRequest = ({ code, param, message }: FieldFault) =>
  json(400, { error: { message, type: 'invalid_request_error', param, code } });

/** https://platform.openai.com/docs/api-reference/images/create, fields of GPT image models */
const generationNames = [
  ...(['prompt', 'background', 'model', 'moderation', 'n', 'output_compression', 'output_format'] as const),
  ...(['partial_images', 'quality', 'size', 'stream', 'user'] as const),
];
/** https://platform.openai.com/docs/api-reference/images/createEdit, fields of GPT image models */
const editNames = [
  ...(['prompt', 'background', 'input_fidelity', 'model', 'n', 'output_compression', 'output_format'] as const),
  ...(['partial_images', 'quality', 'size', 'stream', 'user'] as const),
];

/** Values as the two pages list them for GPT image models. */
const choices: Readonly<Record<string, readonly string[]>> = {
  size: ['auto', '1024x1024', '1536x1024', '1024x1536'],
  quality: ['auto', 'low', 'medium', 'high'],
  output_format: ['png', 'jpeg', 'webp'],
  background: ['auto', 'transparent', 'opaque'],
  input_fidelity: ['low', 'high'],
  moderation: ['auto', 'low'],
};

/** The first fault of a request for a new picture. */
export const generationFault = (fields: PictureFields, dialect: Dialect): FieldFault | undefined =>
  textFault(fields.text, generationNames, dialect);

/** The first fault of a request for an edit; pictures and mask as https://platform.openai.com/docs/api-reference/images/createEdit says. */
export async function editFault(fields: PictureFields, dialect: Dialect): Promise<FieldFault | undefined> {
  const { images, imageField, mask } = fields;
  const invalid = (param: string, message: string) => ({ code: 'invalid_image_file', param, message });
  if (images.length === 0) return { code: 'missing_required_parameter', param: 'image', message: "Missing 'image'." };
  if (imageField !== 'image' && imageField !== 'image[]') return unknown(imageField ?? '');
  if (images.length > 1 && imageField === 'image')
    return { code: 'duplicate_parameter', param: 'image', message: "Duplicate parameter: 'image'." };
  if (images.length > 16) return invalid('image', 'At most 16 images.');
  const [first] = await Promise.all(
    images.map((bytes) =>
      sharp(bytes)
        .metadata()
        .catch(() => undefined),
    ),
  );
  if (!first || !['png', 'webp', 'jpeg'].includes(first.format)) return invalid('image', 'Invalid image file.');
  if (images.some((bytes) => bytes.length >= 50 * 1024 ** 2)) return invalid('image', 'Image file too large.');
  if (mask) {
    const read = await sharp(mask)
      .metadata()
      .catch(() => undefined);
    if (read?.format !== 'png' || mask.length >= 4 * 1024 ** 2) return invalid('mask', 'Invalid mask image.');
    if (!read.hasAlpha) return invalid('mask', 'Invalid mask image format - mask needs an alpha channel.');
    if (read.width !== first.width || read.height !== first.height)
      return invalid('mask', 'Invalid mask image format - mask size does not match image size.');
  }
  return textFault(fields.text, editNames, dialect);
}

/** Body as reported in https://github.com/nexu-io/open-design/issues/5727 */
const unknown = (name: string): FieldFault => ({
  ...{ code: 'unknown_parameter', param: name, message: `Unknown parameter: '${name}'.` },
});

function textFault(text: Record<string, string>, names: readonly string[], dialect: Dialect): FieldFault | undefined {
  // https://localai.io/features/image-generation/ for what a server of one's own takes beside
  const known = dialect === 'local' ? [...names, 'response_format', 'step'] : names;
  const strange = Object.keys(text).find((name) => !known.includes(name));
  if (strange !== undefined) return unknown(strange);
  if (!text.prompt) return { code: 'missing_required_parameter', param: 'prompt', message: "Missing 'prompt'." };
  if (text.prompt.length > 32_000) return { code: 'string_above_max_length', param: 'prompt', message: 'Too long.' };
  const n = Number(text.n ?? 1);
  if (!Number.isInteger(n) || n < 1 || n > 10) return { code: 'invalid_value', param: 'n', message: 'Invalid n.' };
  if (dialect === 'local') return undefined;
  for (const [name, values] of Object.entries(choices)) {
    const given = text[name];
    if (given !== undefined && !values.includes(given))
      return { code: 'invalid_value', param: name, message: `Invalid value: '${given}'.` };
  }
  return undefined;
}
