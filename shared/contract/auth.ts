import { z } from 'zod';
import { agreementKeys } from '../domain/agreement.ts';
import { plans } from '../domain/plan.ts';
import { endpoint } from './endpoint.ts';
import { asCode, Id, Instant, PhoneNo, VerifyCode } from './fields.ts';
import { secret } from './secret.ts';

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
  /** New versions that ask for consent once more, until it is given; absent where there are none. */
  agreementsToAccept: z.array(z.object({ key: z.enum(agreementKeys), edition: z.int(), title: z.string() })).optional(),
  /** When the account is deleted as somebody asked for; absent where nothing waits. */
  erasureDueAt: Instant.optional(),
});
export type UserInfo = z.infer<typeof UserInfo>;

export const VipInfo = z.object({
  plan: z.enum(plans),
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
  /** Largest numbers of tasks that run and wait at once. */
  limits: z.object({ running: z.int(), queued: z.int() }),
});
export type VipInfo = z.infer<typeof VipInfo>;

/**
 * Campaign parameters of the address with which a new user arrived; the client keeps them in local storage
 * (docs/RULES.md R29).
 */
export const LoginSource = z.object({
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
  // path chosen by this project: docs/RULES.md R2
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
      'sms.number_refused',
    ],
  }),
  // path chosen by this project: docs/RULES.md R2
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
      inviteCode: asCode(z.string().max(16, '邀请码最多 16 个字')).optional(),
      /** Local device uuid (docs/RULES.md R28). */
      deviceId: z.string().max(64).optional(),
      /** Version of the agreements the person accepted; recorded with time and address. */
      agreementVersion: z.string().max(32).optional(),
      /** Type 3: the confirmed scan whose WeChat is bound to this phone. */
      scanTicket: secret(z.string().max(200)).optional(),
      /** Type 3: the phone's account may be joined with this WeChat; asked for with `scan.phone_has_account`. */
      isMergeAgreed: z.boolean().default(false),
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
      'scan.not_found',
      'scan.phone_has_account',
      'scan.phone_bound_elsewhere',
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
  // chosen by this project (docs/RULES.md R2) for the dialog of the portrait (docs/RULES.md R24)
  setAvatar: endpoint({
    method: 'POST',
    path: '/api/user/avatar',
    access: 'user',
    encoding: 'json',
    tag: '登录',
    summary: '更换头像：正方形小图的 data URL（JPG，边长至多 512 像素，不超过 32 KB）；空字符串恢复默认',
    bodyLimit: 64 * 1024,
    input: z.object({ avatar: z.string().max(60_000) }),
    output: UserInfo,
    errors: ['account.avatar_unfit'],
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
  // named by other clients (docs/RULES.md R1), with payloads of this project; each behind a switch of the operator
  loginByEmail: endpoint({
    method: 'POST',
    path: '/api/login/email',
    access: 'anyone',
    tag: '登录',
    summary: '邮箱验证码登录；未注册的邮箱自动创建账号。默认关闭',
    input: z.object({
      email: z.email('邮箱格式不正确').max(200),
      verifyCode: VerifyCode,
      agreementVersion: z.string().max(32).optional(),
      deviceId: z.string().max(64).optional(),
    }),
    output: LoginAnswer,
    errors: ['login.switched_off', 'code.malformed', 'code.wrong', 'code.expired', 'code.void', 'auth.banned'],
  }),
  loginByAccount: endpoint({
    method: 'POST',
    path: '/api/login/account',
    access: 'anyone',
    tag: '登录',
    summary: '登录名（或手机号、邮箱）与密码登录。默认关闭',
    input: z.object({
      account: z.string().trim().min(1, '请输入账号').max(200),
      password: secret(z.string().min(1, '请输入密码').max(128)),
      agreementVersion: z.string().max(32).optional(),
      deviceId: z.string().max(64).optional(),
    }),
    output: LoginAnswer,
    errors: [
      'login.switched_off',
      'login.wrong_password',
      'login.locked',
      'login.busy',
      'request.too_often',
      'auth.banned',
    ],
  }),
  sendEmailCode: endpoint({
    method: 'POST',
    path: '/api/login/emailCode',
    access: 'anyone',
    tag: '登录',
    summary: '发送邮箱验证码。默认关闭',
    input: z.object({ email: z.email('邮箱格式不正确').max(200) }),
    output: z.object({ resendAfter: z.int() }),
    errors: [
      'login.switched_off',
      'sms.too_often',
      'email.hourly_limit',
      'email.daily_limit',
      'sms.address_limit',
      'email.failed',
    ],
  }),
  loginForTest: endpoint({
    method: 'POST',
    path: '/api/login/test',
    access: 'anyone',
    tag: '登录',
    summary: '测试登录：不要验证码，仅本机模式、仅本机地址',
    input: z.object({ phoneNo: PhoneNo }),
    output: LoginAnswer,
    errors: ['request.not_found', 'auth.banned'],
  }),
} as const;

const tgt = z.object({ tgt: secret(z.string().min(1).max(128)) });

const validation = z.object({
  service: z.string().max(2000).optional(),
  ticket: secret(z.string().max(200)).optional(),
  format: z.string().max(8).optional(),
  renew: z.string().max(8).optional(),
});

/** The CAS REST protocol's ticket resources (docs/RULES.md R7); statuses and bodies are the protocol's own. */
export const casContract = {
  casCreateTicket: endpoint({
    method: 'POST',
    path: '/cas/v1/tickets',
    access: 'anyone',
    answers: 'bare',
    status: 201,
    media: ['text/html'],
    tag: 'CAS',
    summary: '建立登录票据 TGT',
    errors: ['cas.refused'],
    input: z.object({
      username: z.string().max(200).optional(),
      password: secret(z.string().max(200)).optional(),
      phoneNo: asCode(z.string()).optional(),
      verifyCode: secret(asCode(z.string())).optional(),
    }),
  }),
  casCreateServiceTicket: endpoint({
    method: 'POST',
    path: '/cas/v1/tickets/:tgt',
    access: 'anyone',
    answers: 'bare',
    media: ['text/plain'],
    tag: 'CAS',
    summary: '换取一次性服务票据',
    errors: ['cas.unknown_ticket', 'cas.service_not_allowed', 'request.too_often'],
    params: tgt,
    input: z.object({ service: z.string().max(2000).optional() }),
  }),
  casDeleteTicket: endpoint({
    method: 'DELETE',
    path: '/cas/v1/tickets/:tgt',
    access: 'anyone',
    answers: 'bare',
    media: ['text/plain'],
    tag: 'CAS',
    summary: '删除登录票据，对应的会话随之失效',
    params: tgt,
  }),
  casServiceValidate: endpoint({
    method: 'GET',
    path: '/cas/p3/serviceValidate',
    isOpenToViewers: false,
    access: 'anyone',
    answers: 'bare',
    media: ['application/xml', 'application/json'],
    tag: 'CAS',
    summary: '验证服务票据（CAS 3.0），format=JSON 时答 JSON，否则答 XML',
    input: validation,
    output: z.unknown(),
  }),
  // Beside the calls of docs/RULES.md R7: what stock CAS clients use as well.
  casValidate: endpoint({
    method: 'GET',
    path: '/cas/serviceValidate',
    isOpenToViewers: false,
    access: 'anyone',
    answers: 'bare',
    media: ['application/xml', 'application/json'],
    tag: 'CAS',
    summary: '验证服务票据（CAS 2.0）',
    input: validation,
    output: z.unknown(),
  }),
  casLogin: endpoint({
    method: 'GET',
    path: '/cas/login',
    isOpenToViewers: false,
    access: 'anyone',
    answers: 'bare',
    status: 302,
    tag: 'CAS',
    summary: '浏览器单点登录：已登录则带服务票据返回 service，否则先去登录页',
    errors: ['cas.service_not_allowed', 'request.too_often'],
    input: z.object({
      service: z.string().max(2000).optional(),
      renew: z.string().max(8).optional(),
      gateway: z.string().max(8).optional(),
    }),
  }),
  casLogout: endpoint({
    method: 'GET',
    path: '/cas/logout',
    isOpenToViewers: false,
    access: 'anyone',
    answers: 'bare',
    status: 302,
    tag: 'CAS',
    summary: '浏览器单点退出；登记过的 service 会被带回',
    input: z.object({ service: z.string().max(2000).optional(), url: z.string().max(2000).optional() }),
  }),
} as const;
