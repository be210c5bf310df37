import { z } from 'zod';
import { plans } from '../domain/plan.ts';
import { resultQualities } from '../domain/quality.ts';
import { staffRoles } from '../domain/staff-permissions.ts';
import { taskStatuses } from '../domain/task-status.ts';
import { ticketKinds, ticketMovements } from '../domain/ticket-kind.ts';
import { tools } from '../tools/registry.ts';
import { UserType } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, Paging, PhoneNo, pageOf, SearchWords, TicketKindName, VerifyCode } from './fields.ts';
import { listEndpoint, listField, listOf } from './list.ts';
import { PendingChange } from './pending-change.ts';
import { secret } from './secret.ts';
import { staffSetUps, TotpCode } from './staff-door.ts';
import { manyLines, Reason } from './text.ts';

/** An account as staff see it. */
export const Account = z.object({
  accountId: Id,
  /** Always masked; the whole number is told by `revealPhone`, which asks for a reason. Null for staff without one. */
  phoneNo: z.string().nullable(),
  nickName: z.string(),
  userType: UserType,
  plan: z.enum(plans),
  planExpiresAt: Instant.nullable(),
  isTestUser: z.boolean(),
  status: z.enum(['active', 'banned']),
  statusReason: z.string(),
  /** When a ban ends by itself; null while there is none, or no end. */
  bannedUntil: Instant.nullable(),
  /** Of staff, and of users who log in with a password. */
  loginName: z.string().nullable(),
  /** Masked alike. */
  email: z.string().nullable(),
  role: z.enum(staffRoles).nullable(),
  inviteCode: z.string(),
  /** Unexpired and unheld. */
  tickets: z.object({ normal: z.int(), live: z.int(), gpt: z.int() }),
  taskCount: z.int(),
  createdAt: Instant,
  lastLoginAt: Instant.nullable(),
  /** Set while it can still be restored. */
  deletedAt: Instant.nullable(),
  /** Send it back with an update; a stale one is refused with 409. */
  version: z.int(),
  /** Change that waits for another member of staff; only in the answer for one account. */
  pendingChange: PendingChange.optional(),
});
export type Account = z.infer<typeof Account>;

const NickName = z.string().trim().min(1, '请输入昵称').max(40, '昵称最多40字');
const LoginName = z.string().trim().min(3, '登录名至少3个字符').max(40, '登录名最多40个字符');
const Email = z.email('邮箱格式不正确').max(200).toLowerCase();
const Password = secret(z.string().min(8, '密码至少8位').max(128, '密码最多128位'));

export const AccountDraft = z.object({
  phoneNo: PhoneNo.optional(),
  nickName: NickName.optional(),
  userType: UserType.default(1),
  plan: z.enum(plans).default('free'),
  planExpiresAt: Instant.nullable().optional(),
  isTestUser: z.boolean().default(false),
  loginName: LoginName.optional(),
  email: Email.optional(),
  password: Password.optional(),
  role: z.enum(staffRoles).optional(),
  /** Needed with a plan. */
  reason: Reason.optional(),
});
export type AccountDraft = z.infer<typeof AccountDraft>;

export const AccountPatch = z.object({
  phoneNo: PhoneNo.optional(),
  nickName: NickName.optional(),
  userType: UserType.optional(),
  plan: z.enum(plans).optional(),
  planExpiresAt: Instant.nullable().optional(),
  isTestUser: z.boolean().optional(),
  status: z.enum(['active', 'banned']).optional(),
  statusReason: manyLines(z.string().trim().max(200)).optional(),
  /** With a ban: when it ends by itself; null for no end. */
  bannedUntil: Instant.nullable().optional(),
  loginName: LoginName.optional(),
  email: Email.optional(),
  password: Password.optional(),
  role: z.enum(staffRoles).optional(),
  version: z.int().optional(),
  /** Needed for a change of plan, phone, e-mail address, login name or password, and for a ban. */
  reason: Reason.optional(),
  /** Codes sent to the new and the old phone number; with both, a change of phone needs no second person. */
  phoneCode: VerifyCode.optional(),
  oldPhoneCode: VerifyCode.optional(),
});
export type AccountPatch = z.infer<typeof AccountPatch>;

export const StaffInfo = z.object({
  accountId: Id,
  loginName: z.string(),
  nickName: z.string(),
  role: z.enum(staffRoles),
  permissions: z.array(z.string()),
  /** True when changes need no second person: the administrator created at the first start in local mode. */
  isTrusted: z.boolean().default(false),
  /** Steps to take before anything else is open. */
  mustSetUp: z.array(z.enum(staffSetUps)).default([]),
});
export type StaffInfo = z.infer<typeof StaffInfo>;

const accountId = z.object({ accountId: Id });

/** The `/user/manage` calls (docs/RULES.md R14). */
export const manageContract = {
  staffLogin: endpoint({
    method: 'POST',
    path: '/api/user/manage/login',
    access: 'anyone',
    tag: '管理',
    summary: '员工登录；设置会话 Cookie staff_sid',
    input: z.object({
      account: z.string().trim().min(1, '请输入账号').max(40),
      password: secret(z.string().min(1, '请输入密码').max(128)),
      /** Of staff with a second factor: six digits of the authenticator, or a recovery code. */
      totpCode: TotpCode.optional(),
      /** Device UUID from local storage (docs/RULES.md R28), recorded as a device of this account. */
      deviceId: z.string().max(64).optional(),
    }),
    output: StaffInfo,
    errors: [
      'staff.totp_needed',
      'staff.totp_wrong',
      'staff.wrong_password',
      'staff.locked',
      'login.busy',
      'request.too_often',
      'auth.banned',
    ],
  }),
  // path chosen by this project: docs/RULES.md R2
  staffLogout: endpoint({
    method: 'POST',
    path: '/api/user/manage/logout',
    isOpenToViewers: true,
    access: 'anyone',
    tag: '管理',
    summary: '员工退出登录',
  }),
  accountPage: endpoint({
    method: 'GET',
    path: '/api/user/manage/page/account',
    access: 'staff',
    permission: 'account.read',
    tag: '管理',
    summary: '账号列表',
    input: Paging.extend({
      keyword: SearchWords.optional(),
      userType: UserType.optional(),
      plan: z.enum(plans).optional(),
      status: z.enum(['active', 'banned', 'deleted']).optional(),
      sort: z.enum(['createdAt', 'lastLoginAt', 'taskCount', 'nickName']).default('createdAt'),
      order: z.enum(['asc', 'desc']).default('desc'),
    }),
    output: pageOf(Account),
  }),
  createAccount: endpoint({
    method: 'POST',
    path: '/api/user/manage/account',
    access: 'staff',
    permission: 'account.write',
    tag: '管理',
    summary: '新建账号',
    input: AccountDraft,
    output: Account,
    errors: [
      'account.phone_taken',
      'account.name_taken',
      'account.email_taken',
      'ticket.daily_ceiling',
      'grant.to_staff',
    ],
  }),
  updateAccount: endpoint({
    method: 'POST',
    path: '/api/user/manage/account/:accountId',
    access: 'staff',
    permission: 'account.write',
    tag: '管理',
    summary:
      '修改账号；改套餐、手机号、邮箱、登录名、密码和停用须写 reason；停用可写 bannedUntil，到时自动恢复；手机号、邮箱、登录名、密码要另一人批准（见 pendingChange），手机号也可凭新旧两个号码的验证码',
    params: accountId,
    input: AccountPatch,
    output: Account,
    errors: [
      'account.not_found',
      'account.phone_taken',
      'account.name_taken',
      'account.email_taken',
      'account.changed_meanwhile',
      'account.last_admin',
      'ticket.daily_ceiling',
      'grant.to_staff',
      'code.wrong',
      'code.expired',
      'code.void',
    ],
  }),
  accountDetail: endpoint({
    method: 'GET',
    path: '/api/user/manage/account/:accountId',
    access: 'staff',
    permission: 'account.read',
    tag: '管理',
    summary: '账号详情',
    params: accountId,
    output: Account,
    errors: ['account.not_found'],
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/api/user/manage/account/:accountId',
    access: 'staff',
    permission: 'account.delete',
    tag: '管理',
    summary: '删除账号（30 天内可恢复，资金记录保留）',
    params: accountId,
    errors: ['account.not_found', 'account.last_admin'],
  }),
  // path chosen by this project: docs/RULES.md R2
  restoreAccount: endpoint({
    method: 'POST',
    path: '/api/user/manage/account/:accountId/restore',
    access: 'staff',
    permission: 'account.delete',
    tag: '管理',
    summary: '恢复 30 天内删除的账号',
    params: accountId,
    output: Account,
    errors: ['account.not_found', 'account.phone_taken', 'account.name_taken', 'account.email_taken'],
  }),
} as const;

/** A row of the read-only task list in the console. */
export const StaffTask = z.object({
  id: Id,
  accountId: Id,
  nickName: z.string(),
  tool: z.string(),
  toolTitle: z.string(),
  status: z.enum(taskStatuses),
  engine: z.string(),
  /** True when the engine is outside of this program. */
  isConnected: z.boolean(),
  /** The best label among its outputs. */
  quality: z.enum(resultQualities).nullable(),
  ticketKind: TicketKindName,
  held: z.int(),
  spent: z.int(),
  returned: z.int(),
  errorReason: z.string().nullable(),
  errorMessage: z.string().nullable(),
  attempts: z.int(),
  ms: z.int().nullable(),
  /** Highest structure score of its outputs, 0–100; null where none was measured. */
  score: z.number().min(0).max(100).nullable(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
});
export type StaffTask = z.infer<typeof StaffTask>;

/** A movement of the ticket ledger as staff see it. */
export const StaffTicketMovement = z.object({
  id: Id,
  accountId: Id,
  nickName: z.string(),
  kind: TicketKindName,
  /** grant, hold, spend, return, expire, adjust. */
  movement: z.string(),
  /** Change of what the account can spend. */
  delta: z.int(),
  balanceAfter: z.int(),
  reason: z.string(),
  /** Task or order the movement belongs to. */
  reference: z.string().nullable(),
  operator: z.string().nullable(),
  createdAt: Instant,
});
export type StaffTicketMovement = z.infer<typeof StaffTicketMovement>;

/** An account as a row of the lists of the console, which go by `id`. */
export const AccountRow = Account.extend({ id: Id });
export type AccountRow = z.infer<typeof AccountRow>;

/** Phone numbers and e-mail addresses are shown masked, so that no filter tells what they are. */
const accountFields = {
  nickName: listField.text({ isSortable: true }),
  userType: listField.choice(['0', '1', '2', '3', '9']),
  plan: listField.choice(plans, { isSortable: true }),
  planExpiresAt: listField.instant({ canBeNull: true, isSortable: true }),
  isTestUser: listField.flag(),
  status: listField.choice(['active', 'banned'], { isSortable: true }),
  statusReason: listField.text(),
  bannedUntil: listField.instant({ canBeNull: true, isSortable: true }),
  loginName: listField.text({ canBeNull: true, isSortable: true }),
  role: listField.choice(staffRoles, { canBeNull: true, isSortable: true }),
  inviteCode: listField.id(),
  createdAt: listField.instant({ isSortable: true }),
  lastLoginAt: listField.instant({ canBeNull: true, isSortable: true }),
  deletedAt: listField.instant({ canBeNull: true, isSortable: true }),
};

/** `/api/admin/v1` speaks the dialect of @refinedev/simple-rest: bare rows, `X-Total-Count`, repeated keys mean "in". */
export const adminContract = {
  myPermissions: endpoint({
    method: 'GET',
    path: '/api/admin/v1/me/permissions',
    access: 'staff',
    permission: null,
    answers: 'dialect',
    tag: '管理',
    summary: '当前员工的角色与权限',
    output: StaffInfo,
  }),
  revealPhone: endpoint({
    method: 'POST',
    path: '/api/admin/v1/accounts/:accountId/revealPhone',
    access: 'staff',
    permission: 'account.reveal_phone',
    answers: 'dialect',
    tag: '管理',
    summary: '查看完整手机号和邮箱；须写明理由，并记入审计',
    params: accountId,
    input: z.object({ reason: manyLines(z.string().trim().min(2, '请写明查看理由').max(200, '理由最多200字')) }),
    output: z.object({ phoneNo: z.string().nullable(), email: z.string().nullable() }),
    errors: ['account.not_found'],
  }),
  staffAccounts: listEndpoint({
    path: '/api/admin/v1/accounts',
    permission: 'account.read',
    summary: '账号，已删除的也在内',
    list: listOf(accountFields, { hasSearch: true }),
    row: AccountRow,
  }),
  staffMembers: listEndpoint({
    path: '/api/admin/v1/staff',
    permission: 'account.read',
    summary: '员工',
    list: listOf(accountFields, { hasSearch: true }),
    row: AccountRow,
  }),
  staffTasks: listEndpoint({
    path: '/api/admin/v1/tasks',
    permission: 'task.read',
    summary: '任务列表（只读）',
    list: listOf(
      {
        accountId: listField.id(),
        tool: listField.choice(
          tools.map(({ id }) => id),
          { isSortable: true },
        ),
        status: listField.choice(taskStatuses, { isSortable: true }),
        engine: listField.id(),
        quality: listField.choice(resultQualities, { canBeNull: true }),
        ticketKind: listField.choice(ticketKinds),
        errorReason: listField.id({ canBeNull: true }),
        errorMessage: listField.text({ canBeNull: true }),
        ms: listField.number({ canBeNull: true, isSortable: true }),
        score: listField.number({ canBeNull: true, isSortable: true }),
        createdAt: listField.instant({ isSortable: true }),
        startedAt: listField.instant({ canBeNull: true, isSortable: true }),
        finishedAt: listField.instant({ canBeNull: true, isSortable: true }),
      },
      { hasSearch: true },
    ),
    row: StaffTask,
  }),
  staffTicketMovements: listEndpoint({
    path: '/api/admin/v1/tickets',
    permission: 'ticket.read',
    summary: '券流水（只读）',
    list: listOf(
      {
        accountId: listField.id(),
        kind: listField.choice(ticketKinds, { isSortable: true }),
        movement: listField.choice(ticketMovements, { isSortable: true }),
        reason: listField.text(),
        reference: listField.id({ canBeNull: true }),
        operator: listField.id({ canBeNull: true }),
        createdAt: listField.instant({ isSortable: true }),
      },
      { hasSearch: true },
    ),
    row: StaffTicketMovement,
  }),
} as const;
