import type { Page } from '@playwright/test';
import { routes } from '../../user-app/routes.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { asStaff, payInTab } from './shop-account.ts';
import { expect, test } from './works-account.ts';

interface Picture {
  id: number;
  title: string;
}

async function data<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(`/api/inspiration/${path}`);
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data;
}

const picturesOf = async (page: Page, query: string) =>
  (await data<{ list: Picture[] }>(page, `pictures?${query}`)).list;

test('a set is made, filled, put in order by keys and kept to oneself', async ({ designer, open }) => {
  const { page, post } = designer;
  const some = await picturesOf(page, 'size=4');
  await post('/api/inspiration/collect', { pictureIds: some.map(({ id }) => id) });

  await page.goto('/casemineByCreate');
  await page.getByRole('button', { name: '新建图集' }).first().click();
  await page.getByRole('dialog', { name: '新建图集' }).getByLabel('标题').fill('转角与檐口');
  await page.getByRole('dialog').getByRole('button', { name: '新建', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: '转角与檐口' })).toBeVisible();
  const address = page.url();

  await page.getByRole('button', { name: '添加图片' }).first().click();
  const dialog = page.getByRole('dialog', { name: '添加图片' });
  await dialog.getByRole('button', { name: '默认收藏夹' }).click();
  for (const { title } of some) await dialog.getByRole('button', { name: title, exact: true }).first().click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: `放进图集 ${some.length} 张` }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: '整理' }).click();
  const board = page.getByRole('list', { name: '图片，可排序' });
  const tiles = board.getByRole('button');
  await expect(tiles).toHaveCount(some.length);
  const names = () => tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label')));
  const before = await names();
  await tiles.first().focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(names).toEqual([before[1], before[0], ...before.slice(2)]);
  const id = address.split('/').at(-1) ?? '';
  const titles = async () => (await picturesOf(page, `imageSetId=${id}`)).map(({ title }) => title);
  await expect.poll(titles).toEqual([before[1], before[0], ...before.slice(2)]);
  expect(await accessibilityFaults(page)).toEqual([]);

  await tiles.first().click();
  await page.getByRole('toolbar', { name: '对选中的图片' }).getByRole('button', { name: '取出' }).click();
  await expect(tiles).toHaveCount(some.length - 1);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.poll(titles).toEqual([before[1], before[0], ...before.slice(2)]);

  await page.getByRole('switch', { name: '仅自己可见' }).click();
  await expect(page.getByRole('switch', { name: '仅自己可见' })).toBeChecked();
  const visitor = await open();
  const refused = await visitor.request.get(`/api/inspiration/imageSets/${id}`);
  expect(refused.status()).toBe(404);
  await visitor.goto(`/authorInspirationhome/${id}`);
  await expect(visitor.getByRole('heading', { name: '没有找到这个图集' })).toBeVisible();
});

test('what another person made or keeps is shown without the controls of its owner, at every address', async ({
  designer: { page, post },
  open,
}) => {
  const [picture, ...more] = await picturesOf(page, 'size=3');
  const ids = [picture, ...more].map((one) => one?.id);
  const key = () => Math.random().toString(36).padEnd(16, '0');
  const set = await post('/api/inspiration/imageSets', { title: '转角', isPrivate: false, clientKey: key() });
  await post(`/api/inspiration/imageSets/${set.id}/pictures`, { pictureIds: ids });
  const folder = await post('/api/inspiration/collections', { name: '夜景', isPrivate: false, clientKey: key() });
  await post('/api/inspiration/collect', { pictureIds: ids, folderId: folder.id });
  const { author } = await data<{ author: { authorId: string } }>(page, `imageSets/${set.id}`);
  const { list: cases } = await data<{ list: Array<{ id: string; author: { authorId: string } }> }>(
    page,
    'cases?size=1',
  );
  const shown: Record<string, unknown> = {
    '/authorInspirationhome/:id': set.id,
    '/insHomeByCreate/:id': set.id,
    '/insHomeByCollect/:id': folder.id,
    '/insHomeByCase/:id': cases[0]?.id,
    '/authorHomePage/:id': cases[0]?.author.authorId,
    '/otherPersonCenter/:id': author.authorId,
  };
  expect(Object.keys(shown).toSorted()).toEqual(
    routes.flatMap(({ path }) => (path.endsWith('/:id') && !path.startsWith('/share') ? path : [])).toSorted(),
  );
  const stranger = await open();
  await stranger.request.post('/__mock/accounts', { data: {} });
  const owners = /^(编辑图集|编辑信息|添加图片|整理|重命名|仅自己可见|删除.*|新建图集|并入.*)$/;
  for (const [route, id] of Object.entries(shown)) {
    await stranger.goto(route.replace(':id', String(id)));
    const main = stranger.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(/\S/);
    for (const role of ['button', 'link', 'switch'] as const)
      await expect(main.getByRole(role, { name: owners }), route).toHaveCount(0);
  }
  await stranger.goto(`/insHomeByCreate/${set.id}`);
  await expect(stranger).toHaveURL(`/authorInspirationhome/${set.id}`);
});

test('folders are merged, and the merge is taken back', async ({ designer }) => {
  const { page, post } = designer;
  const some = await picturesOf(page, 'size=5');
  const key = () => Math.random().toString(36).padEnd(16, '0');
  const dusk = await post('/api/inspiration/collections', { name: '黄昏', clientKey: key() });
  const night = await post('/api/inspiration/collections', { name: '夜景', clientKey: key() });
  const ids = some.map(({ id }) => id);
  await post('/api/inspiration/collect', { pictureIds: ids.slice(0, 3), folderId: dusk.id });
  await post('/api/inspiration/collect', { pictureIds: ids.slice(2), folderId: night.id });

  await page.goto('/casemineByCollect');
  const folders = page.getByRole('list', { name: '收藏夹' }).getByRole('article');
  await expect(folders.filter({ hasText: '黄昏' })).toContainText('3 张');
  await page.getByRole('button', { name: '收藏夹「黄昏」的操作' }).click();
  await page.getByRole('menuitem', { name: '并入…' }).click();
  await page.getByRole('dialog', { name: '把「黄昏」并入' }).getByRole('button', { name: '夜景' }).click();
  await expect(folders.filter({ hasText: '夜景' })).toContainText('5 张');
  await expect(folders.filter({ hasText: '黄昏' })).toHaveCount(0);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(folders.filter({ hasText: '黄昏' })).toContainText('3 张');
  await expect(folders.filter({ hasText: '夜景' })).toContainText('3 张');
  expect(await accessibilityFaults(page)).toEqual([]);

  // On a folder's own page as well, where the merge leads to the other one.
  await folders.filter({ hasText: '黄昏' }).getByRole('link').first().click();
  await page.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '并入另一个收藏夹' }).click();
  await page.getByRole('dialog', { name: '把「黄昏」并入' }).getByRole('button', { name: '夜景' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '夜景' })).toBeVisible();
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '黄昏' })).toBeVisible();
  const held = async () => (await picturesOf(page, `folderId=${dusk.id}`)).map(({ id }) => id).toSorted();
  expect(await held()).toEqual(ids.slice(0, 3).toSorted());
});

test.describe('in a world of its own', () => {
  test.use({ worldPer: 'test' });

  test('a result waits for its review, and is in the discoveries of everybody once staff let it pass', {
    tag: '@smoke',
  }, async ({ designer, open }) => {
    const { page, draw } = designer;
    await draw(1);
    await page.goto('/aiDesignMangement');
    await page.getByRole('grid', { name: '作品' }).getByRole('gridcell').first().click();
    await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '发布到图库' });
    await dialog.getByLabel('标题').fill('坡屋顶住宅线稿');
    await dialog.getByLabel('分类：大类').selectOption({ label: '建筑' });
    await dialog.getByLabel('标签').fill('线稿');
    await dialog.getByLabel('标签').press('Enter');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: '提交审核' }).click();
    await expect(page.getByText('已提交，审核通过后公开；审核前只有自己能看到')).toBeVisible();

    await page.goto('/myPersonCenter');
    const own = page.getByRole('list', { name: '我发布的图片' }).getByRole('article');
    await expect(own).toContainText('坡屋顶住宅线稿');
    await expect(own).toContainText('待审核');
    const narrowed = page.getByLabel('分类：大类');
    await expect(narrowed.getByRole('option', { selected: true })).toHaveText('请选择分类');
    await narrowed.selectOption({ label: '景观' });
    await expect(page.getByRole('heading', { name: '「景观」里还没有我的图片' })).toBeVisible();
    await narrowed.selectOption({ label: '建筑' });
    await expect(own).toContainText('坡屋顶住宅线稿');
    const visitor = await open();
    const seen = async () => (await picturesOf(visitor, 'keyword=坡屋顶住宅线稿')).map(({ title }) => title);
    expect(await seen()).not.toContain('坡屋顶住宅线稿');

    const [published] = await picturesOf(page, 'isOwn=true');
    const staff = await open();
    await asStaff(staff, `/api/admin/v1/galleryReviews/${published?.id}/approve`, {});
    await page.reload();
    await expect(own).not.toContainText('待审核');
    expect(await seen()).toContain('坡屋顶住宅线稿');
    await visitor.goto('/findPage');
    await expect(
      visitor.getByRole('feed', { name: '图片' }).getByRole('link', { name: /^坡屋顶住宅线稿/ }),
    ).toBeVisible();
  });
});

test('a case is read to its end, its pictures open in their order, and its author is followed', async ({
  designer,
}) => {
  const { page } = designer;
  const { list } = await data<{ list: { id: string; title: string; author: { name: string } }[] }>(
    page,
    'cases?size=3',
  );
  const [first] = list;
  if (!first) throw new Error('No case to read');
  await page.goto('/caseHome');
  await page.getByRole('list', { name: '案例' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: first.title })).toBeVisible();
  await expect(page.getByText('示例项目', { exact: true })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  const pictures = page.getByRole('link', { name: /^看大图/ });
  expect(await pictures.count()).toBeGreaterThanOrEqual(4);
  await pictures.first().click();
  await expect(page).toHaveURL(/#picture-\d+$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: first.title })).toBeVisible();

  await page.getByRole('button', { name: `关注 ${first.author.name}`, exact: true }).click();
  await expect(page.getByRole('button', { name: `取消关注 ${first.author.name}` })).toBeVisible();
  await page.getByRole('link', { name: '下一个案例' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(first.title);
  await page.goto('/myPersonCenter?tab=following');
  await expect(page.getByRole('button', { name: `取消关注 ${first.author.name}` })).toBeVisible();
});

test('what a free account has left of the day stands before the click, a membership lets it go on, and again is free', async ({
  page,
  account,
}) => {
  await account();
  const post = async (path: string, values: object) => {
    const answer = await page.request.post(`/api/inspiration/${path}`, { data: values });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()).data;
  };
  const ids = (await picturesOf(page, 'size=24')).map(({ id }) => id);
  await post('downloads', { pictureIds: ids.slice(0, 17) });
  const { folderId } = await post('collect', { pictureIds: ids.slice(18, 21) });

  await page.goto(`/tupianHome#picture-${ids[17]}`);
  const single = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: '下载（今天还剩 3 张）' }).click();
  expect((await single).suggestedFilename()).toBe('teda_img.png');
  await expect(page.getByText('已下载，今天还剩 2 张')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: '下载（今天还剩 2 张）' })).toBeVisible();

  await page.goto(`/insHomeByCollect/${folderId}`);
  await page.getByRole('button', { name: '更多', exact: true }).first().click();
  await page.getByRole('menuitem', { name: '下载全部（今天还剩 2 张）' }).click();
  const offer = page.getByRole('dialog', { name: '今天的下载张数不够' });
  await offer.getByRole('button', { name: /^去支付/ }).click();
  const many = page.waitForEvent('download');
  await payInTab(page);
  expect((await many).suggestedFilename()).toBe('photo.zip');

  await page.goto('/myDownloads');
  await expect(page.getByText('图库下载不限张数。')).toBeVisible();
  const records = page.getByRole('main').getByRole('list').getByRole('button');
  await expect(records).toHaveCount(21);
  await records.first().click();
  const bar = page.getByRole('toolbar', { name: '对选中的记录' });
  const again = page.waitForEvent('download');
  await bar.getByRole('button', { name: '再次下载' }).click();
  expect((await again).suggestedFilename()).toBe('teda_img.png');
  await bar.getByRole('button', { name: '删除记录' }).click();
  await expect(records).toHaveCount(20);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(records).toHaveCount(21);
  await page.getByRole('radio', { name: '工具', exact: true }).check({ force: true });
  await expect(page.getByRole('heading', { name: '没有符合条件的记录' })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
});
