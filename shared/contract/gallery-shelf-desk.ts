import { z } from 'zod';
import { byId, desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { PictureId } from './gallery-picture.ts';
import { listEndpoint, listField, listOf } from './list.ts';

/** A picture of a set or case that staff may look at, as `galleryReviewImage` gives it. */
const ShelfPicture = z.object({ id: PictureId, url: z.string(), width: z.int(), height: z.int() });

const common = {
  id: Id,
  title: z.string(),
  classifyId: z.string(),
  /** Names of the categories from the root down; empty when there is none. */
  categories: z.array(z.string()),
  authorId: Id,
  authorName: z.string(),
  collects: z.int(),
  /** Taken down by staff: shown to nobody but the author. */
  isHidden: z.boolean(),
  /** What the author is told; empty where it is not taken down. */
  hiddenReason: z.string(),
  /** The first of its pictures that are not private. */
  pictures: z.array(ShelfPicture),
  createdAt: Instant,
};

/** A published image set as staff see it; private ones are nobody's to look at. */
export const ShelfSet = z.object({
  ...common,
  description: z.string(),
  tags: z.array(z.string()),
  pictureCount: z.int(),
  updatedAt: Instant,
});
export type ShelfSet = z.infer<typeof ShelfSet>;

export const ShelfCase = z.object({
  ...common,
  location: z.string(),
  builtYear: z.int(),
  areaSquareMetres: z.number(),
  style: z.string(),
  team: z.string(),
  intro: z.string(),
  isSample: z.boolean(),
});
export type ShelfCase = z.infer<typeof ShelfCase>;

const fields = {
  title: listField.text(),
  classifyId: listField.id(),
  authorId: listField.id(),
  collects: listField.number({ isSortable: true }),
  isHidden: listField.flag({ isSortable: true }),
  hiddenReason: listField.text(),
  createdAt: listField.instant({ isSortable: true }),
};

export const galleryShelfDeskContract = {
  gallerySets: listEndpoint({
    path: '/api/admin/v1/gallerySets',
    permission: 'gallery.read',
    summary: '公开的图集，含已下架的',
    list: listOf(
      { ...fields, description: listField.text(), updatedAt: listField.instant({ isSortable: true }) },
      { hasSearch: true },
    ),
    row: ShelfSet,
  }),
  hideSet: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/gallerySets/:id/hide',
    permission: 'gallery.review',
    summary: '下架图集：立即从所有列表、搜索和主页消失，作者自己仍可见；10 分钟内可撤销',
    params: byId,
    input: z.object({ reason: Reason }),
    output: ShelfSet,
    errors: ['gallery.set_not_found'],
  }),
  showSet: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/gallerySets/:id/show',
    permission: 'gallery.review',
    summary: '恢复已下架的图集',
    params: byId,
    input: z.object({ reason: Reason }),
    output: ShelfSet,
    errors: ['gallery.set_not_found'],
  }),
  galleryCases: listEndpoint({
    path: '/api/admin/v1/galleryCases',
    permission: 'gallery.read',
    summary: '案例，含已下架的',
    list: listOf(
      {
        ...fields,
        location: listField.text(),
        builtYear: listField.number({ isSortable: true }),
        areaSquareMetres: listField.number({ isSortable: true }),
        style: listField.text(),
        team: listField.text(),
        isSample: listField.flag(),
      },
      { hasSearch: true },
    ),
    row: ShelfCase,
  }),
  hideCase: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/galleryCases/:id/hide',
    permission: 'gallery.review',
    summary: '下架案例：立即从所有列表和搜索消失；10 分钟内可撤销',
    params: byId,
    input: z.object({ reason: Reason }),
    output: ShelfCase,
    errors: ['gallery.case_not_found'],
  }),
  showCase: endpoint({
    ...desk,
    method: 'POST',
    path: '/api/admin/v1/galleryCases/:id/show',
    permission: 'gallery.review',
    summary: '恢复已下架的案例',
    params: byId,
    input: z.object({ reason: Reason }),
    output: ShelfCase,
    errors: ['gallery.case_not_found'],
  }),
} as const;
