import { z } from 'zod';
import { agreementKeys } from '../domain/agreement.ts';
import { endpoint } from './endpoint.ts';
import { Instant } from './fields.ts';

const AgreementKeyName = z.enum(agreementKeys, '没有这份协议');
const Edition = z.int().min(1).max(9999);
/** `YYYY-MM-DD` in China. */
const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/);

export const AgreementVersion = z.object({
  key: AgreementKeyName,
  title: z.string(),
  edition: Edition,
  effectiveOn: Day,
  /** A small part of Markdown; see `readAgreement`. HTML in it is text. */
  text: z.string(),
});
export type AgreementVersion = z.infer<typeof AgreementVersion>;

export const Agreement = AgreementVersion.extend({
  /** All that were published, the newest first. */
  versions: z.array(z.object({ edition: Edition, effectiveOn: Day, publishedAt: Instant })),
});
export type Agreement = z.infer<typeof Agreement>;

const agreements = { tag: '系统' } as const;

export const agreementContract = {
  agreements: endpoint({
    ...agreements,
    access: 'anyone',
    method: 'GET',
    path: '/api/agreements',
    summary: '四份协议的最新版本和历次版本的日期；可缓存一分钟，之后按 ETag 核对',
    output: z.array(Agreement),
  }),
  agreementVersion: endpoint({
    ...agreements,
    access: 'anyone',
    method: 'GET',
    path: '/api/agreements/:key/:edition',
    summary: '一份协议的某一版；可缓存一分钟，之后按 ETag 核对',
    params: z.object({ key: AgreementKeyName, edition: Edition }),
    output: AgreementVersion,
    errors: ['agreement.not_found'],
  }),
  acceptAgreements: endpoint({
    ...agreements,
    access: 'user',
    method: 'POST',
    path: '/api/agreements/accept',
    encoding: 'json',
    summary: '同意显示的版本；按版本记下时间和网络地址，同一版只记一次',
    input: z.object({
      versions: z
        .array(z.object({ key: AgreementKeyName, edition: Edition }))
        .min(1)
        .max(agreementKeys.length),
    }),
    errors: ['agreement.not_found'],
  }),
} as const;
