import { expect, test } from 'vitest';
import { z } from 'zod';
import { fromIssues } from './issues.ts';

const Fields = z.object({
  amount: z.int(),
  isOn: z.boolean(),
  kind: z.enum(['normal', 'live']),
  ids: z.union([z.string(), z.array(z.string())]),
  name: z.string().max(3),
});

function sentences(value: unknown, reportInput: boolean): Record<string, string[]> | undefined {
  const { error } = Fields.safeParse(value, { reportInput });
  return fromIssues(error?.issues ?? []).fields;
}

test('what is missing is called missing, what is there but wrong is told what it should be', () => {
  expect(sentences({}, true)).toEqual({
    amount: ['缺少这一项'],
    isOn: ['缺少这一项'],
    kind: ['缺少这一项'],
    ids: ['缺少这一项'],
    name: ['缺少这一项'],
  });
  expect(sentences({ amount: 'x', isOn: 1, kind: 'gold', ids: 4, name: 7 }, true)).toEqual({
    amount: ['应为数字'],
    isOn: ['应为 true 或 false'],
    kind: ['只能是 normal、live'],
    ids: ['格式不正确'],
    name: ['应为文字'],
  });
  expect(sentences({ amount: 1.5, isOn: true, kind: null, ids: [], name: '四个字了' }, true)).toEqual({
    amount: ['应为整数'],
    kind: ['只能是 normal、live'],
    name: ['最多 3 个字'],
  });
});

test('an issue without its input is still read right by its type', () => {
  expect(sentences({ amount: '3', kind: 'live', ids: '', name: '' }, false)).toEqual({
    amount: ['应为数字'],
    isOn: ['缺少这一项'],
  });
});

test('the message says what the field says where a number or a code alone is at fault, and is general otherwise', () => {
  const Sent = z.object({ phoneNo: z.string(), verifyCode: z.string(), name: z.string() });
  const refusalOf = (value: unknown) => fromIssues(Sent.safeParse(value, { reportInput: true }).error?.issues ?? []);
  expect(refusalOf({ verifyCode: '123456', name: '林' })).toMatchObject({
    reason: 'phone.invalid',
    message: '手机号格式不正确',
    fields: { phoneNo: ['手机号格式不正确'] },
  });
  expect(refusalOf({ phoneNo: '1', name: '林' })).toMatchObject({
    reason: 'code.malformed',
    message: '请输入6位验证码',
    fields: { verifyCode: ['请输入6位验证码'] },
  });
  for (const value of [{}, { phoneNo: '1', verifyCode: '2' }, { name: '林' }])
    expect(refusalOf(value)).toMatchObject({ reason: 'request.invalid', message: '填写的内容有误，请检查后重试' });
});
