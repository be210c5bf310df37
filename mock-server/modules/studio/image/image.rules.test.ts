import { describe, expect, it } from 'vitest';
import { checkDimensions, sniffedBytes, sniffFormat } from './image.rules.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('the first bytes', () => {
  it.each([
    ['png', '\x89PNG\r\n\x1a\n'],
    ['jpg', '\xff\xd8\xff\xe0'],
    ['webp', 'RIFF\x00\x00\x00\x00WEBP'],
  ])('of %s are known', (format, text) => {
    expect(text.length).toBeLessThanOrEqual(sniffedBytes);
    expect(sniffFormat(bytes(text))).toBe(format);
  });

  it.each(['', 'GIF89a', 'RIFF\x00\x00\x00\x00WAVE', '\x89PNG', '<svg', '%PDF', '\xff\xd8', 'ftypheic'])(
    '%j are of no picture we take',
    (text) => {
      expect(sniffFormat(bytes(text))).toBeNull();
    },
  );
});

describe('the size of an upload', () => {
  const reasonOf = (width: number, height: number) => {
    try {
      checkDimensions(width, height);
      return '';
    } catch (error) {
      return (error as { reason: string }).reason;
    }
  };

  it.each([
    [256, 256, ''],
    [256, 255, 'upload.too_small'],
    [8192, 2048, ''],
    [8193, 4000, 'upload.too_many_pixels'],
    [4000, 8193, 'upload.too_many_pixels'],
    [8192, 2047, 'upload.bad_ratio'],
    [300, 1201, 'upload.bad_ratio'],
    [20_000, 20_000, 'upload.too_many_pixels'],
  ])('%i × %i: %j', (width, height, reason) => {
    expect(reasonOf(width, height)).toBe(reason);
  });
});
