import { z } from 'zod';
import { pendingKindNames } from '../domain/second-person.ts';
import { byId, desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { PhoneNo } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';
import { PendingChange, pendingStatuses } from './pending-change.ts';
import { TotpCode } from './staff-door.ts';

/** Calls on changes that one member of staff asks for and another approves. */
export const rightsDeskContract = {
  pendingChanges: listEndpoint({
    path: '/api/admin/v1/pendingChanges',
    permission: null,
    summary: '等待另一人批准的修改：自己能批准的各类，和自己提出的',
    list: listOf({
      kind: listField.choice(pendingKindNames),
      subject: listField.id(),
      accountId: listField.id({ canBeNull: true }),
      status: listField.choice(pendingStatuses, { isSortable: true }),
      requestedBy: listField.id(),
      createdAt: listField.instant({ isSortable: true }),
      expiresAt: listField.instant({ isSortable: true }),
    }),
    row: PendingChange,
  }),
  approveChange: endpoint({
    ...desk,
    permission: null,
    method: 'POST',
    path: '/api/admin/v1/pendingChanges/:id/approve',
    summary:
      '批准另一人提出的修改，须有做这种修改的权限；账号的修改生效后须重新登录，并通知原手机号和邮箱。声明只有一个人的安装（SINGLE_STAFF）里，本人等满 24 小时后凭自己的动态码批准',
    params: byId,
    input: z.object({ totpCode: TotpCode.optional() }),
    output: PendingChange,
    errors: [
      'auth.forbidden',
      'pending.not_found',
      'pending.not_waiting',
      'pending.same_person',
      'pending.same_hand',
      'pending.requester_gone',
      'pending.too_early',
      'pending.stale',
      'staff.totp_needed',
      'staff.totp_wrong',
      'staff.factor_off',
      'request.too_often',
      'refund.not_found',
      'refund.not_waiting',
      'refund.too_much',
      'order.not_refundable',
      'payment.provider_gone',
      'product.unusable',
      'agreement.no_draft',
      'agreement.same_text',
      'account.phone_taken',
      'account.name_taken',
      'account.email_taken',
      'account.not_found',
      'merge.blocked',
    ],
  }),
  rejectChange: endpoint({
    ...desk,
    permission: null,
    method: 'POST',
    path: '/api/admin/v1/pendingChanges/:id/reject',
    summary: '驳回另一人提出的修改，或撤回自己的',
    params: byId,
    input: z.object({ answer: Reason }),
    output: PendingChange,
    errors: ['auth.forbidden', 'pending.not_found', 'pending.not_waiting'],
  }),
  sendPhoneCode: endpoint({
    ...desk,
    permission: 'account.credentials',
    method: 'POST',
    path: '/api/admin/v1/accounts/:id/phoneCode',
    summary:
      '向新手机号发验证码，不写 phoneNo 则发给账号原来的手机号；客户把它们告诉客服，改号时填在 phoneCode 和 oldPhoneCode 里',
    params: byId,
    input: z.object({ phoneNo: PhoneNo.optional() }),
    output: z.object({ resendAfter: z.int() }),
    errors: [
      'account.not_found',
      'account.phone_taken',
      'sms.too_often',
      'sms.hourly_limit',
      'sms.daily_limit',
      'sms.address_limit',
      'sms.failed',
      'sms.number_refused',
    ],
  }),
} as const;
