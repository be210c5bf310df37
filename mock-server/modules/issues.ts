import type { z } from 'zod';
import { type ErrorReason, errorCatalogue, ProductError } from '#shared/errors';

/**
 * Sentences per field. The message that people read is the field's own where a number or a code alone is at fault, and
 * general otherwise, so that it never says other than the fields do.
 */
export function fromIssues(issues: readonly z.core.$ZodIssue[]): ProductError {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const name = issue.path.map(String).join('.') || '_';
    fields[name] = [...(fields[name] ?? []), sentenceOf(issue)];
  }
  const [name = '', ...others] = Object.keys(fields);
  const reason = others.length === 0 && Object.hasOwn(ownReasons, name) ? ownReasons[name] : undefined;
  if (!reason) return new ProductError('request.invalid', { fields });
  return new ProductError(reason, { fields: { [name]: [errorCatalogue[reason].sentence] } });
}

/** Fields whose fault has a reason of its own. */
const ownReasons: Readonly<Record<string, ErrorReason>> = { phoneNo: 'phone.invalid', verifyCode: 'code.malformed' };

/** Zod's own English sentences are replaced; ours are Chinese already. */
export function sentenceOf(issue: z.core.$ZodIssue): string {
  if (/[\u4e00-\u9fff]/.test(issue.message)) return issue.message;
  if (issue.code === 'unrecognized_keys') return `不认识的参数：${issue.keys.join('、')}`;
  if (issue.code === 'too_big') return '超出允许的范围';
  if (issue.code === 'too_small') return '小于允许的范围';
  if (isMissing(issue)) return '缺少这一项';
  if (issue.code === 'invalid_type') return wanted[issue.expected] ?? '格式不正确';
  if (issue.code === 'invalid_value')
    return issue.values.length > mostNamed ? '不是可选的值' : `只能是 ${issue.values.map(String).join('、')}`;
  return '格式不正确';
}

/** Choices beyond these are not told one by one. */
const mostNamed = 12;

/** Whether nothing was given; Zod tells the input where it was asked to (`reportInput`). */
function isMissing(issue: z.core.$ZodIssue): boolean {
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value' && issue.code !== 'invalid_union') return false;
  return 'input' in issue ? issue.input === undefined : issue.message.endsWith('received undefined');
}

/** What should stand where something else does, by Zod's name of the type. */
const wanted: Readonly<Record<string, string>> = {
  string: '应为文字',
  number: '应为数字',
  int: '应为整数',
  boolean: '应为 true 或 false',
  array: '应为列表',
  object: '应为对象',
  record: '应为对象',
  null: '应为空',
};
