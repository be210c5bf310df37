import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  accessibilityFaults,
  answerWith,
  faultsInLightAndDark,
  history,
  memberOf,
  onPhone,
  openStudio,
  pictureFile,
  press,
  show,
  sidewaysParts,
  siteSettings,
} from '../../tests/support/components.tsx';
import type { InitialState } from '../data/user';
// Loaded with the file: in the app it loads with the first login.
import '../features/login/login-modal.tsx';
import RootLayout from './index.tsx';

const searchWords = '搜索工具、作品、页面和设置';

function openLayout(at: string, person?: InitialState) {
  openStudio();
  answerWith({
    siteSettings: { ...siteSettings, isAgreementTickedByDefault: true },
    notices: [],
    trackEvents: null,
  });
  return show(<RootLayout />, { at, isWhole: true, ...(person && { person }) });
}

test('the login over a page has a name, no accessibility faults, and closes', async () => {
  await openLayout('/agreement');
  await page.getByRole('banner').getByRole('button', { name: '登录', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '登录筑绘', exact: true });
  await expect.element(dialog.getByLabelText('手机号')).toHaveFocus();
  expect(await accessibilityFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '关闭' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('header and footer have no accessibility faults in light and dark', async () => {
  await openLayout('/list', memberOf());
  await expect.element(page.getByRole('button', { name: '普通券 23，实时券 3，对话券 30' })).toBeVisible();
  expect(await faultsInLightAndDark()).toEqual([]);
});

test('on a phone the menu is a drawer that leads to tools', async () => {
  await onPhone();
  await openLayout('/');
  await page.getByRole('button', { name: '打开菜单' }).click();
  const drawer = page.getByRole('dialog', { name: '菜单' });
  await expect.element(drawer).toBeInViewport();
  // Entries of a person are not a visitor's.
  await expect.element(drawer.getByRole('link', { name: '我的订单' })).not.toBeInTheDocument();
  expect(sidewaysParts()).toEqual([]);
  await drawer.getByRole('link', { name: '转线稿', exact: true }).click();
  expect(history.location.pathname).toBe('/toline');
});

test('the palette finds tools, pages and settings by pinyin', async () => {
  await openLayout('/');
  answerWith({ pictures: { list: [], nextCursor: null, total: 0 }, suggestions: [] });
  await page.getByRole('banner').getByRole('button', { name: searchWords }).click();
  const box = page.getByRole('combobox', { name: searchWords });
  const found = page.getByRole('option', { selected: true });
  await expect.element(box).toHaveFocus();
  await box.fill('linggantuku');
  await expect.element(found).toMatchTextContent(/灵感图库/);
  await box.fill('shensewaiguan');
  await expect.element(found).toMatchTextContent(/深色外观/);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.documentElement.dataset.theme).toBe('dark');
  await userEvent.keyboard('{Control>}k{/Control}');
  await box.fill('zxg');
  await expect.element(found).toMatchTextContent(/转线稿/);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => history.location.pathname).toBe('/toline');
});

test('a picture is cut to a square and becomes the face of the account', async () => {
  const person = memberOf();
  await openLayout('/list', person);
  const sent: string[] = [];
  answerWith({
    setAvatar: ({ avatar }) => {
      sent.push(String(avatar));
      return { ...person.user!, avatar: String(avatar) };
    },
  });
  await page.getByRole('button', { name: /^账号：/ }).click();
  await page.getByRole('button', { name: '更换头像' }).click();
  const dialog = page.getByRole('dialog', { name: '更换头像' });
  await userEvent.upload(dialog.getByLabelText('头像图片'), await pictureFile('face.png', 600, 400));
  await dialog.getByRole('slider', { name: '放大' }).fill('2');
  await press(dialog.getByRole('group', { name: /^裁剪/ }), '{ArrowLeft}');
  expect(await accessibilityFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '用作头像' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent).toEqual([expect.stringMatching(/^data:image\/jpeg/)]);
});
