import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { buildingOf, openBuildings } from '../../../tests/support/component-buildings.ts';
import { houseViewerFile } from '../../../tests/support/component-viewer-file.ts';
import {
  asked,
  faultsInLightAndDark,
  memberOf,
  onPhone,
  openStudio,
  show,
  sidewaysParts,
} from '../../../tests/support/components.tsx';
import { BuildingHost } from '../../features/building/building-host.tsx';
import ToolPage from './index.tsx';

const dialog = page.getByRole('dialog', { name: '建筑模型' });
const canvas = dialog.getByRole('img', { name: '人视 · 东南的三维视图' });
const sheet = dialog.getByRole('group', { name: /^人视 · 东南，方向键走动/ });
const caption = dialog.getByText(/离中心/);
const tab = (name: string) => dialog.getByRole('region', { name: '看模型' }).getByRole('button', { name, exact: true });

async function openViewer(modelId: string) {
  const buildings = openBuildings([buildingOf(modelId)]);
  buildings.viewerFile = await houseViewerFile();
  openStudio();
  await show(
    <>
      <ToolPage />
      <BuildingHost />
    </>,
    { at: '/architecturalRender', person: memberOf() },
  );
  await page.getByRole('button', { name: '建筑模型', exact: true }).click();
  await dialog
    .getByRole('button', { name: /溪边住宅/ })
    .first()
    .click();
  await expect.element(canvas).toBeVisible();
  return buildings;
}

/** The canvas as it is seen on the page. */
const picture = (): Promise<string> => canvas.screenshot({ save: false });

/** A drag of the mouse over the canvas by so many pixels. */
function drag(right: number, down: number, options: PointerEventInit = {}): void {
  const element = canvas.element();
  const box = element.getBoundingClientRect();
  const at = (share: number) => ({
    ...{ clientX: box.left + box.width / 2 + right * share, clientY: box.top + box.height / 2 + down * share },
    ...{ bubbles: true, pointerId: 1, pointerType: 'mouse', ...options },
  });
  element.dispatchEvent(new PointerEvent('pointerdown', at(0)));
  for (const share of [0.5, 1]) element.dispatchEvent(new PointerEvent('pointermove', at(share)));
  element.dispatchEvent(new PointerEvent('pointerup', at(1)));
}

test('the model stands in the dialog, is turned by mouse and keys, and the turned view becomes the picture', async () => {
  const buildings = await openViewer('turned');
  const former = caption.element().textContent;
  drag(120, 30);
  await expect.poll(() => caption.element().textContent).not.toBe(former);
  (sheet.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowUp}');
  await dialog.getByRole('button', { name: '用作底图' }).click();
  await expect.poll(() => asked.some(({ name }) => name === 'takeBuildingView')).toBe(true);
  const { view } = asked.find(({ name }) => name === 'takeBuildingView')!.sent as {
    view: { camera: { yaw: number; pitch: number } };
  };
  expect(view.camera.yaw).toBeGreaterThan(-41 + 10);
  expect(view.camera.pitch).toBe(0);
  // Only the proposals are sketches.
  expect(buildings.sketched.length).toBeLessThanOrEqual(6);
});

test('a part that was pressed on tells its name and is hidden, shown alone, and all are shown again', async () => {
  await openViewer('pressed');
  const picked = dialog.getByRole('group', { name: '选中的构件' });
  drag(0, 0);
  await expect.element(picked.getByText(/外墙 · 墙 · 一层/)).toBeVisible();
  await picked.getByRole('button', { name: '隐藏' }).click();
  await expect.element(dialog.getByText('隐藏和剖切只在这里看', { exact: false })).toBeVisible();
  (sheet.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(picked).not.toMatchTextContent(/一层外墙/);
  await picked.getByRole('button', { name: '只看它' }).click();
  await dialog.getByRole('button', { name: '全部显示' }).click();
  await expect.element(dialog.getByText('隐藏和剖切只在这里看', { exact: false })).not.toBeInTheDocument();
});

test('storeys, classes, the section box and a room are chosen by keys', async () => {
  await openViewer('cut');
  await tab('楼层').click();
  await dialog.getByRole('button', { name: '二层', exact: true }).click();
  await tab('构件').click();
  const walls = dialog.getByRole('group', { name: '显示哪些构件' }).getByRole('button', { name: /^墙/ });
  await expect.element(walls).toHaveAttribute('aria-pressed', 'true');
  const former = await picture();
  await walls.click();
  await expect.element(walls).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(picture).not.toBe(former);
  await tab('剖切').click();
  await dialog.getByRole('switch', { name: /剖切盒/ }).click();
  await dialog.getByRole('slider', { name: '上边' }).fill('3');
  await expect.element(dialog.getByText('3 m', { exact: true })).toBeVisible();
  await tab('房间').click();
  await dialog.getByRole('combobox', { name: '走进房间' }).selectOptions('客厅 · 一层 · 32 m²');
  await expect
    .element(dialog.getByText(/^自选视角 · 眼高 1.65 m · 离中心 4.00? m|^自选视角 · 眼高 1.65 m/))
    .toBeVisible();
});

test('whoever walks stands on the floor, and a view that was kept is there again', async () => {
  await openViewer('walked-through');
  await dialog.getByRole('button', { name: '升高' }).click();
  await expect.element(dialog.getByText(/眼高 1.65 m/)).not.toBeInTheDocument();
  await dialog.getByRole('radio', { name: '漫步' }).click();
  await expect.element(dialog.getByText(/眼高 1.65 m/)).toBeVisible();
  await tab('存下的视角').click();
  await dialog.getByRole('button', { name: '存下现在的视角' }).click();
  await dialog.getByRole('button', { name: '南立面' }).click();
  await expect.element(dialog.getByText(/离中心 24 m/)).toBeVisible();
  await dialog.getByRole('button', { name: '视角 1', exact: true }).click();
  await expect.element(dialog.getByText(/^自选视角 · 眼高 1.65 m · 离中心 21.3 m/)).toBeVisible();
  await dialog.getByRole('button', { name: '删除：视角 1' }).click();
  await expect.element(dialog.getByText(/存下的视角留在这台设备上/)).toBeVisible();
});

test('the hour is seen at once, and the server’s sketch of the view is one press away', async () => {
  const buildings = await openViewer('lit');
  await expect.poll(() => buildings.sketched.length).toBe(6);
  const former = await picture();
  await dialog.getByRole('slider', { name: '时刻' }).fill('1080');
  await expect.poll(picture).not.toBe(former);
  expect(buildings.sketched.length).toBe(6);
  await dialog.getByRole('radio', { name: '光线草图' }).click();
  await expect.element(dialog.getByRole('img', { name: '人视 · 东南的草图' })).toBeVisible();
  expect(buildings.sketched.at(-1)).toMatchObject({ sun: { minutes: 1080 } });
});

test('the viewer has no accessibility faults in light and dark, and nothing sticks out on a phone', async () => {
  await openViewer('viewed');
  await tab('构件').click();
  drag(0, 0);
  await expect.element(dialog.getByRole('group', { name: '选中的构件' })).toBeVisible();
  expect(await faultsInLightAndDark()).toEqual([]);
  await onPhone();
  await tab('剖切').click();
  await dialog.getByRole('switch', { name: /剖切盒/ }).click();
  expect(sidewaysParts()).toEqual([]);
  expect(await faultsInLightAndDark()).toEqual([]);
});
