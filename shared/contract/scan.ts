import { z } from 'zod';
import { LoginAnswer } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';
import { secret } from './secret.ts';

/** A scan login as the browser that asked for it sees it (docs/RULES.md R38). */
const scanStatuses = ['waiting', 'scanned', 'confirmed', 'canceled', 'expired'] as const;

const scan = { access: 'anyone', tag: '登录' } as const;

export const scanContract = {
  getQrCode: endpoint({
    ...scan,
    method: 'GET',
    path: '/api/wx/getQRCode',
    // It ends the browser's earlier QR code and sets a cookie that binds the new one to this browser.
    changesState: true,
    summary: '微信扫码登录二维码，只属于请求它的浏览器，180 秒有效；新的二维码使旧的失效',
    output: z.object({
      ticket: z.string(),
      /** PNG data URL. */
      qrImage: z.string(),
      /** Content of the QR code. */
      url: z.string(),
      expireAt: Instant,
      /** Milliseconds left, so that a browser whose clock is wrong counts right. */
      leftMs: z.int(),
      isSimulated: z.boolean(),
    }),
    errors: ['scan.unavailable', 'request.too_often'],
  }),
  checkScan: endpoint({
    ...scan,
    method: 'GET',
    path: '/api/wx/cheakScan',
    // The first check after the confirmation logs the browser in.
    changesState: true,
    summary: '扫码状态；确认后由请求二维码的浏览器兑换一次，已绑定手机号的直接登录',
    input: z.object({
      ticket: secret(z.string().min(1).max(200)),
      /** Version of the agreements the person accepted; recorded with the login. */
      agreementVersion: z.string().max(32).optional(),
      deviceId: z.string().max(64).optional(),
    }),
    output: z.object({
      status: z.enum(scanStatuses),
      /** Person who scanned; null before the scan. */
      person: z.object({ nickName: z.string(), avatar: z.string() }).nullable(),
      /** Confirmed and this WeChat has an account: the login, told once; the session cookie is set. */
      login: LoginAnswer.nullable(),
      /** Confirmed by a WeChat without an account: log in with type 3, this ticket as `scanTicket`, and a phone. */
      needsPhone: z.boolean(),
    }),
    errors: ['scan.not_found', 'auth.banned'],
  }),
  // paths chosen by this project: docs/RULES.md R2
  scanCallbackProof: endpoint({
    ...scan,
    method: 'GET',
    path: '/api/wx/callback',
    isOpenToViewers: false,
    answers: 'bare',
    media: ['text/plain'],
    summary: '微信公众平台校验服务器地址',
    input: z.object({
      signature: secret(z.string().max(64)),
      timestamp: z.string().max(20),
      nonce: z.string().max(40),
      echostr: z.string().max(200),
    }),
    errors: ['scan.bad_signature'],
  }),
  scanCallback: endpoint({
    ...scan,
    method: 'POST',
    path: '/api/wx/callback',
    answers: 'bare',
    media: ['text/plain'],
    encoding: 'raw',
    bodyLimit: 64 * 1024,
    summary: '微信公众平台推送扫码与关注事件（签名校验）',
    errors: ['scan.bad_signature'],
  }),
} as const;
