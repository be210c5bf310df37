import { z } from 'zod';
import { plans } from '../domain/plan.ts';
import { byId, desk } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';

const noticeStandings = ['draft', 'published', 'withdrawn'] as const;
export const noticeAudiences = ['all', ...plans] as const;

const NoticeFields = z.object({
  title: z.string().trim().min(1, '请填写标题').max(20, '标题最多20字'),
  text: z.string().trim().max(80, '内容最多80字'),
  /** Everybody, visitors too, or the members of one plan. */
  audience: z.enum(noticeAudiences, '请选择给谁看'),
  startsAt: Instant,
  /** Null: until it is withdrawn. */
  endsAt: Instant.nullable(),
  isDismissible: z.boolean(),
});
export type NoticeFields = z.infer<typeof NoticeFields>;

export const StaffNotice = NoticeFields.extend({
  id: Id,
  standing: z.enum(noticeStandings),
  /** Number of times it was published; 0 for a draft. */
  edition: z.int(),
  /** True when what is written differs from what was published. */
  hasDraft: z.boolean(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type StaffNotice = z.infer<typeof StaffNotice>;

export const StaffNoticeEdition = NoticeFields.extend({
  edition: z.int(),
  publishedAt: Instant,
  /** Login name of who published it. */
  publishedBy: z.string(),
  /** Number of people who dismissed it. */
  dismissals: z.int(),
});

export const StaffNoticeDetail = StaffNotice.extend({
  /** The newest first. */
  editions: z.array(StaffNoticeEdition),
});
export type StaffNoticeDetail = z.infer<typeof StaffNoticeDetail>;

const changeErrors = ['content.not_found', 'content.changed_meanwhile', 'notice.ends_first'] as const;
const Version = z.object({ version: z.int() });

/** Calls of staff on notices. Each change can be undone. */
export const noticeDeskContract = {
  staffNotices: listEndpoint({
    path: '/api/admin/v1/notices',
    permission: 'content.read',
    summary: '公告，草稿也列出',
    list: listOf(
      {
        title: listField.text(),
        standing: listField.choice(noticeStandings),
        audience: listField.choice(noticeAudiences),
        startsAt: listField.instant({ isSortable: true }),
        endsAt: listField.instant({ canBeNull: true, isSortable: true }),
        createdAt: listField.instant({ isSortable: true }),
        updatedAt: listField.instant({ isSortable: true }),
      },
      { hasSearch: true },
    ),
    row: StaffNotice,
  }),
  staffNotice: endpoint({
    ...desk,
    permission: 'content.read',
    method: 'GET',
    path: '/api/admin/v1/notices/:id',
    summary: '一条公告：内容和历次发布',
    params: byId,
    output: StaffNoticeDetail,
    errors: ['content.not_found'],
  }),
  createNotice: endpoint({
    ...desk,
    permission: 'content.write',
    method: 'POST',
    path: '/api/admin/v1/notices',
    summary: '新建公告草稿',
    input: NoticeFields,
    output: StaffNoticeDetail,
    errors: ['notice.ends_first'],
  }),
  updateNotice: endpoint({
    ...desk,
    permission: 'content.write',
    method: 'PATCH',
    path: '/api/admin/v1/notices/:id',
    summary: '修改公告；已发布的要再发布才换',
    params: byId,
    input: NoticeFields.partial().extend(Version.shape),
    output: StaffNoticeDetail,
    errors: changeErrors,
  }),
  publishNotice: endpoint({
    ...desk,
    permission: 'content.write',
    method: 'POST',
    path: '/api/admin/v1/notices/:id/publish',
    summary: '发布写好的内容；收起过旧内容的人会再看到',
    params: byId,
    input: Version,
    output: StaffNoticeDetail,
    errors: [...changeErrors, 'notice.over'],
  }),
  withdrawNotice: endpoint({
    ...desk,
    permission: 'content.write',
    method: 'POST',
    path: '/api/admin/v1/notices/:id/withdraw',
    summary: '撤下公告',
    params: byId,
    input: Version,
    output: StaffNoticeDetail,
    errors: [...changeErrors, 'notice.not_published'],
  }),
} as const;
