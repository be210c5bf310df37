import { z } from 'zod';
import { agreementKeys, longestAgreement, readAgreement } from '../domain/agreement.ts';
import { byId, desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';
import { WithPending } from './pending-change.ts';
import { manyLines } from './text.ts';

/** `YYYY-MM-DD` in China. */
const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/, '请选择日期');

export const StaffAgreement = z.object({
  id: z.enum(agreementKeys),
  title: z.string(),
  /** Order among all, from 0. */
  place: z.int(),
  /** Number of the newest published version, and what was said of it. */
  edition: z.int(),
  effectiveOn: Day,
  publishedAt: Instant,
  needsConsent: z.boolean(),
  hasDraft: z.boolean(),
  version: z.int(),
  updatedAt: Instant,
});
export type StaffAgreement = z.infer<typeof StaffAgreement>;

export const StaffAgreementVersion = z.object({
  edition: z.int(),
  effectiveOn: Day,
  text: z.string(),
  /** True when people who agreed to an older one are asked again. */
  needsConsent: z.boolean(),
  reason: z.string(),
  publishedAt: Instant,
  /** Login name of who published it; null for the text that came with the product. */
  publishedBy: z.string().nullable(),
  /** Consents to this version. With any, its publication cannot be undone. */
  consents: z.int(),
});
export type StaffAgreementVersion = z.infer<typeof StaffAgreementVersion>;

export const StaffAgreementDetail = StaffAgreement.extend({
  draft: z.string().nullable(),
  /** The newest first. */
  versions: z.array(StaffAgreementVersion),
});
export type StaffAgreementDetail = z.infer<typeof StaffAgreementDetail>;

const Text = manyLines(
  z
    .string()
    .trim()
    .min(1, '请填写正文')
    .max(longestAgreement, `正文最多${longestAgreement}字`)
    .refine((text) => readAgreement(text).sections.length > 0, '至少要有一节：另起一行，以“## ”开头写这一节的标题'),
);
const changeErrors = ['content.not_found', 'content.changed_meanwhile'] as const;

/** Calls of staff on the agreements: a draft each, published as a numbered version that stays. */
export const agreementDeskContract = {
  staffAgreements: listEndpoint({
    path: '/api/admin/v1/agreements',
    permission: 'content.read',
    summary: '协议：每行一份，带现行版本',
    list: listOf(
      { place: listField.number({ isSortable: true }), updatedAt: listField.instant({ isSortable: true }) },
      { defaultSort: { field: 'place', order: 'asc' } },
    ),
    row: StaffAgreement,
  }),
  staffAgreement: endpoint({
    ...desk,
    permission: 'content.read',
    method: 'GET',
    path: '/api/admin/v1/agreements/:id',
    summary: '一份协议：草稿和历次版本',
    params: byId,
    output: StaffAgreementDetail,
    errors: ['content.not_found'],
  }),
  updateAgreement: endpoint({
    ...desk,
    permission: 'content.write',
    method: 'PATCH',
    path: '/api/admin/v1/agreements/:id',
    summary: '保存草稿；null 丢弃草稿',
    params: byId,
    input: z.object({ draft: Text.nullable(), version: z.int() }),
    output: StaffAgreementDetail,
    errors: changeErrors,
  }),
  publishAgreement: endpoint({
    ...desk,
    permission: 'content.write',
    method: 'POST',
    path: '/api/admin/v1/agreements/:id/publish',
    summary:
      '把草稿发布为新的一版；有人同意之前可以撤销。要求重新同意的一版要另一人批准，并在公布期之后才生效，见 pendingChange',
    params: byId,
    input: z.object({ effectiveOn: Day, needsConsent: z.boolean(), reason: Reason, version: z.int() }),
    output: StaffAgreementDetail.extend(WithPending.shape),
    errors: [
      ...changeErrors,
      'agreement.no_draft',
      'agreement.same_text',
      'agreement.past_date',
      'agreement.too_early',
    ],
  }),
} as const;
