import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isAvatar } from './avatar.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c8472b' } });
const urlOf = (bytes: Buffer, type = 'jpeg') => `data:image/${type};base64,${bytes.toString('base64')}`;

test('a small square JPG is an avatar', async () => {
  expect(isAvatar(urlOf(await picture(160, 160).jpeg().toBuffer()))).toBe(true);
  expect(isAvatar(urlOf(await picture(160, 160).jpeg({ progressive: true }).toBuffer()))).toBe(true);
});

test('what is not square, large, another format, cut off or no picture is none', async () => {
  const square = await picture(160, 160).jpeg().toBuffer();
  expect(isAvatar(urlOf(await picture(160, 120).jpeg().toBuffer()))).toBe(false);
  expect(isAvatar(urlOf(await picture(640, 640).jpeg().toBuffer()))).toBe(false);
  expect(isAvatar(urlOf(Buffer.concat([square, Buffer.alloc(32 * 1024)])))).toBe(false);
  expect(isAvatar(urlOf(await picture(160, 160).png().toBuffer()))).toBe(false);
  expect(isAvatar(urlOf(await picture(160, 160).png().toBuffer(), 'png'))).toBe(false);
  for (const length of [0, 1, 3, 20, 150]) expect(isAvatar(urlOf(square.subarray(0, length)))).toBe(false);
  expect(isAvatar('https://example.com/me.jpg')).toBe(false);
  expect(isAvatar('data:image/svg+xml,<svg/>')).toBe(false);
});
