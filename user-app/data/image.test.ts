import { expect, test } from 'vitest';
import { cleanImageUrl, imageUrl, largestUpload, refusalOf } from './image';

test('files are refused before they are sent, with the sentence the server would use', () => {
  expect(refusalOf({ type: 'application/pdf', size: 10 })).toBe('文件不是 JPG、PNG 或 WebP 图片');
  expect(refusalOf({ type: 'image/png', size: largestUpload + 1 })).toBe('图片不能超过20MB');
  expect(refusalOf({ type: 'image/webp', size: largestUpload })).toBeUndefined();
});

test('a picture is asked for at the width it is shown at', () => {
  expect(imageUrl('abc')).toBe('/api/images/abc');
  expect(imageUrl('abc', 640)).toBe('/api/images/abc?w=640&format=webp&quality=100');
  expect(cleanImageUrl('abc')).toBe('/api/images/abc?clean=true');
});
