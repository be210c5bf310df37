import { expect, test } from 'vitest';
import type { DefinedTool } from '#shared/tools/define-tool';
import { toolById, tools } from '#shared/tools/registry';
import {
  formsOf,
  lookingAt,
  type PicturedForm,
  picturesOf,
  takesSeveral,
  withField,
  withoutPicture,
  withPictures,
} from './form-pictures';

const clean = toolById('clean') as DefinedTool;
const empty: PicturedForm = { values: {}, pictures: [] };
const three = withPictures(clean, empty, ['a', 'b', 'c']);

test('every tool that starts from one picture takes several, except live drawing', () => {
  const several = tools.filter(takesSeveral).map(({ id }) => id);
  expect(several).toContain('toline');
  expect(several.length).toBeGreaterThan(20);
  for (const id of ['ailive', 'compress', 'imgs2Video', 'text2Img']) expect(several).not.toContain(id);
});

test('the first picture is looked at, further ones come behind it, each once', () => {
  expect(three.values.upload_img).toBe('a');
  expect(picturesOf(clean, three)).toEqual(['a', 'b', 'c']);
  expect(picturesOf(clean, withPictures(clean, three, ['b', 'd', 'd']))).toEqual(['a', 'b', 'c', 'd']);
  const alone = withPictures(clean, empty, ['a']);
  expect(alone).toEqual({ values: { upload_img: 'a' }, pictures: [] });
  expect(picturesOf(clean, withPictures(clean, alone, ['b']))).toEqual(['a', 'b']);
});

test('every picture keeps what was drawn on it, and starts with it', () => {
  const onFirst = withField(clean, three, 'mask', 'mask of a');
  const second = lookingAt(clean, onFirst, 'b');
  expect(second.values).toMatchObject({ upload_img: 'b', mask: undefined });
  const onSecond = withField(clean, second, 'mask', 'mask of b');
  const back = lookingAt(clean, onSecond, 'a');
  expect(back.values).toMatchObject({ upload_img: 'a', mask: 'mask of a' });
  expect(formsOf(clean, back).map(({ upload_img, mask }) => [upload_img, mask])).toEqual([
    ['a', 'mask of a'],
    ['b', 'mask of b'],
    ['c', undefined],
  ]);
});

test('a removed picture leaves the next one to look at, and the last one left is a plain form', () => {
  const two = withoutPicture(clean, withField(clean, three, 'mask', 'mask of a'), 'a');
  expect(two.values).toMatchObject({ upload_img: 'b', mask: undefined });
  const one = withField(clean, two, 'upload_img', undefined);
  expect(one).toMatchObject({ values: { upload_img: 'c' }, pictures: [] });
  expect(picturesOf(clean, withoutPicture(clean, one, 'c'))).toEqual([]);
});

test('another picture takes the place of the one that is looked at', () => {
  const changed = withField(clean, lookingAt(clean, three, 'b'), 'upload_img', 'x');
  expect(picturesOf(clean, changed)).toEqual(['a', 'x', 'c']);
  expect(changed.values.upload_img).toBe('x');
  expect(withField(clean, three, 'upload_img', 'c').values.upload_img).toBe('c');
});
