import { expect, test } from 'vitest';
import { defaultsOf, defineTool } from '#shared/tools/define-tool';
import {
  choiceField,
  imageField,
  imagesField,
  maskField,
  named,
  rowsField,
  sliderField,
  textField,
} from '#shared/tools/field';
import { emptySession } from '../../../lib/tool-sessions';
import { isUntouched, keptValues } from './kept-values';

const tool = defineTool({
  id: 'example',
  paths: ['/example'],
  title: '示例',
  summary: '',
  group: 'edit',
  ticket: { kind: 'normal', cost: 1 },
  fields: {
    upload_img: imageField('底图'),
    mask: maskField('修改区域', { isRequired: false }),
    frames: imagesField('图片', { min: 2, max: 3 }),
    promptTxt: textField('描述', { max: 20, isRequired: true }),
    line: choiceField('线型', { options: named({ fine: '细', cad: 'CAD' }), default: 'fine' }),
    width: sliderField('线宽', { min: 1, max: 8, default: 2 }),
    legend: rowsField('图例', { columns: { name: textField('名称', { max: 8 }) }, max: 2 }),
  },
  outputs: 1,
  keywords: [],
});

test('what is still being filled in is kept as it is', () => {
  const values = {
    upload_img: 'img-1',
    mask: 'mask-1',
    frames: ['img-2'],
    promptTxt: '',
    line: 'cad',
    width: 5,
    legend: [{ name: '' }],
  };
  expect(keptValues(tool, values)).toEqual(values);
});

test('fields that are gone and values that are no longer offered are dropped', () => {
  const values = {
    wallColor: '#ffffff',
    line: 'blueprint',
    width: 40,
    promptTxt: '超过二十个字的描述在今天的表单里已经放不下了啊',
    frames: ['1', '2', '3', '4'],
    legend: [{ name: '道路', height: 3 }],
    upload_img: 'img-1',
  };
  expect(keptValues(tool, values)).toEqual({ upload_img: 'img-1' });
});

test('values of another kind than the field’s are dropped', () => {
  const values = { upload_img: 3, promptTxt: 7, frames: [1], legend: ['道路'], width: '5', line: null };
  expect(keptValues(tool, values)).toEqual({});
});

test('a form as it begins counts as untouched', () => {
  const session = { ...emptySession, values: defaultsOf(tool) };
  expect(isUntouched(tool, session)).toBe(true);
  expect(isUntouched(tool, { ...session, values: { ...session.values, promptTxt: '墙' } })).toBe(false);
  expect(isUntouched(tool, { ...session, taskId: 'task-1' })).toBe(false);
});
