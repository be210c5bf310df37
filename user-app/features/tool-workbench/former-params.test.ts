import { expect, test } from 'vitest';
import { defaultsOf } from '#shared/tools/define-tool';
import { toline } from '#shared/tools/plan';
import { formerParams } from './former-params';

const form = { ...defaultsOf(toline), upload_img: 'img-1' };
const told = (run: Record<string, unknown>) => formerParams(toline, form, run, () => undefined);

test('a form that says what the run was started with differs in nothing', () => {
  expect(told({ upload_img: 'img-1' })).toEqual([]);
  expect(told({ ...form })).toEqual([]);
});

test('what differs is told by name and by what the run had', () => {
  expect(told({ upload_img: 'img-2', lineStyle: 'cad' })).toEqual(['底图', '线型 CAD']);
});
