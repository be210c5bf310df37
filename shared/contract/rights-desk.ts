import { z } from 'zod';
import { byId, desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { PhoneNo } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';
import { PendingChange, pendingStatuses } from './pending-change.ts';

/** What one member of staff asks for and another approves. */
export const rightsDeskContract = {
  pendingChanges: listEndpoint({
    path: '/api/admin/v1/pendingChanges',
    permission: 'account.credentials',
    summary: '等待另一人批准的账号修改：手机号、邮箱、登录名、密码',
    list: listOf({
      accountId: listField.id(),
      status: listField.choice(pendingStatuses, { isSortable: true }),
      requestedBy: listField.id(),
      createdAt: listField.instant({ isSortable: true }),
      expiresAt: listField.instant({ isSortable: true }),
    }),
    row: PendingChange,
  }),
  approveChange: endpoint({
    ...desk,
    permission: 'account.credentials',
    method: 'POST',
    path: '/api/admin/v1/pendingChanges/:id/approve',
    summary: '批准另一人提出的账号修改；生效后该账号须重新登录，换手机号会通知原号码',
    params: byId,
    output: PendingChange,
    errors: [
      'pending.not_found',
      'pending.not_waiting',
      'pending.same_person',
      'pending.stale',
      'account.phone_taken',
      'account.name_taken',
      'account.email_taken',
      'account.not_found',
      'merge.blocked',
    ],
  }),
  rejectChange: endpoint({
    ...desk,
    permission: 'account.credentials',
    method: 'POST',
    path: '/api/admin/v1/pendingChanges/:id/reject',
    summary: '驳回或撤回账号修改',
    params: byId,
    input: z.object({ answer: Reason }),
    output: PendingChange,
    errors: ['pending.not_found', 'pending.not_waiting'],
  }),
  sendPhoneCode: endpoint({
    ...desk,
    permission: 'account.credentials',
    method: 'POST',
    path: '/api/admin/v1/accounts/:id/phoneCode',
    summary: '向新手机号发验证码；客户把它告诉客服，改号时填在 phoneCode 里',
    params: byId,
    input: z.object({ phoneNo: PhoneNo }),
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
