import { expect, test, vi } from 'vitest';
import { detectWebp, imageUrl } from './image-url';

/** A browser that decodes what it is given, or does not. */
function browserThatReads(isRead: boolean) {
  class Probe {
    src = '';
    naturalWidth = 0;
    async decode() {
      if (!isRead || !this.src.startsWith('data:image/webp')) throw new Error('EncodingError');
      this.naturalWidth = 1;
    }
  }
  vi.stubGlobal('Image', Probe);
}

test('pictures are asked for as WebP where it is read, else as JPG', async () => {
  browserThatReads(false);
  await detectWebp();
  expect(imageUrl('a1', { w: 320 })).toBe('/api/images/a1?w=320&format=jpg&quality=100');
  browserThatReads(true);
  await detectWebp();
  expect(imageUrl('a1', { w: 320 })).toBe('/api/images/a1?w=320&format=webp&quality=100');
  vi.unstubAllGlobals();
});
