import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  answerWith,
  asked,
  faultsInLightAndDark,
  memberOf,
  onPhone,
  show,
  sidewaysParts,
  startOfTests,
} from '../../../tests/support/components.tsx';
import { CloseAccount } from './close-account.tsx';

async function askToClose() {
  answerWith({
    ownErasure: {
      ...{ waitsDays: 7, open: { orders: 0, tasks: 0, refunds: 0 }, kept: ['券与会员的账目'] },
      lost: {
        ...{ tickets: { normal: 23, live: 3, gpt: 30 }, planExpiresAt: null, isMember: false },
        ...{ works: 2, pictures: 5, conversations: 1 },
      },
    },
    requestOwnErasure: { dueAt: startOfTests + 7 * 86_400_000 },
  });
  await show(<CloseAccount />, { person: memberOf() });
  await page.getByRole('button', { name: '注销账号' }).click();
  const dialog = page.getByRole('dialog', { name: '注销账号' });
  await expect.element(dialog.getByText(/7 天内重新登录可以撤回/)).toBeVisible();
  return dialog;
}

test('who closes the account reads what goes and what stays, and types it', async () => {
  const dialog = await askToClose();
  await expect.element(dialog.getByText('券与会员的账目')).toBeVisible();
  await expect.element(dialog.getByText(/普通券 23 张/)).toBeVisible();
  expect(await faultsInLightAndDark()).toEqual([]);
  const send = dialog.getByRole('button', { name: '申请注销' });
  await send.click();
  await expect.element(dialog.getByText('请输入“注销账号”')).toBeVisible();
  expect(asked.filter(({ name }) => name === 'requestOwnErasure')).toEqual([]);
  await dialog.getByLabelText('输入“注销账号”确认').fill('注销账号');
  await send.click();
  const done = page.getByRole('dialog', { name: '已申请注销' });
  await expect.element(done).toMatchTextContent(/2026-10-28/);
});

test('nothing of closing an account sticks out sideways on a phone', async () => {
  await onPhone();
  await askToClose();
  expect(sidewaysParts()).toEqual([]);
});
