import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ProductError } from '#shared/errors';
import {
  answerWith,
  asked,
  faultsInLightAndDark,
  memberOf,
  onPhone,
  press,
  show,
  sidewaysParts,
  siteSettings,
} from '../../../tests/support/components.tsx';
import { LoginWays } from './login-ways.tsx';

const welcome = { userInfo: memberOf().user!, inviteCode: 'INVITE', isNew: false, redirectUrl: '/cas/v1/tickets/T' };
const calls = (name: string) => asked.filter((call) => call.name === name).map(({ sent }) => sent);
const tab = (name: string) => page.getByRole('tab', { name });
const countdown = () => page.getByRole('button', { name: /^\d+\(s\)$/ });
const consent = () => page.getByRole('checkbox', { name: /我已阅读并同意/ });
const enter = () => page.getByRole('button', { name: '登录', exact: true });
const isWeChatOpen = { logins: { wechat: true, email: true, account: true } };

async function openWays(settings: Partial<typeof siteSettings> = {}) {
  answerWith({
    siteSettings: { ...siteSettings, isAgreementTickedByDefault: true, ...settings },
    sendSmsCode: { resendAfter: 60 },
    login: welcome,
  });
  const onDone = vi.fn();
  const shown = await show(<LoginWays onDone={onDone} />, { at: '/user/login' });
  await expect.element(consent()).toBeChecked();
  return { onDone, ...shown };
}

afterEach(() => {
  vi.useRealTimers();
});

test('a pasted number and the text of a message are understood, a wrong code says what is left of the tries', async () => {
  const { onDone } = await openWays();
  const phone = page.getByLabelText('手机号');
  const getCode = page.getByRole('button', { name: '获取验证码' });
  await phone.fill('1380013800');
  await expect.element(getCode).toBeDisabled();
  await phone.fill('+86 138-0013-8000');
  await expect.element(phone).toHaveValue('13800138000');
  await getCode.click();
  await expect.element(page.getByText('发送成功')).toBeVisible();
  await expect.element(countdown()).toBeDisabled();
  answerWith({
    login: ({ verifyCode }) => {
      if (verifyCode !== '123456') throw new ProductError('code.wrong', { fill: { left: 4 } });
      return welcome;
    },
  });
  const code = page.getByLabelText('验证码', { exact: true });
  await code.fill('000000');
  await enter().click();
  await expect.element(page.getByText('验证码错误，还可尝试4次')).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
  await code.fill('验证码 123456，5 分钟内有效');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(localStorage.getItem('phoneNo')).toBe('13800138000');
});

test('the countdown of a sent code goes down by seconds, outlives its page and ends', async () => {
  const { unmount } = await openWays();
  await page.getByLabelText('手机号').fill('13800138000');
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: false });
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect.element(page.getByRole('button', { name: '60(s)' })).toBeDisabled();
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.element(page.getByRole('button', { name: '58(s)' })).toBeDisabled();
  await unmount();
  await openWays();
  await expect.element(page.getByRole('button', { name: '58(s)' })).toBeDisabled();
  // Timers of browsers may be late: by the same millisecond each time here.
  for (let second = 0; second < 60; second += 1) await vi.advanceTimersByTimeAsync(1_001);
  await page.getByLabelText('手机号').fill('13800138000');
  await expect.element(page.getByRole('button', { name: '获取验证码' })).toBeEnabled();
});

test('without consent the login asks for it first', async () => {
  const { onDone } = await openWays();
  await consent().click();
  await page.getByLabelText('手机号').fill('13800138000');
  await page.getByLabelText('验证码', { exact: true }).fill('123456');
  await enter().click();
  const question = page.getByRole('dialog', { name: '用户协议与隐私政策' });
  await expect.element(question.getByRole('link', { name: '《隐私政策》' })).toBeVisible();
  await question.getByRole('button', { name: '不同意' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(consent()).not.toBeChecked();
  expect(calls('login')).toEqual([]);
  await enter().click();
  await question.getByRole('button', { name: '同意并继续' }).click();
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(calls('login')).toMatchObject([{ agreementVersion: 'user-1,privacy-1', type: 1 }]);
});

test('the way used last is offered first, and tabs follow the arrow keys', async () => {
  const { unmount } = await openWays();
  await expect.element(tab('账号密码')).toBeVisible();
  await expect.element(tab('手机验证码')).toHaveAttribute('aria-selected', 'true');
  await press(tab('手机验证码'), '{ArrowRight}');
  await expect.element(page.getByLabelText('邮箱', { exact: true })).toBeVisible();
  await press(tab('邮箱验证码'), '{ArrowRight}');
  await expect.element(page.getByLabelText('密码', { exact: true })).toBeVisible();
  await unmount();
  await openWays();
  await expect.element(tab('账号密码')).toHaveAttribute('aria-selected', 'true');
});

test('an e-mail address and its code let a newcomer in', async () => {
  const { onDone } = await openWays();
  answerWith({ sendEmailCode: { resendAfter: 60 }, loginByEmail: { ...welcome, isNew: true } });
  await tab('邮箱验证码').click();
  const send = page.getByRole('button', { name: '获取验证码' });
  await expect.element(send).toBeDisabled();
  await page.getByLabelText('邮箱', { exact: true }).fill('lin@example.com');
  await send.click();
  await expect.element(page.getByText('发送成功')).toBeVisible();
  await expect.element(countdown()).toBeDisabled();
  await page.getByLabelText('验证码', { exact: true }).fill('您的验证码：123456。');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(calls('loginByEmail')).toMatchObject([{ email: 'lin@example.com', verifyCode: '123456' }]);
});

/** A scan whose state the test sets; the page looks at it whenever the tab is come back to. */
async function openScan() {
  const qrImage = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
  let number = 0;
  const scan = { status: 'waiting', person: null, login: null, needsPhone: false } as Record<string, unknown>;
  answerWith({
    getQrCode: () => {
      number += 1;
      const url = `https://phone.example/${number}`;
      return {
        ticket: `scan-${number}`,
        qrImage,
        url,
        expireAt: Date.now() + 180_000,
        leftMs: 180_000,
        isSimulated: true,
      };
    },
    checkScan: () => scan as never,
  });
  const shown = await openWays(isWeChatOpen);
  await tab('微信扫码').click();
  const become = (state: object) => {
    Object.assign(scan, state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return { ...shown, become, state: page.getByRole('status').first() };
}

const person = { nickName: '许一平米', avatar: '' };
const phoneLink = () => page.getByRole('link', { name: '在新标签页打开模拟手机' });

test('a scan is told by steps; a refusal and an end are told, and a new code is one press away', async () => {
  const { become, state, onDone } = await openScan();
  await expect.element(page.getByRole('img', { name: '微信登录二维码' })).toBeVisible();
  await expect.element(state).toMatchTextContent(/请使用微信扫码登录/);
  const first = phoneLink().element().getAttribute('href');
  become({ status: 'scanned', person });
  await expect.element(state).toMatchTextContent(/扫描成功，请在手机上确认/);
  await expect.element(page.getByText('许一平米')).toBeVisible();
  for (const [status, words] of [
    ['canceled', '已取消，点击刷新'],
    ['expired', '二维码已过期，点击刷新'],
  ] as const) {
    become({ status });
    await expect.element(state).toMatchTextContent(words);
    become({ status: 'waiting', person: null });
    await page.getByRole('button', { name: '点击刷新' }).click();
    await expect.element(state).toMatchTextContent(/请使用微信扫码登录/);
  }
  expect(phoneLink().element().getAttribute('href')).not.toBe(first);
  become({ status: 'confirmed', person, login: welcome });
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
});

test('a first scan binds a phone, and a phone with an account is joined after a question only', async () => {
  const { become, onDone } = await openScan();
  become({ status: 'confirmed', person, needsPhone: true });
  await expect.element(page.getByText('首次扫码，请绑定手机号').first()).toBeVisible();
  expect(await faultsInLightAndDark()).toEqual([]);
  answerWith({
    login: ({ isMergeAgreed }) => {
      if (!isMergeAgreed) throw new ProductError('scan.phone_has_account');
      return welcome;
    },
  });
  await page.getByLabelText('手机号').fill('13800138000');
  await page.getByLabelText('验证码', { exact: true }).fill('123456');
  const bind = page.getByRole('button', { name: '绑定并登录' });
  await bind.click();
  const question = page.getByRole('dialog', { name: '该手机号已有账号' });
  await expect.element(question).toMatchTextContent(/138\*\*\*\*8000/);
  await question.getByRole('button', { name: '换一个手机号' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(onDone).not.toHaveBeenCalled();
  await bind.click();
  await question.getByRole('button', { name: '绑定到该账号' }).click();
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(calls('login').at(-1)).toMatchObject({ type: 3, scanTicket: 'scan-1', isMergeAgreed: true });
});

test('without consent the code stays covered; it is asked for in the dialog', async () => {
  await openWays(isWeChatOpen);
  await consent().click();
  await tab('微信扫码').click();
  const state = page.getByRole('status').first();
  await expect.element(state).toMatchTextContent(/同意协议后显示二维码/);
  expect(calls('getQrCode')).toEqual([]);
  answerWith({
    getQrCode: {
      ...{ ticket: 'scan-1', qrImage: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', url: 'https://phone.example/1' },
      ...{ expireAt: Date.now() + 180_000, leftMs: 180_000, isSimulated: true },
    },
    checkScan: { status: 'waiting' } as never,
  });
  await page.getByRole('button', { name: '同意协议' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '同意并继续' }).click();
  const code = page.getByRole('img', { name: '微信登录二维码' });
  await expect.element(code).toBeVisible();
  await expect.element(consent()).toBeChecked();
  await consent().click();
  await expect.element(code).not.toBeInTheDocument();
});

test('nothing is asked any more while the tab is hidden, or once the login is closed', async () => {
  const { unmount } = await openScan();
  await expect.element(phoneLink()).toBeVisible();
  const looks = () => calls('checkScan').length;
  const hide = (hidden: boolean) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  hide(false);
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(2_000);
  hide(true);
  const before = looks();
  expect(before).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(looks()).toBe(before);
  hide(false);
  await vi.advanceTimersByTimeAsync(0);
  await expect.poll(looks).toBe(before + 1);
  await unmount();
  const closed = looks();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(looks()).toBe(closed);
});

test('nothing of the scan or the binding sticks out sideways on a phone', async () => {
  await onPhone();
  const { become } = await openScan();
  await expect.element(page.getByRole('img', { name: '微信登录二维码' })).toBeVisible();
  expect(sidewaysParts()).toEqual([]);
  become({ status: 'confirmed', person, needsPhone: true });
  await expect.element(page.getByRole('button', { name: '绑定并登录' })).toBeVisible();
  expect(sidewaysParts()).toEqual([]);
});
