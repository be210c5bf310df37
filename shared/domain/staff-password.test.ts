import { expect, it } from 'vitest';
import { staffPasswordFault } from './staff-password.ts';

it.each([
  ['短一点', '员工密码至少10位'],
  ['aaaaaaaaaaaa', '密码里重复的字符太多'],
  ['1234567890', '密码不能是连续的字母或数字'],
  ['zyxwvutsrq', '密码不能是连续的字母或数字'],
  ['Password2026', '这个密码太常见，容易被猜到'],
  ['admin@2026!', '这个密码太常见，容易被猜到'],
  ['wangxiao-2026', '密码不能包含登录名或昵称'],
  ['long-enough', null],
  ['窗外有三棵银杏树和一只猫', null],
  ['passwordless-cranes', null],
])('%s: %s', (password, fault) => {
  expect(staffPasswordFault(password, ['wangxiao', '王'])).toBe(fault);
});
