import { describe, expect, test } from 'vitest';
import { defineTool, type Fields } from '#shared/tools/define-tool';
import { imageField, imagesField, seedField, sliderField, switchField, textField } from '#shared/tools/field';
import { basePicturesOf, fieldsAt, isFieldDisabled, paramsOf } from './field-rules';

function exampleOf<const F extends Fields>(fields: F) {
  return defineTool({
    id: 'example',
    paths: ['/example'],
    title: '示例',
    summary: '',
    group: 'edit',
    ticket: { kind: 'normal', cost: 1 },
    fields,
    outputs: 1,
    keywords: [],
  });
}

const tool = exampleOf({
  upload_img: imageField('底图'),
  style_img: imageField('参考图', { isRequired: false, disabledBy: 'isPlain' }),
  ipaPlus: switchField('参考图增强', { default: true, visibleWhen: { field: 'style_img', is: 'set' } }),
  width: sliderField('线宽', { min: 1, max: 8, default: 2 }),
  isPlain: switchField('只用预设', { default: false, place: 'advanced' }),
  promptTxt: textField('描述', { max: 20, disabledBy: 'isPlain' }),
  seed: seedField(),
});

describe('a form field', () => {
  test('is greyed by the switch that makes it meaningless', () => {
    expect(isFieldDisabled(tool.fields.promptTxt, { isPlain: true })).toBe(true);
    expect(isFieldDisabled(tool.fields.promptTxt, { isPlain: false })).toBe(false);
  });

  test('stands in its part of the form', () => {
    expect(fieldsAt(tool, 'picture').map(([name]) => name)).toEqual(['upload_img', 'style_img']);
    expect(fieldsAt(tool, 'advanced').map(([name]) => name)).toEqual(['isPlain', 'seed']);
  });
});

describe('what is sent', () => {
  test('leaves out what is empty and lets greyed fields fall back to their default', () => {
    const params = paramsOf(tool, {
      upload_img: 'picture-1',
      style_img: 'picture-2',
      ipaPlus: false,
      width: 3,
      isPlain: true,
      promptTxt: '清水混凝土',
    });
    expect(params).toEqual({ upload_img: 'picture-1', width: 3, isPlain: true });
    expect(tool.params.safeParse(params).success).toBe(true);
  });
});

test('the pictures a run started from are found in its parameters', () => {
  const many = exampleOf({ files: imagesField('图片', { min: 1, max: 20 }) });
  expect(basePicturesOf(tool, { upload_img: 'picture-1' })).toEqual(['picture-1']);
  expect(basePicturesOf(many, { files: ['a', 'b'] })).toEqual(['a', 'b']);
  expect(basePicturesOf(many, {})).toEqual([]);
});
