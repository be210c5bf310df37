import type { z } from 'zod';

/** Returns the message of a Zod issue in Chinese for the user. Messages of our own schemas already are Chinese. */
export function sentenceOf(issue: z.core.$ZodIssue): string {
  if (/[\u4e00-\u9fff]/.test(issue.message)) return issue.message;
  if (issue.code === 'unrecognized_keys') return `不认识的参数：${issue.keys.join('、')}`;
  if (issue.code === 'too_big') return tooMuch(issue);
  if (issue.code === 'too_small') return tooLittle(issue);
  if (issue.code === 'invalid_format' && issue.format === 'url') return '请填写完整的网址，如 https://example.com/';
  if (isMissing(issue)) return '缺少这一项';
  if (issue.code === 'invalid_type') return wanted[issue.expected] ?? '格式不正确';
  if (issue.code === 'invalid_value')
    return issue.values.length > mostNamed ? '不是可选的值' : `只能是 ${issue.values.map(String).join('、')}`;
  return '格式不正确';
}

function tooMuch({ origin, maximum, inclusive = true }: z.core.$ZodIssueTooBig): string {
  if (origin === 'string') return `最多 ${maximum} 个字`;
  if (origin === 'array') return `最多 ${maximum} 项`;
  return inclusive ? `不能大于 ${maximum}` : `应小于 ${maximum}`;
}

function tooLittle({ origin, minimum, inclusive = true }: z.core.$ZodIssueTooSmall): string {
  if (origin === 'string') return minimum === 1 ? '不能为空' : `至少 ${minimum} 个字`;
  if (origin === 'array') return `至少 ${minimum} 项`;
  return inclusive ? `不能小于 ${minimum}` : `应大于 ${minimum}`;
}

/** Maximum number of allowed values listed in a message. */
const mostNamed = 12;

/** True when the value is missing. Issues contain `input` only if the schema was run with `reportInput`. */
function isMissing(issue: z.core.$ZodIssue): boolean {
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value' && issue.code !== 'invalid_union') return false;
  return 'input' in issue ? issue.input === undefined : issue.message.endsWith('received undefined');
}

/** Message by Zod's name of the expected type. */
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
