import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { GalleryKind, PictureSource, PictureTime, PictureView } from '#shared/domain/gallery';

/** Facts of a picture file measured when it was made, so that seeding decodes nothing. */
export interface SeedFile {
  name: string;
  /** From the folder of the seed. */
  file: string;
  width: number;
  height: number;
  mainColor: string;
  thumbHash: string;
  classifyId: string;
}

export interface SeedWords {
  name: string;
  title: string;
  description: string;
  classifyId: string;
  kind: GalleryKind;
  tags: string[];
  view: PictureView | null;
  time: PictureTime | null;
  recipe: { tool: string; params: Record<string, unknown> } | null;
}

export type SeedPicture = SeedFile & SeedWords & { source: PictureSource };

export interface SeedSet {
  name: string;
  title: string;
  description: string;
  tags: string[];
  classifyId: string;
  pictures: string[];
}

export interface SeedCase {
  name: string;
  title: string;
  classifyId: string;
  location: string;
  year: number;
  areaSquareMetres: number;
  style: string;
  team: string;
  /** An editor of the house. */
  editor: string;
  intro: string;
  blocks: Array<
    { kind: 'text'; heading?: string; text: string } | { kind: 'picture' | 'plan'; picture: string; caption: string }
  >;
}

/** Likeness of a picture, measured beforehand; hashes as 16 hexadecimal digits, features in base64. */
export interface SeedLikeness {
  dhash: string;
  dhashMirrored: string;
  phash: string;
  colourBits: number;
  features: string;
}

export interface GallerySeed {
  pictures: SeedPicture[];
  sets: SeedSet[];
  cases: SeedCase[];
  materials: SeedFile[];
  likeness: Record<string, SeedLikeness>;
  /** Pictures without a file: the engine makes them from their recipe. */
  more: SeedWords[];
}

/** The lists of a folder; a list that is not there is empty. */
export async function readGallerySeed(folder: string): Promise<GallerySeed> {
  const read = async <T>(name: string, none: T): Promise<T> => {
    const text = await readFile(path.join(folder, `${name}.json`), 'utf8').catch(() => undefined);
    return text === undefined ? none : (JSON.parse(text) as T);
  };
  return {
    pictures: await read<SeedPicture[]>('pictures', []),
    sets: await read<SeedSet[]>('sets', []),
    cases: await read<SeedCase[]>('cases', []),
    materials: await read<SeedFile[]>('materials', []),
    likeness: await read<Record<string, SeedLikeness>>('likeness', {}),
    more: await read<SeedWords[]>('more', []),
  };
}
