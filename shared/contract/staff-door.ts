import { z } from 'zod';
import { foldCode } from '../domain/typed.ts';
import { secret } from './secret.ts';

/** Steps that a member of staff has to take before anything else: a new password, a second factor. */
export const staffSetUps = ['password', 'factor'] as const;
export type StaffSetUp = (typeof staffSetUps)[number];

export const staffSetUpLabels: Record<StaffSetUp, string> = { password: '修改密码', factor: '开启两步验证' };

/** Six digits of the authenticator, or a recovery code. Blanks and dashes are of no matter. */
export const TotpCode = secret(
  z
    .string()
    .max(200, '动态码格式不正确')
    .transform((text) => foldCode(text).toLowerCase())
    .pipe(z.string().regex(/^(\d{6}|[0-9a-z]{10})$/, '请输入 6 位动态码或恢复码')),
);
