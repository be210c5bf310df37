import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant, PhoneNo, VerifyCode } from './fields.ts';

/** 0 unknown, 1 free, 2 member, 3 team member, 9 staff. */
export const UserType = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(9)]);
export type UserType = z.infer<typeof UserType>;

export const accessFlags = ['canUse', 'canDownloadClean', 'canUse2K', 'canUse4K', 'canPrivate', 'isTester'] as const;
export type AccessFlag = (typeof accessFlags)[number];

export const UserInfo = z.object({
  userId: Id,
  /** Masked: 138****1234. */
  phoneNo: z.string(),
  nickName: z.string(),
  avatar: z.string(),
  userType: UserType,
  isTestUser: z.boolean(),
  inviteCode: z.string(),
  createdAt: Instant,
});
export type UserInfo = z.infer<typeof UserInfo>;

export const VipInfo = z.object({
  plan: z.enum(['free', 'basic', 'pro', 'team']),
  planTitle: z.string(),
  /** Null for the free plan. */
  expiresAt: Instant.nullable(),
  flags: z.object({
    canUse: z.boolean(),
    canDownloadClean: z.boolean(),
    canUse2K: z.boolean(),
    canUse4K: z.boolean(),
    canPrivate: z.boolean(),
    isTester: z.boolean(),
  }),
  /** How many tasks may run and wait at once. */
  limits: z.object({ running: z.int(), queued: z.int() }),
});
export type VipInfo = z.infer<typeof VipInfo>;

/** Where a new user came from, kept by the client in local storage (spec §3). */
const LoginSource = z.object({
  keyWord: z.string().max(200).optional(),
  plan: z.string().max(200).optional(),
  source: z.string().max(200).optional(),
  unit: z.string().max(200).optional(),
});

export const LoginAnswer = z.object({
  userInfo: UserInfo,
  inviteCode: z.string(),
  isNew: z.boolean(),
  /** The login's ticket resource; the client DELETEs it at logout. */
  redirectUrl: z.string(),
});
export type LoginAnswer = z.infer<typeof LoginAnswer>;

export const authContract = {
  // path not shown in the specification
  sendSmsCode: endpoint({
    method: 'POST',
    path: '/api/sms/sendCode',
    access: 'anyone',
    tag: '登录',
    summary: '发送短信验证码；已注册与未注册的号码答复相同',
    input: z.object({ phoneNo: PhoneNo }),
    output: z.object({ resendAfter: z.int() }),
    errors: [
      'phone.invalid',
      'sms.too_often',
      'sms.hourly_limit',
      'sms.daily_limit',
      'sms.address_limit',
      'sms.failed',
    ],
  }),
  // path not shown in the specification
  login: endpoint({
    method: 'POST',
    path: '/api/user/login',
    access: 'anyone',
    tag: '登录',
    summary: '手机号与验证码登录；未注册的号码自动创建账号；设置会话 Cookie sid',
    input: z.object({
      phoneNo: PhoneNo,
      verifyCode: VerifyCode,
      /** 1 code, 2 invitation, 3 bind after scan. */
      type: z.int().min(1).max(3).default(1),
      source: LoginSource.optional(),
      inviteCode: z.string().trim().max(16).optional(),
      /** Local device uuid (spec §3). */
      deviceId: z.string().max(64).optional(),
      /** Version of the agreements the person accepted; recorded with time and address. */
      agreementVersion: z.string().max(32).optional(),
    }),
    output: LoginAnswer,
    errors: [
      'phone.invalid',
      'code.malformed',
      'code.wrong',
      'code.expired',
      'code.void',
      'invite.unknown',
      'auth.banned',
    ],
  }),
  userInfo: endpoint({
    method: 'GET',
    path: '/api/user/userInfo',
    access: 'user',
    tag: '登录',
    summary: '当前用户',
    output: UserInfo,
  }),
  getVipInfo: endpoint({
    method: 'GET',
    path: '/api/user/getVipInfo',
    access: 'user',
    tag: '登录',
    summary: '当前用户的会员与权限',
    output: VipInfo,
  }),
  logout: endpoint({
    method: 'GET',
    path: '/api/user/logout',
    access: 'anyone',
    changesState: true,
    tag: '登录',
    summary: '退出登录；未登录时同样成功',
  }),
  invalidateSession: endpoint({
    method: 'POST',
    path: '/api/logout/invalidateSession',
    access: 'anyone',
    tag: '登录',
    summary: '使当前会话失效；未登录时同样成功',
  }),
  loginByEmail: endpoint({
    method: 'POST',
    path: '/api/login/email',
    access: 'anyone',
    tag: '登录',
    summary: '邮箱验证码登录',
    input: z.object({ email: z.string().max(200), verifyCode: z.string().max(16) }),
    output: LoginAnswer,
    isBuilt: false,
  }),
  loginByAccount: endpoint({
    method: 'POST',
    path: '/api/login/account',
    access: 'anyone',
    tag: '登录',
    summary: '账号密码登录',
    input: z.object({ account: z.string().max(200), password: z.string().max(200) }),
    output: LoginAnswer,
    isBuilt: false,
  }),
  sendEmailCode: endpoint({
    method: 'POST',
    path: '/api/login/emailCode',
    access: 'anyone',
    tag: '登录',
    summary: '发送邮箱验证码',
    input: z.object({ email: z.string().max(200) }),
    output: z.object({ resendAfter: z.int() }),
    isBuilt: false,
  }),
  loginForTest: endpoint({
    method: 'POST',
    path: '/api/login/test',
    access: 'anyone',
    tag: '登录',
    summary: '测试登录，仅本机模式',
    input: z.object({ phoneNo: PhoneNo }),
    output: LoginAnswer,
    isBuilt: false,
  }),
} as const;

const tgt = z.object({ tgt: z.string().min(1).max(128) });

/** The CAS REST protocol's ticket resources (decisions §2); statuses and bodies are the protocol's own. */
export const casContract = {
  casCreateTicket: endpoint({
    method: 'POST',
    path: '/cas/v1/tickets',
    access: 'anyone',
    answers: 'bare',
    tag: 'CAS',
    summary: '建立登录票据 TGT',
    input: z.object({
      username: z.string().max(200).optional(),
      password: z.string().max(200).optional(),
      phoneNo: z.string().max(32).optional(),
      verifyCode: z.string().max(16).optional(),
    }),
    isBuilt: false,
  }),
  casCreateServiceTicket: endpoint({
    method: 'POST',
    path: '/cas/v1/tickets/:tgt',
    access: 'anyone',
    answers: 'bare',
    tag: 'CAS',
    summary: '换取一次性服务票据',
    params: tgt,
    input: z.object({ service: z.string().max(2000) }),
    isBuilt: false,
  }),
  casDeleteTicket: endpoint({
    method: 'DELETE',
    path: '/cas/v1/tickets/:tgt',
    access: 'anyone',
    answers: 'bare',
    tag: 'CAS',
    summary: '删除登录票据，对应的会话随之失效',
    params: tgt,
  }),
  casServiceValidate: endpoint({
    method: 'GET',
    path: '/cas/p3/serviceValidate',
    access: 'anyone',
    answers: 'bare',
    tag: 'CAS',
    summary: '验证服务票据',
    input: z.object({
      service: z.string().max(2000),
      ticket: z.string().max(200),
      format: z.string().max(8).optional(),
    }),
    isBuilt: false,
  }),
} as const;
