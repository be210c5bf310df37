import type { AuthorCard, GalleryPicture } from '#shared/contract/gallery-picture';
import { galleryColourNames } from '#shared/domain/gallery';
import { pictureIdsOf, toolById } from '#shared/tools/registry';
import { imageUrl } from '../../studio/image/image.service.ts';
import type { CardRow } from '../index/picture.repository.ts';

/** Somebody who looks at pictures, and what is kept from them. */
export interface Viewer {
  /** Null for who is not logged in. */
  accountId: string | null;
  /** Accounts they have blocked or are blocked by. */
  blocked: ReadonlySet<string>;
  /** Pictures that do not interest them: left out of lists, not of links. */
  hidden: ReadonlySet<number>;
}

/** Columns that decide on the visibility of a picture. */
export type Seen = Pick<CardRow, 'owner_id' | 'state' | 'deleted_at' | 'status' | 'owner_deleted_at'>;

/** Returns true when the viewer may see a picture; nothing else decides on it. */
export function maySee({ accountId, blocked }: Viewer, picture: Seen): boolean {
  if (picture.deleted_at !== null) return false;
  if (picture.owner_id === accountId) return true;
  const isOwnerActive = picture.status === 'active' && picture.owner_deleted_at === null;
  return picture.state === 'public' && isOwnerActive && !blocked.has(picture.owner_id);
}

/** True for a published picture of an erased account: only accounts that collected or downloaded it still see it. */
export function isLeft(picture: Seen & Pick<CardRow, 'owner_erased_at'>): boolean {
  return picture.owner_erased_at !== null && picture.state === 'public' && picture.deleted_at === null;
}

function authorCard(row: Pick<CardRow, 'owner_id' | 'nick_name' | 'avatar' | 'is_house'>): AuthorCard {
  return { authorId: row.owner_id, name: row.nick_name, avatar: row.avatar, isHouse: row.is_house === 1 };
}

export function cardOf(onlooker: Viewer, row: CardRow, isCollected: boolean): GalleryPicture {
  return {
    id: row.id,
    imageId: row.image_id,
    url: imageUrl(row.image_id),
    width: row.width,
    height: row.height,
    mainColor: row.main_color,
    thumbHash: row.thumb_hash,
    title: row.title,
    source: row.source,
    kind: row.kind,
    classifyId: row.classify_id,
    author: authorCard(row),
    state: row.state,
    isOwn: row.owner_id === onlooker.accountId,
    isCollected,
    collectCount: row.collects,
    createdAt: row.created_at,
  };
}

export function coloursOf(bits: number) {
  return galleryColourNames.filter((_, place) => (bits & (1 << place)) !== 0);
}

/** Parameters of a task without the pictures among them: ids of somebody's own pictures are nobody else's. */
export function recipeOf(tool: string, params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = toolById(tool);
  if (!known) return {};
  const pictures = new Set(pictureIdsOf(known, params));
  return withoutPictures(params, pictures) as Record<string, unknown>;
}

function withoutPictures(value: unknown, pictures: ReadonlySet<string>): unknown {
  if (Array.isArray(value))
    return value.filter((each) => !isPicture(each, pictures)).map((each) => withoutPictures(each, pictures));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, each]) => !isPicture(each, pictures));
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutPictures(each, pictures)]));
}

/** Ids of pictures stand in compound fields as well, which name none of their pictures. */
function isPicture(value: unknown, pictures: ReadonlySet<string>): boolean {
  return typeof value === 'string' && (pictures.has(value) || /^(img_[0-9a-z]{20}$|data:)/.test(value));
}
