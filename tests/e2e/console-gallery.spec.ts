import { expect } from '@playwright/test';
import sharp from 'sharp';
import { type GalleryPicture, pictureContract } from '#shared/contract/gallery-picture';
import type { Account } from '../kit/client.ts';
import { test } from '../support/story.ts';
import { accessibilityFaults, answer, drawerOf, enter, questionOf, rowOf, told } from './console-desk.ts';

/** A picture of somebody's that waits for its review. */
async function publish(author: Account, title: string, fill: string) {
  const house = `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="300"><rect width="420" height="300"
    fill="${fill}"/><rect x="70" y="90" width="180" height="110" fill="#e8e2d8"/></svg>`;
  const { imageId } = await author.upload(await sharp(Buffer.from(house)).png().toBuffer());
  const draft = { imageId, title, description: '屋檐下的长椅。', tags: ['庭院'], clientKey: `${title}-${fill}` };
  return author.post<GalleryPicture>(pictureContract.publishPicture.path, draft);
}

test.use({ worldPer: 'test' });

test('a published picture is looked at, passed or refused with a reason, and visitors follow at once', async ({
  page,
  request: visitor,
  world,
}) => {
  const name = '临水的作者';
  const author = await world.account({ nickName: name });
  const [good, bad, reader] = await Promise.all([
    publish(author, '临水的庭院', '#9cc3e6'),
    publish(author, '满版的广告', '#e6b39c'),
    world.account(),
  ]);
  const seen = async () => {
    const list = await visitor.get(pictureContract.pictures.path, { params: { authorId: author.accountId } });
    const files = await Promise.all([good, bad].map(({ url }) => visitor.get(url)));
    return [(await list.json()).data.list.map(({ title }: { title: string }) => title), files.map((it) => it.status())];
  };
  expect(await seen()).toEqual([[], [404, 404]]);

  await enter(page);
  await page.goto(`/admin/gallery-reviews?q=${name}`);
  await expect(page.getByRole('link', { name: /^图库审核/ })).toBeVisible();
  await expect(rowOf(page, good.title)).toContainText('待审核');
  const thumb = rowOf(page, good.title).locator('img');
  await expect.poll(() => thumb.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await rowOf(page, good.title).getByRole('link', { name: good.title }).focus();
  await page.keyboard.press('Enter');
  const large = drawerOf(page).getByRole('img', { name: good.title });
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(420);
  await expect(drawerOf(page)).toContainText('屋檐下的长椅。');
  await expect(drawerOf(page).locator('.facts')).toContainText('庭院');
  expect(await accessibilityFaults(page)).toEqual([]);
  await drawerOf(page).getByRole('button', { name: '通过', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(told(page, '已通过，现在人人可见')).toBeVisible();
  await expect(drawerOf(page)).toHaveCount(0);
  await expect(rowOf(page, good.title)).toContainText('已公开');
  expect(await seen()).toEqual([[good.title], [200, 404]]);

  await rowOf(page, bad.title).getByRole('link', { name: bad.title }).click();
  await drawerOf(page).getByRole('button', { name: '不通过' }).click();
  await questionOf(page).getByRole('button', { name: '不通过' }).click();
  await expect(questionOf(page).getByText('请写明理由')).toBeVisible();
  await answer(page, '理由', '含广告文字', '不通过');
  await expect(told(page, '已记为不通过')).toBeVisible();
  await expect(rowOf(page, bad.title)).toContainText('未通过');

  const report = { reason: 'copyright', text: '这是我拍的' };
  await reader.post(pictureContract.reportPicture.path.replace(':id', String(good.id)), report);
  await page.goto(`/admin/gallery-reviews?isReported=true&q=${name}`);
  await expect(rowOf(page, good.title)).toContainText('1 条：侵犯版权');
  await rowOf(page, good.title).getByRole('link', { name: good.title }).click();
  await drawerOf(page).getByRole('button', { name: '下架' }).click();
  await answer(page, '理由', '举报属实', '下架');
  await expect(page.getByText('没有符合条件的图片。')).toBeVisible();
  expect(await seen()).toEqual([[], [404, 404]]);
});
