import { z } from 'zod';
import { byId, desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { GalleryDescription, GalleryTitle, PictureId, Tags } from './gallery-picture.ts';
import { listEndpoint, listField, listOf } from './list.ts';
import { PinAt, pinFields, pinned } from './pin.ts';
import { manyLines } from './text.ts';

/** A picture of a set or case that staff may look at, as `galleryReviewImage` gives it. */
export const ShelfPicture = z.object({ id: PictureId, url: z.string(), width: z.int(), height: z.int() });

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
  /** Reason told to the author; empty when it is not taken down. */
  hiddenReason: z.string(),
  /** The first of its pictures that are not private. */
  pictures: z.array(ShelfPicture),
  createdAt: Instant,
  /** Of its texts; send it back with a change, a stale one is refused with 409. */
  version: z.int(),
  ...pinned,
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
  /** Its paragraphs in their order; pictures and plans stand between them. */
  paragraphs: z.array(z.object({ heading: z.string(), text: z.string() })),
  isSample: z.boolean(),
});
export type ShelfCase = z.infer<typeof ShelfCase>;

const line = (what: string, most: number) => z.string().trim().max(most, `${what}最多 ${most} 字`);
const needed = (what: string, most: number) =>
  z.string().trim().min(1, `请填写${what}`).max(most, `${what}最多 ${most} 字`);
const Category = z.string().max(20);

/** Texts of a set that staff may correct. */
const SetTexts = z.object({
  title: GalleryTitle,
  description: GalleryDescription,
  tags: Tags,
  classifyId: Category,
});
export type SetTexts = z.infer<typeof SetTexts>;

/** Texts of a case that staff may correct. */
const CaseTexts = z.object({
  title: GalleryTitle,
  classifyId: Category,
  location: needed('地点', 40),
  builtYear: z.int('年份须是整数').min(1000, '请填写四位的年份').max(2100, '年份最晚为 2100 年'),
  areaSquareMetres: z.int('面积须是整数').min(1, '面积至少 1 平方米').max(10_000_000, '面积最多 10,000,000 平方米'),
  style: line('风格', 20),
  team: line('团队', 60),
  intro: manyLines(needed('简介', 500)),
  paragraphs: z.array(z.object({ heading: line('小标题', 40), text: manyLines(needed('正文', 3000)) })).max(50),
});
export type CaseTexts = z.infer<typeof CaseTexts>;

const fields = {
  title: listField.text(),
  classifyId: listField.id(),
  authorId: listField.id(),
  collects: listField.number({ isSortable: true }),
  isHidden: listField.flag({ isSortable: true }),
  hiddenReason: listField.text(),
  createdAt: listField.instant({ isSortable: true }),
  ...pinFields,
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
  updateGallerySet: endpoint({
    ...desk,
    method: 'PATCH',
    path: '/api/admin/v1/gallerySets/:id',
    permission: 'gallery.review',
    summary: '改图集的标题、说明、标签、分类；列表和搜索立即跟着变，10 分钟内可撤销',
    params: byId,
    input: SetTexts.partial().extend({ version: z.int() }),
    output: ShelfSet,
    errors: ['gallery.set_not_found', 'gallery.no_such_category', 'content.changed_meanwhile'],
  }),
  pinGallerySet: endpoint({
    ...desk,
    method: 'POST',
    encoding: 'json',
    path: '/api/admin/v1/gallerySets/:id/pin',
    permission: 'gallery.review',
    summary: '把图集置顶到推荐列表的第几位、到什么时候为止；place 为空时取消置顶',
    params: byId,
    input: PinAt,
    output: ShelfSet,
    errors: ['gallery.set_not_found', 'request.invalid'],
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
  updateGalleryCase: endpoint({
    ...desk,
    method: 'PATCH',
    path: '/api/admin/v1/galleryCases/:id',
    permission: 'gallery.review',
    summary: '改案例的文字：标题、地点、年份、面积、风格、团队、分类、简介和各段正文（段数不变）；10 分钟内可撤销',
    params: byId,
    input: CaseTexts.partial().extend({ version: z.int() }),
    output: ShelfCase,
    errors: ['gallery.case_not_found', 'gallery.no_such_category', 'content.changed_meanwhile', 'request.invalid'],
  }),
  pinGalleryCase: endpoint({
    ...desk,
    method: 'POST',
    encoding: 'json',
    path: '/api/admin/v1/galleryCases/:id/pin',
    permission: 'gallery.review',
    summary: '把案例置顶到推荐列表的第几位、到什么时候为止；place 为空时取消置顶',
    params: byId,
    input: PinAt,
    output: ShelfCase,
    errors: ['gallery.case_not_found', 'request.invalid'],
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
