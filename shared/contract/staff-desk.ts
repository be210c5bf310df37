import { z } from 'zod';
import { staffRoles } from '../domain/staff-permissions.ts';
import { byId, desk, Reason } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';
import { WithPending } from './pending-change.ts';
import { secret } from './secret.ts';
import { staffSetUps, TotpCode } from './staff-door.ts';

/** Security of one's own login. */
export const StaffSecurity = z.object({
  mustSetUp: z.array(z.enum(staffSetUps)),
  /** True when the role asks for a second factor. */
  isFactorNeeded: z.boolean(),
  /** Since when the second factor is asked for; null without one. */
  factorSince: Instant.nullable(),
  recoveryCodesLeft: z.int(),
  passwordSetAt: Instant.nullable(),
});
export type StaffSecurity = z.infer<typeof StaffSecurity>;

export const StaffSession = z.object({
  /** Says nothing of the cookie. */
  id: Id,
  address: z.string(),
  userAgent: z.string(),
  isCurrent: z.boolean(),
  createdAt: Instant,
  expiresAt: Instant,
});
export type StaffSession = z.infer<typeof StaffSession>;

/** A role with what it may do. Which rights it has stands in the program, whether it needs a second factor here. */
export const StaffRoleRow = z.object({
  id: z.enum(staffRoles),
  label: z.string(),
  permissions: z.array(z.string()),
  isFactorNeeded: z.boolean(),
  /** Members of staff who have it and can log in. */
  members: z.int(),
  /** Those of them who have a second factor. */
  withFactor: z.int(),
  version: z.int(),
});
export type StaffRoleRow = z.infer<typeof StaffRoleRow>;

/** A role after a change, or with the change that waits for a second person. */
export const ChangedRole = StaffRoleRow.extend(WithPending.shape);

const Typed = secret(z.string().min(1, '请输入密码').max(128, '密码最多128位'));
const me = { ...desk, permission: null } as const;
const sessionId = z.object({ id: z.string().regex(/^[0-9a-f]{16}$/) });

/**
 * Calls of staff on their own credentials (`/me/…`, open before everything else is set up), and of those with
 * `staff.write` on the credentials of others.
 */
export const staffDeskContract = {
  mySecurity: endpoint({
    ...me,
    method: 'GET',
    path: '/api/admin/v1/me/security',
    summary: '我的登录安全：两步验证、恢复码、密码',
    output: StaffSecurity,
  }),
  startFactor: endpoint({
    ...me,
    method: 'POST',
    path: '/api/admin/v1/me/factor',
    summary: '开始绑定两步验证：返回密钥与二维码，确认前不生效',
    input: z.object({ password: Typed }),
    output: z.object({ secret: z.string(), url: z.string(), qrImage: z.string() }),
    errors: ['staff.wrong_own_password', 'staff.factor_on', 'request.too_often'],
  }),
  confirmFactor: endpoint({
    ...me,
    method: 'POST',
    path: '/api/admin/v1/me/factor/confirm',
    summary: '用动态码确认绑定；返回恢复码，只显示这一次',
    input: z.object({ totpCode: TotpCode }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['staff.totp_wrong', 'staff.factor_off', 'staff.factor_on', 'request.too_often'],
  }),
  removeFactor: endpoint({
    ...me,
    method: 'POST',
    path: '/api/admin/v1/me/factor/remove',
    summary: '关闭两步验证；角色要求时不能关闭',
    input: z.object({ password: Typed, totpCode: TotpCode }),
    errors: [
      'staff.wrong_own_password',
      'staff.totp_wrong',
      'staff.factor_off',
      'staff.factor_needed',
      'request.too_often',
    ],
  }),
  newRecoveryCodes: endpoint({
    ...me,
    method: 'POST',
    path: '/api/admin/v1/me/recoveryCodes',
    summary: '换一组恢复码，旧的全部作废',
    input: z.object({ totpCode: TotpCode }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['staff.totp_wrong', 'staff.factor_off', 'request.too_often'],
  }),
  changeOwnPassword: endpoint({
    ...me,
    method: 'POST',
    path: '/api/admin/v1/me/password',
    summary: '修改自己的密码；其他登录随之退出',
    input: z.object({ password: Typed, newPassword: Typed }),
    errors: ['staff.wrong_own_password', 'request.too_often'],
  }),
  mySessions: endpoint({
    ...me,
    method: 'GET',
    path: '/api/admin/v1/me/sessions',
    summary: '我登录着的地方，最近的在前',
    output: z.array(StaffSession),
  }),
  endMySession: endpoint({
    ...me,
    method: 'POST',
    path: '/api/admin/v1/me/sessions/:id/end',
    summary: '让一处登录退出',
    params: sessionId,
    errors: ['staff.session_not_found'],
  }),
  endMyOtherSessions: endpoint({
    ...me,
    method: 'POST',
    path: '/api/admin/v1/me/sessions/endOthers',
    summary: '除了这里，其他登录全部退出',
    output: z.object({ ended: z.int() }),
  }),
  staffSessions: endpoint({
    ...desk,
    permission: 'staff.read',
    method: 'GET',
    path: '/api/admin/v1/staff/:id/sessions',
    summary: '一位员工登录着的地方',
    params: byId,
    output: z.array(StaffSession),
    errors: ['account.not_found'],
  }),
  staffSecurity: endpoint({
    ...desk,
    permission: 'staff.read',
    method: 'GET',
    path: '/api/admin/v1/staff/:id/security',
    summary: '一位员工的登录安全',
    params: byId,
    output: StaffSecurity,
    errors: ['account.not_found'],
  }),
  endStaffSessions: endpoint({
    ...desk,
    permission: 'staff.write',
    method: 'POST',
    path: '/api/admin/v1/staff/:id/endSessions',
    summary: '让一位员工的所有登录退出',
    params: byId,
    input: z.object({ reason: Reason }),
    output: z.object({ ended: z.int() }),
    errors: ['account.not_found'],
  }),
  resetStaffFactor: endpoint({
    ...desk,
    permission: 'staff.write',
    method: 'POST',
    path: '/api/admin/v1/staff/:id/resetFactor',
    summary: '解除一位员工的两步验证（手机丢失时），并让其所有登录退出',
    params: byId,
    input: z.object({ reason: Reason }),
    errors: ['account.not_found', 'staff.factor_off', 'staff.own_door'],
  }),
  requireNewPassword: endpoint({
    ...desk,
    permission: 'staff.write',
    method: 'POST',
    path: '/api/admin/v1/staff/:id/requireNewPassword',
    summary: '要求一位员工下次登录时换密码',
    params: byId,
    input: z.object({ reason: Reason }),
    errors: ['account.not_found', 'staff.own_door'],
  }),
  staffRoleList: listEndpoint({
    path: '/api/admin/v1/roles',
    permission: 'staff.read',
    summary: '角色、权限与两步验证要求',
    list: listOf({ isFactorNeeded: listField.flag() }, { defaultSort: { field: 'id', order: 'asc' } }),
    row: StaffRoleRow,
  }),
  updateStaffRole: endpoint({
    ...desk,
    permission: 'staff.write',
    method: 'PATCH',
    path: '/api/admin/v1/roles/:id',
    summary: '一个角色是否必须两步验证；取消要求须另一人批准，见 pendingChange',
    params: z.object({ id: z.enum(staffRoles) }),
    input: z.object({ isFactorNeeded: z.boolean(), version: z.int(), reason: Reason }),
    output: ChangedRole,
    errors: ['content.changed_meanwhile', 'staff.own_factor_first'],
  }),
} as const;
