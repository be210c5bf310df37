import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LoginAnswer } from '#shared/contract/auth';
import { ProductError } from '#shared/errors';
import { answerWith, asked, memberOf, show, siteSettings } from '../../../tests/support/components.tsx';
import { LoginWays } from './login-ways.tsx';

const { user } = memberOf();
const welcome: LoginAnswer = {
  userInfo: user!,
  inviteCode: 'INVITE',
  isNew: false,
  redirectUrl: '/cas/v1/tickets/TGT-1',
};

async function openWays() {
  answerWith({ siteSettings: { ...siteSettings, isAgreementTickedByDefault: true } });
  const onDone = vi.fn();
  await show(<LoginWays onDone={onDone} />, { at: '/user/login' });
  return onDone;
}

test('a password lets in whom staff gave one, and says what is left of the tries', async () => {
  const onDone = await openWays();
  answerWith({
    loginByAccount: ({ password }) => {
      if (password !== 'a-good-password') throw new ProductError('login.wrong_password', { fill: { left: 4 } });
      return welcome;
    },
  });
  await page.getByRole('tab', { name: '账号密码' }).click();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect.element(page.getByText('请输入账号')).toBeVisible();
  await expect.element(page.getByText('请输入密码', { exact: true })).toBeVisible();
  expect(asked.filter(({ name }) => name === 'loginByAccount')).toEqual([]);
  await page.getByLabelText('账号', { exact: true }).fill('13900000001');
  await page.getByLabelText('密码', { exact: true }).fill('wrong');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('账号或密码错误，还可尝试4次')).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
  await page.getByLabelText('密码', { exact: true }).fill('a-good-password');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
});
