import { useEffect, useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Work } from '#shared/contract/project';
import { show } from '../../../../tests/support/components.tsx';
import { createPlaces } from '../../../lib/list-places.ts';
import { createSelection } from '../../../lib/selection.ts';
import { useGridInput } from './use-grid-input.ts';

const works = ['a', 'b', 'c', 'd', 'e', 'f'].map((taskId) => ({ taskId }) as Work);
const places = createPlaces(
  [{ rows: works, count: works.length }],
  ({ taskId }) => taskId,
  () => 0,
);
const selection = createSelection();
const done: string[] = [];

/** Two rows of three cards, each with a button, of which the current one has the focus. */
function Grid() {
  const root = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const input = useGridInput({
    ...{ places, columns: 3, rowsPerPage: 1, selection },
    onAct: (act, { taskId }) => done.push(`${act} ${taskId}`),
    onDelete: ({ taskId }) => done.push(`delete ${taskId}`),
    onMove: setCurrent,
  });
  useEffect(() => {
    const cell = root.current?.querySelector<HTMLElement>(`[data-index="${current}"]`);
    if (!cell?.contains(document.activeElement)) cell?.focus();
  }, [current]);
  return (
    <div ref={root} role="grid" {...input}>
      {works.map(({ taskId }, index) => (
        <div key={taskId} role="gridcell" aria-label={taskId} tabIndex={-1} data-index={index}>
          <button type="button">更多 {taskId}</button>
        </div>
      ))}
    </div>
  );
}

const cell = (name: string) => page.getByRole('gridcell', { name });
const chosen = () => [...selection.ids()].join('');

test('the grid is walked, chosen from and worked on by keys', async () => {
  await show(<Grid />);
  await expect.element(cell('a')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  await expect.element(cell('e')).toHaveFocus();
  await userEvent.keyboard(' {Shift>}{ArrowRight}{/Shift}');
  await expect.element(cell('f')).toHaveFocus();
  expect(chosen()).toBe('ef');
  await userEvent.keyboard('{Control>}{Home}{/Control}');
  await expect.element(cell('a')).toHaveFocus();
  await userEvent.keyboard('{Shift>} {/Shift}');
  expect(chosen()).toBe('eabcd');
  await userEvent.keyboard('{Escape}');
  expect(chosen()).toBe('');
  await userEvent.keyboard('{Control>}a{/Control}');
  expect(chosen()).toBe('abcdef');

  await userEvent.keyboard('{Enter}s{Delete}{Backspace}x');
  expect(done).toEqual(['open a', 'star a', 'delete a', 'delete a']);

  // A control inside a card has Enter, Space and letters for itself; arrows go on from its card.
  await page.getByRole('button', { name: '更多 b' }).click();
  done.length = 0;
  selection.clear();
  await userEvent.keyboard('s{Delete}');
  expect(done).toEqual([]);
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(cell('c')).toHaveFocus();
});
