import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ReviewedPicture } from '#shared/contract/gallery-desk';
import type { ShelfCase } from '#shared/contract/gallery-shelf-desk';
import {
  consoleFaults,
  dialog,
  lastSent,
  listOf,
  openConsole,
  recordsOf,
  row,
  told,
} from '../../../tests/support/component-console.tsx';
import { press, startOfTests } from '../../../tests/support/components.tsx';

const size = { width: 420, height: 300 };
const unpinned = { pinPlace: null, pinnedUntil: null };

/** A picture of somebody's that waits for its review. */
const pictureOf = (id: number, part: Partial<ReviewedPicture> = {}): ReviewedPicture => ({
  ...{ id, imageId: `house-420x300-${id}`, url: `/api/images/house-420x300-${id}`, ...size, title: '临水的庭院' },
  ...{
    description: '屋檐下的长椅。',
    source: 'photo',
    classifyId: '',
    categories: [],
    tags: ['庭院'],
    state: 'pending',
  },
  ...{ authorId: 'a1', authorName: '林工', openReports: 0, reportReasons: [], reviewedBy: null, reviewReason: '' },
  ...{ createdAt: startOfTests, reviewedAt: null, ...unpinned },
  ...part,
});

/** Answers the calls of reviews from records. */
function reviewsOf(...list: ReviewedPicture[]) {
  const pictures = recordsOf(list.map((picture) => ({ ...picture, id: String(picture.id) })));
  const plain = ({ id, ...picture }: { id: string }): ReviewedPicture =>
    ({ ...picture, id: Number(id) }) as ReviewedPicture;
  return {
    galleryReviews: () => pictures.all().map(plain),
    galleryReview: ({ id }: Record<string, unknown>) => plain(pictures.get(id)),
    approvePicture: ({ id }: Record<string, unknown>) => plain(pictures.change({ id: String(id), state: 'public' })),
    rejectPicture: ({ id, reason }: Record<string, unknown>) =>
      plain(pictures.change({ id: String(id), state: 'rejected', reviewReason: reason, openReports: 0 })),
  };
}

test('a picture is looked at and passed by keys', async () => {
  await openConsole('/gallery-reviews', reviewsOf(pictureOf(1)));
  await expect.element(row('临水的庭院')).toMatchTextContent(/待审核/);
  await press(row('临水的庭院').getByRole('link', { name: '临水的庭院' }), '{Enter}');
  const large = dialog().getByRole('img', { name: '临水的庭院' });
  await expect.poll(() => (large.element() as HTMLImageElement).naturalWidth).toBe(420);
  await expect.element(dialog()).toMatchTextContent(/庭院.*屋檐下的长椅。/);
  expect(await consoleFaults()).toEqual([]);
  await press(dialog().getByRole('button', { name: '通过', exact: true }), '{Enter}');
  await expect.element(told('已通过，现在人人可见')).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(row('临水的庭院')).toMatchTextContent(/已公开/);
  expect(lastSent('approvePicture')).toEqual({ id: '1' });
});

test('a picture is refused with a reason', async () => {
  await openConsole('/gallery-reviews/1', reviewsOf(pictureOf(1)));
  await dialog().getByRole('button', { name: '不通过' }).click();
  const question = dialog('不通过「临水的庭院」？');
  await question.getByRole('button', { name: '不通过' }).click();
  await expect.element(question.getByText('请写明理由')).toBeVisible();
  await question.getByLabelText('理由').fill('含广告文字');
  await question.getByRole('button', { name: '不通过' }).click();
  await expect.element(told('已记为不通过')).toBeVisible();
  await expect.element(row('临水的庭院')).toMatchTextContent(/未通过/);
});

test('a reported picture shows why, and is taken down', async () => {
  const reported = pictureOf(1, { state: 'public', openReports: 1, reportReasons: ['copyright'] });
  await openConsole('/gallery-reviews?isReported=true', reviewsOf(reported));
  await expect.element(row('临水的庭院')).toMatchTextContent(/1 条：侵犯版权/);
  expect(lastSent('galleryReviews')).toMatchObject({ isReported: 'true' });
  await row('临水的庭院').getByRole('link', { name: '临水的庭院' }).click();
  await dialog().getByRole('button', { name: '下架' }).click();
  await dialog('下架「临水的庭院」？').getByLabelText('理由').fill('举报属实');
  await dialog('下架「临水的庭院」？').getByRole('button', { name: '下架' }).click();
  await expect.element(told('已下架')).toBeVisible();
  expect(lastSent('rejectPicture')).toEqual({ id: '1', reason: '举报属实' });
});

const villa: ShelfCase = {
  ...{ id: 'c1', title: '湖边住宅', classifyId: '', categories: [], authorId: 'a1', authorName: '林工', collects: 0 },
  ...{ isHidden: false, hiddenReason: '', pictures: [], createdAt: startOfTests, version: 1, ...unpinned },
  ...{ location: '杭州', builtYear: 2023, areaSquareMetres: 300, style: '', team: '', intro: '一座住宅。' },
  ...{ paragraphs: [], isSample: false },
};

/** Answers the calls of cases from records; each change can be taken back. */
function casesOf(before: ShelfCase) {
  const cases = recordsOf([before]);
  const change = (part: Record<string, unknown>, headers: Headers) => {
    headers.set('x-change-id', 'change-1');
    return cases.change(part);
  };
  return {
    ...listOf('galleryCases', cases),
    categoryTree: [],
    updateGalleryCase: change,
    pinGalleryCase: ({ id, place, until }: Record<string, unknown>, headers: Headers) =>
      change({ id, pinPlace: place, pinnedUntil: until }, headers),
    revertChange() {
      cases.put(before);
      return {
        ...{ id: 'change-1', title: '案例', state: 'reverted' as const, count: 1, records: [], left: [] },
        ...{ createdAt: startOfTests, undoUntil: startOfTests, revertedAt: startOfTests },
      };
    },
  };
}

const undo = () => page.getByRole('button', { name: '撤销', exact: true }).last();

test('a case is corrected, and taken back from the notice', async () => {
  await openConsole('/gallery-cases/c1', casesOf(villa));
  await dialog().getByRole('button', { name: '修改文字' }).click();
  const question = dialog('修改「湖边住宅」');
  const save = question.getByRole('button', { name: '保存' });
  await question.getByLabelText('标题', { exact: true }).fill('湖边住宅（更正）');
  await question.getByLabelText('年份').fill('24');
  await save.click();
  await expect.element(question.getByText('请填写四位的年份')).toBeVisible();
  expect(await consoleFaults()).toEqual([]);
  await question.getByLabelText('年份').fill('2024');
  await save.click();
  await expect.element(row('湖边住宅（更正）')).toBeVisible();
  expect(lastSent('updateGalleryCase')).toMatchObject({ title: '湖边住宅（更正）', builtYear: 2024, version: 1 });
  await undo().click();
  await expect.element(row('更正')).not.toBeInTheDocument();
});

test('a case is put before the others, and taken back from the notice', async () => {
  await openConsole('/gallery-cases/c1', casesOf(villa));
  await dialog().getByRole('button', { name: '置顶', exact: true }).click();
  await dialog('置顶「湖边住宅」').getByRole('button', { name: '置顶', exact: true }).click();
  await expect.element(dialog().getByText('第 1 位')).toBeVisible();
  expect(lastSent('pinGalleryCase')).toEqual({ id: 'c1', place: 1, until: null });
  expect(await consoleFaults()).toEqual([]);
  await undo().click();
  await expect.element(dialog().getByRole('button', { name: '取消置顶' })).not.toBeInTheDocument();
});
