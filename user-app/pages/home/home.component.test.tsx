import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  faultsInLightAndDark,
  history,
  onPhone,
  openStudio,
  press,
  show,
  sidewaysParts,
} from '../../../tests/support/components.tsx';
import ToolList from '../list/index.tsx';
import NotFound from '../not-found/index.tsx';
import Home from './index.tsx';

const tile = (title: string) => page.getByRole('article').getByRole('link', { name: title, exact: true });

test('before and after of the main page are compared by keys', async () => {
  openStudio();
  await show(<Home />);
  const slider = page.getByRole('slider', { name: '对比位置，左侧为底图' }).first();
  await press(slider, '{ArrowRight}');
  await expect.element(slider).toHaveValue('52');
  await expect.poll(() => slider.element().parentElement?.style.getPropertyValue('--split')).toBe('52%');
  await userEvent.keyboard('{Home}');
  await expect.element(slider).toHaveValue('0');
  await userEvent.keyboard('{End}');
  await expect.element(slider).toHaveValue('100');
});

test('the main page has no accessibility faults in light and dark, and nothing sticks out on a phone', async () => {
  openStudio();
  await show(<Home />);
  await expect.element(tile('抠图')).toBeVisible();
  expect(await faultsInLightAndDark()).toEqual([]);
  await onPhone();
  expect(sidewaysParts()).toEqual([]);
  await page.viewport(320, 700);
  expect(document.documentElement.scrollWidth).toBe(320);
});

test('the search of the main page finds tools, and a card leads to its tool', async () => {
  openStudio();
  await show(<Home />);
  const found = page.getByRole('status').filter({ hasText: '找到' });
  await expect.element(tile('抠图')).toBeVisible();
  await expect.element(found).not.toBeInTheDocument();
  await userEvent.keyboard('/');
  const search = page.getByRole('searchbox', { name: '搜索工具' });
  await expect.element(search).toHaveFocus();
  await search.fill('转线稿');
  await expect.element(found).toMatchTextContent('找到 1 个工具');
  await expect.element(tile('抠图')).not.toBeInTheDocument();
  await search.fill('没有这种工具');
  await expect.element(page.getByRole('heading', { name: '没有找到“没有这种工具”' })).toBeVisible();
  await page.getByRole('button', { name: '清空搜索' }).click();
  await tile('抠图').click();
  expect(history.location.pathname).toBe('/matting');
});

test('the wall is one grid with ways to its groups, and no two cards show the same picture', async () => {
  openStudio();
  await show(<ToolList />, { at: '/list' });
  await expect.element(tile('抠图')).toBeVisible();
  const cards = page.getByRole('article').elements();
  expect(cards).toHaveLength(31);
  // Tools whose results would not be shown to a client have cards without a picture.
  const pictures = cards.flatMap((card) => card.querySelector('img')?.getAttribute('src') ?? []);
  expect(pictures.length).toBeGreaterThan(20);
  expect(new Set(pictures).size).toBe(pictures.length);
  expect(await faultsInLightAndDark()).toEqual([]);
  const way = page.getByRole('navigation', { name: '到分组' }).getByRole('button', { name: /^编辑/ });
  await way.click();
  await expect.element(way).toHaveAttribute('aria-current', 'location');
  await expect.element(page.getByRole('heading', { name: '编辑' })).toBeInViewport();
});

test('an unknown address says so, leads home and finds tools', async () => {
  openStudio();
  await show(<NotFound />, { at: '/no/such-page' });
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('页面不存在');
  await expect.element(page.getByRole('link', { name: '返回首页' })).toHaveAttribute('href', '/');
  await page.getByRole('searchbox', { name: '搜索工具' }).fill('扩图');
  await page.getByRole('link', { name: '扩图', exact: true }).first().click();
  expect(history.location.pathname).toBe('/extendImg');
});
