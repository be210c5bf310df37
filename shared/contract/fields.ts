import { z } from 'zod';
import { isPhone, normalizePhone } from '../domain/phone.ts';
import { ticketKinds } from '../domain/ticket-kind.ts';
import { foldCode, searchForms } from '../domain/typed.ts';
import { secret } from './secret.ts';

/** Maximum number of characters of a raw input, including separators, before it is normalized. */
const mostPasted = 200;

/**
 * Schema for a number or code in any typed or pasted form: the text is normalized by {@link foldCode} and then checked
 * by `code`. At most 200 raw characters; `sentence` is the message for longer ones.
 */
export function asCode<S extends z.ZodType<unknown, string>>(code: S, sentence = '太长了，请检查后重新输入') {
  return z.string().max(mostPasted, sentence).transform(foldCode).pipe(code);
}

/** A search text of at most 60 characters. Blanks between words become one space; invisible characters are removed. */
export const SearchWords = z
  .string()
  .max(mostPasted, '搜索词最多 60 个字')
  .transform((text) => searchForms(text)[0])
  .pipe(z.string().max(60, '搜索词最多 60 个字'));

/** A mainland China mobile number in any typed or pasted form, with or without +86. Output: 11 digits. */
export const PhoneNo = z
  .string()
  .max(mostPasted, '手机号格式不正确')
  .transform(normalizePhone)
  .pipe(z.string().refine(isPhone, '手机号格式不正确'));

export const VerifyCode = secret(
  z
    .string()
    .max(mostPasted, '请输入6位验证码')
    .transform(foldCode)
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
