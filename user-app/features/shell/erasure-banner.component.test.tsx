import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith, faultsInLightAndDark, memberOf, show, startOfTests } from '../../../tests/support/components.tsx';
import ErasureBanner from './erasure-banner.tsx';

test('the closing is taken back from the banner', async () => {
  const person = memberOf();
  const user = { ...person.user!, erasureDueAt: startOfTests };
  answerWith({ withdrawOwnErasure: null, userInfo: person.user!, getVipInfo: person.vip! });
  await show(<ErasureBanner />, { person: { ...person, user } });
  const waiting = page.getByRole('region', { name: '账号注销' });
  await expect.element(waiting).toMatchTextContent(/注销并删除/);
  expect(await faultsInLightAndDark()).toEqual([]);
  await waiting.getByRole('button', { name: '撤回注销' }).click();
  await expect.element(page.getByText('已撤回注销，账号照常使用')).toBeVisible();
});
