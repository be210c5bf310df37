import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LoginAnswer } from '#shared/contract/auth';
import { ProductError } from '#shared/errors';
import {
  accessibilityFaults,
  answerWith,
  asked,
  memberOf,
  press,
  show,
  siteSettings,
} from '../../../tests/support/components.tsx';
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
  await show(
    <>
      <h1>登录筑绘</h1>
      <LoginWays onDone={onDone} />
    </>,
    { at: '/user/login' },
  );
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

test('a password is hidden until a press shows it, and typing goes on where it was', async () => {
  await openWays();
  await page.getByRole('tab', { name: '账号密码' }).click();
  const password = page.getByLabelText('密码', { exact: true });
  await password.fill('a-good-password');
  await expect.element(password).toHaveAttribute('type', 'password');
  await expect.element(password).toHaveAttribute('autocomplete', 'current-password');
  const reveal = page.getByRole('button', { name: '显示密码' });
  await reveal.click();
  await expect.element(password).toHaveAttribute('type', 'text');
  await expect.element(reveal).toHaveAttribute('aria-pressed', 'true');
  await expect.element(password).toHaveFocus();
  await press(reveal, '{Enter}');
  await expect.element(password).toHaveAttribute('type', 'password');
});

test('a field that is wrong says so to everybody', async () => {
  await openWays();
  await page.getByRole('tab', { name: '手机验证码' }).click();
  const phone = page.getByLabelText('手机号');
  await phone.fill('12345');
  await userEvent.keyboard('{Tab}');
  await expect.element(phone).toHaveAttribute('aria-invalid', 'true');
  await expect.element(phone).toHaveAccessibleDescription('手机号格式不正确');
  await expect.element(page.getByRole('alert')).toHaveTextContent('手机号格式不正确');
  await expect.element(page.getByRole('button', { name: '获取验证码' })).toBeDisabled();
  await phone.fill('13900000001');
  await expect.element(phone).toHaveAttribute('aria-invalid', 'false');
  expect(await accessibilityFaults()).toEqual([]);
});

test('a code is sent once, its field takes the focus, and the button counts down', async () => {
  await openWays();
  answerWith({ sendSmsCode: () => ({ resendAfter: 60 }) });
  await page.getByRole('tab', { name: '手机验证码' }).click();
  await page.getByLabelText('手机号').fill('13900000001');
  await page.getByRole('button', { name: '获取验证码' }).click();
  const code = page.getByLabelText('验证码', { exact: true });
  await expect.element(code).toHaveFocus();
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(page.getByRole('button', { name: /^\d+\(s\)/ })).toBeDisabled();
  expect(asked.filter(({ name }) => name === 'sendSmsCode')).toHaveLength(1);
});
