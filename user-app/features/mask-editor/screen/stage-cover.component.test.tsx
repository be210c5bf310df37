import { useLayoutEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../../../tests/support/components.tsx';
import { BareButton } from '../../../ui/button.tsx';
import { StageCover } from './stage-cover.tsx';

/** Presses Escape in the moment in which the cover appears, before the browser draws it. */
function CoveredStage({ onKey }: { onKey: (event: KeyboardEvent) => void }) {
  const [stage, setStage] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (stage) document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  }, [stage]);
  return (
    <div ref={setStage}>
      <BareButton>下面的按钮</BareButton>
      {stage && (
        <StageCover stage={stage} label="编辑器" onKey={onKey}>
          <BareButton data-first>画布</BareButton>
        </StageCover>
      )}
    </div>
  );
}

test('a cover of the stage takes the focus and the keys from the moment it is there', async () => {
  const onKey = vi.fn((event: KeyboardEvent) => event.key);
  await show(<CoveredStage onKey={onKey} />);
  await expect.element(page.getByRole('region', { name: '编辑器' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: '画布' })).toHaveFocus();
  expect(onKey.mock.results.map(({ value }) => value)).toEqual(['Escape']);
});
