import { describe, expect, test } from 'vitest';
import { defineTool, type Fields } from '#shared/tools/define-tool';
import {
  imageField,
  imagesField,
  maskField,
  pointsField,
  rowsField,
  seedField,
  sliderField,
  switchField,
  textField,
} from '#shared/tools/field';
import {
  type Access,
  basePicturesOf,
  carriedParams,
  fieldsAt,
  isFieldDisabled,
  maskOf,
  paramsForAnother,
  paramsOf,
  problemsOfPoints,
  sendTargets,
  withValue,
} from './field-rules';

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
  pub: switchField('公开', { default: false, place: 'advanced', access: 'canPrivate' }),
});

const nothing = {
  canUse: true,
  canDownloadClean: false,
  canUse2K: false,
  canUse4K: false,
  canPrivate: false,
  isTester: false,
};

describe('a form field', () => {
  test('is greyed by the switch that makes it meaningless', () => {
    expect(isFieldDisabled(tool.fields.promptTxt, { isPlain: true })).toBe(true);
    expect(isFieldDisabled(tool.fields.promptTxt, { isPlain: false })).toBe(false);
  });

  test('stands in its part of the form', () => {
    expect(fieldsAt(tool, 'picture').map(([name]) => name)).toEqual(['upload_img', 'style_img']);
    expect(fieldsAt(tool, 'advanced').map(([name]) => name)).toEqual(['isPlain', 'seed']);
  });

  test('that names an access flag is there only for those who have it', () => {
    const namesFor = (access: Access | undefined) => fieldsAt(tool, 'advanced', access).map(([name]) => name);
    expect([namesFor(undefined), namesFor(nothing)]).toEqual([
      ['isPlain', 'seed'],
      ['isPlain', 'seed'],
    ]);
    expect(namesFor({ ...nothing, canPrivate: true })).toEqual(['isPlain', 'seed', 'pub']);
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

describe('what is drawn on a picture', () => {
  const drawn = exampleOf({
    upload_img: imageField('底图'),
    style_img: imageField('参考图'),
    mask: maskField('修改区域'),
    corners: pointsField('四点', { count: 4 }),
  });
  const values = { upload_img: 'a', style_img: 'b', mask: 'm', corners: [{ x: 1, y: 2 }] };

  test('goes with its picture, and stays when another field changes', () => {
    expect(withValue(drawn, values, 'upload_img', 'c')).toEqual({
      upload_img: 'c',
      style_img: 'b',
      mask: undefined,
      corners: [],
    });
    expect(withValue(drawn, values, 'style_img', 'c')).toEqual({ ...values, style_img: 'c' });
    expect(withValue(drawn, values, 'upload_img', 'a')).toEqual(values);
  });

  test('is told of at its field where it cannot be used, and not while it is missing', () => {
    const crossed = [{ kind: 'field', field: 'corners', message: '四个角连成了交叉的线' }] as const;
    expect(problemsOfPoints(drawn, values, crossed)).toEqual({ corners: '四个角连成了交叉的线' });
    expect(problemsOfPoints(drawn, { ...values, corners: [] }, crossed)).toEqual({});
    expect(problemsOfPoints(drawn, values, [{ kind: 'login', message: '请先登录' }])).toEqual({});
  });

  test('is found as the mask of a run', () => {
    expect(maskOf(drawn, values)).toBe('m');
    expect(maskOf(drawn, {})).toBeUndefined();
    expect(maskOf(tool, values)).toBeUndefined();
  });
});

describe('rows of settings that belong to the pictures of a list', () => {
  const film = exampleOf({
    images: imagesField('图片', { min: 1, max: 12 }),
    shots: rowsField('分镜', {
      max: 12,
      rowsOf: 'images',
      columns: { seconds: sliderField('时长', { min: 1, max: 8, default: 3 }) },
    }),
  });
  const values = { images: ['a', 'b', 'c'], shots: [{ seconds: 1 }, { seconds: 2 }] };

  test('go with a picture that is taken out, and move with one that is moved', () => {
    expect(withValue(film, values, 'images', ['b', 'c']).shots).toEqual([{ seconds: 2 }, { seconds: 3 }]);
    expect(withValue(film, values, 'images', ['c', 'a', 'b']).shots).toEqual([
      { seconds: 3 },
      { seconds: 1 },
      { seconds: 2 },
    ]);
  });

  test('are as before for what was not set, also where a picture stands there twice', () => {
    expect(withValue(film, values, 'images', ['a', 'x', 'a']).shots).toEqual([
      { seconds: 1 },
      { seconds: 3 },
      { seconds: 3 },
    ]);
    expect(withValue(film, { images: ['a'], shots: [] }, 'images', ['b']).shots).toEqual([]);
  });
});

describe('sending a result on', () => {
  test('takes the style along where the other tool has it, and leaves the words where they were written', () => {
    const params = { promptTxt: '清水混凝土', style_img: 's', width: 3, classifyId2: '5' };
    expect(carriedParams(tool, params)).toEqual({ style_img: 's' });
    expect(carriedParams(tool, { promptTxt: '清水混凝土' })).toEqual({});
  });

  test('makes another picture alike: with all but its own picture, what was drawn on that, and its seed', () => {
    const masked = exampleOf({
      upload_img: imageField('底图'),
      mask: maskField('修改区域'),
      style_img: imageField('参考图'),
      width: sliderField('线宽', { min: 1, max: 8, default: 2 }),
      seed: seedField(),
    });
    const params = { upload_img: 'img-1', mask: 'mask-1', style_img: 'img-2', width: 5, seed: 7 };
    expect(paramsForAnother(masked, params)).toEqual({ style_img: 'img-2', width: 5 });
  });

  test('goes to other tools that can run and take one picture', () => {
    const one = { ...exampleOf({ upload_img: imageField('底图') }), id: 'one' };
    const many = { ...exampleOf({ files: imagesField('图片', { min: 1, max: 20 }) }), id: 'many' };
    const words = { ...exampleOf({ promptTxt: textField('描述', { max: 20 }) }), id: 'words' };
    const idle = { ...exampleOf({ upload_img: imageField('底图') }), id: 'idle' };
    const all = [tool, one, many, words, idle];
    expect(sendTargets(all, tool, (id) => id !== 'idle').map(({ id }) => id)).toEqual(['one']);
  });
});
