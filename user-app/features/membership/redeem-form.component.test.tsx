import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ProductError } from '#shared/errors';
import { answerWith, asked, memberOf, show } from '../../../tests/support/components.tsx';
import { RedeemForm } from './redeem-form.tsx';

test('a code is redeemed once, however it is typed', async () => {
  const codes = new Set(['ABCD-1234-EFGH-5678'.replaceAll('-', '')]);
  answerWith({
    redeemCode: ({ code }) => {
      if (!codes.delete(String(code).replaceAll('-', ''))) throw new ProductError('redeem.used');
      return { gives: ['对话券 66 张'] };
    },
  });
  await show(<RedeemForm />, { person: memberOf() });
  const field = page.getByLabelText('输入会员或券的兑换码');
  const redeem = page.getByRole('button', { name: '兑换', exact: true });
  await field.fill('no');
  await redeem.click();
  await expect.element(page.getByText('请输入兑换码')).toBeVisible();
  expect(asked).toEqual([]);
  await field.fill('abcd-1234-efgh-5678');
  await redeem.click();
  await expect.element(page.getByText(/^已到账：对话券 66 张/)).toBeVisible();
  await field.fill('abcd-1234-efgh-5678');
  await redeem.click();
  await expect.element(page.getByText('兑换码已被使用')).toBeVisible();
});
