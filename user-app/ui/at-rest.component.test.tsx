import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults, show } from '../../tests/support/components.tsx';
import { BareButton } from './button.tsx';

test('faults are looked for once a change of colour has ended', async () => {
  const style = { background: '#fff', color: '#ccc', transition: 'color 500ms linear' };
  await show(<BareButton style={style}>生成</BareButton>);
  expect(await accessibilityFaults()).toEqual([expect.stringMatching(/^color-contrast: /)]);
  const button = page.getByRole('button').element() as HTMLElement;
  setTimeout(() => button.style.setProperty('color', '#000'));
  expect(await accessibilityFaults()).toEqual([]);
});
