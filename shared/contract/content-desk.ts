import { z } from 'zod';
import { byId, desk } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';

/** A word that the gallery's search suggests before anything is typed. */
export const StaffHotWord = z.object({
  id: Id,
  word: z.string(),
  /** Order among all, from 0. */
  place: z.int(),
  version: z.int(),
});
export type StaffHotWord = z.infer<typeof StaffHotWord>;

export const StaffMaterial = z.object({
  id: Id,
  name: z.string(),
  /** Category below 材质. */
  classifyId: Id,
  /** Its name; empty where the category is gone. */
  category: z.string(),
  url: z.string(),
  isHidden: z.boolean(),
  /** Order among all, from 0. */
  place: z.int(),
  version: z.int(),
});
export type StaffMaterial = z.infer<typeof StaffMaterial>;

const Word = z.string().trim().min(1, '请填写热词').max(20, '热词最多20字');
const Name = z.string().trim().min(1, '请填写名称').max(20, '名称最多20字');
const ordered = { place: listField.number({ isSortable: true }) };
const byPlace = { field: 'place', order: 'asc' } as const;
/** Before which other one it comes to stand; null for the last place. */
const Move = z.object({ beforeId: Id.nullable(), version: z.int() });
const changeErrors = ['content.not_found', 'content.changed_meanwhile'] as const;

/** Calls of staff on hot words and materials. Each change is served at once and can be undone. */
export const contentDeskContract = {
  staffHotWords: listEndpoint({
    path: '/api/admin/v1/hotWords',
    permission: 'content.read',
    summary: '热词，按先后',
    list: listOf({ word: listField.text({ isSortable: true }), ...ordered }, { hasSearch: true, defaultSort: byPlace }),
    row: StaffHotWord,
  }),
  staffHotWord: endpoint({
    ...desk,
    permission: 'content.read',
    method: 'GET',
    path: '/api/admin/v1/hotWords/:id',
    summary: '一个热词',
    params: byId,
    output: StaffHotWord,
    errors: ['content.not_found'],
  }),
  createHotWord: endpoint({
    ...desk,
    permission: 'content.write',
    method: 'POST',
    path: '/api/admin/v1/hotWords',
    summary: '新建热词，放在最后',
    input: z.object({ word: Word }),
    output: StaffHotWord,
    errors: ['content.word_taken'],
  }),
  updateHotWord: endpoint({
    ...desk,
    permission: 'content.write',
    method: 'PATCH',
    path: '/api/admin/v1/hotWords/:id',
    summary: '改热词',
    params: byId,
    input: z.object({ word: Word, version: z.int() }),
    output: StaffHotWord,
    errors: [...changeErrors, 'content.word_taken'],
  }),
  moveHotWord: endpoint({
    ...desk,
    permission: 'content.write',
    method: 'POST',
    path: '/api/admin/v1/hotWords/:id/move',
    summary: '调整热词的先后',
    params: byId,
    input: Move,
    output: StaffHotWord,
    errors: changeErrors,
  }),
  removeHotWord: endpoint({
    ...desk,
    permission: 'content.write',
    method: 'DELETE',
    path: '/api/admin/v1/hotWords/:id',
    summary: '删除热词',
    params: byId,
    input: z.object({ version: z.int().optional() }),
    output: StaffHotWord,
    errors: changeErrors,
  }),
  staffMaterials: listEndpoint({
    path: '/api/admin/v1/materials',
    permission: 'content.read',
    summary: '素材，按先后，隐藏的也列出',
    list: listOf(
      {
        name: listField.text({ isSortable: true }),
        classifyId: listField.id(),
        isHidden: listField.flag(),
        ...ordered,
      },
      { hasSearch: true, defaultSort: byPlace },
    ),
    row: StaffMaterial,
  }),
  staffMaterial: endpoint({
    ...desk,
    permission: 'content.read',
    method: 'GET',
    path: '/api/admin/v1/materials/:id',
    summary: '一个素材',
    params: byId,
    output: StaffMaterial,
    errors: ['content.not_found'],
  }),
  updateMaterial: endpoint({
    ...desk,
    permission: 'content.write',
    method: 'PATCH',
    path: '/api/admin/v1/materials/:id',
    summary: '素材改名、改分类、隐藏或显示',
    params: byId,
    input: z.object({
      name: Name.optional(),
      classifyId: Id.optional(),
      isHidden: z.boolean().optional(),
      version: z.int(),
    }),
    output: StaffMaterial,
    errors: [...changeErrors, 'content.no_material_category'],
  }),
  moveMaterial: endpoint({
    ...desk,
    permission: 'content.write',
    method: 'POST',
    path: '/api/admin/v1/materials/:id/move',
    summary: '调整素材的先后',
    params: byId,
    input: Move,
    output: StaffMaterial,
    errors: changeErrors,
  }),
} as const;
