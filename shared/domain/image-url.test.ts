import { describe, expect, it } from 'vitest';
import { coerceText } from '../contract/coerce.ts';
import { imageContract } from '../contract/image.ts';
import { imageSourceSet, imageUrl } from './image-url.ts';

describe('image addresses', () => {
  it('ask for WebP at quality 100, or JPEG where WebP is not read', () => {
    expect(imageUrl('/api/images/a1', { w: 320 })).toBe('/api/images/a1?w=320&format=webp&quality=100');
    expect(imageUrl('/api/images/a1', { w: 320 }, false)).toBe('/api/images/a1?w=320&format=jpg&quality=100');
  });

  it('can be made from an id, and replace what the address asked for', () => {
    expect(imageUrl('a/../b', { w: 20 })).toBe('a/../b?w=20&format=webp&quality=100');
    expect(imageUrl('a b', {})).toBe('/api/images/a%20b?format=webp&quality=100');
    expect(imageUrl('/api/images/a1?w=9&v=2#x', { w: 64, format: 'png' })).toBe(
      '/api/images/a1?w=64&v=2&format=png&quality=100',
    );
  });

  it('leave pictures that are already in the page alone', () => {
    expect(imageUrl('data:image/png;base64,AA==', { w: 320 })).toBe('data:image/png;base64,AA==');
    expect(imageUrl('blob:http://localhost/1', {})).toBe('blob:http://localhost/1');
  });

  it('always ask for what the server takes', () => {
    const address = imageUrl('a1', { w: 3.4, h: 99_999, fit: 'cover', quality: 0 });
    const query = Object.fromEntries(new URL(address, 'http://localhost').searchParams);
    const { input } = imageContract.image;
    expect(input.parse(coerceText(input, query))).toEqual({
      w: 16,
      h: 8192,
      fit: 'cover',
      format: 'webp',
      quality: 1,
      clean: false,
    });
  });

  it('ask for a picture that bears no watermark where it is to be read', () => {
    expect(imageUrl('a1', { w: 320, clean: true })).toBe('/api/images/a1?w=320&format=webp&quality=100&clean=true');
  });

  it('offer a picture for every density', () => {
    expect(imageSourceSet('a1', 300)).toBe(
      [300, 600, 900].map((w) => `/api/images/a1?w=${w}&format=webp&quality=100 ${w}w`).join(', '),
    );
    expect(imageSourceSet('a1', 8000, {}, false).match(/\d+w\b/g)).toEqual(['8000w', '8192w']);
  });
});
