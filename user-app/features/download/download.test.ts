import { expect, test } from 'vitest';
import { downloadUrl, nameInZip } from './download';

test('a single picture is asked for as a PNG named teda_img', () => {
  expect(downloadUrl({ imageId: 'abc/1' })).toBe('/api/images/abc%2F1/download?format=png&name=teda_img');
});

test('pictures in an archive are numbered so that they keep their order', () => {
  expect(nameInZip(0, 3, 'png')).toBe('teda_img_01.png');
  expect(nameInZip(99, 120, 'jpg')).toBe('teda_img_100.jpg');
});
