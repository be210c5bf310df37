import type { IncomingHttpHeaders } from 'node:http';
import busboy from 'busboy';
import { type Files, isFolder } from './files.ts';
import { withAlphaOf } from './frames.ts';

export interface Form {
  fields: Record<string, string>;
  /** The file of the field `image`, with its name as it was sent. */
  image?: { filename: string; bytes: Buffer };
}

/** Parts of a multipart body. Rejects for a body of another kind. */
export function readForm(headers: IncomingHttpHeaders, body: Buffer): Promise<Form> {
  return new Promise((resolve, reject) => {
    const form: Form = { fields: {} };
    const parser = busboy({ headers, preservePath: true, defParamCharset: 'utf8' });
    parser.on('field', (name, value) => (form.fields[name] = value));
    parser.on('file', (name, stream, { filename = '' }) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (name === 'image') form.image = { filename, bytes: Buffer.concat(chunks) };
      });
    });
    parser.on('error', reject);
    parser.on('close', () => resolve(form));
    parser.end(body);
  });
}

type Stored = { name: string; subfolder: string; type: string } | undefined;

/**
 * Stores an uploaded picture as `/upload/image` does: the same bytes under the same name are one file, other bytes get
 * `name (1).png` unless `overwrite` is set. Undefined for a form without a file and for paths that leave the folder.
 * Throws for an unknown `type`.
 */
export function storeUpload(
  files: Files,
  { fields, image }: Form,
  save = (bytes: Buffer): Buffer | undefined => bytes,
): Stored {
  const type = fields.type ?? 'input';
  if (!isFolder(type)) throw new Error("cannot access local variable 'type_dir'");
  const subfolder = fields.subfolder ?? '';
  if (!image?.filename || !files.isInside(subfolder, image.filename)) return undefined;
  const [, stem = image.filename, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(image.filename) ?? [];
  const isOverwrite = fields.overwrite === 'true' || fields.overwrite === '1';
  let name = image.filename;
  for (let copy = 1; !isOverwrite && files.get(type, subfolder, name); copy += 1) {
    if (files.get(type, subfolder, name)!.equals(image.bytes)) return { name, subfolder, type };
    name = `${stem} (${copy})${ending}`;
  }
  const bytes = save(image.bytes);
  if (bytes) files.put(type, subfolder, name, bytes);
  return { name, subfolder, type };
}

/**
 * Stores the original with the mask's alpha. A missing original is answered like success and nothing is stored; a form
 * without `original_ref` throws.
 */
export async function storeMask(files: Files, form: Form): Promise<Stored> {
  const reference = JSON.parse(form.fields.original_ref ?? 'None') as Record<string, string>;
  const { filename = '', subfolder = '', type = 'output' } = reference;
  const original = isFolder(type) ? files.get(type, subfolder, filename) : undefined;
  const merged = original && form.image ? await withAlphaOf(original, form.image.bytes) : undefined;
  return storeUpload(files, form, () => merged);
}
