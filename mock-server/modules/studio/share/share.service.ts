import { type ImageFormat, isImageFormat } from '#shared/contract/image';
import type { Share, SharedResult } from '#shared/contract/share';
import { day } from '#shared/domain/time';
import { needsWatermark } from '#shared/domain/watermark';
import { ProductError } from '#shared/errors';
import { toolById } from '#shared/tools/registry';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { UserCaller } from '../../base/caller.ts';
import { pageOf } from '../../base/cursor.ts';
import type { Store } from '../../base/store.ts';
import type { Delivery, ImageService, Viewer } from '../image/image.service.ts';
import type { VersionService } from '../project/version.service.ts';
import * as links from './share.repository.ts';

/** Open links of one account. */
const shareLimit = 200;

export interface ShareDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  images: ImageService;
  versions: VersionService;
}

export type ShareService = ReturnType<typeof createShareService>;

/** Links by which anybody sees one result beside what it was made from, until they run out or are ended. */
export function createShareService(deps: ShareDeps) {
  return withDeps(deps, { create, list, end, restore, read, picture, preview });
}

/** Throws `image.not_found`, `share.not_a_result`, `share.too_many`. */
async function create(
  deps: ShareDeps,
  caller: UserCaller,
  { imageId, days }: { imageId: string; days: number },
): Promise<Share> {
  const { images, store, clock, ids } = deps;
  const { accountId } = caller;
  const picture = (await images.requireOwn(store.db, accountId, [imageId])).get(imageId);
  const work = await links.workOf(store.db, accountId, imageId);
  if (!picture || !work || !isImageFormat(picture.format)) throw new ProductError('share.not_a_result');
  const base = await baseOf(deps, caller, imageId);
  const token = await store.transact(async (tx) => {
    const now = clock.now();
    const open = await links.findOpenOf(tx, accountId, imageId, now);
    if (open) {
      await links.prolong(tx, open.token, now + days * day);
      return open.token;
    }
    if ((await links.countOpen(tx, accountId, now)) >= shareLimit)
      throw new ProductError('share.too_many', { fill: { limit: shareLimit } });
    const row = {
      token: ids.next('share'),
      account_id: accountId,
      image_id: imageId,
      base_image_id: base,
      created_at: now,
      expires_at: now + days * day,
      ended_at: null,
    };
    await links.insertShare(tx, row);
    return row.token;
  });
  return describe(await mustFindOpen(deps, token, caller));
}

async function list(
  { store, clock }: ShareDeps,
  { accountId }: UserCaller,
  query: { cursor?: string | undefined; size: number },
): Promise<{ list: Share[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await pageOf(
    query,
    { ids: 'words', refusal: 'share.bad_cursor' },
    (stretch) => links.listOpen(store.db, accountId, clock.now(), stretch),
    ({ token, created_at }) => ({ score: created_at, id: token }),
  );
  return { list: rows.map(describe), nextCursor };
}

async function end({ store, clock }: ShareDeps, { accountId }: UserCaller, token: string): Promise<void> {
  const isOwn = await store.transact((tx) => links.end(tx, accountId, token, clock.now()));
  if (!isOwn) throw new ProductError('share.not_found');
}

/** Opens a link again that was ended within a day. Throws `share.not_found`, `share.ended`, `share.too_many`. */
async function restore(deps: ShareDeps, caller: UserCaller, token: string): Promise<Share> {
  const { accountId } = caller;
  await deps.store.transact(async (tx) => {
    const now = deps.clock.now();
    const link = await links.findOwn(tx, accountId, token);
    if (!link) throw new ProductError('share.not_found');
    if (link.expires_at <= now) throw new ProductError('share.ended');
    if (link.ended_at === null) return;
    if (link.ended_at <= now - day || (await links.findOpenOf(tx, accountId, link.image_id, now)))
      throw new ProductError('share.ended');
    if ((await links.countOpen(tx, accountId, now)) >= shareLimit)
      throw new ProductError('share.too_many', { fill: { limit: shareLimit } });
    await links.reopen(tx, token);
  });
  return describe(await mustFindOpen(deps, token, caller));
}

/** The shared result for the page. Throws `share.not_found`, `share.ended`. */
async function read(deps: ShareDeps, caller: UserCaller | null, token: string): Promise<SharedResult> {
  const { images, store } = deps;
  const link = await mustFindOpen(deps, token, caller);
  const after = await images.find(store.db, link.image_id);
  if (!after) throw new ProductError('share.ended');
  const before = link.base_image_id ? await images.find(store.db, link.base_image_id) : undefined;
  const shown = (side: 'before' | 'after', picture: typeof after) => ({
    url: `/api/share/link/${token}/${side}`,
    ...images.sizeOfShared(picture),
    mainColor: picture.main_color,
  });
  return {
    title: titleOf(link),
    tool: link.tool,
    createdAt: link.created_at,
    expiresAt: link.expires_at,
    after: shown('after', after),
    before: before ? shown('before', before) : null,
    isMarked: needsWatermark(after.type),
  };
}

async function picture(
  deps: ShareDeps,
  viewer: Viewer,
  token: string,
  side: 'before' | 'after',
  asked: { w?: number | undefined; format: ImageFormat },
): Promise<Delivery> {
  const link = await mustFindOpen(deps, token, viewer.caller);
  const imageId = side === 'after' ? link.image_id : link.base_image_id;
  if (!imageId) throw new ProductError('image.not_found');
  return deps.images.deliverShared(viewer, imageId, asked);
}

/** The title for the page's head, or why there is nothing to show. */
async function preview({ store, clock }: ShareDeps, token: string): Promise<{ title: string } | 'ended' | 'unknown'> {
  const link = await links.findOpen(store.db, token, clock.now(), null);
  if (link) return { title: titleOf(link) };
  return (await links.isKnown(store.db, token)) ? 'ended' : 'unknown';
}

const sharePath = (token: string) => `/share/${token}`;

const titleOf = ({ title, tool }: { title: string; tool: string }) => title || (toolById(tool)?.title ?? tool);

async function mustFindOpen(deps: ShareDeps, token: string, caller: UserCaller | null): Promise<links.ShareRow> {
  const { store, clock } = deps;
  const link = await links.findOpen(store.db, token, clock.now(), caller?.accountId ?? null);
  if (link) return link;
  throw new ProductError((await links.isKnown(store.db, token)) ? 'share.ended' : 'share.not_found');
}

function describe(row: links.ShareRow): Share {
  return {
    token: row.token,
    path: sharePath(row.token),
    imageId: row.image_id,
    title: titleOf(row),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

/** First picture of the account that a picture was made from directly; null when there is none. */
async function baseOf(deps: ShareDeps, caller: UserCaller, imageId: string): Promise<string | null> {
  const { pictures } = await deps.versions.tree(caller, imageId);
  return pictures.find(({ depth, format }) => depth === -1 && isImageFormat(format))?.imageId ?? null;
}
