import type { z } from 'zod';
import { ProductError } from '#shared/errors';

/** Sentences per field; the first one is also the message people read. */
export function fromIssues(issues: readonly z.core.$ZodIssue[]): ProductError {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const name = issue.path.map(String).join('.') || '_';
    fields[name] = [...(fields[name] ?? []), sentenceOf(issue)];
  }
  const error = new ProductError('request.invalid', { fields });
  const only = firstReason(fields);
  return only ?? error;
}

function firstReason(fields: Record<string, string[]>): ProductError | undefined {
  if (fields.phoneNo) return new ProductError('phone.invalid', { fields });
  if (fields.verifyCode) return new ProductError('code.malformed', { fields });
  return undefined;
}

/** Zod's own English sentences are replaced; ours are Chinese already. */
export function sentenceOf(issue: z.core.$ZodIssue): string {
  if (/[\u4e00-\u9fff]/.test(issue.message)) return issue.message;
  if (issue.code === 'unrecognized_keys') return `不认识的参数：${issue.keys.join('、')}`;
  if (issue.code === 'too_big') return '超出允许的范围';
  if (issue.code === 'too_small') return '小于允许的范围';
  if (issue.code === 'invalid_type' && issue.input === undefined) return '缺少这一项';
  return '格式不正确';
}
