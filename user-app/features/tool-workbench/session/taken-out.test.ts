import { expect, test } from 'vitest';
import type { DefinedTool } from '#shared/tools/define-tool';
import { withValue } from '../field-rules';
import { fieldsThatGo, takenOut } from './taken-out';

const tool = {
  fields: {
    upload_img: { editor: 'image', label: '底图' },
    mask: { editor: 'mask', label: '选区', maskOf: 'upload_img' },
    pictures: { editor: 'images', label: '图片' },
    legend: { editor: 'rows', label: '图例' },
    moods: { editor: 'multiChips', label: '氛围' },
  },
} as unknown as DefinedTool;
const values = { upload_img: 'a', mask: 'm', pictures: ['a', 'b'], legend: [{ name: '墙' }], moods: ['dusk'] };

test('what goes is said, what is changed or only unticked is not', () => {
  expect(takenOut(tool, values, 'upload_img', undefined)).toBe('已移除「底图」');
  expect(takenOut(tool, values, 'upload_img', 'b')).toBeUndefined();
  expect(takenOut(tool, values, 'pictures', ['b'])).toBe('「图片」已移除 1 张');
  expect(takenOut(tool, values, 'pictures', ['b', 'a'])).toBeUndefined();
  expect(takenOut(tool, values, 'legend', [])).toBe('「图例」已移除 1 项');
  expect(takenOut(tool, values, 'moods', [])).toBeUndefined();
});

test('a picture comes back with what was chosen on it', () => {
  const former = fieldsThatGo(tool, values, 'upload_img');
  const without = withValue(tool, values, 'upload_img', undefined);
  expect(without.mask).toBeUndefined();
  expect({ ...without, ...former }).toEqual(values);
});
