import { z } from 'zod';
import { staffRoles } from '../domain/staff-permissions.ts';
import { byId, desk } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';

const viewScopes = ['own', 'role'] as const;

/** Which columns a list shows, in which order, and how close its rows stand. */
export const ViewLayout = z.object({
  order: z.array(z.string().max(60)).max(60),
  hidden: z.array(z.string().max(60)).max(60),
  density: z.enum(['compact', 'normal', 'loose']),
});

/** A list of the console as somebody wants to find it again: its question under a name. */
export const StaffView = z.object({
  id: Id,
  /** Which list, by the name of its resource. */
  resource: z.string(),
  name: z.string(),
  /** `own` is its maker's; `role` is everybody's of that role, and made by administrators. */
  scope: z.enum(viewScopes),
  role: z.enum(staffRoles).nullable(),
  /** Filters and sorting as they stand in the address, without `?`. */
  query: z.string(),
  layout: ViewLayout.nullable(),
  /** True when the list opens with it where nothing else was asked; one per person and list, one per role and list. */
  isDefault: z.boolean(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type StaffView = z.infer<typeof StaffView>;

const Resource = z.string().regex(/^[a-zA-Z]{1,40}$/, '列表名不正确');
const Name = z.string().trim().min(1, '请填写名称').max(40, '名称最多40字');
const Query = z
  .string()
  .max(2000, '条件太长')
  .refine((text) => !text.startsWith('?'), '不要以 ? 开头');

export const viewDeskContract = {
  views: listEndpoint({
    path: '/api/admin/v1/views',
    permission: null,
    summary: '列表视图：自己的，和自己角色的；管理员看得到所有角色的',
    list: listOf({
      resource: listField.id(),
      name: listField.text({ isSortable: true }),
      scope: listField.choice(viewScopes),
      createdAt: listField.instant({ isSortable: true }),
    }),
    row: StaffView,
  }),
  view: endpoint({
    ...desk,
    permission: null,
    method: 'GET',
    path: '/api/admin/v1/views/:id',
    summary: '一个列表视图',
    params: byId,
    output: StaffView,
    errors: ['view.not_found'],
  }),
  createView: endpoint({
    ...desk,
    permission: null,
    method: 'POST',
    path: '/api/admin/v1/views',
    encoding: 'json',
    summary: '保存列表视图；角色视图只有管理员能建',
    input: z.object({
      resource: Resource,
      name: Name,
      scope: z.enum(viewScopes).default('own'),
      /** Of a `role` view. */
      role: z.enum(staffRoles).nullable().default(null),
      query: Query.default(''),
      layout: ViewLayout.nullable().default(null),
      isDefault: z.boolean().default(false),
    }),
    output: StaffView,
    errors: ['auth.forbidden', 'view.too_many'],
  }),
  updateView: endpoint({
    ...desk,
    permission: null,
    method: 'PATCH',
    path: '/api/admin/v1/views/:id',
    encoding: 'json',
    summary: '改列表视图',
    params: byId,
    input: z.object({
      name: Name.optional(),
      query: Query.optional(),
      layout: ViewLayout.nullable().optional(),
      isDefault: z.boolean().optional(),
      version: z.int(),
    }),
    output: StaffView,
    errors: ['auth.forbidden', 'view.not_found', 'view.changed_meanwhile'],
  }),
  deleteView: endpoint({
    ...desk,
    permission: null,
    method: 'DELETE',
    path: '/api/admin/v1/views/:id',
    summary: '删除列表视图',
    params: byId,
    output: StaffView,
    errors: ['auth.forbidden', 'view.not_found'],
  }),
} as const;
