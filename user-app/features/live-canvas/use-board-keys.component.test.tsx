import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../../tests/support/components.tsx';
import { useBoardKeys } from './use-board-keys.ts';
import type { DrawingTable } from './use-drawing-table.ts';

const done: string[] = [];
const note = (name: string) => (value?: unknown) => {
  done.push(value === undefined ? name : `${name} ${value}`);
};
const snapshot = { isFilled: false, held: undefined as object | undefined, corners: [] as object[], isPenDown: false };
const pointers = { isPanHeld: false, hasPanned: false, isBusy: false };
const table = {
  board: {
    ...{ undo: note('undo'), redo: note('redo'), stepSize: note('size'), setFilled: note('filled'), fit: note('fit') },
    ...{ zoom: note('zoom'), setTool: note('tool'), setColour: note('colour'), removeHeld: note('remove held') },
    ...{ removeCorner: note('remove corner'), closePolygon: note('close'), putDown: note('put down') },
    ...{ dropInHand: () => false, setCursor: note('no cursor'), getSnapshot: () => snapshot },
  },
  keys: { move: (key: string) => key.startsWith('Arrow') && done.push(key) > 0, press: note('pen') },
  pointers,
} as unknown as DrawingTable;
const acts = {
  ...{ openSheet: note('sheet'), togglePause: note('pause'), renderOnce: note('render'), save: note('save') },
};

function Board() {
  useBoardKeys(table, acts);
  return (
    <>
      <input aria-label="描述" />
      <button type="button">工具</button>
    </>
  );
}

const press = async (keys: string): Promise<string[]> => {
  done.length = 0;
  await userEvent.keyboard(keys);
  return [...done];
};

test('keys of the board go to its tools, except while a field or a button has them', async () => {
  await show(<Board />);
  expect(await press('{Control>}z{Shift>}z{/Shift}ys{/Control}')).toEqual(['undo', 'redo', 'redo', 'save']);
  expect(await press('[[x0-k?')).toEqual(['size -1', 'filled true', 'fit', 'zoom 0.8', 'pause', 'sheet']);
  expect(await press('{ArrowLeft}{Escape}{Backspace}{Delete}')).toEqual([
    'ArrowLeft',
    'no cursor',
    'remove corner',
    'remove held',
  ]);

  expect(await press('{Enter}')).toEqual(['render']);
  snapshot.isPenDown = true;
  expect(await press('{Enter}')).toEqual(['pen']);
  snapshot.held = {};
  expect(await press('{Enter}{Backspace}')).toEqual(['put down', 'remove held']);
  snapshot.corners = [{}];
  expect(await press('{Enter}')).toEqual(['close']);

  expect(await press(' ')).toEqual(['pen']);
  expect(pointers.isPanHeld).toBe(false);
  await userEvent.keyboard('{ >}');
  expect(pointers.isPanHeld).toBe(true);
  pointers.hasPanned = true;
  expect(await press('{/ }')).toEqual([]);

  // A button has arrows, Space and Enter for itself, a field all keys.
  await userEvent.click(page.getByRole('button', { name: '工具' }));
  expect(await press('{ArrowLeft}{Enter} k')).toEqual(['pause']);
  await userEvent.click(page.getByLabelText('描述'));
  expect(await press('k0')).toEqual([]);
});
