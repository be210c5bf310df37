import { z } from 'zod';
import { byId, desk } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';

/** Levels of the tree of categories, its roots being the first. */
export const categoryLevels = 4;

export const StaffCategory = z.object({
  id: Id,
  parentId: Id.nullable(),
  name: z.string(),
  /** 1 for a root. */
  level: z.int(),
  /** Order among its siblings, from 0. */
  place: z.int(),
  isHidden: z.boolean(),
  /** The category whose preset of the tools it uses. */
  presetId: Id,
  /** Number of a picture of the gallery that all may see, and where it is. */
  thumbnailPictureId: z.int().nullable(),
  thumbnailUrl: z.string().nullable(),
  /** Categories right below it. */
  children: z.int(),
  /** Pictures, image sets, cases and materials filed under it. */
  used: z.int(),
  /** True when a task was ever started with it. */
  isInWorks: z.boolean(),
  /** Send it back with a change; a stale one is refused with 409. */
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type StaffCategory = z.infer<typeof StaffCategory>;

const Name = z.string().trim().min(1, '请填写名称').max(20, '名称最多20字');
const changeErrors = ['category.not_found', 'category.changed_meanwhile'] as const;

/** Calls of staff on the tree of categories. Each change is served at once. */
export const categoryDeskContract = {
  categories: listEndpoint({
    path: '/api/admin/v1/categories',
    permission: 'category.read',
    summary: '分类：每行一个，隐藏的也列出',
    list: listOf(
      {
        parentId: listField.id({ canBeNull: true }),
        name: listField.text({ isSortable: true }),
        level: listField.number({ isSortable: true }),
        place: listField.number({ isSortable: true }),
        isHidden: listField.flag(),
        presetId: listField.id(),
        createdAt: listField.instant({ isSortable: true }),
        updatedAt: listField.instant({ isSortable: true }),
      },
      { hasSearch: true, defaultSort: { field: 'level', order: 'asc' } },
    ),
    row: StaffCategory,
  }),
  category: endpoint({
    ...desk,
    permission: 'category.read',
    method: 'GET',
    path: '/api/admin/v1/categories/:id',
    summary: '一个分类',
    params: byId,
    output: StaffCategory,
    errors: ['category.not_found'],
  }),
  categoryTree: endpoint({
    ...desk,
    permission: 'category.read',
    method: 'GET',
    path: '/api/admin/v1/categoryTree',
    summary: '整棵分类树：上级在前，同级按先后',
    output: z.array(StaffCategory),
  }),
  createCategory: endpoint({
    ...desk,
    permission: 'category.write',
    method: 'POST',
    path: '/api/admin/v1/categories',
    summary: '新建分类，放在同级最后，使用上级的预设',
    input: z.object({ parentId: Id, name: Name }),
    output: StaffCategory,
    errors: ['category.not_found', 'category.too_deep', 'category.name_taken'],
  }),
  updateCategory: endpoint({
    ...desk,
    permission: 'category.write',
    method: 'PATCH',
    path: '/api/admin/v1/categories/:id',
    summary: '改名、隐藏或显示、换缩略图、换所用的预设',
    params: byId,
    input: z.object({
      name: Name.optional(),
      isHidden: z.boolean().optional(),
      thumbnailPictureId: z.int('请填写图库图片的编号').positive('请填写图库图片的编号').nullable().optional(),
      /** A preset of the same root and level, or that of the category above. Presets keep their own. */
      presetId: Id.optional(),
      version: z.int(),
    }),
    output: StaffCategory,
    errors: [...changeErrors, 'category.name_taken', 'category.no_thumbnail', 'category.no_preset'],
  }),
  moveCategory: endpoint({
    ...desk,
    permission: 'category.write',
    method: 'POST',
    path: '/api/admin/v1/categories/:id/move',
    summary: '移到一个分类之下、某个同级之前；不给同级就放在最后',
    params: byId,
    input: z.object({ parentId: Id.nullable(), beforeId: Id.nullable().default(null), version: z.int() }),
    output: StaffCategory,
    errors: [
      ...changeErrors,
      'category.cycle',
      'category.too_deep',
      'category.root_fixed',
      'category.preset_fixed',
      'category.name_taken',
    ],
  }),
  removeCategory: endpoint({
    ...desk,
    permission: 'category.write',
    method: 'DELETE',
    path: '/api/admin/v1/categories/:id',
    summary: '删除没有用过的分类；用过的和预设的只能隐藏',
    params: byId,
    input: z.object({ version: z.int().optional() }),
    output: StaffCategory,
    errors: [...changeErrors, 'category.used'],
  }),
} as const;
