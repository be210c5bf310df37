import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { galleryWidth } from '#shared/domain/image-url';
import { toolById } from '#shared/tools/registry';
import type { Clock } from '../adapters/clock/port.ts';
import type { BlobStorage } from '../adapters/storage/port.ts';
import type { Ids } from '../ids.ts';
import type { Db, Store } from '../modules/base/store.ts';
import type { AccountService } from '../modules/identity/account/account.service.ts';
import type { ImageService } from '../modules/studio/image/image.service.ts';
import { type Editor, editorOf, makeEditors } from './gallery-editors.ts';
import {
  type GallerySeed,
  readGallerySeed,
  type SeedFile,
  type SeedLikeness,
  type SeedPicture,
  type SeedWords,
} from './gallery-files.ts';
import { putSetsAndCases, seedNames, seemsFrom } from './gallery-stories.ts';

export interface GallerySeedDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  storage: BlobStorage;
  accounts: AccountService;
  images: ImageService;
}

/** Folder of the gallery of a first start. */
export const houseGallery = path.join(import.meta.dirname, 'gallery');

/** A gallery picture, downloaded with the brand watermark; a material is used in tools and stays as it is. */
const pictureType = 4;
const materialType = 2;

/** View that walls ask for, and folder of the copies that `scripts/gallery/small-copies.ts` made for it. */
const wallView = { w: galleryWidth, fit: 'inside', format: 'webp', quality: 100, isClean: false } as const;
const smallFolder = 'small';

/** Rows of one transaction: requests get their turn in between. */
const picturesAtOnce = 4;

/**
 * Puts the house's editors, pictures, materials, image sets and cases in. What is there already stays, by its seed name,
 * so that a start which was cut off is carried on and what a later version brings is added.
 */
export async function seedGallery(deps: GallerySeedDeps, folder: string): Promise<void> {
  const seed = await readGallerySeed(folder);
  if (seed.pictures.length === 0) return;
  const editors = await makeEditors(deps.store, deps.accounts);
  const pictures = { entries: await missingPictures(deps.store.db, seed), type: pictureType };
  await putFiles(deps, folder, pictures, (tx, entry, stored) =>
    insertPicture(tx, deps, editors, { entry, stored, likeness: seed.likeness[entry.name] }),
  );
  const materials = { entries: await missingMaterials(deps.store.db, seed), type: materialType };
  await putFiles(deps, folder, materials, async (tx, entry, stored) => {
    const ownerId = editors.get('drawing') ?? '';
    const image = await deps.images.register(tx, ownerId, stored);
    const place = seed.materials.indexOf(entry);
    const { name, classifyId } = entry;
    const row = { id: materialId(entry), name, kind: 'material' as const, classify_id: classifyId };
    await tx
      .insertInto('material')
      .values({ ...row, image_id: image.id, place })
      .execute();
  });
  await putSetsAndCases(deps, seed, editors);
}

type Stored = Parameters<ImageService['register']>[2];

/** Stores files a few at a time and writes the rows of each few in one transaction. A file that is not there is left out. */
async function putFiles<Entry extends SeedFile>(
  { store, storage, images }: GallerySeedDeps,
  folder: string,
  { entries, type }: { entries: readonly Entry[]; type: number },
  insert: (tx: Db, entry: Entry, stored: Stored) => Promise<void>,
): Promise<void> {
  if (entries.length === 0) return;
  const work = await storage.workFolder();
  try {
    for (let from = 0; from < entries.length; from += picturesAtOnce) {
      const some = entries.slice(from, from + picturesAtOnce);
      const stored = await Promise.all(some.map((entry) => adopt(storage, folder, work, entry, type)));
      const kept = stored.flatMap((file) => file ?? []);
      const written = store.transact(async (tx) => {
        for (const { entry, facts } of kept) await insert(tx, entry, facts);
      });
      await written.catch(async (error: unknown) => {
        await images.discard(kept.map(({ facts }) => facts.sha256));
        throw error;
      });
      await Promise.all(kept.map(({ entry, facts }) => adoptSmall(images, folder, entry, facts)));
      await setImmediate();
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function adopt<Entry extends SeedFile>(
  storage: BlobStorage,
  folder: string,
  work: string,
  entry: Entry,
  type: number,
) {
  const { width, height, mainColor, thumbHash } = entry;
  const copy = path.join(work, entry.file.replaceAll('/', '-'));
  const isThere = await copyFile(path.join(folder, entry.file), copy).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const key = await storage.adopt(copy);
  return {
    entry,
    facts: { ...key, width, height, mainColor, thumbHash, format: 'webp' as const, type, isPublic: true },
  };
}

/** A picture without a small copy has one made by whoever asks first. */
async function adoptSmall(images: ImageService, folder: string, { file }: SeedFile, stored: Stored): Promise<void> {
  const small = path.join(folder, smallFolder, path.basename(file));
  await images.adoptCopy(stored, wallView, small).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function missingPictures(db: Db, { pictures }: GallerySeed): Promise<SeedPicture[]> {
  const known = await seedNames(db, 'gallery_picture');
  return pictures.filter(({ name }) => !known.has(name));
}

const materialId = ({ file }: SeedFile): string => path.basename(file, path.extname(file));

async function missingMaterials(db: Db, { materials }: GallerySeed): Promise<SeedFile[]> {
  const known = new Set((await db.selectFrom('material').select('id').execute()).map(({ id }) => id));
  return materials.filter((entry) => !known.has(materialId(entry)));
}

async function insertPicture(
  tx: Db,
  { images, clock }: GallerySeedDeps,
  editors: ReadonlyMap<Editor, string>,
  picture: { entry: SeedPicture; stored: Stored; likeness: SeedLikeness | undefined },
): Promise<void> {
  const { entry, stored, likeness } = picture;
  const ownerId = editors.get(editorOf(entry.classifyId)) ?? '';
  const image = await images.register(tx, ownerId, stored);
  const measured = likeness && {
    dhash: likeness.dhash,
    dhash_mirrored: likeness.dhashMirrored,
    phash: likeness.phash,
    colour_bits: likeness.colourBits,
    features: Buffer.from(likeness.features, 'base64'),
  };
  await publish(tx, {
    ...{ entry, imageId: image.id, ownerId, source: entry.source, measured },
    publishedAt: seemsFrom(clock.now(), entry.name),
  });
}

/** Puts a picture of the house in, seen by all; for use inside a transaction. Returns its number. */
export async function publish(
  tx: Db,
  picture: {
    entry: SeedWords;
    imageId: string;
    ownerId: string;
    source: SeedPicture['source'];
    publishedAt: number;
    measured?: object | undefined;
  },
): Promise<number> {
  const { entry, imageId, ownerId, source, publishedAt, measured } = picture;
  const recipe = entry.recipe && toolById(entry.recipe.tool) ? entry.recipe : null;
  const { id } = await tx
    .insertInto('gallery_picture')
    .values({
      ...{ image_id: imageId, owner_id: ownerId, title: entry.title, description: entry.description },
      ...{ source, kind: entry.kind, classify_id: entry.classifyId, camera_view: entry.view },
      ...{ time_of_day: entry.time, state: 'public', wants_public: 1, seed_name: entry.name },
      ...{ tool: recipe?.tool ?? null, recipe: recipe ? JSON.stringify(recipe.params) : null },
      ...{ created_at: publishedAt, published_at: publishedAt, ...measured },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const tags = [...new Set(entry.tags)].map((tag) => ({ picture_id: id, tag }));
  if (tags.length > 0) await tx.insertInto('gallery_tag').values(tags).execute();
  return id;
}
