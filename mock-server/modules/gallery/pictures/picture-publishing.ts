import type { z } from 'zod';
import type { GalleryPicture, pictureContract } from '#shared/contract/gallery-picture';
import { isImageFormat } from '#shared/contract/image';
import { type GalleryKind, galleryLimits } from '#shared/domain/gallery';
import { day, hour } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import { categoryRoots } from '#shared/tools/categories';
import type { Clock } from '../../../adapters/clock/port.ts';
import { withDeps } from '../../../with-deps.ts';
import type { UserCaller } from '../../base/caller.ts';
import { createCounter } from '../../base/limits.ts';
import { afterCommit, type Db, type Store } from '../../base/store.ts';
import { type CategoryService, isShown } from '../../studio/category/category.service.ts';
import type { ImageService } from '../../studio/image/image.service.ts';
import type { PictureLikeness } from '../../studio/image/picture-likeness.ts';
import type { GalleryCatalogue } from '../index/gallery-catalogue.ts';
import * as pictures from '../index/picture.repository.ts';
import { recipeOf } from './picture.rules.ts';
import type { PictureVisibility } from './picture-visibility.ts';

type Draft = z.output<typeof pictureContract.publishPicture.input>;
type Changes = z.output<typeof pictureContract.editPicture.input>;

export interface PublishingDeps {
  store: Store;
  clock: Clock;
  images: ImageService;
  categories: CategoryService;
  catalogue: GalleryCatalogue;
  visibility: PictureVisibility;
}

export type PicturePublishing = ReturnType<typeof createPicturePublishing>;

const publishLimit = { windowMs: hour, most: 120 };
/** Time in which a removed picture can be restored, milliseconds. */
const restorableMs = 7 * day;

interface PublishingParts extends PublishingDeps {
  published: ReturnType<typeof createCounter>;
}

/** Publication, change and removal of one's own pictures in the gallery. */
export function createPicturePublishing(deps: PublishingDeps) {
  const { store, clock } = deps;
  const published = createCounter({ store, clock, ...publishLimit });
  const parts: PublishingParts = { ...deps, published };
  return {
    ...withDeps(parts, { publish, edit, remove, restore, settle }),
    /** After somebody was banned, deleted or let in again. */
    settleOwner: async (tx: Db, ownerId: string): Promise<void> =>
      settle(deps, tx, await pictures.pictureIdsOf(tx, ownerId)),
  };
}

/**
 * The same `clientKey` is one publication. Throws `image.not_found`, `gallery.already_published`,
 * `gallery.no_such_category`, `gallery.set_not_found`, `gallery.set_full`, `request.client_key_reused`,
 * `image.not_made`,
 * `request.too_often`.
 */
async function publish(deps: PublishingParts, caller: UserCaller, draft: Draft): Promise<GalleryPicture> {
  const { images, store } = deps;
  // Decoding takes its time, and a transaction keeps all others waiting.
  const image = await images.find(store.db, draft.imageId);
  const isOwn = image?.owner_id === caller.accountId && isImageFormat(image.format);
  const likeness = isOwn ? await images.likeness(caller.accountId, image) : undefined;
  return ownCard(deps, caller, await store.transact((tx) => publishOnce(deps, tx, caller, draft, likeness)));
}

/** Throws `gallery.picture_not_found`, `gallery.no_such_category`. */
async function edit(deps: PublishingDeps, caller: UserCaller, id: number, changes: Changes): Promise<GalleryPicture> {
  await deps.store.transact(async (tx) => {
    const row = await mustOwn(tx, caller, id);
    if (row.deleted_at !== null) throw new ProductError('gallery.picture_not_found');
    const { title, description, classifyId, tags, isPrivate } = changes;
    requireCategory(deps, classifyId);
    const isReviewedAnew =
      row.state === 'public' ? !isPrivate && (await saysOtherwise(tx, row, changes)) : isPrivate === false;
    await pictures.updatePicture(tx, id, {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(classifyId !== undefined && { classify_id: classifyId, kind: kindOf(deps, classifyId) }),
      ...(isPrivate && { state: 'private', wants_public: 0 }),
      ...(isReviewedAnew && { state: 'pending', wants_public: 1, review_reason: '' }),
    });
    if (tags) await pictures.replaceTags(tx, id, tags);
    await settle(deps, tx, [id]);
  });
  return ownCard(deps, caller, id);
}

/** Throws `gallery.picture_not_found`. */
async function remove(deps: PublishingDeps, caller: UserCaller, id: number): Promise<void> {
  await deps.store.transact(async (tx) => {
    const row = await mustOwn(tx, caller, id);
    if (row.deleted_at !== null) return;
    await pictures.updatePicture(tx, id, { deleted_at: deps.clock.now() });
    await settle(deps, tx, [id]);
  });
}

/** Throws `gallery.picture_not_found`, after seven days too. */
async function restore(deps: PublishingDeps, caller: UserCaller, id: number): Promise<GalleryPicture> {
  await deps.store.transact(async (tx) => {
    const row = await mustOwn(tx, caller, id);
    if (row.deleted_at === null) return;
    if (row.deleted_at < deps.clock.now() - restorableMs) throw new ProductError('gallery.picture_not_found');
    await pictures.updatePicture(tx, id, { deleted_at: null });
    await settle(deps, tx, [id]);
  });
  return ownCard(deps, caller, id);
}

/** Throws `gallery.no_such_category`. */
function requireCategory(deps: PublishingDeps, classifyId: string | undefined): void {
  if (!classifyId) return;
  const category = deps.categories.find(classifyId);
  if (!category || !isShown(category)) throw new ProductError('gallery.no_such_category');
}

/** Kind of picture in a category. */
function kindOf(deps: PublishingDeps, classifyId: string | undefined): GalleryKind {
  const [root] = classifyId ? deps.categories.pathOf(classifyId) : [];
  if (root?.id === categoryRoots.colourPlan) return 'plan';
  if (root?.id === categoryRoots.material) return 'material';
  return root?.id === categoryRoots.drawingStyle ? 'drawing' : 'picture';
}

/**
 * Does what follows from the state of pictures and of their owners, inside the transaction that changed it: others are
 * given the files while all may see the pictures and no longer, and lists follow after the commit.
 */
async function settle(deps: PublishingDeps, tx: Db, ids: readonly number[]): Promise<void> {
  await pictures.deliverSeen(tx, ids, deps.clock.now());
  afterCommit(tx, () => void deps.catalogue.changed(ids));
}

async function mustOwn(tx: Db, caller: UserCaller, id: number): Promise<pictures.GalleryPictureRow> {
  const row = await pictures.findPicture(tx, id);
  if (row?.owner_id !== caller.accountId) throw new ProductError('gallery.picture_not_found');
  return row;
}

/** Returns true when people would read something else than what was reviewed. */
async function saysOtherwise(tx: Db, row: pictures.GalleryPictureRow, changes: Changes): Promise<boolean> {
  const { title = row.title, description = row.description, tags } = changes;
  if (title !== row.title || description !== row.description) return true;
  const known = new Set(await pictures.tagsOf(tx, row.id));
  return tags?.some((tag) => !known.has(tag)) ?? false;
}

async function ownCard(deps: PublishingDeps, caller: UserCaller, id: number): Promise<GalleryPicture> {
  const [card] = await deps.visibility.cards(caller, [id]);
  if (!card) throw new ProductError('gallery.picture_not_found');
  return card;
}

/** Throws `gallery.set_not_found`, `gallery.set_full`. */
async function putIntoSet(
  deps: PublishingDeps,
  tx: Db,
  caller: UserCaller,
  setId: string,
  pictureId: number,
): Promise<void> {
  const set = await pictures.findSet(tx, setId, 'set');
  if (set?.owner_id !== caller.accountId) throw new ProductError('gallery.set_not_found');
  const limit = galleryLimits.picturesPerSet;
  const places = await pictures.placesIn(tx, setId);
  if (places.some(({ picture_id }) => picture_id === pictureId)) return;
  if (places.length >= limit) throw new ProductError('gallery.set_full', { fill: { name: set.title, limit } });
  await pictures.addToSet(tx, setId, pictureId, deps.clock.now());
}

async function publishOnce(
  deps: PublishingParts,
  tx: Db,
  caller: UserCaller,
  draft: Draft,
  likeness: PictureLikeness | undefined,
): Promise<number> {
  const { images, clock, published } = deps;
  const { accountId } = caller;
  const repeated = await pictures.findByClientKey(tx, accountId, draft.clientKey);
  if (repeated && repeated.image_id !== draft.imageId) throw new ProductError('request.client_key_reused');
  if (repeated) return repeated.id;
  const image = await images.find(tx, draft.imageId);
  if (image?.owner_id !== accountId || !isImageFormat(image.format)) throw new ProductError('image.not_found');
  const known = await pictures.findByImage(tx, draft.imageId);
  if (known && known.deleted_at === null) throw new ProductError('gallery.already_published');
  requireCategory(deps, draft.classifyId);
  published.count(accountId);

  const work = await pictures.workOf(tx, accountId, draft.imageId);
  const recipe = work && JSON.stringify(recipeOf(work.tool, JSON.parse(work.params) as Record<string, unknown>));
  const row = {
    title: draft.title,
    description: draft.description,
    source: work ? ('ai' as const) : draft.source,
    kind: kindOf(deps, draft.classifyId),
    classify_id: draft.classifyId ?? '',
    state: draft.isPrivate ? ('private' as const) : ('pending' as const),
    wants_public: draft.isPrivate ? (0 as const) : (1 as const),
    tool: work?.tool ?? null,
    recipe: recipe ?? null,
    source_url: draft.sourceUrl,
    client_key: draft.clientKey,
    created_at: clock.now(),
    published_at: null,
    reviewed_by: null,
    reviewed_at: null,
    review_reason: '',
    deleted_at: null,
  };
  const owner = { image_id: draft.imageId, owner_id: accountId };
  const unmeasured = { camera_view: null, time_of_day: null, seed_name: null };
  const hashes = likeness && {
    ...{ dhash: likeness.dhash, dhash_mirrored: likeness.dhashMirrored, phash: likeness.phash },
    ...{ colour_bits: likeness.colourBits, features: Buffer.from(likeness.features, 'base64') },
  };
  const measured = { dhash: null, dhash_mirrored: null, phash: null, features: null, ...hashes };
  if (known) await pictures.updatePicture(tx, known.id, row);
  const id = known?.id ?? (await pictures.insertPicture(tx, { ...owner, ...unmeasured, ...measured, ...row }));
  await pictures.replaceTags(tx, id, draft.tags);
  if (draft.imageSetId) await putIntoSet(deps, tx, caller, draft.imageSetId, id);
  await settle(deps, tx, [id]);
  return id;
}
