import { createDecipheriv } from 'node:crypto';
import { z } from 'zod';
import { type NotificationCall, NotificationRefused, type PaymentNotification } from '../port.ts';
import type { WechatPayAccount, WechatPayApi } from './api.ts';

const Envelope = z.object({
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z.string().default(''),
  }),
});

/** A trade or, with `refund_status`, a refund; the latter names no application. */
const Resource = z.object({
  appid: z.string().optional(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string(),
  trade_state: z.string().optional(),
  refund_status: z.string().optional(),
  amount: z.object({ total: z.int().min(0) }).optional(),
});

const tagBytes = 16;

/** Reads what WeChat Pay posts to the notify address. Throws {@link NotificationRefused}. */
export function readWechatNotification(
  call: NotificationCall,
  account: WechatPayAccount,
  api: WechatPayApi,
): PaymentNotification {
  const text = call.body.toString('utf8');
  const signature = api.readSignature(call.headers, text);
  if (!signature) throw new NotificationRefused('malformed', '缺少签名');
  if (!signature.isValid) throw new NotificationRefused('forged', '签名不正确');
  if (!api.isFresh(signature)) throw new NotificationRefused('stale', '签名时间与本站相差超过 5 分钟');

  const resource = open(text, account.apiV3Key);
  const orderNo = resource.out_trade_no;
  if (resource.mchid !== account.merchantId)
    throw new NotificationRefused('wrong_seller', `商户 ${resource.mchid}`, orderNo);
  if (resource.refund_status === undefined && resource.appid !== account.appId)
    throw new NotificationRefused('wrong_app', `应用 ${resource.appid}`, orderNo);
  return { orderNo, kind: kindOf(resource), tradeNo: resource.transaction_id, amount: resource.amount?.total ?? 0 };
}

function kindOf({ refund_status, trade_state }: z.infer<typeof Resource>): PaymentNotification['kind'] {
  if (refund_status !== undefined) return 'refunded';
  if (trade_state === 'SUCCESS') return 'paid';
  return trade_state === 'CLOSED' ? 'closed' : 'other';
}

function open(text: string, apiV3Key: string): z.infer<typeof Resource> {
  try {
    const { resource } = Envelope.parse(JSON.parse(text));
    const sealed = Buffer.from(resource.ciphertext, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', apiV3Key, resource.nonce, { authTagLength: tagBytes });
    decipher.setAuthTag(sealed.subarray(-tagBytes)).setAAD(Buffer.from(resource.associated_data));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
    return Resource.parse(JSON.parse(plain.toString('utf8')));
  } catch (error) {
    throw new NotificationRefused('malformed', `无法解密或内容不全：${(error as Error).message.slice(0, 200)}`);
  }
}
