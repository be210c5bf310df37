import { expect, test } from 'vitest';
import { uploadFormatsText } from '#shared/domain/upload-formats';
import { ProductError } from '#shared/errors';
import { cleanImageUrl, imageUrl, inspectFile, largestUpload } from './image';

const file = (name: string, text: string, size = text.length) => {
  const made = new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], name);
  return Object.defineProperty(made, 'size', { value: size });
};

test('files are refused before they are sent, with the sentence the server would use', async () => {
  expect(await inspectFile(file('a.png', 'no picture'))).toMatchObject({
    refusal: new ProductError('upload.not_an_image', { fill: { formats: uploadFormatsText } }).message,
  });
  expect(await inspectFile(file('house.skp', 'anything'))).toMatchObject({
    refusal: '这是 SketchUp 模型：请在 SketchUp 里用“文件 › 导出 › 二维图形”存成 PNG 或 JPG 后再上传',
  });
  const pdf = await inspectFile(file('plan.pdf', '%PDF-1.7', largestUpload + 1));
  expect(pdf.refusal).toBe(new ProductError('upload.too_large', { fill: { megabytes: 20 } }).message);
});

test('what browsers draw may be larger, because it is shrunk', async () => {
  const photo = '\xff\xd8\xff\xe0';
  expect(await inspectFile(file('a', photo, 2 * largestUpload))).toEqual({ isDrawable: true });
  expect(await inspectFile(file('a.jpg', '%PDF-1.7', largestUpload))).toEqual({ isDrawable: false });
});

test('a picture is asked for at the width it is shown at', () => {
  expect(imageUrl('abc')).toBe('/api/images/abc');
  expect(imageUrl('abc', 640)).toBe('/api/images/abc?w=640&format=webp&quality=100');
  expect(cleanImageUrl('abc')).toBe('/api/images/abc?clean=true');
});
