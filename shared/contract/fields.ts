import { z } from 'zod';
import { isPhone, normalizePhone } from '../domain/phone.ts';
import { ticketKinds } from '../domain/ticket-kind.ts';
import { secret } from './secret.ts';

/** A mainland mobile number; spaces, dashes and +86 are accepted and stripped. */
export const PhoneNo = z
  .string()
  .max(32, '手机号格式不正确')
  .transform(normalizePhone)
  .pipe(z.string().refine(isPhone, '手机号格式不正确'));

export const VerifyCode = secret(
  z
    .string()
    .transform((text) => text.trim())
    .pipe(z.string().regex(/^\d{6}$/, '请输入6位验证码')),
);

/** Milliseconds since the epoch on the product's clock. */
export const Instant = z.int().min(0);

export const Id = z.string().min(1).max(64);

/** Made by the client for one request and kept over its retries: the same key is done once and answered the same. */
export const ClientKey = z.string().min(1, '缺少请求编号').max(64);

export const TicketKindName = z.enum(ticketKinds);

/** Page and size of a list; pages start at 1. */
export const Paging = z.object({
  page: z.int().min(1).max(100_000).default(1),
  size: z.int().min(1).max(100).default(20),
});

export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({ list: z.array(row), total: z.int().min(0), page: z.int(), size: z.int() });
}
