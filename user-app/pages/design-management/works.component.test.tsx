import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Work } from '#shared/contract/project';
import { openWorksDesk, workOf, worksOf } from '../../../tests/support/component-works.ts';
import {
  accessibilityFaults,
  answerWith,
  asked,
  history,
  memberOf,
  pictureOf,
  press,
  show,
} from '../../../tests/support/components.tsx';
import DesignManagement from './index.tsx';

const desk = '/aiDesignMangement';
const cards = () => page.getByRole('grid', { name: '作品' }).getByRole('gridcell');
const bar = () => page.getByRole('toolbar', { name: '对选中的作品' });
const viewer = () => page.getByRole('dialog');
const count = (number: number) => expect.poll(() => cards().elements().length).toBe(number);

function openDesk(works: readonly Work[], { at = desk, projects = [] as string[] } = {}) {
  openWorksDesk(works, projects);
  return show(<DesignManagement />, { at, route: desk, person: memberOf() });
}

async function choose(place: number): Promise<void> {
  const card = cards().nth(place);
  await card.hover();
  await card.getByRole('button', { name: '选择', exact: true }).click();
}

test('somebody new is told what to do first', async () => {
  await openDesk([]);
  await expect.element(page.getByRole('heading', { name: '还没有作品' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: '选择工具' })).toHaveAttribute('href', '/list');
  await page.getByRole('button', { name: /^失败/ }).click();
  await expect.element(page.getByRole('heading', { name: '没有失败的任务' })).toBeVisible();
  expect(history.location.search).toContain('tab=failed');
});

test('a project is made, filled, renamed, given a cover and deleted without losing its works', async () => {
  await openDesk(worksOf(2));
  await count(2);
  await choose(0);
  await bar().getByRole('button', { name: '移动到项目' }).click();
  await page.getByRole('textbox', { name: '查找或新建项目' }).fill('湖边别墅');
  await page.getByRole('button', { name: '新建「湖边别墅」' }).click();
  const projects = page.getByRole('navigation', { name: '项目' });
  const entry = projects.getByRole('button', { name: '湖边别墅 1' });
  await expect.element(entry).toBeVisible();
  await expect.element(bar()).not.toBeInTheDocument();

  await entry.click();
  await count(1);
  const more = projects.getByRole('button', { name: '「湖边别墅」的更多操作' });
  await more.click();
  await page.getByRole('menuitem', { name: '换封面' }).click();
  await viewer().getByRole('button', { name: '第 1 张' }).click();
  await more.click();
  await page.getByRole('menuitem', { name: '换封面' }).click();
  await expect.element(viewer().getByRole('button', { name: '第 1 张' })).toHaveAttribute('aria-pressed', 'true');
  await viewer().getByRole('button', { name: '取消' }).click();

  await more.click();
  await page.getByRole('menuitem', { name: '改名' }).click();
  await page.getByRole('textbox', { name: '项目名称' }).fill('山边别墅');
  await page.getByRole('button', { name: '保存' }).click();
  await expect.element(page.getByRole('heading', { name: '山边别墅' })).toBeVisible();

  await projects.getByRole('button', { name: '「山边别墅」的更多操作' }).click();
  await page.getByRole('menuitem', { name: /删除项目/ }).click();
  await expect.element(page.getByText(/1 个作品回到「未分类」/)).toBeVisible();
  await count(2);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.element(page.getByRole('heading', { name: '山边别墅' })).toBeVisible();
  await count(1);
});

test('a project name that is taken or too long is refused at its field', async () => {
  await openDesk([], { projects: ['办公楼'] });
  await page.getByRole('button', { name: '新建项目' }).click();
  const name = page.getByRole('textbox', { name: '项目名称' });
  const make = viewer().getByRole('button', { name: '新建' });
  await name.fill('办公楼');
  await make.click();
  await expect.element(viewer().getByRole('alert')).not.toBeEmptyDOMElement();
  await name.fill('山'.repeat(34));
  await expect.element(viewer().getByText('34/30')).toBeVisible();
  await expect.element(viewer().getByRole('alert')).toMatchTextContent(/最多 30 个字，多了 4 个/);
  await name.fill('山'.repeat(30));
  await make.click();
  await expect.element(page.getByRole('heading', { name: '山'.repeat(30) })).toBeVisible();
});

test('works are chosen by click, range and keys', async () => {
  await openDesk(worksOf(4));
  await count(4);
  await choose(0);
  await cards()
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await expect.element(bar()).toMatchTextContent(/已选 3 个/);
  await userEvent.keyboard('{Escape}');
  await expect.element(bar()).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowLeft} ');
  await expect.element(cards().nth(1)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.element(bar()).toMatchTextContent(/已选 2 个/);
  await userEvent.keyboard('{Control>}a{/Control}');
  await bar().getByRole('button', { name: '移动到项目' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(bar()).toMatchTextContent(/已选 4 个/);
  await userEvent.keyboard('{Escape}');
  await expect.element(bar()).not.toBeInTheDocument();
});

test('a deletion is taken back, and the bin restores and deletes for good', async () => {
  await openDesk(worksOf(3));
  await count(3);
  await press(cards().nth(1), '{Delete}');
  await count(2);
  await page.getByRole('button', { name: '撤销' }).click();
  await count(3);
  await press(cards().nth(0), '{Control>}a{/Control}');
  await bar().getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByRole('heading', { name: '还没有作品' })).toBeVisible();
  await page.getByRole('button', { name: /^回收站/ }).click();
  await count(3);
  await expect.element(cards().first()).toMatchTextContent(/30 天后彻底删除/);
  await choose(0);
  await bar().getByRole('button', { name: '恢复' }).click();
  await count(2);
  await page.getByRole('button', { name: '清空回收站' }).click();
  await viewer().getByRole('button', { name: '清空' }).click();
  await expect.element(page.getByRole('heading', { name: '回收站是空的' })).toBeVisible();
});

test('works are found by words, tool, star and day', async () => {
  const [newer, older] = worksOf(2);
  await openDesk([newer!, { ...older!, title: '清晨的立面', isStarred: true }]);
  await count(2);
  const search = page.getByRole('textbox', { name: '搜索作品' });
  await search.fill('立面');
  await count(1);
  await expect.element(cards()).toHaveAccessibleName(/^清晨的立面，.*已完成，有星标$/);
  await search.fill('没有这样的');
  await expect.element(page.getByRole('heading', { name: '没有符合条件的作品' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: '清除筛选' }).last().click();
  await count(2);
  await expect.element(search).toHaveValue('');

  await page.getByRole('button', { name: '星标', exact: true }).last().click();
  await count(1);
  await cards().first().hover();
  await cards().getByRole('button', { name: '取消星标' }).click();
  await count(0);
  await page.getByRole('button', { name: '清除筛选' }).first().click();

  const tool = page.getByRole('combobox', { name: '按工具筛选' });
  await userEvent.selectOptions(tool, '清晰度提升');
  await count(0);
  await userEvent.selectOptions(tool, '全部工具');
  await page.getByRole('button', { name: '按日期筛选' }).click();
  await page.getByLabelText('到', { exact: true }).fill('2020-01-01');
  await count(0);
  await page.getByRole('button', { name: '今天', exact: true }).click();
  await expect.poll(() => asked.filter(({ name }) => name === 'works').at(-1)?.sent.from).toBeGreaterThan(0);
});

test('a work is opened by its address, gone through by keys, named, and left where it was', async () => {
  await openDesk(worksOf(2));
  await count(2);
  await press(cards().first(), '{Enter}');
  await expect.poll(() => history.location.hash).toBe('#w2');
  await expect.element(viewer()).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => history.location.hash).toBe('#w1');
  await viewer().getByRole('button', { name: '改名' }).click();
  const name = page.getByRole('textbox', { name: '名称' });
  await name.fill('北立面');
  await page.getByRole('button', { name: '保存' }).click();
  await expect.element(viewer().getByRole('heading', { name: '北立面' })).toBeVisible();
  // The name is shown before it is saved; until then the question is the one that Escape closes.
  await expect.element(name).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(viewer()).not.toBeInTheDocument();
  await expect.element(cards().nth(1)).toHaveFocus();
  expect(history.location.hash).toBe('');
});

test('a work is compared with its base and looked into closely; its parameters are told in plain words', async () => {
  const params = { upload_img: 'house-400x300-base', classifyId2: '101', classifyId3: '10101', num: 1 };
  await openDesk([workOf('w1', { tool: 'architecturalRender', params })], { at: `${desk}#w1` });
  const percent = page.getByLabelText('缩放比例');
  await expect.element(percent).toMatchTextContent(/^\d+%$/);
  const info = page.getByRole('complementary', { name: '作品信息' });
  await expect.element(info.getByText('类型', { exact: true })).toBeVisible();
  expect(info.element().textContent).not.toMatch(/[a-z]{5}/);

  await userEvent.keyboard('c');
  const line = page.getByRole('slider', { name: '对比位置' });
  const bar = page.getByRole('toolbar', { name: '对比', exact: true });
  const label = page.getByRole('group', { name: /^画面/ }).getByText('原图', { exact: true });
  const distance = () => label.element().getBoundingClientRect().top - bar.element().getBoundingClientRect().bottom;
  await expect.poll(distance).toBeGreaterThanOrEqual(7);
  await press(line, '{Home}');
  await expect.element(line).toHaveAttribute('aria-valuenow', '0');
  await page.getByRole('button', { name: '并排' }).click();
  await expect.element(page.getByRole('figure').filter({ hasText: '原图' })).toBeVisible();
  await page.getByRole('button', { name: '单图' }).click();
  const fitted = percent.element().textContent ?? '';
  await page.getByRole('img', { name: '结果 1' }).dblClick();
  await expect.element(percent).not.toHaveTextContent(fitted);
  await userEvent.keyboard('{ArrowRight}');
  expect(history.location.hash).toBe('#w1');
  await userEvent.keyboard('0');
  await expect.element(percent).toHaveTextContent(fitted);
});

test('the versions of a picture lead to what it was made from, and on to other tools', async () => {
  const [second, first] = worksOf(2);
  await openDesk([second!, { ...first!, title: '线稿一' }], { at: `${desk}#w2` });
  const picture = (work: Work, part: object) => ({
    ...work.images[0]!,
    ...{ format: 'png', createdAt: work.createdAt, taskId: work.taskId, tool: 'toline', title: work.title },
    ...{ isInBin: false },
    ...part,
  });
  const base = { ...pictureOf('house-400x300-base'), taskId: null, tool: null, title: '上传的图片' };
  const [from, to] = [
    picture(first!, { relation: 'ancestor', depth: -1, title: '线稿一' }),
    picture(second!, { relation: 'self', depth: 0 }),
  ];
  answerWith({
    pictureVersions: {
      pictures: [picture(first!, { ...base, relation: 'ancestor', depth: -2 }), from, to] as never,
      steps: [
        { from: base.imageId, to: from.imageId, taskId: 'w1', tool: 'toline', field: 'upload_img' },
        { from: from.imageId, to: to.imageId, taskId: 'w2', tool: 'toline', field: 'upload_img' },
      ],
      isCut: false,
    },
  });
  await viewer().getByRole('button', { name: '版本', exact: true }).click();
  const tree = page.getByRole('region', { name: '版本' });
  await tree.getByRole('button', { name: /^线稿一.*由上传的图片做成/ }).click();
  await expect.poll(() => history.location.hash).toBe('#w1');
  await viewer().getByRole('button', { name: '发送到工具' }).click();
  await page.getByRole('navigation', { name: '发送到工具' }).getByRole('link', { name: '清晰度提升' }).click();
  expect(history.location.pathname + history.location.search).toBe(
    `/upScaleImg?base=${first!.images[0]!.imageId}&parent=w1`,
  );
});

test('a failed work says why and is tried again', async () => {
  const error = { reason: 'engine.refused', message: '图片里没有找到建筑' };
  await openDesk([workOf('w1', { status: 'failed', images: [], error })]);
  await expect.element(cards()).toHaveAccessibleName(/失败.*图片里没有找到建筑/);
  await cards().getByRole('button', { name: '重试' }).click();
  await expect
    .poll(() => asked.filter(({ name }) => name === 'retryTask').map(({ sent }) => sent.taskId))
    .toEqual(['w1']);
});

test('the same again starts with the same parameters', async () => {
  await openDesk([workOf('w1')], { at: `${desk}#w1` });
  await viewer().getByRole('button', { name: '再次使用' }).click();
  await expect
    .poll(() => asked.filter(({ name }) => name === 'retryTask').map(({ sent }) => sent.taskId))
    .toEqual(['w1']);
});

test('nothing on the desk is out of reach for those who cannot see it', async () => {
  const { unmount } = await openDesk(worksOf(2));
  await count(2);
  expect(await accessibilityFaults()).toEqual([]);
  await unmount();
  await openDesk(worksOf(2), { at: `${desk}#w1` });
  await expect.element(viewer()).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
});

test('works are asked for by structure score from a chip, which the address keeps', async () => {
  await openDesk(worksOf(2));
  await count(2);
  await page.getByRole('button', { name: '按结构分排序' }).click();
  await expect.poll(() => asked.findLast(({ name }) => name === 'works')?.sent.order).toBe('score');
  expect(history.location.search).toContain('order=score');
});
